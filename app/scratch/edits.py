"""The numbers a person changed in the tables: they live in the session, no address carries them.

A table keeps what was written into it for as long as it still makes sense: until its sizes, preset
or seed are others. What the browser reports are changes to the numbers it was first given.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import streamlit as st
from torch import Tensor, equal

from attention.by_hand import Name, Setting, checked, depends_on, matrices
from attention.by_hand.file import rows
from attention.errors import ImpossibleLayer

STORE = "hand_tables"

Values = list[list[float | None]]


@dataclass(frozen=True, eq=False)
class Table:
    """Hold a matrix as it was given to the browser, as it stands, and as it last made sense.

    Attributes:
        source: what its numbers were made from; another source starts it anew.
        number: part of the widget's key, since a widget keeps its changes under its key.
        refused: why the numbers as they stand can't be used.
    """

    source: tuple[object, ...]
    number: int
    given: Values
    values: Values
    good: Tensor
    start: Tensor
    refused: ImpossibleLayer | None = field(default=None)

    @property
    def is_changed(self) -> bool:
        """Return whether its numbers are not those it started with."""
        return not equal(self.good, self.start)


def read(setting: Setting) -> tuple[dict[Name, Table], list[Name]]:
    """Give the tables as they stand, and name those whose changes were for another layer."""
    store: dict[Name, Table] = st.session_state.get(STORE, {})
    tables, lost = {}, []
    for name, start in matrices(setting).items():
        known = store.get(name)
        if known is None or known.source != depends_on(name, setting):
            if known is not None and known.is_changed:
                lost.append(name)
            tables[name] = _new(name, setting, start, start, known)
        elif widget_key(name, known) not in st.session_state:  # another page was open meanwhile
            values = known.values
            tables[name] = replace(known, number=known.number + 1, given=values)
        else:
            tables[name] = _changed(setting, name, known)
    st.session_state[STORE] = {**store, **tables}
    return tables, lost


def put(setting: Setting, found: Mapping[Name, Tensor]) -> None:
    """Take over the numbers of a file; those without any start anew."""
    store: dict[Name, Table] = st.session_state.get(STORE, {})
    for name, start in matrices(setting).items():
        store[name] = _new(name, setting, start, found.get(name, start), store.get(name))
    st.session_state[STORE] = store


def widget_key(name: Name, table: Table) -> str:
    """Give the key of a table's widget."""
    return f"hand_{name}_{table.number}"


def _new(name: Name, setting: Setting, start: Tensor, own: Tensor, known: Table | None) -> Table:
    values: Values = [list(row) for row in rows(own)]
    number = 0 if known is None else known.number + 1
    return Table(depends_on(name, setting), number, values, values, own, start)


def _changed(setting: Setting, name: Name, table: Table) -> Table:
    """Put what the browser reports into the numbers it was given; refuse what is no number."""
    values = [list(row) for row in table.given]
    changes = st.session_state[widget_key(name, table)]["edited_rows"]
    for row, cells in changes.items():
        for column, value in cells.items():
            values[int(row)][int(column)] = value
    try:
        good, refused = checked(setting, name, values), None
    except ImpossibleLayer as error:
        good, refused = table.good, error
    return replace(table, values=values, good=good, refused=refused)
