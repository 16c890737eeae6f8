"""Models that leave give their memory back to the system, also what was frozen meanwhile."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import case

ROOT = Path(__file__).parents[2]


@pytest.mark.weights
def test_five_models_loaded_in_turn_and_again_leave_less_than_100_megabytes_behind(tmp_path):
    command = [sys.executable, "-m", "tests.app.memory_script", str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout.splitlines()[-1])
    assert found["left"] == []
    assert max(found["loaded"]) > found["start"] + 500
    assert found["end"] - found["start"] < 100, found


@pytest.mark.weights("minilm", "smollm2")
def test_c089_six_switches_between_two_models_add_less_than_150_megabytes():
    known = case("C089")
    assert known["input"].startswith("switch MiniLM <-> SmolLM2 six times")
    command = [sys.executable, "-m", "tests.app.switch_script", "6"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    held = json.loads(ran.stdout.splitlines()[-1])
    assert len(held) == len(known["reference_values"]["rss_MB"]) == 6
    assert held[-1] - held[0] <= 150, held
