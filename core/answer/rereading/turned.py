"""Holds a rewrite against what turns a question round: limits, ends of time, what is left out, stages. Pure."""

from collections.abc import Iterator, Sequence
from datetime import date

from core.answer.rereading.marks import Mark, Marks, Point, held, marks_of, stands
from core.answer.rereading.said import Said, periods_of, plain_number
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import IN_TIME, REVERSALS, Grouping, Request
from core.greek.fold import fold, words
from core.greek.lexemes import stem
from core.greek.variants import widen

_LIMITS = ("above", "least", "below", "most", "about", "between")
_ENDS = ("until", "before", "after", "since", "from", "between", "above", "below")
_STATUS = {"revoked": "REVOKED", "corrected": "CORRECTED"}
_ROOT = 5  # letters that two words of one root share


def turned(requests: Sequence[Request], said: Said) -> Iterator[str]:
    """Names what was turned round or lost; nothing where every question keeps it."""
    marks = marks_of(said)
    for each in requests:
        yield from _limits(each, said, marks)
        yield from _times(each, said, marks)
        yield from _left_out(each, said, marks)
        yield from _status(each, said, marks)
    yield from _whole_period(requests, said)
    yield from _stages(requests, said, marks)
    yield from _topics(requests, said, marks)


def _amounts(request: Request) -> tuple[object, ...]:
    return request.amount_min, request.amount_max, request.amount_above, request.amount_below


def _limits(request: Request, said: Said, marks: Marks) -> Iterator[str]:
    limits = [mark for mark in marks.of(*_LIMITS, "until", "from") if _is_of_amount(mark)]
    if any(not _keeps_limit(request, mark) for mark in limits):
        yield "το όριο του ποσού"
    own = _amounts(said.own)
    if not said.english and any(each is not None for each in own[:2]) and own != _amounts(request):
        yield "το όριο του ποσού"
    exact = request.amount_min == request.amount_max
    if not limits and not exact and _amounts(request) not in map(_amounts, said.requests):
        yield "το ποσό, όπως το γράφει"


def _is_of_amount(mark: Mark) -> bool:
    """«until», «from», «about» bound an amount where one follows; a limit does, unless a time follows."""
    if mark.kind in ("until", "from", "about"):
        return any(point.amount for point in mark.points)
    return not any(point.timely for point in mark.points)


def _keeps_limit(request: Request, mark: Mark) -> bool:
    least, most = request.amount_min, request.amount_max
    if mark.kind == "between" or len(mark.points) > 1:
        return len(mark.points) > 1 and _is(least, mark.points[0]) and _is(most, mark.points[1])
    point = mark.points[0] if mark.points else Point()
    if mark.kind == "about":
        return least is not None and most is not None and least < most
    if mark.kind in ("above", "least", "from"):
        return _is(least, point) and request.amount_above == (mark.kind == "above")
    return _is(most, point) and request.amount_below == (mark.kind == "below")


def _is(amount: object, point: Point) -> bool:
    return amount is not None and point.amount in (None, plain_number(f"{amount:f}", point="."))


def _times(request: Request, said: Said, marks: Marks) -> Iterator[str]:
    ends = [mark for mark in marks.of(*_ENDS) if _is_of_time(mark)]
    within = _of_ranges(ends)
    if any(not _keeps_end(request, mark, marks) for mark in ends if mark not in within):
        yield "τα όρια του χρόνου"
    named = {int(mark.kind) for mark in marks.found if mark.kind.isdigit()}
    spans = [each for each in periods_of(request) if each.whole_years is None]
    if named and not any(day.month in named for each in spans for day in (each.since, each.last_day) if day):
        yield "ο μήνας"
    if marks.has("month_wise") and not spans and request.group_by not in IN_TIME - {Grouping.YEAR}:
        yield "ο μήνας, το τρίμηνο ή η ημέρα"
    if any(not said.tells(each) and not _backed(each, ends, marks, request) for each in periods_of(request)):
        yield "ο χρόνος, όπως τον γράφει"


def _is_of_time(mark: Mark) -> bool:
    timely = any(point.timely for point in mark.points)
    return timely or (mark.kind in ("until", "before", "after", "since") and not mark.points)


def _of_ranges(ends: Sequence[Mark]) -> list[Mark]:
    """«until» inside «from … until …» is the second end of the range."""
    ranges = [mark for mark in ends if len(mark.points) > 1]
    return [each for each in ends if each.kind == "until" and any(each.points == mark.points[1:] for mark in ranges)]


def _keeps_end(request: Request, mark: Mark, marks: Marks) -> bool:
    period = request.period
    if period is None or (request.sides.periods and not marks.has("change")):
        return False
    if len(mark.points) > 1:
        first, last = mark.points
        return _starts(period.since, _dated(first, last)) and _starts(period.until, last, after=True)
    point = mark.points[0] if mark.points else Point()
    if mark.kind in ("until", "before", "below"):
        told = not point.timely or _starts(period.until, point, after=mark.kind == "until")
        return period.since is None and period.until is not None and told
    if mark.kind == "between":
        return False
    told = not point.timely or _starts(period.since, point, after=mark.kind in ("after", "above"))
    return period.until is None and period.since is not None and told


def _dated(first: Point, last: Point) -> Point:
    """«from March to June 2024»: one year for both."""
    return Point(year=first.year or last.year, month=first.month)


def _starts(day: date | None, point: Point, *, after: bool = False) -> bool:
    """Whether the day is the first of the time that was said, or the first after it."""
    if day is None:
        return False
    year, month = point.year, point.month or 1
    if after:
        year, month = _next(point)
    return (day.month, day.day) == (month, 1) and year in (None, day.year)


