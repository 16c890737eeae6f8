"""The page for who comes from BertViz: its code runs as it stands, in both languages."""

import re
from pathlib import Path

import pytest

import attention
from tests.architectures.catalogue import CATALOGUE
from tests.attention.folders import save
from tests.test_readme import READMES, beside

PAGES = [beside(readme, "from_bertviz") for readme in READMES]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"```.*?```", re.DOTALL)
CALLS = (
    "head_view", "model_view", "neuron_view", "sentence_b_start", "layer=", "heads=",
    "include_layers", "include_heads", "prettify_tokens", "display_mode", "html_action",
    "encoder_attention", "decoder_attention", "cross_attention",
)  # fmt: skip


def code(page: Path) -> list[str]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


@pytest.mark.weights("minilm")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_its_blocks_run_from_top_to_bottom(page, model, monkeypatch, tmp_path):
    tiny = next(one for one in CATALOGUE if one.name == "T5")
    save(tiny.build("eager"), tmp_path / "t5")
    t5 = attention.load(str(tmp_path / "t5"))
    known = {"minilm": model("minilm"), "google-t5/t5-small": t5}
    monkeypatch.setattr(attention, "load", known.__getitem__)
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    for block in code(page):
        exec(block, names)
    assert (tmp_path / "attention.html").read_text(encoding="utf-8") == names["html"]
    assert names["product"].shape == (32,)
    assert names["inside"].shape == (12, 8)
    assert names["pretty"][1] == "The"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_call_of_bertviz_has_its_line(page):
    text = page.read_text(encoding="utf-8")
    assert [call for call in CALLS if call not in text] == []


def test_both_languages_have_the_same_code_but_for_its_comments():
    plain = [
        [re.sub(r'  #.*$|, lang="zh-CN"', "", block, flags=re.M) for block in code(page)]
        for page in PAGES
    ]
    assert plain[0] == plain[1]
    shapes = [
        re.findall(
            r"^(#+ |```|\|(?=[-| ]+\|$)|- |\| `)", CODE.sub("```", page.read_text("utf-8")), re.M
        )
        for page in PAGES
    ]
    assert shapes[0] == shapes[1]
