"""A hub's model that is not here yet: how large it is, a button to fetch it, how far that is."""

from html import escape

import streamlit as st

from app import notices
from app.downloads import Download, asked, downloads
from app.i18n import Words, plain
from attention import hub, memory
from attention.errors import AttentionError
from attention.hub import Offer
from attention.sizes import readable

EVERY = 1.0  # seconds between two looks at a running download


def panel(name: str, t: Words) -> None:
    """Offer to fetch a model, or show how far its download is. A link alone starts none."""
    download = downloads().of(name)
    running = download is not None and download.is_running
    # Only a running download is worth looking again and again.
    st.fragment(_panel, run_every=EVERY if running else None)(name, t)


def _panel(name: str, t: Words) -> None:
    download = downloads().of(name)
    with st.container(key="hub"):
        if download is not None and download.is_running:
            _running(download, t)
        elif hub.cached(name):
            st.rerun()
        else:
            _offered(name, download, t)


def _running(download: Download, t: Words) -> None:
    offer, step = download.offer, download.step
    if step is None or step.stage == "wait":
        line, share = t("hub.queue" if step is None else "hub.wait"), 0.0
    else:
        there, size = readable(step.n_bytes), readable(step.total)
        line, share = t(f"hub.{step.stage}", there=there, size=size), step.n_bytes / step.total
    # No status for screen readers, who would hear it every second; the bar has its own role.
    st.html(f'<p class="notice note">{escape(f"{offer.name} · {line}")}</p>')
    st.progress(min(1.0, share))
    st.button(t("hub.stop"), key="hub_stop", on_click=download.stop.set)
    st.html(f'<p class="facts">{t("hub.meanwhile")}</p>')


def _offered(name: str, download: Download | None, t: Words) -> None:
    with st.spinner(t("hub.asking", model=plain(name))):
        offer = asked(name)
    error = offer if isinstance(offer, AttentionError) else download and download.error
    if error is not None:
        notices.of_error(error, name, t)
    if isinstance(offer, AttentionError):
        st.button(t("hub.ask_again"), key="hub_again", on_click=asked.clear)
        return
    needed, left = memory_of(offer), memory.left()
    if needed > left:
        told = {"needed": readable(needed), "left": readable(left)}
        notices.plain(t("errors.too_large", model=name, **told), "error")
        return
    size, there = offer.n_bytes, hub.n_there(offer)
    line = t("hub.offer", model=name, size=readable(size), memory=readable(needed))
    notices.plain(line, "note")
    facts = [t("hub.rest", there=readable(there), size=readable(size))] if there else []
    kinds = offer.config.get("architectures")
    if isinstance(kinds, list) and kinds:
        facts.append(t("hub.kind", kind=str(kinds[0])))
    for fact in facts:
        st.html(f'<p class="facts">{escape(fact)}</p>')
    label = t("hub.go_on" if there else "hub.fetch", size=readable(size - there))
    if st.button(label, key="hub_fetch"):
        downloads().start(offer)
        st.rerun()


def memory_of(offer: Offer) -> int:
    """Give the memory that an offered model will take."""
    tokenizer = sum(file.n_bytes for file in offer.files if file.name == "tokenizer.json")
    return memory.needed_of(offer.config, offer.n_parameters, offer.weight_bytes, tokenizer)
