"""Prose to HTML: paragraphs, lists, bold, formulas, live values, and terms that explain themselves.

Everything a person typed comes in as a value and is escaped; the prose itself is ours.
"""

import re
from collections.abc import Mapping
from html import escape

from app.i18n import Words

TERM = re.compile(r"\[\[(\w+)(?:\|([^\]]+))?\]\]")
BOLD = re.compile(r"\*\*(.+?)\*\*")
FORMULA = re.compile(r"`(.+?)`")
INDEX = re.compile(r"(?<![{\w])(d|W|head)_(\w+)")
POWER = re.compile(r"\^(?:([A-Z]|[a-z]\b)|\(([^()]+)\))")

Shown = tuple[str, object]  # the CSS class of a value's role, and the value


def to_html(source: str, values: Mapping[str, Shown], t: Words, place: str) -> str:
    """Give prose as HTML; ``place`` makes the ids of its terms unlike those of other prose."""
    blocks = re.split(r"\n\s*\n", escape(source.strip(), quote=False))
    html = "".join(_block(block) for block in blocks)
    html = BOLD.sub(r"<strong>\1</strong>", html)
    html = FORMULA.sub(r'<span class="formula">\1</span>', html)
    html = lowered(html)
    html = TERM.sub(lambda found: term(found[1], found[2], t, place), html)
    return html.format(**{name: _value(*shown) for name, shown in values.items()})


def lowered(html: str) -> str:
    """Write W_Q, d_k and e^(a − b) as in a book: the index below the line, the power above."""
    return POWER.sub(r"<sup>\1\2</sup>", INDEX.sub(r"\1<sub>\2</sub>", html))


def _block(block: str) -> str:
    lines = block.splitlines()
    if all(line.startswith("- ") for line in lines):
        return f"<ul>{''.join(f'<li>{line[2:]}</li>' for line in lines)}</ul>"
    return f"<p>{' '.join(lines)}</p>"


def _value(role: str, value: object) -> str:
    return f'<b class="{role}" dir="auto">{escape(str(value))}</b>'


def term(name: str, shown: str | None, t: Words, place: str) -> str:
    """Give a term as a button: the pointer, Enter or a tap brings its definition."""
    means = escape(t(f"terms.{name}.means"))
    label = lowered(shown or escape(t(f"terms.{name}.name")))
    # Braces would be taken for the place of a value.
    means = means.replace("{", "{{").replace("}", "}}")
    id = f"term-{place}-{name}"
    return (
        f'<button type="button" class="term" popovertarget="{id}" title="{means}">{label}</button>'
        f'<span popover="auto" id="{id}" class="definition" role="note"><strong>{label}</strong> '
        f"{means}</span>"
    )
