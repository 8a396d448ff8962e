"""A page of results taken apart, and what is no page."""

import json
from decimal import Decimal

import pytest

from ingest.diavgeia.envelope import open_envelope
from ingest.diavgeia.failures import BadBody

_INFO = '"info":{"query":"q","page":2,"size":500,"actualSize":2,"total":1002,"order":"recent"}'
_ROWS = '{"ada":"α", "amount":9.4472918E7} ,\n {"ada":"β]}","lines":[{"x":0.10}],"note":null}'
_PAGE = '{"decisions":[' + _ROWS + "]," + _INFO + "}"


def test_rows_are_decoded_without_loss_and_their_texts_stay_letter_by_letter() -> None:
    opened = open_envelope(_PAGE)
    page = opened.page
    assert (opened.query, page.number, page.size, page.total) == ("q", 2, 500, 1002)
    assert page.rows[0] == {"ada": "α", "amount": Decimal("9.4472918E7")}
    assert page.rows[1] == {"ada": "β]}", "lines": [{"x": Decimal("0.10")}], "note": None}
    assert page.raw_rows == ('{"ada":"α", "amount":9.4472918E7}', '{"ada":"β]}","lines":[{"x":0.10}],"note":null}')


def test_members_may_come_in_any_order_with_others_between() -> None:
    page = open_envelope(" {\n" + _INFO + ', "extra": [{"decisions": []}], "decisions" : [' + _ROWS + " ] }\n").page
    assert [row["ada"] for row in page.rows] == ["α", "β]}"]


def test_a_page_without_rows_is_a_page() -> None:
    info = {"query": None, "page": 0, "size": 500, "actualSize": 0, "total": 0}
    opened = open_envelope(json.dumps({"decisions": [], "info": info}))
    assert (opened.query, opened.page.rows, opened.page.total) == ("", (), 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        "<!DOCTYPE html>",
        "[" * 100_000,
        '{"decisions":[' + "[" * 100_000,
        '{"decisions":[],' + _INFO + "}",
        '{"decisions":null,' + _INFO.replace("2,", "0,") + "}",
        '{"decisions":[' + _ROWS + "]}",
        '{"decisions":[' + _ROWS + '],"info":null}',
        _PAGE.replace("actualSize", "actual"),
        _PAGE.replace("1002", "null"),
        _PAGE.replace("1002", '"1002"'),
        _PAGE.replace("1002", "-1"),
        _PAGE.replace("1002", "1002.5"),
        _PAGE.replace("500", "1"),
        _PAGE.replace('"actualSize":2', '"actualSize":3'),
        _PAGE.replace('{"ada":"α", "amount":9.4472918E7}', "7"),
        _PAGE + "}",
        _PAGE.replace('],"info', ']"info'),
        _PAGE.replace("} ,", "}"),
    ],
)
def test_what_is_no_page(text: str) -> None:
    with pytest.raises(BadBody):
        open_envelope(text)


def test_no_cut_passes_for_the_whole() -> None:
    for place in range(len(_PAGE)):
        with pytest.raises(BadBody):
            open_envelope(_PAGE[:place])
