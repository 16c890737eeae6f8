"""Decide whether an answer to a question is right, by another way than the question's own."""

import math

import numpy as np
import torch

from attention.questions import HeadAt, Number, Phrase, Place, Question, TokenAt, Value
from attention.recording import record

LOOSE = {0: 0.5, 2: 0.006, 3: 0.0006, 4: 0.00006}


def softmax(row: np.ndarray) -> np.ndarray:
    powers = np.exp(row - row[np.isfinite(row)].max())
    return powers / powers.sum()


def phrase(distances: dict[str, float]) -> str:
    """Give the phrase that is at no distance from the truth."""
    return next((name for name, apart in distances.items() if abs(apart) < 1e-3), "other")


class Truth:
    """Hold the numbers of a head, taken from its q, k and v only."""

    def __init__(self, place: Place, question: Question) -> None:
        call = place.trace.call(place.layer)
        group = call.q.shape[1] // call.k.shape[1]
        self.q = call.q[0, place.head].double().numpy()
        self.k = call.k[0, place.head // group].double().numpy()
        self.v = call.v[0, place.head // group].double().numpy()
        self.place, self.given = place, question.given
        self.offered = [choice.value for choice in question.choices]
        self.model = place.trace.model
        self.n, self.d = self.q.shape
        self.scores = self.q @ self.k.T
        self.causal = self.model.is_causal
        barred = np.triu(np.ones((self.n, self.n), bool), 1) & self.causal
        self.masked = np.where(barred, -np.inf, self.scores / math.sqrt(self.d))
        self.weights = np.stack([softmax(row) for row in self.masked])

    def index(self, name: str) -> int:
        value = self.given[name]
        assert isinstance(value, TokenAt | HeadAt)
        return value.index

    def expected(self, name: str) -> object:
        """Give the right answer: a number, or the index or phrase."""
        return getattr(self, name)()

    def hops(self) -> float:
        return self.index("late") - self.index("early")

    def at_once(self) -> float:
        return 1

    def learned(self) -> float:
        return 0

    def mirror(self) -> str:
        query, key = self.index("query"), self.index("key")
        there, back = self.scores[query, key], self.scores[key, query]
        return (
            "same" if abs(there - back) < 1e-3 else "minus" if abs(there + back) < 1e-3 else "other"
        )

    def width(self) -> float:
        return self.model.d_model / self.model.n_heads

    def n_tokens(self) -> float:
        return len(self.model.tokenizer(self.place.trace.tokens.text)["input_ids"])

    def largest_score(self) -> int:
        row = self.scores[self.place.query]
        return int(row[: self.place.query + 1].argmax() if self.causal else row.argmax())

    def longer_key(self) -> float:
        return float(self.q[self.place.query] @ (2 * self.k[self.index("key")]))

    def divide(self) -> float:
        return float(self.scores[self.place.query, self.index("key")] / math.sqrt(self.d))

    def ratio(self) -> float:
        row = self.weights[self.place.query]
        return float(row[self.index("one")] / row[self.index("other")])

    def constant(self) -> float:
        return float(softmax(self.masked[self.place.query] - 3)[self.index("key")])

    def column(self) -> str:
        total = self.weights[:, self.index("key")].sum()
        return (
            "one" if abs(total - 1) < 1e-3 else "count" if abs(total - self.n) < 1e-3 else "other"
        )

    def product(self) -> float:
        key, dim = self.index("key"), int(self.number("dim"))
        return float(self.weights[self.place.query, key] * self.v[key, dim])

    def z_width(self) -> float:
        return (self.weights @ self.v).shape[1]

    def spread(self) -> float:
        return float(np.sqrt(np.ones(self.d).sum()))

    def unscaled(self) -> float:
        row = np.where(np.isinf(self.masked), -np.inf, self.scores)[self.place.query]
        return float(softmax(row)[self.index("key")])

    def divisor(self) -> float:
        return math.sqrt(self.model.d_model / (2 * self.model.n_heads))

    def concat(self) -> float:
        return self.model.d_model

    def same_size(self) -> float:
        return self.model.d_model**2

    def longest(self) -> int:
        call, W_o = (
            self.place.trace.call(self.place.layer),
            self.place.trace.projection(self.place.layer).W_o,
        )
        d_v, z = call.v.shape[-1], call.output[0, :, self.place.query]
        added = [torch.linalg.norm(z[h] @ W_o[h * d_v : (h + 1) * d_v]) for h in range(len(z))]
        return int(np.argmax(added))

    def sink(self) -> float:
        special = [t.is_special for t in self.place.trace.tokens]
        columns = special if any(special) else [i == 0 for i in range(self.n)]
        calls = self.place.trace.calls
        rows = torch.stack([call.steps().weights[0, :, self.index("query")] for call in calls])
        return float(rows[..., torch.tensor(columns)].sum(-1).mean())

    def effect(self) -> int:
        """Hide each key the question offers by the model's own attention mask, one run each."""
        offered = [value.index for value in self.offered if isinstance(value, TokenAt)]
        return max(offered, key=self.turn_without)

    def turn_without(self, key: int) -> float:
        """Give how far the query's last state turns when nobody may look at a token."""
        n, query = self.n, self.place.query
        free = torch.ones(n, n, dtype=torch.bool).tril(0 if self.causal else n)
        hidden = free.clone()
        hidden[:, key] = False
        hidden[~hidden.any(-1), key] = True  # a row keeps its last key
        ids = torch.tensor([self.place.trace.tokens.ids])
        with torch.inference_mode():
            first, second = (
                self.model.body(input_ids=ids, attention_mask=mask[None, None])[0][0, query]
                for mask in (free, hidden)
            )
        return 1 - float(torch.cosine_similarity(first.double(), second.double(), dim=0))

    def keys_seen(self) -> float:
        return int(np.tri(self.n)[self.index("query")].sum())

    def pairs(self) -> float:
        return int(np.tri(self.n).sum())

    def wrong_sum(self) -> float:
        row = self.index("query")
        return float(softmax(self.scores[row] / math.sqrt(self.d))[: row + 1].sum())

    def right_way(self) -> float:
        row = self.index("query")
        return float(softmax(self.scores[row, : row + 1] / math.sqrt(self.d))[self.index("key")])

    def shuffled(self) -> float:
        ids = torch.tensor([self.place.trace.tokens.ids])
        network = self.model.body
        with torch.inference_mode(), record() as recording:
            network(input_ids=ids, position_ids=torch.full_like(ids, 5))
        weights = recording.calls[self.place.layer].steps().weights[0, self.place.head]
        return float(weights[self.place.query, self.index("key")])

    def number(self, name: str) -> float:
        value = self.given[name]
        assert isinstance(value, Number)
        return value.value


def is_right(value: Value, truth: object) -> bool:
    """Tell whether a shown answer is the truth."""
    if isinstance(value, Number):
        assert isinstance(truth, float | int)
        return abs(value.value - truth) <= LOOSE[value.places] + 1e-4 * abs(truth)
    return (value.id if isinstance(value, Phrase) else value.index) == truth


def shown(value: Value) -> str:
    """Write an answer as a reader sees it."""
    if isinstance(value, Number):
        return f"{value.value:.{value.places}f}"
    return repr(value)
