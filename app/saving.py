"""What can be taken along of a view: its picture, its numbers, the lines of Python that give them.

Nothing is made before somebody asks for it: a closed menu is a button, and a file's numbers are
computed when its own button is pressed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st

from app import notices
from app.components.save import save
from app.file_names import file_name
from app.i18n import Words, short
from app.selection import Selection
from attention import __version__
from attention.by_hand import HandLayer
from attention.places import Part
from attention.trace import Trace

LONGEST = 200  # characters of a sentence in a caption
MIME = {"csv": "text/csv", "json": "application/json", "npz": "application/zip"}


@dataclass(frozen=True)
class File:
    """Hold a file to be: its label, the end of its name, and what makes its content."""

    label: str
    ending: str
    make: Callable[[], bytes]


@dataclass(frozen=True)
class Saved:
    """Hold what a menu offers.

    Attributes:
        name: of the picture, in its file's name.
        targets: keys of the parts of the page that are the picture; the browser draws them.
        caption: what stands below the picture.
        file: the files' name without its ending.
        code: gives the lines of Python.
        files: numbers, and a page of its own where the server makes it.
    """

    name: str
    targets: Sequence[str]
    caption: str
    file: str
    code: Callable[[], str] | None = None
    files: Sequence[File] = ()
    has_page: bool = False


def menu(saved: Saved, t: Words) -> None:
    """Offer everything in one menu; what is in it is made when it is opened."""
    popover = st.popover(
        t("saving.menu"),
        key=f"save_{saved.name}",
        on_change="rerun",
        type="tertiary",
        icon=":material/download:",
    )
    if not popover.open:
        return
    with popover, st.container(key=f"save_{saved.name}_body"):
        save(
            saved.targets,
            saved.caption,
            saved.file,
            saved.code() if saved.code else "",
            t.group("save"),
            has_page=saved.has_page,
            key=f"save_{saved.name}_picture",
        )
        if saved.files:
            _files(saved, t)


def _files(saved: Saved, t: Words) -> None:
    with st.container(horizontal=True, gap="small"):
        for i, file in enumerate(saved.files):
            st.download_button(
                file.label,
                file.make,
                f"{saved.file}.{file.ending}",
                MIME.get(file.ending.rpartition(".")[2], "text/html"),
                key=f"save_{saved.name}_{i}",
                on_click="ignore",
            )
    if any(file.ending.endswith("csv") for file in saved.files):
        st.caption(t("saving.numbers"))


def of_view(
    name: str,
    targets: Sequence[str],
    selection: Selection,
    t: Words,
    *,
    head: bool = True,
    part: Part | None = None,
) -> Saved:
    """Begin what a menu offers of a view: its picture with a caption and a name.

    ``part`` is the kind of attention, where a model has several.
    """
    where = f"L{selection.layer}H{selection.head}" if head else ""
    file = file_name(name, selection.model, part or "", where, text=selection.text)
    return Saved(name, targets, about(selection, t, head=head, part=part), file)


def about(selection: Selection, t: Words, *, head: bool = True, part: Part | None = None) -> str:
    """Say in one line what a view shows: model, place, sentence, version; never a date."""
    texts = selection.text, selection.target
    place = (selection.layer, selection.head) if head else None
    return about_run(notices.model_name(selection.model, t), place, texts, part, t)


def about_run(
    model: str, place: tuple[int, int] | None, texts: tuple[str, str], part: Part | None, t: Words
) -> str:
    """Say it of a run: of one head, if it has a ``place``; of two texts, if it has a ``part``."""
    text, target = (short(one, LONGEST) for one in texts)
    if part is not None:
        model = t("parts.of_model", model=model, part=t(f"parts.{part}"))
        text = f"{text} → {target}" if target else text
    if place is None:
        return t("saving.of_run", model=model, text=text, **_app(t))
    layer, head = place
    return t("saving.of_head", model=model, text=text, layer=layer, head=head, **_app(t))


def about_layer(layer: HandLayer, head: int, t: Words) -> str:
    """Say the same of the layer by hand."""
    setting = layer.setting
    sizes = {"n_heads": setting.n_heads, "d_k": setting.d_k, "head": head}
    return t("saving.of_layer", text=short(" ".join(setting.words), LONGEST), **sizes, **_app(t))


def _app(t: Words) -> dict[str, str]:
    return {"app": t("app.name"), "version": __version__}


def numbers(trace: Trace, selection: Selection, t: Words, *, side: str = "") -> list[File]:
    """Offer the numbers of the open head, and those of the whole run."""
    shown = named(trace, selection.model)
    layer, head = selection.layer, selection.head
    writers: dict[str, Callable[[Path], None]] = {
        "csv": lambda path: shown.to_csv(path, layer, head),
        "json": lambda path: shown.to_json(path, layer, head),
        "npz": shown.to_npz,
    }
    if trace.glimpses:  # the steps, which this file is made of, are not seen
        del writers["json"]
    return [file(ending, write, t, side) for ending, write in writers.items()]


def file(ending: str, write: Callable[[Path], None], t: Words, side: str = "") -> File:
    """Offer what a writer of files writes, computed when it is asked for."""
    label = t(f"saving.{ending}")
    return File(f"{side} {label}".strip(), ending, lambda: content(write, ending))


def content(write: Callable[[Path], None], ending: str) -> bytes:
    """Give what a writer of files writes."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"numbers.{ending}"
        write(path)
        return path.read_bytes()


def named(trace: Trace, model: str) -> Trace:
    """Give a run under the name that people call its model by: its own may be a server's folder."""
    return replace(trace, model=replace(trace.model, id=model))