def _next(point: Point) -> tuple[int | None, int]:
    ends_year = point.month in (None, 12)
    year = point.year + 1 if point.year is not None and ends_year else point.year
    return year, 1 if point.month is None or ends_year else point.month + 1


def _backed(period: Period, ends: Sequence[Mark], marks: Marks, request: Request) -> bool:
    """A span that no word of the reader opens or stretches was made up."""
    if period.since is None or period.until is None:
        return bool(ends)
    several = period.whole_year is None and period.until.year - period.since.year > 1
    return not several or bool(ends or request.sides.periods) or marks.has("several")


def _whole_period(requests: Sequence[Request], said: Said) -> Iterator[str]:
    """What rules read in a Greek message, all of it and nothing beyond."""
    own = said.own.period
    if said.english or own is None:
        return
    told = [each for request in requests for each in periods_of(request)]
    since = {each.since for each in told}
    until = {each.until for each in told}
    outside = any((each.since or date.min) < (own.since or date.min) for each in told)
    outside |= any((each.until or date.max) > (own.until or date.max) for each in told)
    if outside or own.since not in since or own.until not in until:
        yield own.words


def _left_out(request: Request, said: Said, marks: Marks) -> Iterator[str]:
    out = {stem(part) for each in request.exclude for part in words(each)}
    if marks.has("exclude") and not out:
        yield "ό,τι εξαιρεί"
    if out and not marks.has("exclude") and not any(each.exclude for each in said.requests):
        yield "τίποτε δεν εξαιρεί"
    if any(stem(part) not in out for each in said.own.exclude for part in words(each)):
        yield " ".join(said.own.exclude)
    asked = {stem(part) for each in said.own.topic for part in words(each)}
    if not said.english and asked & out:
        yield said.own.topic_text


def _status(request: Request, said: Said, marks: Marks) -> Iterator[str]:
    named = {_STATUS[mark.kind] for mark in marks.of(*_STATUS)}
    reversed_ = REVERSALS in request.notes
    if named and not (reversed_ or request.status in named):
        yield "αν ανακλήθηκαν ή διορθώθηκαν"
    if request.status and request.status not in named | {each.status for each in said.requests}:
        yield "η κατάσταση, όπως τη γράφει"


def _stages(requests: Sequence[Request], said: Said, marks: Marks) -> Iterator[str]:
    told = [{each.stage, *each.sides.stages} - {None} for each in requests]
    named: set[Stage | None] = {Stage(mark.kind) for mark in marks.of(*held()["stage"])} if said.english else set()
    if not said.english and said.own.stage_named:
        named = {said.own.stage, *said.own.sides.stages} - {None}
    if named:
        kept = all(each and each <= named for each in told) and named <= set().union(*told)
    else:
        before = {stage for each in said.requests for stage in (each.stage, *each.sides.stages)}
        kept = all(each <= before | {Stage.PAYMENT} for each in told)
    if not kept:
        yield "το στάδιο, όπως το γράφει"


def _topics(requests: Sequence[Request], said: Said, marks: Marks) -> Iterator[str]:
    sides = [word for each in requests for topic in (each.topic, *each.sides.topics) for word in topic]
    out = [word for each in requests for word in each.exclude]
    if said.english:
        yield from _english(marks, _parts(sides), _parts(out), said)
        return
    kept = _parts([*sides, *out])
    for word in (part for each in said.own.topic for part in words(each)):
        if not _is_talk(word) and not _kept(word, kept):
            yield word


def _english(marks: Marks, asked: Sequence[str], out: Sequence[str], said: Said) -> Iterator[str]:
    """Each listed word is where it was: asked for, or left out. Of the rest, one Greek word for each that is named."""
    cut = min((mark.place for mark in marks.of("exclude")), default=len(marks.parts))
    known = 0
    for line, greek in _listed():
        for place in range(len(marks.parts)):
            if any(stands((each,), marks.parts, place) for each in line):
                known += 1
                where = out if place > cut else asked
                if not any(stands(phrase, [frozenset({word})], 0) for word in where for phrase in greek):
                    yield marks_word(marks, place)
    if known + _runs(marks, said) > len({*asked, *out}):
        yield "ένα από τα θέματα"


def _runs(marks: Marks, said: Said) -> int:
    """How many topics of no list stand apart from one another: «street lighting and catering» are two."""
    untold = set(said.untold("")) - {each for line, _ in _listed() for each in line}
    untold -= {word for mark in marks.found for word in marks.parts[mark.place]}
    places = [place for place, ways in enumerate(marks.parts) if ways & untold]
    return sum(place - 1 not in places for place in places)


def marks_word(marks: Marks, place: int) -> str:
    return next(iter(marks.parts[place]))


def _parts(topic: Sequence[str]) -> list[str]:
    return [fold(part) for each in topic for part in words(each)]


def _listed() -> list[tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]]:
    return [(tuple(key.split("|")), greek) for key, greek in held()["topic"].items()]


def _is_talk(word: str) -> bool:
    return any(stands(phrase, [frozenset({fold(word)})], 0) for phrase in held()["talk"]["words"])


def _kept(word: str, kept: Sequence[str]) -> bool:
    """The word, another form, one of its root, or another name of it."""
    same = {stem(word), *(stem(part) for way in widen(word) for part in way)}
    root = fold(word)[:_ROOT]
    return any(stem(each) in same or (len(root) == _ROOT and each.startswith(root)) for each in kept)
