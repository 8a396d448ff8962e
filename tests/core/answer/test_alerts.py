"""Alerts in the conversation over the demonstration bodies: what is asked before one is made, and every way to stop."""

import pytest

from core.domain.answer import Outcome, plain
from core.domain.subscription import Frequency, SubscriptionState
from core.store import subscriptions
from tests.core.answer.conftest import TOWN, Talk


async def made(talk: Talk) -> list[tuple[str, SubscriptionState]]:
    known = await subscriptions.of_chat(talk.pool, conversation=talk.conversation)
    return [(each.title.split(",")[0], each.state) for each in known]


async def subscribe(talk: Talk, *topics: str) -> None:
    for topic in topics:
        await talk.ask(f"ειδοποίησέ με για {topic}", organization=TOWN)
        await talk.press("Ναι")


async def test_nothing_is_stored_before_the_button(talk: Talk) -> None:
    answer = await talk.ask("ειδοποίησέ με για καύσιμα", organization=TOWN)
    assert answer.outcome is Outcome.ALERT
    assert [choice.label for choice in answer.choices[:3]] == ["Ναι", "Κάθε Δευτέρα", "Μόλις εντοπιστεί"]
    assert await made(talk) == []
    await talk.press("Κάθε Δευτέρα")
    (each,) = await subscriptions.of_chat(talk.pool, conversation=talk.conversation)
    assert (each.frequency, each.weekday) == (Frequency.WEEKLY, 0)


async def test_limits_kinds_and_exclusions_stand_in_the_title(talk: Talk) -> None:
    await talk.ask("να μαθαίνω για αναθέσεις πάνω από 30.000 € για σχολεία εκτός από μελέτες", organization=TOWN)
    assert "«σχολεία, αναθέσεις άνω των 30.000,00 €, Δήμος Επίδειξης, εκτός: μελέτες»" in talk.text
    assert "Όσες δεν δηλώνουν ποσό θα έρχονται χωριστά." in talk.text


async def test_a_weekday_is_heard(talk: Talk) -> None:
    await talk.ask("κάθε Παρασκευή πες μου τι νέο για σχολεία", organization=TOWN)
    assert "κάθε Παρασκευή στις 09:00" in talk.text


async def test_the_example_of_every_monday_is_a_wish(talk: Talk) -> None:
    await talk.ask("κάθε Δευτέρα τι έγινε με τα σκουπίδια", organization=TOWN)
    assert "«σκουπίδια, Δήμος Επίδειξης», κάθε Δευτέρα στις 09:00" in talk.text


async def test_everything_of_everybody_is_asked_to_be_narrower(talk: Talk) -> None:
    answer = await talk.ask("ειδοποίησέ με για όλα")
    assert answer.outcome is Outcome.UNCLEAR and "κάθε πράξη που αναρτάται" in talk.text


async def test_all_that_one_body_posts_is_shown_with_its_volume_in_seven_days(talk: Talk) -> None:
    await talk.ask("ειδοποίησέ με για ό,τι βγάζει ο Δήμος Επίδειξης")
    posted = await talk.pool.fetchval(
        "SELECT count(*) FROM decisions WHERE organization_uid = $1 AND status <> 'REVOKED' AND gone_at IS NULL"
        " AND published_at >= timestamptz '2026-10-24 09:00+00' AND published_at < timestamptz '2026-10-31 09:00+00'",
        TOWN,
    )
    assert "όλες οι πράξεις, Δήμος Επίδειξης" in talk.text
    assert posted > 1 and f"Τις τελευταίες 7 μέρες θα είχατε λάβει {posted} πράξεις" in talk.text


async def test_a_private_person_is_not_watched(talk: Talk) -> None:
    await talk.ask("ειδοποίησέ με για τον Γιώργο Παπαδόπουλο")
    assert "Δεν αναζητώ ιδιώτες με το όνομά τους" in talk.text
    assert await made(talk) == []


async def test_the_same_wish_twice_is_one(talk: Talk) -> None:
    await subscribe(talk, "καύσιμα", "καύσιμα")
    assert "την έχετε ήδη" in talk.text
    assert len(await made(talk)) == 1


