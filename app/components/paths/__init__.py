"""A race of three networks: how one word's information reaches another one."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.components import register
from app.components.wire import check_index, chosen, pack
from attention.experiments.paths import Path

WORDS: Final = frozenset({"lang", "play", "again", "rnn", "cnn", "attention", "hops", "say"})

_mount = register("paths", "shared/dom", "shared/mount", "paths/draw", "paths/view")


def paths(
    ways: Sequence[Path], labels: Sequence[str], words: Mapping[str, str], *, key: str
) -> None:
    """Show the ways from the first stop to the last; a button sends the word along all of them."""
    for way in ways:
        for _, position in way.stops:
            check_index("position", position, len(labels))
    given = [
        {"kind": way.kind, "n_layers": way.n_layers, "stops": way.stops, "hops": way.hops}
        for way in ways
    ]
    head = {"ways": given, "labels": list(labels), "words": chosen(words, WORDS)}
    _mount(key=key, data=pack(head))
