"""Places to ask at, and what must hold of every question asked there."""

import attention
from attention.questions import Place, Question
from tests.attention.answers import Truth, is_right, shown


def somewhere(model: attention.Model, text: str, number: int) -> Place:
    """Give a place that moves through heads and tokens with the number of the sentence."""
    t = attention.trace(model, text)
    layer, head = number % t.n_layers, (5 * number) % t.n_heads
    query = t.n_tokens - 1 - number % max(1, t.n_tokens - 2)
    return Place(t, layer, head, query, (3 * number) % (query + 1))


def check(asked: Question, place: Place) -> None:
    """Hold a question against the truth: one right answer, no two that read alike."""
    truth = Truth(place, asked).expected(asked.name)
    right = [choice for choice in asked.choices if is_right(choice.value, truth)]
    assert len(right) == 1, (asked.name, asked.choices, truth)
    assert right[0].is_right, (asked.name, asked.choices, truth)
    assert sum(choice.is_right for choice in asked.choices) == 1
    assert asked.choices[asked.right].is_right
    texts = [shown(choice.value) for choice in asked.choices]
    assert 2 <= len(texts) == len(set(texts)) <= 4
