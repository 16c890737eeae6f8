from pathlib import Path

import pytest

from app.figures.labels import LONGEST, LONGEST_SAID, cut, sayable, width
from app.i18n import LANGUAGES, words
from attention.views import TokenLine

FAMILY = "👨‍👩‍👧‍👦"


@pytest.mark.parametrize("sign", [FAMILY, FAMILY * 9, "w" * 40, "动" * 9, "é" * 30])
def test_the_parts_of_a_character_have_labels_that_differ(sign):
    labels = [cut(f"{sign}[{n}/18]") for n in range(1, 19)]
    assert len(set(labels)) == 18
    assert all(label.endswith(f"[{n}/18]") for n, label in enumerate(labels, 1))
    assert max(map(width, labels)) <= LONGEST


def test_a_sign_is_kept_whole_or_dropped_whole():
    assert cut(FAMILY * 7) == FAMILY * 7
    assert cut(FAMILY * 8) == f"{FAMILY * 6}…"
    assert cut("e\u0301" * 15) == "e\u0301" * 13 + "…"


def test_what_has_no_width_takes_no_room():
    assert width("\u200d\u0301") == 0
    assert cut("a\u0301" * LONGEST) == "a\u0301" * LONGEST


def test_a_word_of_4000_letters_is_short_in_a_sentence_and_keeps_its_piece():
    line = TokenLine(("w" * 4000, "cat"), ("[UNK]", "cat"), (False, False), (True, False))
    short = sayable(line)
    assert short.labels == ("w" * (LONGEST_SAID - 1) + "…", "cat")
    assert (short.pieces, short.unknown) == (line.pieces, line.unknown)


def test_names_in_a_row_are_divided_as_the_language_does():
    assert [words(lang).listed("ab") for lang in LANGUAGES] == ["a, b", "a、b"]
    page = Path(__file__).parents[2] / "app"
    told = [line for path in page.rglob("*.py") for line in path.read_text("utf-8").splitlines()]
    assert not [line for line in told if "names=" in line and '", ".join' in line]
