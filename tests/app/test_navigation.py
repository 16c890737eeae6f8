"""The way to the other pages carries the view that is open, not the one that was asked for."""

from urllib.parse import parse_qs


def ways(seen):
    links = [element.proto for element in seen.at.get("page_link")]
    return {link.page: parse_qs(link.query_string) for link in links if link.query_string}


def test_a_way_to_another_page_leads_to_the_view_that_is_open(visit):
    seen = visit(text="The cat sat", model="minilm", query=99, key=98, layer=2, head=3, lang="en")
    for query in ways(seen).values():
        assert query["layer"] == ["2"]
        assert not query.keys() & {"query", "key"}


def test_words_that_a_new_sentence_does_not_have_are_not_carried_to_the_next_page(visit):
    seen = visit(text="The cat sat on the mat", model="minilm", query=2, key=6, lang="en")
    assert all(query["query"] == ["2"] for query in ways(seen).values())
    at = seen.at
    at.query_params["text"] = "The dog ran"
    again = type(seen)(at.run())
    for query in ways(again).values():
        assert query["text"] == ["The dog ran"]
        assert "key" not in query
