"""The pictures of the pages in a notebook, and as a file: the same components, no server."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import get_args

from app.choice import default_query, top_key
from app.figures.labels import sayable
from app.figures.theme import palette
from app.i18n import LANGUAGES, Words, language_of, short, words
from app.notebook_pictures import DRAWN, PICTURES, Picture, Shot
from app.parsers import Theme
from app.saving import about_run
from app.stand_alone import page
from app.token_words import line_in
from attention import views
from attention.errors import check
from attention.trace import Trace
from attention.views import HeadMap, Special

LONGEST = 200  # characters of a sentence in a caption
HEIGHT = 900  # pixels of the frame until the page inside has told its own


@dataclass(frozen=True)
class Shown:
    """Hold a page that needs nothing else; a notebook shows it where it is the last value."""

    html: str

    def __repr__(self) -> str:
        """Give a short text, for where no page can be shown."""
        return f"<a page of {len(self.html) / 1e6:.1g} MB; .save(path) writes it>"

    def _repr_html_(self) -> str:
        """Give the page in a frame of its own, so that its styles and the notebook's stay apart."""
        frame = f"border: 0; width: 100%; height: {HEIGHT}px"
        return f'<iframe style="{frame}" srcdoc="{escape(self.html, quote=True)}"></iframe>'

    def save(self, path: str | Path) -> Path:
        """Write the page to a file, and give its path."""
        Path(path).write_text(self.html, encoding="utf-8")
        return Path(path)


def show(
    trace: Trace,
    layer: int,
    head: int,
    *,
    query: int | None = None,
    key: int | None = None,
    special: Special = "show",
    pictures: Sequence[Picture] = PICTURES,
    lang: str = "en",
    theme: Theme = "light",
) -> Shown:
    """Show a run as the pages do: all heads, and one of them as map, as lines and step by step.

    The page loads nothing. It has 0.3 MB, and 2 MB more for the map, whose program is Plotly.

    Args:
        trace: a run, of an encoder–decoder at one of its parts: ``t.at("cross")``; below level A
            the steps are missing.
        layer: counted from 0.
        head: the open one, counted from 0.
        query: the chosen token, else the last word.
        key: the token it looks at, else the one it gives most.
        special: whether special tokens are shown, hidden, or hidden and the rest rescaled.
        pictures: any of ``grid``, ``map``, ``lines``, ``steps``, in the order wanted.
        lang: ``en`` or ``zh-CN``.
        theme: ``light`` or ``dark``.

    Raises:
        OutOfRange: there is no such layer, head or token.
    """
    _check(pictures, special, lang, theme)
    t, view = words(language_of(lang) or "en"), views.head_map(trace, layer, head, special)
    line = sayable(line_in(views.token_line(trace.queries, trace.others), t))
    shot = Shot(trace, view, line, *_pair(view, trace, query, key), t, theme)
    sections, below = [DRAWN[one](shot) for one in pictures], [*_notes(trace, t), _caption(shot)]
    return Shown(page(sections, below, t.lang, palette(theme)))


def _pair(view: HeadMap, trace: Trace, query: int | None, key: int | None) -> tuple[int, int]:
    """Give the pair that is chosen, or the last word and what it looks at most."""
    check("query", query or 0, len(trace.queries))
    check("key", key or 0, len(trace.keys))
    query = default_query(trace.queries) if query is None else query
    return query, top_key(view.weights, query) if key is None else key


def _check(pictures: Sequence[str], special: str, lang: str, theme: str) -> None:
    allowed = {"special": (special, get_args(Special)), "theme": (theme, get_args(Theme))}
    allowed |= {f"pictures[{i}]": (one, PICTURES) for i, one in enumerate(pictures)}
    for name, (value, choices) in allowed.items():
        if value not in choices:
            raise ValueError(f"{name} is one of {', '.join(choices)}, not {value!r}")
    if language_of(lang) is None:
        raise ValueError(f"lang is one of {', '.join(LANGUAGES)}, not {lang!r}")
    if not pictures or len(set(pictures)) < len(pictures):
        raise ValueError(f"pictures names at least one, each once, not {list(pictures)}")


def _notes(trace: Trace, t: Words) -> list[str]:
    """Say what a reader must know of the tokens: a second text, unknown ones, some left out."""
    tokens, model = trace.tokens, trace.model.id
    n, total, unknown = len(tokens), tokens.n_total, tokens.n_unknown
    said = {
        "pair": tokens.pair and t("notice.pair", pair=short(tokens.pair, LONGEST)),
        "unknown": unknown and t("notice.unknown", n=unknown, total=n, model=model),
        "cut": tokens.is_cut and t("notice.cut", n=n, total=total),
    }
    return [sentence for sentence in said.values() if sentence]


def _caption(shot: Shot) -> str:
    """Say what is shown: model, part, head, texts, version."""
    trace = shot.trace
    target = "" if trace.target_tokens is None else trace.target_tokens.text
    part = trace.shown_part if trace.model.is_encoder_decoder else None
    place = shot.view.layer, shot.view.head
    return about_run(trace.model.id, place, (trace.tokens.text, target), part, shot.t)
