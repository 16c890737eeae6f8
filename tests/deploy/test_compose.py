"""What `docker compose` is given: right by its schema, alone and with several copies."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from check_jsonschema.builtin_schemas import get_builtin_schema

ROOT = Path(__file__).resolve().parents[2]
ONE, SCALE = ROOT / "compose.yaml", ROOT / "compose.scale.yaml"
TAGS = ("!reset", "!override")  # what only the second of two files may say


class Loader(yaml.SafeLoader):
    """Reads the tags by which a second file takes something back."""


for tag in TAGS:
    Loader.add_constructor(tag, lambda loader, node: loader.construct_sequence(node))


def read(path: Path) -> dict[str, Any]:
    return yaml.load(path.read_text("utf-8"), Loader)


def faults(given: dict[str, Any]) -> list[str]:
    schema = get_builtin_schema("vendor.compose-spec")
    validator = jsonschema.validators.validator_for(schema)(schema)
    return [error.message for error in validator.iter_errors(given)]


@pytest.mark.parametrize("path", [ONE, SCALE], ids=lambda path: path.name)
def test_a_file_keeps_to_the_schema(path):
    assert faults(read(path)) == []


def test_the_check_of_compose_files_can_fail():
    given = read(ONE)
    given["services"]["app"]["read_onyl"] = True
    assert faults(given) != []


@pytest.mark.parametrize("files", [[ONE], [ONE, SCALE]], ids=["one", "scale"])
def test_compose_itself_reads_the_files(files):
    engine = shutil.which("docker")
    command = [engine or "docker", "compose"]
    if engine is None or subprocess.run([*command, "version"], check=False).returncode:
        pytest.skip("no `docker compose` on this machine: only the schema was checked")
    named = [part for file in files for part in ("-f", str(file))]
    subprocess.run([*command, *named, "config", "-q"], check=True, cwd=ROOT)


@pytest.mark.parametrize(("path", "name"), [(ONE, "app"), (SCALE, "proxy")], ids=["app", "proxy"])
def test_a_service_can_write_nowhere_and_gain_no_rights(path, name):
    service = read(path)["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert {"mem_limit", "pids_limit", "restart"} <= service.keys()
    assert not service.get("privileged")


def test_only_this_machine_is_let_in_unless_somebody_asks_for_more():
    for path, name in ((ONE, "app"), (SCALE, "proxy")):
        (port,) = read(path)["services"][name]["ports"]
        assert port.startswith("${ATTENTION_BIND:-127.0.0.1}:${ATTENTION_PORT:-8501}:")


def test_every_copy_is_kept_behind_the_proxy():
    app = read(SCALE)["services"]["app"]
    assert app["ports"] == []
    sticky = "traefik.http.services.attention.loadbalancer.sticky.cookie.name"
    assert app["labels"][sticky] == "attention"
    port = app["labels"]["traefik.http.services.attention.loadbalancer.server.port"]
    assert f"STREAMLIT_SERVER_PORT={port}" in (ROOT / "Dockerfile").read_text("utf-8")


def test_a_name_of_the_image_is_said_once():
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.M)
    image = read(ONE)["services"]["app"]["image"]
    assert version
    assert image == f"${{ATTENTION_IMAGE:-attention-microscope:{version[1]}}}"
