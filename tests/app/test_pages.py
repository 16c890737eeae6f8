import re

import pytest

from app.i18n import LANGUAGES, words
from tests.app.conftest import ANIMAL
from tests.attention.drawn import chance, sentence

pytestmark = pytest.mark.weights


def spoken(seen) -> str:
    return next(line for line, body in zip(seen.lines, bodies(seen), strict=True) if says(body))


def bodies(seen) -> list[str]:
    return [body for body in seen.html if not body.startswith("<style")]


def says(body: str) -> bool:
    return body.startswith('<p class="spoken"')


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", ["app/pages/start.py", "app/pages/heads.py"])
def test_every_page_is_drawn_in_every_language(visit, page, lang):
    seen = visit(lang=lang)
    seen.at.switch_page(page).run()
    assert not seen.at.exception
    assert words(lang)("app.name") in seen.text
    assert words(lang)("errors.unexpected") not in seen.text
    assert seen.charts() == 1


@pytest.mark.parametrize(
    ("lang", "model", "number"), [("en", "minilm", "0.640"), ("zh-CN", "e5", "0.633")]
)
def test_the_start_page_opens_on_an_example_and_writes_it_to_the_address(
    visit, lang, model, number
):
    seen = visit(lang=lang)
    assert number in spoken(seen)
    assert seen.query["model"] == model
    assert seen.query["lang"] == lang
    assert seen.query["text"]


@pytest.mark.parametrize(("model", "language"), [("minilm", "en"), ("e5", "zh")])
def test_sentence_and_table_say_what_the_models_own_eager_run_gives(
    visit, eager_weights, model, language
):
    draw = chance()
    text = sentence(language, draw)
    own = eager_weights(model, text)
    layer, head = draw.randrange(len(own)), draw.randrange(12)
    query, key = draw.choices(range(len(own[0][0])), k=2)
    seen = visit(text=text, model=model, layer=layer, head=head, query=query, key=key, lang="en")
    row = own[layer][head][query].tolist()
    said = float(re.search(r"gives (\d\.\d{3}) of", spoken(seen))[1])
    assert said == pytest.approx(row[key], abs=5.02e-4)
    table = next(one for one in seen.opened("row_table").html if 'class="numbers"' in one)
    cells = re.findall(r"<td>(\d\.\d{4})</td></tr>", table)
    assert [float(cell) for cell in cells[:-1]] == pytest.approx(row, abs=5.2e-5)
    assert cells[-1] == "1.0000"


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ({"text": ANIMAL, "layer": 3, "head": 1}, "0.640"),
        ({"text": ANIMAL, "layer": 5, "head": 11}, "0.647"),
        ({"text": ANIMAL.replace("tired", "wide"), "layer": 3, "head": 1}, "0.266"),
    ],
)
def test_a_link_shows_its_number(visit, query, number):
    seen = visit(model="minilm", query=10, key=2, **query)
    assert spoken(seen) == (f"“it” (query) gives {number} of its attention to “animal” (key).")


def test_a_caption_appears_with_exactly_its_example(visit):
    seen = visit(text=ANIMAL, model="minilm", layer=5, head=11, query=10, key=2)
    assert "do not call it a pronoun head" in seen.text
    seen = visit(text=ANIMAL, model="minilm", layer=5, head=11, query=11, key=2)
    assert "pronoun head" not in seen.text


def test_without_query_and_key_the_last_word_and_its_strongest_key_are_shown(visit, eager_weights):
    text = "The keys to the old cabinet are on the table"
    seen = visit(text=text, model="minilm", layer=2, head=9)
    row = eager_weights("minilm", text)[2][9][10]
    assert spoken(seen).startswith(f"“table” (query) gives {row.max():.3f} of its attention")
    assert not {"query", "key"} & seen.query.keys()


def test_hiding_and_rescaling_keep_the_models_own_number_and_print_the_hidden_share(visit):
    link = {"text": ANIMAL, "model": "minilm", "layer": 5, "head": 11, "query": 10, "key": 2}
    assert "“it” gives 0.174 of its attention to special tokens." in visit(**link).text
    hidden = visit(special="hide", **link)
    assert "Hidden: the 0.174 that “it” gives to special tokens." in hidden.text
    assert "The rest adds up to 0.826." in hidden.text
    rescaled = visit(special="rescale", **link)
    assert "gives 0.647 of its attention" in spoken(rescaled)
    assert spoken(rescaled).endswith("Rescaled: 0.783.")
    assert "no longer the model’s own numbers" in rescaled.text


