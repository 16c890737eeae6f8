"""The page of all heads, drawn without a browser: what it says, and what it sends to one."""

import re
from functools import partial

import numpy as np
import pytest

import attention
from app.i18n import LANGUAGES, words
from attention.head_views import attention_output
from tests.app.conftest import LINKS, Seen

pytestmark = pytest.mark.weights


@pytest.fixture
def many(visit_page):
    """Give a function that opens the page at an address."""
    return partial(visit_page, "many_heads")


def sent(seen: Seen) -> tuple[dict, np.ndarray]:
    """Take apart what the browser is given: the head of the message, and its numbers."""
    ((head, body),) = seen.messages("many_heads")
    return head, np.frombuffer(body, dtype="<f4")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", LINKS)
def test_the_page_is_drawn_for_every_model_in_every_language(many, name, lang):
    seen = many(model=name, lang=lang, **LINKS[name])
    t = words(lang)
    assert not seen.at.exception
    assert t("errors.unexpected") not in seen.text
    assert t("head_count.title") in seen.text
    head, _ = sent(seen)
    assert head["words"] == t.group("many_heads")
    assert (head["layer"], head["head"], head["query"]) == tuple(
        LINKS[name][field] for field in ("layer", "head", "query")
    )


@pytest.mark.parametrize("name", LINKS)
def test_the_browser_is_sent_the_models_own_numbers_unrounded(many, model, name):
    link = LINKS[name]
    loaded, layer, query = model(name), link["layer"], link["query"]
    t = attention.trace(loaded, link["text"])
    head, numbers = sent(many(model=name, **link))
    assert head["has_bias"] == (name != "smollm2")
    assert (head["n_heads"], head["n_kv_heads"]) == (loaded.n_heads, loaded.n_kv_heads)
    assert head["agrees"]
    z = t.call(layer).output[0, :, query].numpy()
    assert np.array_equal(numbers[: z.size], z.ravel())
    own = t.contributions(layer)[:, query].numpy()
    start = z.size + loaded.n_heads * head["stripe"]["n_rows"] * head["stripe"]["n_columns"]
    assert np.array_equal(numbers[start : start + own.size], own.ravel())
    after = start + own.size + loaded.n_heads
    output = attention_output(t, layer)[query].numpy()
    assert np.array_equal(numbers[after : after + output.size], output)


def rows(seen: Seen) -> list[list[list[str]]]:
    """Give the cells of the two tables of the experiment, row by row, the marked row starred."""
    tables = [body for body in seen.html if 'class="numbers counts"' in body]
    found = []
    for table in tables:
        parts = re.findall(r"<tr( class=chosen)?>(<th scope=\"row\".*?)</tr>", table)
        cells = [[mark and "*", *re.findall(r">([^<>]+)</t[hd]>", row)] for mark, row in parts]
        found.append(cells)
    return found


def test_more_heads_cost_no_more_and_shrink_the_divisor(many):
    paper, own = rows(many(model="minilm", **LINKS["minilm"]))
    assert paper[0] == ["", "1", "512", "√512 = 22.627", "1,048,576", "15,959,040", "225"]
    assert paper[3] == ["*", "8", "64", "√64 = 8.000", "1,048,576", "15,959,040", "1,800"]
    assert own[4] == ["*", "12", "32", "√32 = 5.657", "589,824", "9,020,160", "2,700"]
    for table in (paper, own):
        assert len({(row[4], row[5]) for row in table}) == 1


def test_shared_keys_and_values_are_the_row_that_saves_parameters(many):
    _, own = rows(many(model="smollm2", **LINKS["smollm2"]))
    (marked,) = [row for row in own if row[0]]
    assert marked[1:5] == ["9 (k, v: 3)", "64", "√64 = 8.000", "884,736"]
    assert {row[4] for row in own if not row[0]} == {"1,327,104"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_layer_without_a_known_output_matrix_says_why(many, model, monkeypatch, lang):
    monkeypatch.setattr("attention.head_views.has_output_projection", lambda trace, layer: False)
    seen = many(model="minilm", lang=lang, **LINKS["minilm"])
    name = words(lang)("models.minilm.name")
    assert words(lang)("concat.missing", model=name, layer=5) in seen.text
    assert len(rows(seen)) == 2


def test_the_way_to_the_open_head_keeps_the_view(many):
    seen = many(model="minilm", lang="en", **LINKS["minilm"])
    (link,) = [e.proto for e in seen.at.get("page_link") if e.proto.label.startswith("Open layer")]
    assert link.label == "Open layer 5, head 11"
    assert {"layer=5", "head=11", "query=10"} <= set(re.split("[?&]", link.query_string))
