"""Attention seen from outside: what a model may answer, and what a lower level refuses to give."""

from collections.abc import Callable

import pytest
import torch
from torch.testing import assert_close

import attention
from attention import Model, WhatIf
from attention.errors import LevelTooLow, UnsupportedModel
from attention.models import prepare
from attention.softmax_tap import SoftmaxTap
from tests.architectures.catalogue import CATALOGUE
from tests.attention.folders import tokenizer
from tests.cases import case

IDS = [5, 6, 7, 8, 9, 10, 11, 12, 13]
NAMED = {one.name: one for one in CATALOGUE}


def ready(name: str) -> Model:
    return prepare(name, NAMED[name].build(), tokenizer())


def answering(name: str, change: Callable[[list], object]) -> Model:
    """Prepare a network that answers with something else when it is asked for its weights."""
    network = NAMED[name].build("eager")
    forward = network.forward

    def answer(*args: object, output_attentions: bool = False, **named: object) -> object:
        found = forward(*args, output_attentions=output_attentions, **named)
        if output_attentions:
            found["attentions"] = change(list(found["attentions"]))
        return found

    network.forward = answer
    return prepare(name, network, tokenizer())


def fail(_: list) -> None:
    raise ValueError("these weights are a secret")


ANSWERS = {
    "none": (lambda _: None, "no_weights"),
    "an empty tuple": (lambda _: (), "no_weights"),
    "a pair of None": (lambda _: (None, None), "no_weights"),
    "an error": (fail, "no_weights"),
    "one map of two": (lambda maps: (maps[0],), "some_weights"),
    "one map more": (lambda maps: (*maps, maps[0].flip(-1)), "some_weights"),
    "states": (lambda maps: tuple(one[..., :5] for one in maps), "not_a_map"),
    "one state": (lambda maps: (maps[0], maps[1][..., :5]), "not_a_map"),
    "numbers that are no weights": (lambda maps: tuple(3 - one for one in maps), "no_weights"),
    "not a number": (lambda maps: tuple(one / 0 for one in maps), "no_weights"),
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_c050_an_answer_that_is_no_map_of_each_layer_is_refused_with_its_reason(answer):
    assert "(None, None)" in case("C050")["input"]
    change, feature = ANSWERS[answer]
    with pytest.raises(UnsupportedModel) as caught:
        answering("BLOOM", change)
    assert caught.value.fields == {"model": "BLOOM", "feature": feature}


def test_weights_that_no_softmax_gave_are_shown_alone():
    model = answering("MPNet", lambda maps: tuple(one.flip(-1) for one in maps))
    assert (model.level, model.why) == ("C", "no_logits")
    t = attention.trace(model, ids=IDS)
    expected = NAMED["MPNet"].build("eager")(torch.tensor([IDS]), output_attentions=True)
    assert torch.equal(t.weights(1), expected.attentions[1][0].flip(-1))


def test_a_softmax_that_is_seen_wrongly_is_not_taken_for_attention(monkeypatch):
    note = SoftmaxTap.note

    def wrong(self: SoftmaxTap, given: torch.Tensor, answer: torch.Tensor) -> torch.Tensor:
        note(self, given.flip(-1), answer.flip(-1))
        return answer

    monkeypatch.setattr(SoftmaxTap, "note", wrong)
    assert ready("RoFormer").level == "C"


def test_a_run_that_is_made_in_another_way_than_at_load_is_refused():
    model = ready("BLOOM")
    forward = model.network.base_model.forward

    def longer(*args: object, **named: object) -> object:
        torch.zeros(1, 4, 9, 9).softmax(-1)
        return forward(*args, **named)

    model.network.base_model.forward = longer
    with pytest.raises(UnsupportedModel) as caught:
        attention.trace(model, ids=IDS)
    assert caught.value.fields["feature"] == "other_way"


def lacking(model: Model) -> dict[str, Callable[[], object]]:
    t = attention.trace(model, ids=IDS)
    return {
        "steps": lambda: t.steps(0, 1),
        "x": lambda: t.hidden(0),
        "matrices": lambda: t.projection(0),
        "logits": lambda: t.masked(0),
        "what_if": lambda: attention.trace(model, ids=IDS, what_if=WhatIf(block={2})),
        "scale": lambda: attention.trace(model, ids=IDS, what_if=WhatIf(scale="none")),
        "ahead": lambda: attention.trace(model, ids=IDS, what_if=WhatIf(causal=False)),
    }


@pytest.mark.parametrize(
    ("name", "given"), [("BLOOM", {"logits", "what_if"}), ("BigBird", {"scale", "ahead"})]
)
def test_what_a_level_does_not_give_is_an_error_that_says_so(name, given):
    model = ready(name)
    for what, ask in lacking(model).items():
        if what in given and model.level == "B":
            ask()
            continue
        with pytest.raises(LevelTooLow) as caught:
            ask()
        # At level C nothing can be changed, so no switch is named.
        assert caught.value.lacking == ("what_if" if what in given else what)
        assert caught.value.fields == {"model": name, "level": model.level}


@pytest.mark.parametrize("name", ["BLOOM", "GPT-Neo", "MPNet", "XLNet"])
def test_what_enters_the_softmax_gives_the_weights_and_shows_the_mask(name):
    t = attention.trace(ready(name), ids=IDS)
    for layer in range(2):
        assert_close(t.masked(layer).softmax(-1), t.weights(layer), rtol=0, atol=1e-6)
    past = torch.ones(len(IDS), len(IDS), dtype=torch.bool).tril()
    if name == "BLOOM":
        assert torch.equal(t.mask(0), past)
    if name == "GPT-Neo":  # its second layer looks at the last four tokens
        assert torch.equal(t.mask(1), past & past.T.logical_not().tril(-4).logical_not())
    if name in ("MPNet", "XLNet"):
        assert t.mask(0) is None


def test_a_blocked_token_is_what_the_models_own_mask_makes_of_it():
    model = ready("MPNet")
    t = attention.trace(model, ids=IDS, what_if=WhatIf(block={3}))
    allowed = torch.ones(1, len(IDS), dtype=torch.long)
    allowed[0, 3] = 0
    network = NAMED["MPNet"].build("eager")
    with torch.inference_mode():
        own = network(torch.tensor([IDS]), attention_mask=allowed, output_attentions=True)
    assert_close(t.output, own.last_hidden_state[0], rtol=1e-5, atol=1e-5)
    for layer in range(2):
        assert_close(t.weights(layer), own.attentions[layer][0], rtol=0, atol=1e-6)


def test_a_head_that_is_off_is_cut_out_of_its_output_matrix():
    t = attention.trace(ready("MPNet"), ids=IDS, what_if=WhatIf(heads_off={(0, 1)}))
    network = NAMED["MPNet"].build("eager")
    network.get_submodule("encoder.layer.0.attention.attn.o").weight[:, 8:16] = 0
    with torch.inference_mode():
        own = network(torch.tensor([IDS]), output_attentions=True)
    assert_close(t.output, own.last_hidden_state[0], rtol=1e-5, atol=1e-5)
    assert_close(t.weights(0), own.attentions[0][0], rtol=0, atol=1e-6)


def test_other_switches_change_the_rows_they_name():
    model = ready("MPNet")
    before = attention.trace(model, ids=IDS)
    even = attention.trace(model, ids=IDS, what_if=WhatIf(uniform_heads={(0, 2)})).weights(0)
    assert even[2].eq(1 / len(IDS)).all()
    assert torch.equal(even[1], before.weights(0)[1])
    warm = attention.trace(model, ids=IDS, what_if=WhatIf(temperature=2.0)).weights(0)
    assert_close(warm, (before.masked(0) / 2).softmax(-1))
    back = attention.trace(model, ids=IDS, what_if=WhatIf(causal=True, block={0}))
    assert not back.weights(0).triu(1).any()
    assert back.kept_rows == {0}
