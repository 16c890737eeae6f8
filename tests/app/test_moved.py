"""What a view speaks of goes along to another sentence or model, or is left behind."""

from app.choice import moved
from app.selection import Selection
from tests.app.conftest import ANIMAL


def tokens_of(visit, **query):
    seen = visit(**query)
    return seen.at.session_state["shown"][1]


def test_hidden_and_painted_tokens_follow_their_words_into_another_model(visit):
    old = tokens_of(visit, text=ANIMAL, model="minilm", lang="en")
    new = tokens_of(visit, text=ANIMAL, model="smollm2", lang="en")
    view = Selection(ANIMAL, "smollm2", query=10, key=2, block=(2, 10), paint=((10, 2), (0, 2)))
    there = moved(view, old, new)
    assert (there.query, there.key) == (8, 1)
    assert there.block == (1, 8)
    assert there.paint == ((8, 1),)


def test_a_second_model_chosen_starts_from_the_words_that_are_shown(visit):
    seen = visit(text=ANIMAL, model="minilm", layer=3, head=1, query=10, key=2, lang="en")
    for model, pair in (("smollm2", ("8", "1")), ("e5", ("10", "2")), ("minilm", ("10", "2"))):
        seen.at.selectbox(key="model").select(model).run()
        assert (seen.query["query"], seen.query["key"]) == pair


def test_what_had_to_give_way_is_not_asked_for_again(visit):
    seen = visit(text=ANIMAL, model="minilm", layer=40, query=99, lang="en")
    assert "40" in seen.text
    seen.at.selectbox(key="model").select("smollm2").run()
    assert "layer" not in seen.query
    assert "query" not in seen.query
