"""The register, what we cover, and how far it reaches."""

from datetime import date
from typing import Any

import pytest

from core.domain.ledger import Flag
from core.domain.organization import Coverage, Organization
from core.store import decisions, organizations
from core.store.organizations import RegisterEntry, RegisterSaved, entry_of
from tests.builders import BODY, OTHER_BODY, a_decision, an_award

TOWN = RegisterEntry(uid=BODY, label="ΔΗΜΟΣ ΔΟΚΙΜΗΣ", category="MUNICIPALITY", afm="997561152", status="active")


async def test_the_register_is_added_to_and_brought_up_to_date(db: Any) -> None:
    assert await organizations.upsert_register(db, entries=[TOWN]) == RegisterSaved(added=1, changed=0)
    assert await organizations.upsert_register(db, entries=[TOWN]) == RegisterSaved(added=0, changed=0)
    renamed = RegisterEntry(uid=BODY, label="ΔΗΜΟΣ ΝΕΑΣ ΔΟΚΙΜΗΣ", status="inactive", raw='{"uid": "1"}')
    other = RegisterEntry(uid=OTHER_BODY, label="ΔΕΥΑ ΔΟΚΙΜΗΣ", supervisor_uid=BODY)
    assert await organizations.upsert_register(db, entries=[renamed, other]) == RegisterSaved(added=1, changed=1)
    assert await organizations.register(db) == [
        Organization(uid=BODY, label="ΔΗΜΟΣ ΝΕΑΣ ΔΟΚΙΜΗΣ", active=False),
        Organization(uid=OTHER_BODY, label="ΔΕΥΑ ΔΟΚΙΜΗΣ", supervisor_uid=BODY),
    ]
    assert await organizations.afms(db) == {BODY: None, OTHER_BODY: None}


@pytest.mark.parametrize(
    ("sent", "afm"),
    [("997561152", "997561152"), ("", None), ("-", None), ("Ο97561152", None), ("90010689", "090010689"), (None, None)],
)
def test_the_registers_afm_is_valid_or_none(sent: object, afm: str | None) -> None:
    entry = entry_of(
        {"uid": "1", "label": "ΔΗΜΟΣ", "vatNumber": sent, "website": "http://", "organizationDomains": None}
    )
    assert entry and entry.afm == afm


def test_an_entry_without_uid_or_name_is_none() -> None:
    assert entry_of({"label": "ΔΗΜΟΣ"}) is None
    assert entry_of({"uid": "1", "label": " "}) is None


async def test_a_body_is_covered_once_and_named_when_the_register_comes(db: Any) -> None:
    assert await organizations.cover(db, uids=[BODY, BODY], source="loaded") == [BODY]
    assert await organizations.cover(db, uids=[BODY], source="ingested") == []
    assert [body.label for body in await organizations.covered(db)] == [f"Φορέας {BODY}"]
    await organizations.upsert_register(db, entries=[TOWN])
    (body,) = await organizations.covered(db)
    assert (body.label, body.afm, body.covered) == ("ΔΗΜΟΣ ΔΟΚΙΜΗΣ", "997561152", True)
    assert [body.covered for body in await organizations.register(db)] == [True]


async def test_bodies_with_enough_acts_are_covered_and_loose_acts_cover_none(db: Any) -> None:
    loose = [a_decision(body=OTHER_BODY)]
    await decisions.save(db, decisions=[*(a_decision() for _ in range(3)), *loose])
    assert await organizations.cover_large(db, least=3, source="loaded") == [BODY]
    assert await organizations.cover_large(db, least=3, source="loaded") == []


async def test_coverage_reaches_from_the_first_act_to_the_last_and_tells_the_gaps(db: Any) -> None:
    days = [date(2023, 11, 30), date(2024, 1, 1), date(2024, 4, 15)]
    await decisions.save(db, decisions=[a_decision(issued_on=day) for day in days])
    await organizations.upsert_register(db, entries=[TOWN])
    await organizations.cover(db, uids=[BODY], source="loaded")
    assert await organizations.coverage(db) == [
        Coverage(
            organization_uid=BODY,
            label="ΔΗΜΟΣ ΔΟΚΙΜΗΣ",
            decisions=3,
            first_on=days[0],
            last_on=days[2],
            missing_months=("2023-12", "2024-02", "2024-03"),
        )
    ]


async def test_a_mistyped_year_does_not_stretch_the_coverage(db: Any) -> None:
    typed = an_award(issued_on=date(1924, 1, 1), flags=(Flag.DATE_DOUBTFUL,))
    await decisions.save(db, decisions=[typed, an_award(issued_on=date(2024, 1, 1))])
    await organizations.cover(db, uids=[BODY], source="loaded")
    (coverage,) = await organizations.coverage(db)
    assert (coverage.decisions, coverage.first_on, coverage.missing_months) == (2, date(2024, 1, 1), ())


async def test_a_covered_body_without_acts_reaches_nowhere(db: Any) -> None:
    await organizations.cover(db, uids=[BODY], source="loaded")
    (coverage,) = await organizations.coverage(db)
    assert (coverage.decisions, coverage.first_on, coverage.last_on, coverage.missing_months) == (0, None, None, ())


async def test_demonstration_data_are_marked(db: Any) -> None:
    assert not await organizations.instance_is_demo(db)
    await organizations.mark_demo(db)
    assert await organizations.instance_is_demo(db)
    await organizations.mark_demo(db, demo=False)
    assert not await organizations.instance_is_demo(db)
