"""Colours and type that all pictures share: four colours are words, everything else is ink."""

from dataclasses import dataclass
from typing import Literal

FONT = (
    '"Source Sans", "Source Sans 3", system-ui, "PingFang SC", "Microsoft YaHei",'
    ' "Noto Sans CJK SC", sans-serif'
)

STOPS = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class Palette:
    """Hold one theme's colours. ``text`` colours words, ``mark`` lines and outlines."""

    query_text: str
    query_mark: str
    key_text: str
    key_mark: str
    ink: str
    second: str
    page: str
    panel: str
    line: str
    strong_line: str
    weights: tuple[str, str, str, str, str, str]

    def scale(self) -> list[list[float | str]]:
        """Give the purple scale of weights as Plotly reads it."""
        return [[stop, colour] for stop, colour in zip(STOPS, self.weights, strict=True)]


LIGHT = Palette(
    query_text="#1558b0",
    query_mark="#3f8ae8",
    key_text="#9c4300",
    key_mark="#cc6a0c",
    ink="#1b1f27",
    second="#555c69",
    page="#ffffff",
    panel="#f5f6f8",
    line="#e2e5ea",
    strong_line="#b9bec8",
    weights=("#f8f7fb", "#e9e2f6", "#cbb9ea", "#9b7bd4", "#6a40b3", "#38157c"),
)

DARK = Palette(
    query_text="#8ab8ff",
    query_mark="#74b6ff",
    key_text="#ffb06b",
    key_mark="#f0903a",
    ink="#eef0f4",
    second="#a7aebb",
    page="#0f1217",
    panel="#191d25",
    line="#2a303a",
    strong_line="#4b5361",
    weights=("#171b22", "#2b2544", "#493a7d", "#7757c2", "#a98eec", "#e9e0ff"),
)


def palette(theme: Literal["light", "dark"]) -> Palette:
    """Give the colours of a theme."""
    return DARK if theme == "dark" else LIGHT
