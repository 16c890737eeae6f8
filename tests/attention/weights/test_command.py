"""The command line and its lists: complete, in two languages, one sentence per mistake."""

import io
import re
import string
import sys
import tomllib

import pytest

from attention import weights
from attention.errors import ModelUnavailable
from attention.weights import __main__ as command
from attention.weights import catalogue, wheels
from attention.weights.progress import Progress
from attention.weights.terminal import Teller, words

ROOT = catalogue.FILE.parents[1]
SENTENCES = tomllib.loads((ROOT / "assets" / "setup.toml").read_text(encoding="utf-8"))
REASONS = ["no_network", "wrong_hash", "no_space", "read_only", "no_folder", "unreadable"]


@pytest.mark.parametrize("found", catalogue.entries().values(), ids=lambda found: found.id)
def test_every_model_is_described_in_full(found):
    assert re.fullmatch(r"[0-9a-f]{64}", found.sha256)
    assert found.file.startswith(f"{found.package.replace('-', '_')}-{found.version}-py3-none-")
    assert found.file.endswith(".whl")
    assert (found.platform is None) == found.file.endswith("-any.whl")
    assert found.platform is None or found.platform in found.file
    assert found.licence in ("MIT", "Apache-2.0")
    assert re.fullmatch(r"[\w.-]+/[\w.-]+", found.hub_id)
    assert min(found.wheel_bytes, found.member_bytes, found.folder_bytes) > 50_000_000
    assert (found.format == "folder") == found.member.endswith("/")


def test_the_embedded_models_come_in_the_order_of_the_list():
    assert weights.EMBEDDED == ("minilm", "e5", "smollm2")


@pytest.mark.parametrize("found", catalogue.entries().values(), ids=lambda found: found.id)
def test_the_notice_names_what_is_fetched_and_its_licence(found):
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    (part,) = (part for part in notice.split("\n\n") if part.startswith(found.name))
    full = {"MIT": "MIT licence", "Apache-2.0": "Apache License 2.0"}
    assert found.hub_id in part
    assert re.search(rf"weights +{full[found.licence]}", part)
    assert f"{found.package} {found.version}, {full[found.wheel_licence]}" in part


def test_both_languages_have_the_same_sentences_with_the_same_values():
    def places(language):
        return {
            key: {name for _, name, _, _ in string.Formatter().parse(text) if name}
            for key, text in SENTENCES[language].items()
        }

    assert places("en") == places("zh-CN")


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({}, "ready"),
        ({"LANG": "zh_CN.UTF-8"}, "已就绪"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, "ready"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "zh_TW"}, "已就绪"),
    ],
)
def test_the_terminals_language_is_used(monkeypatch, variables, sentence):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert words()("ready") == sentence


@pytest.mark.parametrize("language", ["en", "zh-CN"])
@pytest.mark.parametrize("reason", REASONS)
def test_a_hindrance_is_one_line_and_the_exit_code_is_1(
    tiny, monkeypatch, capsys, reason, language
):
    def stop(*arguments):
        raise ModelUnavailable("tiny", reason) from OSError(28, "the cause\nin two lines")

    monkeypatch.setattr(wheels, "run_pip", stop)
    monkeypatch.setenv("LC_ALL", language)
    assert command.main(["tiny"]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "tiny" in said
    assert "the cause in two lines" in said
    assert "Traceback" not in said


def test_an_unknown_id_is_one_line_that_names_the_models(tiny, monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", "en")
    assert command.main(["bogus"]) == 1
    assert capsys.readouterr().err == "There is no model 'bogus'; there are minilm, e5, smollm2.\n"


def test_a_missing_tool_is_named_with_the_python_that_lacks_it(tiny, monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", "en")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert command.main(["tiny"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("pip is needed")
    assert sys.executable in said


def test_the_list_says_what_is_there_and_fetches_nothing(tiny, monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", "en")
    assert command.main(["tiny", "--list"]) == 0
    said = capsys.readouterr().out
    assert "tiny: Tiny, MIT" in said
    assert "not set up" in said
    assert not tiny.home.exists()


def test_stopping_by_hand_is_no_traceback(tiny, monkeypatch, capsys):
    def stop(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(wheels, "run_pip", stop)
    monkeypatch.setenv("LC_ALL", "en")
    assert command.main(["tiny"]) == 130
    assert capsys.readouterr().err == "Stopped. Run it again to go on.\n"


class Screen(io.StringIO):
    """A terminal that can move within a line."""

    def isatty(self):
        return True


def told(out):
    tell = Teller(words("en"), out)
    for n_bytes in (0, 25_000_000, 50_000_000):
        tell(Progress("tiny", "download", n_bytes, 50_000_000))
    tell(Progress("tiny", "convert"))
    tell(Progress("tiny", "done"))
    return out.getvalue()


def test_a_terminal_shows_a_bar_that_fills():
    said = told(Screen())
    assert "tiny: fetching 50 MB [" + "█" * 12 + "░" * 12 + "]  50 %" in said
    assert "[" + "█" * 24 + "] 100 %\n" in said
    assert said.endswith("tiny: set up in 0 s\n")


def test_a_log_file_gets_one_line_per_stage():
    assert told(io.StringIO()).splitlines() == [
        "tiny: fetching 50 MB",
        "tiny: converting, up to a minute",
        "tiny: set up in 0 s",
    ]
