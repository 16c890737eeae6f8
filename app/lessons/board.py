"""Who may look at whom, drawn twice: in an encoder, and in a model that looks back only."""

from collections.abc import Sequence
from html import escape

from app.i18n import Words


def mask_board(names: Sequence[str], query: int, t: Words) -> str:
    """Give two boards side by side: a row per query, a filled square where it may look."""
    return (
        '<div class="boards">'
        + _board(names, query, t("course.encoder_board"), t, causal=False)
        + _board(names, query, t("course.causal_board"), t, causal=True)
        + "</div>"
    )


def _board(names: Sequence[str], query: int, caption: str, t: Words, *, causal: bool) -> str:
    rows = "".join(
        f"<tr{' class=query' if row == query else ''}>"
        f'<th scope="row" dir="auto">{escape(name)}</th>'
        + "".join(_square(row, key, t, causal=causal) for key in range(len(names)))
        + "</tr>"
        for row, name in enumerate(names)
    )
    heads = "".join(f'<th scope="col">{key}</th>' for key in range(len(names)))
    return (
        f'<div class="board" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr><td></td>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )


def _square(row: int, key: int, t: Words, *, causal: bool) -> str:
    barred = causal and key > row
    said = escape(t("course.barred" if barred else "course.may_look"))
    return f'<td class="{"barred" if barred else "seen"}"><span>{said}</span></td>'
