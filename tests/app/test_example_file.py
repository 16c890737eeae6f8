"""A teacher's file of examples: what is wrong costs its entry and one sentence with a line."""

from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.example_file import FIELDS, KINDS, Fault, read
from app.i18n import LANGUAGES, words

SAMPLE = Path(__file__).parents[2] / "docs" / "examples.toml"
MODELS = ("minilm", "e5", "smollm2")
TAKEN = {"zh-they": 0}
GOOD = ["[[example]]", 'text = "The cat sat"', "layer = 2", 'caption = "Look."', ""]

# A line that takes another's place in a good entry, and the fault it makes.
WRONG = {
    "no_index": ["layer = -1", 'layer = "2"', "layer = 2.5", "layer = true", "query = [1]"],
    "no_text": ["text = 7", 'text = " "', "text = true", 'kind = ""', "id = 3", 'model = ""'],
    "no_language": ['language = "fr"', 'language = "zh"', "language = 1"],
    "no_switch": ['recommended = "true"', "recommended = 1"],
    "no_caption": ["caption = 3", 'caption = ""', 'caption.fr = "Ici"', "caption = {}"],
    "no_model": ['model = "bert"', 'model = "org/name"'],
    "our_id": ['id = "zh-they"'],
    "unknown": ["layr = 2", 'Text = "no"', '"a b" = 1'],
    "no_toml": ["layer =", 'text = "open', "= 3", "key 3", "layer = 2 3", "layer = 01"],
    "outside": ["[other]", "[[other]]"],
}
CASES = [(key, line) for key, lines in WRONG.items() for line in lines]


def toml(lines: list[str]) -> bytes:
    return "\n".join(lines).encode("utf-8")


def with_line(line: str) -> list[str]:
    """Give a good entry with one line in it that is wrong."""
    name = line.partition("=")[0].partition(".")[0].strip()
    kept = [own for own in GOOD if not own.startswith(f"{name} ")]
    return [*kept[:-1], line, ""]


@pytest.mark.parametrize(("key", "line"), CASES, ids=[line for _, line in CASES])
@given(before=st.integers(0, 3), after=st.integers(0, 3), blank=st.integers(0, 4))
def test_each_kind_of_fault_is_said_with_its_line_and_the_others_are_kept(
    key, line, before, after, blank
):
    top = ["# examples", *[""] * blank, *GOOD * before]
    examples, faults = read(toml([*top, *with_line(line), *GOOD * after]), TAKEN, MODELS)
    kept = before + after + (1 if line == "[[other]]" else 0)
    assert len(examples) == kept
    assert [(fault.key, fault.line) for fault in faults] == [
        (key, len(top) + with_line(line).index(line) + 1)
    ]


@pytest.mark.parametrize("line", ["example = []", "example = [1]", 'example = ["text"]'])
def test_a_list_that_is_no_entry_is_said_and_nothing_more(line):
    assert read(toml([line]), TAKEN, MODELS) == ((), (Fault("outside", 1, {"name": "example"}),))


@given(before=st.integers(0, 3))
def test_an_entry_without_a_text_is_named_by_its_first_line(before):
    lines = [*GOOD * before, "[[example]]", "layer = 1"]
    (fault,) = read(toml(lines), TAKEN, MODELS)[1]
    assert fault == Fault("missing", len(lines) - 1, {"name": "text"})


def test_the_same_id_twice_names_both_lines():
    entry = ["[[example]]", 'id = "mine"', 'text = "Hi"']
    examples, faults = read(toml([*entry, "", *entry]), TAKEN, MODELS)
    assert len(examples) == 1
    assert faults == (Fault("same_id", 6, {"first": 1, "value": "mine"}),)


@pytest.mark.parametrize("content", [b"", b"\n\n# nothing\n", "\ufeff".encode()])
def test_a_file_without_entries_says_so(content):
    assert read(content, TAKEN, MODELS) == ((), (Fault("empty", 1, {}),))


def test_a_file_in_another_encoding_says_where_it_begins_to_be_one():
    content = "\n".join(["# one", "[[example]]", 'text = "猫坐在垫子上"']).encode("gbk")
    assert read(content, TAKEN, MODELS) == ((), (Fault("no_utf8", 3, {}),))


def test_a_file_saved_by_a_windows_editor_is_read():
    content = "\ufeff" + "\r\n".join(GOOD)
    examples, faults = read(content.encode("utf-8"), TAKEN, MODELS)
    assert (len(examples), faults) == (1, ())


def test_a_text_may_hold_every_sign_that_ends_a_line_elsewhere():
    examples, faults = read('[[example]]\ntext = "one\u2028two\x85three"'.encode(), {}, MODELS)
    assert ([example.text for example in examples], faults) == (["one\u2028two\x85three"], ())


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda t: t.encode("utf-8", "ignore")))
def test_no_file_raises_and_every_fault_has_a_line(content):
    examples, faults = read(content, TAKEN, MODELS)
    assert examples or faults
    last = content.count(b"\n") + 1
    assert all(1 <= fault.line <= last for fault in faults)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("key", "line"), [*CASES, ("missing", "")])
def test_every_fault_has_its_sentence_in_both_languages(key, line, lang):
    lines = with_line(line) if line else ["[[example]]", "layer = 1"]
    (fault,) = read(toml(lines), TAKEN, MODELS)[1]
    said = words(lang)(f"example_faults.{key}", line=fault.line, **fault.fields)
    assert str(fault.line) in said
    named = {
        name for _, name, _, _ in Formatter().parse(words(lang).entries[f"example_faults.{key}"])
    }
    assert named - {None} <= {"line", *fault.fields}


def test_the_sample_file_is_good_and_shows_everything_that_may_be_said():
    examples, faults = read(SAMPLE.read_bytes(), TAKEN, MODELS)
    assert (len(examples), faults) == (2, ())
    text = SAMPLE.read_text("utf-8")
    assert all(f"\n{name} = " in text or f"[example.{name}]" in text for name in KINDS)
    assert set(KINDS) == set(FIELDS)


def test_what_an_entry_leaves_out_is_chosen_by_its_text():
    (english, chinese), _ = read(
        toml(["[[example]]", 'text = "The cat"', "[[example]]", 'text = "猫"']), {}, MODELS
    )
    assert (english.language, english.model) == ("en", "minilm")
    assert (chinese.language, chinese.model) == ("zh-CN", "e5")
    assert (english.query, english.layer, english.recommended) == (None, 0, False)
    assert english.id != chinese.id
