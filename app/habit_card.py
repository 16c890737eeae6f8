"""What the open head does: its pattern, the rule, the scores here and over the probe texts."""

from html import escape
from typing import Literal

import numpy as np
import streamlit as st

from app.folds import fold
from app.i18n import Words, decimals, mostly_chinese
from app.reading import Reading
from app.selection import Selection
from app.tables import Row, table
from attention import patterns
from attention.pattern_views import Habits
from attention.patterns import NAMES, SINKS, THRESHOLDS, Name, Probed

Column = Literal["raw", "least", "words", "rescaled"]


def card(reading: Reading, selection: Selection, t: Words) -> None:
    """Explain the pattern that names the open head, or the one it comes closest to."""
    habits, place = reading.habits, (selection.layer, selection.head)
    language = "zh" if mostly_chinese(selection.text) else "en"
    probed = patterns.probed(selection.model, language)
    name = _asked(selection) or habits.named(*place) or patterns.closest(habits.scores, *place)
    clear = bool(habits.clear[(NAMES.index(name), *place)])
    st.html(
        f'<section class="habit"><h3>{escape(_title(name, clear, t))}</h3>'
        + "".join(
            f"<p>{escape(line)}</p>" for line in _lines(name, habits, place, probed, language, t)
        )
        + "</section>"
    )
    fold(t("habit.table"), "habit_table", lambda: _table(habits, place, probed, t))


def _asked(selection: Selection) -> Name | None:
    return next((name for name in NAMES if name == selection.filter), None)


def _title(name: Name, clear: bool, t: Words) -> str:
    pattern = t(f"grid.pattern_{name}")
    return t("habit.clear" if clear else "habit.not_clear", pattern=pattern)


def _lines(
    name: Name,
    habits: Habits,
    place: tuple[int, int],
    probed: Probed | None,
    language: str,
    t: Words,
) -> list[str]:
    scores, at = habits.scores, (NAMES.index(name), *place)
    lines = [t(f"grid.about_{name}")]
    n_rows = int(scores.n_rows[at[:2]])
    if not n_rows:
        return [*lines, t("habit.no_rows")]
    unit = "even" if name == "broad" else "row"
    lines.append(
        t(
            f"habit.here_{unit}",
            score=_number(scores.raw[at]),
            least=_number(scores.least[at]),
            held=int(scores.held[at]),
            n=n_rows,
        )
    )
    if name not in SINKS and name != "broad" and not np.isnan(scores.words[at]):
        words, rescaled = _number(scores.words[at]), _number(scores.rescaled[at])
        lines.append(t("habit.without", words=words, rescaled=rescaled))
    lines.append(t(f"habit.needed_{unit}", limit=decimals(THRESHOLDS[name], 1)))
    habit = probed.of(name, *place) if probed else None
    if habit is not None:
        texts = t(f"habit.texts_{language}", n=habit.n_texts)
        texts += t("habit.twice") if name in ("induction", "duplicate") else ""
        median, least = _number(habit.median), _number(habit.least)
        lines.append(t("habit.over", texts=texts, median=median, least=least, named=habit.n_named))
    n_heads = int(habits.clear[at[0]].sum())
    lines.append(t("habit.count", n=n_heads, heads=habits.clear[0].size))
    return lines


def _table(habits: Habits, place: tuple[int, int], probed: Probed | None, t: Words) -> None:
    """List all patterns: here, lowest row, without special tokens, rescaled, over the probes."""
    columns = ("pattern", "here", "least", "held", "words", "rescaled", "median", "minimum")
    names = [t(f"habit.column_{name}") for name in columns]
    rows = (_row(name, habits, place, probed, t) for name in NAMES)
    st.html(table(names, rows, kind="habits", label=t("habit.table")))
    st.caption(t("habit.table_note"))


def _row(
    name: Name, habits: Habits, place: tuple[int, int], probed: Probed | None, t: Words
) -> Row:
    scores, at = habits.scores, (NAMES.index(name), *place)
    n_rows = int(scores.n_rows[at[:2]])
    habit = probed.of(name, *place) if probed else None
    cells = (
        t(f"grid.pattern_{name}"),
        _number(scores.raw[at]),
        _number(scores.least[at]),
        f"{int(scores.held[at])} / {n_rows}" if n_rows else "",
        _number(scores.words[at]),
        _number(scores.rescaled[at]),
        _number(habit.median) if habit else "",
        _number(habit.least) if habit else "",
    )
    return Row(cells, bool(habits.clear[at]))


def _number(value: float) -> str:
    return "" if np.isnan(value) else decimals(float(value), 4)
