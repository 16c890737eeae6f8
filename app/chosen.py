"""The chosen row: every token as a button above the pictures, and the head and pair they open."""

from dataclasses import dataclass

from app import present, shell, state
from app.choice import key_of
from app.components.sentence import sentence
from app.shell import Page
from attention import views
from attention.views import HeadMap, Special


@dataclass(frozen=True, eq=False)
class Chosen:
    """Hold the open head and the chosen pair of tokens."""

    head: HeadMap
    query: int
    key: int


def chosen(
    page: Page, special: Special = "show", *, weights: bool = True, pairs: bool = False
) -> Chosen:
    """Draw the tokens with what the query gives each; a click chooses query or key.

    Without a choice, the key is the one that gets most of the query's attention. ``weights``
    false keeps all that to itself, where a question comes before its answer. With ``pairs`` one
    click chooses the query and the next the key.
    """
    selection, query = page.selection, page.query
    head = views.head_map(page.reading.trace, selection.layer, selection.head, special)
    key = key_of(selection, head.weights, query)
    with shell.guard(page.t):
        row = views.thousandths(head.weights[query], head.masked[query]).tobytes()
        told = (row, key) if weights and not present.covers(selection) else (b"", selection.key)
        words = page.t.group("sentence")
        sentence(
            page.line,
            told[0],
            query,
            told[1],
            words,
            on_pick=lambda role, index: state.change(selection, **{role: index}),
            pairs=pairs,
            key="sentence",
        )
    present.cover(selection, page.t)
    return Chosen(head, query, key)
