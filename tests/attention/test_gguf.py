"""A GGUF file becomes a folder once, with the file's own numbers, or nothing at all."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch

import attention
from attention.errors import UnsupportedModel
from attention.models import gguf_file
from attention.models.__main__ import main
from attention.weights.terminal import words
from tests.attention import gguf_files

ROOT = Path(__file__).parents[2]


def test_a_file_becomes_a_folder_with_its_own_numbers(tmp_path, capsys):
    file = tmp_path / "tiny.gguf"
    network = gguf_files.llama(file)
    assert main(["convert", str(file)]) == 0
    said = capsys.readouterr().out
    model = attention.load(str(tmp_path / "tiny"))
    assert "2 layers × 4 heads, level A" in said
    assert (model.n_layers, model.n_heads, model.n_kv_heads) == (2, 4, 2)
    ids = [3, 14, 15, 9, 2, 6]
    with torch.inference_mode():
        expected = network(input_ids=torch.tensor([ids])).logits[0]
    found = attention.trace(model, ids=ids).logits
    torch.testing.assert_close(found, expected, rtol=1e-5, atol=1e-5)
    assert sorted(p.suffix for p in (tmp_path / "tiny").iterdir() if "model" in p.name) == [
        ".safetensors"
    ]


def test_the_command_runs_without_a_warning(tmp_path):
    command = [sys.executable, "-W", "error", "-m", "attention.models", "convert", "none.gguf"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.count("\n") == 1
    assert "none.gguf" in ran.stderr


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_every_refusal_has_its_sentence(language):
    say = words(language, "convert.toml")
    source = (ROOT / "attention" / "models" / "gguf_file.py").read_text(encoding="utf-8")
    reasons = re.findall(r'Refused\("(\w+)"', source)
    assert len(reasons) > 6
    assert set(reasons) <= set(say.sentences)


def refused(file: Path, capsys, *options: str) -> str:
    assert main(["convert", str(file), *options]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


@pytest.mark.parametrize("architecture", ["clip", "mamba", "whisper"])
def test_an_architecture_that_is_not_known_is_refused_with_the_list(tmp_path, capsys, architecture):
    gguf_files.unknown(tmp_path / "x.gguf", architecture)
    said = refused(tmp_path / "x.gguf", capsys)
    assert f"'{architecture}'" in said
    assert "llama, " in said
    assert "qwen3" in said
    assert not (tmp_path / "x").exists()


def test_weights_that_are_missing_are_not_made_up(tmp_path, capsys):
    gguf_files.unknown(tmp_path / "x.gguf", "llama")
    assert "nothing was made" in refused(tmp_path / "x.gguf", capsys)
    assert [p.name for p in tmp_path.iterdir()] == ["x.gguf"]


def test_what_fails_its_test_is_not_kept(tmp_path, capsys, monkeypatch):
    def fails(name: str) -> None:
        raise UnsupportedModel(name, "differs")

    gguf_files.llama(tmp_path / "x.gguf")
    monkeypatch.setattr(gguf_file, "load", fails)
    assert "failed its test" in refused(tmp_path / "x.gguf", capsys)
    assert [p.name for p in tmp_path.iterdir()] == ["x.gguf"]


@pytest.mark.parametrize("setting", [{"rope.scaling.type": "yarn"}, {"attention.scale": 0.3}])
def test_a_setting_that_would_be_lost_and_change_the_numbers_is_refused(tmp_path, capsys, setting):
    gguf_files.llama(tmp_path / "x.gguf", **setting)
    assert next(iter(setting)) in refused(tmp_path / "x.gguf", capsys)


def test_what_is_no_gguf_file_is_refused(tmp_path, capsys):
    (tmp_path / "x.gguf").write_bytes(b"no such thing" * 9)
    assert "is no GGUF file" in refused(tmp_path / "x.gguf", capsys)


def test_a_folder_that_is_there_is_never_overwritten(tmp_path, capsys):
    gguf_files.llama(tmp_path / "x.gguf")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    assert "is there already" in refused(
        tmp_path / "x.gguf", capsys, "--to", str(tmp_path / "mine")
    )
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "years of work"


def test_a_file_that_does_not_fit_in_memory_is_refused(tmp_path, capsys, monkeypatch):
    gguf_files.llama(tmp_path / "x.gguf")
    monkeypatch.setattr(gguf_file.memory, "left", lambda: 1000)
    assert "of memory while it is converted" in refused(tmp_path / "x.gguf", capsys)


def test_the_terminal_says_the_same_in_chinese(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    gguf_files.unknown(tmp_path / "x.gguf", "clip")
    assert "无法转换 'clip' 架构的模型" in refused(tmp_path / "x.gguf", capsys)
