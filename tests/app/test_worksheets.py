"""A worksheet's answers, recomputed from what is printed; and what is left open."""

import math
from html.parser import HTMLParser

import pytest

import attention
from app.i18n import LANGUAGES, words
from app.worksheets.document import document
from app.worksheets.sheet import Sheet
from attention import by_hand
from attention.row_record import row_record

ANIMAL = "The animal didn't cross the street because it was too tired"
PLACES = (
    ("minilm", ANIMAL, 3, 1, 10),
    ("minilm", ANIMAL, 5, 11, 10),
    ("e5", "孩子们累了，他们想回家", 8, 8, 6),
    ("smollm2", "The capital of France is Paris", 17, 4, 4),
)


class Tables(HTMLParser):
    """Read the tables of a page: rows of cells, by section and class."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.part, self.found, self.cell = "", {}, None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        name = dict(attrs).get("class") or ""
        if tag == "section":
            self.part = name
        elif tag == "table":
            self.rows = self.found.setdefault((self.part, name), [])
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.cell = "open" if name == "open" else ""
            self.rows[-1].append(self.cell)

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None:
            self.rows[-1][-1] += data


def number(text: str) -> float:
    return float(text.replace("−", "-"))


def sheet_of(model, name, text, layer, head, query, **options) -> Sheet:
    trace = attention.trace(model(name), text)
    record = row_record(trace.tokens.labels, trace.steps(layer, head), query)
    rows = tuple(range(trace.n_tokens))
    return Sheet(record=record, about="about", rows=rows, chosen=2, **options)


@pytest.mark.weights
@pytest.mark.parametrize(("name", "text", "layer", "head", "query"), PLACES)
def test_a_calculator_finds_the_answers_from_what_is_printed(model, name, text, layer, head, query):
    sheet = sheet_of(model, name, text, layer, head, query)
    tables = Tables(document(sheet, words("en"))).found
    rows, seen = tables["key", "softmax"][1:-1], []
    looked = [row for row in rows if row[4] != "masked"]
    divisor = 8 if name == "smollm2" else 5.656854
    largest = max(round(number(row[2]) / divisor, 4) for row in looked)
    for row in looked:
        scaled = round(number(row[2]) / divisor, 4)
        seen.append((scaled, round(scaled - largest, 4), round(math.exp(scaled - largest), 4)))
    total = sum(exp for *_, exp in seen)
    for row, (scaled, shifted, exp) in zip(looked, seen, strict=True):
        printed = [number(cell) for cell in row[3:]]
        assert printed == pytest.approx([scaled, shifted, exp, exp / total], abs=1.6e-4)
    mixed, weights = tables["key", "mixing"][1:], [number(row[6]) for row in rows]
    for column in (3, 5, 7):
        z = sum(w * number(row[column]) for w, row in zip(weights, mixed, strict=False))
        assert number(mixed[-1][(column + 1) // 2 * 2 - 2]) == pytest.approx(z, abs=1.6e-3)


@pytest.mark.weights("minilm")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_blank_sheet_prints_the_scores_and_values_and_no_answer(model, lang):
    tables = Tables(document(sheet_of(model, *PLACES[0]), words(lang))).found
    for row in tables["sheet", "softmax"][1:-1]:
        assert row[2] != "open"
        assert row[3:] == ["open"] * 4
    for row in tables["sheet", "mixing"][1:-1]:
        assert [cell == "open" for cell in row[2:]] == [True, *[False, True] * 3]
    assert all("open" not in row for row in tables["key", "softmax"])


@pytest.mark.weights("minilm")
def test_the_filled_sheet_leaves_nothing_open_and_needs_no_answers(model):
    tables = Tables(document(sheet_of(model, *PLACES[0], kind="filled"), words("en"))).found
    assert {part for part, _ in tables} == {"sheet"}
    assert all("open" not in row for table in tables.values() for row in table)


@pytest.mark.weights("minilm")
def test_one_score_of_long_vectors_is_computed_in_full(model):
    sheet = sheet_of(model, *PLACES[0], ask_scores=True)
    tables = Tables(document(sheet, words("en"))).found
    open_scores = [i for i, row in enumerate(tables["sheet", "softmax"][1:-1]) if row[2] == "open"]
    assert open_scores == [2]
    lines = tables["key", "long"]
    products = [number(cell) for row in lines[3::4] for cell in row[1:]]
    assert len(products) == 32
    assert sum(products) == pytest.approx(number(tables["key", "softmax"][3][2]), abs=2e-3)


def test_every_score_of_short_vectors_can_be_left_open():
    layer = by_hand.work(by_hand.resolve(by_hand.Wish("red blue purple", "hand")))
    record = row_record(layer.setting.words, layer.head(0), 0)
    sheet = Sheet(record, "about", (0, 1, 2), 1, ask_scores=True)
    tables = Tables(document(sheet, words("zh-CN"))).found
    assert [row[2] for row in tables["sheet", "softmax"][1:-1]] == ["open"] * 3
    q, *keys = [[number(cell) for cell in row[1:]] for row in tables["sheet", "vectors"][1:]]
    scores = [number(row[2]) for row in tables["key", "softmax"][1:-1]]
    assert scores == [sum(a * b for a, b in zip(q, k, strict=True)) for k in keys]


@pytest.mark.weights("minilm")
def test_keys_without_a_row_are_summed_up(model):
    whole = sheet_of(model, *PLACES[0])
    some = Sheet(whole.record, "about", (0, 2, 8, 10), 2)
    tables = Tables(document(some, words("en"))).found
    rows = tables["key", "softmax"]
    exps = [number(row[-2]) for row in rows[1:]]
    assert sum(exps[:-1]) == pytest.approx(exps[-1], abs=3e-4)
    assert sum(number(row[-1]) for row in rows[1:-1]) == pytest.approx(1, abs=3e-4)


@pytest.mark.weights("minilm")
def test_a_token_that_looks_like_a_tag_is_text_on_paper(model):
    trace = attention.trace(model("minilm"), "<script>alert(1)</script> &")
    record = row_record(["<script>x"] * trace.n_tokens, trace.steps(0, 0), 1)
    html = document(Sheet(record, "<img src=x>", (0, 1), 1), words("en"))
    assert "<script" not in html
    assert "<img" not in html
    assert "http" not in html
