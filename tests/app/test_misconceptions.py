"""What many believe of attention, held on the pages against live numbers of the open sentence."""

import numpy as np
import pytest
import torch

import attention
from app.consequences import NEUTRAL
from app.i18n import LANGUAGES, words
from attention.compare_views import by_token
from attention.likeness import likeness
from attention.sink_move import sink_move
from tests.app.conftest import ANIMAL, LINKS

FRANCE = LINKS["smollm2"]["text"]


@pytest.mark.weights("minilm")
def test_a_score_is_no_likeness_and_both_are_the_models_own(model):
    t = attention.trace(model("minilm"), ANIMAL)
    embeddings = model("minilm").body.embeddings
    with torch.inference_mode():
        x = embeddings(input_ids=torch.tensor([t.tokens.ids]))[0].double().numpy()
    unit = x / np.linalg.norm(x, axis=1, keepdims=True)
    alike = unit @ unit[10]
    found = likeness(t, 0, 3, 10, 2)
    assert found.cosine == pytest.approx(alike[2], abs=1e-5)
    alike[10] = -np.inf
    assert found.nearest == alike.argmax()
    steps = t.steps(0, 3)
    scores = steps.q[10].double().numpy() @ steps.k.double().numpy().T
    assert found.score == pytest.approx(scores[2], abs=1e-4)
    assert found.largest == np.delete(np.arange(15), 10)[np.delete(scores, 10).argmax()]
    apart = [likeness(t, 3, head, 10, 2) for head in range(12)]
    assert len({one.cosine for one in apart}) == 1
    assert len({one.largest for one in apart}) > 3
    assert any(one.largest != one.nearest for one in apart)


@pytest.mark.weights("smollm2")
def test_likeness_looks_only_where_the_query_may_look(model):
    t = attention.trace(model("smollm2"), FRANCE)
    assert likeness(t, 5, 0, 0, 0) is None
    assert likeness(t, 5, 0, 1, 0).nearest == 0
    assert max(likeness(t, 5, 0, 2, 0).nearest, likeness(t, 5, 0, 2, 0).largest) < 2


@pytest.mark.weights("minilm")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_q_k_and_v_shows_the_cosine_beside_the_score(arrive, model, lang):
    link = {"text": ANIMAL, "model": "minilm", "layer": 3, "head": 1, "query": 10, "key": 2}
    seen = arrive("qkv", lang=lang, **link)
    found = likeness(attention.trace(model("minilm"), ANIMAL), 3, 1, 10, 2)
    t = words(lang)
    values = {"cosine": f"{found.cosine:.4f}", "score": f"{found.score:.4f}".replace("-", "−")}
    assert t("projection.alike", query="it", key="animal", **values) in seen.text
    assert seen.text.count(f"{found.nearest_cosine:.4f}") >= 1
    assert (
        t("projection.alike", query="it", key="animal", **values)
        not in arrive("qkv", lang=lang, matrix="v", **link).text
    )


@pytest.mark.weights("smollm2")
def test_the_weight_of_the_first_token_moves_to_what_is_put_in_front(model):
    before, after = (attention.trace(model("smollm2"), s) for s in (FRANCE, NEUTRAL + FRANCE))
    assert after.tokens.ids[1:] == before.tokens.ids
    places = by_token(before.tokens, after.tokens)
    moved = sink_move(before, after, places, 5)
    rows = [torch.stack([t.weights(layer)[:, 4 + i] for layer in range(30)]).double().mean((0, 1))
            for i, t in enumerate((before, after))]  # fmt: skip
    assert moved.before == pytest.approx(float(rows[0][0]), abs=1e-6)
    assert moved.after == pytest.approx(float(rows[1][0]), abs=1e-6)
    assert moved.left == pytest.approx(float(rows[1][1]), abs=1e-6)
    assert moved.before > 0.4
    assert moved.after > 5 * moved.left
    assert sink_move(before, before, by_token(before.tokens, before.tokens), 4) is None


@pytest.mark.weights("smollm2")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_click_puts_a_token_in_front_and_the_comparison_says_what_it_takes(arrive, lang):
    link = {"text": FRANCE, "model": "smollm2", "query": 4, "lang": lang}
    seen = arrive("what_if", **link)
    t = words(lang)
    (way,) = [
        one.proto.query_string
        for one in seen.at.get("page_link")
        if one.proto.label == t("change.in_front", token=NEUTRAL)
    ]
    assert "other_text=." in way
    there = arrive("compare", kind="text", other_text=NEUTRAL + FRANCE, **link)
    start = t.entries["compare.sink"].split("{query}")[0]
    (line,) = [line for line in there.lines if line.startswith(start) and "The" in line]
    assert f"“{NEUTRAL}”" in line


@pytest.mark.weights("minilm")
def test_an_encoder_is_not_offered_a_token_in_front(arrive):
    seen = arrive("what_if", text=ANIMAL, model="minilm")
    labels = [one.proto.label for one in seen.at.get("page_link")]
    assert words("en")("change.in_front", token=NEUTRAL) not in labels
