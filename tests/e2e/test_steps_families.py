"""The walk of models that do more than divide: a cap, sinks, a bias for the place."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
import torch
from playwright.sync_api import expect

import attention
from tests.attention.folders import family, made
from tests.attention.tiny import SMALL
from tests.e2e.server import running
from tests.e2e.walking import column, number

pytestmark = [pytest.mark.e2e, pytest.mark.weights]
CAP = 2.3456
# An encoder of text that adds a number for the distance between two tokens to each of its scores.
PLACED = {
    **SMALL,
    "pad_token_id": 0,
    "visual_embed": False,
    "has_relative_attention_bias": True,
    "has_spatial_attention_bias": False,
    "rel_pos_bins": 8,
    "max_rel_pos": 16,
    "coordinate_size": 6,
    "shape_size": 4,
    "max_2d_position_embeddings": 32,
    "initializer_range": 0.5,
}


@pytest.fixture
def tiny_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Give an app that may load three tiny models by link: with a cap, with sinks, with a bias."""
    for name in ("gemma2", "gpt_oss"):
        family(name, tmp_path / "models" / name)
    made("layoutlmv3", tmp_path / "models" / "layoutlmv3", **PLACED)
    config = tmp_path / "models" / "gemma2" / "config.json"
    settings = json.loads(config.read_text(encoding="utf-8"))
    config.write_text(json.dumps({**settings, "attn_logit_softcapping": CAP}), encoding="utf-8")
    monkeypatch.setenv("ATTENTION_ROOT", str(tmp_path / "models"))
    with running([sys.executable, "-m", "app.serve"], tmp_path / "log") as server:
        yield server.url


def test_the_soft_cap_has_the_places_that_every_number_has(walker, tiny_url):
    row = {"text": "the dog sees a cat", "model": "gemma2", "layer": 0, "head": 1, "query": 4}
    walker.goto(f"{tiny_url}/steps?{urlencode({**row, 'key': 2, 'stage': 'softcap'})}")
    expect(walker.locator(".card .lead").first).to_contain_text(f"±{CAP}")
    walker.goto(f"{tiny_url}/steps?{urlencode({**row, 'key': 2, 'stage': 'weights'})}")
    expect(walker.locator(".card .way")).to_contain_text(f"÷ {CAP})")


def test_soft_cap_and_sink_have_a_stage_only_where_the_model_has_them(walker, tiny_url):
    row = {
        "text": "the dog sees a cat because it runs",
        "layer": 0,
        "head": 1,
        "query": 5,
        "key": 2,
    }
    own = {"gemma2": ("softcap", "÷ √256"), "gpt_oss": ("sink", "÷ √8")}
    for name, (stage, scaling) in own.items():
        walker.goto(f"{tiny_url}/steps?{urlencode({**row, 'model': name, 'stage': stage})}")
        expect(walker.locator(".rail [aria-current]")).to_have_attribute("data-stage", stage)
        stages = walker.locator(".rail button[data-stage]").evaluate_all(
            "buttons => buttons.map(button => button.dataset.stage)"
        )
        assert {"softcap", "bias", "sink"} & set(stages) == {stage}
        expect(walker.locator('[data-stage="scaled"] small')).to_have_text(scaling)
    expect(walker.locator(".foot.sink").first).to_have_text("sink")


@pytest.mark.parametrize("key", [2, 4])
def test_the_bias_of_a_place_is_added_on_its_card_and_in_its_column(
    walker, tiny_url, tmp_path, key
):
    text, place = "the dog sees a cat", (0, 1)
    steps = attention.trace(attention.load(str(tmp_path / "models" / "layoutlmv3")), text).steps(
        *place
    )
    assert steps.bias is not None
    row = {"text": text, "model": "layoutlmv3", "layer": 0, "head": 1, "query": 4, "key": key}
    walker.goto(f"{tiny_url}/steps?{urlencode({**row, 'stage': 'bias'})}")
    expect(walker.locator(".rail [aria-current]")).to_have_attribute("data-stage", "bias")
    scaled, bias, biased = (t[4] for t in (steps.scaled, steps.bias, steps.biased))
    assert [number(shown) for shown in column(walker, "biased")] == numbers(biased)
    values = walker.locator(".card .equation .value-of").all_text_contents()
    assert [number(shown) for shown in values] == [
        pytest.approx(float(part[key]), abs=5e-5) for part in (scaled, bias, biased)
    ]
    assert len({round(float(one), 4) for one in bias}) > 1
    stages = walker.locator(".rail button[data-stage]").evaluate_all(
        "buttons => buttons.map(button => button.dataset.stage)"
    )
    assert {"softcap", "bias", "sink"} & set(stages) == {"bias"}


def numbers(row: torch.Tensor) -> list[object]:
    return [pytest.approx(float(value), abs=5e-5) for value in row]
