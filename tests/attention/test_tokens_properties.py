import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from attention.errors import EmptyText
from attention.labels import START_MARK
from attention.tokens import Tokens, tokenize, tokens_of_ids
from tests.attention.made_tokenizers import MAKES, embedded, made

often = settings(deadline=None, max_examples=25)

CHARS = "aA é動动，'#[&<>$ĠĊ▁␣ßİﬁ½…～"
UNSEEN = " \t\n\r\0\x85\u00a0\u200b\u200d\u202e\u2028\u3000\u0301\ufeff\ue000\uffff\u3164"
WORDS = """👩‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 \U000e0041 e\u0301 می‌خواهم ञ्ज ｶﾞ [MASK] </s> <|im_start|> <0xE5> ##a the"""
SIGNS = st.sampled_from([*CHARS, *UNSEEN, *WORDS.split(" ")])
TEXTS = st.one_of(st.text(max_size=40), st.lists(SIGNS, max_size=12).map("".join))
pytestmark = pytest.mark.filterwarnings("ignore:This sequence already has")
MADE = pytest.mark.parametrize("make", MAKES)
EMBEDDED = [pytest.param(m, marks=pytest.mark.weights(m)) for m in ("minilm", "e5", "smollm2")]


def check_spans(part: str, spans: list[tuple[int, int]]) -> None:
    assert all(0 <= start < end <= len(part) for start, end in spans)
    assert [start for start, _ in spans] == sorted(start for start, _ in spans)
    assert [end for _, end in spans] == sorted(end for _, end in spans)


def check_labels(tokens: Tokens) -> None:
    typed = tokens.text + (tokens.pair or "")
    for label in tokens.labels:
        assert label.strip(), "a label is empty"
        assert len(label.splitlines()) == 1
        assert label.isprintable() or not any(
            unicodedata.category(char) in {"Cc", "Zl", "Zp", "Cs"}
            or "\u202a" <= char <= "\u202e"
            or "\u2066" <= char <= "\u2069"
            for char in label
        )
        assert label == START_MARK or all(mark not in label or mark in typed for mark in "ĠĊ▁")


@pytest.mark.parametrize("make", [*MAKES, *EMBEDDED])
@often
@given(text=TEXTS)
@example(text="動 ▁ Ġ Ċ")
@example(text="\u2028\u202e\u0301")
def test_any_text_gives_spans_inside_it_and_labels_one_can_see(make, text):
    tokenizer = made(make) if make in MAKES else embedded(make)
    try:
        tokens = tokenize(tokenizer, text, max_tokens=100_000)
    except EmptyText:
        return
    check_spans(text, [token.span for token in tokens if token.span])
    check_labels(tokens)
    assert not tokens.is_cut
    assert list(tokens.ids) == tokenizer(text)["input_ids"]


@MADE
@often
@given(text=TEXTS, pair=TEXTS, max_tokens=st.integers(4, 40))
def test_a_cut_keeps_what_the_tokenizer_itself_would_keep(make, text, pair, max_tokens):
    tokenizer = made(make)
    for second in (None, pair):
        try:
            tokens = tokenize(tokenizer, text, second, max_tokens=max_tokens)
        except EmptyText:
            continue
        whole = tokenizer(text, second)["input_ids"]
        assert tokens.n_total == len(whole)
        assert len(tokens) == min(max_tokens, len(whole))
        assert tokens.is_cut == (len(whole) > max_tokens)
        check_labels(tokens)
        if tokenizer.is_fast:
            own = tokenizer(text, second, truncation="longest_first", max_length=max_tokens)
            assert list(tokens.ids) == own["input_ids"]
            assert list(tokens.segments) == own.get("token_type_ids", [0] * len(tokens))


@MADE
@often
@given(data=st.data())
def test_any_ids_give_tokens_with_these_ids_and_labels_one_can_see(make, data):
    n_ids = min(len(made(make)), 0xD800)
    ids = data.draw(st.lists(st.integers(0, n_ids + 3), min_size=1, max_size=20))
    tokens = tokens_of_ids(made(make), ids)
    assert list(tokens.ids) == ids
    check_spans(tokens.text, [token.span for token in tokens if token.span])
    check_labels(tokens)


@pytest.mark.parametrize("make", ["byte_level", "byte_level_trimmed"])
@often
@given(text=TEXTS)
def test_byte_level_tokens_leave_no_character_out(make, text):
    assume(text.strip())
    tokens = tokenize(made(make), text, max_tokens=100_000)
    covered = {n for token in tokens if token.span for n in range(*token.span)}
    assert covered == set(range(len(text)))


@MADE
def test_threads_that_share_a_tokenizer_do_not_mix_their_texts(make):
    texts = [f"the cat {'abcdefgh'[n % 8] * (n % 5 + 1)} 动" for n in range(50)]
    alone = [tokenize(made(make), text) for text in texts]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda n: tokenize(made(make), texts[n % 50]), range(100)))
    assert together == alone * 2
