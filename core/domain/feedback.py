"""What a reader thinks of an answer."""

from enum import StrEnum


class Reason(StrEnum):
    """Why an answer was of no use, in the order in which they are offered. The names are stored."""

    WRONG = "wrong"
    MISSING = "missing"
    UNCLEAR = "unclear"
    OTHER = "other"
