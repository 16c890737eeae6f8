"""One query token of one head, walked from its input to the layer's output."""

from dataclasses import asdict, replace

from app import notices, shell, state
from app.chosen import chosen
from app.components.steps import steps
from attention.step_views import step_view

page = shell.begin("steps", pick=("layer", "head"))
t, selection, reading = page.t, page.selection, page.reading
trace, line = reading.trace, reading.line

row = chosen(page)

with shell.guard(t):
    numbers = step_view(trace, selection.layer, selection.head, row.query, row.key)
    if selection.stage not in numbers.stages:
        notices.plain(t("notice.stale_stage", stage=selection.stage), "note")
        selection = replace(selection, stage=numbers.stages[0])
    place = replace(selection, stage="x", key=None, query=row.query, theme=None, lang="en")
    words = t.group("steps")
    walked = steps(numbers, line, selection.stage, row.key, repr(place), words, key="steps")
    if walked is not None:
        state.go(selection, **asdict(walked))
