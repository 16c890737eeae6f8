"""A file of examples, read entry by entry: a wrong one costs itself and one sentence, no more.

An entry begins with a line ``[[example]]``. Only ``text`` is needed; the rest has a default.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.i18n import LANGUAGES, Lang, mostly_chinese
from app.parsers import MAX_CHARS

HEADER = re.compile(r"\s*\[\[.*\]\]\s*(#.*)?")
AT = re.compile(r"\(at line (\d+),")
MODEL: Mapping[Lang, str] = {"en": "minilm", "zh-CN": "e5"}
# What our own file says beside, for its tests: allowed, and not read here.
MEASURED = frozenset(
    {"query_token", "key_token", "weight", "tolerance"}
    | {"verdict", "quoted", "mean_of_others", "elsewhere"}
)


@dataclass(frozen=True)
class Example:
    """Hold a sentence, the view to open it in, and its caption in both languages.

    ``query`` and ``key`` are None where the page chooses.
    """

    id: str
    language: Lang
    model: str
    kind: str
    text: str
    layer: int
    head: int
    query: int | None
    key: int | None
    recommended: bool
    caption: Mapping[Lang, str]

    def is_at(self, place: tuple[object, ...]) -> bool:
        """Tell whether a view is this one, so that the caption holds.

        ``place``: the view's text, model, layer, head, query and key.
        """
        own = (self.text, self.model, self.layer, self.head, self.query, self.key)
        return all(one in (None, other) for one, other in zip(own, place, strict=True))


FIELDS: tuple[str, ...] = tuple(Example.__dataclass_fields__)


@dataclass(frozen=True)
class Fault:
    """Hold what is wrong in a file: which kind, in which line (0: all of it), with what."""

    key: str
    line: int
    fields: Mapping[str, object]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and len(value) <= MAX_CHARS


def _is_index(value: object) -> bool:
    return type(value) is int and 0 <= value < 10**6


def _is_caption(value: object) -> bool:
    if isinstance(value, dict):
        return value.keys() <= {*LANGUAGES} and bool(value) and all(map(_is_text, value.values()))
    return _is_text(value)


KINDS: Mapping[str, tuple[str, Callable[[object], bool]]] = {
    **dict.fromkeys(("text", "id", "model", "kind"), ("no_text", _is_text)),
    "language": ("no_language", lambda value: value in LANGUAGES),
    **dict.fromkeys(("layer", "head", "query", "key"), ("no_index", _is_index)),
    "recommended": ("no_switch", lambda value: type(value) is bool),
    "caption": ("no_caption", _is_caption),
}


def read(
    content: bytes, taken: Mapping[str, int], models: Sequence[str] | None
) -> tuple[tuple[Example, ...], tuple[Fault, ...]]:
    """Give the good examples of a file's content, and a fault for each of the others.

    Args:
        content: the file's bytes.
        taken: ids that may not be used again, each with the line it was used in, 0 for ours.
        models: those that are offered; None takes any.
    """
    try:
        lines = content.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        return (), (Fault("no_utf8", content[: error.start].count(b"\n") + 1, {}),)
    ids, examples, faults = dict(taken), [], []
    for start, block in _blocks(lines):
        found = _example(start, block, ids, models)
        if isinstance(found, Fault):
            faults.append(found)
        elif found is not None:
            ids[found.id] = start
            examples.append(found)
    if not examples and not faults:
        faults.append(Fault("empty", 1, {}))
    return tuple(examples), tuple(faults)


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """Give each entry with the number of its first line; first what stands before all of them."""
    starts = [i for i, line in enumerate(lines) if HEADER.fullmatch(line)]
    for start, end in zip([0, *starts], [*starts, len(lines)], strict=True):
        if start < end:
            yield start + 1, lines[start:end]


def _example(
    start: int, block: Sequence[str], ids: Mapping[str, int], models: Sequence[str] | None
) -> Example | Fault | None:
    """Make an example of an entry; None where nothing is written."""
    try:
        tables = tomllib.loads("\n".join(block))
    except tomllib.TOMLDecodeError as error:
        at = AT.search(str(error))
        return Fault("no_toml", start + (int(at[1]) if at else len(block)) - 1, {})
    strays = [name for name, value in tables.items() if not _is_entry(name, value)]
    if strays or not tables:
        line = _line_of(strays[0], start, block) if strays else 0
        return Fault("outside", line, {"name": strays[0]}) if strays else None
    entry = tables["example"][0]
    fault = _wrong(entry, models)
    name = fault.fields["name"] if fault else ""
    if fault is None and (known := ids.get(entry.get("id", f"own-{start}"))) is not None:
        name, fault = "id", Fault("same_id" if known else "our_id", 0, {"first": known})
    if fault is None:
        return _complete(entry, start)
    value = {"value": entry[name]} if name in entry else {}
    return Fault(fault.key, _line_of(str(name), start, block), {**fault.fields, **value})


def _is_entry(name: str, value: object) -> bool:
    """Tell whether a table is an entry; ``example = []`` is a list of none."""
    return (
        name == "example" and isinstance(value, list) and isinstance(next(iter(value), None), dict)
    )


def _wrong(entry: Mapping[str, Any], models: Sequence[str] | None) -> Fault | None:
    """Give the first fault of an entry's values, its line still open."""
    if "text" not in entry:
        return Fault("missing", 0, {"name": "text"})
    for name in entry:
        if name not in KINDS and name not in MEASURED:
            return Fault("unknown", 0, {"name": name})
    for name, (key, is_right) in KINDS.items():
        if name in entry and not is_right(entry[name]):
            return Fault(key, 0, {"name": name})
    if models is not None and entry.get("model", models[0] if models else "") not in models:
        return Fault("no_model", 0, {"name": "model", "models": ", ".join(models)})
    return None


def _line_of(name: str, start: int, block: Sequence[str]) -> int:
    """Give the line a key stands in, or the entry's first."""
    pattern = re.compile(rf"[\s\[]*(example\s*\.\s*)?[\"']?{re.escape(name)}[\"']?\s*[\].=]")
    return start + next((i for i, line in enumerate(block) if pattern.match(line)), 0)


def _complete(entry: Mapping[str, Any], start: int) -> Example:
    """Fill in what an entry leaves out."""
    language: Lang = entry.get("language") or ("zh-CN" if mostly_chinese(entry["text"]) else "en")
    said = entry.get("caption", "")
    captions = said if isinstance(said, dict) else dict.fromkeys(LANGUAGES, str(said))
    usual = next(iter(captions.values()))
    caption: Mapping[Lang, str] = {lang: captions.get(lang, usual) for lang in LANGUAGES}
    return Example(
        id=entry.get("id", f"own-{start}"),
        language=language,
        model=entry.get("model", MODEL[language]),
        kind=entry.get("kind", "own"),
        text=entry["text"],
        layer=entry.get("layer", 0),
        head=entry.get("head", 0),
        query=entry.get("query"),
        key=entry.get("key"),
        recommended=entry.get("recommended", False),
        caption=caption,
    )
