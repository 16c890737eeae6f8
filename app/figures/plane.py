"""The shadows of q and k as a scatter of dots and squares: light SVG, every token escaped."""

from html import escape

from app.figures.theme import DARK, LIGHT
from attention.plane import Plane

WIDTH, HEIGHT, EDGE = 760, 420, 48
LABELLED = 24  # tokens; above, only the chosen ones are named


def scatter(plane: Plane, labels: tuple[str, ...], query: int, alt: str, theme: str) -> str:
    """Draw q as blue dots and k as orange squares, with a line from the query to its best key."""
    xs = [float(x) for x, _ in (*plane.q, *plane.k)]
    ys = [float(y) for _, y in (*plane.q, *plane.k)]
    # One scale for both directions: distances in the shadow stay what they are.
    unit = min(
        (WIDTH - 2 * EDGE) / (max(xs) - min(xs) or 1),
        (HEIGHT - 2 * EDGE) / (max(ys) - min(ys) or 1),
    )
    left = (WIDTH - unit * (max(xs) + min(xs))) / 2
    top = (HEIGHT + unit * (max(ys) + min(ys))) / 2
    place = [(left + unit * x, top - unit * y) for x, y in zip(xs, ys, strict=True)]
    n = len(labels)
    best = plane.nearest[0][0]
    (x1, y1), (x2, y2) = place[query], place[n + best]
    marks = [f'<line class="way" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>']
    named = {query} | {key for key, _ in plane.nearest} if n > LABELLED else set(range(n))
    for i, label in enumerate(labels):
        q, k = place[i], place[n + i]
        marks.append(f'<circle class="query" cx="{q[0]:.1f}" cy="{q[1]:.1f}" r="5"/>')
        marks.append(
            f'<rect class="key" x="{k[0] - 4.5:.1f}" y="{k[1] - 4.5:.1f}" width="9" height="9"/>'
        )
        if i in named:
            chosen = (i == query, i == best)
            marks += [
                _name(place, label, role, here)
                for place, role, here in zip((q, k), ("query", "key"), chosen, strict=True)
            ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><title>{escape(alt)}</title>'
        f"<style>{_style(theme)}</style>{''.join(marks)}</svg>"
    )


def _name(place: tuple[float, float], label: str, role: str, chosen: bool) -> str:
    x, y = place
    bold = " chosen" if chosen else ""
    return f'<text class="{role}{bold}" x="{x + 9:.1f}" y="{y + 5:.1f}">{escape(label)}</text>'


def _style(theme: str) -> str:
    """Give the colours: an image does not see those of the page it stands on."""
    colours = DARK if theme == "dark" else LIGHT
    return (
        "text{font:14px system-ui,sans-serif}.chosen{font-weight:650;font-size:16px}"
        f"text.query{{fill:{colours.query_text}}}circle{{fill:{colours.query_mark}}}"
        f"text.key{{fill:{colours.key_text}}}"
        f"rect{{fill:{colours.key_mark}}}.way{{stroke:{colours.second};stroke-dasharray:4 4}}"
    )
