"""What a link opens, in words: for the teacher who is about to hand it out."""

from html import escape

from app.desk import given
from app.i18n import Words, short
from app.notices import model_name
from app.selection import Selection

LONGEST = 60  # characters of a sentence in a line about it


def students_see(selection: Selection, names: tuple[str, str], t: Words) -> str:
    """Say what students will see, as HTML; ``names`` are the labels of query and key."""
    view = given.view(selection)
    parts = [_opens(selection, view, t)]
    if given.page(selection) != "from_scratch":
        parts.append(t.html("teach.pair", query=("query", names[0]), key=("key", names[1])))
    parts.append(escape(_looks(selection, view, t), quote=False))
    parts += [escape(t(f"teach.without_{name}"), quote=False) for name in view.hide]
    return (" " if t.lang == "en" else "").join(parts)


def _opens(selection: Selection, view: Selection, t: Words) -> str:
    page = given.page(selection)
    values: dict[str, tuple[str, object]] = {
        "page": ("", t(f"nav.{page}")),
        "text": ("text", short(view.text, LONGEST)),
        "model": ("", model_name(view.model, t)),
        "layer": ("", view.layer),
        "head": ("", view.head),
        "lesson": ("", view.lesson),
        "step": ("", view.step or 1),
    }
    if page == "steps":
        values["stage"] = ("", t(f"steps.title_{view.stage}"))
    key = page if page in ("many_heads", "from_scratch", "course", "steps") else "head"
    return t.html(f"teach.opens_{key}", **values)


def _looks(selection: Selection, view: Selection, t: Words) -> str:
    colours = t(f"teach.in_{view.theme or 'browser'}")
    size = t("teach.large" if view.present else "teach.normal")
    return t("teach.looks", lang=t(f"teach.lang_{view.lang}"), colours=colours, size=size)


def name(selection: Selection, t: Words) -> str:
    """Give what a link is called until somebody calls it otherwise."""
    page = t(f"nav.{given.page(selection)}")
    return t("teach.named", page=page, text=short(selection.text, 40))


def line(page: str, view: Selection, t: Words) -> str:
    """Say on one line what a prepared link opens."""
    if page == "from_scratch":
        return t("teach.line_from_scratch", page=t(f"nav.{page}"), text=short(view.text, LONGEST))
    values = {"model": model_name(view.model, t), "layer": view.layer, "head": view.head}
    said = t("teach.line", page=t(f"nav.{page}"), text=short(view.text, LONGEST), **values)
    return said + (t("teach.line_hidden") if view.hide else "")
