"""The library of sentences with a head worth opening, and what may be claimed about each."""

import logging
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.i18n import ASSETS, Lang

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
    try:
        return _read(OWN) + (_read(extra) if extra else ())
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        logging.getLogger(__name__).warning("examples in %s are not read: %r", extra, error)
        return _read(OWN)


def _read(path: Path) -> tuple[Example, ...]:
    fields = Example.__dataclass_fields__
    with path.open("rb") as file:
        entries = tomllib.load(file)["example"]
    return tuple(Example(**{name: entry[name] for name in fields}) for entry in entries)


def first(lang: Lang, model: str | None = None) -> Example:
    """Give the example a visitor without a sentence starts on, of one model if one is named."""
    own = library()
    if model is None:
        return next(example for example in own if example.id == FIRST[lang])
    of_model = [example for example in own if example.model == model and example.recommended]
    of_model.sort(key=lambda example: example.language != lang)
    return of_model[0] if of_model else first(lang)


def caption_of(place: tuple[object, ...], extra: Path | None = None) -> Mapping[Lang, str] | None:
    """Give the caption of an example if exactly its view is open, since it claims no more.

    ``place``: the open view's text, model, layer, head, query and key.
    """
    return next((e.caption for e in library(extra) if e.place == place), None)
