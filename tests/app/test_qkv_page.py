import re
from xml.etree import ElementTree

import numpy as np
import pytest

from app.figures.labels import width
from app.figures.plane import scatter
from app.i18n import LANGUAGES, decimals, words
from attention import trace
from attention.plane import Plane
from attention.projection_views import projection_view
from tests.app.conftest import ANIMAL

pytestmark = pytest.mark.weights

FRANCE = {"text": "The capital of France is", "model": "smollm2", "query": 4, "key": 1}
IT = {"text": ANIMAL, "model": "minilm", "query": 10, "key": 2}


@pytest.fixture
def open_page(visit):
    def open_address(**query):
        seen = visit(**query)
        seen.at.switch_page("app/pages/qkv.py").run()
        assert not seen.at.exception
        return seen

    return open_address


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("model", ["minilm", "e5", "smollm2"])
@pytest.mark.parametrize("matrix", ["q", "k", "v"])
def test_the_page_is_drawn_in_every_language_for_every_model(open_page, model, lang, matrix):
    seen = open_page(text="The cat sat. 猫坐着。", model=model, lang=lang, matrix=matrix, layer=2)
    assert words(lang)("errors.unexpected") not in seen.text
    assert words(lang)("heads.open", layer=2, head=0) in seen.text
    assert seen.at.button_group(key="matrix").value == matrix
    assert words(lang)("projection.rounded") in seen.text


@pytest.mark.parametrize(
    ("matrix", "line"),
    [
        ("q", "q of “it” starts with 0.2187, 0.4398, 0.9644, 2.3614 …"),
        ("k", "k of “animal” starts with −1.0276, 0.5083, −0.7057, −0.0521 …"),
        ("v", "v of “animal” starts with 0.0304, 0.5091, −0.3142, −0.8145 …"),
    ],
)
def test_c061_the_vector_is_quoted_with_the_models_numbers(open_page, matrix, line):
    assert line in open_page(lang="en", matrix=matrix, **IT).text


@pytest.mark.parametrize(("lang", "label"), [("en", "After the rotation, "), ("zh-CN", "旋转后，")])
def test_numbers_that_are_not_those_of_x_times_w_say_what_came_after(open_page, model, lang, label):
    run = trace(model("smollm2"), FRANCE["text"])
    for matrix, token in (("q", 4), ("k", 1), ("v", 1)):
        view = projection_view(run, 0, 0, matrix)
        quoted = ", ".join(decimals(float(x), 4) for x in view.own[token, :4])
        (said,) = [
            line for line in open_page(lang=lang, matrix=matrix, **FRANCE).lines if quoted in line
        ]
        assert said.startswith(label) == (not np.allclose(view.own, view.projected, atol=1e-4))
    assert label not in open_page(lang=lang, **IT).text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_c058_the_score_is_said_before_and_after_the_turn(open_page, lang):
    text = open_page(lang=lang, **FRANCE).text
    assert text.index("21.9975") < text.index("20.1137")
    assert "6.8336" in text
    assert "21.9975" not in open_page(lang=lang, matrix="v", **FRANCE).text


def test_a_model_without_rotation_says_nothing_of_a_turn(open_page):
    assert "turn" not in open_page(lang="en", **IT).text


def test_the_chosen_projection_stands_in_the_address_unless_it_is_q(open_page):
    seen = open_page(lang="en", **IT)
    assert not {"matrix", "dim"} & seen.query.keys()
    seen.at.button_group(key="matrix").set_value("v").run()
    assert seen.query["matrix"] == "v"
    assert "v of “animal” starts with" in seen.text


def test_a_dimension_that_a_head_does_not_have_is_said(open_page):
    seen = open_page(lang="en", dim=40, **IT)
    assert "This head has no dimension 40; its last one is 31. Dimension 0 is shown." in seen.text
    assert "no dimension" not in open_page(lang="en", dim=40, **FRANCE).text


def test_layer_and_head_are_chosen_in_the_top_bar(open_page):
    seen = open_page(lang="en", **IT)
    seen.at.selectbox(key="head").set_value(11).run()
    seen.at.selectbox(key="layer").set_value(5).run()
    assert (seen.query["layer"], seen.query["head"]) == ("5", "11")
    assert "Layer 5 · Head 11" in seen.text


def test_the_plane_warns_and_lists_the_keys_of_the_largest_real_dot_product(open_page):
    seen = open_page(lang="en", layer=5, head=11, **IT)
    assert "principal components" not in seen.text
    seen.at.session_state["plane"] = True
    seen.at.run()
    assert not seen.at.exception
    assert "A shadow on two directions" in seen.text
    table = next(body for body in seen.html if "nearest" in body)
    assert re.search(r">animal</th><td>23\.4259</td>", table)
    assert len(re.findall(r"<tr><th scope=\"row\"", table)) == 5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_plane_draws_every_q_and_k_and_escapes_their_tokens(theme):
    rng = np.random.default_rng(0)
    found = Plane(rng.normal(size=(3, 2)), rng.normal(size=(3, 2)), 0.5, ((2, 1.0), (0, 0.5)))
    drawn = scatter(found, ("a", "<b>", "&"), 1, "alt", theme)
    root = ElementTree.fromstring(drawn)
    names = [node.tag.split("}")[1] for node in root.iter()]
    assert (names.count("circle"), names.count("rect"), names.count("line")) == (3, 3, 1)
    texts = [node.text for node in root.iter() if node.tag.endswith("}text")]
    assert sorted(texts) == sorted(["a", "a", "<b>", "<b>", "&", "&"])
    assert texts[0] == "<b>"  # the query


@pytest.mark.parametrize("n", [4, 15, 60])
def test_no_name_on_the_plane_covers_another_or_leaves_the_picture(n):
    rng = np.random.default_rng(n)
    nearest = tuple((key, 1.0) for key in range(3))
    found = Plane(rng.normal(size=(n, 2)), rng.normal(size=(n, 2)) * 0.1, 0.5, nearest)
    labels = tuple(f"词元{i}" if i % 2 else f"token{i}" for i in range(n))
    root = ElementTree.fromstring(scatter(found, labels, 1, "alt", "light"))
    boxes = []
    for node in root.iter():
        if node.tag.endswith("}text"):
            x, y, wide = float(node.get("x")), float(node.get("y")), width(node.text) * 7.5
            boxes.append((x, y - 12, x + wide, y + 3))
    assert min(3, n) <= len(boxes) <= 2 * n
    for i, (left, top, right, bottom) in enumerate(boxes):
        assert min(left, top, 640 - right, 440 - bottom) >= 0
        for other in boxes[:i]:
            beside = right <= other[0] or other[2] <= left
            assert beside or bottom <= other[1] or other[3] <= top


def test_the_score_of_a_masked_pair_is_said_to_be_masked(open_page):
    pair = {"text": "The capital of France is", "model": "smollm2", "lang": "en"}
    seen = open_page(query=1, key=3, **pair)
    assert "is never used" in seen.text
    seen = open_page(query=3, key=1, **pair)
    assert "is never used" not in seen.text
