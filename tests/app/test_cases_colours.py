"""Case C098: colours go from 0 to 1 for every head, or to this head's own largest, as is said."""

import json

import pytest

from app.i18n import LANGUAGES, words
from tests.cases import case

pytestmark = pytest.mark.weights("minilm")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_c098_the_range_is_one_for_all_heads_until_it_is_switched_to_this_head(visit, lang):
    known = case("C098")
    (layer, head), largest = (
        known["reference_values"][name] for name in ("min_of_head_max_at", "min_of_head_max")
    )
    seen = visit(text=known["input"], model="minilm", layer=layer, head=head, lang=lang)
    legend = words(lang)("heads.legend", largest=f"{largest:.4f}")

    def highest() -> float:
        (chart,) = seen.at.get("plotly_chart")
        (heatmap,) = [d for d in json.loads(chart.proto.spec)["data"] if d["type"] == "heatmap"]
        assert heatmap["zmin"] == 0
        return heatmap["zmax"]

    assert highest() == 1
    assert legend not in seen.text
    seen.at.button_group(key="range").set_value("head").run()
    assert seen.query["range"] == "head"
    assert highest() == pytest.approx(largest, abs=5e-5)
    assert legend in seen.text
