"""ΑΦΜ: the check digit, where they stand, whose they are, and that no digit of a person's is shown."""

import pytest

from core.domain.afm import find_afms, is_natural_afm, mask_afm, parse_afm, valid_afm
from core.errors import InvalidInput


@pytest.mark.parametrize(
    "afm", ["997561152", "997562265", "090010689", "099362767", "800579607", "082000463", "997861879", "800186744"]
)
def test_real_check_digits_are_right(afm: str) -> None:
    assert valid_afm(afm)
    assert not valid_afm(afm[:-1] + str((int(afm[-1]) + 1) % 10))


@pytest.mark.parametrize("typed", ["EL 099887768", "099887768", " 099 887 768", "ΕΛ099887768"])
def test_an_afm_is_parsed(typed: str) -> None:
    assert parse_afm(typed) == "099887768"


@pytest.mark.parametrize("typed", ["", "EL", "000000000", "-", "ΔΕΝ ΥΠΑΡΧΕΙ", "123456789", "99887768", "0998877680"])
def test_placeholders_and_wrong_numbers_are_refused(typed: str) -> None:
    with pytest.raises(InvalidInput, match="ΑΦΜ"):
        parse_afm(typed)


def test_afms_are_found_with_their_places() -> None:
    text = "ό,τι αφορά τον ΑΦΜ 099887768 (EL999999993), όχι 123456789 ούτε 1.099887768 ή 099887768-5"
    assert [(one.value, text[one.start : one.end]) for one in find_afms(text)] == [
        ("099887768", "099887768"),
        ("999999993", "999999993"),
    ]


@pytest.mark.parametrize(
    ("afm", "name", "natural"),
    [
        ("112233445", "ΔΟΚΙΜΟΠΟΥΛΟΣ ΓΕΩΡΓΙΟΣ", True),
        ("012345678", "ΔΟΚΙΜΟΠΟΥΛΟΣ ΓΕΩΡΓΙΟΣ", True),
        ("112233445", "ΔΟΚΙΜΗ Ο.Ε.", False),
        ("099887768", "ΔΟΚΙΜΗ Α.Ε.", False),
        ("099887768", "ΔΟΚΙΜΟΠΟΥΛΟΣ,,ΓΕΩΡΓΙΟΣ", True),
        ("800186744", None, False),
        ("112233445", None, True),
        (None, "ΔΟΚΙΜΟΠΟΥΛΟΣ,,ΓΕΩΡΓΙΟΣ", True),
        (None, None, False),
    ],
)
def test_natural_persons_are_told_apart(afm: str | None, name: str | None, natural: bool) -> None:
    assert is_natural_afm(afm, name) is natural


def test_a_masked_afm_shows_no_digit() -> None:
    assert not any(character.isdigit() for character in mask_afm("112233445"))
    assert mask_afm("") == ""
