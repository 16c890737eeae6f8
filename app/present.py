"""How a lesson link shows a page: large type, a list to walk through, things kept back.

What is kept back is kept from the eye, not from the student: one button shows everything.
"""

from html import escape

import streamlit as st

from app import state
from app.components.presenter import presenter
from app.desk import address, prepared, qr
from app.i18n import ASSETS, Words
from app.selection import Selection
from app.settings import Settings


def bar(selection: Selection, t: Words, page: str) -> None:
    """Draw the bar of a presentation: where in the list one is, the code of the link, the way out.

    The keys of a presenter's remote go through the list; Escape leaves.
    """
    st.html(ASSETS / "present.css")
    links = prepared.read(selection.prepared)
    place = min(selection.place, len(links))
    base = address.base(st.context.url or "")
    url = link_for_students(selection, links, place, base, page)
    names = [link.name for link in links]
    title = names[place - 1] if place else t(f"nav.{page}")
    words = t.group("presenter")
    presenter(
        names,
        place,
        title,
        url,
        qr.code(url),
        words,
        on_ask=lambda asked: _go(asked, selection, page),
        key="presenter",
    )


def _go(asked: int | None, selection: Selection, page: str) -> None:
    """Go to a link of the list, counted from 1, and present it; or leave the presentation."""
    if asked is None:
        state.change(selection, present=False, place=0)
        return
    link = prepared.read(selection.prepared)[asked - 1]
    view = address.opened(link.query, selection, Settings.from_environ().usable)
    view = view.presented(selection.prepared, asked)
    if link.page == page:
        state.change(view)
    else:
        st.switch_page(f"app/pages/{link.page}.py", query_params=view.to_query())


def link_for_students(
    selection: Selection, links: tuple[prepared.Link, ...], place: int, base: str, page: str
) -> str:
    """Give what students open to see what is shown: the link as it was prepared, else this view."""
    if place:
        return address.link(base, links[place - 1].page, links[place - 1].query)
    return address.link(base, page, address.written(selection.alone()))


def rest(selection: Selection, t: Words) -> None:
    """Say that something is kept back, and offer all of it."""
    if not selection.hide:
        return
    st.html(ASSETS / "kept_back.css")
    with st.container(key="kept_back", horizontal=True, vertical_alignment="center"):
        st.html(f'<p class="facts">{escape(t("present.kept_back"))}</p>', width="content")
        st.button(
            t("present.show_all"),
            key="show_all",
            type="tertiary",
            on_click=state.change,
            args=(selection,),
            kwargs={"hide": ()},
        )


def covers(selection: Selection) -> bool:
    """Tell whether the numbers are kept back."""
    return "weights" in selection.hide


def cover(selection: Selection, t: Words) -> None:
    """End a page before its numbers, with a button that uncovers them, where they are kept back."""
    if not covers(selection):
        return
    with st.container(key="cover"):
        st.html(f'<p class="cover">{escape(t("present.covered"))}</p>')
        st.button(
            t("present.uncover"),
            key="uncover",
            type="primary",
            on_click=state.change,
            args=(selection,),
            kwargs={"hide": tuple(name for name in selection.hide if name != "weights")},
        )
    st.stop()
