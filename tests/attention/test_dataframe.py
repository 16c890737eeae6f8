"""``Trace.to_dataframe``: the table an engineer groups, pivots and joins."""

import subprocess
import sys

import numpy as np
import pytest
import torch

import attention
from attention.errors import OutOfRange
from tests.architectures.catalogue import CATALOGUE
from tests.attention.folders import save

TEXT = "The cat and the cat saw the cat"
COLUMNS = ["layer", "head", "query", "key", "query_label", "key_label", "may_look", "weight"]
STEPS = ["score", "scaled", "masked"]

pytestmark = pytest.mark.weights("minilm", "smollm2")


@pytest.fixture(params=["minilm", "smollm2"])
def trace(model, request):
    return attention.trace(model(request.param), TEXT)


def test_every_number_stands_at_its_layer_head_query_and_key(trace):
    df = trace.to_dataframe()
    n = trace.n_tokens
    assert list(df.columns) == COLUMNS
    assert len(df) == trace.n_layers * trace.n_heads * n * n
    every = torch.stack([trace.weights(layer) for layer in range(trace.n_layers)]).numpy()
    at = tuple(df[name].to_numpy() for name in COLUMNS[:4])
    assert np.array_equal(df["weight"].to_numpy(), every[at])
    assert df["weight"].dtype == np.float32
    labels = np.array(trace.tokens.labels)
    assert np.array_equal(df["query_label"].to_numpy(), labels[at[2]])
    assert np.array_equal(df["key_label"].to_numpy(), labels[at[3]])


def test_rows_add_up_to_1_also_where_tokens_share_a_label(trace):
    df = trace.to_dataframe()
    assert len(set(trace.tokens.labels)) < trace.n_tokens
    sums = df.groupby(["layer", "head", "query"])["weight"].sum()
    assert len(sums) == trace.n_layers * trace.n_heads * trace.n_tokens
    assert np.allclose(sums, 1, atol=1e-5)


def test_one_head_pivots_to_its_map(trace):
    df = trace.to_dataframe(2, 1)
    map_ = df.pivot(index="query", columns="key", values="weight").to_numpy()
    assert np.array_equal(map_, trace.weights(2)[1].numpy())


def test_one_head_comes_with_its_steps(trace):
    df, steps = trace.to_dataframe(2, 1), trace.steps(2, 1)
    assert list(df.columns) == [*COLUMNS[:-1], *STEPS, "weight"]
    for name, of in zip(STEPS, ("scores", "scaled", "masked"), strict=True):
        assert np.array_equal(df[name].to_numpy(), getattr(steps, of).numpy().reshape(-1))


def test_what_the_mask_hides_is_marked_and_has_no_weight(model):
    t = attention.trace(model("smollm2"), TEXT)
    df = t.to_dataframe(0, 0)
    assert np.array_equal(df["may_look"], df["key"] <= df["query"])
    assert (df.loc[~df["may_look"], "weight"] == 0).all()
    assert np.isneginf(df.loc[~df["may_look"], "masked"]).all()


def test_a_layer_or_a_head_alone_leaves_the_others_out(trace):
    assert set(trace.to_dataframe(3)["layer"]) == {3}
    assert len(set(trace.to_dataframe(3)["head"])) == trace.n_heads
    df = trace.to_dataframe(head=4)
    assert set(df["head"]) == {4}
    assert len(set(df["layer"])) == trace.n_layers
    assert np.array_equal(
        df.loc[df["layer"] == 5, "weight"].to_numpy(), trace.weights(5)[4].numpy().reshape(-1)
    )


@pytest.mark.parametrize("place", [{"layer": 99}, {"head": 99}, {"layer": -1}, {"head": -1}])
def test_a_place_that_is_none_is_refused(trace, place):
    with pytest.raises(OutOfRange):
        trace.to_dataframe(**place)


@pytest.mark.parametrize("name", ["BLOOM", "BigBird"])
def test_below_level_a_there_are_weights_and_no_steps(tmp_path, name):
    found = next(one for one in CATALOGUE if one.name == name)
    save(found.build("eager"), tmp_path)
    t = attention.trace(attention.load(str(tmp_path)), "the dog sees a cat and it runs")
    df = t.to_dataframe(0, 0)
    assert list(df.columns) == COLUMNS
    assert np.array_equal(df["weight"].to_numpy(), t.weights(0)[0].numpy().reshape(-1))


def test_without_pandas_all_else_works_and_one_sentence_says_what_is_missing():
    code = (
        "import sys; sys.modules['pandas'] = None; import attention;"
        "t = attention.trace(attention.load('minilm'), 'a cat'); t.weights(0); t.to_dataframe()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert last == "ImportError: to_dataframe needs pandas; get it: pip install pandas"
