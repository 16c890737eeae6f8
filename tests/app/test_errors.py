import logging
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from app import shell
from app.i18n import LANGUAGES, words
from attention import weights
from attention.errors import EmptyText, ModelUnavailable, OutOfRange, UnsupportedModel
from attention.weights.store import MARKER
from tests.app.conftest import ANIMAL
from tests.attention.folders import family

pytestmark = pytest.mark.weights("minilm")


def notices(seen) -> list[str]:
    pairs = zip(seen.lines, (b for b in seen.html if not b.startswith("<style")), strict=True)
    return [line for line, body in pairs if body.startswith('<p class="notice')]


@pytest.mark.parametrize("text", ["", "   ", "\u200b", "\n\t"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_visible_gives_a_hint_and_a_view_all_the_same(visit, text, lang):
    seen = visit(text=text, model="minilm", lang=lang)
    assert not seen.at.exception
    assert words(lang)("errors.empty_text") in notices(seen)
    assert seen.charts() == 1


@pytest.mark.parametrize("model", ["nope", "a b", "<b>x</b>", "*x*", "../../etc", "/etc/passwd"])
def test_an_unknown_model_costs_one_sentence_and_not_the_text(visit, model):
    seen = visit(text="the cat sat", model=model)
    assert not seen.at.exception
    assert f"“{model}”" in notices(seen)[0]
    assert notices(seen)[1] == "Shown instead: MiniLM, “the cat sat”"
    assert seen.query["model"] == model


def test_a_hub_model_is_refused_where_the_server_does_not_allow_it(visit):
    seen = visit(text="the cat sat", model="org/name", lang="en")
    assert notices(seen)[0] == "This server does not load “org/name” from a link."


def test_the_last_good_view_stays_when_the_next_one_fails(visit):
    seen = visit(text="the cat sat", model="minilm", layer=2, head=9)
    seen.at.query_params["model"] = "nope"
    seen.at.run()
    assert notices(seen)[1] == "Shown instead: MiniLM, “the cat sat”"
    assert "Layer 2 · Head 9" in seen.text


def test_what_a_link_says_wrongly_is_named(visit):
    seen = visit(text="the cat sat", model="minilm", layer="x", view="cube", special="gone")
    for said in ("Layer: “layer=x”", "Picture: “view=cube”", "Special tokens: “special=gone”"):
        assert f"{said} in the link can’t be used; the default is shown." in notices(seen)


def test_a_text_over_the_limit_is_cut_and_said(visit):
    seen = visit(text="cat " * 1500, model="minilm")
    assert any("more than 4000 characters" in notice for notice in notices(seen))
    assert len(seen.query["text"]) == 4000


@pytest.fixture
def own_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder with a copy of MiniLM that links may load; its weights can be spoilt.

    Without the marker: that would tell from its hashes that they are not the ones expected.
    """
    folder = tmp_path / "models" / "mine"
    folder.mkdir(parents=True)
    for file in weights.folder("minilm").iterdir():
        if file.suffix != ".safetensors" and file.name != MARKER:
            (folder / file.name).write_bytes(file.read_bytes())
    tensors = load_file(weights.folder("minilm") / "model.safetensors")
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    monkeypatch.setenv("ATTENTION_ROOT", str(tmp_path / "models"))
    return folder


def test_a_model_in_the_allowed_folder_is_shown_by_its_name_and_not_by_its_path(visit, own_model):
    seen = visit(text=ANIMAL, model="mine", layer=3, head=1, query=10, key=2)
    assert "gives 0.640 of its attention to “animal”" in seen.text
    assert str(own_model.parent) not in "".join(seen.html)


def test_numbers_that_are_not_finite_name_their_layer_and_draw_nothing(visit, own_model):
    file = own_model / "model.safetensors"
    tensors = load_file(file)
    name = next(key for key in tensors if "layer.1.attention.self.query.weight" in key)
    tensors[name][0, 0] = torch.nan
    save_file(tensors, file, metadata={"format": "pt"})
    seen = visit(text="the cat sat", model="mine")
    assert not seen.at.exception
    assert notices(seen)[0] == words("en")("errors.not_finite", layer=1, heads="0")
    assert notices(seen)[1] == "Shown instead: MiniLM, “the cat sat”"


def test_weights_that_can_not_be_read_are_one_sentence_with_the_cause_folded_away(visit, own_model):
    (own_model / "model.safetensors").write_bytes(b"not tensors")
    seen = visit(text="the cat sat", model="mine")
    assert notices(seen)[0] == "The weights of “mine” can’t be read."
    assert seen.at.expander[0].label == words("en")("errors.details")
    assert str(own_model.parent) not in "".join(seen.html)


def test_a_mistake_of_ours_is_logged_and_costs_its_part_of_the_page_only(
    visit, monkeypatch, caplog
):
    def broken(*args, **kwargs):
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("app.figures.heatmap.heatmap", broken)
    monkeypatch.setattr("app.open_head.heatmap", broken)
    with caplog.at_level(logging.ERROR):
        seen = visit(text="the cat sat", model="minilm", lang="en")
    assert not seen.at.exception
    assert words("en")("errors.unexpected") in notices(seen)
    assert "secret" in caplog.text
    assert "secret" not in "".join(seen.html)
    assert "6 layers × 12 heads" in seen.text


def test_an_error_of_a_person_says_its_sentence_with_its_values(monkeypatch):
    said = []
    monkeypatch.setattr("app.notices.plain", lambda sentence, kind: said.append((kind, sentence)))
    with shell.guard(words("en"), "MiniLM"):
        raise ModelUnavailable("/srv/models/minilm", "no_space")
    with shell.guard(words("zh-CN")):
        raise EmptyText
    assert said == [
        ("error", "There is no room on the disk for “MiniLM”."),
        ("error", words("zh-CN")("errors.empty_text")),
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", ["what_if", "compare", "course", "teach"])
def test_a_page_of_one_text_refuses_a_model_of_two_with_its_reason(
    arrive, tmp_path, monkeypatch, page, lang
):
    family("t5", tmp_path / "translator")
    monkeypatch.setenv("ATTENTION_ROOT", str(tmp_path))
    seen = arrive(page, text="the cat sat", model="translator", lang=lang)
    t = words(lang)
    reason = t("features.encoder_decoder")
    said = t("errors.unsupported_model", model="translator", feature=reason)
    assert notices(seen)[0] == said
    assert "encoder_decoder" not in seen.text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_of_the_code_reaches_a_reader(monkeypatch, lang):
    said, t = [], words(lang)
    monkeypatch.setattr("app.notices.plain", lambda sentence, kind: said.append(sentence))
    with shell.guard(t):
        raise UnsupportedModel("m", "differs")
    with shell.guard(t):
        raise OutOfRange("layer", 9, 6)
    assert t("features.differs") in said[0]
    assert "differs" not in said[0]
    assert t("indices.layer") in said[1]


def test_the_form_of_a_hub_id_is_told_only_where_the_hub_is_allowed(visit, monkeypatch):
    assert "organisation/name" not in notices(visit(text="hi", model="nope", lang="en"))[0]
    monkeypatch.setenv("ATTENTION_HUB", "1")
    assert "organisation/name" in notices(visit(text="hi", model="nope", lang="en"))[0]


@pytest.mark.parametrize(
    "cause",
    [
        "/srv/secret/model.safetensors is no file",
        "see https://hub.test/m?token=1 and transformers 5.24.0",
        r"C:\\Users\\x or models/mine or ../mine",
    ],
)
def test_a_causes_own_words_are_logged_and_never_shown(monkeypatch, caplog, cause):
    said = []
    monkeypatch.setattr("streamlit.html", said.append)
    with caplog.at_level(logging.WARNING), shell.guard(words("en"), "mine"):
        raise ModelUnavailable("mine", "unreadable") from OSError(cause)
    assert "The weights of “mine” can’t be read." in said[0]
    assert said[1] == "<p>OSError. Whoever runs this page finds more in its log.</p>"
    assert repr(OSError(cause)) in caplog.text
