"""Everything a page sends to the browser, and what the browser will take each string for."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from google.protobuf.message import Message
from streamlit.testing.v1 import AppTest

# The browser shows these as they are: options and values as text, a component's data by
# textContent, a chart's alternative as an attribute. Charts have tests of their own.
TEXT = re.compile(
    r"BidiComponent\.json|PlotlyChart\.(spec|alt)|Code\.\w+"
    r"|(Selectbox|MultiSelect)\.(options|raw_value\w*|raw_values)|Text(Input|Area)\.(value|default)"
)
# What Streamlit makes itself: its ids hold the keys of widgets, a component its own program.
OWN = re.compile(r"\.(id|widget_id|form_id|click_mode\w*|js_content|css_content)$")
LOCAL = re.compile(r"#|data:image/svg\+xml;base64,")
SIGN = re.compile(r"(?<!\\)[$`*\[\]<]")
ALLOWED = frozenset(
    re.findall(
        r"\w+",
        "a b bdi br button caption details div em figcaption figure h1 h2 h3 header i img li meter "
        "ol p section small span strong style sub summary sup table tbody td tfoot th thead tr ul",
    )
)


def strings(message: Message, path: str) -> Iterator[tuple[str, str]]:
    """Give every string in a message, with where it stands."""
    for field, value in message.ListFields():
        if field.message_type and field.message_type.GetOptions().map_entry:
            continue
        for one in value if field.is_repeated else [value]:
            if isinstance(one, Message):
                yield from strings(one, f"{path}.{field.name}")
            elif isinstance(one, str):
                yield f"{path}.{field.name}", one


def sent(at: AppTest) -> Iterator[tuple[str, str]]:
    """Give every string of a page that Streamlit did not make itself."""
    for node in at._tree:
        message = getattr(node, "proto", None)
        if isinstance(message, Message):
            found = strings(message, type(message).__name__)
            yield from ((path, text) for path, text in found if not OWN.search(path))


class Tags(HTMLParser):
    """Collect what a browser would take for an element or an attribute."""

    def __init__(self, body: str) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.feed(body)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ALLOWED:
            self.wrong.append(f"<{tag}>")
        self.wrong += [
            f"<{tag} {name}={value}>"
            for name, value in attrs
            if name.startswith("on") or (name in ("href", "src") and not LOCAL.match(f"{value}"))
        ]

    def handle_comment(self, data: str) -> None:
        self.wrong.append(f"<!--{data}-->")


def taken_for_more(at: AppTest, quoted: frozenset[str]) -> list[tuple[str, str]]:
    """Give what would not be shown as text: elements in HTML, what was quoted in Markdown."""
    wrong = []
    for path, text in sent(at):
        if path == "Html.body":
            wrong += [(path, tag) for tag in Tags(text).wrong]
        elif not TEXT.fullmatch(path):
            wrong += [(path, text) for one in quoted if one in text and SIGN.search(text)]
    return wrong
