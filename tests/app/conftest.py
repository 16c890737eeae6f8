"""What the tests of the screen share: a page run without a browser, and independent numbers."""

import html
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import torch
from streamlit.testing.v1 import AppTest
from transformers import AutoModel, AutoTokenizer

from attention import weights
from tests.attention.folders import family
from tests.attention.test_parts import TARGET, TEXT

ENTRY = Path(__file__).parents[2] / "streamlit_app.py"
ANIMAL = "The animal didn't cross the street because it was too tired"


# A view of each model that every page can draw.
LINKS = {
    "minilm": {"text": ANIMAL, "layer": 5, "head": 11, "query": 10},
    "e5": {"text": "孩子们累了，他们想回家", "layer": 8, "head": 8, "query": 6},
    "smollm2": {"text": "The capital of France is", "layer": 17, "head": 4, "query": 4},
}


@dataclass(frozen=True)
class Seen:
    """Hold a page after a run, and what a reader finds on it."""

    at: AppTest

    @property
    def html(self) -> list[str]:
        return [element.proto.body for element in self.at.get("html")]

    @property
    def lines(self) -> list[str]:
        bodies = (body for body in self.html if not body.startswith("<style"))
        return [html.unescape(re.sub(r"<[^>]+>", "", body)) for body in bodies]

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, *(caption.value for caption in self.at.caption)])

    @property
    def query(self) -> dict[str, str]:
        values = self.at.query_params.items()
        return {k: v[0] if isinstance(v, list) else v for k, v in values}

    def opened(self, fold: str) -> "Seen":
        """Open what is folded away, which is built only then."""
        self.at.session_state[fold] = True
        self.at.run()
        return self

    def charts(self) -> int:
        return len(self.at.get("plotly_chart"))

    def messages(self, component: str) -> list[tuple[dict, bytes]]:
        """Take apart what a component was given each time: its head, and its numbers."""
        name = f"attention_microscope.{component}"
        found = [e.proto for e in self.at.get("bidi_component") if e.proto.component_name == name]
        ends = [(p.bytes, 4 + int.from_bytes(p.bytes[:4], "little")) for p in found]
        return [(json.loads(sent[4:end]), sent[end:]) for sent, end in ends]


@pytest.fixture
def visit() -> Callable[..., Seen]:
    """Give a function that opens an address as a new visitor."""

    def open_address(**query: object) -> Seen:
        at = AppTest.from_file(ENTRY, default_timeout=120)
        for name, value in query.items():
            at.query_params[name] = str(value)
        return Seen(at.run())

    return open_address


@pytest.fixture
def visit_page(visit) -> Callable[..., Seen]:
    """Give a function that opens another page than the first at an address."""

    def open_page(page: str, /, **query: object) -> Seen:
        seen = visit(**query)
        seen.at.switch_page(f"app/pages/{page}.py").run()
        assert not seen.at.exception
        return seen

    return open_page


@pytest.fixture
def arrive() -> Callable[..., Seen]:
    """Give a function that opens a page at an address, as a link to it does."""

    def open_page(page: str, /, **query: object) -> Seen:
        at = AppTest.from_file(ENTRY, default_timeout=120)
        for name, value in query.items():
            at.query_params[name] = str(value)
        return Seen(at.switch_page(f"app/pages/{page}.py").run())

    return open_page


@cache
def eager(model: str) -> tuple[object, object]:
    folder = weights.folder(model)
    network = AutoModel.from_pretrained(folder, attn_implementation="eager", dtype=torch.float32)
    return AutoTokenizer.from_pretrained(folder), network.eval()


@pytest.fixture(scope="session")
def eager_weights() -> Callable[[str, str], list[torch.Tensor]]:
    """Give a function to transformers' own eager weights, (head, query, key) per layer."""

    def run(model: str, text: str) -> list[torch.Tensor]:
        tokenizer, network = eager(model)
        with torch.inference_mode():
            found = network(**tokenizer(text, return_tensors="pt"), output_attentions=True)
        return [layer[0] for layer in found.attentions]

    return run


@pytest.fixture(scope="session")
def translators(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with two tiny models of two texts."""
    folder = tmp_path_factory.mktemp("two_texts")
    for name in ("t5", "bart"):
        family(name, folder / name)
    return folder


@pytest.fixture
def two(
    arrive: Callable[..., Seen], translators: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Seen]:
    """Give a function that opens a page on a model of two texts."""
    monkeypatch.setenv("ATTENTION_ROOT", str(translators))

    def open_page(page: str, /, **query: object) -> Seen:
        given = {"text": TEXT, "target": TARGET, "model": "t5", "lang": "en", **query}
        return arrive(page, **{name: value for name, value in given.items() if value is not None})

    return open_page
