"""The tables of a worksheet as HTML: every token escaped, every column's digits fixed."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from app.i18n import Words, decimals
from app.worksheets.sheet import Part, Sheet, total
from attention.row_record import KeyRecord

PLACES = 4
SIDE = 8  # numbers of a long vector on one line
OUTPUT = 3  # a sum of many rounded products: its last place would be noise


def vectors(sheet: Sheet, part: Part, t: Words) -> str:
    """Print q and every k where they are short; else the two vectors of one score."""
    if sheet.is_small:
        names = [escape(t("worksheet.token")), *map(str, range(len(sheet.record.q)))]
        q = [f"<th>q({_bdi(sheet.record.token)})</th>", *map(_cell, _of(sheet.record.q))]
        rows = [
            [f"<th>k({position} {_bdi(key.token)})</th>", *map(_cell, _of(key.k))]
            for position, key in sheet.keys
        ]
        return _table(names, [q, *rows], "vectors")
    if not (sheet.ask_scores and sheet.kind == "blank"):
        return ""
    key, blank = sheet.record.keys[sheet.chosen], part == "sheet"
    lines = []
    for first in range(0, len(key.k), SIDE):
        places = range(first, min(first + SIDE, len(key.k)))
        lines += [
            ["<th>i</th>", *(f"<td>{i}</td>" for i in places)],
            [f"<th>q({_bdi(sheet.record.token)})</th>", *_cells(sheet.record.q, places)],
            [f"<th>k({_bdi(key.token)})</th>", *_cells(key.k, places)],
            ["<th>q·k</th>", *(_open(_n(key.products[i]), blank) for i in places)],
        ]
    return _table([], lines, "long")


def softmax(sheet: Sheet, part: Part, t: Words) -> str:
    """Print what leads from scores to weights, key by key, and the sums below."""
    blank = part == "sheet" and sheet.kind == "blank"
    rows = [
        [
            f"<td>{position}</td>",
            f"<th>{_bdi(key.token)}</th>",
            _open(_n(key.score), sheet.asks(position, part)),
            *_weighed(sheet, key, blank, t),
        ]
        for position, key in sheet.keys
    ]
    wide = 3 + sheet.divides + 1
    for name, exp in _others(sheet, t):
        share = exp / sheet.record.total
        rows.append(
            [f'<th colspan="{wide}">{escape(name)}</th>', _cell(_n(exp)), _open(_n(share), blank)]
        )
    sums = [_open(_n(sheet.record.total), blank), _open(_n(1.0), blank)]
    rows.append([f'<th colspan="{wide}">{escape(t("worksheet.sum"))}</th>', *sums])
    names = ["", t("worksheet.token"), "q · k", *([_factor(sheet)] if sheet.divides else [])]
    heads = [*map(escape, names), escape(t("worksheet.minus_max")), "e<sup>x</sup>"]
    return _table([*heads, escape(t("worksheet.weight"))], rows, "softmax")


def _weighed(sheet: Sheet, key: KeyRecord, blank: bool, t: Words) -> Iterator[str]:
    if sheet.divides:
        yield _open(_n(key.scaled), blank)
    if key.shifted is None:
        yield f"<td>{escape(t('worksheet.masked'))}</td>"
    else:
        yield _open(_n(key.shifted), blank and sheet.shifts_plainly)
    yield _open(_n(key.exp), blank and not key.masked)
    yield _open(_n(key.weight), blank and not key.masked)


def _others(sheet: Sheet, t: Words) -> Iterator[tuple[str, float]]:
    """Give what else is in the sum of the exponentials: keys without a row, a sink."""
    if sheet.rest:
        yield t("worksheet.rest", n=len(sheet.rest)), total([key.exp for key in sheet.rest])
    if sheet.has_sink:
        yield t("worksheet.sink"), sheet.sink


def mixing(sheet: Sheet, part: Part, t: Words) -> str:
    """Print the values, each to be multiplied by its weight, and the sum of the products."""
    blank = part == "sheet" and sheet.kind == "blank"
    rows = [
        [
            f"<td>{position}</td>",
            f"<th>{_bdi(key.token)}</th>",
            _open(_n(key.weight), blank and not key.masked),
            *(
                cell
                for i in sheet.dims
                for cell in (_cell(_n(key.v[i])), _open(_n(key.added[i]), blank and not key.masked))
            ),
        ]
        for position, key in sheet.keys
    ]
    if sheet.rest:
        name = escape(t("worksheet.rest", n=len(sheet.rest)))
        added = [_n(total([key.added[i] for key in sheet.rest])) for i in sheet.dims]
        rows.append([f'<th colspan="3">{name}</th>', *(f"<td></td>{_cell(one)}" for one in added)])
    sums = (
        f"<td></td>{_open(decimals(sheet.record.output[i], OUTPUT), blank)}" for i in sheet.dims
    )
    rows.append([f'<th colspan="3">{escape(t("worksheet.output"))}</th>', *sums])
    pairs = [name for i in sheet.dims for name in (f"v<sub>{i}</sub>", f"w · v<sub>{i}</sub>")]
    return _table(["", escape(t("worksheet.token")), "w", *pairs], rows, "mixing")


def root(sheet: Sheet) -> str:
    """Give what scores are divided by, as it is typed: a root where it is one."""
    square = sheet.record.scale**-2
    shown = f"{1 / sheet.record.scale:.6f}".rstrip("0").rstrip(".")
    is_root = abs(square - round(square)) < 1e-4 * square
    return f"√{round(square)} = {shown}" if is_root else shown


def _factor(sheet: Sheet) -> str:
    return f"÷ {root(sheet).partition(' = ')[0]}"


def _table(names: Iterable[str], rows: Iterable[Iterable[str]], kind: str) -> str:
    heads = "".join(f"<th>{name}</th>" for name in names)
    head = f"<thead><tr>{heads}</tr></thead>" if heads else ""
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<table class="{kind}">{head}<tbody>{body}</tbody></table>'


def _open(number: str, is_open: bool) -> str:
    return '<td class="open"></td>' if is_open else _cell(number)


def _cell(number: str) -> str:
    return f"<td>{number}</td>"


def _cells(vector: Sequence[float], places: range) -> list[str]:
    return [_cell(_n(vector[i])) for i in places]


def _bdi(token: str) -> str:
    return f"<bdi>{escape(token)}</bdi>"


def _n(number: float) -> str:
    return decimals(round(number, PLACES) + 0.0, PLACES)  # no minus before a zero


def _of(vector: Iterable[float]) -> list[str]:
    return [_n(number) for number in vector]
