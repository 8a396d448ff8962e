"""What the invented world is made of (`ingest/world.toml`), as types: bodies, topics, suppliers, subjects."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files

from ingest.worlds.parties import Party, PayeeClass, body_party, supplier


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing that is bought, in the cases that Greek subjects need; `short` stands alone."""

    nominative: str
    genitive: str
    accusative: str
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A field of spending. Every item holds the words of `ask`, and no other topic's items do."""

    key: str
    label: str
    ask: str
    kind: str
    kae: str
    cpv: str
    weight: int
    low: int
    high: int
    items: tuple[Item, ...]
    suppliers: tuple[Party, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A body that decides. `uid` as the API writes it; see `world.toml` for the meaning of the other fields."""

    uid: str
    label: str
    spoken: str
    spoken_genitive: str
    latin: str
    category: str
    supervisor: str | None
    share: float
    erp: bool
    capitals: float
    warrants: bool
    chief: str
    units: tuple[str, ...]
    topics: tuple[str, ...]
    party: Party


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A body of the register that decides nothing here; some receive money."""

    uid: str
    label: str
    latin: str
    category: str
    supervisor: str | None
    party: Party


@dataclass(frozen=True, slots=True, kw_only=True)
class Loose:
    """Acts of one type that stand outside of the chains."""

    decision_type: str
    weight: int
    subjects: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    """The whole of `world.toml`."""

    bodies: tuple[Body, ...]
    neighbours: tuple[Neighbour, ...]
    topics: tuple[Topic, ...]
    subjects: Mapping[str, tuple[str, ...]]
    loose: tuple[Loose, ...]
    places: tuple[str, ...]
    months: tuple[str, ...]
    surnames: tuple[str, ...]
    names: tuple[str, ...]
    clubs: tuple[Party, ...]
    examples: tuple[str, ...]

    @cached_property
    def topic(self) -> Mapping[str, Topic]:
        return {topic.key: topic for topic in self.topics}

    def neighbour(self, payee_class: PayeeClass) -> Neighbour:
        """The first neighbour that is paid as this class."""
        return next(each for each in self.neighbours if each.party.payee_class is payee_class)


def load() -> Catalogue:
    """Reads `world.toml` afresh: a few milliseconds, once a world."""
    table = tomllib.loads(files("ingest").joinpath("world.toml").read_text(encoding="utf-8"))
    heads = {key: (forms[0], forms[1], forms[2]) for key, forms in table["heads"].items()}
    return Catalogue(
        bodies=tuple(_body(row) for row in table["body"]),
        neighbours=tuple(_neighbour(row) for row in table["neighbour"]),
        topics=tuple(_topics(table["topic"], heads)),
        subjects={key: tuple(texts) for key, texts in table["subjects"].items()},
        loose=tuple(
            Loose(decision_type=row["type"], weight=row["weight"], subjects=tuple(row["subjects"]))
            for row in table["loose"]
        ),
        places=tuple(table["places"]),
        months=tuple(table["months"]),
        surnames=tuple(table["people"]["surnames"]),
        names=tuple(table["people"]["names"]),
        clubs=tuple(supplier(f"{name}|", place) for place, name in enumerate(table["people"]["clubs"], start=900)),
        examples=tuple(table["examples"]),
    )


def _body(row: Mapping[str, object]) -> Body:
    spoken, genitive = _strings(row["spoken"])
    supervisor = row.get("supervisor")
    return Body(
        uid=str(row["uid"]),
        label=str(row["label"]),
        spoken=spoken,
        spoken_genitive=genitive,
        latin=str(row["latin"]),
        category=str(row["category"]),
        supervisor=str(supervisor) if supervisor else None,
        share=float(str(row["share"])),
        erp=bool(row.get("erp")),
        capitals=float(str(row["capitals"])),
        warrants=bool(row.get("warrants")),
        chief=str(row["chief"]),
        units=_strings(row["units"]),
        topics=_strings(row.get("topics", [])),
        party=body_party(str(row["uid"]), str(row["label"]), PayeeClass.PUBLIC_BODY),
    )


def _neighbour(row: Mapping[str, object]) -> Neighbour:
    supervisor = row.get("supervisor")
    payee_class = PayeeClass(str(row.get("class", PayeeClass.PUBLIC_BODY)))
    return Neighbour(
        uid=str(row["uid"]),
        label=str(row["label"]),
        latin=str(row["latin"]),
        category=str(row["category"]),
        supervisor=str(supervisor) if supervisor else None,
        party=body_party(str(row["uid"]), str(row["label"]), payee_class),
    )


def _strings(value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in value) if isinstance(value, list) else ()


def _topics(rows: list[dict[str, object]], heads: Mapping[str, tuple[str, str, str]]) -> Iterator[Topic]:
    """Suppliers are known by their name: the same one in two topics keeps its ΑΦΜ."""
    known: dict[str, Party] = {}
    for row in rows:
        for name in _strings(row["suppliers"]):
            known.setdefault(name, supplier(name, len(known) + 1))
        amounts = _strings(row["amounts"])
        items = row["items"]
        yield Topic(
            key=str(row["key"]),
            label=str(row["label"]),
            ask=str(row["ask"]),
            kind=str(row["kind"]),
            kae=str(row["kae"]),
            cpv=str(row["cpv"]),
            weight=int(str(row["weight"])),
            low=int(amounts[0]),
            high=int(amounts[1]),
            items=tuple(_item(_strings(item), heads) for item in items) if isinstance(items, list) else (),
            suppliers=tuple(known[name] for name in _strings(row["suppliers"])),
        )


def _item(parts: tuple[str, ...], heads: Mapping[str, tuple[str, str, str]]) -> Item:
    head, rest, short = parts
    nominative, genitive, accusative = (f"{form} {rest}" for form in heads[head])
    return Item(nominative=nominative, genitive=genitive, accusative=accusative, short=short)
