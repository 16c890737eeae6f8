import pytest
import torch

import attention
from attention.compare_views import by_token
from attention.context_views import cosines

ANIMAL = "The animal didn't cross the street because it was too tired"


def alike(model, text, other):
    before, after = attention.trace(model, text), attention.trace(model, other)
    return before, after, cosines(before, after, by_token(before.tokens, after.tokens))


@pytest.mark.weights("minilm")
def test_the_vector_of_a_word_starts_the_same_and_takes_its_context_in(model):
    before, after, states = alike(model("minilm"), ANIMAL, ANIMAL.replace("tired", "wide"))
    assert states.shape == (15, 7)
    assert states[10, 0] == pytest.approx(1, abs=1e-6)
    assert states[10, 1:].max() < 0.999
    own = torch.cosine_similarity(before.output, after.output, dim=-1)
    assert states[:, 6] == pytest.approx(own.numpy(), abs=1e-5)


@pytest.mark.weights("smollm2")
def test_in_a_causal_model_no_vector_knows_of_a_word_that_comes_later(model):
    _, _, states = alike(model("smollm2"), ANIMAL, ANIMAL.replace("tired", "wide"))
    assert states[:11] == pytest.approx(1, abs=1e-6)
    assert states[11].min() < 0.99


@pytest.mark.weights("minilm")
def test_a_place_on_one_side_only_has_no_cosine(model):
    _, _, states = alike(model("minilm"), "The cat sat", "The old cat sat")
    missing = [i for i, row in enumerate(states) if torch.tensor(row).isnan().all()]
    assert missing == [2]
    assert not torch.tensor(states).isnan()[[0, 1, 3, 4, 5]].any()
