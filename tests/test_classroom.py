"""What the page for teachers tells them to type is there: files, settings, the image's name."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "docs" / name for name in ("classroom.md", "classroom.zh-CN.md")]
COMPOSE = [ROOT / name for name in ("compose.yaml", "compose.scale.yaml")]
MADE = {".env"}  # what a teacher writes

both = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def blocks(page: Path) -> list[str]:
    """Give the lines that are to be typed or written to a file."""
    found = re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
    return [line for block in found for line in block.splitlines()]


def code(page: Path) -> list[str]:
    """Give the words that stand as code, in the text and in blocks."""
    parts = re.findall(r"`([^`\n]+)`", page.read_text("utf-8"))
    return [word for part in [*parts, *blocks(page)] for word in part.split()]


def settings(text: str) -> set[str]:
    return set(re.findall(r"\b(?:ATTENTION_[A-Z_]+|MODELS|TORCH_INDEX_URL)\b", text))


@both
def test_every_file_it_names_is_there(page):
    words = {word for word in code(page) if re.fullmatch(r"[\w./-]+\.(ya?ml|cfg|toml|lock)", word)}
    assert {"compose.yaml", "deploy/haproxy.cfg"} <= words
    assert [word for word in words if not (ROOT / word).is_file()] == []
    folders = [line.split()[-1] for line in blocks(page) if line.startswith("kubectl apply -k")]
    assert len(folders) == 2
    assert [name for name in folders if not (ROOT / name / "kustomization.yaml").is_file()] == []


@both
def test_every_link_leads_to_a_file(page):
    links = re.findall(r"\]\(([^):#]+)\)", page.read_text("utf-8"))
    assert links
    assert [link for link in links if not (page.parent / link).is_file()] == []


@both
def test_it_explains_every_setting_of_the_compose_files_and_no_other(page):
    about = page.with_name(page.name.replace("classroom", "server")).read_text("utf-8")
    text = "\n".join(re.findall(r"\$\{(\w+)", "\n".join(p.read_text("utf-8") for p in COMPOSE)))
    known = settings(text)
    assert known
    assert known - settings(page.read_text("utf-8")) - settings(about) == set()
    assert settings(page.read_text("utf-8")) - known == set()


@both
def test_defaults_are_those_of_the_compose_file(page):
    defaults = dict(re.findall(r"\$\{(\w+):-([^${}]+)\}", COMPOSE[0].read_text("utf-8")))
    rows = re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", page.read_text("utf-8"), re.M)
    assert len(rows) == 5
    assert [(name, defaults[name]) for name, _ in rows] == rows


@both
def test_the_image_it_carries_is_the_one_that_is_started(page):
    named = set(re.findall(r"attention-microscope:[\d.]*\d", page.read_text("utf-8")))
    assert len(named) == 1
    assert f"${{ATTENTION_IMAGE:-{named.pop()}}}" in COMPOSE[0].read_text("utf-8")


def test_both_languages_tell_to_type_the_same():
    assert blocks(PAGES[0]) == blocks(PAGES[1])


@both
def test_the_only_file_it_lets_a_teacher_write_is_not_committed(page):
    assert set(code(page)) >= MADE
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert set(ignored) >= MADE
