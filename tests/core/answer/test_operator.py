"""What the operator is told: counted on what was really asked, without a text and without a chat."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

from core.answer.assistant import Assistant
from core.answer.compose.usage import usage_text
from core.answer.operator import Operator
from core.app import SettingCache
from core.domain.answer import Question, plain
from core.domain.organization import Coverage
from core.domain.usage import Failed, Usage, Used
from core.store import costs
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import open_pool
from tests.core.answer.conftest import TODAY

NOBODY = Used(
    questions=0,
    outcomes=(),
    median_ms=None,
    ninety_fifth_ms=None,
    cached=0,
    worded=0,
    model_calls=0,
    cost_eur=Decimal(0),
    failures=(),
)


async def test_questions_of_a_day_and_of_a_week_are_counted_as_they_were_answered(
    server: EmbeddedPostgres, new_database: Callable[[], str]
) -> None:
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    async with await open_pool(server.dsn(name), min_size=1, max_size=4) as pool:
        setting = SettingCache(pool, home="6265")
        assistant = Assistant(pool, embedder=None, setting=setting, seconds=5)
        operator = Operator(pool, setting, budget_eur=Decimal("0.5"))
        assert (await operator.usage()).week == NOBODY
        for place, text in enumerate(("καλημέρα", "καλησπέρα", "ποιος κέρδισε το ματς", "ΨΩ1234ΩΞΩ-ΑΒΓ")):
            await assistant.answer(Question(conversation=f"secret:{place}", text=text, asked_on=TODAY))
        await assistant.kept("secret:start", await assistant.answer(_greeting()))
        spent = """UPDATE answers SET spent = spent || jsonb_build_object(
                   'ms', jsonb_build_object('total', $2::integer),
                   'cached', $3::boolean, 'mind', $4::text), asked_at = asked_at - $5::integer * interval '1 day'
                    WHERE conversation = $1"""
        for place, row in enumerate(((10, True, "planner", 0), (20, False, "m", 0), (900, False, "m", 6))):
            await pool.execute(spent, f"secret:{place}", *row)
        await pool.execute(spent, "secret:hello", 15, False, "planner", 0)
        await pool.execute(spent, "secret:3", 5, False, "planner", 7)
        await costs.add(pool, calls=3, cost_eur=Decimal("0.0123"))
        await operator.note_failure("Unavailable", "")
        await operator.note_failure("KeyError", "A1B2")
        await operator.note_failure("KeyError", "C3D4")
        await pool.execute("INSERT INTO fetch_requests (ada, asked_at) VALUES ('x', now() - interval '5 minutes')")
        usage = await operator.usage()
        text = plain(await operator.usage_text())
    assert (usage.today.questions, usage.week.questions) == (3, 4)
    assert (usage.today.cached, usage.today.worded, usage.week.worded) == (1, 1, 2)
    assert (usage.week.median_ms, usage.week.ninety_fifth_ms) == (15, 900)
    assert dict(usage.week.outcomes)["smalltalk"] == 3
    assert usage.today.model_calls == 3
    assert usage.left_eur == Decimal("0.4877")
    assert usage.today.failures == (
        Failed(kind="KeyError", times=2, last_code="C3D4"),
        Failed(kind="Unavailable", times=1),
    )
    assert (usage.waiting, usage.oldest_wait_minutes) == (1, 5)
    assert "secret" not in text
    assert "ματς" not in text


def _greeting() -> Question:
    return Question(conversation="secret:hello", text="γεια", asked_on=TODAY)


def test_the_text_is_read_on_a_telephone() -> None:
    today = Used(
        questions=1234,
        outcomes=(("answered", 1200), ("unclear", 34)),
        median_ms=31,
        ninety_fifth_ms=1450,
        cached=17,
        worded=5,
        model_calls=9,
        cost_eur=Decimal("0.0123"),
        failures=(Failed(kind="KeyError", times=2, last_code="C3D4"), Failed(kind="TimeoutError", times=1)),
    )
    coverage = tuple(
        Coverage(organization_uid=str(n), label=f"ΔΗΜΟΣ {n}", decisions=1, first_on=None, last_on=date(2026, 1, 30 - n))
        for n in range(14)
    )
    usage = Usage(
        today=today,
        week=NOBODY,
        budget_eur=Decimal(1),
        coverage=coverage,
        waiting=2,
        oldest_wait_minutes=7,
    )
    text = plain(usage_text(usage))
    for line in (
        "Ερωτήσεις: 1.234",
        "• απαντήθηκαν: 1.200",
        "Χρόνος: διάμεσος 0,03 δλ., 95% έως 1,45 δλ.",
        "Κλήσεις μοντέλου: 9, 0,0123 €",
        "• σφάλμα KeyError: 2 (τελευταίος κωδικός C3D4)",
        "• άργησε: 1",
        "Αποτυχίες: καμία",
        "Μένουν για μοντέλο σήμερα: 0,99 € από 1,00 €",
        "Πράξεις που περιμένουν ανάγνωση: 2, η παλαιότερη εδώ και 7 λεπτά",
        "• Δήμος 13: 17/1/2026",
        "• και άλλοι 2, με νεότερα",
    ):
        assert line in text.split("\n"), line
    assert max(map(len, text.split("\n"))) < 70
