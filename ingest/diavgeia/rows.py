"""JSON as Διαύγεια writes it, read without losing a digit, and written back in one canonical form."""

import hashlib
import json
import re
from collections.abc import Mapping
from decimal import Decimal

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_MANY_DIGITS = Decimal(10) ** 15


class BrokenJson(ValueError):
    """Text that is no JSON, or JSON that no program would send (endless nesting, numbers of thousands of digits)."""


def decode(text: str) -> object:
    """Numbers as Decimal or int, never as float; NaN and Infinity, which JSON does not know, as null."""
    try:
        return json.loads(text, parse_float=Decimal, parse_constant=lambda _: None)
    except (ValueError, RecursionError) as error:
        raise BrokenJson(str(error)) from error


def _plain_number(value: object) -> object:
    """7000.0, 7000 and 7E3 are one number: programs that copy rows write it each in its own way."""
    if not isinstance(value, Decimal):
        raise TypeError(f"not JSON: {type(value).__name__}")
    if abs(value) < _MANY_DIGITS and value == value.to_integral_value():
        return int(value)
    number = float(value)
    return number if abs(number) < float("inf") else None


_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_plain_number)


def _dump(row: object) -> str:
    return _CANONICAL.encode(row)


def without_unstorable(value: object) -> object:
    """The same value without NUL and lone surrogates, which Postgres refuses, in any string at any depth."""
    if isinstance(value, str):
        return _UNSTORABLE.sub("", value)
    if isinstance(value, Mapping):
        return {without_unstorable(key): without_unstorable(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [without_unstorable(inner) for inner in value]
    return value


def canonical(row: Mapping[str, object]) -> str:
    """Sorted keys, no white space, without our own `_` fields: equal for equal decisions (DESIGN §8)."""
    return _dump({key: value for key, value in row.items() if not key.startswith("_")})


def storable(canonical_text: str) -> bool:
    """Whether Postgres would take it as it is."""
    return "\\u0000" not in canonical_text and not _UNSTORABLE.search(canonical_text)


def version_key(canonical_text: str) -> bytes:
    return hashlib.sha256(canonical_text.encode()).digest()
