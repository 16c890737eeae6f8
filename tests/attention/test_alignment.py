from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.alignment import align

ITEMS = st.lists(st.integers(0, 4), max_size=12)


def kinds(before, after) -> str:
    """Write an alignment as one sign per place: = same, ~ replaced, + inserted, − deleted."""
    signs = {"same": "=", "replaced": "~", "inserted": "+", "deleted": "−"}
    return "".join(signs[pairing.kind] for pairing in align(before, after))


def distance(a, b) -> int:
    """Give Levenshtein's distance by its definition."""
    if not a or not b:
        return len(a) + len(b)
    if a[0] == b[0]:
        return distance(a[1:], b[1:])
    return 1 + min(distance(a[1:], b[1:]), distance(a[1:], b), distance(a, b[1:]))


@given(ITEMS)
def test_a_sequence_aligned_with_itself_is_the_same_everywhere(items):
    assert [(p.kind, p.before, p.after) for p in align(items, items)] == [
        ("same", i, i) for i in range(len(items))
    ]


@given(ITEMS, ITEMS)
def test_every_item_has_one_place_and_none_overtakes_another(before, after):
    found = align(before, after)
    assert [p.before for p in found if p.before is not None] == list(range(len(before)))
    assert [p.after for p in found if p.after is not None] == list(range(len(after)))
    for p in found:
        a, b = p.before, p.after
        if a is not None and b is not None:
            assert p.kind == ("same" if before[a] == after[b] else "replaced")
        else:
            assert p.kind == ("deleted" if b is None else "inserted")


@given(st.lists(st.integers(0, 2), max_size=6), st.lists(st.integers(0, 2), max_size=6))
def test_no_alignment_changes_less(before, after):
    changes = sum(pairing.kind != "same" for pairing in align(before, after))
    assert changes == distance(before, after)


@given(st.lists(st.integers(0, 2), min_size=1, max_size=12), st.data())
def test_one_swapped_item_leaves_every_index_where_it_was(items, data):
    place = data.draw(st.integers(0, len(items) - 1))
    swapped = [*items[:place], data.draw(st.integers(3, 4)), *items[place + 1 :]]
    found = align(items, swapped)
    assert [(p.before, p.after) for p in found] == [(i, i) for i in range(len(items))]
    assert [p.kind for p in found].count("replaced") == 1


@given(ITEMS, ITEMS)
def test_the_way_back_changes_as_much(before, after):
    there, back = kinds(before, after), kinds(after, before)
    assert len(there.replace("=", "")) == len(back.replace("=", ""))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "", ""),
        ("", "ab", "++"),
        ("ab", "", "−−"),
        ("abc", "abxc", "==+="),
        ("abxc", "abc", "==−="),
        ("because it was too tired", "because it was tired", "===−="),
        ("tired", "very tired", "+="),
        ("it was tired", "it was exhausted now", "==~+"),
        ("a b", "b b", "~="),
    ],
)
def test_a_hand_worked_alignment(before, after, expected):
    assert kinds(
        *(text.split() if " " in before + after else text for text in (before, after))
    ) == (expected)


def test_difflib_moves_an_index_where_a_swap_does_not():
    before, after = "ababab", "abbbab"
    moved = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    assert ("equal", 1, 4, 3, 6) in moved
    assert kinds(before, after) == "==~==="


@given(ITEMS, ITEMS)
def test_what_does_not_fit_is_never_put_at_one_place(before, after):
    found = align(before, after, lambda one, other: one % 2 == other % 2)
    replaced = [p for p in found if p.kind == "replaced"]
    assert all(before[p.before] % 2 == after[p.after] % 2 for p in replaced)
    assert [p.before for p in found if p.before is not None] == list(range(len(before)))
    assert [p.after for p in found if p.after is not None] == list(range(len(after)))
