"""A page with one component on it, fed with small arrays: what the browser tests drive.

The address says which: `?part=grid&case=causal&lang=en`. What a component gave back is printed
below it, with how often, so that a value given twice is seen.
"""

import json

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
    return HeadGrid(n_layers, n_heads, n, side, step, cells.tobytes())


def rescaled(rows: np.ndarray, line: TokenLine) -> bytes:
    """Give the rows without the special tokens, each divided by what is left."""
    shown = np.where(np.array(line.special), 0, rows).astype(np.float64)
    return np.rint(1000 * shown / shown.sum(-1, keepdims=True)).astype("<u2").tobytes()


def show(part: str, case: str, lang: str) -> object:
    """Mount one component and give what it gave."""
    words = WORDS[lang][part]
    weights, line = example(case)
    state = st.session_state
    n = len(line.labels)
    state.setdefault("query", min(10, n - 1))
    state.setdefault("key_token", min(2, n - 1))
    state.setdefault("open", (weights.shape[0] - 1, weights.shape[1] - 1))
    layer, head = state["open"]
    query, key_token = state["query"], state["key_token"]
    if part == "grid":
        return grid(pooled(weights), line, layer, head, query, key_token, words, key="grid")
    if part == "sentence":
        row = weights[layer, head, query].tobytes()
        return sentence(line, row, query, key_token, words, key="sentence")
    if part == "lines":
        special = st.query_params.get("special", "show")
        rows = weights[layer, head]
        more = rescaled(rows, line) if special == "rescale" else b""
        return lines(
            rows.tobytes(), line, query, key_token, special, words, rescaled=more, key="lines"
        )
    if part == "composer":
        return composer(state.get("text", "first text"), words, max_chars=60, key="composer")
    return toolbar(words, lang, on_theme=lambda theme: keep("theme", theme), key="toolbar")


def keep(name: str, value: object) -> None:
    """Remember what a component gave; an address that names a theme follows, as in the app."""
    st.session_state[name] = value
    if name == "theme" and st.query_params.get("theme", value) != value:
        st.query_params["theme"] = str(value)
        st.rerun()


def answer(part: str, value: object) -> None:
    """Note a value, set what it chose, and run again as a page would."""
    state = st.session_state
    state["log"] = [*state.get("log", []), value]
    if part == "grid":
        state["open"] = value
    elif part == "composer":
        state["text"] = value
    elif part == "toolbar":
        st.query_params["lang"] = str(value)
    elif isinstance(value, tuple):
        state["query" if value[0] == "query" else "key_token"] = value[1]
    st.rerun()


st.set_page_config(layout="wide")
part = st.query_params.get("part", "grid")
given = show(part, st.query_params.get("case", "small"), st.query_params.get("lang", "en"))
if given is not None:
    answer(part, given)
st.text("log " + json.dumps(st.session_state.get("log", []), ensure_ascii=False))
st.session_state["runs"] = st.session_state.get("runs", 0) + 1
st.text(f"runs {st.session_state['runs']}")
if st.button("again"):
    st.text("ran again")
