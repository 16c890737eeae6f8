"""What setting up looks like in a terminal: its words in two languages and a bar."""

import os
import time
import tomllib
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from attention.sizes import readable
from attention.weights.catalogue import FILE
from attention.weights.progress import Progress

BAR = 24


@runtime_checkable
class Stream(Protocol):
    """What is written to: a terminal, or a log file."""

    def write(self, text: str, /) -> object:
        """Add the text."""

    def flush(self) -> object:
        """Let the text be seen at once."""

    def isatty(self) -> bool:
        """Tell whether a line can be written over."""
        ...


@dataclass(frozen=True)
class Words:
    """Give the sentence of a key, its placeholders filled."""

    sentences: dict[str, str]

    def __call__(self, key: str, **fields: object) -> str:
        """Return the sentence."""
        return self.sentences[key].format(**fields)


def words(language: str | None = None, file: str = "setup.toml") -> Words:
    """Return the sentences in the terminal's language: Chinese where it is set, else English."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    chosen = language or next((os.environ[name] for name in names if os.environ.get(name)), "en")
    tables = tomllib.loads(FILE.with_name(file).read_text(encoding="utf-8"))
    return Words(tables["zh-CN" if chosen.lower().startswith("zh") else "en"])


class Teller:
    """Write one line per stage; where the terminal can, a bar moves in the line."""

    def __init__(self, say: Words, out: Stream, *, from_hub: bool = False) -> None:
        """Write to the given stream."""
        self._say, self._out, self._from_hub = say, out, from_hub
        self._last: Progress | None = None
        self._start = time.monotonic()

    def __call__(self, step: Progress) -> None:
        """Tell one step."""
        last = self._last
        if last is None or last.model != step.model:
            self._start = time.monotonic()
        if last is None or (last.model, last.stage) != (step.model, step.stage):
            self.end_line()
            self._out.write(self._line(step))
        elif self._out.isatty() and step.total:
            self._out.write(f"\r{self._line(step)} {bar(step)}")
        self._last = step
        if step.stage in ("done", "ready"):
            self.end_line()
        self._out.flush()

    def end_line(self) -> None:
        """End the line that is open, if one is, so that something else can be written."""
        if self._last is not None:
            self._out.write("\n")
            self._out.flush()
        self._last = None

    def _line(self, step: Progress) -> str:
        from_hub = self._from_hub or "/" in step.model
        key = "download_hub" if from_hub and step.stage == "download" else step.stage
        seconds = f"{time.monotonic() - self._start:.0f}"
        text = self._say(key, total=readable(step.total), seconds=seconds)
        return f"{step.model}: {text}"


def bar(step: Progress) -> str:
    """Return a bar that is as full as the stage."""
    n_full = BAR * step.n_bytes // step.total
    share = 100 * step.n_bytes // step.total
    return f"[{'█' * n_full}{'░' * (BAR - n_full)}] {share:3d} %"
