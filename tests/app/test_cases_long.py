"""Cases about texts that are long: what is sent, and whether every token can still be named."""

import re

import pytest

import attention
from app.figures.heatmap import CLICKABLE, ROOM_ACROSS, ROOM_DOWN, heatmap
from app.figures.labels import cut, place
from app.i18n import words
from attention.views import head_map, token_line
from tests.cases import case

COMMON = (
    "a an the cat dog sun map cup hat box pen key bus car red big old new two six run sit eat see "
    "get put cut dig fly cry ask win act aim add try use own may day"
)
TAG = re.compile(r"<[^>]+>")


@pytest.mark.weights("minilm")
def test_c044_512_tokens_send_one_head_and_not_all_of_them(visit):
    known = case("C044")
    assert known["input"] == "255 times 'cat dog' (512 tokens)"
    seen = visit(text=" ".join(["cat dog"] * 255), model="minilm", lang="en")
    assert not seen.at.exception
    sent = sum(
        len(element.proto.SerializeToString())
        for kind in ("bidi_component", "plotly_chart", "html", "arrow_data_frame")
        for element in seen.at.get(kind)
    )
    one_head = known["reference_values"]["json_MB_4dec"] * 1e6
    assert 0.3 * one_head < sent < 1.5 * one_head
    (told, _), *_ = seen.messages("grid")
    assert told["rows"] == told["columns"] < 512  # all heads are a picture, not their numbers


@pytest.fixture(params=["minilm", "smollm2"])
def head(request, model):
    """Give a function from a text to a head's view and its tokens, in a model of each kind."""
    name = request.param

    def run(text: str):
        t = attention.trace(model(name), text)
        return head_map(t, 3, 1), token_line(t.tokens)

    return run


@pytest.mark.weights("minilm", "smollm2")
@pytest.mark.parametrize(("id", "n_words"), [("C046", 40), ("C047", 300)])
def test_c046_c047_a_tick_has_its_own_name_and_the_pointer_names_every_token(head, id, n_words):
    assert re.search(rf"\b{n_words}\b", case(id)["input"])
    common = COMMON.split()
    assert len(set(common)) == 40
    view, line = head(" ".join(common * (n_words // 40) + common[: n_words % 40]))
    labels, n = line.labels, len(line.labels)
    assert n >= n_words
    figure = heatmap(view, line, 7, 5, words("en"))
    for axis, room, chosen in (("xaxis", ROOM_ACROSS, 5), ("yaxis", ROOM_DOWN, 7)):
        ticks = dict(zip(figure.layout[axis].tickvals, figure.layout[axis].ticktext, strict=True))
        assert len(ticks) <= room + 1
        assert chosen in ticks
        for index, text in ticks.items():
            name = TAG.sub("", text)
            assert cut(labels[index]).startswith(name.rstrip("…"))
    for axis in ("xaxis2", "yaxis2"):  # these are read under the pointer and zoomed into
        assert list(figure.layout[axis].tickvals) == list(range(n))
        assert list(figure.layout[axis].ticktext) == [place(x, i) for i, x in enumerate(labels)]
    assert figure.layout.dragmode == "zoom"
    assert n > CLICKABLE
