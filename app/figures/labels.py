"""Tokens as the axes of a chart: every one its own tick, shown as the characters it is."""

from html import escape
from unicodedata import east_asian_width

from app.figures.theme import Palette
from attention.views import TokenLine

LONGEST = 14


def ticks(
    line: TokenLine, chosen: int, colour: str, colours: Palette, room: int
) -> dict[str, object]:
    """Give numeric ticks named by tokens; equal tokens stay apart, the chosen one is in colour.

    Above ``room`` tokens only some are named.
    """
    shown = _spread(len(line.labels), chosen, room)
    return {
        "tickmode": "array",
        "ticklabelstandoff": 6,
        "tickvals": shown,
        "ticktext": [
            _in_colour(cut(line.labels[index]), colour if index == chosen else colours.second)
            if index == chosen or line.special[index]
            else literal(cut(line.labels[index]))
            for index in shown
        ],
    }


def _spread(n: int, chosen: int, room: int) -> list[int]:
    """Give all positions, or evenly spaced ones where not all names fit, and the chosen one."""
    step = -(-n // room)
    near = range(chosen - step + 1, chosen + step)
    return sorted({index for index in range(0, n, step) if index not in near} | {chosen})


def _in_colour(label: str, colour: str) -> str:
    return f'<span style="color:{colour}">{literal(label)}</span>'


def place(label: str, index: int) -> str:
    """Give a token with its position, for the pointer."""
    return f"{literal(label)} · {index}"


def cut(label: str) -> str:
    """Shorten a label that would not fit beside the chart."""
    if _width(label) <= LONGEST:
        return label
    fitting = (end for end in range(len(label), 0, -1) if _width(label[:end]) < LONGEST)
    return f"{label[: next(fitting, 0)]}…"


def margin(line: TokenLine) -> int:
    """Give the pixels that the longest label and the axis title beside it need."""
    return 36 + round(7.2 * max(_width(cut(label)) for label in line.labels))


def _width(label: str) -> int:
    """Give a label's width in narrow letters; Chinese signs are twice as wide."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in label)


def literal(label: str) -> str:
    """Write a label so that Plotly, which reads a little HTML, shows it as it is."""
    return escape(label, quote=False)


def readable(n_tokens: int) -> int:
    """Give the size of type: 14 px, less where rows are closer than that."""
    return 14 if n_tokens <= 30 else 12
