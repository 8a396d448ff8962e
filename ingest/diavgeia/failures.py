"""What can go wrong between us and Διαύγεια: each an Unavailable, told apart by who must do what about it."""

from core.errors import Unavailable


class NoAnswer(Unavailable):
    """No try of a request succeeded. Perhaps it asks too much at once."""


class Untrue(Unavailable):
    """A search that leaves out acts which are there: nothing that it says of this body is believed."""


class EchoMismatch(Unavailable):
    """The page answers another question than the one asked; not one of its rows may be stored."""


class QueryRefused(Unavailable):
    """A 400 while the source answers a query known to be good: ours is wrong, asking again changes nothing."""


class Outage(Unavailable):
    """The source refuses even a query known to be good (as for days in November 2025)."""


class BadBody(ValueError):
    """A body that cannot be what was asked for: HTML with 200, JSON cut short. Worth another try."""


class Refused(Exception):
    """400: the source did not understand. Believed only after the canary."""


class NotFound(Exception):
    """404 in the source's own form."""
