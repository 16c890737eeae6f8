"""Words for the harness, in English: the app's, and its own where a test reads them."""

from app.i18n import words

GIVES = "{query} (query) gives {weight} of its attention to {key} (key)."
MASKED = "{query} (query) may not look at {key} (key)."

ENGLISH = {
    "composer": {
        "lang": "en",
        "label": "Sentence",
        "placeholder": "Type a sentence",
        "show": "Show",
        "keys": "Enter shows the sentence, Shift and Enter break the line.",
        "count": "{count} / {limit}",
        "too_long": "{count} characters; at most {limit} can be shown.",
    },
    "sentence": {
        **words("en").group("sentence"),
        "label": "Tokens of the sentence",
        "keys": "Click or Enter: query. Shift and click, Shift and Enter, or hold: key.",
        "query": "query",
        "key": "key",
        "piece": "{piece} · position {position}",
        "special": "special token",
        "unknown": "not in the vocabulary",
        "gets": "gets {weight} of the query's attention",
        "touch": "Tap: query. Hold: key.",
        "masked": "the query may not look here",
    },
    "grid": {
        **words("en").group("grid"),
        "title": "All {count} heads",
        "axes": "Layer ↓  Head →",
        "idle": "Each square is one head: rows = query, columns = key. Click to open.",
        "idle_touch": "Each square is one head. Tap to read, tap again to open.",
        "keys": "Arrow keys move from head to head, Enter opens.",
        "name": "Layer {layer} · Head {head}",
        "gives": GIVES,
        "gives_most": "{query} (query) give at most {weight} of their attention to {key} (key).",
        "masked": MASKED,
        "range": "tokens {first}–{last}",
        "scale": "attention weight, the same scale for every head",
        "may_not_look": "may not look",
        "pooled": "Each point is the largest of {step} × {step} weights.",
        "table": "Weight from {query} to {key} in every head",
        "layer": "Layer",
        "head": "Head",
        "weight": "Weight",
    },
    "lines": {
        "lang": "en",
        "label": "One head as lines",
        "keys": "Arrow keys move through the tokens, Enter chooses.",
        "query": "query",
        "key": "key",
        "weight": "weight",
        "rescaled": "rescaled",
        "hidden": "hidden",
        "idle": "Point at a token to see its row; click to choose it.",
        "gives": GIVES,
        "gives_rescaled": GIVES + " Rescaled: {rescaled}.",
        "masked": MASKED,
        "row": "Row of {token}",
    },
    "toolbar": {
        "label": "Link, language, theme, help",
        "copy": "Copy link",
        "copied": "Copied",
        "copy_failed": "Copying failed",
        "to_dark": "Dark theme",
        "to_light": "Light theme",
        "other_lang": "zh-CN",
        "other_language": "中文",
        "help": "Keys",
        "help_title": "Keys and touch",
        "help_lines": "Grid\n← → ↑ ↓ :: from head to head\nEnter :: open the head\n"
        "Sentence\nClick, Enter :: choose the query\nShift + click :: choose the key",
        "close": "Close",
    },
}
WORDS = {
    "en": ENGLISH,
    "zh-CN": {
        **ENGLISH,
        "toolbar": {**ENGLISH["toolbar"], "other_lang": "en", "other_language": "English"},
    },
}
