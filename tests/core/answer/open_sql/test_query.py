"""The lookup: names mean what the house means by them, near ones come back, rows are fit for a reader."""

# ruff: noqa: S608  (statements are what is tested here: texts as a model writes them)

from datetime import date

import pytest

from core.answer.compose.open_table import block
from core.answer.lookups.query_open_data import Arguments, OpenFinding, run
from core.answer.lookups.store import LookupStore
from core.app import SettingCache
from core.domain.payees import PRIVATE
from core.errors import InvalidInput
from core.greek.fold import fold
from core.greek.numbers import format_count, format_euro
from core.store import payees
from core.store.open_data import MOST_ROWS, OpenData
from core.store.pool import Pool
from tests.core.answer.conftest import TOWN

PAYEES = (
    "SELECT payee, sum(paid_eur) AS s, count(*) FROM open_data.payments WHERE organization = '{body}' GROUP BY payee"
)


@pytest.fixture(scope="session")
async def store(world_pool: Pool, reader: OpenData) -> LookupStore:
    setting = await SettingCache(world_pool, home="6265")()
    return LookupStore(
        pool=world_pool, embedder=None, today=date(2026, 10, 31), demo=True, index=setting.index, open_data=reader
    )


async def asked(store: LookupStore, sql: str) -> OpenFinding:
    return await run(store, Arguments(sql=sql))


async def test_figures_are_those_of_the_house(store: LookupStore, world_pool: Pool) -> None:
    found = await asked(store, f"SELECT sum(paid_eur), count(*) FROM open_data.payments WHERE organization = '{TOWN}'")
    total = await world_pool.fetchrow(
        "SELECT sum(sign * amount) AS euro, count(DISTINCT ada) AS acts FROM countable_lines"
        " WHERE stage = 'payment' AND organization_uid = $1",
        TOWN,
    )
    assert found.rows == ((format_euro(total["euro"]), format_count(total["acts"])),)
    assert found.titles == ("άθροισμα (ποσό πληρωμής)", "πράξεις")
    assert found.acts == total["acts"]
    assert found.conditions == ("φορέας: Δήμος Επίδειξης",)
    assert found.finding.query.startswith("SELECT SUM(t1.paid_eur)")
    assert found.finding.table == (found.titles, *found.rows)
    assert not found.finding.figures and not found.finding.rows  # no sentence can stand on them


async def test_a_topic_means_the_same_as_in_totals(store: LookupStore, world_pool: Pool) -> None:
    found = await asked(store, "SELECT count(*) FROM open_data.decisions WHERE topic = 'καυσιμα'")
    same = await asked(store, "SELECT count(*) FROM open_data.decisions WHERE topic = 'ΚΑΥΣΙΜΩΝ'")
    held = await world_pool.fetchval(
        "SELECT count(*) FROM countable_decisions d JOIN texts t ON t.id = d.text_id"
        " WHERE t.lexemes @@ 'καυσιμ'::tsquery"
    )
    assert found.rows == same.rows
    assert found.rows[0][0] != "0"
    assert int(found.rows[0][0].replace(".", "")) >= held > 0


async def test_names_that_are_not_there_come_back_with_near_ones(store: LookupStore, world_pool: Pool) -> None:
    name = await world_pool.fetchval(
        "SELECT max(p.name) FROM line_payees p WHERE p.afm IN (SELECT payee FROM stage_acts WHERE stage = 'payment')"
    )
    near = [
        (f"payee = '{name} και άλλοι'", name),
        ("organization = 'Δήμος Επιδείξεως Νέας'", "Δήμος Επίδειξης"),
        ("decision_type = 'Δ.9'", "Δ.1"),
    ]
    for condition, expected in near:
        with pytest.raises(InvalidInput, match="Κοντινά: ") as refused:
            await asked(store, f"SELECT sum(paid_eur) FROM open_data.payments WHERE {condition}")
        assert fold(expected) in fold(str(refused.value))
    found = await asked(store, f"SELECT sum(paid_eur) FROM open_data.payments WHERE payee = '{name}'")
    assert found.acts
    for absent in ("topic = 'ξυλοφωνοζαβαρακατρα'", "kae = 'ΧΨΩ'", "ada = 'ΑΒΓ'", "payee = '094019246'"):
        with pytest.raises(InvalidInput):
            await asked(store, f"SELECT sum(paid_eur) FROM open_data.payments WHERE {absent}")


async def test_latin_letters_of_a_type_are_read(store: LookupStore) -> None:
    greek = await asked(store, "SELECT count(*) FROM open_data.decisions WHERE decision_type = 'Β.2.1'")
    latin = await asked(store, "SELECT count(*) FROM open_data.decisions WHERE decision_type = 'B.2.1'")
    assert greek.rows == latin.rows != (("0",),)


