"""Readers and acts that nobody chose: wishes drawn over the words of an invented world, and new acts of it."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

from core.domain.condition import Condition, WordGroup
from core.domain.decision import Decision
from core.domain.ledger import AmountState, Stage
from core.domain.subscription import Wish
from core.greek.lexemes import lexemes
from ingest.world import World
from tests.builders import a_decision, a_payment, an_award

_AMOUNTS = ("120.50", "980", "4500", "24800", "61200", "310000")
_STAGES = (None, None, None, Stage.AWARD, Stage.PAYMENT)
_LIMITS = (None, None, None, Decimal(1000), Decimal(30_000))


def subjects_of(made: World) -> list[str]:
    return [str(each["subject"]) for each in made.decisions]


def topics_of(subjects: Sequence[str]) -> list[str]:
    """Words that say what an act is about: those of fewer than one subject in twenty."""
    held = Counter(word for subject in subjects for word in set(lexemes(subject)))
    return sorted(word for word, times in held.items() if times < len(subjects) / 20)


def a_wish(drawn: random.Random, topics: Sequence[str], bodies: Sequence[str]) -> Wish:
    """One or two words, each widened by a word or two, often of one body; sometimes large sums of a body, no words."""
    groups = tuple(_group(drawn, topics) for _ in range(drawn.choice((1, 1, 1, 1, 2))))
    wordless = drawn.random() < 0.03
    exclude = (_group(drawn, topics),) if drawn.random() < 0.1 else ()
    return Wish(
        words=Condition() if wordless else Condition(groups=groups, exclude=exclude),
        organizations=(drawn.choice(bodies),) if wordless or drawn.random() < 0.7 else (),
        stage=drawn.choice(_STAGES),
        least=Decimal(30_000) if wordless else drawn.choice(_LIMITS),
    )


def _group(drawn: random.Random, topics: Sequence[str]) -> WordGroup:
    words = [drawn.choice(topics) for _ in range(drawn.choice((1, 1, 2, 3)))]
    return WordGroup(shown=(words[0],), alternatives=tuple((word,) for word in words))


def an_act(drawn: random.Random, subjects: Sequence[str], bodies: Sequence[str], *, posted: datetime) -> Decision:
    """An award, a payment or an act without money, of some body, posted at that moment."""
    subject, body, amount = drawn.choice(subjects), drawn.choice(bodies), drawn.choice(_AMOUNTS)
    issued = posted.date() if drawn.random() < 0.8 else date(posted.year, 1, 1 + drawn.randrange(28))
    kind = drawn.random()
    if kind < 0.4:
        act = an_award(amount, subject, body=body, issued_on=issued)
    elif kind < 0.5:
        act = an_award(None, subject, body=body, issued_on=issued, state=AmountState.UNSTATED)
    elif kind < 0.8:
        act = a_payment(amount, subject=subject, body=body, issued_on=issued)
    else:
        act = a_decision(subject, body=body, issued_on=issued)
    return replace(act, published_at=posted, submitted_at=posted)
