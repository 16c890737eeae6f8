"""A page that needs nothing else: browser views with their programs and numbers inside.

Each view stands in a shadow root of its own, as on the pages, so that no style meets another's.
"""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from app.components import program, style
from app.figures.alone import CONFIG
from app.figures.theme import FONT, LIGHT, Palette
from app.i18n import Lang

VIEW = re.compile(r"export default function (\w+)")
ENDS = re.compile(r"<(?=/script|!--|script)", re.IGNORECASE)
# What leads to another page of the app leads nowhere from here.
AWAY = '.am .fact:has(> a[data-stop="number"]) { display: none; }'

# An inner page cannot be seen past its frame: the frame grows with it, where it is let.
GROW = """
const grow = () => {
  const frame = window.frameElement;
  if (frame) frame.style.height = `${document.documentElement.offsetHeight}px`;
};
try {
  new ResizeObserver(grow).observe(document.documentElement);
} catch { /* a frame of another origin keeps its height */ }
"""
UNPACK = """
const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
const zipped = (text) => new Blob([bytes(text)]).stream();
const unzipped = (text) =>
  new Response(zipped(text).pipeThrough(new DecompressionStream("gzip"))).text();
"""


@dataclass(frozen=True)
class View:
    """Hold a component: its name, its scripts, and the message it draws from."""

    name: str
    scripts: Sequence[str]
    message: bytes

    def html(self, place: str) -> str:
        """Give its place on the page and what fills it."""
        source = program(*self.scripts)
        found = VIEW.search(source)
        if found is None:
            raise ValueError(f"the scripts of {self.name} mount nothing")
        # What is clicked and only Python could follow is taken back: the same message again.
        run = (
            f'const root = document.getElementById("{place}").attachShadow({{ mode: "open" }});\n'
            'root.append(Object.assign(document.createElement("style"), '
            f"{{ textContent: {_literal(style(self.name) + AWAY)} }}));\n"
            f"const component = {{ data: bytes({_packed(self.message)}), parentElement: root,\n"
            '  setTriggerValue(event) { if (event === "open") requestAnimationFrame(draw); },\n'
            "  setStateValue() {} };\n"
            f"function draw() {{ {found[1]}(component); }}\ndraw();\n"
        )
        return _module(place, f"{_safe(source)}\n{UNPACK}{run}")


@dataclass(frozen=True)
class Chart:
    """Hold a chart; its program is 4.8 MB, so it is packed: 1.9 MB."""

    figure: go.Figure

    def html(self, place: str) -> str:
        """Give its place on the page and what fills it."""
        drawn = gzip.compress(str(self.figure.to_json()).encode(), mtime=0)
        packed = gzip.compress(get_plotlyjs().encode(), mtime=0)
        run = (
            'const script = document.createElement("script");\n'
            f"script.textContent = await unzipped({_packed(packed)});\n"
            "document.head.append(script);\n"
            f"const {{ data, layout }} = JSON.parse(await unzipped({_packed(drawn)}));\n"
            f'await Plotly.newPlot("{place}", data, layout, {json.dumps(CONFIG)});\n'
        )
        return _module(place, f"{UNPACK}{run}")


@dataclass(frozen=True)
class Section:
    """Hold a part of the page: name, heading, what it shows, and what is said of it, as HTML."""

    name: str
    heading: str
    shown: View | Chart | None
    said: str

    def html(self) -> str:
        """Give the part."""
        heading = f"<h2>{escape(self.heading)}</h2>" if self.heading else ""
        shown = self.shown.html(self.name) if self.shown else ""
        said = f"<p>{self.said}</p>" if self.said.strip() else ""
        return f'<section id="of_{self.name}">{heading}{shown}{said}</section>'


def page(sections: Sequence[Section], below: Sequence[str], lang: Lang, colours: Palette) -> str:
    """Give a whole page; the last of the sentences ``below`` is its caption."""
    body = "\n".join(section.html() for section in sections)
    notes = "".join(f"<p>{escape(note)}</p>" for note in below)
    return (
        f'<!doctype html>\n<html lang="{escape(lang)}">\n<head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(below[-1])}</title>\n<style>{_look(colours)}</style></head>\n"
        f"<body>\n<main>{body}</main>\n<footer>{notes}</footer>\n"
        f'<script type="module">{GROW}</script>\n</body></html>\n'
    )


def _look(colours: Palette) -> str:
    scheme = "light" if colours is LIGHT else "dark"
    weight = colours.weights[4 if scheme == "light" else 3]
    return (
        f":root {{ color-scheme: {scheme}; "
        f"--st-background-color: {colours.page}; --st-text-color: {colours.ink}; }}\n"
        f"body {{ margin: 0 auto; padding: 8px 16px 16px; max-width: 1180px; "
        f"background: {colours.page}; color: {colours.ink}; font: 16px/1.5 {FONT}; "
        "font-variant-numeric: tabular-nums lining-nums; }\n"
        "section { margin: 0 0 40px; } h2 { margin: 0 0 8px; font-size: 21px; font-weight: 650; }\n"
        f"p {{ margin: 8px 0 0; overflow-wrap: anywhere; }} b {{ font-weight: 650; }}\n"
        f"b.query {{ color: {colours.query_text}; }} b.key {{ color: {colours.key_text}; }} "
        f"b.weight {{ color: {weight}; }}\nfooter {{ font-size: 14px; color: {colours.second}; }}"
    )


def _module(place: str, script: str) -> str:
    return f'<div id="{place}"></div>\n<script type="module">\n{script}</script>'


def _packed(content: bytes) -> str:
    """Write bytes as a script's own text; no sign in it means anything to HTML."""
    return f'"{b64encode(content).decode()}"'


def _literal(text: str) -> str:
    return _safe(json.dumps(text))


def _safe(script: str) -> str:
    """Keep a script from ending its own element."""
    return ENDS.sub(r"\\x3c", script)
