"""JSON read without losing a digit, and one canonical form for equal decisions."""

from decimal import Decimal

import pytest

from ingest.diavgeia.rows import BrokenJson, canonical, decode, storable, version_key, without_unstorable


def canonical_of(text: str) -> str:
    row = decode(text)
    assert isinstance(row, dict)
    return canonical(row)


def test_numbers_keep_their_digits() -> None:
    assert decode('{"a": 9.4472918E7, "b": 1387.3, "c": 7000}') == {
        "a": Decimal("9.4472918E7"),
        "b": Decimal("1387.3"),
        "c": 7000,
    }


@pytest.mark.parametrize("text", ["", "{", "{'a': 1}", "[" * 100_000, "1" * 5_000])
def test_text_that_is_no_sane_json_is_broken(text: str) -> None:
    with pytest.raises(BrokenJson):
        decode(text)


def test_what_json_does_not_know_is_null() -> None:
    assert decode('{"a": NaN, "b": -Infinity}') == {"a": None, "b": None}


def test_equal_decisions_have_one_form_however_they_are_written() -> None:
    one = canonical_of('{"ada": "Χ", "amount": 7000.0, "list": [1.50, 9.4472918E7]}')
    other = canonical_of('{ "list": [1.5, 94472918], "amount": 7000,\n "ada": "\\u03a7" }')
    assert one == other == '{"ada":"Χ","amount":7000,"list":[1.5,94472918]}'
    assert version_key(one) == version_key(other)


def test_our_own_marks_are_no_part_of_a_version() -> None:
    assert canonical_of('{"ada": "Χ", "_fidelity": "flat", "_detail_fetched": false}') == '{"ada":"Χ"}'


def test_a_changed_value_is_another_version() -> None:
    assert version_key(canonical_of('{"a": 1.5}')) != version_key(canonical_of('{"a": 1.51}'))


def test_what_postgres_refuses_is_taken_out_at_any_depth() -> None:
    row = decode('{"a": "x\\u0000y", "b": [{"c\\u0000": "\\ud835z"}, 1]}')
    assert isinstance(row, dict)
    assert not storable(canonical(row))
    clean = without_unstorable(row)
    assert clean == {"a": "xy", "b": [{"c": "z"}, 1]}
    assert storable(canonical(clean))


def test_a_number_beyond_all_numbers_becomes_null() -> None:
    assert canonical_of('{"a": 1E+400}') == '{"a":null}'