def test_a_causal_model_shows_its_next_tokens_and_says_what_is_masked(visit):
    link = {"text": "The capital of France is", "model": "smollm2", "layer": 17, "head": 4}
    seen = visit(query=1, key=3, **link)
    assert "␣Paris0.773" in seen.text
    assert "may not look at “␣France” (key)" in spoken(seen)
    assert "Heads 3–5 share one key and value head." in seen.text


def test_lines_replace_the_map_by_one_switch(visit):
    seen = visit(text=ANIMAL, model="minilm", view="lines")
    assert seen.charts() == 0
    seen.at.button_group(key="view").set_value("map").run()
    assert seen.charts() == 1
    assert "view" not in seen.query


def test_another_model_keeps_the_word_and_a_valid_head(visit):
    seen = visit(text=ANIMAL, model="smollm2", layer=29, head=8, query=8, key=1)
    assert "“␣it”" in spoken(seen)
    seen.at.selectbox(key="model").set_value("minilm").run()
    assert not seen.at.exception
    assert seen.query["model"] == "minilm"
    assert seen.query["head"] == "8"
    assert "“it”" in spoken(seen)
    assert "“animal”" in spoken(seen)
    assert "MiniLM has no layer 29; its last one is 5. Layer 0 is shown." in seen.text
    assert "Layer 0 · Head 8" in seen.text


def test_indices_of_a_longer_sentence_never_fail(visit):
    seen = visit(text="the cat sat", model="minilm", layer=7, head=99, query=10, key=11)
    assert not seen.at.exception
    assert "This sentence has no token 10; its last one is 4." in seen.text
    assert spoken(seen).startswith("“sat” (query)")


def test_chinese_in_an_english_model_is_counted_and_another_model_is_one_click_away(visit):
    seen = visit(text="动物没有过马路，因为它太累了", model="minilm", lang="en")
    assert "11 of 16 tokens are unknown to MiniLM." in seen.text
    seen.at.button(key="use_e5").click().run()
    assert seen.query["model"] == "e5"
    assert "unknown" not in seen.text


def test_a_cut_sentence_says_what_was_kept(visit):
    seen = visit(text="cat " * 700, model="minilm")
    assert not seen.at.exception
    assert "Kept 512 of 702 tokens." in seen.text
    assert "Kept" not in visit(text="cat " * 510, model="minilm").text


def test_an_example_opens_with_text_model_head_and_tokens_by_one_click(visit):
    seen = visit(lang="en")
    seen.at.session_state["examples"] = True
    seen.at.run()
    seen.at.button(key="example_en-both").click().run()
    assert spoken(seen) == "“and” (query) gives 0.907 of its attention to “Both” (key)."
    assert seen.query["layer"] == "1"
    assert not [button.key for button in seen.at.button if str(button.key).startswith("example")]


@pytest.mark.parametrize(
    "text",
    [
        "one<br>two <b>bold</b> <script>alert(1)</script>",
        "$x$ costs $5 and $6",
        ":smile: [link](http://x.test) *star* _under_ `code` # head :red[x]",
        "if a < b then b > c & d",
        "مرحبا بالعالم",
        "👩‍👩‍👧 ok",
        "a\x00b\u202ec",
        "www.example.com",
        "first line\nsecond line",
    ],
)
@pytest.mark.parametrize("model", ["minilm", "e5", "smollm2"])
def test_what_is_typed_is_shown_and_never_obeyed(visit, text, model):
    seen = visit(text=text, model=model)
    assert not seen.at.exception
    assert words("en")("errors.unexpected") not in seen.text
    tags = "p b h2 h3 section div caption ol li span meter table thead tbody tfoot tr th td i"
    tags = "|".join([*tags.split(), "details", "summary"])
    allowed = re.compile(rf'<a class="skip" href="#content">|(?<=content)</a>|</?({tags})\b[^<>]*>')
    assert [body for body in bodies(seen) if "<" in allowed.sub("", body)] == []
    assert not [one for one in seen.at.markdown if text in one.value]


@pytest.mark.parametrize(
    ("lang", "size", "larger"),
    [("en", "22.7 million", "118 million"), ("zh-CN", "约 2270 万", "约 1.18 亿")],
)
def test_a_models_size_is_counted_as_the_language_counts(visit, lang, size, larger):
    assert size in visit(text="The cat", model="minilm", lang=lang).text
    assert larger in visit(text="The cat", model="e5", lang=lang).text
