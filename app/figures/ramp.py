"""The purple scale of weights for tables: a cell's colours in both themes, as CSS."""

import numpy as np

from app.figures.theme import DARK, LIGHT, STOPS, Palette

READABLE = 4.5  # the contrast that text needs


def css(weight: float) -> str:
    """Give the background of a weight and a readable colour for its number.

    >>> css(0.0)
    'background:light-dark(#f8f7fb,#171b22);color:light-dark(#1b1f27,#eef0f4)'
    """
    light, dark = (colour(weight, palette) for palette in (LIGHT, DARK))
    inks = (readable(light), readable(dark))
    return f"background:light-dark({light},{dark});color:light-dark({','.join(inks)})"


def colour(weight: float, palette: Palette) -> str:
    """Give the colour between two stops of a theme's scale."""
    stops = np.array([[int(one[i : i + 2], 16) for i in (1, 3, 5)] for one in palette.weights])
    mixed = [round(np.interp(weight, STOPS, channel)) for channel in stops.T]
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def readable(background: str) -> str:
    """Give the ink that stands out on a colour; on middle ones only black or white do."""
    for inks in ((LIGHT.ink, DARK.ink), ("#000000", "#ffffff")):
        best = max(inks, key=lambda ink: contrast(ink, background))
        if contrast(best, background) >= READABLE:
            break
    return best


def contrast(one: str, other: str) -> float:
    """Give the contrast of two colours as WCAG defines it, 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])
