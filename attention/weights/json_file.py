"""Read and write the small JSON files of a model's folder."""

import json
from pathlib import Path
from typing import Any


def read_json(path: Path) -> dict[str, Any]:
    """Return the object that the file holds."""
    value = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(value, dict):
        raise ValueError(f"expected an object in {path.name}, got {type(value).__name__}")
    return value


def write_json(path: Path, value: dict[str, Any]) -> None:
    """Write the object, readable by people too."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    path.write_text(text + "\n", encoding="utf-8")
