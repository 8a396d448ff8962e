"""Over the real decisions: sums of the views are those of the house, in time, and the first prompt still fits."""

# ruff: noqa: S608  (statements are what is tested here: texts as a model writes them)

import json
import time
from datetime import date

import pytest

from core.answer.assistant import Assistant
from core.answer.lookups.query_open_data import Arguments, OpenFinding, run
from core.answer.lookups.store import LookupStore
from core.app import SettingCache
from core.domain.answer import Question
from core.domain.payees import PRIVATE
from core.errors import InvalidInput
from core.store import payees
from core.store.embedded import EmbeddedPostgres
from core.store.open_data import SECONDS, OpenData, open_data
from core.store.pool import Pool
from tests.chat_server import ChatServer, answers
from tests.core.answer.open_sql.conftest import READER

pytestmark = pytest.mark.shared
ASKED = {
    "payees": "SELECT payee, sum(approved_eur) AS s, count(*) FROM open_data.approvals GROUP BY payee ORDER BY s DESC",
    "topic": "SELECT organization, sum(awarded_eur) AS s, count(*) FROM open_data.awards WHERE topic = 'καύσιμα' "
    "GROUP BY 1 ORDER BY s DESC",
    "two years": "SELECT payee, sum(awarded_eur) FILTER (WHERE year = 2024) - sum(awarded_eur) FILTER "
    "(WHERE year = 2023) AS d FROM open_data.awards GROUP BY payee ORDER BY d DESC LIMIT 10",
    "months": "WITH m AS (SELECT organization, year, month, sum(approved_eur) AS s FROM open_data.approvals "
    "GROUP BY 1, 2, 3) SELECT organization, avg(s), max(s), count(*) FROM m GROUP BY organization ORDER BY 2 DESC",
    "named elsewhere": "SELECT payee, count(*) AS n FROM open_data.approvals WHERE payee IN (SELECT payee FROM "
    "open_data.awards WHERE awarded_eur > 1000) GROUP BY payee ORDER BY n DESC LIMIT 10",
    "types": "SELECT decision_type, count(*) AS n FROM open_data.decisions GROUP BY 1 ORDER BY n DESC",
}


@pytest.fixture(scope="session")
async def real_reader(corpus: Pool, server: EmbeddedPostgres) -> OpenData:
    await corpus.execute("VACUUM ANALYZE")
    database = await corpus.fetchval("SELECT current_database()")
    opened = await open_data(corpus, dsn=server.dsn(database, READER), local=True)
    assert opened is not None
    return opened


@pytest.fixture(scope="session")
async def real(corpus: Pool, real_reader: OpenData) -> LookupStore:
    setting = await SettingCache(corpus, home="6265")()
    today = date(2026, 10, 31)
    return LookupStore(pool=corpus, embedder=None, today=today, demo=False, index=setting.index, open_data=real_reader)


async def asked(store: LookupStore, sql: str) -> OpenFinding:
    return await run(store, Arguments(sql=sql))


async def test_every_stage_of_every_year_adds_up_to_the_total_of_the_house(real_reader: OpenData, corpus: Pool) -> None:
    for view, amount, stage in (
        ("payments", "paid_eur", "payment"),
        ("awards", "awarded_eur", "award"),
        ("approvals", "approved_eur", "approval"),
    ):
        (found,) = await real_reader.run(
            (f"SELECT year, sum({amount}), count(*) FROM open_data.{view} GROUP BY year ORDER BY year", ())
        )
        totals = await corpus.fetch(
            "SELECT extract(year FROM issued_on)::integer AS year, sum(sign * amount) AS euro,"
            " count(DISTINCT ada) AS acts FROM countable_lines WHERE stage = $1 GROUP BY 1 ORDER BY 1",
            stage,
        )
        assert found.rows == tuple(tuple(each.values()) for each in totals)
        assert found.rows


async def test_payments_that_nobody_read_have_no_sum(real: LookupStore) -> None:
    """Most acts of the flat files came without their amounts: how many there are is told, how much is not."""
    with pytest.raises(InvalidInput, match="δεν τα έχουμε φορτώσει"):
        await asked(real, "SELECT payee, sum(paid_eur) FROM open_data.payments GROUP BY payee")
    assert (await asked(real, "SELECT count(*) FROM open_data.payments")).unread > 5_000


@pytest.mark.parametrize("name", ASKED)
async def test_a_question_over_all_bodies_is_answered_in_time(real: LookupStore, name: str) -> None:
    started = time.monotonic()
    found = await asked(real, ASKED[name])
    assert time.monotonic() - started < 2 * SECONDS
    assert found.rows and found.acts
    assert not any(PRIVATE in cell for row in found.rows for cell in row)


async def test_no_payee_of_the_views_is_a_private_person(corpus: Pool) -> None:
    keys = await corpus.fetch("SELECT DISTINCT payee FROM stage_acts WHERE payee IS NOT NULL")
    parties = await payees.parties_of(corpus, keys=[each["payee"] for each in keys])
    assert len(parties) > 500
    assert [party.key for party in parties if party.private] == []


async def test_the_first_prompt_fits_with_the_real_bodies(corpus: Pool, real_reader: OpenData) -> None:
    setting = SettingCache(corpus, home="6265")
    async with ChatServer() as server:
        chat = server.chat()
        server.script(answers(""))
        assistant = Assistant(corpus, embedder=None, setting=setting, seconds=20.0, chat=chat, open_data=real_reader)
        body = next(iter((await setting()).coverage))
        text = "πόσα ανατέθηκαν για καύσιμα"
        await assistant.answer(
            Question(conversation="real:1", text=text, asked_on=date(2026, 10, 31), organization_uid=body)
        )
        await chat.close()
    sent = json.dumps({key: server.asked[0][key] for key in ("messages", "tools")}, ensure_ascii=False)
    assert "open_data" in sent
    assert len(sent.encode()) <= 14_000
