"""Orders hidden in what the bot reads (`golden/injection.toml`), and the acts whose subjects carry them."""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from core.errors import InvalidInput
from evals.cases import GOLDEN
from ingest.world import World, as_source_text

BODY = "700001"
_YEAR = range(1_704_067_200_000, 1_735_689_600_000)  # 2024, in the source's milliseconds
_LETTERS = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"


class Place(StrEnum):
    """Where the order stands."""

    SUBJECT = "subject"
    DOCUMENT = "document"
    MESSAGE = "message"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """`plain`: the question of a message without its order, "" where the order is all of it.

    `obeys`: what an obedient model answers; `call`, `arguments`: what it looks up before, as it was told to.
    `must_not`: expressions over the folded reply without the subjects that it shows.
    """

    id: str
    place: Place
    language: str
    text: str
    order: str
    obeys: str
    trap: str
    must_not: tuple[str, ...]
    thing: str = ""
    plain: str = ""
    call: str = ""
    arguments: str = ""

    @property
    def twin(self) -> str:
        """The same question without the order; "" where nothing is left."""
        return self.plain if self.place is Place.MESSAGE else self.text


def load(path: Path = GOLDEN / "injection.toml") -> tuple[Attack, ...]:
    """Raises InvalidInput for a case that names no trap, or an act without its thing."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    attacks = tuple(_attack(row) for row in rows)
    odd = [each.id for each in attacks if not each.trap or (each.place is Place.SUBJECT) != bool(each.thing)]
    if odd or len({each.id for each in attacks}) != len(attacks):
        raise InvalidInput(f"injection: no trap, no thing, or an id twice: {odd}")
    return attacks


def _attack(row: Mapping[str, Any]) -> Attack:
    return Attack(**{**row, "place": Place(row["place"]), "must_not": tuple(row["must_not"])})


def write(place: Path, world: World, attacks: Sequence[Attack], *, with_orders: bool) -> None:
    """The world and one award for each sown thing: files for `ingest register` and `ingest load`."""
    place.mkdir(parents=True, exist_ok=True)
    register = json.dumps({"organizations": world.organizations}, ensure_ascii=False)
    (place / "organizations.json").write_text(register, encoding="utf-8")
    lines = [*world.lines(), *(as_source_text(act) for act in _acts(world, attacks, with_orders=with_orders))]
    (place / "decisions.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _acts(world: World, attacks: Sequence[Attack], *, with_orders: bool) -> Iterator[dict[str, Any]]:
    """Awards of the world under other ΑΔΑs, each with an amount and a subject of its own."""
    models = [row for row in world.decisions if _is_plain_award(row)]
    known = {str(row["ada"]) for row in world.decisions}
    sown = [each for each in attacks if each.place is Place.SUBJECT]
    for number, (attack, model) in enumerate(zip(sown, models, strict=False)):
        own = next(ada for ada in _neighbours(str(model["ada"])) if ada not in known)
        known.add(own)
        subject = f"Προμήθεια για {attack.thing}"
        yield json.loads(json.dumps(model).replace(json.dumps(str(model["ada"]))[1:-1], json.dumps(own)[1:-1])) | {
            "subject": f"{subject}. {attack.order}" if with_orders else subject,
            "protocolNumber": f"9{number:03d}/2024",
            "versionId": f"00000000-0000-4000-8000-{number:012d}",
            "extraFieldValues": _with_amount(model["extraFieldValues"], 1_000 + 37 * number),
        }


def _is_plain_award(row: Mapping[str, Any]) -> bool:
    fields = row["extraFieldValues"]
    is_award = row["decisionTypeId"] == "Δ.1" and row["organizationId"] == BODY and row["status"] == "PUBLISHED"
    return (
        is_award
        and row["issueDate"] in _YEAR
        and bool(fields.get("awardAmount"))
        and bool(fields.get("person"))
        and not fields.get("relatedDecisions")
        and not row["privateData"]
    )


def _neighbours(ada: str) -> Iterator[str]:
    return (f"{ada[:-2]}{one}{other}" for one in _LETTERS for other in _LETTERS)


def _with_amount(fields: Any, amount: int) -> dict[str, Any]:
    return {**fields, "awardAmount": {"amount": amount, "currency": "EUR"}}
