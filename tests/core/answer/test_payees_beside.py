"""Several payees side by side, over the demonstration bodies: each with what the world gave it, in one stage."""

from core.domain.answer import Outcome, plain
from core.domain.ledger import Stage
from core.domain.request import PAYEES_BESIDE, Scope
from core.greek.numbers import format_euro
from tests.core.answer.conftest import TOWN, Talk
from tests.core.answer.test_payees import suppliers


def two_companies(talk: Talk) -> list[str]:
    """The ΑΦΜ of the two companies that the body awarded most to."""
    sums = suppliers(talk, TOWN, Stage.AWARD)
    alone = [keys for keys in sums if len(keys) == 1 and keys[0][0] in "08" and sums[keys]]
    return [keys[0] for keys in sorted(alone, key=lambda keys: -sums[keys])[:2]]


async def test_each_payee_is_told_with_its_own_sum_and_the_larger_first(talk: Talk) -> None:
    first, second = two_companies(talk)
    answer = await talk.ask(f"πόσα πήραν σε αναθέσεις η ΑΦΜ {second} και η ΑΦΜ {first};", organization=TOWN)
    sums = suppliers(talk, TOWN, Stage.AWARD)
    head, one, other = plain(answer.text).splitlines()[:3]
    assert answer.outcome is Outcome.ANSWERED
    assert "ανέθεσε" in head and "στη Διαύγεια" in head
    assert format_euro(sums[first,]) in one and first in one
    assert format_euro(sums[second,]) in other and second in other


async def test_a_private_person_among_them_is_refused_kindly(talk: Talk) -> None:
    company = two_companies(talk)[0]
    answer = await talk.ask(f"σύγκρινε την ΑΦΜ {company} με τον Παπαδόπουλο Γεώργιο", organization=TOWN)
    assert answer.request is not None and answer.request.scope is Scope.PRIVATE_PERSON
    assert "€" not in answer.text


async def test_topics_in_capitals_are_still_topics(talk: Talk) -> None:
    answer = await talk.ask("σύγκρινε Καύσιμα και Απορρίμματα στις αναθέσεις του 2024", organization=TOWN)
    assert answer.request is not None and PAYEES_BESIDE not in answer.request.notes
