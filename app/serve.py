"""Start the app with everything ready: ``python -m app.serve [--fetch] [Streamlit's own flags]``.

The models of ``ATTENTION_WARM`` are loaded and tested and a first visit is made before anybody
comes in. ``streamlit run streamlit_app.py`` works too, but its first visitor waits for all that.
"""

import gc
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from streamlit.testing.v1 import AppTest
from streamlit.web import cli

from attention.weights import EMBEDDED, is_ready

ENTRY = Path(__file__).resolve().parents[1] / "streamlit_app.py"
PATIENCE = 300  # seconds for a first visit: a slow disk reads half a gigabyte


def main(arguments: Sequence[str]) -> None:
    """Get ready, then serve until stopped."""
    flags = [argument for argument in arguments if argument != "--fetch"]
    if len(flags) < len(arguments):
        fetch()
    torch.set_num_threads(1)
    for model in warm_models(os.environ):
        visit(model)
    # Streamlit collects garbage after every run of the page. What lives now lives on, and walking
    # over half a million objects of torch and transformers each time would cost 0.3 s.
    gc.collect()
    gc.freeze()
    cli.main(["run", str(ENTRY), *flags], prog_name="streamlit")


def fetch() -> None:
    """Set up the weights that are missing, in a process of its own that gives its memory back."""
    if not all(is_ready(model) for model in EMBEDDED):
        subprocess.run([sys.executable, "-m", "attention.weights"], check=False)


def warm_models(environ: Mapping[str, str]) -> list[str]:
    """Give the models to load before the first visitor, by ``ATTENTION_WARM``."""
    return environ.get("ATTENTION_WARM", "minilm").replace(",", " ").split()


def visit(model: str) -> None:
    """Open the start page once with a model: loads and tests it, fills caches, imports pictures."""
    if model in EMBEDDED and not is_ready(model):
        say(f"{model}: no weights yet; get them with: python -m attention.weights {model}")
        return
    start = time.monotonic()
    page = AppTest.from_file(ENTRY, default_timeout=PATIENCE)
    page.query_params["model"] = model
    page.run()
    for failure in (*page.exception, *page.error):
        say(f"{model}: {failure.value}")
    say(f"{model}: ready after {time.monotonic() - start:.1f} s")


def say(line: str) -> None:
    """Tell whoever started the server."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
