"""What the local Διαύγεια serves: dates in two conventions, ΑΔΑs of their bodies, and the dirt of the real one."""

from collections.abc import Callable
from datetime import UTC, datetime

import httpx
import pytest

from core.domain.identifiers import issuer_uid
from core.domain.period import ATHENS
from ingest.world import Case, World
from tests.diavgeia.reading import Json
from tests.diavgeia_server import DiavgeiaServer

_FIRSTS = {2023: "Β4Ω76Ψ9Ρ", 2026: "Β4Ω76Ψ9ΡΕΛ"}


@pytest.fixture(scope="session")
async def served(world: World) -> dict[str, Json]:
    """All acts of the world as they come over the wire, by ΑΔΑ."""
    acts: dict[str, Json] = {}
    async with DiavgeiaServer.of_world(world) as server, httpx.AsyncClient() as http:
        for year in range(2023, 2027):
            for first, last in (("01-01", "06-29"), ("06-30", "12-26"), ("12-27", "12-31")):
                query = f"issueDate:[DT({year}-{first}T00:00:00) TO DT({year}-{last}T23:59:59)]"
                found = await http.get(f"{server.base_url}/search/advanced.json", params={"q": query, "size": "500"})
                acts |= {act["ada"]: act for act in found.json()["decisions"]}
    return acts


def test_all_of_the_world_is_found_as_it_was_given(served: dict[str, Json], world: World) -> None:
    doubtful = {told.ada for told in world.truth.decisions if not 2023 <= told.issued_on.year <= 2026}
    assert served == {row["ada"]: row for row in world.decisions if row["ada"] not in doubtful}


def test_some_bodies_keep_commitments_and_approvals_at_midnight_of_athens(served: dict[str, Json]) -> None:
    at_athens = [act for act in served.values() if act["issueDate"] % 86_400_000]
    for act in at_athens:
        assert (_athens(act).hour, _athens(act).minute) == (0, 0)
    bodies = {act["organizationId"] for act in at_athens}
    kinds = {act["decisionTypeId"] for act in at_athens}
    others = {
        act["organizationId"]
        for act in served.values()
        if act["decisionTypeId"] in kinds and not act["issueDate"] % 86_400_000
    }
    assert kinds == {"Β.1.3", "Β.2.1"}
    assert bodies and others and not bodies & others


def test_adas_hold_their_body_and_begin_as_in_their_year(served: dict[str, Json]) -> None:
    assert {ada: issuer_uid(ada) for ada in served} == {ada: act["organizationId"] for ada, act in served.items()}
    for year, letters in _FIRSTS.items():
        begin = {ada[0] for ada, act in served.items() if _athens(act).year == year}
        assert begin <= set(letters)
        assert letters[-1] in begin


def _athens(act: Json) -> datetime:
    return datetime.fromtimestamp(act["issueDate"] / 1000, UTC).astimezone(ATHENS)


def _values(act: Json) -> Json:
    values: Json = act["extraFieldValues"]
    return values


def _total(act: Json) -> Json:
    money: Json = _values(act).get("awardAmount") or _values(act)["amountWithVAT"]
    return money


def _sponsors(act: Json) -> list[Json]:
    listed = _values(act)["sponsor"]
    return listed if isinstance(listed, list) else [listed]


_DIRT: list[tuple[Case, Callable[[Json], bool]]] = [
    (Case.EMPTY_PAYEE, lambda act: _sponsors(act)[0]["sponsorAFMName"] == {}),
    (Case.COMPENSATIONS_WITHOUT_AMOUNT, lambda act: _sponsors(act) == [] and bool(_values(act)["skipVatReason"])),
    (
        Case.AMOUNT_MISSING,
        lambda act: "amount" not in _total(act),
    ),
    (
        Case.BARE_NUMBERS_WITHOUT_HEADER,
        lambda act: not isinstance(_values(act)["amountWithKae"][0]["amountWithVAT"], dict),
    ),
    (Case.NULL_LISTS, lambda act: act["extraFieldValues"] is None or None in _values(act).values()),
    (Case.LOOKALIKE_LETTERS, lambda act: bool(set("∆µ") & set(act["subject"]))),
    (Case.LINE_BREAKS, lambda act: "\n" in act["subject"]),
    (Case.PRIVATE_DATA, lambda act: act["privateData"] is True),
    (Case.POSTED_LATE, lambda act: act["publishTimestamp"] - act["issueDate"] >= 40 * 86_400_000),
    (Case.LATIN_ADA_IN_SUBJECT, lambda act: any("A" <= letter <= "Z" for letter in act["subject"])),
    (Case.REVERSAL_UNFLAGGED, lambda act: _total(act)["amount"] > 0),
    (Case.REVERSAL_UNFLAGGED, lambda act: _values(act)["recalledExpenseDecision"] is False),
    (Case.MULTI_YEAR, lambda act: _total(act)["amount"] >= 1_000_000),
    (Case.REVOKED, lambda act: act["documentUrl"] is None and act["status"] == "REVOKED"),
]


@pytest.mark.parametrize(("case", "looks_so"), _DIRT)
def test_the_dirt_of_the_source_is_in_it(
    served: dict[str, Json], world: World, case: Case, looks_so: Callable[[Json], bool]
) -> None:
    acts = [served[told.ada] for told in world.truth.decisions if case in told.cases]
    assert acts
    assert all(looks_so(act) for act in acts)


def test_traps_of_meaning_are_served_too(served: dict[str, Json], world: World) -> None:
    served_cases = {case for told in world.truth.decisions if told.ada in served for case in told.cases}
    assert served_cases >= set(Case) - {Case.DATE_DOUBTFUL}


async def test_numbers_keep_the_notation_of_the_source(world: World) -> None:
    ada = next(told.ada for told in world.truth.decisions if Case.SCIENTIFIC_NOTATION in told.cases)
    async with DiavgeiaServer.of_world(world) as server, httpx.AsyncClient() as http:
        text = (await http.get(f"{server.base_url}/decisions/{ada}.json")).text
    assert '"amount": 1.234567891E7' in text
