import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import attention
from app.figures.heatmap import CLICKABLE, clicked, heatmap, height
from app.figures.labels import LONGEST, cut, literal, width
from app.figures.theme import DARK, LIGHT
from app.i18n import words
from attention.views import HeadMap, TokenLine, head_map, token_line
from tests.attention.drawn import chance, sentence

EN, ZH = words("en"), words("zh-CN")


def line(*labels: str) -> TokenLine:
    n = len(labels)
    return TokenLine(labels, labels, (False,) * n, (False,) * n)


def causal(n: int) -> HeadMap:
    """Give a map whose row i looks at tokens 0 … i with equal weight."""
    masked = np.triu(np.ones((n, n), dtype=bool), 1)
    weights = (np.tril(np.ones((n, n))) / np.arange(1, n + 1)[:, None]).astype(np.float32)
    shown = np.where(masked, np.nan, weights).astype(np.float32)
    zeros = np.zeros(n)
    return HeadMap(0, 0, weights, masked, shown, zeros + 1, zeros, zeros > 0, "show")


def named(figure, name):
    return next(trace for trace in figure.data if trace.name == name)


def weights_of(figure):
    return next(trace for trace in figure.data if trace.type == "heatmap")


def test_rows_are_queries_from_top_to_bottom_and_columns_are_keys():
    figure = heatmap(causal(3), line("a", "b", "c"), 2, 0, EN)
    z = weights_of(figure).z
    assert z[2][0] == pytest.approx(1 / 3)
    assert np.isnan(z[0][2])
    top, bottom = figure.layout.yaxis.range
    assert top > bottom
    assert figure.layout.yaxis.ticktext[0] == "a"


@pytest.mark.parametrize(("t", "key", "query"), [(EN, "key", "query"), (ZH, "键", "查询")])
def test_c021_both_axes_say_their_role(t, key, query):
    figure = heatmap(causal(2), line("a", "b"), 0, 0, t)
    assert key in figure.layout.xaxis.title.text
    assert query in figure.layout.yaxis.title.text
    assert query in named(figure, "targets").hovertemplate


def test_equal_tokens_and_numbers_keep_their_own_columns():
    labels = ("7", "7", "1998", "2024-01-05", "the", "the")
    figure = heatmap(causal(6), line(*labels), 4, 0, EN)
    assert list(figure.layout.xaxis2.tickvals) == list(range(6))
    assert list(figure.layout.xaxis2.ticktext) == [f"{x} · {i}" for i, x in enumerate(labels)]
    assert len(figure.layout.xaxis.ticktext) == len(figure.layout.yaxis.ticktext) == 6


@pytest.mark.parametrize("sign", ["<s>", "</s>", "<br>", "a&b", "<b>x</b>", '<a href="x">'])
def test_a_token_that_looks_like_html_is_written_out(sign):
    figure = heatmap(causal(2), line(sign, "b"), 1, 1, EN)
    expected = sign.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert figure.layout.yaxis.ticktext[0] == cut(sign).replace("&", "&amp;").replace(
        "<", "&lt;"
    ).replace(">", "&gt;")
    assert figure.layout.xaxis2.ticktext[0] == f"{expected} · 0"


@given(st.text(max_size=40))
def test_no_label_brings_a_tag_into_the_chart(label):
    assert "<" not in literal(cut(label))
    assert width(cut(label)) <= LONGEST


@pytest.mark.parametrize(("theme", "colours"), [("light", LIGHT), ("dark", DARK)])
def test_the_scale_is_fixed_unless_the_head_is_asked_for_its_own(theme, colours):
    fixed = weights_of(heatmap(causal(4), line(*"abcd"), 0, 0, EN, theme=theme))
    assert (fixed.zmin, fixed.zmax) == (0, 1)
    assert [colour for _, colour in fixed.colorscale] == list(colours.weights)
    view = causal(4)
    weak = HeadMap(**{**view.__dict__, "shown": view.shown / 4})
    own = weights_of(heatmap(weak, line(*"abcd"), 0, 0, EN, extent="head"))
    assert own.zmax == pytest.approx(0.25)


def test_masked_cells_are_dotted_and_say_so():
    figure = heatmap(causal(3), line("a", "b", "c"), 0, 0, EN)
    dots = named(figure, "masked")
    assert dots.fillpattern.shape == "."
    assert [x for x in dots.x if x is not None][:2] == [0.5, 2.5]
    texts = named(figure, "targets").text
    assert texts[1] == EN("chart.masked")
    assert texts[3] == "weight <b>0.5000</b>"


def test_outlines_mark_the_chosen_row_and_cell():
    figure = heatmap(causal(5), line(*"abcde"), 3, 1, EN)
    row, cell = named(figure, "query"), named(figure, "key")
    assert (min(row.x), max(row.x), min(row.y), max(row.y)) == (-0.5, 4.5, 2.5, 3.5)
    assert (min(cell.x), max(cell.x), min(cell.y), max(cell.y)) == (0.5, 1.5, 2.5, 3.5)
    assert (row.line.color, cell.line.color) == (LIGHT.query_mark, LIGHT.key_mark)
    assert LIGHT.key_text in figure.layout.xaxis.ticktext[1]
    assert LIGHT.query_text in figure.layout.yaxis.ticktext[3]


@pytest.mark.parametrize("n", [1, 2, 15, 32, 33, 64, 65, 512])
def test_every_size_has_a_height_of_its_own_and_readable_names(n):
    figure = heatmap(causal(n), line(*["token"] * n), n - 1, 0, EN)
    assert figure.layout.height == height(n) <= 640
    assert len(figure.layout.xaxis.ticktext) <= 32
    assert len(figure.layout.xaxis2.ticktext) == n
    assert n - 1 in figure.layout.yaxis.tickvals
    assert any(trace.name == "targets" for trace in figure.data) == (n <= CLICKABLE)
    assert len(figure.layout.yaxis3.ticktext) == (n if n <= 40 else 0)


def test_a_click_names_query_and_key():
    assert clicked(10 * 15 + 2, 15) == (10, 2)


@pytest.mark.weights
@pytest.mark.parametrize(("name", "language"), [("minilm", "en"), ("e5", "zh")])
def test_the_map_of_a_drawn_sentence_shows_the_models_own_eager_weights(
    model, eager_weights, name, language
):
    draw, n = chance(), CLICKABLE + 1
    while n > CLICKABLE:
        text = sentence(language, draw)
        trace = attention.trace(model(name), text)
        n = trace.n_tokens
    line_of, eager = token_line(trace.tokens), eager_weights(name, text)
    for _ in range(3):
        layer, head = draw.randrange(trace.n_layers), draw.randrange(trace.n_heads)
        own, (query, key) = eager[layer][head], (draw.randrange(n), draw.randrange(n))
        figure = heatmap(head_map(trace, layer, head), line_of, query, key, EN)
        assert np.abs(weights_of(figure).z - own.numpy()).max() <= 1e-6
        targets = named(figure, "targets").text
        said = [float(re.search(r"<b>(.*)</b>", text)[1]) for text in targets]
        assert said == pytest.approx(own.flatten().tolist(), abs=5.2e-5)
