"""Questions over the raw acts, drawn by a seed and worded from templates, and their truth: nothing of `core`."""

import random
from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Any

from evals.random_words import Forms, Vocabulary, wording
from evals.truth_money import Act, Total, total

Group = Sequence[Sequence[Forms]]  # any of these expressions, each of them a run of words with their forms
_COUNTS, _PAYEES, _NAMED, _LIMITED, _NO_TOPIC, _TWO_WORDS = 0.2, 0.08, 0.5, 0.15, 0.12, 0.3
_PERIODS = {"year": 9, "": 4, "month": 2, "half": 2, "quarter": 2, "years": 2, "days": 1}
_COMPANY = ("8", "9", "09", "08")  # first digits of the tax numbers of companies


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Days, both inside; `years` where whole years were asked: a commitment is then of its fiscal year."""

    since: date | None = None
    until: date | None = None
    years: tuple[int, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """One question. `least`, `most` are inside, but `strict`; `topic`: the bare words asked, in their order."""

    text: str
    body: str
    stage: str
    counts: bool
    span: Span
    topic: tuple[str, ...] = ()
    payee: str | None = None
    least: Decimal | None = None
    most: Decimal | None = None
    strict: bool = False

    @property
    def year_by_year(self) -> bool:
        """Commitments of several years are never added up."""
        return self.stage == "commitment" and not self.counts and (not self.span.since or len(self.span.years) > 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Raw:
    """The raw acts, what no total holds, each body's own tax number, and the words."""

    acts: Sequence[Act]
    left_out: frozenset[str]
    own_numbers: dict[str, str]
    vocabulary: Vocabulary
    slices: dict[tuple[str, str], list[Act]] = field(default_factory=dict)

    def slice(self, stage: str, body: str) -> list[Act]:
        """The published acts of a body and stage."""
        if (stage, body) not in self.slices:
            self.slices[stage, body] = [
                act for act in self.acts if (act.stage, act.organization, act.status) == (stage, body, "PUBLISHED")
            ]
        return self.slices[stage, body]

    def fitting(self, drawn: Drawn, topic: Sequence[Group], *, limits: bool = True) -> list[Act]:
        """The acts of the question, those that no total holds too."""
        return [
            act
            for act in self.slice(drawn.stage, drawn.body)
            if _in_span(act, drawn.span)
            and all(_says(act, group) for group in topic)
            and (not limits or (_in_limits(act, drawn) and self._is_paid(act, drawn)))
        ]

    def total(self, drawn: Drawn, topic: Sequence[Group], *, year: int | None = None) -> Total:
        """What counts of them; `year`: of one fiscal year alone."""
        acts = [act for act in self.fitting(drawn, topic) if act.ada not in self.left_out]
        return total(act for act in acts if year is None or act.year == year)

    def is_told(self, drawn: Drawn, topic: Sequence[Group]) -> bool:
        """Some act has an amount, and not more than half of those in question, limits apart, were never read."""
        found = self.total(drawn, topic)
        judged = [act for act in self.fitting(drawn, topic, limits=False) if act.ada not in self.left_out]
        unread = sum(act.unread for act in judged)
        return found.acts > found.without_amount and unread * 2 <= len(judged)

    def _is_paid(self, act: Act, drawn: Drawn) -> bool:
        """Alone: an amount of several payees is nobody's."""
        return drawn.payee is None or set(act.payees) - {self.own_numbers.get(act.organization)} == {drawn.payee}


def _in_span(act: Act, span: Span) -> bool:
    if span.years:
        return act.year in span.years
    return (span.since is None or act.issued_on >= span.since) and (span.until is None or act.issued_on <= span.until)


def _says(act: Act, group: Group) -> bool:
    held = set(act.words)
    return any(all(forms & held for forms in expression) for expression in group)


def _in_limits(act: Act, drawn: Drawn) -> bool:
    if drawn.least is None and drawn.most is None:
        return True
    if act.amount is None or (drawn.strict and abs(act.amount) in (drawn.least, drawn.most)):
        return False
    return (drawn.least is None or abs(act.amount) >= drawn.least) and (
        drawn.most is None or abs(act.amount) <= drawn.most
    )


