"""A picture of figures, before it is one: bars with their values, and what of it is partial or absent."""

from dataclasses import dataclass
from decimal import Decimal

from core.domain.request import Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """`value` None: nothing is drawn, and `note` says why. `partial`: what is drawn, or not, is not the whole of it."""

    label: str
    value: Decimal | None
    partial: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """`in_time`: bars stand side by side in the order of time; otherwise they lie, the first on top.

    `notes`: what must be read with the picture. `name` is a file's name without its ending.
    """

    name: str
    title: str
    subtitle: str
    unit: Unit
    bars: tuple[Bar, ...]
    in_time: bool
    notes: tuple[str, ...]
    caption: str
    demo: bool = False
