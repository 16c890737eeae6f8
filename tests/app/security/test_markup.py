"""Rule: nothing is put into HTML as it comes. Found in the source; each exception says why."""

import ast
from pathlib import Path

import pytest

from tests.app.security.markup import Module

ROOT = Path(__file__).resolve().parents[3]
# Charts and their labels are written for Plotly or as SVG: test_figures looks at what they hold.
FILES = [p for p in sorted(ROOT.glob("app/**/*.py")) if p.parent.name != "figures"]

# What the source alone does not show to be harmless, and why it is.
NUMBERS = {
    "effect_lists.py": {"_ranking: one.key", "_ranking: other + 1"},
    "scratch/order.py": {"_map: ramp.css(float(w))", "_map: cells", "_map: body"},
    "tables.py": {"meters: value", "next_tokens: one.probability"},
    "worksheets/tables.py": {
        *("vectors: position", "softmax: position", "mixing: position", "vectors: i", "mixing: i"),
        *("softmax: wide", "_cell: number", "mixing: _cell(one)"),
        "mixing: _open(decimals(sheet.record.output[i], OUTPUT), blank)",
    },
}
NAMES_IN_THE_SOURCE = {  # classes of the style sheet, ids, sizes of paper
    "experiments.py": {"_mark: names"},
    "i18n.py": {"html: role"},
    "lessons/bars.py": {"_cell: column.role"},
    "lessons/markup.py": {"_value: role", "term: id"},
    "notebook.py": {"_repr_html_: frame"},
    "notices.py": {"plain: kind", "fold: name"},
    "stand_alone.py": {"html: self.name", "_module: place"},
    "tables.py": {"table: classes", "meters: kind"},
    "worksheets/document.py": {"document: sheet.paper"},
    "worksheets/tables.py": {"_table: kind"},
}
HTML_ALREADY = {  # made by a function that is looked at here itself, or a style sheet of ours
    "example_list.py": {"_claim: '<br>'.join(map(escape, lines))"},
    "lessons/answers.py": {"as_page: style"},
    "lessons/bars.py": {"bars: body"},
    "lessons/lesson.py": {"show: html"},
    "lessons/markup.py": {  # of prose that is escaped whole before it is taken apart
        *("_block: ' '.join(lines)", "_block: line[2:]", "term: means", "term: label"),
        "_block: ''.join((f'<li>{line[2:]}</li>' for line in lines))",
    },
    "open_head.py": {"controls: label"},
    "projection.py": {"_plane: picture"},
    "stand_alone.py": {  # what is said is a sentence of t.html; a script is ours, its data packed
        *("html: self.said", "html: said", "html: shown", "page: body", "page: _look(colours)"),
        *("page: GROW", "_module: script"),
    },
    "tables.py": {"meters: ''.join(bars)", "next_tokens: rows"},
    "worksheets/document.py": {
        *("document: style", "document: ''.join(parts)", "_block: printed"),
        "_part: _scores(sheet, part, t)",
    },
    "worksheets/tables.py": {
        *("_table: head", "_table: body", "_table: heads", "_table: name", "_table: ''.join(row)"),
        "mixing: name",
    },
}


def allowed(name: str) -> set[str]:
    kinds = (NUMBERS, NAMES_IN_THE_SOURCE, HTML_ALREADY)
    return set().union(*(kind.get(name, set()) for kind in kinds))


def unescaped(source: str) -> set[str]:
    return set(Module(ast.parse(source)).wrong())


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ROOT / "app").as_posix())
def test_what_is_put_into_html_is_escaped_or_known_to_be_no_text(path):
    name = path.relative_to(ROOT / "app").as_posix()
    assert unescaped(path.read_text("utf-8")) == allowed(name)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("st.html(f'<p>{text}</p>')", {"f: text"}),
        ("st.html(f'<p>{escape(text)}</p>')", set()),
        ("st.html(f'<p>{t(\"a.b\", name=text)}</p>')", {"f: t('a.b', name=text)"}),
        ('st.html(f\'<p>{t.html("a.b", name=("key", text))}</p>\')', set()),
        ("line = 'a' + text\n    st.html(f'<p>{line}</p>')", {"f: line"}),
        ("line = escape(text)\n    line += text\n    st.html(f'<p>{line}</p>')", {"f: line"}),
        ("st.html(''.join(f'<li>{one}</li>' for one in texts))", {"f: one"}),
        ("st.html(f'<b title=\"{text.title()}\">')", {"f: text.title()"}),
        ("st.html(f'<p>{n:.2f}</p>')", set()),
    ],
)
def test_the_check_of_the_source_can_fail(line, found):
    source = f"def f(text: str, texts: list[str], n: float, t: Words) -> None:\n    {line}\n"
    assert unescaped(source) == found
