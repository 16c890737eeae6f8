"""Rule: no link stops a page. All parameters at once, on every page, always the same examples."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.parsers import PARSERS
from app.topbar import PAGES
from tests.app.security.hostile import HOSTILE
from tests.app.security.reading import taken_for_more

pytestmark = pytest.mark.weights("minilm")

GOOD = ("0", "1", "2", "-1", "3.1,5.11", "0,1", "none", "model", "link", "paint", "weights,nav")
values = (
    st.sampled_from(GOOD)
    | st.sampled_from([text[:300] for text in HOSTILE.values()])
    | st.text(st.characters(codec="utf-8"), max_size=20)
    | st.integers(-(10**7), 10**7).map(str)
    | st.floats().map(str)
)
links = st.dictionaries(st.sampled_from(sorted({*PARSERS, "lang", "other"})), values, max_size=8)


@settings(
    max_examples=45,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(page=st.sampled_from(PAGES), link=links)
def test_any_link_gives_a_page_and_nothing_in_it_is_obeyed(arrive, page, link):
    seen = arrive(page, **{"text": "the cat sat", "model": "minilm", **link})
    assert not seen.at.exception
    assert taken_for_more(seen.at, frozenset({"onerror", ":red[", "javascript:"})) == []
