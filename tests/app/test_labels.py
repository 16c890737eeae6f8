import pytest

from app.figures.labels import LONGEST, LONGEST_SAID, cut, sayable, width
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
