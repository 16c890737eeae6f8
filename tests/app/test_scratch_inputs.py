"""What people bring to the page of the layer by hand: too many words, none, tags, files."""

import numpy as np
import pytest

from app.i18n import LANGUAGES, words
from attention import by_hand
from tests.app.scratch import alerts, open_scratch, walk

EN = words("en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_forty_words_are_cut_and_said_and_none_at_all_leave_the_last_layer(lang):
    t = words(lang)
    seen = open_scratch(lang=lang, text=" ".join(f"w{i}" for i in range(40)))
    assert t("hand.cut", n=40, limit=24) in seen.lines
    assert walk(seen)["n_tokens"] == 24
    seen = open_scratch(lang=lang, text="  ")
    assert t("errors.empty_text") in alerts(seen)[0]
    assert walk(seen)["n_tokens"] == 3
    assert walk(open_scratch(lang=lang, text="猫"))["weights"].tolist() == [[1.0]]


def test_what_looks_like_a_tag_is_shown_and_not_obeyed():
    seen = open_scratch(text="<b>x</b> $y$ **z**", shuffle=1)
    assert not any("<b>x</b>" in body for body in seen.html)
    assert walk(seen)["labels"] == ["<b>x</b>", "$y$", "**z**"]


def test_a_head_of_another_page_is_forgotten_and_one_of_this_page_is_said():
    assert "no head" not in open_scratch(text="a b", head=8, query=9, lang="en").text
    seen = open_scratch(text="a b", head=8, query=1, n_heads=2, lang="en")
    assert "This layer has no head 8; its last one is 1." in seen.text
    assert seen.query["query"] == "1"


def test_what_no_box_can_hold_is_said():
    seen = open_scratch(text="a b", n_heads="many", seed="1e9", lang="en")
    assert "“n_heads=many” in the link can’t be used" in seen.text
    assert "“seed=1e9” in the link can’t be used" in seen.text


def test_the_program_on_the_page_gives_the_pages_numbers():
    seen = open_scratch(text="a b c", d_model=6, n_heads=3, n_kv_heads=1, causal=1, positions=1)
    seen = seen.opened("hand_code_open")
    scope = {}
    exec(seen.at.code[0].value.rpartition("print(")[0], scope)
    np.testing.assert_allclose(scope["weights"][0], walk(seen)["weights"], atol=1e-6)
    np.testing.assert_allclose(
        scope["output"][walk(seen)["query"]], walk(seen)["total"][0], atol=1e-6
    )


def test_a_file_is_opened_and_a_bad_one_is_one_sentence():
    setting = by_hand.resolve(by_hand.Wish("red blue purple", "hand", causal=True))
    W_q = by_hand.checked(setting, "W_q", [[2, 0], [0, 1]])
    text = by_hand.to_json(by_hand.work(setting, {"W_q": W_q}), "red blue purple")
    seen = open_scratch(text="a b", lang="en").opened("hand_tables_open")
    box = seen.at.get("file_uploader")[0]
    box.upload("layer.json", text.encode(), "application/json").run()
    assert (seen.query["text"], seen.query["preset"]) == ("red blue purple", "hand")
    assert walk(seen)["W_q"].tolist() == [[2, 0], [0, 1]]
    assert "Numbers were changed by hand in: W_Q. The link does not carry them" in seen.text
    for wrong in (b"no layer", b"\xff\xfe", b"{}", b"[" * 600_000):
        seen.at.get("file_uploader")[0].upload("layer.json", wrong, "application/json").run()
        assert alerts(seen) == [
            f"{EN('hand.file_refused', why=EN('errors.impossible_layer.file'))}"
        ]
        assert walk(seen)["W_q"].tolist() == [[2, 0], [0, 1]]
