"""The record of what is changed: kept as sets, hashable, refused where it means nothing."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import attention
from attention import WhatIf
from attention.errors import AttentionError, InvalidSwitch, OutOfRange
from attention.what_if import MAX_SCALE, MAX_TEMPERATURE, MIN_TEMPERATURE

indices = st.integers(0, 600)
pairs = st.sets(st.tuples(indices, indices), max_size=4)
scales = st.sampled_from(["model", "none"]) | st.floats(-MAX_SCALE, MAX_SCALE)
what_ifs = st.fixed_dictionaries(
    {},
    optional={
        "heads_off": pairs,
        "uniform_heads": pairs,
        "block": st.sets(indices, max_size=4),
        "block_layers": st.none() | st.sets(indices, max_size=4),
        "scale": scales,
        "temperature": st.floats(MIN_TEMPERATURE, MAX_TEMPERATURE),
        "causal": st.none() | st.booleans(),
    },
)


@given(what_ifs)
def test_any_iterable_is_kept_as_a_frozen_set_and_makes_the_same_record(fields: dict) -> None:
    as_lists = {k: sorted(v) if isinstance(v, set) else v for k, v in fields.items()}
    as_iterators = {k: iter(v) if isinstance(v, set) else v for k, v in fields.items()}
    one, two, three = WhatIf(**fields), WhatIf(**as_lists), WhatIf(**as_iterators)
    assert one == two == three
    assert len({one, two, three}) == 1
    for name, value in fields.items():
        assert getattr(one, name) == value
        if isinstance(value, set):
            assert isinstance(getattr(one, name), frozenset)


@given(what_ifs)
def test_changes_are_json_and_make_the_same_record_again(fields: dict) -> None:
    what_if = WhatIf(**fields)
    assert WhatIf(**json.loads(json.dumps(what_if.changes()))) == what_if
    assert replace(what_if) == what_if


@given(what_ifs)
def test_a_record_is_true_where_something_is_changed(fields: dict) -> None:
    what_if = WhatIf(**fields)
    hides_nothing = not what_if.block or what_if.block_layers == frozenset()
    left = what_if.changes().keys() - ({"block", "block_layers"} if hides_nothing else set())
    assert bool(what_if) == bool(left)


def test_what_is_not_changed_is_not_named():
    assert WhatIf().changes() == {}
    assert not WhatIf()
    assert WhatIf(block=[3], heads_off=[[5, 11], (3, 1)]).changes() == {
        "heads_off": [(3, 1), (5, 11)],
        "block": [3],
    }


def test_nothing_in_it_can_be_changed():
    with pytest.raises(AttributeError):
        WhatIf().scale = "none"  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    ("switch", "value"),
    [
        ("heads_off", 5),
        ("heads_off", "5.11"),
        ("heads_off", [5]),
        ("heads_off", [(5,)]),
        ("heads_off", [(5, 11, 1)]),
        ("heads_off", [(5, -1)]),
        ("heads_off", [(True, 1)]),
        ("uniform_heads", [(0.5, 1)]),
        ("uniform_heads", ["51"]),
        ("block", 0),
        ("block", [-1]),
        ("block", ["0"]),
        ("block", None),
        ("block_layers", [1.0]),
        ("block_layers", "all"),
        ("scale", "full"),
        ("scale", None),
        ("scale", True),
        ("scale", float("nan")),
        ("scale", float("inf")),
        ("scale", 10**400),
        ("scale", 1001),
        ("temperature", 0),
        ("temperature", -1.0),
        ("temperature", 1e-9),
        ("temperature", float("nan")),
        ("temperature", float("inf")),
        ("temperature", "1"),
        ("temperature", None),
        ("causal", 1),
        ("causal", "true"),
    ],
)
def test_what_means_nothing_is_refused_by_the_name_of_its_switch(switch, value):
    with pytest.raises(InvalidSwitch) as caught:
        WhatIf(**{switch: value})
    assert isinstance(caught.value, AttentionError)
    assert caught.value.message_key == f"errors.switch.{switch}"
    assert caught.value.fields["switch"] == switch


@pytest.mark.weights("minilm")
@pytest.mark.parametrize(
    ("what_if", "what", "value", "limit"),
    [
        (WhatIf(heads_off={(6, 0)}), "layer", 6, 6),
        (WhatIf(heads_off={(99, 99)}), "layer", 99, 6),
        (WhatIf(uniform_heads={(0, 12)}), "head", 12, 12),
        (WhatIf(block={5}), "token", 5, 5),
        (WhatIf(block={1}, block_layers={0, 7}), "layer", 7, 6),
    ],
)
def test_what_is_not_there_is_refused_with_the_number_that_are(model, what_if, what, value, limit):
    with pytest.raises(OutOfRange) as caught:
        attention.trace(model("minilm"), "the old cat", what_if=what_if)
    assert caught.value.fields == {"what": what, "value": value, "limit": limit}
