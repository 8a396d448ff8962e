"""What a rewrite may say: only what the reader said. Everything else is refused, with the reason. Pure."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from core.answer.reading.page import ARTICLES
from core.answer.rereading.said import Said, numbers_of, periods_of, plain_number, table
from core.answer.rereading.turned import turned
from core.domain.organization import Organization
from core.domain.period import Period
from core.domain.request import Intent, Request
from core.errors import InvalidInput
from core.greek.accents import accented
from core.greek.fold import fold, words
from core.greek.lexemes import stem

MOST = 4
_LONGEST = 160
_ASKED = frozenset({Intent.AGGREGATE, Intent.RECORDS, Intent.COMPARE})
_FORBIDDEN = re.compile(r"https?:|www\.|[@<>{}\[\]⟦⟧]")
_KINDS = frozenset(map(stem, ("δημος", "δημου", "δευα", "περιφερεια", "επιχειρηση", "δημοτικη", "νομικο", "προσωπο")))
_LEFTOVER = ("ignored:", "unused:")
_SURE = 0.6


def check(
    questions: Sequence[str],
    requests: Sequence[Request],
    said: Said,
    bodies: dict[str, Organization],
    *,
    most: int = MOST,
) -> None:
    """Raises InvalidInput with what is wrong. `requests`: how rules read each question, by itself."""
    if not 1 <= len(questions) <= most:
        raise InvalidInput(f"Γράψε από μία έως {most} ερωτήσεις." if most > 1 else "Γράψε μία ερώτηση.")
    for question, request in zip(questions, requests, strict=True):
        _check_form(question, request)
        for number in _unused(question, request):
            raise InvalidInput(f"Το «{number}» δεν έχει θέση στην ερώτηση.", value=number)
        for word in _invented(question, request, said, bodies):
            raise InvalidInput(f"Το «{word}» δεν το γράφει ο χρήστης.", value=word)
    for lost in (*_lost(requests, questions, said), *turned(requests, said)):
        raise InvalidInput(f"Λείπει κάτι που γράφει ο χρήστης: {lost}.", value=lost)


def _check_form(question: str, request: Request) -> None:
    if len(question) > _LONGEST or not question.strip() or _FORBIDDEN.search(question) or "\n" in question:
        raise InvalidInput("Κάθε ερώτηση είναι μία σύντομη γραμμή με λέξεις.")
    known = request.intent in _ASKED and request.scope is None and request.sureness >= _SURE and not request.adas
    if not known or any(note.startswith(_LEFTOVER) for note in request.notes):
        raise InvalidInput(f"Η ερώτηση «{question}» δεν είναι σε μορφή που διαβάζεται.")


def _unused(question: str, request: Request) -> Iterator[str]:
    """A number that is no year, limit or code of the question is a statement: «το ποσό είναι 1 ευρώ»."""
    amounts = (request.amount_min, request.amount_max, request.limit_euro)
    slots = [f"{each:f}" for each in amounts if each is not None]
    slots += [str(each) for each in (*request.years, request.limit, request.afm, request.kae, request.cpv) if each]
    slots += [word for period in periods_of(request) for word in words(period.words)]
    slots += [digits for each in periods_of(request) for digits in _days(each)]
    used = {number for slot in slots for number in (plain_number(slot, point="."), *numbers_of(slot))}
    topics = {number for word in _topics(request) for number in numbers_of(word)}
    yield from sorted(numbers_of(question) - used - topics)


def _days(period: Period) -> Iterator[str]:
    for day in (period.since, period.last_day):
        if day is not None:
            yield from (str(day.year), str(day.month), str(day.day))


def _invented(question: str, request: Request, said: Said, bodies: dict[str, Organization]) -> Iterator[str]:
    yield from sorted(numbers_of(question) - said.numbers)
    yield from (word for word in words(question) if word in _relative() and not said.names(word))
    for period in periods_of(request):
        if not said.tells(period):
            yield from (word for word in words(period.words) if not _is_timely(word, said))
    yield from _bodies(request, said, bodies)
    payee = words(request.payee or "")
    yield from (word for word in payee if not said.names(word))
    yield from (word for word in _topics(request) if not _is_topical(word, said))
    yield from _capitals(question, said, {word for period in periods_of(request) for word in words(period.words)})


def _is_timely(word: str, said: Said) -> bool:
    """A word of time that was said; a year stands among the numbers, which are held by themselves."""
    return word.isdigit() or word in _plain() or said.names(word)


def _bodies(request: Request, said: Said, bodies: dict[str, Organization]) -> Iterator[str]:
    known = {uid for each in said.requests for mention in each.organizations for uid in mention.uids}
    for mention in request.organizations:
        if mention.uids and set(mention.uids) <= known:
            continue
        named = [words(mention.words), *(words(bodies[uid].label) for uid in mention.uids if uid in bodies)]
        own = [word for word in named[0] if stem(word) not in _KINDS and word not in ARTICLES]
        if not own or not all(map(said.names, own)):
            yield mention.words


def _topics(request: Request) -> Iterator[str]:
    for topic in (request.topic, request.exclude, *request.sides.topics):
        for word in topic:
            yield from words(word)


def _is_topical(word: str, said: Said) -> bool:
    """The reader's own word; of an English message any word that Greek has, for it had to be translated."""
    return said.holds(word) or (said.english and len(word) > 2 and accented(word) is not None)


