"""The proofs of alerts, a small part of each; and that the plain truth is one that can fail."""

from collections.abc import Callable
from typing import Any

from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database
from evals.alerts_matching import matching
from evals.alerts_truth import Reader, judged

READER = Reader(chat=1, word="καυσιμ", body="7", least=None, since=100)
ACT = {"ada": "6ΑΑΑΩΔΟ-ΔΟΚ", "subject": "Προμήθεια ΚΑΥΣΊΜΩΝ", "organizationId": "7", "status": "PUBLISHED"}
ACT |= {"publishTimestamp": 100, "decisionTypeId": "Δ.1", "extraFieldValues": {}}
TOLD = "1 νέα πράξη για «καύσιμα»\n1. 6ΑΑΑΩΔΟ-ΔΟΚ · ανάθεση 1,00 €"


async def test_a_tenth_of_the_subscriptions_is_matched(
    server: EmbeddedPostgres, new_database: Callable[[], str]
) -> None:
    async def database() -> str:
        name = new_database()
        await ensure_database(server.dsn(), name)
        return server.dsn(name)

    result = await matching(database, subscriptions=500, decisions=500, seed=2)
    assert result["in_one_batch"]["decisions"] == result["in_batches_of_250"]["decisions"] == 500
    assert result["in_one_batch"]["matches"] > 0


def verdict(arrived: list[tuple[int, str]], act: dict[str, Any] = ACT, blocked: tuple[int, ...] = ()) -> dict[str, Any]:
    return judged([READER], [act], arrived, blocked=blocked).told()


def test_what_is_due_and_told_is_counted() -> None:
    told = verdict([(1, TOLD)])
    assert (told["due_pairs"], told["listed"], told["missing"], told["not_due"]) == (1, 1, [], [])


def test_what_is_due_and_not_told_is_missed_unless_it_is_behind_others() -> None:
    assert verdict([])["missing"] == ["1: 6ΑΑΑΩΔΟ-ΔΟΚ"]
    assert verdict([(1, "3 νέες πράξεις\nκαι 1 άλλη")])["missing"] == []


def test_old_acts_of_other_bodies_and_words_are_not_due() -> None:
    for change in ({"publishTimestamp": 99}, {"organizationId": "8"}, {"subject": "Μελάνια"}):
        assert verdict([(1, TOLD)], ACT | change)["not_due"] == ["1: 6ΑΑΑΩΔΟ-ΔΟΚ"]


def test_the_same_message_twice_is_a_duplicate() -> None:
    assert verdict([(1, TOLD), (1, TOLD)])["duplicate_messages"] == 1
