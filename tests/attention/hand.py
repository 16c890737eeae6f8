"""Layers by hand for the tests: made of a few words, or drawn, of every kind that is possible."""

from hypothesis import strategies as st

from attention.by_hand import HandLayer, Wish, resolve, work

RULES = ("random", "identity", "previous", "same")


def layer(text: str, preset: str = "random", **choices: object) -> HandLayer:
    return work(resolve(Wish(text, preset, **choices)))


@st.composite
def wishes(draw: st.DrawFn) -> Wish:
    """Draw settings that are possible, of every kind."""
    n_kv_heads = draw(st.integers(1, 4))
    n_heads = n_kv_heads * draw(st.integers(1, 4))
    d_k, flag = draw(st.integers(2, 6)), st.booleans()
    projection = draw(flag) or n_heads * d_k > 16 or n_kv_heads < n_heads
    word = st.sampled_from(["cat", "sat", "mat", "the", "猫", "it"])
    words = draw(st.lists(word, min_size=1, max_size=7))
    return Wish(
        " ".join(words),
        draw(st.sampled_from(RULES)),
        d_model=draw(st.integers(2, 16)) if projection else n_heads * d_k,
        n_heads=n_heads,
        n_kv_heads=n_kv_heads,
        d_k=d_k,
        seed=draw(st.integers(0, 999_999)),
        projection=projection,
        scaling=draw(flag),
        w_o=draw(flag),
        causal=draw(flag),
        positions=draw(flag),
    )