async def test_twenty_are_the_most(talk: Talk) -> None:
    await talk.ask("ειδοποίησέ με για καύσιμα", organization=TOWN)
    await talk.press("Ναι")
    await talk.pool.execute(
        "INSERT INTO subscriptions (conversation, title, wish, wish_key, frequency, created_at, news_from)"
        " SELECT conversation, title, wish, n::text::bytea, frequency, created_at, news_from"
        " FROM subscriptions, generate_series(1, 19) AS n WHERE conversation = $1",
        talk.conversation,
    )
    await subscribe(talk, "σχολεία")
    assert talk.text.startswith("Έχετε ήδη 20 ειδοποιήσεις")


@pytest.mark.parametrize(
    "words",
    [
        *("ΣΤΟΠ", "στοπ", "stop", "απεγγράψτε με", "δεν θέλω άλλα μηνύματα", "φτάνει με τις ειδοποιήσεις"),
        *("σταμάτα τις ειδοποιήσεις", "δεν θέλω άλλες ειδοποιήσεις", "απεγγραφή", "μην με ενημερώνεις πια"),
        *("stamata tis eidopoiiseis", "κόψε τα μηνύματα"),
    ],
)
async def test_every_wording_of_stop_stops_all_and_can_be_undone(talk: Talk, words: str) -> None:
    await subscribe(talk, "καύσιμα", "σχολεία", "αδέσποτα")
    await talk.ask(words)
    assert {state for _, state in await made(talk)} == {SubscriptionState.STOPPED}
    await talk.press("Αναίρεση")
    assert {state for _, state in await made(talk)} == {SubscriptionState.ACTIVE}


@pytest.mark.parametrize("words", ["μη μου ξαναστείλεις για καύσιμα", "διέγραψε την ειδοποίηση για καύσιμα"])
async def test_one_topic_is_stopped_alone(talk: Talk, words: str) -> None:
    await subscribe(talk, "καύσιμα", "σχολεία")
    await talk.ask(words)
    assert dict(await made(talk)) == {"καύσιμα": SubscriptionState.STOPPED, "σχολεία": SubscriptionState.ACTIVE}


@pytest.mark.parametrize(
    "words",
    ["Το στοπ δίπλα από το σπίτι μου έπεσε", "Απεγγράφηκα χτες, θέλω να ξαναγραφτώ", "διακοπή ρεύματος αύριο;"],
)
async def test_what_only_sounds_like_stop_stops_nothing(talk: Talk, words: str) -> None:
    await subscribe(talk, "καύσιμα", "σχολεία")
    await talk.ask(words)
    assert {state for _, state in await made(talk)} == {SubscriptionState.ACTIVE}


async def test_a_pause_ends_on_the_day_that_was_said(talk: Talk) -> None:
    await subscribe(talk, "καύσιμα")
    await talk.ask("κάνε παύση μέχρι τη Δευτέρα")
    assert talk.text.startswith("Σε παύση έως και 2/11/2026: «καύσιμα")
    (each,) = await subscriptions.of_chat(talk.pool, conversation=talk.conversation)
    assert each.paused_until is not None and each.paused_until.isoformat() == "2026-11-02T22:00:00+00:00"


async def test_a_list_shows_each_and_opens_it(talk: Talk) -> None:
    await subscribe(talk, "καύσιμα", "σχολεία")
    answer = await talk.ask("ποιες ειδοποιήσεις έχω;")
    assert "1. καύσιμα, Δήμος Επίδειξης · κάθε μέρα στις 09:00" in talk.text
    assert len(answer.choices) == 3
    shown = await talk.press("2. σχολεία")
    assert [choice.label for choice in shown.choices] == ["Παύση", "Αλλαγή", "Διαγραφή"]
    await talk.press("Διαγραφή")
    assert len(await made(talk)) == 2
    await talk.press("Ναι, διαγραφή")
    assert [title for title, _ in await made(talk)] == ["καύσιμα"]


async def test_another_chat_s_buttons_and_subscriptions_are_out_of_reach(talk: Talk) -> None:
    await subscribe(talk, "καύσιμα")
    assert (
        plain((await talk.press("Αναίρεση", conversation="test:other")).text)
        == "Η λίστα έληξε. Κάντε ξανά την ερώτηση."
    )
    assert len(await made(talk)) == 1


async def test_a_question_beside_a_wish_is_answered_and_the_wish_is_offered(talk: Talk) -> None:
    answer = await talk.ask("βρες αποφάσεις για καύσιμα και ειδοποίησέ με για νέες", organization=TOWN)
    assert "πατήστε «Ειδοποίηση»" in talk.text
    assert "Ειδοποίηση" in [choice.label for choice in answer.choices]
