"""``app.notebook.show``: what it gives, and what it refuses, without a server."""

import json
import re
import subprocess
import sys
from base64 import b64decode
from html import unescape
from html.parser import HTMLParser

import numpy as np
import pytest

import attention
from app import notebook
from app.i18n import LANGUAGES, words
from attention.errors import OutOfRange
from tests.app.conftest import ANIMAL
from tests.architectures.catalogue import CATALOGUE
from tests.attention.folders import save

pytestmark = pytest.mark.weights("minilm")

HOSTILE = "</script><script>alert(1)</script> <!-- & ]]> \"' مرحبا"


class Scripts(HTMLParser):
    """Collect what a browser would run, and what it would load."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.loaded: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "script":
            self.found.append("")
        self.loaded += [value for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data):
        if self.lasttag == "script" and self.found:
            self.found[-1] += data


@pytest.fixture
def trace(model):
    return lambda text=ANIMAL, **more: attention.trace(model("minilm"), text, **more)


def messages(page: str) -> list[tuple[dict, bytes]]:
    """Take apart what each component is given: its head, and its numbers."""
    sent = [b64decode(text) for text in re.findall(r'data: bytes\("([^"]+)"\)', page)]
    ends = [4 + int.from_bytes(one[:4], "little") for one in sent]
    return [(json.loads(one[4:end]), one[end:]) for one, end in zip(sent, ends, strict=True)]


def test_the_numbers_inside_are_the_models_own(trace):
    t = trace()
    page = notebook.show(t, 3, 1, query=10, key=2, pictures=["grid", "lines"]).html
    (grid, cells), (lines, weights) = messages(page)
    every = np.stack([t.weights(layer).numpy() for layer in range(6)])
    sent = np.frombuffer(cells, "<u2").reshape(every.shape) / 1000
    assert np.abs(sent - every).max() <= 0.0005 + 1e-9
    own = np.frombuffer(weights, "<u2").reshape(15, 15) / 1000
    assert np.abs(own - every[3, 1]).max() <= 0.0005 + 1e-9
    assert (grid["layer"], grid["head"], lines["query"], lines["key"]) == (3, 1, 10, 2)


def test_nobody_chooses_then_it_is_the_last_word_and_what_it_looks_at_most(trace):
    t = trace()
    ((lines, _),) = messages(notebook.show(t, 3, 1, pictures=["lines"]).html)
    assert t.tokens.labels[lines["query"]] == "tired"
    assert lines["key"] == int(t.weights(3)[1, lines["query"]].argmax())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_speaks_both_languages_in_both_themes(trace, lang, theme):
    page = notebook.show(trace(), 3, 1, query=10, key=2, lang=lang, theme=theme).html
    t = words(lang)
    for name in ("map", "lines", "steps"):
        assert t(f"notebook.{name}", layer=3, head=1) in page
    assert t.html("heads.spoken", query=("query", "it"), key=("key", "animal"),
                  weight=("weight", "0.640")) in page  # fmt: skip
    assert f'<html lang="{lang}">' in page
    assert f"color-scheme: {theme}" in page
    said = [head["words"] for head, _ in messages(page)]
    assert said[0]["idle"] == t("notebook.in_grid.idle")
    assert {one["lang"] for one in said} == {lang}


def test_the_pictures_are_those_wanted_in_their_order(trace):
    page = notebook.show(trace(), 0, 0, pictures=("steps", "grid")).html
    assert re.findall(r'<section id="of_(\w+)"', page) == ["steps", "grid"]
    assert len(page) < 400_000


def test_no_token_leaves_its_place_for_a_script(trace):
    page = notebook.show(trace(HOSTILE), 0, 0).html
    found = Scripts(page)
    assert len(found.found) == len(notebook.PICTURES) + 1
    assert found.loaded == []
    assert "alert(1)" not in "".join(found.found)
    assert "http" not in re.sub(r"https?://www\.w3\.org/[\w/]+", "", page)


def test_a_notebook_gets_a_frame_that_holds_the_whole_page(trace):
    shown = notebook.show(trace(HOSTILE), 0, 0, pictures=["lines"])
    frame = shown._repr_html_()
    inside = re.fullmatch(r'<iframe style="[^"]+" srcdoc="([^"]*)"></iframe>', frame)
    assert inside is not None
    assert unescape(inside[1]) == shown.html
    assert len(repr(shown)) < 80


def test_it_is_saved_as_it_is_shown(trace, tmp_path):
    shown = notebook.show(trace(), 0, 0, pictures=["lines"])
    assert shown.save(tmp_path / "page.html").read_text("utf-8") == shown.html


def test_what_is_hidden_is_said(trace):
    t = trace()
    share = float(t.weights(3)[1, 10, [0, 14]].sum())
    for special, key in (("hide", "heads.hidden"), ("rescale", "heads.divided")):
        page = notebook.show(t, 3, 1, query=10, special=special, pictures=["map", "lines"]).html
        said = words("en").html(key, query=("query", "it"), share=("weight", f"{share:.3f}"),
                                left=("", f"{1 - share:.3f}"))  # fmt: skip
        assert page.count(said) == 2


def test_a_reader_is_told_of_a_second_text_and_of_tokens_left_out(trace):
    t = words("en")
    page = notebook.show(trace("A cat", pair="A dog & co"), 0, 0, pictures=["lines"]).html
    assert "“A dog &amp; co”" in page
    page = notebook.show(trace("one two three four", max_tokens=4), 0, 0, pictures=["lines"]).html
    assert t("notice.cut", n=4, total=6) in page


@pytest.mark.parametrize("name", ["BLOOM", "BigBird"])
def test_a_model_seen_from_outside_is_shown_without_its_steps_and_it_is_said(tmp_path, name):
    found = next(one for one in CATALOGUE if one.name == name)
    save(found.build("eager"), tmp_path / name)
    t = attention.trace(attention.load(str(tmp_path / name)), "the dog sees a cat and it runs")
    page = notebook.show(t, 0, 0).html
    assert len(messages(page)) == 2
    level = t.model.level
    assert words("en")("errors.level.steps", model=t.model.id, level=level) in unescape(page)


@pytest.mark.parametrize("part", ["encoder", "decoder", "cross"])
def test_each_part_of_an_encoder_decoder_has_its_own_rows_and_columns(tmp_path, part):
    tiny = next(one for one in CATALOGUE if one.name == "T5")
    save(tiny.build("eager"), tmp_path)
    loaded = attention.load(str(tmp_path))
    t = attention.trace(loaded, "the dog sees a cat", target="it runs").at(part)
    page = notebook.show(t, 0, 1).html
    said = f"{words('en')(f'parts.{part}')}", "the dog sees a cat → it runs"
    assert all(one in unescape(page[page.index("<footer>") :]) for one in said)
    (_, _), (lines, weights), _ = messages(page)
    shape = len(t.queries), len(t.keys)
    assert (len(lines["labels"]), len(lines["keys"]["labels"])) == shape
    own = np.frombuffer(weights, "<u2").reshape(shape)
    seen = own != 65535
    assert np.abs(own / 1000 - t.weights(0)[1].numpy())[seen].max() <= 0.0005 + 1e-9
    df = t.to_dataframe(0, 1)
    assert df["weight"].tolist() == t.weights(0)[1].flatten().tolist()
    assert list(df["key_label"][: shape[1]]) == list(t.keys.labels)


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"layer": 6}, OutOfRange),
        ({"head": 12}, OutOfRange),
        ({"query": 15}, OutOfRange),
        ({"key": -1}, OutOfRange),
        ({"pictures": ["heads"]}, ValueError),
        ({"pictures": []}, ValueError),
        ({"pictures": ["map", "map"]}, ValueError),
        ({"lang": "de"}, ValueError),
        ({"theme": "blue"}, ValueError),
        ({"special": "drop"}, ValueError),
    ],
)
def test_what_does_not_exist_is_refused(trace, more, error):
    with pytest.raises(error):
        notebook.show(**({"trace": trace(), "layer": 0, "head": 0} | more))


def test_a_bare_notebook_hears_no_warning_and_starts_no_server():
    code = (
        "import attention; from app import notebook;"
        f"t = attention.trace(attention.load('minilm'), {ANIMAL!r});"
        "page = notebook.show(t, 3, 1)._repr_html_();"
        "import streamlit.runtime as r; assert not r.exists()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
