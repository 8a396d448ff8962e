"""Subjects of acts: a template of `world.toml` filled with an item, a place, numbers and months, then dressed."""

from dataclasses import dataclass
from datetime import date

from ingest.worlds.catalogue import Body, Item
from ingest.worlds.desk import Desk
from ingest.worlds.dress import dressed

_NAMING = ("{nom}", "{gen}", "{acc}", "{short}")
_ITEM_ENDS = ("{gen}", "{acc}", "{nom}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A finished subject; `named`: it holds the words of the item's topic; `direct`: it says «απευθείας»."""

    text: str
    named: bool
    direct: bool


def write(desk: Desk, kind: str, *, body: Body, day: date, item: Item | None = None, payee: str = "") -> Subject:
    """A subject of one of the kinds listed in `world.toml` under [subjects]."""
    return fill(desk, desk.rng.choice(desk.catalogue.subjects[kind]), body=body, day=day, item=item, payee=payee)


def fill(
    desk: Desk, template: str, *, body: Body, day: date, item: Item | None = None, payee: str = "", plain: bool = False
) -> Subject:
    """Fills one template. A template that ends with the item sometimes goes on to say where or when. `plain`: not dressed."""
    if not plain and template.endswith(_ITEM_ENDS) and desk.rng.random() < 0.3:
        template = f"{template} {desk.rng.choice(desk.catalogue.places)}"
    text = template.format(
        nom=item.nominative if item else "",
        gen=item.genitive if item else "",
        acc=item.accusative if item else "",
        short=item.short if item else "",
        year=day.year,
        month=desk.catalogue.months[day.month - 1],
        number=desk.rng.randrange(1, 900),
        payee=payee,
        chief=body.chief,
    )
    return Subject(
        text=text if plain else dressed(text, desk.rng, capital_share=body.capitals),
        named=any(mark in template for mark in _NAMING),
        direct="πευθείας" in template,
    )
