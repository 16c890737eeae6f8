"""The words of the course: equal in both languages, each term explained where it comes first."""

import re
from string import Formatter

import pytest

from app.i18n import ASSETS, LANGUAGES, prose, words
from app.lessons.course import LESSONS
from app.lessons.markup import to_html

TERM = re.compile(r"\[\[(\w+)(?:\|([^\]]+))?\]\]")


def parts(lesson: int, lang: str) -> dict[str, str]:
    return dict(prose(f"course_{lesson}", lang))


def in_order(lesson: int, lang: str) -> str:
    """Give a lesson's text in the order of its steps, what comes before and after a question."""
    texts = parts(lesson, lang)
    names = [name for name in texts if not name.endswith("_title") and name != "title"]
    return "\n\n".join(texts[name] for name in names)


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_step_has_a_title_and_a_text_and_nothing_is_left_over(lesson):
    texts = parts(lesson, "en")
    steps = list(LESSONS[lesson])
    assert {"title", "goal", "try", *(f"{s}_title" for s in steps), *steps} <= set(texts)
    stems = ("title", "goal", "try", *steps)
    assert [name for name in texts if not name.startswith(stems)] == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_both_languages_quote_the_same_numbers_and_mark_the_same_terms(lesson):
    english, chinese = parts(lesson, "en"), parts(lesson, "zh-CN")
    for name in english:
        fields = [
            {field for _, field, _, _ in Formatter().parse(text) if field}
            for text in (english[name], chinese[name])
        ]
        assert fields[0] == fields[1], name
        terms = [{found[0] for found in TERM.findall(text[name])} for text in (english, chinese)]
        assert terms[0] == terms[1], name
        blocks = [text[name].count("\n\n") for text in (english, chinese)]
        assert blocks[0] == blocks[1], name


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_marked_term_is_in_the_glossary(lesson, lang):
    t = words(lang)
    for name, _ in TERM.findall(in_order(lesson, lang)):
        assert t.has(f"terms.{name}.name")
        assert t.has(f"terms.{name}.means")


def test_every_term_of_the_glossary_is_used():
    used = {name for lesson in LESSONS for name, _ in TERM.findall(in_order(lesson, "en"))}
    known = {key.split(".")[1] for key in words("en").entries if key.startswith("terms.")}
    assert used == known


# Words that have an everyday meaning too, in which they may come earlier.
EVERYDAY = {"key", "value", "head", "score", "scale", "layer", "position", "query"}


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_term_is_marked_where_it_comes_first(lesson):
    text = in_order(lesson, "en").partition("\n\n")[2]  # the goal names what is still to come
    for name, shown in dict(TERM.findall(text)).items():
        if name in EVERYDAY:
            continue
        word = re.escape((shown or words("en")(f"terms.{name}.name")).rstrip("s"))
        marked = re.search(rf"\[\[{name}[|\]]", text)
        assert marked is not None
        before = TERM.sub("", text[: marked.start()])
        assert not re.search(rf"(?<![\w-]){word}", before, re.IGNORECASE), name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_on_screen_are_those_of_the_field(lang):
    t = words(lang)
    expected = {
        "token": "词元", "query": "查询", "key": "键", "value": "值", "score": "分数",
        "scale": "缩放", "mask": "掩码", "weight": "注意力权重", "weighted_sum": "加权求和",
        "head": "注意力头", "multi_head": "多头注意力", "projection": "投影", "concat": "拼接",
        "layer": "层", "causal": "因果", "encoder": "编码器", "decoder": "解码器",
        "residual": "残差",
    }  # fmt: skip
    if lang == "zh-CN":
        assert {name: t(f"terms.{name}.name") for name in expected} == expected
    assert t("terms.output_projection.name").startswith(("output projection", "输出投影"))


def test_a_term_is_a_button_with_a_definition_that_opens():
    html = to_html("A [[token]] and [[token|tokens]].", {}, words("en"), "3-x")
    assert html.count('popovertarget="term-3-x-token"') == 2
    assert 'id="term-3-x-token"' in html
    assert words("en")("terms.token.means") in html


def test_values_are_shown_and_not_obeyed():
    values = {"query": ("query", "<script>"), "key": ("key", "{x}")}
    html = to_html("{query} and {key}", values, words("en"), "1-x")
    assert "&lt;script&gt;" in html
    assert "<script>" not in html
    assert "{x}" in html


def test_prose_knows_lists_bold_formulas_and_indices():
    html = to_html("- **a** b\n- `q · k ÷ √d_k`", {}, words("en"), "1-x")
    assert html == (
        "<ul><li><strong>a</strong> b</li>"
        '<li><span class="formula">q · k ÷ √d<sub>k</sub></span></li></ul>'
    )


def test_prose_writes_powers_above_the_line():
    html = to_html("`e^a ÷ e^b = e^(a − b)`, K^T", {}, words("en"), "1-x")
    assert html == (
        '<p><span class="formula">e<sup>a</sup> ÷ e<sup>b</sup> = e<sup>a − b</sup></span>, '
        "K<sup>T</sup></p>"
    )


@pytest.mark.parametrize("path", sorted(ASSETS.glob("prose/*/*.md")), ids=lambda path: path.name)
def test_prose_quotes_as_a_printed_page_does(path):
    text = re.sub(r"`[^`]*`|```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert '"' not in text
