"""One query token of one head, walked from its input to the layer's output."""

from dataclasses import asdict, replace

from app import notices, shell, state
from app.choice import top_key
from app.components.sentence import sentence
from app.components.steps import steps
from attention import views
from attention.step_views import step_view

page = shell.begin("steps", pick=("layer", "head"))
t, selection, reading = page.t, page.selection, page.reading
trace, line = reading.trace, reading.line

view = views.head_map(trace, selection.layer, selection.head)
key = top_key(view.weights, page.query) if selection.key is None else selection.key

with shell.guard(t):
    row = views.thousandths(view.weights[page.query], view.masked[page.query]).tobytes()
    chosen = sentence(line, row, page.query, key, t.group("sentence"), key="sentence")
    if chosen is not None:
        role, index = chosen
        state.go(selection, **{role: index})

with shell.guard(t):
    numbers = step_view(trace, selection.layer, selection.head, page.query, key)
    if selection.stage not in numbers.stages:
        notices.plain(t("notice.stale_stage", stage=selection.stage), "note")
        selection = replace(selection, stage=numbers.stages[0])
    place = replace(selection, stage="x", key=None, query=page.query, theme=None, lang="en")
    words = t.group("steps")
    walked = steps(numbers, line, selection.stage, key, repr(place), words, key="steps")
    if walked is not None:
        state.go(selection, **asdict(walked))
