"""Subjects of acts: templates of `world.toml`, filled and written as in the wild: capitals, odd letters, odd spaces."""

import random
import unicodedata
from dataclasses import dataclass
from datetime import date

from ingest.worlds.catalogue import Body, Item
from ingest.worlds.desk import Desk

_NAMING = ("{nom}", "{gen}", "{acc}", "{short}")
_STANDING = ("monthly", "rent", "yearly_commitment")
_ITEM_ENDS = ("{gen}", "{acc}", "{nom}")


_LOOKALIKES = str.maketrans({"Δ": "∆", "μ": "µ"})
_LATIN = {"Α": "A", "Ε": "E", "Ι": "I", "Ο": "O", "Τ": "T", "Ν": "N", "Μ": "M"}
_NO_BREAK = "\u00a0"
_ACUTE = "\u0301"
_WITHOUT_ACUTE = {
    letter: unicodedata.normalize("NFC", unicodedata.normalize("NFD", letter).replace(_ACUTE, ""))
    for letter in "άέήίόύώΐΰΆΈΉΊΌΎΏ"
}
_CAPITALS = str.maketrans(_WITHOUT_ACUTE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A finished subject; `named`: it holds the words of the item's topic; `direct`: it says «απευθείας»."""

    text: str
    named: bool
    direct: bool


def write(desk: Desk, kind: str, *, body: Body, day: date, item: Item | None = None, payee: str = "") -> Subject:
    """A subject of one of the kinds listed in `world.toml` under [subjects]; one may go on to say where or when."""
    template = desk.rng.choice(desk.catalogue.subjects[kind])
    if kind not in _STANDING and template.endswith(_ITEM_ENDS) and desk.rng.random() < 0.3:
        template = f"{template} {desk.rng.choice(desk.catalogue.places)}"
    return fill(desk, template, body=body, day=day, item=item, payee=payee)


def fill(
    desk: Desk, template: str, *, body: Body, day: date, item: Item | None = None, payee: str = "", plain: bool = False
) -> Subject:
    """Fills one template. `plain`: not dressed."""
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


def capitals(text: str) -> str:
    """«Προϋπολογισμός» → «ΠΡΟΫΠΟΛΟΓΙΣΜΟΣ»: no accents, dialytika stay."""
    return text.translate(_CAPITALS).upper()


def lookalikes(text: str) -> str:
    """Δ and μ as the mathematical signs that some programs write."""
    return text.translate(_LOOKALIKES)


def latin(text: str, rng: random.Random) -> str:
    """Every occurrence of one Greek capital as its Latin twin."""
    present = [letter for letter in _LATIN if letter in text]
    if not present:
        return text
    letter = rng.choice(present)
    return text.replace(letter, _LATIN[letter])


def dressed(text: str, rng: random.Random, *, capital_share: float) -> str:
    """One of the ways in which a body's staff would have typed it."""
    if rng.random() < capital_share:
        text = capitals(text)
    chance = rng.random()
    if chance < 0.06:
        return lookalikes(text)
    if chance < 0.08:
        return latin(text, rng)
    if chance < 0.14:
        return text.replace(" ", "  ", 1 + int(chance * 1000) % 3)
    if chance < 0.18:
        return _broken(text, rng, "\n")
    if chance < 0.20:
        return _broken(text, rng, _NO_BREAK)
    if chance < 0.23:
        return f"&quot;{text}&quot;" if "«" not in text else text.replace("«", "&laquo;").replace("»", "&raquo;")
    if chance < 0.27:
        return f"«{text}»" if "«" not in text else f"{text} "
    return text


def _broken(text: str, rng: random.Random, gap: str) -> str:
    """One space replaced: a line break or a no-break space in the middle of the subject."""
    places = [place for place, letter in enumerate(text) if letter == " "]
    if not places:
        return text
    place = rng.choice(places)
    return f"{text[:place]}{gap}{text[place + 1 :]}"
