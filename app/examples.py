"""The library of sentences with a head worth opening, and what may be claimed about each."""

import logging
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from app.i18n import ASSETS, LANGUAGES, Lang
from attention.weights import EMBEDDED, info

OWN = ASSETS / "examples.toml"
FIRST: Mapping[Lang, str] = {"en": "en-animal-L3H1", "zh-CN": "zh-they"}


@dataclass(frozen=True)
class Example:
    """Hold a sentence, the view to open it in, and its caption in both languages."""

    id: str
    language: Lang
    model: str
    kind: str
    text: str
    layer: int
    head: int
    query: int
    key: int
    recommended: bool
    caption: Mapping[Lang, str]

    @property
    def place(self) -> tuple[object, ...]:
        """Return what a view must equal for the caption to hold."""
        return self.text, self.model, self.layer, self.head, self.query, self.key


@cache
def library(extra: Path | None = None) -> tuple[Example, ...]:
    """Give our examples, then those of a file this server was given.

    A file that can't be read is reported in the log: the page is worth more than one list.
    """
    own = _read(OWN)
    if extra is None:
        return own
    try:
        more = _read(extra)
        ids = [example.id for example in own + more]
        if len(set(ids)) < len(ids):
            raise ValueError("two examples have the same id")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        logging.getLogger(__name__).warning("examples in %s are not read: %r", extra, error)
        return own
    return own + more


def _read(path: Path) -> tuple[Example, ...]:
    with path.open("rb") as file:
        return tuple(_example(entry) for entry in tomllib.load(file)["example"])


def _example(entry: Mapping[str, Any]) -> Example:
    """Make an example of a table.

    Raises:
        ValueError: a value is not what it should be; a KeyError where there is none.
    """
    values: dict[str, Any] = {name: entry[name] for name in KINDS}
    wrong = [name for name, kind in KINDS.items() if not kind(values[name])]
    if wrong:
        raise ValueError(f"example {values['id']!r}: wrong {', '.join(wrong)}")
    return Example(**values)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_index(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_caption(value: object) -> bool:
    return isinstance(value, dict) and all(_is_text(value.get(lang)) for lang in LANGUAGES)


KINDS: Mapping[str, Callable[[object], bool]] = {
    **dict.fromkeys(("id", "model", "kind", "text"), _is_text),
    "language": lambda value: value in LANGUAGES,
    **dict.fromkeys(("layer", "head", "query", "key"), _is_index),
    "recommended": lambda value: type(value) is bool,
    "caption": _is_caption,
}


def first(lang: Lang, models: Collection[str] = EMBEDDED) -> Example:
    """Give the example a visitor without a sentence starts on, of one of the models if it can."""
    own = library()
    usual = next(example for example in own if example.id == FIRST[lang])
    offered = [e for e in own if e.model in models and e.recommended]
    offered.sort(key=lambda example: (example != usual, example.language != lang))
    return offered[0] if offered else usual


def holds(example: Example) -> bool:
    """Tell whether its numbers were measured on the weights that are here.

    Ours were on the wheels' quantised ones; the hub's own give others. A teacher's are hers to say.
    """
    return example not in library() or info(example.model).source != "hub"


def caption_of(place: tuple[object, ...], extra: Path | None = None) -> Mapping[Lang, str] | None:
    """Give the caption of an example if exactly its view is open, since it claims no more.

    ``place``: the open view's text, model, layer, head, query and key.
    """
    return next((e.caption for e in library(extra) if e.place == place and holds(e)), None)
