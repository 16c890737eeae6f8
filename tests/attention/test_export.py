"""What spreadsheets and other programs make of the files."""

import csv
import json

import pytest
import torch

from attention import export
from attention.core import attend


@pytest.fixture
def steps():
    q = torch.tensor([[[[1.0, 0.0], [0.0, 1.0]]]])
    found = attend(q, q, q, mask=torch.tensor([[[[True, False], [True, True]]]]))
    return type(found)(
        **{k: v[0, 0] if isinstance(v, torch.Tensor) else v for k, v in vars(found).items()}
    )


@pytest.mark.parametrize("sign", [*"=+-@\t\r", *"＝＋－＠"])
def test_no_text_in_a_csv_is_a_formula(tmp_path, steps, sign):
    hostile = f'{sign}HYPERLINK("http://x")'
    export.to_csv(tmp_path / "a.csv", {"model": hostile}, [hostile, "b"], steps.weights, steps.mask)
    with (tmp_path / "a.csv").open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file, strict=True))
    cells = [row[name] for row in rows for name in ("query_label", "key_label", "model")]
    assert {cell for cell in cells if cell.endswith(")")} == {f"'{hostile}"}


def test_a_csv_begins_with_the_mark_by_which_excel_knows_chinese(tmp_path, steps):
    export.to_csv(tmp_path / "a.csv", {}, ["孩子", "他们"], steps.weights, steps.mask)
    found = (tmp_path / "a.csv").read_bytes()
    assert found.startswith(b"\xef\xbb\xbfquery,")
    assert "孩子".encode() in found


def test_a_masked_pair_is_null_in_strict_json(tmp_path, steps):
    export.to_json(tmp_path / "a.json", {"model": "x"}, ["a", "b"], steps)

    def refuse(name):
        raise AssertionError(name)

    found = json.loads((tmp_path / "a.json").read_text("utf-8"), parse_constant=refuse)
    assert found["masked"][0] == [pytest.approx(2**-0.5), None]
    assert found["weights"][0] == [1.0, 0.0]
