"""The choices of the layer by hand: its words, a preset, four sizes, five switches."""

from html import escape

import streamlit as st

from app import notices, state
from app.components.composer import composer
from app.i18n import Words
from app.parsers import MAX_CHARS
from app.scratch.asking import CHOICES, words_of
from app.selection import Selection
from attention.by_hand import Preset, Setting
from attention.examples import example

SIZES = ("d_model", "n_heads", "n_kv_heads", "d_k", "seed")
SWITCHES = ("projection", "scaling", "w_o", "causal", "positions")
ORDER: tuple[Preset, ...] = (
    "hand", "journey", "noun", "identity", "previous", "same", "random",
)  # fmt: skip
FAR = 999_999  # a box takes any number in reason; what is impossible gets a sentence


def words(asked: Selection, t: Words) -> None:
    """Offer the words and the presets."""
    with st.container(key="topbar", horizontal=True, vertical_alignment="bottom"):
        with st.container(key="sentence_box", width="stretch"):
            own = t.group("composer") | {"label": t("hand.words")}
            composer(
                asked.text,
                own,
                on_submit=lambda text: state.change(asked, text=text, query=None, key=None),
                max_chars=MAX_CHARS,
                key="composer",
            )
        st.selectbox(
            t("hand.preset"),
            ORDER,
            key=state.bound("preset", asked.preset),
            format_func=lambda preset: t(f"hand.preset_{preset}"),
            on_change=_take_preset,
            args=(asked, t),
            width=320,
        )


def _take_preset(asked: Selection, t: Words) -> None:
    """Ask for a preset as it is: with its own sizes and switches, and words if it has any."""
    preset = st.session_state["preset"]
    text = words_of(preset, t.lang) if example(preset) else asked.text
    rest = dict.fromkeys((*CHOICES, "query", "key"))
    state.change(asked, **rest, preset=preset, text=text, head=0, shuffle=0)


def choices(asked: Selection, setting: Setting, t: Words, *, fits: bool) -> None:
    """Offer sizes and switches side by side; ``fits``: the setting is the one asked for."""
    notices.fold("hand_choices", t("hand.choices"))
    with st.container(key="hand_choices", horizontal=True, vertical_alignment="bottom"):
        _sizes(asked, setting, t, fits=fits)
        _switches(asked, setting, t)


def _sizes(asked: Selection, setting: Setting, t: Words, *, fits: bool) -> None:
    """Offer the sizes as boxes that take any number."""
    with st.container(key="hand_sizes", horizontal=True, width="content"):
        for name in SIZES:
            value = _written(asked, setting, name, fits=fits)
            st.number_input(
                t(f"hand.{name}"),
                value=None,  # an empty box leaves the size to the preset
                min_value=-FAR,
                max_value=FAR,
                step=1,
                key=state.bound(name, value),
                on_change=_resize,
                args=(asked, name),
                help=t("hand.d_k_help") if name == "d_k" else None,
                width=104,
            )


def _written(asked: Selection, setting: Setting, name: str, *, fits: bool) -> int | None:
    """Give what stands in a box: what was asked for, else what it became, if it is known."""
    value = getattr(asked, name)
    if value is not None or fits:
        return getattr(setting, name) if value is None else value
    if name == "n_kv_heads" and asked.n_heads is not None:
        return asked.n_heads
    return None if name == "d_k" else getattr(setting, name)


def _resize(asked: Selection, name: str) -> None:
    """Ask for another size. Given matrices fit one size only: for another, they are drawn."""
    value = st.session_state[name]
    changes: dict[str, object] = {name: 0 if name == "seed" and value is None else value}
    if name != "seed" and example(asked.preset):
        changes = {"preset": "random", "n_heads": asked.n_heads or 1} | changes
    state.change(asked, **changes)


def _switches(asked: Selection, setting: Setting, t: Words) -> None:
    """Offer what a layer may do or leave out."""
    with st.container(key="hand_switches", horizontal=True, width="content"):
        for name in SWITCHES:
            value = getattr(asked, name)
            st.toggle(
                t(f"hand.{name}"),
                key=state.bound(name, getattr(setting, name) if value is None else value),
                on_change=state.pick,
                args=(asked, name),
            )


def head(asked: Selection, head: int, setting: Setting, t: Words) -> None:
    """Offer the heads, if there are several."""
    if setting.n_heads > 1:
        st.segmented_control(
            t("hand.head"),
            range(setting.n_heads),
            key=state.bound("head", head),
            required=True,
            on_change=state.pick,
            args=(asked, "head"),
        )


def facts(setting: Setting, n_numbers: int, t: Words) -> None:
    """Say what the sizes mean: the divisor belongs to one head, and heads cost no numbers."""
    root = f"{setting.d_k**0.5:.4f}".rstrip("0").rstrip(".")
    key = "facts_scale" if setting.scaling else "facts_unscaled"
    parts = [t(f"hand.{key}", d_k=setting.d_k, root=root)]
    width, kv_width = setting.n_heads * setting.d_k, setting.n_kv_heads * setting.d_k
    plain = width == kv_width == setting.d_model
    if n_numbers:
        parts.append(t("hand.facts_numbers", n=n_numbers))
    if n_numbers and plain and setting.n_heads > 1:
        parts.append(t("hand.facts_heads"))
    st.html(f'<p class="facts">{escape(t("hand.gap").join(parts))}</p>')
    notices.content()
