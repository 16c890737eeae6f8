"""The pictures of ``app.notebook``: each part of its page, drawn from one run."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Literal, get_args

from app.components import grid, lines, steps
from app.components.grid.marks import Marks
from app.components.steps import Walked
from app.figures.heatmap import heatmap
from app.figures.theme import palette
from app.i18n import Words, decimals
from app.parsers import Theme
from app.stand_alone import Chart, Section, View
from attention import views
from attention.errors import LevelTooLow
from attention.pattern_views import habits
from attention.step_views import step_view
from attention.trace import Trace
from attention.views import HeadMap, TokenLine

Picture = Literal["grid", "map", "lines", "steps"]
PICTURES: tuple[Picture, ...] = get_args(Picture)


@dataclass(frozen=True, eq=False)
class Shot:
    """Hold what all pictures are drawn from: one head of a run, and a pair of its tokens."""

    trace: Trace
    view: HeadMap
    line: TokenLine
    query: int
    key: int
    t: Words
    theme: Theme

    @property
    def place(self) -> dict[str, int]:
        """Return the open head."""
        return {"layer": self.view.layer, "head": self.view.head}

    def section(self, picture: Picture, shown: View | Chart | None, said: str) -> Section:
        """Give a part of the page with its heading."""
        return Section(picture, self.t(f"notebook.{picture}", **self.place), shown, said)

    def weight(self) -> str:
        """Say the chosen weight, the model's own, as HTML."""
        query = "query", self.line.labels[self.query]
        key = "key", self.line.keys.labels[self.key]
        if self.view.masked[self.query, self.key]:
            return self.t.html("heads.masked", query=query, key=key)
        weight = decimals(float(self.view.weights[self.query, self.key]), 3)
        return self.t.html("heads.spoken", query=query, key=key, weight=("weight", weight))

    def hidden(self) -> str:
        """Say as HTML how much of the row is hidden with its special tokens, if they are."""
        if self.view.mode == "show" or not any(self.line.keys.special):
            return ""
        share = float(self.view.hidden_share[self.query])
        return self.t.html(
            "heads.hidden" if self.view.mode == "hide" else "heads.divided",
            query=("query", self.line.labels[self.query]),
            share=("weight", decimals(share, 3)),
            left=("", decimals(1 - share, 3)),
        )


def _grid(shot: Shot) -> Section:
    """Show all heads; a click cannot open one here, so the words do not say so."""
    said = shot.t.group("grid") | shot.t.group("notebook.in_grid")
    drawn = grid.message(
        views.head_grid(shot.trace),
        shot.line,
        **shot.place,
        query=shot.query,
        key_token=shot.key,
        words=said,
        marks=Marks.of(habits(shot.trace)),
    )
    return Section("grid", "", View("grid", grid.SCRIPTS, drawn), "")


def _map(shot: Shot) -> Section:
    drawn = heatmap(shot.view, shot.line, shot.query, shot.key, shot.t, theme=shot.theme)
    drawn.update_layout(paper_bgcolor=palette(shot.theme).page)
    return shot.section("map", Chart(drawn), f"{shot.weight()} {shot.hidden()}")


def _lines(shot: Shot) -> Section:
    view = shot.view
    own = views.thousandths(view.weights, view.masked).tobytes()
    said = shot.t.group("lines")
    pair = (shot.query, shot.key)
    drawn = lines.message(own, shot.line, *pair, view.mode, said, views.drawn(view))
    return shot.section("lines", View("lines", lines.SCRIPTS, drawn), shot.hidden())


def _steps(shot: Shot) -> Section:
    """Walk the row; what is not seen of a model is named."""
    trace, t = shot.trace, shot.t
    if not trace.calls:
        error = LevelTooLow(trace.model.id, trace.model.level, "steps")
        return shot.section("steps", None, escape(t(error.message_key, **error.fields)))
    view = step_view(trace, **shot.place, query=shot.query, key=shot.key)
    said = t.group("steps") | t.group("notebook.in_steps")
    at = Walked(view.stages[0], shot.query, shot.key)
    drawn = steps.message(view, shot.line, at, "steps", said, is_part=True)
    return shot.section("steps", View("steps", steps.SCRIPTS, drawn), "")


DRAWN: Mapping[Picture, Callable[[Shot], Section]] = {
    "grid": _grid,
    "map": _map,
    "lines": _lines,
    "steps": _steps,
}
