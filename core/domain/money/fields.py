"""How money, parties, lists and codes stand inside `extraFieldValues`, in every shape sent (DIAVGEIA_API §8)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from core.domain.identifiers import is_natural_afm, valid_afm
from core.domain.ledger import Payee
from core.greek.fold import tidy

EURO = "EUR"
_TOO_LARGE = Decimal(10) ** 12  # numeric(16,4) holds less; no act of any body comes near
_PLACES = Decimal("0.0001")
_PLAIN_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_AFM_LETTERS = str.maketrans({"Ο": "0", "ο": "0", "O": "0", "o": "0"})
_NOT_DIGITS = re.compile(r"\D+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A money field as read. `value` keeps its sign; None: no number stands there. `absurd`: larger than any sum."""

    value: Decimal | None = None
    currency: str = EURO
    absurd: bool = False


NO_AMOUNT = Amount()


def objects(value: object) -> tuple[Mapping[str, object], ...]:
    """The elements of a list that may be null, empty, or a single object."""
    if value is None or isinstance(value, str):
        return ()
    if isinstance(value, Mapping):
        return (value,) if value else ()
    return tuple(each for each in value if isinstance(each, Mapping)) if isinstance(value, list) else ()


def text(value: object) -> str | None:
    """A string without odd spaces; None for what is empty or no string."""
    if isinstance(value, str):
        return tidy(value) or None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def number(value: object) -> Decimal | None:
    """A JSON number, or a string that holds one as JSON would write it."""
    if isinstance(value, Decimal) and value.is_finite():
        return value
    if type(value) is int:
        return Decimal(value)
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | str):
        return None
    written = str(value).strip()
    if not _PLAIN_NUMBER.fullmatch(written):
        return None
    try:
        return Decimal(written)
    except InvalidOperation:
        return None


def amount(value: object) -> Amount:
    """`{"amount": …, "currency": …}` or a bare number. A missing or null amount is no zero."""
    inner = value.get("amount") if isinstance(value, Mapping) else value
    currency = (text(value.get("currency")) if isinstance(value, Mapping) else None) or EURO
    found = number(inner)
    if found is None:
        return Amount(currency=currency)
    if abs(found) >= _TOO_LARGE:
        return Amount(currency=currency, absurd=True)
    return Amount(value=found.quantize(_PLACES), currency=currency)


def afm(value: object) -> str | None:
    """A valid ΑΦΜ: «EL» dropped, a lost leading zero restored; placeholders («000000000», «-», «EL») are no ΑΦΜ."""
    return _afm(value if isinstance(value, str) else text(value) or "")


@lru_cache(maxsize=65_536)  # a few thousand parties are named over and over
def _afm(written: str) -> str | None:
    digits = _NOT_DIGITS.sub("", tidy(written).translate(_AFM_LETTERS).upper().removeprefix("EL"))
    if len(digits) == 8:
        digits = f"0{digits}"
    return digits if len(digits) == 9 and valid_afm(digits) else None


def payee(value: object) -> Payee | None:
    """A party that names somebody; None for `{}`, null, or placeholders alone."""
    if not isinstance(value, Mapping):
        return None
    number_, name = afm(value.get("afm")), text(value.get("name"))
    if number_ is None and name is None:
        return None
    return Payee(afm=number_, name=name, natural=is_natural_afm(number_, name))


def codes(value: object) -> tuple[str, ...]:
    """CPVs: a list in awards and tenders, a string in approvals and payments, each possibly blank."""
    listed = value if isinstance(value, list) else [value]
    return tuple(code for code in map(text, listed) if code)


def afms_inside(value: object) -> Iterator[str]:
    """Every nine digits filed as an ΑΦΜ anywhere in the record, checked or not: what a wrong amount may repeat.

    `value` is decoded JSON, so its objects are dicts: asking for Mapping costs a fifth of reading a record.
    """
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            for key, inner in each.items():
                if key == "afm" and isinstance(inner, str):
                    yield _NOT_DIGITS.sub("", inner)
                elif isinstance(inner, dict | list):
                    waiting.append(inner)
        elif isinstance(each, list):
            waiting.extend(each)


def year(value: object) -> int | None:
    """A year that can be one."""
    found = number(value)
    return int(found) if found is not None and found == found.to_integral_value() and 1990 <= found <= 2100 else None
