"""Models that leave give their memory back to the system, also what was frozen meanwhile."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

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
