"""Load five models in turn, let them go, load them again; print what the process holds, in MB."""

import gc
import json
import sys
from pathlib import Path

import psutil
from transformers import AutoModel, AutoModelForCausalLM

from app import runs
from attention.what_if import WhatIf
from tests.attention import folders

MEDIUM = {"hidden_size": 512, "num_hidden_layers": 6, "num_attention_heads": 8}
TEXT = "the cat sees a dog and the dog sees a cat"


def held() -> int:
    return round(psutil.Process().memory_info().rss / 1e6)


def look(source: str) -> int:
    """Do what a visitor does: read a sentence, then change something."""
    reading = runs.reading(source, TEXT, 512)
    runs.changed(reading, WhatIf(temperature=2.0))
    return held()


def main(place: Path) -> None:
    sizes = {"vocab_size": 30_000, "intermediate_size": 1024}
    made = [
        folders.made("bert", place / "bert", AutoModel, **MEDIUM, **sizes),
        folders.made("llama", place / "llama", AutoModelForCausalLM, **MEDIUM, **sizes),
    ]
    sources = ["minilm", "e5", *made, "smollm2"]
    for source in sources:  # imports what each kind needs: that stays
        look(source)
    runs.shelf().clear()
    gc.collect()
    gc.freeze()  # as the launcher does
    start = held()
    loaded = [look(source) for source in sources]
    runs.shelf().clear()
    left = runs.shelf().sources()
    print(json.dumps({"start": start, "loaded": loaded, "end": held(), "left": left}))


main(Path(sys.argv[1]))
