"""The shadows of q and k as a scatter of dots and squares: light SVG, every token escaped."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from app.figures.labels import cut, width
from app.figures.theme import DARK, LIGHT
from attention.plane import Plane

WIDTH, HEIGHT, EDGE = 640, 440, 56
LETTER, LINE, MARK = 8.5, 18.0, 6.0  # of a letter, of a line of type, half of a mark

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class Name:
    """Hold a word that may stand beside a point, and the shorter one if there is no room."""

    at: Point
    text: str
    short: str
    role: str


def scatter(
    plane: Plane,
    labels: tuple[str, ...],
    query: int,
    alt: str,
    theme: str,
    keys: tuple[str, ...] | None = None,
) -> str:
    """Draw q as blue dots and k as orange squares, with a line from the query to its best key.

    Words that would overlap give way to their positions, and where even those have no room, to
    nothing; the query, its nearest keys and the points farthest out are named first. ``keys`` are
    their labels, where they are of another text.
    """
    places = _places(plane)
    n = len(labels)
    best = plane.nearest[0][0]
    (x1, y1), (x2, y2) = places[query], places[n + best]
    marks = [f'<line class="way" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>']
    marks += [f'<circle class="query" cx="{x:.1f}" cy="{y:.1f}" r="5"/>' for x, y in places[:n]]
    marks += [
        f'<rect class="key" x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9"/>'
        for x, y in places[n:]
    ]
    marks += _names(_ranked(plane, places, (labels, keys or labels), query), places)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><title>{escape(alt)}</title>'
        f"<style>{_style(theme)}</style>{''.join(marks)}</svg>"
    )


def _places(plane: Plane) -> list[Point]:
    """Fit all shadows into the picture: first every q, then every k."""
    points = [(float(x), float(y)) for x, y in (*plane.q, *plane.k)]
    xs, ys = zip(*points, strict=True)
    # One scale for both directions: distances in the shadow stay what they are.
    unit = min(
        (WIDTH - 2 * EDGE) / (max(xs) - min(xs) or 1),
        (HEIGHT - 2 * EDGE) / (max(ys) - min(ys) or 1),
    )
    left = (WIDTH - unit * (max(xs) + min(xs))) / 2
    top = (HEIGHT + unit * (max(ys) + min(ys))) / 2
    return [(left + unit * x, top - unit * y) for x, y in points]


def _ranked(
    plane: Plane,
    places: list[Point],
    labels: tuple[tuple[str, ...], tuple[str, ...]],
    query: int,
) -> Iterator[Name]:
    """Give the names of all points, those that are looked for first."""
    n, names = len(labels[0]), sum(labels, ())
    nearest = [n + key for key, _ in plane.nearest]
    first = [query, *nearest]
    middle = (WIDTH / 2, HEIGHT / 2)
    rest = sorted(
        (i for i in range(len(names)) if i not in first),
        key=lambda i: -((places[i][0] - middle[0]) ** 2 + (places[i][1] - middle[1]) ** 2),
    )
    for i in (*first, *rest):
        role = "query" if i < n else "key"
        chosen = " chosen" if i in (query, nearest[0]) else ""
        yield Name(places[i], cut(names[i]), str(i if i < n else i - n), role + chosen)


def _names(names: Iterator[Name], places: list[Point]) -> Iterator[str]:
    """Write the names where they cover neither a point nor one another."""
    taken = [(x - MARK, y - MARK, x + MARK, y + MARK) for x, y in places]
    for name in names:
        for text in (name.text, name.short):
            box = next((box for box in _around(name.at, text) if _free(box, taken)), None)
            if box is None:
                continue
            taken.append(box)
            kind = name.role if text == name.text else f"{name.role} short"
            x, y = box[0], box[3] - 5
            yield f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'
            break


def _around(at: Point, text: str) -> Iterator[Box]:
    """Give the places of a word at a point: right of it, left, above, below."""
    (x, y), wide = at, width(text) * LETTER
    gap = MARK + 3
    corners = (
        (x + gap, y - LINE / 2),
        (x - gap - wide, y - LINE / 2),
        (x - wide / 2, y - gap - LINE),
        (x - wide / 2, y + gap),
    )
    for left, top in corners:
        yield left, top, left + wide, top + LINE


def _free(box: Box, taken: list[Box]) -> bool:
    left, top, right, bottom = box
    inside = left >= 0 and top >= 0 and right <= WIDTH and bottom <= HEIGHT
    return inside and not any(
        left < other[2] and other[0] < right and top < other[3] and other[1] < bottom
        for other in taken
    )


def _style(theme: str) -> str:
    """Give the colours: an image does not see those of the page it stands on."""
    colours = DARK if theme == "dark" else LIGHT
    return (
        "text{font:15px system-ui,sans-serif}.chosen{font-weight:650}.short{font-size:13px}"
        f"text.query{{fill:{colours.query_text}}}circle{{fill:{colours.query_mark}}}"
        f"text.key{{fill:{colours.key_text}}}"
        f"rect{{fill:{colours.key_mark}}}.way{{stroke:{colours.second};stroke-dasharray:4 4}}"
    )
