"""What visitors ask: sentences nobody has shown before, on one page or on many."""

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle

WORDS = ("animal", "street", "teacher", "river", "garden", "letter", "window", "winter", "music")
N_WORDS = 13  # 15 tokens of MiniLM with the special ones
MIXED = ("heads", "steps", "qkv", "many_heads", "what_if", "compare", "course")
LABELS = re.compile(r'"labels": (?=\[)')
SPECIAL = re.compile(r"[\[<].*[\]>]|.*\(start\)")


@dataclass(frozen=True)
class Ask:
    """Hold one view that is asked for."""

    page: str
    model: str
    text: str

    @property
    def query(self) -> dict[str, str]:
        """Return what stands in the address."""
        query = {"text": self.text, "model": self.model, "lang": "en"}
        if self.page == "what_if":
            query["off"] = "1.2"
        if self.page == "compare":
            query |= {"kind": "head", "other_layer": "1", "other_head": "1"}
        return query

    def answers(self, body: str) -> tuple[int, int]:
        """Count the token lines of a reply that are of this text or its beginning, and all."""
        whole, found = letters([self.text]), [letters(line) for line in self._lines(body)]
        own = [line for line in found if whole.startswith(line) and len(line) > len(whole) / 2]
        return len(own), len(found)

    def _lines(self, body: str) -> list[list[str]]:
        """Give the token lines in a reply; a comparison tells its two token by token."""
        decode = json.JSONDecoder().raw_decode
        found = [decode(body, at.end())[0] for at in LABELS.finditer(body)]
        if self.page != "compare":
            return found
        return [list(side) for pairs in found for side in zip(*pairs, strict=True)]


def letters(labels: Sequence[str]) -> str:
    """Give the letters of labels in a row, without special tokens."""
    spoken = (label for label in labels if not SPECIAL.fullmatch(label))
    return re.sub(r"[^a-z]", "", "".join(spoken))


def asks(
    model: str, pages: tuple[str, ...] = ("heads",), n_words: int = N_WORDS, seed: int = 0
) -> Iterator[Ask]:
    """Give views of sentences of so many words, each sentence once, the pages in turn."""
    chance, seen = random.Random(seed), set[tuple[str, ...]]()
    for page in cycle(pages):
        words = tuple(chance.choices(WORDS, k=n_words))
        while words in seen:
            words = tuple(chance.choices(WORDS, k=n_words))
        seen.add(words)
        yield Ask(page, model, " ".join(words))
