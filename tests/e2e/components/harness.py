"""A page with one component on it, fed with small arrays: what the browser tests drive.

The address says which: `?part=grid&case=causal&lang=en`. What a component gave back is printed
below it, with how often, so that a value given twice is seen.
"""

import json
from collections.abc import Callable

import numpy as np
import streamlit as st

from app.components.composer import composer
from app.components.grid import grid
from app.components.lines import lines
from app.components.sentence import sentence
from app.components.toolbar import toolbar
from attention.pooling import pooling
from attention.views import HeadGrid, TokenLine
from tests.e2e.components.words import WORDS

MASKED = 65535
SENTENCE = "the animal didn ' t cross the street because it was too tired"
TIRED = ["[CLS]", *SENTENCE.split(), "[SEP]"]
FRANCE = ["The", "␣capital", "␣of", "␣France", "␣is"]
STRANGE = ["[CLS]", "<b>bold</b>", "$x^2$", "سلام", "עברית", "w" * 60, "孩子们", "[SEP]"]
# name: labels, layers, heads, causal
CASES = {
    "small": (TIRED, 6, 12, False),
    "causal": (FRANCE, 30, 9, True),
    "causal_long": ([f"t{i}" for i in range(200)], 12, 12, True),
    "pooled": ([f"w{i}" for i in range(512)], 6, 12, False),
    "fifteen": (TIRED, 30, 9, True),
    "strange": (STRANGE, 2, 3, False),
    "one": (["only"], 1, 1, False),
}


@st.cache_data
def example(case: str) -> tuple[np.ndarray, TokenLine]:
    """Give weights (layer, head, query, key) as thousandths, and the tokens."""
    labels, n_layers, n_heads, causal = CASES[case]
    n = len(labels)
    rng = np.random.default_rng(7)
    scores = rng.normal(0, 1.2, (n_layers, n_heads, n, n)).astype(np.float32)
    scores[:, :, :, 0] += 2.5 * rng.random((n_layers, n_heads, 1))
    diagonal = np.eye(n, k=-1, dtype=np.float32) * 6
    scores += diagonal * (rng.random((n_layers, n_heads, 1, 1)) > 0.7)
    allowed = np.tril(np.ones((n, n), bool)) if causal else np.ones((n, n), bool)
    scores = np.where(allowed, scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    thousandths = np.where(allowed, np.rint(weights * 1000), MASKED).astype("<u2")
    special = tuple(label in ("[CLS]", "[SEP]") for label in labels)
    unknown = tuple(label == "孩子们" for label in labels)
    return thousandths, TokenLine(tuple(labels), tuple(labels), special, unknown)


def pooled(weights: np.ndarray) -> HeadGrid:
    """Give the grid's view of the weights: the largest of a square where they are many."""
    n_layers, n_heads, n, _ = weights.shape
    step = pooling(n_layers * n_heads, n)
    side = -(-n // step)
    seen = np.where(weights == MASKED, -1, weights.astype(np.int32))
    padded = np.full((n_layers, n_heads, side * step, side * step), -1, np.int32)
    padded[:, :, :n, :n] = seen
    blocks = padded.reshape(n_layers, n_heads, side, step, side, step).max((3, 5))
    cells = np.where(blocks < 0, MASKED, blocks).astype("<u2")
    return HeadGrid(n_layers, n_heads, n, n, side, side, step, cells.tobytes())


def rescaled(rows: np.ndarray, line: TokenLine) -> bytes:
    """Give the rows without the special tokens, each divided by what is left."""
    shown = np.where(np.array(line.special), 0, rows).astype(np.float64)
    return np.rint(1000 * shown / shown.sum(-1, keepdims=True)).astype("<u2").tobytes()


def show(part: str, case: str, lang: str) -> None:
    """Mount one component."""
    words = WORDS[lang][part]
    weights, line = example(case)
    state = st.session_state
    n = len(line.labels)
    state.setdefault("query", min(10, n - 1))
    state.setdefault("key_token", min(2, n - 1))
    state.setdefault("open", (weights.shape[0] - 1, weights.shape[1] - 1))
    place, query, key_token = state["open"], state["query"], state["key_token"]
    row = weights[*place, query].tobytes()
    if part == "grid":
        view = pooled(weights)
        grid(view, line, *place, query, key_token, words, on_open=keep("open"), key="grid")
    elif part == "sentence":
        sentence(line, row, query, key_token, words, on_pick=pick, key="sentence")
    elif part == "lines":
        special = st.query_params.get("special", "show")
        rows = weights[place]
        more = rescaled(rows, line) if special == "rescale" else b""
        given = (rows.tobytes(), line, query, key_token, special, words)
        lines(*given, shown=more, on_pick=pick, key="lines")
    elif part == "composer":
        text = state.get("text", "first text")
        composer(text, words, on_submit=keep("text"), max_chars=60, key="composer")
    else:
        toolbar(words, lang, on_lang=keep("lang"), on_theme=keep("theme"), key="toolbar")


def pick(role: str, index: int) -> None:
    """Note a chosen token, and choose it."""
    note([role, index])
    st.session_state["query" if role == "query" else "key_token"] = index


def keep(name: str) -> Callable[..., None]:
    """Give what notes and remembers a value; an address that names it follows, as in the app."""

    def told(*value: object) -> None:
        one = value if len(value) > 1 else value[0]
        if name != "theme":
            note(one)
        st.session_state[name] = one
        if name == "lang" or name in st.query_params:
            st.query_params[name] = str(one)

    return told


def note(value: object) -> None:
    """Keep a value for the page to print."""
    st.session_state["log"] = [*st.session_state.get("log", []), value]


st.set_page_config(layout="wide")
st.session_state["runs"] = st.session_state.get("runs", 0) + 1
part = st.query_params.get("part", "grid")
show(part, st.query_params.get("case", "small"), st.query_params.get("lang", "en"))
st.text("log " + json.dumps(st.session_state.get("log", []), ensure_ascii=False))
st.text(f"runs {st.session_state['runs']}")
if st.button("again"):
    st.text("ran again")
