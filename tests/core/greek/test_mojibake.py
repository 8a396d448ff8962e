"""Greek that was read with another alphabet's table."""

import pytest

from core.greek.mojibake import repaired

_TEXT = "Εγκρίνουμε την δαπάνη για τον Δήμο και το ποσό της προμήθειας από τον νόμο"


@pytest.mark.parametrize(
    ("really", "read_as"),
    [
        ("cp1253", "cp1252"),
        ("cp1253", "latin-1"),
        ("iso8859-7", "latin-1"),
        ("utf-8", "cp1253"),
        ("utf-8", "latin-1"),
        ("mac_greek", "mac_roman"),
        ("cp737", "cp437"),
    ],
)
def test_each_wrong_table_is_found_by_the_words_it_hides(really: str, read_as: str) -> None:
    wrong = _TEXT.encode(really).decode(read_as, errors="replace")
    assert wrong != _TEXT
    found = repaired(wrong)
    assert found is not None
    if "\ufffd" not in wrong:
        assert found == _TEXT


@pytest.mark.parametrize(
    "text",
    [
        _TEXT,
        "The contractor shall deliver the goods within thirty days of the order",
        "Société Générale, Crédit Agricole, Zürich",
        "1.234,56 € 12/3/2024",
        "",
        "Προμήθεια «Citroën» και «Škoda» για τον Δήμο",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert repaired(text) is None
