"""What papers, courses and tools claim of two words, and the verdict our measurement allows."""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from app.i18n import ASSETS, Lang, Words
from app.selection import Selection
from attention.weights import info

OWN = ASSETS / "claims.toml"
TOLERANCE = 5e-3  # how far a number may lie from the recorded one for its verdict to stand


@dataclass(frozen=True)
class Link:
    """Hold two words of a claim in one model, what was measured there, and the verdict.

    ``keys`` are the pieces of one word, whose weights are added. ``weight`` is the highest that
    any head gives, with its ``layer`` and ``head``; all three are None where no head can look.
    """

    text: str
    pair: str
    model: str
    words: tuple[str, str]
    query: int
    keys: tuple[int, ...]
    layer: int | None
    head: int | None
    weight: float | None
    verdict: str
    because: tuple[str, ...]

    @property
    def view(self) -> Mapping[str, Any]:
        """Return the fields of an address that open it; where no head can look, the first head."""
        return {
            **{name: getattr(self, name) for name in ("text", "pair", "model", "query")},
            "layer": self.layer or 0,
            "head": self.head or 0,
            "key": self.keys[0],
        }

    @property
    def holds(self) -> bool:
        """Return whether its number is that of the weights that are here."""
        return info(self.model).source != "hub"

    def is_at(self, selection: Selection, query: int, key: int) -> bool:
        """Tell whether it is what is open: any piece of its word may be the chosen key."""
        same = all(getattr(selection, name) == getattr(self, name) for name in SAME)
        place = (selection.layer, selection.head)
        return (
            same
            and (self.weight is None or place == (self.layer, self.head))
            and query == self.query
            and key in self.keys
        )


SAME = ("text", "pair", "model")


@dataclass(frozen=True)
class Claim:
    """Hold a claim, where it is made, and the pairs of words it was tested on."""

    id: str
    source: Mapping[Lang, str]
    says: Mapping[Lang, str]
    links: tuple[Link, ...]

    def first(self, models: Collection[str], model: str) -> Link | None:
        """Give a pair of words to begin with: in a model if it was tested there, else another."""
        usable = [link for link in self.links if link.model in models]
        return next((link for link in usable if link.model == model), next(iter(usable), None))


@cache
def library() -> tuple[Claim, ...]:
    """Give all claims that were tested."""
    with OWN.open("rb") as file:
        entries = tomllib.load(file)["claim"]
    return tuple(_claim(entry) for entry in entries)


def _claim(entry: Mapping[str, Any]) -> Claim:
    text, pair = entry["text"], entry.get("pair", "")
    links = (
        Link(
            text=f"{text}\n{pair}" if link.get("one_text") else text,
            pair="" if link.get("one_text") else pair,
            model=link["model"],
            words=(link["words"][0], link["words"][1]),
            query=link["query"],
            keys=tuple(link["keys"]),
            **{name: link.get(name) for name in ("layer", "head", "weight")},
            verdict=link["verdict"],
            because=tuple(link.get("because", ())),
        )
        for link in entry["links"]
    )
    return Claim(entry["id"], entry["source"], entry["says"], tuple(links))


def opened(selection: Selection, query: int, key: int) -> tuple[Claim, Link] | None:
    """Give the claim and the pair of words that are exactly what is open, on these weights."""
    found = ((claim, link) for claim in library() for link in claim.links)
    return next(
        (one for one in found if one[1].is_at(selection, query, key) and one[1].holds), None
    )


def verdict(link: Link, t: Words) -> str:
    """Give the verdict in the reader's language, and what limits it."""
    said = t(f"claims.verdict_{link.verdict}")
    reasons = t("claims.and").join(t(f"claims.because_{name}") for name in link.because)
    return t("claims.limited", verdict=said, reasons=reasons) if reasons else said
