"""The desk's third step, and what may follow it: the link itself, and a list of links."""

from html import escape

import streamlit as st

from app import notices, state
from app.components.handout import handout
from app.components.lesson_list import lesson_list
from app.desk import address, given, prepared, qr, told
from app.desk.prepared import Link
from app.i18n import Words
from app.selection import Selection
from app.settings import Settings

FULL = "list_is_full"  # whether what was just done to the list did not fit
BASE = "desk_base"  # which of this machine's addresses the link is given


def hand_out(selection: Selection, t: Words) -> None:
    """Show the link, its code and the ways to pass them on."""
    base = _base(t)
    url = address.link(base, given.page(selection), address.written(given.view(selection)))
    code = qr.code(url)
    note = "teach.no_code" if code is None else "" if code.is_easy else "teach.dense"
    words = t.group("handout")
    handout(url, told.name(selection, t), code, t(note) if note else "", words, key="handout")


def _base(t: Words) -> str:
    """Give the address students use: the one this browser has, or one that they can have too."""
    base = address.base(st.context.url or "")
    if not address.is_only_here(base):
        return base
    rooms = address.in_the_room(base)
    notices.plain(t("teach.only_here" if rooms else "teach.only_here_alone", address=base), "note")
    if not rooms:
        return base
    options = [*rooms, base]
    return st.radio(
        t("teach.base"),
        options,
        key=BASE,
        format_func=lambda one: t("teach.base_here", address=one) if one == base else one,
    )


def prepare(selection: Selection, t: Words) -> None:
    """Draw the list of prepared links, and the way into its presentation."""
    links = prepared.read(selection.prepared)
    st.html(f'<h2 class="desk-step">{escape(t("teach.lesson"))}</h2>')
    st.caption(t("teach.lesson_lead" if links else "teach.lesson_empty"))
    models = Settings.from_environ().usable
    views = [address.opened(link.query, selection, models) for link in links]
    lesson_list(
        [link.name for link in links],
        [told.line(link.page, view, t) for link, view in zip(links, views, strict=True)],
        t.group("lesson_list"),
        max_chars=prepared.MAX_NAME,
        on_do=lambda deed, index, how: _do(deed, index, how, selection, links),
        key="lesson_list",
    )
    with st.container(key="desk_lesson", horizontal=True, vertical_alignment="center"):
        st.button(t("teach.add"), key="add_link", on_click=_add, args=(selection, links, t))
        if links and st.button(t("teach.present"), key="present_lesson", type="primary"):
            first = views[0].presented(selection.prepared, 1)
            st.switch_page(f"app/pages/{links[0].page}.py", query_params=first.to_query())
    if st.session_state.pop(FULL, False):
        notices.plain(t("teach.full", n=len(links)), "error")


def _with_this(selection: Selection, links: tuple[Link, ...], t: Words) -> str | None:
    """Give the list with the link of the desk at its end, or None where it is full."""
    query = address.written(given.view(selection))
    new = Link(prepared.tidy(told.name(selection, t)), given.page(selection), query)
    return prepared.write([*links, new])


def _add(selection: Selection, links: tuple[Link, ...], t: Words) -> None:
    _keep(_with_this(selection, links, t), selection)


def _keep(written: str | None, selection: Selection) -> None:
    """Put the list into the address, or have it said that it is too long for one."""
    if written is None:
        st.session_state[FULL] = True
    else:
        state.change(selection, prepared=written)


def _do(
    deed: str, index: int, how: str | int, selection: Selection, links: tuple[Link, ...]
) -> None:
    """Change the list as was asked, or lay one of its links on the desk."""
    if deed == "open":
        models = Settings.from_environ().usable
        state.change(given.taken_up(selection, links[index].page, links[index].query, models))
        return
    if deed == "rename":
        links = prepared.renamed(links, index, str(how))
    elif deed == "move":
        links = prepared.moved(links, index, int(how))
    else:
        links = (*links[:index], *links[index + 1 :])
    _keep(prepared.write(links), selection)
