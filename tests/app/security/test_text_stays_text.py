"""Rule: what a person typed or a link says is text on every page, never HTML or Markdown."""

import json
from itertools import chain
from pathlib import Path

import pytest

from app.i18n import plain
from app.topbar import PAGES
from tests.app.conftest import Seen
from tests.app.security.hostile import HOSTILE
from tests.app.security.reading import SIGN, sent, taken_for_more

pytestmark = pytest.mark.weights("minilm")

# Each sign alone is one token, so tokens are quoted as signs wherever a page names a word.
SIGNS = "$ ` * [ ] < evil"
EVERYTHING = " ".join(HOSTILE[name] for name in ("image", "markdown", "directives", "braces"))
FOLDS = ("examples", "pairs", "worksheet_menu", "habit_table", "row_table", "summaries")
MENUS = ("grid", "head", "steps", "qkv", "many_heads", "what_if", "compare")


@pytest.fixture
def opened(arrive, visit):
    """Give a function that opens a page at an address with every menu on it unfolded."""

    def open_page(page: str, **query: object) -> Seen:
        at = visit(text="the cat", model="minilm", lang="en").at
        for name in (*FOLDS, *(f"save_{name}" for name in MENUS)):
            at.session_state[name] = True
        at.query_params.clear()
        for name, value in query.items():
            at.query_params[name] = str(value)
        return Seen(at.switch_page(f"app/pages/{page}.py").run())

    return open_page


@pytest.mark.parametrize("page", PAGES)
def test_a_sentence_is_text_wherever_a_page_quotes_it(opened, page):
    texts = {"text": EVERYTHING, "other_text": EVERYTHING + " dog", "pair": HOSTILE["svg"]}
    seen = opened(page, **texts, model="minilm", lang="en")
    assert not seen.at.exception
    quoted = frozenset({"onerror", "javascript:", ":red[", "{text}", "ontoggle"})
    assert taken_for_more(seen.at, quoted) == []
    assert any("onerror" in text for _, text in sent(seen.at))


@pytest.mark.parametrize("sign", [1, 2, 4])
@pytest.mark.parametrize("page", ["heads", "what_if", "compare", "course"])
def test_a_word_that_is_a_sign_is_text_wherever_a_page_names_it(opened, page, sign):
    query = {"text": SIGNS, "other_text": f"{SIGNS} dog", "model": "minilm", "lang": "en"}
    seen = opened(page, **query, query=sign, key=sign)
    assert not seen.at.exception
    token = SIGNS.split()[sign - 1]
    assert taken_for_more(seen.at, frozenset({f"“{token}", f"{token}”"})) == []
    assert any(token in text for _, text in sent(seen.at))


@pytest.mark.parametrize("page", PAGES)
def test_a_models_name_is_text_wherever_a_page_says_it(opened, page):
    evil = f"{HOSTILE['image'][:90]} $x$ :red[y] {{text}} [a](javascript:b) \u202e"
    names = {"model": evil, "other_model": evil, "kind": "model", "text": "the cat sat"}
    seen = opened(page, **names, lang="en")
    assert not seen.at.exception
    assert taken_for_more(seen.at, frozenset({evil})) == []


def test_a_teachers_file_of_examples_is_text(opened, tmp_path: Path, monkeypatch):
    entries = [
        {"text": EVERYTHING, "caption": EVERYTHING, "kind": HOSTILE["svg"], "recommended": True},
        {"text": HOSTILE["attribute"], "model": EVERYTHING},
        {HOSTILE["braces"]: EVERYTHING, "text": "the cat sat"},
    ]
    lines = (
        ["[[example]]", *(f"{json.dumps(k)} = {_toml(v)}" for k, v in one.items())]
        for one in entries
    )
    file = tmp_path / "examples.toml"
    file.write_text("\n".join(chain.from_iterable(lines)), encoding="utf-8")
    monkeypatch.setenv("ATTENTION_EXAMPLES", str(file))
    monkeypatch.setattr("app.example_list.holds", lambda example: True)
    for page, said in (("heads", "onerror"), ("teach", "{text}")):  # the desk says what is wrong
        seen = opened(page, model="minilm", lang="en", text="the cat sat").opened("examples")
        assert not seen.at.exception
        assert taken_for_more(seen.at, frozenset({"onerror", ":red[", "{text}"})) == []
        assert any(said in text for _, text in sent(seen.at))


def _toml(value: object) -> str:
    return json.dumps(value) if isinstance(value, str) else str(value).lower()


def test_the_name_and_the_kind_of_a_folder_are_text(opened, tmp_path: Path, monkeypatch):
    evil = "<img onerror=x> $x$ *y*"
    folder = tmp_path / evil
    folder.mkdir()
    (folder / "model.safetensors").touch()
    (folder / "config.json").write_text(json.dumps({"model_type": EVERYTHING}), encoding="utf-8")
    monkeypatch.setenv("ATTENTION_ROOT", str(tmp_path))
    seen = opened("heads", model=evil, lang="en", text="the cat sat")
    assert not seen.at.exception
    assert taken_for_more(seen.at, frozenset({evil, "onerror"})) == []
    assert str(tmp_path) not in "".join(text for _, text in sent(seen.at))


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_plain_leaves_no_sign_that_markdown_reads(text):
    assert not SIGN.search(plain(text).replace("\\\\", ""))


def test_the_check_of_pages_can_fail(opened, monkeypatch):
    monkeypatch.setattr("app.notices.escape", str)
    monkeypatch.setattr("app.effect_lists.plain", str)
    seen = opened("what_if", model="<img src=x onerror=y>", text=SIGNS, lang="en")
    wrong = taken_for_more(seen.at, frozenset())
    assert ("Html.body", "<img onerror=y>") in wrong
    seen = opened("what_if", model="minilm", text=SIGNS, query=1, key=2, lang="en")
    assert any(path == "Button.label" for path, _ in taken_for_more(seen.at, frozenset({"“$”"})))
