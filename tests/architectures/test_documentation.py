"""The tables in docs are those of the catalogue, and what they say is within its bounds."""

import re
from pathlib import Path

import pytest

from attention.models.gguf_file import OTHER_NAMES, SUPPORTED
from bench.architectures import MUTATED, REMARKS, WRONG
from tests.architectures.catalogue import CATALOGUE
from tests.architectures.mutations import MUTATIONS

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = {"en": DOCS / "architectures.md", "zh-CN": DOCS / "architectures.zh-CN.md"}

each = pytest.mark.parametrize("lang", PAGES)


def rows(lang: str, first: str) -> list[list[str]]:
    """Give the cells of the table whose heading begins with a word."""
    tables = PAGES[lang].read_text(encoding="utf-8").split("\n\n")
    table = next(part for part in tables if part.startswith(f"| {first} "))
    lines = table.strip().split("\n")[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@each
def test_the_table_names_every_architecture_with_its_level(lang):
    found = rows(lang, {"en": "architecture", "zh-CN": "架构"}[lang])
    assert [(name, level) for name, level, *_ in found] == [
        (one.name, one.level or "–") for one in CATALOGUE
    ]
    assert len(found) >= 60


@each
def test_no_difference_in_the_table_is_larger_than_its_bound(lang):
    found = rows(lang, {"en": "architecture", "zh-CN": "架构"}[lang])
    for architecture, (_, level, difference, remark) in zip(CATALOGUE, found, strict=True):
        if level == "–":
            assert remark
            assert difference == "–"
            continue
        bound = architecture.bound if architecture.same_weights else 1e-6
        assert float(difference) <= max(bound, architecture.bound)
        assert remark == REMARKS[lang].get(str(architecture.missing), "")


@each
def test_the_table_of_wrong_formulas_has_all_of_them_and_each_is_noticed(lang):
    found = rows(lang, MUTATED[lang][0])
    names = [one.what if lang == "en" else WRONG[one.what] for one in MUTATIONS]
    assert [name for name, *_ in found] == names
    for mutation, (_, count, among) in zip(MUTATIONS, found, strict=True):
        assert int(count) >= len(mutation.caught_by)
        assert set(among.split(", ")) >= set(mutation.caught_by)


@each
def test_the_table_of_gguf_files_has_those_that_are_converted_with_their_level(lang):
    found = rows(lang, {"en": "in the file", "zh-CN": "文件里的名称"}[lang])
    named = {name.strip("`"): level for name, _, level in found}
    assert {OTHER_NAMES.get(name, name) for name in named} == set(SUPPORTED)
    levels = {architecture.model_type: architecture.level for architecture in CATALOGUE}
    levels["gemma3"] = levels["gemma3_text"]
    assert all(level == levels[OTHER_NAMES.get(name, name)] for name, level in named.items())


READMES = {"en": "README.md", "zh-CN": "README.zh-CN.md"}
SAID = {
    "en": (r"Over (150) architectures are tried", r"broken on purpose in (\w+) ways"),
    "zh-CN": (r"测试里试了(一百五十)多种架构", r"故意用(.)种方式改错公式"),
}
NUMBERS = {"150": 150, "一百五十": 150, "nine": 9, "九": 9}


@each
def test_the_readme_counts_kinds_of_models_and_wrong_formulas_as_they_are(lang):
    readme = (DOCS.parent / READMES[lang]).read_text(encoding="utf-8").replace("\n", " ")
    tried, wrong = (re.search(pattern, readme) for pattern in SAID[lang])
    assert tried
    assert wrong
    kinds = {architecture.model_type for architecture in CATALOGUE}
    assert NUMBERS[tried[1]] < len(kinds) < NUMBERS[tried[1]] + 50
    assert NUMBERS[wrong[1]] == len(MUTATIONS)
