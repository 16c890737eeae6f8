"""One policy for all ways in, and a configuration that HAProxy itself accepts."""

import re
import subprocess
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import streamlit
import yaml

from tests.e2e.replicas.balancer import CONFIG, needed

ROOT = Path(__file__).resolve().parents[2]


def of_haproxy() -> dict[str, str]:
    lines = re.findall(
        r'^    http-response set-header (\S+) (?:"(.*)"|(\S+))$', CONFIG.read_text("utf-8"), re.M
    )
    return {name: quoted or plain for name, quoted, plain in lines}


def test_haproxy_accepts_its_configuration():
    found = subprocess.run(
        [needed(), "-c", "-f", str(CONFIG)], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    assert "WARNING" not in found.stderr.upper()


def test_every_way_in_sends_the_same_headers():
    headers = of_haproxy()
    assert len(headers) == 5
    route = yaml.safe_load((ROOT / "deploy/k8s/gateway/route.yaml").read_text("utf-8"))
    (change,) = route["spec"]["rules"][0]["filters"]
    sent = change["responseHeaderModifier"]["set"]
    assert {one["name"]: one["value"] for one in sent} == headers
    own = {
        "contentsecuritypolicy": headers["Content-Security-Policy"],
        "contenttypenosniff": "true",
        "customframeoptionsvalue": headers["X-Frame-Options"],
        "referrerpolicy": headers["Referrer-Policy"],
        "permissionspolicy": headers["Permissions-Policy"],
    }
    middleware = yaml.safe_load((ROOT / "deploy/k8s/traefik/middleware.yaml").read_text("utf-8"))
    given = middleware["spec"]["headers"]
    assert {k.lower(): v if isinstance(v, str) else "true" for k, v in given.items()} == own
    scale = (ROOT / "compose.scale.yaml").read_text("utf-8")
    start = "traefik.http.middlewares.attention.headers."
    labels = dict(re.findall(rf'{re.escape(start)}(\w+): "?(.*?)"?$', scale, re.M))
    assert labels == own


def test_the_one_inline_script_that_may_run_is_streamlits_own():
    page = (Path(streamlit.__file__).parent / "static/index.html").read_text("utf-8")
    inline = re.findall(r"<script>(.*?)</script>", page, re.S)
    allowed = re.findall(r"'sha256-(.+?)'", of_haproxy()["Content-Security-Policy"])
    assert [b64encode(sha256(s.encode()).digest()).decode() for s in inline] == allowed