def _capitals(question: str, said: Said, timed: set[str]) -> Iterator[str]:
    """A name in the middle of a question: of a month, of a body of its kind, or as the reader wrote it."""
    for typed in re.findall(r"(?<=\s)[^\W\d_][\w.]*", question):
        word = fold(typed)
        if not typed[0].isupper() or word in timed or stem(word) in _KINDS:
            continue
        if not said.names(word):
            yield typed


def _lost(requests: Sequence[Request], questions: Sequence[str], said: Said) -> Iterator[str]:
    """What the message itself says, and no question does any more."""
    own = said.own
    told = {number for question in questions for number in numbers_of(question)}
    told |= {str(year) for each in requests for year in each.years}
    yield from sorted(number for number in said.own_numbers - told if not _is_year_of(number, own))
    if own.period is not None and not any(periods_of(each) for each in requests):
        yield own.period.words
    named = {uid for each in requests for mention in each.organizations for uid in mention.uids}
    yield from (each.words for each in own.organizations if each.uids and not named & set(each.uids))
    yield from _lost_topic(requests, questions, said)
    if own.exclude and not any(each.exclude for each in requests):
        yield " ".join(own.exclude)
    if own.direct_only and not any(each.direct_only for each in requests):
        yield "απευθείας"
    if own.stage_named and own.stage and own.stage not in {each.stage for each in requests}:
        yield f"το στάδιο ({own.stage.value})"


def _lost_topic(requests: Sequence[Request], questions: Sequence[str], said: Said) -> Iterator[str]:
    """Nothing may be answered of everything where something was named: one word of the topic at least is kept."""
    topics = {stem(word) for request in requests for word in _topics(request)}
    named = said.own.topic if not said.english else said.untold(" ".join(questions))
    if named and not (topics if said.english else topics & {stem(part) for each in named for part in words(each)}):
        yield " ".join(named)


def _is_year_of(number: str, own: Request) -> bool:
    """«το 24», read as 2024, is told as the year."""
    return any(str(year).endswith(number) for year in own.years) and len(number) < 4


@cache
def _plain() -> frozenset[str]:
    return frozenset(word for line in table()["plain"]["words"] for word in words(line)) | ARTICLES


@cache
def _relative() -> frozenset[str]:
    """Words of time that name a year or a day by themselves: «πέρσι», «φέτος», «χθες»."""
    return frozenset(words(" ".join(table()["relative"]["words"])))
