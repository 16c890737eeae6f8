"""The walk of models that do more than divide: one caps its scores, one has sinks."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.attention.folders import family
from tests.e2e.server import running

pytestmark = [pytest.mark.e2e, pytest.mark.weights]
CAP = 2.3456


@pytest.fixture
def tiny_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Give an app that may load two tiny models by link: one caps its scores, one has sinks."""
    for name in ("gemma2", "gpt_oss"):
        family(name, tmp_path / "models" / name)
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
