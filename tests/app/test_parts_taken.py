"""What is taken along of a model of two texts: lines of Python, captions, worksheets."""

import json

import pytest

import attention
from app import as_python, saving
from app.i18n import LANGUAGES, words
from tests.attention.test_parts import TARGET, TEXT


def mounted(seen):
    return seen.at.get("bidi_component")


def notices(seen):
    return [body for body in seen.html if 'class="notice' in body]


def test_a_worksheet_of_a_row_across_names_the_target_and_lists_the_source(two):
    seen = two("steps", part="cross", model="bart", query=2)
    seen.at.session_state["worksheet_menu"] = True
    seen.at.run()
    assert not seen.at.exception
    assert notices(seen) == []
    sent = next(e.proto for e in mounted(seen) if e.proto.component_name.endswith("sheet"))
    sheet = json.loads(sent.json)["page"]
    assert "Hund" in sheet
    assert "sees" in sheet


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_row_with_a_position_bias_has_no_worksheet_and_says_why(two, lang):
    seen = two("steps", part="decoder", lang=lang)
    seen.at.session_state["worksheet_menu"] = True
    seen.at.run()
    assert words(lang)("worksheet.more_steps") in seen.text
    assert not any(e.proto.component_name.endswith("sheet") for e in mounted(seen))


def test_the_lines_of_python_give_the_numbers_of_the_part_that_is_shown(two, translators):
    run = attention.trace(attention.load(str(translators / "t5")), TEXT, target=TARGET).at("cross")
    program = as_python.head(run, as_python.At(1, 2, 3, 4), "rescale")
    assert "target='der Hund schläft'" in program
    scope: dict = {}
    exec(program, scope)
    assert scope["weight"] == run.weights(1)[2, 3, 4]
    assert scope["shown"].shape == (5, 7)
    for lines in (as_python.steps, as_python.layer):
        exec(lines(run, as_python.At(1, 2, 3, 4)), scope)
    assert scope["total"].shape == (32,)


def test_what_is_taken_along_says_which_part_and_both_texts(two):
    seen = two("heads", part="cross", layer=1)
    selection = seen.at.session_state["shown"][0]
    caption = saving.about(selection, words("en"), part="cross")
    assert caption.startswith("t5 · cross · layer 1, head 0 · “the dog sees a small cat → der Hund")
