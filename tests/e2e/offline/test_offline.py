"""The whole app where there is no network at all, as in many a classroom."""

import json
import shutil
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from tests.conftest import WEIGHTS_REQUIRED
from tests.e2e import packages
from tests.e2e.browser import executable
from tests.e2e.server import ROOT

pytestmark = [pytest.mark.e2e, pytest.mark.weights("minilm")]

SENTENCE = "The lamp that nobody had ever seen glowed"
CUT_OFF = ["unshare", "--net", "--"]
REFUSED = "NOT PROVEN HERE that the app works without a network: only root on Linux can cut it off"


def need_namespace() -> None:
    can = sys.platform == "linux" and packages.is_root() and shutil.which("unshare")
    if can and subprocess.run([*CUT_OFF, "true"], check=False, capture_output=True).returncode == 0:
        return
    pytest.fail(REFUSED) if WEIGHTS_REQUIRED and can else pytest.skip(REFUSED)


def test_without_a_network_the_app_starts_answers_and_asks_nobody():
    need_namespace()
    if executable() is None:
        pytest.fail("no Chromium: make browser") if WEIGHTS_REQUIRED else pytest.skip("no Chromium")
    command = [*CUT_OFF, sys.executable, "-m", "tests.e2e.offline.alone", SENTENCE]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    told = json.loads(run.stdout.splitlines()[-1])
    print(f"ready after {told['ready']:.1f} s, answered after {told['answered']:.2f} s")
    assert told["interfaces"] == ["lo"]
    assert told["cut_off"]
    assert set(SENTENCE.lower().split()) <= {word.lower() for word in told["words"]}
    asked = {urlsplit(url).hostname for url in told["requests"] if url.startswith(("http", "ws"))}
    assert asked == {"127.0.0.1"}
    assert (told["calls"], told["tracebacks"], told["wrong"]) == ([], "", [])
