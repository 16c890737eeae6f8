"""The desk's first two steps: what students look at, and how they see it."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from app import levels, notices, state
from app.chosen import Chosen
from app.desk import address, given
from app.desk.given import HIDDEN, THEMES
from app.i18n import LANGUAGES, Words
from app.lessons import course
from app.parsers import N_LESSONS
from app.selection import Selection
from app.settings import Settings
from app.shell import Page
from app.worksheets import section
from attention.step_views import step_view

PASTED = "pasted"
NOT_OURS = "not_ours"  # whether what was pasted last is an address of this app
BROWSER = "browser"  # no colours of the link's own


def step(number: int, title: str) -> None:
    """Head one of the three steps."""
    st.html(f'<h2 class="desk-step"><span>{number}</span> {escape(title)}</h2>')


def begins(selection: Selection, t: Words) -> None:
    """Draw what stands before the sentence: what the desk is for, the page, an address to open."""
    st.html(
        f'<div class="desk-lead"><h1>{escape(t("teach.title"))}</h1>'
        f"<p>{escape(t('teach.lead'))}</p></div>"
    )
    step(1, t("teach.step_view"))
    with st.container(key="desk_view", horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            t("teach.page"),
            address.PAGES,
            key=state.bound("page", given.page(selection)),
            format_func=lambda page: t(f"nav.{page}"),
            on_change=state.pick,
            args=(selection, "page"),
            width=200,
        )
        st.text_input(
            t("teach.paste"),
            key=PASTED,
            placeholder=t("teach.paste_hint"),
            on_change=open_pasted,
            args=(selection,),
        )
    if st.session_state.pop(NOT_OURS, False):
        notices.plain(t("teach.not_ours"), "error")


def open_pasted(selection: Selection) -> None:
    """Lay the address that was just pasted on the desk."""
    text = st.session_state[PASTED]
    if not text.strip():
        return
    found = address.pasted(text)
    if found is None:
        st.session_state[NOT_OURS] = True
        return
    st.session_state[PASTED] = ""
    state.change(given.taken_up(selection, *found, Settings.from_environ().usable))


def place(shown: Page, row: Chosen, t: Words) -> None:
    """Offer the places inside a page: a stage of the walk, a step of a lesson."""
    selection = shown.selection
    page = given.page(selection)
    if page == "steps" and shown.reading.trace.model.level == "A":
        trace = shown.reading.trace
        stages = step_view(trace, selection.layer, selection.head, row.query, row.key).stages
        stage = selection.stage if selection.stage in stages else stages[0]
        _choose("stage", stages, stage, selection, t, names="steps.title_")
    if page == "course":
        with st.container(horizontal=True, key="desk_place"):
            lessons = range(1, N_LESSONS + 1)
            _choose("lesson", lessons, selection.lesson, selection, t)
            steps = range(1, len(course.LESSONS[selection.lesson]) + 1)
            _choose("step", steps, min(max(selection.step, 1), len(steps)), selection, t)


def worksheet(page: Page) -> None:
    """Offer a worksheet of the chosen row, of a model that shows its steps."""
    if not levels.lacks(page, "steps"):
        section.section(page)


def _choose(
    field: str,
    options: Sequence[object],
    value: object,
    selection: Selection,
    t: Words,
    *,
    names: str = "",
) -> None:
    st.selectbox(
        t(f"teach.{field}_number" if names == "" else f"teach.{field}"),
        options,
        key=state.bound(field, value),
        format_func=lambda option: t(f"{names}{option}") if names else str(option),
        on_change=state.pick,
        args=(selection, field),
        width=360 if names else 120,
    )


def looks(selection: Selection, t: Words) -> None:
    """Offer language, colours, size, and what is kept back."""
    theme = given.theme(selection) or BROWSER
    with st.container(key="desk_looks", horizontal=True, vertical_alignment="bottom"):
        for field, options, value in (
            ("given_lang", LANGUAGES, given.lang(selection)),
            ("given_theme", (BROWSER, *THEMES), theme),
            ("given_size", ("normal", "present"), _size(selection)),
        ):
            st.segmented_control(
                t(f"teach.{field}"),
                options,
                key=state.bound(field, value),
                format_func=lambda option: t(f"teach.option_{option}"),
                required=True,
                on_change=choose,
                args=(selection, field, options),
            )
    st.pills(
        t("teach.given_hidden"),
        HIDDEN,
        key=state.bound("given_hidden", list(given.hidden(selection))),
        format_func=lambda option: t(f"teach.option_{option}"),
        selection_mode="multi",
        on_change=choose,
        args=(selection, "given_hidden", HIDDEN),
    )
    st.caption(t("teach.no_lock"))


def _size(selection: Selection) -> str:
    return "present" if "present" in selection.given else "normal"


def choose(selection: Selection, field: str, options: tuple[str, ...]) -> None:
    """Ask for the desk with what was chosen in a widget."""
    value = st.session_state[field]
    chosen = tuple(value) if isinstance(value, list) else (value,)
    usual = {BROWSER, "normal", selection.lang}
    kept = tuple(name for name in chosen if name not in usual)
    state.change(given.with_given(selection, options, kept))
