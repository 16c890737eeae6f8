"""What the user has chosen, and its form in an address. Pure: no Streamlit, nothing raises."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

from app import parsers
from app.examples import first
from app.i18n import Lang, language_of, mostly_chinese
from app.page_names import Page
from app.parsers import Kind, Range, Rows, Sort, Theme, View
from attention.by_hand import Preset
from attention.map_views import Unit
from attention.places import Part
from attention.projection_views import Name
from attention.sides import Between
from attention.step_views import Stage
from attention.views import Special
from attention.weights import EMBEDDED

ALWAYS = frozenset({"text", "model", "lang"})


@dataclass(frozen=True)
class Selection:
    """Hold what a link says. ``query`` and ``key`` are None while the page chooses for the user.

    ``range`` is the colour range of the open head's map: 0 to 1, or this head's own; ``unit`` and
    ``between`` say whether it is drawn word by word, and for which pairs of two texts; ``stage`` is
    the step of the computation that is being looked at, ``rows`` whether for the query alone or for
    all. ``matrix`` and ``dim`` name the projection and the dimension of the number that is open in
    it. ``sort`` and ``filter`` order and thin out the heads, ``paint`` holds cells, query and key,
    that heads are searched for; ``kind`` and the ``other_…`` say what is compared; ``pair`` is
    sentence B of one run, ``target`` what a decoder reads, and ``part`` which attention of an
    encoder–decoder model is looked at, None its encoder's. From ``off`` to ``causal`` it is what
    if: heads off or uniform, tokens blocked (in all layers, or in some), another scale or
    temperature, the causal mask on or off; ``effects`` shows what blocking each token would do to
    the chosen row.
    ``lesson`` and ``step`` are places in the course, counted from 1; ``sampling`` is the
    temperature of the next token; ``seed`` draws what is drawn at random. From ``preset`` on, the
    small layer from scratch: None leaves a size or a switch to the preset.

    ``present`` is large type, ``hide`` names what is kept back; ``prepared`` is a list of lesson
    links (see ``app.desk.prepared``) and ``place`` the one that is shown, from 1, or 0. On the
    teacher's desk ``page`` and ``given`` say what the link in hand opens and how.
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
    unit: Unit = "piece"
    between: Between = "all"
    theme: Theme | None = None
    stage: Stage = "x"
    matrix: Name = "q"
    dim: int = 0
    rows: Rows = "row"
    lang: Lang = "en"
    pair: str = ""
    target: str = ""
    part: Part | None = None
    sort: Sort | None = None
    filter: str | None = None
    paint: tuple[tuple[int, int], ...] = ()
    kind: Kind = "text"
    other_text: str = ""
    other_model: str | None = None
    other_layer: int | None = None
    other_head: int | None = None
    off: tuple[tuple[int, int], ...] = ()
    uniform: tuple[tuple[int, int], ...] = ()
    block: tuple[int, ...] = ()
    block_layers: tuple[int, ...] = ()
    scale: str | float = "model"
    temperature: float = 1.0
    causal: bool | None = None
    effects: bool = False
    lesson: int = 1
    step: int = 1
    seed: int = 0
    sampling: float = 1.0
    preset: Preset = "random"
    n_heads: int | None = None
    n_kv_heads: int | None = None
    d_model: int | None = None
    d_k: int | None = None
    projection: bool | None = None
    scaling: bool | None = None
    w_o: bool | None = None
    positions: bool | None = None
    shuffle: int = 0
    present: bool = False
    hide: tuple[str, ...] = ()
    prepared: str = ""
    place: int = 0
    page: Page | None = None
    given: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Forget what hangs on something that is not there: a later choice is a new one."""
        if not self.block:
            object.__setattr__(self, "block_layers", ())
        if not self.pair:
            object.__setattr__(self, "between", "all")

    @classmethod
    def from_query(
        cls,
        query: Mapping[str, object],
        lang: Lang = "en",
        models: Sequence[str] = EMBEDDED,
        examples: Path | None = None,
    ) -> "Selection":
        """Read an address; ``lang`` is the visitor's own, for a link that names none.

        ``models``: what this server can show, for a link that names none of them; ``examples``: a
        file of sentences of its own.

        What is absent or can't be read takes its default. Without a text the view is an example's,
        so that nobody meets an empty box; an empty text is one that the page has to answer.
        """
        chosen = parsers.read(query)
        named = query.get("lang")
        lang = (language_of(named) if isinstance(named, str) else None) or lang
        if "text" in chosen:
            start = cls(str(chosen["text"]), model_for(str(chosen["text"]), models))
        else:
            model = chosen.get("model")
            start = cls.start(lang, None if model is None else str(model), models, examples)
        return replace(start, **{**chosen, "lang": lang})

    @classmethod
    def start(
        cls,
        lang: Lang,
        model: str | None = None,
        models: Sequence[str] = EMBEDDED,
        examples: Path | None = None,
    ) -> "Selection":
        """Give the view of a visitor who brings no sentence."""
        example = first(lang, models if model is None else (model,), examples)
        if model is None:
            model = usual(example.model, models)
        if model != example.model:
            return cls(example.text, model, lang=lang)
        place = (example.layer, example.head, example.query, example.key)
        return cls(example.text, example.model, *place, lang=lang)

    def to_query(self) -> dict[str, str]:
        """Give the address: text, model and language always, the rest only if not the default."""
        return {
            field.name: parsers.written(value)
            for field in fields(self)
            if (value := getattr(self, field.name)) != field.default or field.name in ALWAYS
        }

    def alone(self) -> "Selection":
        """Give the view without the list it was shown from, and as one sees it at one's desk."""
        return replace(self, present=False, prepared="", place=0, page=None, given=())

    def presented(self, prepared: str, place: int) -> "Selection":
        """Give the view as one of a list, in large type."""
        return replace(self, present=True, prepared=prepared, place=place, page=None, given=())


def model_for(text: str, models: Sequence[str] = EMBEDDED) -> str:
    """Choose the model for a sentence that comes without one: E5 if it is mostly Chinese."""
    return usual("e5" if mostly_chinese(text) else "minilm", models)


def usual(model: str, models: Sequence[str]) -> str:
    """Give a model if it can be had, else the first that can; itself if there is none at all."""
    return model if model in models else next(iter(models), model)
