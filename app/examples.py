"""The library of sentences with a head worth opening, and what may be claimed about each."""

import logging
import tomllib
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from pathlib import Path

from app import example_file
from app.example_file import FIELDS, Example, Fault
from app.i18n import ASSETS, Lang
from app.settings import Settings
from attention.weights import EMBEDDED, info

OWN = ASSETS / "examples.toml"
FIRST: Mapping[Lang, str] = {"en": "en-animal-L3H1", "zh-CN": "zh-they"}


@cache
def built_in() -> tuple[Example, ...]:
    """Give the examples the app comes with."""
    with OWN.open("rb") as file:
        entries = tomllib.load(file)["example"]
    return tuple(Example(**{name: entry[name] for name in FIELDS}) for entry in entries)


def library(extra: Path | None = None) -> tuple[Example, ...]:
    """Give the examples of a file this server was given, then ours."""
    return (*own(extra)[0], *built_in()) if extra else built_in()


def own(file: Path) -> tuple[tuple[Example, ...], tuple[Fault, ...]]:
    """Give the good examples of a file, and what is wrong with the others.

    A file that was changed is read again, so that a teacher need not start the server anew.
    """
    settings = Settings.from_environ()
    try:
        changed = file.stat().st_mtime_ns
    except OSError:
        changed = 0
    return _read(file, changed, None if settings.hub or settings.root else settings.models)


@lru_cache(maxsize=8)
def _read(
    file: Path, changed: int, models: tuple[str, ...] | None
) -> tuple[tuple[Example, ...], tuple[Fault, ...]]:
    taken = {example.id: 0 for example in built_in()}
    try:
        content = file.read_bytes()
    except OSError:
        found = (), (Fault("unreadable", 0, {}),)
    else:
        found = example_file.read(content, taken, models)
    log = logging.getLogger(__name__)
    for fault in found[1]:
        log.warning("examples in %s, line %d: %s %s", file, fault.line, fault.key, fault.fields)
    return found


def first(lang: Lang, models: Collection[str] = EMBEDDED, extra: Path | None = None) -> Example:
    """Give the example a visitor without a sentence starts on, of one of the models if it can.

    An example of the server's own that is recommended in the language comes before ours.
    """
    usual = next(example for example in built_in() if example.id == FIRST[lang])
    hers = [e for e in own(extra)[0] if e.language == lang] if extra else []
    offered = [e for e in [*hers, *built_in()] if e.model in models and e.recommended]
    offered.sort(key=lambda e: (e not in hers, e != usual, e.language != lang))
    return offered[0] if offered else usual


def holds(example: Example) -> bool:
    """Tell whether its numbers were measured on the weights that are here.

    Ours were on the wheels' quantised ones; the hub's own give others. A teacher's are hers to say.
    """
    return example not in built_in() or info(example.model).source != "hub"


def caption_of(place: tuple[object, ...], extra: Path | None = None) -> Mapping[Lang, str] | None:
    """Give the caption of an example if exactly its view is open, since it claims no more.

    ``place``: the open view's text, model, layer, head, query and key.
    """
    found = (e for e in library(extra) if e.is_at(place) and holds(e) and all(e.caption.values()))
    return next((example.caption for example in found), None)
