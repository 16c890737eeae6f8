"""What a campus applies to its cluster: right by the schemas, and right by its own sense."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
K8S = ROOT / "deploy" / "k8s"
FILES = sorted(K8S.rglob("*.yaml"))
# No tool on PyPI brings schemas of these; what they may hold is written down here.
FOREIGN = {
    "Kustomization": {"namespace", "resources", "patches", "labels", "images"},
    "Middleware": {"metadata", "spec"},
    "HTTPRoute": {"metadata", "spec"},
}
MIDDLEWARE = {
    "contentSecurityPolicy",
    "contentTypeNosniff",
    "customFrameOptionsValue",
    "permissionsPolicy",
    "referrerPolicy",
}
RULE = {"backendRefs", "filters", "sessionPersistence", "timeouts"}


def documents() -> list[tuple[Path, dict[str, Any]]]:
    return [(path, one) for path in FILES for one in yaml.safe_load_all(path.read_text("utf-8"))]


def of_kind(kind: str) -> dict[str, Any]:
    return next(one for path, one in documents() if one["kind"] == kind and path.stem != "sticky")


def validated(path: Path) -> "subprocess.CompletedProcess[str]":
    command = [Path(sys.executable).with_name("kubernetes-validate"), "--strict", path]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "path", FILES, ids=lambda path: path.relative_to(K8S).as_posix().replace("/", "-")
)
def test_a_manifest_keeps_to_its_schema(path):
    kinds = {one["kind"] for one in yaml.safe_load_all(path.read_text("utf-8"))}
    found = validated(path)
    said = found.stdout + found.stderr
    assert found.returncode == 0, said
    # Without a schema there is only a warning: that must stay with the kinds looked at below.
    assert ("WARN" in said) == bool(kinds & FOREIGN.keys()), said


def test_the_check_of_manifests_can_fail(tmp_path):
    text = (K8S / "base" / "deployment.yaml").read_text("utf-8")
    (tmp_path / "bad.yaml").write_text(text.replace("livenessProbe", "livenessprobe"))
    assert validated(tmp_path / "bad.yaml").returncode == 1


def test_kinds_without_a_schema_hold_only_known_fields():
    for path, one in documents():
        if one["kind"] in FOREIGN:
            assert one.keys() - {"apiVersion", "kind"} <= FOREIGN[one["kind"]], path
    assert of_kind("Middleware")["spec"].keys() == {"headers"}
    assert of_kind("Middleware")["spec"]["headers"].keys() == MIDDLEWARE
    route = of_kind("HTTPRoute")["spec"]
    assert route.keys() == {"parentRefs", "hostnames", "rules"}
    assert all(rule.keys() == RULE for rule in route["rules"])
    persistence = route["rules"][0]["sessionPersistence"]
    assert persistence.keys() == {"type", "sessionName", "cookieConfig"}
    assert persistence["type"] == "Cookie"


def test_every_file_is_applied_by_one_of_the_two_ways_in():
    reached: set[Path] = set()
    for path in K8S.rglob("kustomization.yaml"):
        one = yaml.safe_load(path.read_text("utf-8"))
        names = [*one["resources"], *(patch["path"] for patch in one.get("patches", []))]
        found = [(path.parent / name).resolve() for name in names]
        assert [place for place in found if not place.exists()] == []
        reached |= {path, *found}
    assert {path for path in FILES if path not in reached} == set()


def test_selectors_ports_and_names_meet():
    pod = of_kind("Deployment")["spec"]["template"]
    labels, container = pod["metadata"]["labels"], pod["spec"]["containers"][0]
    ports = {port["name"] for port in container["ports"]}
    name = of_kind("Deployment")["metadata"]["name"]
    assert of_kind("Deployment")["spec"]["selector"]["matchLabels"] == labels
    assert of_kind("PodDisruptionBudget")["spec"]["selector"]["matchLabels"] == labels
    assert of_kind("NetworkPolicy")["spec"]["podSelector"]["matchLabels"] == labels
    service = of_kind("Service")
    assert service["spec"]["selector"] == labels
    assert {port["targetPort"] for port in service["spec"]["ports"]} <= ports
    assert of_kind("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]["name"] == name
    back = of_kind("HTTPRoute")["spec"]["rules"][0]["backendRefs"][0]
    assert (back["name"], back["port"]) == (service["metadata"]["name"], 80)
    patched = yaml.safe_load((K8S / "traefik" / "sticky.yaml").read_text("utf-8"))
    assert patched["metadata"]["name"] == service["metadata"]["name"]


def test_a_pod_may_do_no_more_than_the_restricted_standard_allows():
    pod = of_kind("Deployment")["spec"]["template"]["spec"]
    own = pod["containers"][0]["securityContext"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert own["capabilities"] == {"drop": ["ALL"]}
    assert own["allowPrivilegeEscalation"] is False
    assert own["readOnlyRootFilesystem"] is True
    assert of_kind("NetworkPolicy")["spec"]["egress"] == []
    assert pod["automountServiceAccountToken"] is False


def test_a_cluster_shrinks_slowly_and_never_to_one():
    scaling = of_kind("HorizontalPodAutoscaler")["spec"]
    down = scaling["behavior"]["scaleDown"]
    assert scaling["minReplicas"] >= 2
    assert down["stabilizationWindowSeconds"] >= 3600
    assert [(p["type"], p["value"]) for p in down["policies"]] == [("Pods", 1)]
