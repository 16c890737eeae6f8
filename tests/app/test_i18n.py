import ast
import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from string import Formatter

import pytest

from app import components
from app.claimed import library as claims
from app.examples import library
from app.i18n import ASSETS, LANGUAGES, decimals, language_of, plain, prose, words
from attention import errors
from attention.notes import Note
from attention.weights import EMBEDDED

ROOT = Path(__file__).parents[2]
COMPONENTS = tuple(
    import_module(f"app.components.{found.name}")
    for found in iter_modules(components.__path__)
    if found.ispkg
)
# Words whose keys are put together where a section is handed on as a value.
DYNAMIC = (
    "course.scale_", "errors.impossible_layer.", "errors.level.", "errors.model_unavailable.",
    "errors.switch.",
    "features.", "heads.range_", "heads.special_", "heads.view_", "indices.", "notebook.in_",
    "projection.matrix_", "quiz.", "seen.unit_", "terms.",
)  # fmt: skip
SOURCES = [ROOT / "streamlit_app.py", *sorted((ROOT / "app").rglob("*.py"))]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def strings(sources: list[Path]) -> set[str]:
    """Give every string in code; a formatted one as a pattern with * in its gaps."""
    found = set()
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            if isinstance(node, ast.JoinedStr):
                parts = (p.value if isinstance(p, ast.Constant) else "*" for p in node.values)
                found.add("".join(map(str, parts)))
    return found


def named_in_code() -> set[str]:
    """Give the keys that calls ``t("…")`` and ``t.html("…")`` name."""
    found = set()
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = ast.unparse(node.func)
                if called in ("t", "t.html", "page.t"):
                    found.add(node.args[0].value)
    return found


def test_both_languages_have_the_same_keys():
    assert set(words("en").entries) == set(words("zh-CN").entries)


def test_both_languages_have_the_same_placeholders():
    english, chinese = words("en").entries, words("zh-CN").entries
    assert {k: placeholders(v) for k, v in english.items()} == {
        k: placeholders(v) for k, v in chinese.items()
    }


def test_every_key_that_code_names_exists():
    assert named_in_code() - set(words("en").entries) == set()
    assert len(named_in_code()) > 30


def test_every_choice_has_the_words_of_its_options():
    code = "\n".join(source.read_text(encoding="utf-8") for source in SOURCES)
    named = set(re.findall(r'switch\(.*names="(\w+\.\w+)"', code))
    assert "course.scale" in named
    keys = words("en").entries
    assert [name for name in named if sum(key.startswith(f"{name}_") for key in keys) < 2] == []


def fits(key: str, strings: set[str], names: set[str]) -> bool:
    """Tell whether code can name a key: as it is, or by a pattern whose gaps are known names."""
    if key in strings:
        return True
    patterns = (s for s in strings if "*" in s and not s.startswith("*") and "." in s)
    found = (re.fullmatch(re.escape(s).replace(r"\*", r"([\w-]+)"), key) for s in patterns)
    return any(names.issuperset(match.groups()) for match in found if match)


def test_every_key_is_used():
    known = strings(SOURCES)
    code = strings([*SOURCES, *sorted((ROOT / "attention").rglob("*.py"))])
    names = {*code, *EMBEDDED, *(one.kind for one in library(None))}
    names |= {
        name for claim in claims() for one in claim.links for name in (one.verdict, *one.because)
    }
    keys = {key for error in vars(errors).values() if (key := getattr(error, "key", None))}
    known |= {f"errors.{key}" for key in keys}
    components = {c.__name__.rsplit(".", 1)[-1] for c in COMPONENTS}
    unused = [
        key
        for key in words("en").entries
        if key.split(".")[0] not in components
        if not key.startswith(DYNAMIC) and not fits(key, known, names)
    ]
    assert unused == []


def test_a_word_that_no_code_names_would_be_found():
    assert not fits("heads.nonsense", strings(SOURCES), strings(SOURCES))
    assert not fits("hand.nonsense", strings(SOURCES), strings(SOURCES))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("component", COMPONENTS, ids=lambda c: c.__name__.rsplit(".", 1)[-1])
def test_a_component_gets_exactly_the_words_it_needs(component, lang):
    group = words(lang).group(component.__name__.rsplit(".", 1)[-1])
    assert set(group) - {"lang"} == component.WORDS - {"lang"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_error_and_every_reason_has_its_sentence(lang):
    t = words(lang)
    for error in vars(errors).values():
        if isinstance(error, type) and issubclass(error, errors.AttentionError):
            has_reasons = error in (errors.ModelUnavailable, errors.ImpossibleLayer)
            assert has_reasons or t.has(f"errors.{error.key}")
    for reason in errors.Reason.__args__:
        assert t.has(f"errors.model_unavailable.{reason}")
    for reason in errors.Impossible.__args__:
        assert t.has(f"errors.impossible_layer.{reason}")
    for switch in errors.Switch.__args__:
        assert t.has(f"errors.switch.{switch}")
    for feature in errors.Feature.__args__:
        assert t.has(f"features.{feature}")
    for index in errors.Index.__args__:
        assert t.has(f"indices.{index}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_note_about_tokens_has_its_sentence(lang):
    assert [note for note in Note.__args__ if not words(lang).has(f"notes.{note}")] == []


@pytest.mark.parametrize("page", [p.stem for p in (ASSETS / "prose" / "en").glob("*.md")])
def test_prose_has_the_same_parts_in_both_languages(page):
    english, chinese = prose(page, "en"), prose(page, "zh-CN")
    assert list(english) == list(chinese)
    assert all(english.values())
    assert all(chinese.values())


def test_a_value_in_html_is_shown_and_not_obeyed():
    values = {"query": ("query", "<b>"), "weight": ("", 1), "key": ("key", "&")}
    said = words("en").html("heads.spoken", **values)
    assert '<b class="query" dir="auto">&lt;b&gt;</b>' in said
    assert '<b class="key" dir="auto">&amp;</b>' in said


@pytest.mark.parametrize(
    ("tag", "lang"), [("zh-TW", "zh-CN"), ("EN-gb", "en"), ("fr", None), ("", None), (None, None)]
)
def test_a_tag_gives_one_of_our_languages_or_none(tag, lang):
    assert language_of(tag) == lang


def test_numbers_have_a_true_minus():
    assert decimals(-0.5, 2) == "−0.50"


def test_markdown_signs_are_kept_as_characters():
    assert plain("[one two]\n*x* $y$ :red[z]") == r"\[one two\] \*x\* \$y\$ \:red\[z\]"


def test_chinese_calls_the_result_of_a_power_a_power_and_not_its_exponent():
    wrong = re.compile("取指数|指数之和|指数运算|的指数|每个指数")
    assert [key for key, text in words("zh-CN").entries.items() if wrong.search(text)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_has_a_section_for_the_keys_of_the_walk(lang):
    t = words(lang)
    lines = t("toolbar.help_lines").split("\n")
    keys = lines[lines.index(t("nav.steps")) + 1 :][:4]
    assert all("::" in line for line in keys)
    assert "Home" in keys[3]


def test_chinese_has_one_word_for_each_thing():
    wrong = re.compile("您|回车|挡住|被掩码(?!遮住)|不可看|把尺|重新缩放|加到 1|在均匀|对键的各片")
    prose_texts = [p.read_text(encoding="utf-8") for p in (ASSETS / "prose" / "zh-CN").glob("*.md")]
    texts = [*words("zh-CN").entries.values(), *prose_texts]
    assert [found for text in texts for found in wrong.findall(text)] == []
