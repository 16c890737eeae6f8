"""The whole worksheet as a page for the printer that needs nothing else."""

from html import escape

from app.i18n import ASSETS, Words
from app.worksheets import tables
from app.worksheets.sheet import Part, Sheet

ON_ONE_PAGE = 27  # rows of a table that is kept together


def document(sheet: Sheet, t: Words) -> str:
    """Give the student's pages, and the answers on a page of their own."""
    style = (ASSETS / "worksheet.css").read_text(encoding="utf-8")
    parts = [_part(sheet, "sheet", t)]
    if sheet.with_key and sheet.kind == "blank":
        parts.append(_part(sheet, "key", t))
    return (
        f'<!doctype html>\n<html lang="{t.lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(t('worksheet.title'))}</title>"
        f"<style>@page {{ size: {sheet.paper} portrait }}\n{style}</style></head>"
        f'<body class="{sheet.paper}">{"".join(parts)}</body></html>\n'
    )


def _part(sheet: Sheet, part: Part, t: Words) -> str:
    is_key = part == "key"
    title = t("worksheet.key_title" if is_key else "worksheet.title")
    fields = ("name", "class", "date")
    lines = "".join(f"<span>{escape(t(f'worksheet.{one}'))}<i></i></span>" for one in fields)
    top = f"<h1>{escape(title)}</h1>" + ("" if is_key else f'<p class="lines">{lines}</p>')
    said = t.html(f"worksheet.lead_{sheet.kind}", token=("token", sheet.record.token))
    return (
        f'<section class="{part}"><header>{top}<p class="about">{escape(sheet.about)}</p></header>'
        f"{'' if is_key else f'<p>{said}</p>'}"
        f'<p class="note">{escape(t("worksheet.rounding"))}</p>{_scores(sheet, part, t)}'
        f"{_block('weights', _weights(sheet, t), tables.softmax(sheet, part, t), is_key, t)}"
        f"{_block('output', _output(sheet, t), tables.mixing(sheet, part, t), is_key, t)}"
        f"</section>"
    )


def _scores(sheet: Sheet, part: Part, t: Words) -> str:
    """Print the part about q · k, where there is something to multiply."""
    printed = tables.vectors(sheet, part, t)
    if not printed:
        return ""
    chosen = sheet.record.keys[sheet.chosen].token
    key = "worksheet.do_scores" if sheet.is_small else "worksheet.do_one_score"
    said = t(key, token=sheet.record.token, key=chosen)
    asked = sheet.ask_scores and sheet.kind == "blank"
    return _block("scores", [said] if asked else [], printed, part == "key", t)


def _block(name: str, steps: list[str], printed: str, is_key: bool, t: Words) -> str:
    kind = "block" if printed.count("<tr>") <= ON_ONE_PAGE else "long block"
    heading = f"<h2>{escape(t(f'worksheet.part_{name}'))}</h2>"
    return f'<div class="{kind}">{heading}{"" if is_key else _todo(steps)}{printed}</div>'


def _weights(sheet: Sheet, t: Words) -> list[str]:
    steps = [t("worksheet.do_scale", root=tables.root(sheet))] if sheet.divides else []
    shift = "worksheet.do_shift" if sheet.shifts_plainly else "worksheet.given_shift"
    return [*steps, *map(t, (shift, "worksheet.do_exp", "worksheet.do_sum", "worksheet.do_weight"))]


def _output(sheet: Sheet, t: Words) -> list[str]:
    n, shown = len(sheet.record.output), len(sheet.dims)
    key = "worksheet.do_output" if shown == n else "worksheet.do_output_first"
    return [t(key, shown=shown, n=n, places=tables.OUTPUT)]


def _todo(steps: list[str]) -> str:
    if len(steps) < 2:
        return "".join(f"<p>{escape(step)}</p>" for step in steps)
    return "<ol>" + "".join(f"<li>{escape(step)}</li>" for step in steps) + "</ol>"
