"""Concrete inputs and the right outcome, each measured once on the embedded weights.

``cases.json`` holds what users of such tools have reported and the reference facts, ``e5.json`` the
multilingual model. A case has ``id kind input model expected reference_values``; layers, heads and
tokens are counted from 0.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

Case = dict[str, Any]


@cache
def _all() -> tuple[Case, ...]:
    files = sorted(Path(__file__).parent.glob("*.json"))
    return tuple(case for f in files for case in json.loads(f.read_text(encoding="utf-8")))


def cases(*kinds: str) -> list[Case]:
    """Give the cases of these kinds; a kind without cases is a mistake in the test."""
    found = [case for case in _all() if case["kind"] in kinds]
    if missing := set(kinds) - {case["kind"] for case in found}:
        raise LookupError(f"no case is of the kinds {sorted(missing)}")
    return found


def case(id: str) -> Case:
    """Give the one case with this id, such as ``C001`` or ``F07``."""
    (found,) = (case for case in _all() if case["id"] == id)
    return found
