"""What a sentence asks to be told of → a wish; and a wish that a second sentence words anew."""

import re
from dataclasses import replace

from core.answer import topics
from core.answer.compose.alerts import WEEKDAYS
from core.answer.steps import Situation
from core.domain.condition import Condition
from core.domain.ledger import Stage
from core.domain.request import Request
from core.domain.subscription import Frequency, News, Wish
from core.greek.fold import fold
from core.store.filters import cpv_prefix
from core.store.pool import Pool

_DAYS = re.compile(r"\bκαθε (" + "|".join(fold(day)[:5] for day in WEEKDAYS) + r")")
# «αναθέσεις» are both Δ.1 and Δ.2.2, as totals count them.
_NOUNS: dict[tuple[str, ...], Stage] = {("Δ.1",): Stage.AWARD, ("Β.1.3",): Stage.COMMITMENT, ("Β.2.2",): Stage.PAYMENT}
_REVOCATION = (News.PENDING, News.REVOKED)


async def wish_of(pool: Pool, situation: Situation) -> Wish:
    """The situation's filter without its time; words that name a unit are looked for in the subject."""
    request, where = situation.request, situation.where()
    words = where.condition
    if request.unit_words:
        unit = await topics.resolve(pool, words=(request.unit_words,), exclude=())
        words = replace(words, groups=(*words.groups, *unit.condition.groups), title="")
    stage = _NOUNS.get(where.decision_types)
    types = where.decision_types if stage is None else ()
    return Wish(
        words=words,
        organizations=where.organizations,
        decision_types=types,
        stage=stage or (None if types else request.stage),
        payee_afm=where.payee_afm,
        kae=where.kae,
        cpv=cpv_prefix(where.cpv),
        least=where.least,
        most=where.most,
        direct_only=where.direct_only,
    )


def watched(request: Request) -> tuple[News, ...]:
    """Of what happens to an act, what was asked for; empty is everything."""
    return _REVOCATION if request.status == "REVOKED" or request.ask == "status" else ()


def pace_of(request: Request) -> tuple[Frequency, int]:
    """How often, and on which day of the week; daily when nothing is said."""
    frequency = Frequency(request.frequency) if request.frequency else Frequency.DAILY
    day = _DAYS.search(fold(request.text))
    if day is None:
        return frequency, 0
    return Frequency.WEEKLY, next(number for number, name in enumerate(WEEKDAYS) if fold(name).startswith(day[1]))


def changed(old: Wish, new: Wish, request: Request) -> Wish:
    """The old wish with what the new sentence says; what it does not say stays."""
    words = Condition(
        groups=new.words.groups or old.words.groups,
        exclude=tuple(dict.fromkeys((*old.words.exclude, *new.words.exclude))),
        title=new.words.title if new.words.groups else old.words.title,
    )
    kind = bool(new.stage or new.decision_types)
    limits = new.least is not None or new.most is not None
    return replace(
        old,
        words=words,
        organizations=new.organizations if request.organizations or request.own_body else old.organizations,
        stage=new.stage if kind else old.stage,
        decision_types=new.decision_types if kind else old.decision_types,
        least=new.least if limits else old.least,
        most=new.most if limits else old.most,
        payee_afm=new.payee_afm or old.payee_afm,
        kae=new.kae or old.kae,
        cpv=new.cpv or old.cpv,
        direct_only=new.direct_only or old.direct_only,
    )
