"""What every lesson is written with: say prose, ask a question, show numbers, lead elsewhere."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape

import streamlit as st

from app import shell
from app.choice import top_key
from app.chosen import Chosen
from app.figures.labels import sayable
from app.i18n import Words, prose
from app.lessons import measured
from app.lessons.bars import Column, bars
from app.lessons.markup import Shown, to_html
from app.selection import Selection
from app.shell import Page
from attention.questions import Place
from attention.step_views import window
from attention.trace import Trace
from attention.views import TokenLine


@dataclass(frozen=True, eq=False)
class Lesson:
    """Hold the open lesson: its number, the page it stands on and the chosen pair of tokens."""

    number: int
    page: Page
    row: Chosen

    @property
    def t(self) -> Words:
        """Return the words of the reader's language."""
        return self.page.t

    @property
    def selection(self) -> Selection:
        """Return the open view."""
        return self.page.selection

    @property
    def trace(self) -> Trace:
        """Return the run behind the page."""
        return self.page.reading.trace

    @cached_property
    def place(self) -> Place:
        """Return where questions are asked: of the chosen query and the key it gives most.

        The chosen key does not matter here: walking over the keys may not ask everything anew.
        """
        chosen, query = self.selection, self.row.query
        heaviest = top_key(self.row.head.weights, query)
        at = (chosen.layer, chosen.head, query, heaviest)
        return measured.place(self.trace, *at)

    @cached_property
    def line(self) -> TokenLine:
        """Return the tokens with labels that fit into a sentence."""
        return sayable(self.page.line)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return a name for every token; a label that occurs twice gets its position."""
        times = Counter(self.line.labels)
        return tuple(
            label if times[label] == 1 else self.t("course.token_at", label=label, position=i)
            for i, label in enumerate(self.line.labels)
        )

    @property
    def query(self) -> str:
        """Return the name of the chosen query."""
        return self.names[self.row.query]

    @property
    def key(self) -> str:
        """Return the name of the key that gets most of the query's attention."""
        return self.names[self.place.key]

    @property
    def texts(self) -> Mapping[str, str]:
        """Return the lesson's prose by name."""
        return prose(f"course_{self.number}", self.t.lang)

    def say(self, name: str, **values: object) -> None:
        """Show prose; a value may come with the class of its role."""
        shown: dict[str, Shown] = {
            "query": ("query", self.query),
            "key": ("key", self.key),
            **{key: v if isinstance(v, tuple) else ("", v) for key, v in values.items()},
        }
        html = to_html(self.texts[name], shown, self.t, f"{self.number}-{name}")
        st.html(f'<div class="prose">{html}</div>')

    def show(self, html: str) -> None:
        """Show a table of numbers, wider than the text."""
        st.html(f'<div class="figure">{html}</div>')

    def table(self, columns: Sequence[Column], caption: str, *, sums: bool = False) -> None:
        """Show numbers for every key; of a long text those that the walk would show."""
        n, place = self.trace.n_tokens, self.place
        shown = window(self.row.head.weights[place.query], place.query, place.key)
        if len(shown) < n:
            caption = f"{caption} {self.t('course.window', shown=len(shown), n=n)}"
        first, chosen = self.t("course.token" if sums else "course.key"), (place.key,)
        self.show(
            bars(self.names, columns, caption, first=first, chosen=chosen, shown=shown, sums=sums)
        )

    def note(self, key: str, **values: object) -> None:
        """Say in one sentence what can't be shown here, or is not the model's own."""
        st.html(f'<p class="aside">{escape(self.t(key, **values))}</p>')

    def link(self, page: str, label: str, **changes: object) -> None:
        """Lead to another page, or to this one, in a prepared view."""
        view = replace(self.selection, **{"lesson": 1, "step": 1, **changes})
        if page != "course":
            view = replace(view, seed=0, sampling=1.0, pair="")  # it shows what the lesson read
        shell.way(page, label, view)


Draw = Callable[[Lesson], None]
Steps = Mapping[str, Draw]


def title(lesson: int, part: str, t: Words) -> str:
    """Give the title of a lesson (``title``) or of one of its steps."""
    texts = prose(f"course_{lesson}", t.lang)
    return texts["title"] if part == "title" else texts[f"{part}_title"]
