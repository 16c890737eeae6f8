"""What the user has chosen, and its form in an address. Pure: no Streamlit, nothing raises."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal, get_args

from app.examples import first
from app.i18n import Lang, language_of
from attention.step_views import Stage
from attention.views import Special
from attention.weights import EMBEDDED

View = Literal["map", "lines"]
Range = Literal["full", "head"]
Theme = Literal["light", "dark"]

MAX_CHARS = 4000
MAX_NAME = 200
ALWAYS = frozenset({"text", "model", "lang"})


@dataclass(frozen=True)
class Selection:
    """Hold what a link says. ``query`` and ``key`` are None while the page chooses for the user.

    ``range`` is the colour range of the open head's map: 0 to 1, or this head's own; ``stage`` is
    the step of the computation that is being looked at.
    """

    text: str
    model: str
    layer: int = 0
    head: int = 0
    query: int | None = None
    key: int | None = None
    view: View = "map"
    special: Special = "show"
    range: Range = "full"
    theme: Theme | None = None
    stage: Stage = "x"
    lang: Lang = "en"

    @classmethod
    def from_query(
        cls,
        query: Mapping[str, object],
        lang: Lang = "en",
        models: Sequence[str] = EMBEDDED,
    ) -> "Selection":
        """Read an address; ``lang`` is the visitor's own, for a link that names none.

        ``models``: what this server can show, for a link that names none of them.

        What is absent or can't be read takes its default. Without a text the view is an example's,
        so that nobody meets an empty box.
        """
        given = {name: value for name, value in query.items() if isinstance(value, str)}
        chosen = {name: parse(given[name]) for name, parse in PARSERS.items() if name in given}
        chosen = {name: value for name, value in chosen.items() if value is not None}
        lang = language_of(given.get("lang")) or lang
        if "text" in chosen:
            start = cls(str(chosen["text"]), model_for(str(chosen["text"]), models))
        else:
            model = chosen.get("model")
            start = cls.start(lang, None if model is None else str(model), models)
        return replace(start, **{**chosen, "lang": lang})

    @classmethod
    def start(
        cls, lang: Lang, model: str | None = None, models: Sequence[str] = EMBEDDED
    ) -> "Selection":
        """Give the view of a visitor who brings no sentence."""
        example = first(lang, models if model is None else (model,))
        if model is None:
            model = usual(example.model, models)
        if model != example.model:
            return cls(example.text, model, lang=lang)
        place = (example.layer, example.head, example.query, example.key)
        return cls(example.text, example.model, *place, lang=lang)

    def to_query(self) -> dict[str, str]:
        """Give the address: text, model and language always, the rest only if not the default."""
        return {
            field.name: str(value)
            for field in fields(self)
            if (value := getattr(self, field.name)) != field.default or field.name in ALWAYS
        }


def lost(query: Mapping[str, object]) -> tuple[str, ...]:
    """Name the parameters of an address that could not be read."""
    return tuple(
        name
        for name, parse in PARSERS.items()
        if isinstance(value := query.get(name), str) and parse(value) is None
    )


def is_cut(query: Mapping[str, object]) -> bool:
    """Tell whether an address brings more text than is read."""
    value = query.get("text")
    return isinstance(value, str) and len(clean(value)) > MAX_CHARS


def model_for(text: str, models: Sequence[str] = EMBEDDED) -> str:
    """Choose the model for a sentence that comes without one: E5 if it is mostly Chinese."""
    letters = [letter for letter in text if letter.isalpha()]
    chinese = [letter for letter in letters if unicodedata.name(letter, "").startswith("CJK")]
    return usual("e5" if len(chinese) * 2 > len(letters) else "minilm", models)


def usual(model: str, models: Sequence[str]) -> str:
    """Give a model if it can be had, else the first that can; itself if there is none at all."""
    return model if model in models else next(iter(models), model)


def clean(text: str) -> str:
    """Drop what no address can carry: halves of surrogate pairs."""
    return text.encode("utf-8", "ignore").decode("utf-8").replace("\r\n", "\n")


def _text(value: str) -> str | None:
    return clean(value)[:MAX_CHARS] or None


def _model(value: str) -> str | None:
    name = clean(value).strip()
    return name if 0 < len(name) <= MAX_NAME else None


def _index(value: str) -> int | None:
    small = value.isascii() and value.isdigit() and len(value) <= 6
    return int(value) if small else None


def _one_of(choices: object) -> Callable[[str], str | None]:
    allowed = get_args(choices)
    return lambda value: value if value in allowed else None


PARSERS: Mapping[str, Callable[[str], object]] = {
    "text": _text,
    "model": _model,
    "layer": _index,
    "head": _index,
    "query": _index,
    "key": _index,
    "view": _one_of(View),
    "special": _one_of(Special),
    "range": _one_of(Range),
    "theme": _one_of(Theme),
    "stage": _one_of(Stage),
}
