"""Whom the open views give an act's whole amount: the payee whom every line of it in that stage names, or nobody."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from core.store.open_data import OpenData
from core.store.pool import Connection, Pool

COMPANY, OTHER = "094019245", "099999999"


@dataclass(frozen=True)
class Act:
    """An act of one payment line, which names nobody yet."""

    db: Connection
    body: str
    ada: str

    async def line(self, seq: int, *afms: str | None, stage: str = "payment", natural: bool = False) -> None:
        """One more line, of 900 €, with these payees; the first is there already."""
        if seq > 1:
            await self.db.execute(
                "INSERT INTO money_lines (organization_uid, ada, seq, stage, amount, state)"
                " VALUES ($1, $2, $3, $4, 900, 'stated')",
                *(self.body, self.ada, seq, stage),
            )
        for place, afm in enumerate(afms, 1):
            await self.db.execute(
                "INSERT INTO line_payees (organization_uid, ada, seq, place, afm, name, is_natural)"
                " VALUES ($1, $2, $3, $4, $5, 'ΚΑΠΟΙΟΣ ΑΕ', $6)",
                *(self.body, self.ada, seq, place, afm, natural),
            )

    async def payee(self) -> str | None:
        found: str | None = await self.db.fetchval(
            "SELECT payee FROM open_data.payments WHERE organization = $1 AND ada = $2", self.body, self.ada
        )
        return found

    async def own_afm(self) -> str:
        afm = await self.db.fetchval("SELECT afm FROM register WHERE uid = $1", self.body)
        assert afm
        return str(afm)


@pytest.fixture
async def act(world_pool: Pool) -> AsyncIterator[Act]:
    """Taken from the world, and given back as it was."""
    async with world_pool.acquire() as db:
        work = db.transaction()
        await work.start()
        row = await db.fetchrow(
            "SELECT s.organization_uid AS body, s.ada FROM stage_acts s JOIN register r ON r.uid = s.organization_uid"
            " WHERE s.stage = 'payment' AND r.afm IS NOT NULL ORDER BY 1, 2 LIMIT 1"
        )
        body, ada = row["body"], row["ada"]
        await db.execute("DELETE FROM money_lines WHERE organization_uid = $1 AND ada = $2", body, ada)
        await db.execute(
            "INSERT INTO money_lines (organization_uid, ada, seq, stage, amount, state)"
            " VALUES ($1, $2, 1, 'payment', 100, 'stated')",
            *(body, ada),
        )
        yield Act(db, body, ada)
        await work.rollback()


async def test_whom_every_line_names_has_the_amount(act: Act) -> None:
    await act.line(1, COMPANY)
    assert await act.payee() == COMPANY
    await act.line(2, COMPANY, COMPANY)
    assert await act.payee() == COMPANY


async def test_a_line_of_nobody_gives_its_amount_to_nobody(act: Act) -> None:
    await act.line(1, COMPANY)
    await act.line(2)
    assert await act.payee() is None
    total = "SELECT sum(paid_eur) FROM open_data.payments WHERE organization = $1 AND ada = $2"
    assert await act.db.fetchval(total, act.body, act.ada) == 1000


async def test_a_line_of_the_body_itself_gives_its_amount_to_nobody(act: Act) -> None:
    await act.line(1, COMPANY)
    await act.line(2, await act.own_afm())
    assert await act.payee() is None


async def test_the_body_is_not_its_own_payee(act: Act) -> None:
    await act.line(1, await act.own_afm())
    assert await act.payee() is None


@pytest.mark.parametrize("second", [OTHER, None])
async def test_another_payee_or_one_without_a_number_leaves_none(act: Act, second: str | None) -> None:
    await act.line(1, COMPANY)
    await act.line(2, COMPANY, second)
    assert await act.payee() is None


async def test_a_natural_person_is_no_payee(act: Act) -> None:
    await act.line(1, COMPANY, natural=True)
    assert await act.payee() is None


async def test_lines_of_another_stage_do_not_matter(act: Act) -> None:
    await act.line(1, COMPANY)
    await act.line(2, OTHER, stage="approval")
    await act.line(3, stage="award")
    assert await act.payee() == COMPANY


async def test_comments_and_grants_outlive_the_change(reader: OpenData) -> None:
    payments = next(each for each in reader.views if each.name == "payments")
    assert payments.title == "πληρωμές"
    assert all(each.comment for each in payments.columns)
    (found,) = await reader.run(("SELECT count(payee) FROM open_data.payments", ()))
    assert found.rows[0][0]
