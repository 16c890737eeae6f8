"""Two languages: short strings from one TOML file each, longer prose from Markdown files.

The language is a value. It is chosen once per run and handed on inside ``Words``; nothing here is
global, since one process serves people in both languages at once.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from textwrap import shorten
from types import MappingProxyType
from typing import Literal

ASSETS = Path(__file__).parents[1] / "assets"

Lang = Literal["en", "zh-CN"]
LANGUAGES: tuple[Lang, ...] = ("en", "zh-CN")

# What Markdown would read as a sign is written as the character itself.
MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|~:$<>&^=])")


@dataclass(frozen=True)
class Words:
    """Hold every short string of one language under dotted keys such as ``heads.title``."""

    lang: Lang
    entries: Mapping[str, str]

    def __call__(self, key: str, /, **values: object) -> str:
        """Give a sentence with its values put in."""
        return self.entries[key].format(**values)

    def html(self, key: str, /, **values: tuple[str, object]) -> str:
        """Give a sentence as HTML; each value comes with the CSS class of its role.

        Sentence and values are escaped, so a token that looks like a tag is shown, not obeyed.
        """
        spans = {
            name: f'<b class="{role}" dir="auto">{escape(str(value))}</b>'
            for name, (role, value) in values.items()
        }
        return escape(self.entries[key], quote=False).format(**spans)

    def group(self, prefix: str) -> dict[str, str]:
        """Give all strings below a prefix, their placeholders unfilled, for a browser component."""
        start = f"{prefix}."
        below = (key for key in self.entries if key.startswith(start))
        return {"lang": self.lang} | {key.removeprefix(start): self.entries[key] for key in below}

    def listed(self, names: Iterable[str]) -> str:
        """Give several names in a row, as this language divides them."""
        return self.entries["notice.list_gap"].join(names)

    def has(self, key: str) -> bool:
        """Tell whether there is a sentence for a key that data name, such as a token's note."""
        return key in self.entries


@cache
def words(lang: Lang) -> Words:
    """Read the catalogue of a language."""
    with (ASSETS / "locales" / f"{lang}.toml").open("rb") as file:
        return Words(lang, MappingProxyType(_flat(tomllib.load(file))))


def _flat(table: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for name, value in table.items():
        key = f"{prefix}{name}"
        flat |= _flat(value, f"{key}.") if isinstance(value, dict) else {key: str(value)}
    return flat


@cache
def prose(page: str, lang: Lang) -> Mapping[str, str]:
    """Give a page's longer texts: the Markdown below each ``## name``."""
    text = (ASSETS / "prose" / lang / f"{page}.md").read_text(encoding="utf-8")
    _, *parts = re.split(r"^## (\w+)\n", text, flags=re.MULTILINE)
    return MappingProxyType(
        {name: body.strip() for name, body in zip(parts[::2], parts[1::2], strict=True)}
    )


def language_of(tag: str | None) -> Lang | None:
    """Give our language for a tag such as ``zh-TW`` or ``en-GB``, None for any other."""
    tag = (tag or "").strip().lower()
    if tag.startswith("zh"):
        return "zh-CN"
    return "en" if tag.startswith("en") else None


def head_name(layer: int, head: int) -> str:
    """Name a head in short, as papers do.

    >>> head_name(5, 11)
    'L5H11'
    """
    return f"L{layer}H{head}"


def mostly_chinese(text: str) -> bool:
    """Tell whether more than half of a text's letters are Chinese."""
    letters = [letter for letter in text if letter.isalpha()]
    chinese = [letter for letter in letters if unicodedata.name(letter, "").startswith("CJK")]
    return len(chinese) * 2 > len(letters)


def short(text: str, length: int) -> str:
    """Give the beginning of a text on one line, cut at a blank where there is one to cut at.

    >>> short("the cat sat on the mat", 12), short("孩子们累了，他们想回家", 6)
    ('the cat …', '孩子们累了…')
    """
    line = " ".join(text.split())
    cut = shorten(line, length, placeholder=" …")
    return cut if cut == line or 2 * len(cut) > length else f"{line[: length - 1]}…"


def plain(text: str) -> str:
    """Give text that Streamlit's Markdown shows character by character, on one line."""
    return MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def decimals(value: float, places: int) -> str:
    """Give a number with a true minus sign."""
    return f"{value:.{places}f}".replace("-", "−")
