"""The words of the walk where the layer by hand differs from a trained model's."""

from app.components.steps import WORDS
from app.i18n import Words
from attention.by_hand import Setting


def of(setting: Setting, t: Words) -> dict[str, str]:
    """Give the words of the walk for a layer."""
    own = {name: t.entries[key] for name in WORDS if t.has(key := f"hand_walk.{name}")}
    special = {
        "x_first": "x_positions" if setting.positions else "",
        "lead_qkv": "" if setting.projection else "lead_qkv_identity",
        "lead_scaled_root": "lead_scaled_whole" if setting.d_k == setting.d_model else "",
        "output_missing": "output_side_by_side" if setting.n_heads > 1 else "",
    }
    own |= {name: t.entries[f"hand_walk.{key}"] for name, key in special.items() if key}
    return t.group("steps") | own
