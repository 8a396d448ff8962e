"""Search: the order of each leg, the filter on all of them, identical subjects told once, and when nothing is found."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from core.domain.condition import Condition, DecisionFilter, WordGroup
from core.domain.decision import Decision, Status
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.search import Leg, SearchQuery
from core.errors import Unavailable
from core.greek.lexemes import lexemes
from core.greek.phonetic import grams
from core.store import decisions, search
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import Pool, open_pool
from core.store.search_legs import Candidate
from ingest.embed import embed
from tests.builders import BODY, COMPANY, OTHER_BODY, a_commitment, a_decision, an_award
from tests.embedders import FakeEmbedder

EVERYTHING = DecisionFilter()
ONE_BODY = DecisionFilter(organizations=(BODY,))
EMBEDDER = FakeEmbedder(same={"λάστιχα": "ελαστικά"})


@pytest.fixture
async def fresh(server: EmbeddedPostgres, new_database: Callable[[], str]) -> AsyncIterator[Pool]:
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    pool = await open_pool(server.dsn(name), min_size=1, max_size=5, command_seconds=60)
    yield pool
    await pool.close()


async def hold(pool: Pool, *acts: Decision, vectors: bool = True) -> None:
    async with pool.acquire() as db, db.transaction():
        await decisions.save(db, decisions=acts)
        await decisions.refresh_statistics(db)
    if vectors:
        await embed(pool, EMBEDDER, rebuild=False, watch=lambda _: None)


async def asked(text: str, *, vectors: bool = True, others: Mapping[str, str] | None = None) -> SearchQuery:
    """`others`: word of the text → what else it may be called."""
    groups = []
    for word in text.split():
        ways = (lexemes(word), *(lexemes(other) for known, other in (others or {}).items() if known == word))
        groups.append(WordGroup(shown=(word,), alternatives=ways))
    return SearchQuery(
        groups=tuple(groups),
        phrase=lexemes(text),
        grams=(grams(text),),
        vectors=(tuple(await EMBEDDER.encode_query(text)),) if vectors else (),
    )


async def leg(
    db: Any, leg: Leg, query: SearchQuery, where: DecisionFilter = EVERYTHING, *, exact: int = 8_000
) -> list[str]:
    """Subjects in the order of one leg."""
    scope = await search.scope_of(db, where=where, exact=exact)
    found = (await search.every_leg(db, query=query, scope=scope))[leg]
    ids = [candidate.text_id for candidate in found]
    samples = {record["id"]: record["sample"] for record in await db.fetch("SELECT id, sample FROM texts")}
    return [samples[text_id] for text_id in ids]


async def subjects(db: Any, query: SearchQuery, where: DecisionFilter = EVERYTHING) -> list[str]:
    page = await search.hybrid(db, query=query, where=where, limit=50)
    return [row.subject for row in page.rows]


PHRASE = "Συντήρηση σχολικών κτιρίων"
ALL_WORDS = "Κτίρια του σχολικού συγκροτήματος και συντήρηση αυτών"
SOME_WORDS = "Επισκευή σχολικών κτιρίων"
ONE_WORD = "Συντήρηση οχημάτων"


async def test_a_phrase_comes_before_all_the_words_and_these_before_enough_of_them(fresh: Pool) -> None:
    await hold(fresh, *map(a_decision, (ONE_WORD, SOME_WORDS, ALL_WORDS, PHRASE, "Μισθοδοσία")), vectors=False)
    found = await leg(fresh, Leg.WORDS, await asked("συντήρηση σχολικών κτιρίων"))
    assert found[:3] == [PHRASE, ALL_WORDS, SOME_WORDS]


async def test_of_two_words_the_rare_one_leads_and_the_common_one_alone_is_not_enough(fresh: Pool) -> None:
    common = [f"Προμήθεια υλικών {name}" for name in ("ύδρευσης", "γραφείου", "καθαρισμού", "βαφής", "φωτισμού")]
    await hold(fresh, *map(a_decision, (*common, "Ελαστικά φορτηγών")), vectors=False)
    assert await leg(fresh, Leg.WORDS, await asked("προμήθεια ελαστικών")) == ["Ελαστικά φορτηγών"]


async def test_the_shorter_of_two_subjects_with_the_word_comes_first(fresh: Pool) -> None:
    long = "Καύσιμα κίνησης και θέρμανσης για τα οχήματα, τα κτίρια και τα αντλιοστάσια"
    await hold(fresh, a_decision(long), a_decision("Καύσιμα κίνησης"), vectors=False)
    assert await leg(fresh, Leg.WORDS, await asked("καύσιμα")) == ["Καύσιμα κίνησης", long]


async def test_another_way_of_saying_it_needs_all_of_its_words(fresh: Pool) -> None:
    await hold(fresh, *map(a_decision, ("Περισυλλογή ζώων συντροφιάς", "Ζώα αγροκτήματος")), vectors=False)
    query = await asked("αδέσποτα", others={"αδέσποτα": "ζώα συντροφιάς"})
    assert await leg(fresh, Leg.WORDS, query) == ["Περισυλλογή ζώων συντροφιάς"]


async def test_a_word_that_no_subject_holds_does_not_hide_what_holds_the_others(fresh: Pool) -> None:
    await hold(fresh, *map(a_decision, ("Όργανα παιδικής χαράς", "Μισθοδοσία")), vectors=False)
    query = await asked("κούνιες τσουλήθρες", vectors=False, others={"κούνιες": "παιδική χαρά"})
    assert await leg(fresh, Leg.WORDS, query) == ["Όργανα παιδικής χαράς"]
    page = await search.hybrid(fresh, query=query, where=EVERYTHING, limit=5)
    assert (page.total, page.found) == (1, False)


async def test_what_is_misspelled_is_found_by_its_sound(fresh: Pool) -> None:
    await hold(fresh, *map(a_decision, ("Ασφαλτόστρωση οδών", "Μισθοδοσία", "Καύσιμα")))
    assert (await leg(fresh, Leg.GRAMS, await asked("ασφαλτοστροσις οδόν")))[0] == "Ασφαλτόστρωση οδών"


async def test_what_shares_no_word_is_found_by_its_meaning(fresh: Pool) -> None:
    await hold(fresh, *map(a_decision, ("Προμήθεια ελαστικών", "Μισθοδοσία", "Καύσιμα")))
    query = await asked("λάστιχα")
    assert await leg(fresh, Leg.WORDS, query) == []
    assert (await leg(fresh, Leg.DENSE, query))[0] == "Προμήθεια ελαστικών"


async def test_meaning_alone_suggests_and_finds_nothing(fresh: Pool) -> None:
    await hold(fresh, *map(a_decision, ("Προμήθεια ελαστικών", "Μισθοδοσία")))
    page = await search.hybrid(fresh, query=await asked("διαστημόπλοιο"), where=EVERYTHING, limit=5)
    assert (page.found, page.matched, len(page.rows)) == (False, 0, 2)


async def test_the_legs_that_ran_are_told_and_n_grams_stand_in_for_one_that_did_not(fresh: Pool) -> None:
    await hold(fresh, *map(a_decision, ("Προμήθεια καυσίμων", "Μισθοδοσία", "Συντήρηση")))
    for query, legs in (
        (await asked("καύσιμα"), (Leg.WORDS, Leg.DENSE)),
        (await asked("καύσιμα", vectors=False), (Leg.WORDS, Leg.GRAMS)),
        (await asked("κάφσημα"), (Leg.GRAMS, Leg.DENSE)),
    ):
        assert (await search.hybrid(fresh, query=query, where=EVERYTHING, limit=5)).legs == legs


async def test_a_text_is_as_near_as_its_nearest_reading(fresh: Pool) -> None:
    await hold(fresh, *map(a_decision, ("Προμήθεια καυσίμων", "Μισθοδοσία")))
    latin, greek = await asked("kausima"), await asked("καύσιμα")
    both = SearchQuery(grams=(*latin.grams, *greek.grams), vectors=(*latin.vectors, *greek.vectors))
    for one in (Leg.GRAMS, Leg.DENSE):
        assert (await leg(fresh, one, both))[0] == "Προμήθεια καυσίμων"


LIMITS = [
    DecisionFilter(organizations=(BODY,)),
    DecisionFilter(period=Period.year(2024)),
    DecisionFilter(decision_types=("Δ.1",)),
    DecisionFilter(stage=Stage.AWARD),
    DecisionFilter(payee_afm=COMPANY.afm),
    DecisionFilter(amount_min=Decimal(50), amount_max=Decimal(200)),
    DecisionFilter(cpv="09130000-9"),
    DecisionFilter(status="PUBLISHED", decision_types=("Δ.1",)),
    DecisionFilter(
        condition=Condition(exclude=(WordGroup(shown=("λιπαντικά",), alternatives=(lexemes("λιπαντικά"),)),))
    ),
]


@pytest.mark.parametrize("exact", [8_000, 0], ids=["narrow", "wide"])
@pytest.mark.parametrize("where", LIMITS, ids=str)
async def test_a_filter_binds_on_every_leg(fresh: Pool, where: DecisionFilter, exact: int) -> None:
    inside = an_award(100, "Καύσιμα κίνησης οχημάτων", cpvs=("09134200-9",), issued_on=date(2024, 5, 1))
    outside = a_commitment(
        900, "Καύσιμα κίνησης και λιπαντικά", body=OTHER_BODY, issued_on=date(2023, 5, 1), fiscal_year=2023
    )
    await hold(fresh, inside, outside)
    query = await asked("καύσιμα κίνησης")
    for one in Leg:
        assert len(await leg(fresh, one, query, exact=exact)) == 2
        assert await leg(fresh, one, query, where, exact=exact) == [inside.subject]
    page = await search.hybrid(fresh, query=query, where=where, limit=5)
    assert [row.ada for row in page.rows] == [inside.ada]


def commitments_of(year: int) -> DecisionFilter:
    return DecisionFilter(period=Period.year(year), stage=Stage.COMMITMENT)


async def test_whole_years_take_commitments_by_fiscal_year(fresh: Pool) -> None:
    early = a_commitment(10, "Δέσμευση για καύσιμα", fiscal_year=2024, issued_on=date(2023, 12, 30))
    await hold(fresh, early)
    assert await subjects(fresh, await asked("καύσιμα"), commitments_of(2024)) == [early.subject]
    assert await subjects(fresh, await asked("καύσιμα"), commitments_of(2023)) == []


async def test_identical_subjects_are_one_row_the_newest_act_and_their_number(fresh: Pool) -> None:
    acts = [
        an_award(number, subject, issued_on=date(2024, number, 1), body=body)
        for number, (subject, body) in enumerate(
            [("ΚΑΥΣΙΜΑ ΚΙΝΗΣΗΣ", BODY), ("Καύσιμα κίνησης", BODY), ("Καύσιμα κίνησης", OTHER_BODY)], start=1
        )
    ]
    await hold(fresh, *acts)
    page = await search.hybrid(fresh, query=await asked("καύσιμα"), where=EVERYTHING, limit=5)
    assert [(row.ada, row.same_subject) for row in page.rows] == [(acts[2].ada, 3)]
    page = await search.hybrid(fresh, query=await asked("καύσιμα"), where=ONE_BODY, limit=5)
    assert [(row.ada, row.same_subject) for row in page.rows] == [(acts[1].ada, 2)]


async def test_a_row_tells_stage_amount_and_payee(fresh: Pool) -> None:
    await hold(fresh, an_award("120.50", "Καύσιμα κίνησης"))
    (row,) = (await search.hybrid(fresh, query=await asked("καύσιμα"), where=ONE_BODY, limit=5)).rows
    assert (row.stage, row.amount, row.status) == (Stage.AWARD, Decimal("120.50"), "PUBLISHED")
    assert row.payees == (f"{COMPANY.name}, ΑΦΜ {COMPANY.afm}",)


async def test_revoked_acts_are_found_as_revoked_and_acts_gone_from_the_source_are_not(fresh: Pool) -> None:
    revoked = a_decision("Καύσιμα κίνησης", status=Status.REVOKED)
    gone = a_decision("Καύσιμα θέρμανσης")
    await hold(fresh, revoked, gone)
    await fresh.execute("UPDATE decisions SET gone_at = now() WHERE ada = $1", gone.ada)
    page = await search.hybrid(fresh, query=await asked("καύσιμα"), where=EVERYTHING, limit=5)
    assert [(row.ada, row.status) for row in page.rows] == [(revoked.ada, "REVOKED")]


async def test_pages_follow_each_other_without_a_row_lost_or_told_twice(fresh: Pool) -> None:
    await hold(fresh, *(a_decision(f"Καύσιμα κίνησης {place}") for place in "ΑΒΓΔΕΖΗΘΙΚ"))
    query = await asked("καύσιμα κίνησης")
    whole = await search.hybrid(fresh, query=query, where=EVERYTHING, limit=50)
    parts = [
        row.ada
        for offset in (0, 4, 8)
        for row in (await search.hybrid(fresh, query=query, where=EVERYTHING, limit=4, offset=offset)).rows
    ]
    assert parts == [row.ada for row in whole.rows]
    assert whole.total == len(set(parts)) == 10


async def test_one_connection_finds_what_a_pool_finds(fresh: Pool) -> None:
    await hold(fresh, *map(a_decision, (PHRASE, ALL_WORDS, SOME_WORDS, ONE_WORD)))
    query = await asked("συντήρηση σχολικών")
    async with fresh.acquire() as connection:
        assert await subjects(connection, query) == await subjects(fresh, query)


async def test_a_database_that_does_not_answer_is_unavailable(fresh: Pool) -> None:
    await fresh.close()
    with pytest.raises(Unavailable):
        await search.hybrid(fresh, query=await asked("καύσιμα"), where=EVERYTHING, limit=5)


async def test_before_anything_is_embedded_words_are_searched(fresh: Pool) -> None:
    await hold(fresh, a_decision("Καύσιμα κίνησης"), vectors=False)
    page = await search.hybrid(fresh, query=await asked("καύσιμα"), where=EVERYTHING, limit=5)
    assert ([row.subject for row in page.rows], page.legs) == (["Καύσιμα κίνησης"], (Leg.WORDS,))


async def test_a_question_without_words_finds_nothing(fresh: Pool) -> None:
    await hold(fresh, a_decision("Καύσιμα κίνησης"))
    page = await search.hybrid(fresh, query=SearchQuery(), where=EVERYTHING, limit=5)
    assert (page.rows, page.total, page.found) == ((), 0, False)


def ranked(*ids: int) -> Sequence[Candidate]:
    return [Candidate(text_id=text_id, counts=True) for text_id in ids]


def test_what_two_legs_find_comes_before_what_one_puts_first() -> None:
    assert search.fuse({Leg.WORDS: ranked(1, 2), Leg.DENSE: ranked(3, 2)})[0] == 2


def test_of_equal_sums_what_words_found_comes_first_and_then_the_newer_text() -> None:
    assert search.fuse({Leg.DENSE: ranked(7), Leg.WORDS: ranked(5)}) == [5, 7]
    weights = {Leg.WORDS: 1.0, Leg.GRAMS: 0.0, Leg.DENSE: 0.0}
    assert search.fuse({Leg.WORDS: ranked(1), Leg.DENSE: ranked(8, 9)}, weights=weights) == [1, 8, 9]
