"""What travels between Python and the browser: words and arrays there, clicks back."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, TypeVarTuple

import streamlit as st

from attention.views import TokenLine

MASKED = 65535

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def telling(
    key: str,
    event: str,
    read: Callable[[object], tuple[*Ts] | None],
    then: Callable[[*Ts], object] | None,
) -> Callable[[], None]:
    """Give the callback of an event of the component ``key``: read what came, and tell ``then``.

    Streamlit calls it before the page runs, so that one action is one run. What ``read`` does not
    know is dropped. A session holds on to the callback until the page runs again: neither function
    may hold a run of a model.
    """

    def tell() -> None:
        found = read(st.session_state[key].get(event))
        if found is not None and then is not None:
            then(*found)

    return tell


def pack(head: Mapping[str, object], body: bytes = b"") -> bytes:
    """Join a JSON head and raw bytes: Streamlit carries bytes only when nothing is around them.

    The head's length stands in front as a little-endian uint32.
    """
    text = json.dumps(head).encode("ascii")
    return len(text).to_bytes(4, "little") + text + body


def chosen(words: Mapping[str, str], needed: frozenset[str]) -> dict[str, str]:
    """Give the words a component needs, and no others."""
    if missing := sorted(needed - words.keys()):
        raise ValueError(f"words lack {', '.join(missing)}; they have {', '.join(sorted(words))}")
    return {name: words[name] for name in sorted(needed)}


def token_line(line: TokenLine, *names: str) -> dict[str, Sequence[object]]:
    """Give the named fields of a line of tokens as JSON can carry them, all equally long."""
    fields: dict[str, Sequence[object]] = {
        "labels": line.labels,
        "pieces": line.pieces,
        "special": line.special,
        "unknown": line.unknown,
    }
    if len({len(field) for field in fields.values()}) != 1:
        lengths = {name: len(field) for name, field in fields.items()}
        raise ValueError(f"a token line has fields of equal length, not {lengths}")
    return {name: fields[name] for name in names}


def check_bytes(name: str, value: bytes, n_values: int) -> None:
    """Refuse bytes that do not hold exactly `n_values` uint16."""
    if len(value) != 2 * n_values:
        raise ValueError(
            f"{name} holds {n_values} uint16 in {2 * n_values} bytes, not {len(value)}"
        )


def check_index(name: str, value: int | None, limit: int) -> None:
    """Refuse an index outside 0 … limit - 1; None stands for no choice."""
    if value is not None and not 0 <= value < limit:
        raise ValueError(f"{name} lies in 0 … {limit - 1}, not at {value}")


def alone(value: T | None) -> tuple[T] | None:
    """Give what was read as the one value that is told, or None."""
    return None if value is None else (value,)


def as_pair(value: object, limit: int, limit_second: int | None = None) -> tuple[int, int] | None:
    """Give two indices that came from the browser, or None; the second may have its own limit."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    one = as_index(value[0], limit)
    other = as_index(value[1], limit if limit_second is None else limit_second)
    return None if one is None or other is None else (one, other)


def as_index(value: object, limit: int) -> int | None:
    """Give an index that came from the browser, or None: what comes from there is not trusted."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limit:
        return value
    return None
