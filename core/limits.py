"""How much anyone may ask: a person by the minute and the day, a group by the hour; kept for all processes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from core.answer.alerting.offering import Clock
from core.answer.compose import limits as words
from core.domain.answer import Answer, Outcome
from core.domain.period import ATHENS
from core.domain.request import Intent
from core.settings import Settings
from core.store import asked
from core.store.asked import Span
from core.store.pool import Pool

# Questions back, small talk and buttons of alerts look nothing up.
_FREE = frozenset({Outcome.SMALLTALK, Outcome.UNCLEAR, Outcome.ALERT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """0: no limit. `group_hour`: of all members of a group together."""

    minute: int = 0
    day: int = 0
    group_hour: int = 0
    adas_minute: int = 0


def allowed_by(settings: Settings) -> Allowed:
    return Allowed(
        minute=settings.questions_a_minute,
        day=settings.questions_a_day,
        group_hour=settings.group_questions_an_hour,
        adas_minute=settings.adas_a_minute,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Limit:
    span: Span
    most: int
    ends: datetime


class Limits:
    """Questions and ΑΔΑs are counted apart, so that cards open when questions are used up."""

    def __init__(self, pool: Pool, allowed: Allowed, *, clock: Clock) -> None:
        self._pool = pool
        self._allowed = allowed
        self._clock = clock

    async def refused(self, *, person: str | None, group: str | None, is_ada: bool) -> Answer | None:
        """What to say to who has used up what is his; None when he may ask."""
        limits = list(self._limits(person, group, is_ada=is_ada))
        if not limits:
            return None
        used = await asked.times(self._pool, spans=[each.span for each in limits])
        full = [each for each, times in zip(limits, used, strict=True) if times >= each.most]
        if not full:
            return None
        last = max(full, key=lambda each: each.ends)
        text = words.used_up(last.ends, self._clock(), is_ada=is_ada, in_group=last.span.who == group)
        return Answer(outcome=Outcome.REFUSED, text=text)

    async def count(self, answer: Answer, *, person: str | None, group: str | None, is_ada: bool) -> None:
        """What was looked up counts; answers given again, questions back and lines taken out do not."""
        if not is_ada and (answer.cached or answer.outcome in _FREE or _is_correction(answer)):
            return
        if spans := [each.span for each in self._limits(person, group, is_ada=is_ada)]:
            await asked.note(self._pool, spans=spans)

    def _limits(self, person: str | None, group: str | None, *, is_ada: bool) -> Iterator[_Limit]:
        now, allowed = self._clock(), self._allowed
        minute = now.replace(second=0, microsecond=0)
        here = now.astimezone(ATHENS)
        hour, day = (
            now.replace(minute=0, second=0, microsecond=0),
            here.replace(hour=0, minute=0, second=0, microsecond=0),
        )
        tomorrow = (day + timedelta(days=1)).replace(hour=0)
        kinds: Sequence[tuple[str | None, str, int, datetime, datetime]] = (
            (person, "minute", allowed.minute, minute, minute + timedelta(minutes=1)),
            (person, "day", allowed.day, day, tomorrow),
            (group, "hour", allowed.group_hour, hour, hour + timedelta(hours=1)),
        )
        if is_ada:
            kinds = ((person or group, "minute", allowed.adas_minute, minute, minute + timedelta(minutes=1)),)
        for who, span, most, since, ends in kinds:
            if who is not None and most:
                what = "ada" if is_ada else "question"
                yield _Limit(span=Span(who=who, what=what, span=span, since=since), most=most, ends=ends)


def is_card(answer: Answer) -> bool:
    return answer.request is not None and answer.request.intent is Intent.ADASEARCH


def _is_correction(answer: Answer) -> bool:
    """«βγάλε τη 2»: the list that was given, without some of its lines."""
    return answer.request is not None and bool(answer.request.left_out)