async def test_nobody_private_is_shown_or_asked_for(store: LookupStore, world_pool: Pool) -> None:
    keys = await world_pool.fetch("SELECT DISTINCT afm FROM line_payees WHERE is_natural AND afm IS NOT NULL")
    persons = [each for each in await payees.parties_of(world_pool, keys=[key["afm"] for key in keys]) if each.private]
    assert persons
    shown = await asked(store, PAYEES.format(body=TOWN) + " ORDER BY s DESC LIMIT 50")
    text = "\n".join(" ".join(row) for row in shown.rows)
    assert PRIVATE not in text
    for person in persons:
        assert person.key not in text
        assert not any(name in text for name in person.names)
        with pytest.raises(InvalidInput, match="ιδιώτες"):
            await asked(store, f"SELECT sum(paid_eur) FROM open_data.payments WHERE payee = '{person.key}'")
    with pytest.raises(InvalidInput, match="ιδιώτες"):
        await asked(store, "SELECT sum(paid_eur) FROM open_data.payments WHERE payee = 'Παπαδόπουλος Ιωάννης'")


async def test_amounts_that_were_mostly_not_read_are_not_given(store: LookupStore, world_pool: Pool) -> None:
    """A limit on amounts changes nothing: an act that was never read cannot meet it, and is judged before it."""
    ada = await world_pool.fetchval(
        "SELECT min(ada) FROM stage_acts WHERE stage = 'payment' AND amount_state = 'unread'"
    )
    where = f"FROM open_data.payments WHERE ada = '{ada}'"
    for sql in (
        f"SELECT sum(paid_eur) {where}",
        f"SELECT paid_eur {where}",
        f"SELECT sum(paid_eur) {where} AND paid_eur > 1",
    ):
        with pytest.raises(InvalidInput, match="δεν τα έχουμε φορτώσει"):
            await asked(store, sql)
    counted = await asked(store, f"SELECT count(*) {where}")
    assert (counted.rows, counted.acts, counted.unread, counted.unmet) == ((("1",),), 1, 1, 0)
    limited = await asked(store, "SELECT count(*) FROM open_data.payments WHERE paid_eur > 0")
    every = await asked(store, "SELECT count(*) FROM open_data.payments")
    assert (limited.unstated, limited.unread, limited.unmet) == (0, 0, every.unstated + every.unread)
    assert every.unread and every.unstated


async def test_rows_are_fit_for_a_reader(store: LookupStore) -> None:
    found = await asked(
        store,
        f"SELECT ada, organization, decision_type, issued_on, year, payee, paid_eur FROM open_data.payments "
        f"WHERE organization = '{TOWN}' AND paid_eur IS NOT NULL AND payee IS NOT NULL ORDER BY paid_eur DESC LIMIT 3",
    )
    assert len(found.rows) == 3 and found.more
    ada, body, kind, day, year, payee, amount = found.rows[0]
    assert ada in found.adas and body == "Δήμος Επίδειξης" and kind.endswith("(Β.2.2)")
    assert day.count("/") == 2 and year == day.rpartition("/")[2] and amount.endswith(" €")
    assert ", ΑΦΜ " in payee
    shares = await asked(
        store,
        "SELECT year, 100 * sum(paid_eur) FILTER (WHERE month = 1) / sum(paid_eur), sum(paid_eur) / count(*) "
        "FROM open_data.payments GROUP BY year ORDER BY year",
    )
    assert shares.rows[-1][2].endswith(" €")
    assert any(row[1].endswith("%") for row in shares.rows)


async def test_rows_beyond_a_limit_are_told(store: LookupStore) -> None:
    sql = f"SELECT ada FROM open_data.payments WHERE organization = '{TOWN}'"
    every = (await asked(store, sql)).acts
    assert every > MOST_ROWS
    for limit, shown in ((20, 20), (500, MOST_ROWS), (MOST_ROWS, MOST_ROWS)):
        found = await asked(store, f"{sql} LIMIT {limit}")
        assert (len(found.rows), len(found.adas), found.more) == (shown, shown, True)
        assert block(found).count("και άλλες γραμμές") == 1
    last = await asked(store, f"{sql} ORDER BY issued_on LIMIT 20 OFFSET {every - 20}")
    assert (len(last.rows), last.more) == (20, False)
    assert "και άλλες 10" in block(last)


async def test_the_ground_of_a_query_inside_of_another_is_its_own(store: LookupStore) -> None:
    plain = await asked(store, f"SELECT sum(paid_eur) FROM open_data.payments WHERE organization = '{TOWN}'")
    inside = f"SELECT paid_eur AS p FROM open_data.payments WHERE organization = '{TOWN}'"
    found = await asked(store, f"SELECT sum(p) FROM ({inside}) t")
    assert (found.rows, found.acts, found.unread) == (plain.rows, plain.acts, plain.unread)
    with pytest.raises(InvalidInput, match="WHERE"):
        outside = "SELECT paid_eur AS p, organization AS o FROM open_data.payments"
        await asked(store, f"SELECT sum(p) FROM ({outside}) t WHERE o = '{TOWN}'")


async def test_without_a_login_there_is_no_lookup(store: LookupStore, world_pool: Pool) -> None:
    bare = LookupStore(pool=world_pool, embedder=None, today=store.today, demo=True, index=store.index)
    with pytest.raises(InvalidInput):
        await asked(bare, "SELECT count(*) FROM open_data.decisions")
