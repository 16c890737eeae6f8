"""Questions of the words themselves: how far apart, how many, in which order, and whose numbers."""

import numpy as np

from attention.experiments.order import can_forget_positions
from attention.questions.place import Place
from attention.questions.record import Number, Phrase, Question, TokenAt, first_clear, question
from attention.shuffled import Shuffled
from attention.words import count_words


def hops(place: Place) -> Question | None:
    """Ask how many steps lead from one word to another in an RNN."""
    early, late = distant(place)
    apart = late - early
    return question(
        "hops",
        {"early": TokenAt(early), "late": TokenAt(late), "n": Number(place.n_tokens)},
        Number(apart),
        (Number(1), "attention"),
        (Number(apart + 1), "counted"),
        (Number(place.n_tokens), "all"),
    )


def distant(place: Place) -> tuple[int, int]:
    """Give the chosen pair from left to right, or a pair farther apart where it is too near."""
    first, last = sorted((place.query, place.key))
    if last - first >= 3:
        return first, last
    end = 0 if place.query >= place.n_tokens / 2 else place.n_tokens - 1
    first, last = sorted((place.query, end))
    return first, last


def at_once(place: Place) -> Question | None:
    """Ask how many steps must follow each other in a layer of attention."""
    n = place.n_tokens
    return question(
        "at_once",
        {"n": Number(n)},
        Number(1),
        (Number(n), "like_rnn"),
        (Number(n * n), "pairs"),
    )


def learned(place: Place) -> Question | None:
    """Ask how many numbers of W_Q change with the sentence."""
    W_q = place.trace.projection(place.layer).W_q
    if W_q is None:
        return None
    return question(
        "learned",
        {
            "count": Number(W_q.numel()),
            "rows": Number(W_q.shape[0]),
            "columns": Number(W_q.shape[1]),
        },
        Number(0),
        (Number(W_q.numel()), "all"),
        (Number(place.n_tokens * place.d_head), "of_q"),
    )


def mirror(place: Place) -> Question | None:
    """Ask for the score of the same two words with their parts exchanged."""
    scores = place.matrix("scores")
    keys = [place.key, *place.by_weight, *range(place.n_tokens)]
    return first_clear(_mirror(scores, place.query, key) for key in keys)


def _mirror(scores: np.ndarray, query: int, key: int) -> Question | None:
    there, back = float(scores[query, key]), float(scores[key, query])
    if min(abs(there - back), abs(there + back)) < max(0.05, 0.05 * abs(there)):
        return None
    return question(
        "mirror",
        {"query": TokenAt(query), "key": TokenAt(key), "score": Number(there, 3),
         "back": Number(back, 3), "minus": Number(-there, 3)},
        Phrase("other"),
        (Phrase("same"), "symmetric"),
        (Phrase("minus"), "reversed"),
    )  # fmt: skip


def width(place: Place) -> Question | None:
    """Ask how wide the query of one head is."""
    model = place.trace.model
    return question(
        "width",
        {"query": TokenAt(place.query), "d_model": Number(model.d_model)},
        Number(place.d_head),
        (Number(model.d_model), "whole"),
        (Number(place.n_tokens), "per_token"),
        (Number(model.n_heads), "heads"),
    )


def n_tokens(place: Place) -> Question | None:
    """Ask how many tokens the model reads."""
    tokens = place.trace.tokens
    n_words = count_words(tokens.text)
    letters = sum(letter.isalnum() for letter in tokens.text)
    return question(
        "n_tokens",
        {"words": Number(n_words), "special": Number(sum(token.is_special for token in tokens))},
        Number(len(tokens)),
        (Number(n_words), "words"),
        (Number(letters), "letters"),
        (Number(sum(not token.is_special for token in tokens)), "own"),
        (Number(n_words + 2), "words_and_marks"),
    )


def shuffled(place: Place) -> Question | None:
    """Ask what becomes of a weight when words are shuffled and the model knows no positions."""
    if not can_forget_positions(place.trace):
        return None
    found = place.shuffled
    return first_clear(_shuffled(place, found, key) for key in place.by_weight)


def _shuffled(place: Place, found: Shuffled, key: int) -> Question | None:
    weight = float(found.weights[place.head, place.query, key])
    there = float(found.shuffled[place.head, place.query, key])
    return question(
        "shuffled",
        {"query": TokenAt(place.query), "key": TokenAt(key), "weight": Number(weight, 3)},
        Number(weight, 3),
        (Number(there, 3), "same_place"),
        (Number(1 / place.n_tokens, 3), "alike"),
        (Number(0.0, 3), "lost"),
    )
