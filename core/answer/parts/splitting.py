"""One message with several wishes → its questions in order, each to be answered by itself. Rules alone, pure.

A message is cut only where every piece surely asks: what the rules read as one question stays one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.answer.intents.shares import OF_TURN
from core.answer.parts import cutting
from core.answer.parts.cutting import Piece
from core.answer.parts.inheriting import backwards, counts_any_act, filled, of_all_payees, of_any_stage
from core.answer.reading.page import Page
from core.domain.request import Grouping, Intent, Metric, Request, Scope

MOST = 4
Read = Callable[[str, tuple[str, ...]], Request]

_QUESTIONS = frozenset({Intent.AGGREGATE, Intent.RECORDS, Intent.COMPARE, Intent.ADASEARCH})
_ALERTS = frozenset({Intent.SUBSCRIBE, Intent.UNSUBSCRIBE})
_NEVER = frozenset(
    {
        *(Scope.LOADED_CLAIM, Scope.ABUSE, Scope.PASTED_TEXT, Scope.FABRICATION, Scope.SQL, Scope.SECRETS),
        Scope.INSTRUCTIONS,
    }
)
_IN_ONE = frozenset({Metric.SUM_AND_PAYEES, Metric.SUM_AND_COUNT})
_RANKED = frozenset({Metric.LARGEST, Metric.SMALLEST})
_ABOUT = ("topic", "exclude", "period", "organizations", "payee", "afm", "sides", "amount_min", "amount_max")
_MEASURED = ("stage", "metric", "group_by", "limit", "decision_types")
_THIN = 7  # words that may lean on what came before without saying «και»
_SAYS = 3  # words that a piece which the rules cannot read needs, to be told apart


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One of the questions: as it was typed, the texts that it leans on, and how it is read.

    `ended`: a sentence ended before it, so that what it says is not said of the question before.
    `doubtful`: what the one after it says may be said of it too.
    """

    text: str
    previous: tuple[str, ...]
    request: Request
    ended: bool = True
    doubtful: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Two to four questions, or one whose answer tells what else was asked («… και πόσο κόστισε;»).

    `more`: those beyond, as typed, which are not answered.
    """

    parts: tuple[Part, ...]
    more: tuple[str, ...] = ()


def split(text: str, read: Read, previous: tuple[str, ...] = ()) -> Parts | None:
    """None where the message is one question, or not surely several. `read(text, earlier texts)` takes one apart."""
    pieces = cutting.pieces(text)
    asking = _glued(pieces, read) if len(pieces) > 1 else []
    if len(asking) < 2:
        return None
    whole = read(text, previous)
    if whole.intent in (Intent.INJECTION, Intent.UNSUBSCRIBE) or whole.scope in _NEVER or whole.ask == "why":
        return None
    parts = _read(asking, read, previous)
    if len(parts) == 2 and _is_told_anyway(*parts):
        return Parts(parts=(_with_unsaid(*parts),))
    if len(parts) < 2 or not all(map(_stands, parts)) or _are_one(parts, whole):
        return None
    return Parts(parts=tuple(parts[:MOST]), more=tuple(part.text for part in parts[MOST:]))


def _glued(pieces: Sequence[Piece], read: Read) -> list[Piece]:
    """A piece that asks nothing goes with the one before it; the first one with what follows."""
    glued: list[Piece] = []
    waiting: Piece | None = None
    for piece in pieces:
        if not _asks(piece, read):
            if glued:
                glued[-1] = glued[-1].with_next(piece)
            else:
                waiting = waiting.with_next(piece) if waiting else piece
        else:
            glued.append(waiting.with_next(piece) if waiting else piece)
            waiting = None
    return glued


def _asks(piece: Piece, read: Read) -> bool:
    """It begins as a question does and says more than one word, or names an act; the first may ask further on."""
    page = Page.of(piece.text)
    if cutting.own_words(page) > 1 and cutting.begins_asking(page):
        return True
    if cutting.goes_on(piece) or cutting.asks_whether(piece):
        return True
    alone = read(cutting.alone(page), ())
    if alone.intent is Intent.ADASEARCH or alone.intent in _ALERTS:
        return True
    begins = piece.start == 0 and len(page.tokens) > 1 and any(map(cutting.asks, page.tokens))
    return begins and alone.sureness == 1.0


def _read(pieces: Sequence[Piece], read: Read, previous: tuple[str, ...]) -> list[Part]:
    parts: list[Part] = []
    for piece in pieces:
        if not parts:
            parts.append(Part(text=piece.text, previous=previous, request=read(piece.text, previous), ended=True))
            continue
        base = next((part for part in reversed(parts) if part.request.intent not in _ALERTS), parts[-1])
        part = _after(base, piece, read)
        if part is None:  # it speaks of the same act
            said = f"{base.text} {piece.text}"
            parts[parts.index(base)] = replace(base, text=said, request=read(said, base.previous))
        else:
            parts.append(part)
    for place in range(len(parts) - 1, 0, -1):
        if not parts[place].ended:
            before = parts[place - 1]
            made = backwards(before.request, parts[place].request)
            parts[place - 1] = replace(before, request=made or before.request, doubtful=made is None)
    return parts


def _after(base: Part, piece: Piece, read: Read) -> Part | None:
    """The piece as it is read after `base`; None where it says more of the act that `base` is about."""
    text, page = piece.text, Page.of(piece.text)
    alone = replace(read(cutting.alone(page), ()), text=text)
    part = Part(text=text, previous=(), request=alone, ended=piece.ended)
    if base.request.intent is Intent.ADASEARCH:
        whole = alone.intent in _QUESTIONS - {Intent.ADASEARCH} and _says_what(alone)
        return part if whole or alone.intent in (Intent.OUT_OF_SCOPE, *_ALERTS) else None
    if alone.intent is Intent.ADASEARCH or _is_private(base):
        return part
    joined, earlier = cutting.is_joined(page), (*base.previous, base.text)
    lacking = _is_ranked(base.request) and cutting.lacks_act(page)  # «… και ποιοι για φάρμακα;»
    if alone.intent is Intent.RECORDS and cutting.begins_asking(page) and _says_what(alone) and not lacking:
        made = alone
    else:
        leans = len(page.tokens) < _THIN and not joined and not alone.topic
        made = read(f"και {text}" if leans else text, earlier)
        joined = joined or leans
    made = filled(made, base.request, joined=joined)
    if alone.metric is Metric.SUM and cutting.asks_total(page):
        made = of_all_payees(made)
    return replace(part, previous=earlier, request=of_any_stage(made) if counts_any_act(alone) else made)


def _is_ranked(request: Request) -> bool:
    return request.group_by is Grouping.PAYEE or request.metric in _RANKED


def _says_what(request: Request) -> bool:
    about = (request.topic, request.period, request.payee, request.afm, request.cpv, request.kae)
    return any(about) or request.stage_named or bool(request.organizations)


def _stands(part: Part) -> bool:
    """It can be answered without an answer that is not given yet."""
    request = part.request
    if request.scope in _NEVER or request.intent in (Intent.INJECTION, Intent.SMALLTALK):
        return False
    if request.intent is Intent.ADASEARCH:
        return True
    if _points_back(request):
        return False
    if request.intent is Intent.UNCLEAR:
        return cutting.own_words(Page.of(part.text)) >= _SAYS
    return True


def _points_back(request: Request) -> bool:
    """It needs the answer that comes before it: its lines, its file, its share."""
    if request.items or OF_TURN in request.notes or request.ask not in (None, "why", "list"):
        return True
    said = (request.topic, request.exclude, request.metric, request.stage, request.decision_types, request.period)
    return request.intent is Intent.FOLLOWUP and not any(said)


def _is_private(part: Part) -> bool:
    return part.request.scope is Scope.PRIVATE_PERSON


def _hides_a_person(parts: Sequence[Part], whole: Request) -> bool:
    """A private person is asked about, and not in a piece that the others are free of."""
    private = [part for part in parts if _is_private(part)]
    others = [part for part in parts if not _is_private(part)]
    asked = whole.scope is Scope.PRIVATE_PERSON or bool(private)
    return asked and not (private and all(part.request.topic and not part.previous for part in others))


def _are_one(parts: Sequence[Part], whole: Request) -> bool:
    """What one plan answers by itself, or what says the same twice."""
    requests = [part.request for part in parts]
    if len(parts) == 2 and any(each.intent in _ALERTS for each in requests):
        return True
    if _hides_a_person(parts, whole):
        return True
    compared = any(each.intent is Intent.COMPARE for each in requests)
    if whole.intent is Intent.COMPARE and not compared and whole.metric is not Metric.COUNT:
        return True
    if any(part.doubtful for part in parts) or any(_is_undecided(before, after) for before, after in pairwise(parts)):
        return True
    return any(_is_same(before, after, whole) for before, after in pairwise(parts))


def _is_told_anyway(before: Part, after: Part) -> bool:
    """«ποια ήταν η μεγαλύτερη ανάθεση και πόσο κόστισε;»: each line of a ranking has its amount, and no total."""
    one, two = before.request, after.request
    ranked = one.intent is Intent.AGGREGATE and _is_ranked(one)
    page = Page.of(after.text)
    few = cutting.own_words(page) <= 2 and cutting.points_at_lines(page)
    same = all(getattr(one, name) == getattr(two, name) for name in _ABOUT)
    return ranked and few and same and two.metric is Metric.SUM and two.group_by in (None, one.group_by)


def _with_unsaid(before: Part, after: Part) -> Part:
    """Of another stage it is not told, and that is said."""
    one, two = before.request, after.request
    if not two.stage_named or two.stage is one.stage or not one.stage_named:
        return before
    note = f"ignored:{cutting.alone(Page.of(after.text))}"
    return replace(before, request=replace(one, notes=(*one.notes, note)))


def _is_undecided(before: Part, after: Part) -> bool:
    """«πόσα πληρώθηκαν το 2023 και πόσα το 2024 για καύσιμα»: the topic may be of both."""
    one, two = before.request, after.request
    told = not one.topic and bool(two.topic) and one.period is not None and two.period is not None
    return told and not after.ended and one.period != two.period


def _is_same(before: Part, after: Part, whole: Request) -> bool:
    one, two = before.request, after.request
    if two.intent in (Intent.UNCLEAR, Intent.OUT_OF_SCOPE, *_ALERTS) or Intent.ADASEARCH in (one.intent, two.intent):
        return False
    few = cutting.own_words(Page.of(after.text)) <= 2 or cutting.lacks_verb(Page.of(after.text))
    says = two.stage_named or two.status or two.decision_types
    if few and two.intent is Intent.RECORDS and not says:  # «… και τι αξίας;»
        return True
    if any(getattr(one, name) != getattr(two, name) for name in _ABOUT):
        return False
    if one.stage == two.stage and (whole.metric is Metric.SUM_AND_COUNT or (few and whole.metric in _IN_ONE)):
        return True
    return all(getattr(one, name) == getattr(two, name) for name in _MEASURED)
