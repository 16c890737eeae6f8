import pytest

from app.components.steps import Walked, walked
from app.i18n import LANGUAGES, words
from attention.step_views import Stage
from tests.app.conftest import ANIMAL

pytestmark = pytest.mark.weights


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_walk_is_drawn_in_every_language(visit, lang):
    seen = visit(lang=lang, text=ANIMAL, model="minilm", layer=5, head=11, query=10, stage="exp")
    seen.at.switch_page("app/pages/steps.py").run()
    assert not seen.at.exception
    assert words(lang)("errors.unexpected") not in seen.text
    assert seen.query["stage"] == "exp"


def test_layer_and_head_are_chosen_in_the_top_bar_and_keep_the_stage(visit):
    seen = visit(text=ANIMAL, model="minilm", layer=5, head=11, query=10, stage="sum")
    seen.at.switch_page("app/pages/steps.py").run()
    seen.at.selectbox(key="layer").set_value(2).run()
    seen.at.selectbox(key="head").set_value(7).run()
    assert {name: seen.query[name] for name in ("layer", "head", "query", "stage")} == {
        "layer": "2",
        "head": "7",
        "query": "10",
        "stage": "sum",
    }


def test_a_stage_the_model_does_not_have_is_said_aloud(visit):
    seen = visit(text=ANIMAL, model="minilm", stage="softcap")
    seen.at.switch_page("app/pages/steps.py").run()
    assert "This model has no step “Soft cap”" in seen.text
    seen = visit(text=ANIMAL, model="minilm", stage="nonsense")
    assert "stage" not in seen.query


SHAPE = (5, 3, dict.fromkeys("qkv", 8))  # queries, keys, and the numbers of a vector
PLACE = {"stage": "sum", "query": 4, "key": 0, "matrix": "v", "dim": 7, "rows": "all"}


@pytest.mark.parametrize(
    "value",
    [None, [], "sum", {"stage": "sum"}, {**PLACE, "stage": "all"}, {**PLACE, "query": 5},
     {**PLACE, "key": 3}, {**PLACE, "key": True}, {**PLACE, "matrix": "w"}, {**PLACE, "dim": 8},
     {**PLACE, "rows": "none"}],
)  # fmt: skip
def test_what_the_browser_reports_is_not_trusted(value):
    assert walked(value, *SHAPE) is None


def test_where_the_walk_rests_is_taken_over():
    for stage in Stage.__args__:
        assert walked({**PLACE, "stage": stage}, *SHAPE) == Walked(stage, 4, 0, "v", 7, "all")
