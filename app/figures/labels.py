"""Tokens as the axes of a chart: every one its own tick, shown as the characters it is."""

from dataclasses import replace
from html import escape
from unicodedata import category, east_asian_width

import regex

from app.figures.theme import Palette
from attention.views import TokenLine

LONGEST = 14  # narrow letters beside a chart
LONGEST_SAID = 40  # in a sentence

_NUMBER = regex.compile(r"\[\d{1,2}/\d{1,2}\]$")


def ticks(
    line: TokenLine, chosen: int, colour: str, colours: Palette, room: int, longest: int
) -> dict[str, object]:
    """Give numeric ticks named by tokens; equal tokens stay apart, the chosen one is in colour.

    Above ``room`` tokens only some are named, and none by more than ``longest`` letters.
    """
    shown = _spread(len(line.labels), chosen, room)
    return {
        "tickmode": "array",
        "ticklabelstandoff": 6,
        "tickvals": shown,
        "ticktext": [
            f"<b>{_in_colour(label, colour)}</b>"
            if index == chosen
            else _in_colour(label, colours.second)
            if line.special[index]
            else literal(label)
            for index in shown
            for label in (cut(line.labels[index], longest),)
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


def cut(label: str, longest: int = LONGEST) -> str:
    """Shorten a label that would not fit beside the chart.

    The number of a token that is part of a character stays: it alone tells the parts apart.
    """
    if width(label) <= longest:
        return label
    number = "".join(_NUMBER.findall(label))
    kept, room = "", longest - 1 - len(number)
    for sign in regex.findall(r"\X", label.removesuffix(number)):
        room -= width(sign)
        if room < 0:
            break
        kept += sign
    return f"{kept}…{number}"


def sayable(line: TokenLine) -> TokenLine:
    """Give the tokens with labels that fit into a sentence."""
    labels = tuple(cut(label, LONGEST_SAID) for label in line.labels)
    others = None if line.others is None else sayable(line.others)
    return replace(line, labels=labels, others=others)


def margin(line: TokenLine) -> int:
    """Give the pixels that the longest label and the axis title beside it need."""
    return 36 + round(7.2 * max(width(cut(label)) for label in line.labels))


def width(label: str) -> int:
    """Give a label's width in narrow letters; Chinese signs are twice as wide.

    A sign of several characters, as an emoji of a family, is as wide as one.
    """
    return sum(min(2, sum(map(_width_of_letter, sign))) for sign in regex.findall(r"\X", label))


def _width_of_letter(letter: str) -> int:
    if category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1


def literal(label: str) -> str:
    """Write a label so that Plotly, which reads a little HTML, shows it as it is."""
    return escape(label, quote=False)


def readable(n_tokens: int) -> int:
    """Give the size of type: 14 px, less where rows are closer than that."""
    return 14 if n_tokens <= 30 else 12
