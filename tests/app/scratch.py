"""The page of the layer by hand without a browser, and the numbers it sends to the walk."""

import json
from typing import Any

import numpy as np
from streamlit.testing.v1 import AppTest

from tests.app.conftest import ENTRY, Seen

PAGE = "app/pages/from_scratch.py"


def open_scratch(**query: object) -> Seen:
    """Open an address of the page as a new visitor; no model is needed."""
    at = AppTest.from_file(ENTRY, default_timeout=120)
    for name, value in query.items():
        at.query_params[name] = str(value)
    seen = Seen(at.switch_page(PAGE).run())
    assert not seen.at.exception
    return seen


def walk(seen: Seen) -> dict[str, Any]:
    """Read what was sent to the walk: its facts, and its matrices by name."""
    (element,) = (
        e for e in seen.at.get("bidi_component") if e.proto.component_name.endswith("steps_by_hand")
    )
    message = element.proto.bytes
    end = 4 + int.from_bytes(message[:4], "little")
    head, floats = json.loads(message[4:end]), np.frombuffer(message[end:], "<f4")
    matrices, place = {}, 0
    for name, rows, columns in head["matrices"]:
        matrices[name] = floats[place : place + rows * columns].reshape(rows, columns)
        place += rows * columns
    return {**head, **matrices}


def alerts(seen: Seen) -> list[str]:
    """Read the sentences that interrupt."""
    bodies = [body for body in seen.html if not body.startswith("<style")]
    return [line for body, line in zip(bodies, seen.lines, strict=True) if 'role="alert"' in body]
