"""Start the app with everything ready: ``python -m app.serve [--fetch]``.

The models of ``ATTENTION_WARM`` are loaded and tested and a first visit is made before anybody
comes in. ``streamlit run streamlit_app.py`` works too, but its first visitor waits for all that.
"""

import gc
import logging
import os
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Event, Thread

import torch
from streamlit.testing.v1 import AppTest
from streamlit.web import cli

from app.i18n import Lang, language_of, words
from app.idle import watch
from app.log import keep_discreet
from app.settings import Settings, complaint
from app.topbar import PAGES
from attention.weights import EMBEDDED, is_ready

ENTRY = Path(__file__).resolve().parents[1] / "streamlit_app.py"
DESCRIPTION = "Start the app. Its port: STREAMLIT_SERVER_PORT, or 8501."
CONFIG = "streamlit.config"
NO_VISITOR = "streamlit.runtime.scriptrunner_utils.script_run_context"
PATIENCE = 300  # seconds for a first visit: a slow disk reads half a gigabyte


def main(arguments: Sequence[str]) -> None:
    """Get ready, then serve until stopped."""
    fetches = _options(arguments).fetch
    wrong = complaint(os.environ, words(language(os.environ)))
    if wrong is not None:
        say(wrong)
        sys.exit(2)
    if fetches:
        fetch()
    torch.set_num_threads(1)
    keep_discreet()
    warm = warm_models(os.environ)
    visit(warm)
    # Streamlit collects garbage after every run of the page. What lives now lives on, and walking
    # over half a million objects of torch and transformers each time would cost 0.3 s.
    gc.collect()
    gc.freeze()
    Thread(target=watch, args=(warm, Event()), name="idle", daemon=True).start()
    say(f"Attention Microscope: {address(os.environ)}")
    quiet(CONFIG)  # read once for the visit and now with the environment: no cause for a restart
    cli.main(["run", str(ENTRY)], prog_name="streamlit")


def _options(arguments: Sequence[str]) -> Namespace:
    parser = ArgumentParser(prog="python -m app.serve", description=DESCRIPTION)
    parser.add_argument("--fetch", action="store_true", help="set up missing weights first")
    return parser.parse_args(arguments)


def fetch() -> None:
    """Set up the weights that are missing, in a process of its own that gives its memory back."""
    if not all(is_ready(model) for model in EMBEDDED):
        subprocess.run([sys.executable, "-m", "attention.weights"], check=False)


def language(environ: Mapping[str, str]) -> Lang:
    """Give the terminal's language."""
    chosen = (environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return language_of(next(filter(None, chosen), "")) or "en"


def warm_models(environ: Mapping[str, str]) -> list[str]:
    """Give the models to load at the start: ``ATTENTION_WARM``, or the first that is offered."""
    named = environ.get("ATTENTION_WARM", "").replace(",", " ").split()
    return named or [Settings.from_environ(environ).models[0]]


def visit(models: Sequence[str]) -> None:
    """Open the start page with each model, which loads and tests it, then every other page."""
    quiet(NO_VISITOR)  # a page that nobody looks at is what is wanted here
    page = AppTest.from_file(ENTRY, default_timeout=PATIENCE)
    for model in models:
        if model in EMBEDDED and not is_ready(model):
            say(f"{model}: no weights yet; get them with: python -m attention.weights {model}")
            continue
        start = time.monotonic()
        page.query_params["model"] = model
        failed = is_broken(page.run())
        took = time.monotonic() - start
        say(f"{model}: " + ("could not be shown" if failed else f"ready after {took:.1f} s"))
    for name in PAGES:  # imports what only they need
        page.switch_page(f"app/pages/{name}.py").run()


def is_broken(page: AppTest) -> bool:
    """Tell whether a page stopped or says that something asked of it went wrong."""
    said = (element.proto.body for element in page.get("html"))
    return bool(page.exception) or any('class="notice error"' in body for body in said)


def address(environ: Mapping[str, str]) -> str:
    """Give where a browser on this machine finds the app."""
    port = environ.get("STREAMLIT_SERVER_PORT") or "8501"
    return f"http://localhost:{port}/{environ.get('STREAMLIT_SERVER_BASE_URL_PATH', '').strip('/')}"


def quiet(logger: str) -> None:
    """Let a logger of Streamlit's report errors only."""
    logging.getLogger(logger).setLevel(logging.ERROR)


def say(line: str) -> None:
    """Tell whoever started the server."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