def draw(raw: Raw, seed: int, number: int) -> Iterator[Drawn]:
    rng, told = random.Random(seed), wording()["stages"]
    for _ in range(number):
        stage = rng.choices(list(told), [each["share"] for each in told.values()])[0]
        yield _drawn(raw, rng, stage, rng.choice(told[stage]["slices"]))


def _drawn(raw: Raw, rng: random.Random, stage: str, body: str) -> Drawn:
    acts, told = raw.slice(stage, body), wording()["stages"][stage]
    about = rng.choice(acts)
    span = _span(rng, about)
    companies = [each for each in about.payees if each.startswith(_COMPANY) and each != raw.own_numbers.get(body)]
    if companies and "payees" in told and rng.random() < _PAYEES * 2:
        text = _worded(rng, rng.choice(told["payees"]), body, span, afm=companies[0])
        return Drawn(text=text, body=body, stage=stage, counts=False, span=span, payee=companies[0])
    counts = rng.random() < _COUNTS
    topic = _topic(raw, rng, about)
    limits = _limits(rng) if not counts and rng.random() < _LIMITED else {}
    words = " ".join(map(raw.vocabulary.written, topic))
    said = rng.choice(wording()["topics"]["said"]).format(words=words) if topic else ""
    template = rng.choice(told["counts" if counts else "sums"])
    text = _worded(rng, template, body, span, topic=said, limit=limits.pop("words", ""))
    return Drawn(text=text, body=body, stage=stage, counts=counts, span=span, topic=topic, **limits)


def _worded(rng: random.Random, template: str, body: str, span: Span, **more: str) -> str:
    who, whose = wording()["bodies"][body] if rng.random() < _NAMED else ("", "")
    blanks = {"who": who and f" {who}", "whose": whose and f" {whose}", "when": span.words, "topic": "", "limit": ""}
    return template.format(**blanks | more)


def _topic(raw: Raw, rng: random.Random, about: Act) -> tuple[str, ...]:
    """One word of the act's subject, or two that stand side by side there."""
    words = raw.vocabulary.drawable(about)
    if not words or rng.random() < _NO_TOPIC:
        return ()
    beside = [pair for pair in pairwise(about.words) if set(pair) <= set(words) and pair[0] != pair[1]]
    return rng.choice(beside) if beside and rng.random() < _TWO_WORDS else (rng.choice(words),)


def _limits(rng: random.Random) -> dict[str, Any]:
    told = wording()["limits"]
    kind, amount = rng.choice(("above", "least", "most", "below")), rng.choice(told["amounts"])
    words = rng.choice(told[kind]).format(n=f"{amount:,}".replace(",", "."))
    side = "least" if kind in ("above", "least") else "most"
    return {side: Decimal(amount), "strict": kind in ("above", "below"), "words": words}


def _span(rng: random.Random, about: Act) -> Span:
    """A period around the act's own day, in one of the ways to say it."""
    kind = rng.choices(list(_PERIODS), list(_PERIODS.values()))[0]
    year, month = about.issued_on.year, about.issued_on.month
    if kind == "year":
        return _years(rng, kind, about.year, about.year)
    if kind == "years":
        return _years(rng, kind, year, year + 1)
    if not kind:
        return Span()
    months = {"month": 1, "quarter": 3, "half": 6, "days": rng.choice((2, 4))}[kind]
    first = month - (month - 1) % months
    return _months(rng, kind, date(year, first, 1), months)


def _years(rng: random.Random, kind: str, first: int, last: int) -> Span:
    words = rng.choice(wording()["when"][kind]).format(y=first, last=last)
    return Span(since=date(first, 1, 1), until=date(last, 12, 31), years=tuple(range(first, last + 1)), words=words)


def _months(rng: random.Random, kind: str, since: date, months: int) -> Span:
    told, last = wording()["when"], since.month + months - 1
    until = date(since.year, last, monthrange(since.year, last)[1])
    place = (since.month - 1) // months
    words = rng.choice(told[kind]).format(
        y=since.year,
        month=told["months"][since.month - 1],
        ordinal=told["ordinals"][place % 4],
        letter="αβγδ"[place % 4],
        d=since.day,
        m=since.month,
        e=until.day,
        n=until.month,
    )
    return Span(since=since, until=until, words=words)
