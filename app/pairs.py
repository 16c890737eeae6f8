"""The library of comparisons: two views worth seeing side by side, and what may be claimed."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from app.examples import OWN
from app.i18n import Lang
from app.parsers import Kind
from app.selection import Selection
from attention.weights import EMBEDDED, info

OTHERS = ("other_text", "other_model", "other_layer", "other_head")
USED: Mapping[Kind, tuple[str, ...]] = {
    "text": ("other_text",),
    "model": ("other_model", "other_layer", "other_head"),
    "head": ("other_layer", "other_head"),
}


@dataclass(frozen=True)
class Pair:
    """Hold two views: the fields of an address, and a caption in both languages.

    ``elsewhere`` says how far the finding carries, as measured on sentences not shown here; empty
    where that was not measured.
    """

    id: str
    language: Lang
    view: Mapping[str, Any]
    caption: Mapping[Lang, str]
    elsewhere: Mapping[Lang, str]

    @property
    def kind(self) -> Kind:
        """Return what is compared."""
        return self.view["kind"]

    @property
    def models(self) -> set[str]:
        """Return the models that are needed."""
        return {self.view["model"], self.view.get("other_model") or self.view["model"]}

    def starts(self, selection: Selection) -> bool:
        """Tell whether a view is this one's first side."""
        names = ("kind", "text", "model", "layer", "head")
        return all(getattr(selection, name) == self.view[name] for name in names)

    def is_open(self, selection: Selection) -> bool:
        """Tell whether exactly this is open, on the weights it was measured on."""
        used = USED[self.kind]
        same = all(getattr(selection, name) == self.view[name] for name in used)
        return self.starts(selection) and same and self.holds

    @property
    def holds(self) -> bool:
        """Return whether its numbers are those of the weights that are here."""
        return all(info(model).source != "hub" for model in self.models & set(EMBEDDED))


@cache
def library() -> tuple[Pair, ...]:
    """Give the pairs of sentences, then the other comparisons."""
    with OWN.open("rb") as file:
        found = tomllib.load(file)
    return tuple(_pair(entry) for entry in [*found["pair"], *found["comparison"]])


def _pair(entry: Mapping[str, Any]) -> Pair:
    link = entry["links"][0]["before"]
    view = {
        "kind": entry.get("kind", "text"),
        **{name: entry[name] for name in ("text", "model", "layer", "head")},
        **{name: link[name] for name in ("query", "key")},
        **{name: entry.get(name, "" if name == "other_text" else None) for name in OTHERS},
    }
    elsewhere = entry.get("elsewhere", {})
    return Pair(entry["id"], entry["language"], view, entry["caption"], elsewhere)


def completed(selection: Selection) -> Selection:
    """Give a view whose other side is open, as a pair of the library has it, or left as it is.

    A link that names nothing of the other side shows what was measured with the first.
    """
    used = USED[selection.kind]
    if any(getattr(selection, name) not in ("", None) for name in used):
        return selection
    found = next((pair for pair in library() if pair.starts(selection)), None)
    if found is None:
        return selection
    return Selection(**{**vars(selection), **{name: found.view[name] for name in used}})


def opened(selection: Selection) -> Pair | None:
    """Give the pair that is exactly what is open, since its caption claims no more."""
    return next((pair for pair in library() if pair.is_open(selection)), None)
