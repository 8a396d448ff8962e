"""Who is meant by a company's name: spellings, parts, slips and Greeklish, against every name that our acts give."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rapidfuzz.distance import OSA

from core.answer.bodies import over_all
from core.answer.compose import refusals
from core.domain.answer import Answer, Outcome
from core.domain.payee_classes import Party
from core.domain.request import Grouping, Intent, Metric, Request, Scope
from core.greek.fold import fold, words
from core.greek.greeklish import candidates, readings
from core.greek.lexemes import stem
from core.greek.names import company_key, has_legal_form
from core.greek.persons import holds_person
from core.greek.phonetic import sound
from core.store import payees
from core.store.pool import Db

_NEAREST = 200
_ACRONYM = 7  # letters
_MOST_BEFORE = 4  # words of a topic tried as the beginning of a name
_SAME, _PART, _SLIP, _TWO_SLIPS = 0.97, 0.93, 0.9, 0.85
_LONG, _LONGER = 5, 9  # sounds long enough for one slip, for two
_FORMS = frozenset("αε οε εε επε ικε μικε ατε αβεε ατεβε αεβε αβετε".split())  # noqa: SIM905
_PARTNERS = frozenset({"σια", "αφοι", "υιοι", "υιοσ"})  # several persons under one name are no private person
_LATIN_FORMS = {"ae": "αε", "oe": "οε", "ee": "εε", "epe": "επε", "ike": "ικε", "ate": "ατε"}
_BODIES = re.compile("δημ(?:ο|οι|ουσ|ων|οσ)$|φορε(?:α|εισ|ων)$")  # «από όλους τους δήμους»: whose acts, no topic
_ARTICLE = r"(?:ο |η |οι )?"
# The words of a topic that are somebody's name: who got something, whom it was given to.
_GOT = re.compile(
    rf"\b(?:πηρ(?:ε|αν)|παιρν\w+|εχει παρει|πληρωθηκ\w+|εισπραξ\w+|αν[εα]λαβ\w+|εχει αναλαβει|συνεργαζ\w+ με) "
    rf"{_ARTICLE}"
)
_PASSED = re.compile(r"\b(?:εγκριθηκ|ανατεθηκ|πληρωθηκ|δοθηκ|καταβληθηκ)\w* στ(?:η|ην|ο|ον) ")  # to an acronym alone
_GIVEN = re.compile(r"\b(?:πληρωσ|εδωσ|δωσ|πληρων|δινει|ανεθεσ)\w*(?: ο δημοσ| ο φορεασ)? στ(?:η|ην|ο|ον|ουσ|ισ|α) ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """The request with its payee as acts call it, and what was read differently; or the `answer` that asks or refuses.

    `party`: whom the question is about; None when it names nobody.
    """

    request: Request
    party: Party | None = None
    parties: tuple[Party, ...] = ()  # several, side by side
    corrections: tuple[tuple[str, str], ...] = ()
    answer: Answer | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fit:
    party: Party
    name: str
    score: float
    whole: bool
    same_form: bool


async def resolve(db: Db, request: Request) -> Named:
    """The payee that a question names, by ΑΦΜ or by name; words of a topic count when they stand where a name does."""
    if request.intent is Intent.ADASEARCH:
        return Named(request=request)
    if over_all(request):
        request = replace(request, topic=tuple(word for word in request.topic if not _BODIES.match(fold(word))))
    if request.afm:
        return await _by_afm(db, request, request.afm)
    if request.payee:
        return await _by_name(db, request, request.payee)
    for typed, topic in _inside_topic(request):
        found = await _by_name(db, replace(request, payee=typed, topic=topic), typed)
        if found.answer is None or found.answer.outcome is not Outcome.NOT_IN_DATA:
            return found
    return Named(request=request)


async def _by_afm(db: Db, request: Request, afm: str) -> Named:
    held = await payees.parties_of(db, keys=[afm])
    party = held[0] if held else Party(key=afm, afm=afm)
    if party.private:
        return Named(request=request, answer=_private(request))
    return Named(request=replace(request, payee=party.name), party=party)


def _private(request: Request) -> Answer:
    return refusals.refuse(replace(request, scope=Scope.PRIVATE_PERSON, payee=None, afm=None), ())


def _inside_topic(request: Request) -> list[tuple[str, tuple[str, ...]]]:
    """Names that the words of a topic may be, the longest first, each with the words that are left.

    «αφοι παπαδοπουλοι οε», «πόσα πήρε η ΔΕΗ»: what ends in a legal form, or stands where a payee would.
    """
    topic = request.topic
    if not topic or request.group_by is Grouping.PAYEE:
        return []
    if len(topic) > 1 and fold(topic[-1]) in _FORMS | _LATIN_FORMS.keys():
        return [(" ".join(topic[at:]), topic[:at]) for at in range(min(len(topic) - 1, _MOST_BEFORE))]
    rest: tuple[str, ...] = ()
    if request.metric is Metric.SHARE and request.sides.topics:  # «ποσοστό των αναθέσεων για καύσιμα πήρε η Χ»
        topic, rest = request.sides.topics
    text, first = " ".join(words(request.text)), " ".join(words(topic[0]))
    patterns = (_GOT, _GIVEN, _PASSED) if topic[0].isupper() and len(topic[0]) <= _ACRONYM else (_GOT, _GIVEN)
    told = any(text[found.end() :].startswith(first) for pattern in patterns for found in pattern.finditer(text))
    return [(" ".join(topic), rest)] if first and told else []


async def _by_name(db: Db, request: Request, typed: str) -> Named:
    """Private persons are not looked for: whoever is one gets the same answer, held or not."""
    if holds_person(typed) and not has_legal_form(typed) and _PARTNERS.isdisjoint(words(typed)):
        return Named(request=request, answer=_private(request))
    spoken = _spoken(typed)
    fits = [_fit(party, spoken, typed) for party in await payees.alike(db, names=spoken, limit=_NEAREST)]
    found = sorted((fit for fit in fits if fit), key=lambda fit: (-fit.score, not fit.whole, fit.name))
    exact = [fit for fit in found if fit.whole and fit.score >= _SAME]
    if any(fit.party.private for fit in exact) and all(fit.party.private for fit in exact):
        return Named(request=request, answer=_private(request))
    companies = [fit for fit in found if not fit.party.private]
    chosen = _chosen(companies)
    if chosen is not None:
        return _named(request, typed, chosen)
    if not companies:
        return Named(request=request, answer=refusals.payee_not_found(request, typed))
    return Named(request=request, answer=refusals.which_payee(request, typed, [fit.party for fit in companies]))


def _chosen(found: Sequence[_Fit]) -> _Fit | None:
    """The only one that fits, or the only one that fits whole, its legal form too."""
    whole = [fit for fit in found if fit.whole and fit.score >= _SAME]
    for group in ([fit for fit in whole if fit.same_form], whole, found):
        if len(group) == 1:
            return group[0]
        if group:
            return None
    return None


def _named(request: Request, typed: str, fit: _Fit) -> Named:
    name = fit.party.name or fit.name
    same = company_key(typed) == company_key(fit.name) and fit.same_form and fit.name == name
    told = () if same else ((typed, name),)
    return Named(request=replace(request, payee=name, afm=fit.party.afm), party=fit.party, corrections=told)


def _spoken(typed: str) -> list[str]:
    """The name as keys: as typed, and by its readings when it is in Latin letters."""
    return list(dict.fromkeys(key for text in (typed, *candidates(typed)) if (key := company_key(text))))


def _forms(name: str) -> frozenset[str]:
    folded = words(name.replace(".", ""))
    return frozenset(_LATIN_FORMS.get(word, word) for word in folded) & _FORMS


def _fit(party: Party, spoken: Sequence[str], typed: str) -> _Fit | None:
    """The name of a payee that fits best, if every word that was typed is in one."""
    wanted = _forms(typed)
    fits = []
    for name in party.names:
        own = tuple(word for word in company_key(name).split() if word not in _LATIN_FORMS)
        for key in spoken:
            typed_words = tuple(word for word in key.split() if word not in _LATIN_FORMS)
            score, hit = _match(typed_words or tuple(key.split()), own)
            forms = _forms(name)
            same = not wanted or not forms or bool(wanted & forms)
            if score:
                fits.append(_Fit(party=party, name=name, score=score, whole=hit == len(own), same_form=same))
    return max(fits, key=lambda fit: (fit.score, fit.whole, fit.same_form), default=None)


@lru_cache(maxsize=50_000)
def _match(typed: tuple[str, ...], own: tuple[str, ...]) -> tuple[float, int]:
    """How well the typed words fit and how many words of the name they cover; (0, 0) when one of them does not."""
    total, hit = 0.0, set()
    for word in typed:
        best, place = max(((_word_fit(word, other), -at) for at, other in enumerate(own)), default=(0.0, 0))
        if not best:
            return 0.0, 0
        total += best
        hit.add(place)
    return total / len(typed), len(hit)


def _word_fit(typed: str, own: str) -> float:
    if typed == own:
        return 1.0
    if own.isascii() and not typed.isascii():
        own = readings(own)[0]
    first, second = sound(typed), sound(own)
    if first == second or stem(typed) == stem(own):
        return _SAME
    if len(typed) >= _LONG - 1 and own.startswith(typed):
        return _PART
    slips = int(OSA.distance(first, second)) if first[:1] == second[:1] else _LONGER
    short = min(len(first), len(second))
    if slips == 1 and short >= _LONG:
        return _SLIP
    return _TWO_SLIPS if slips <= 2 and short >= _LONGER else 0.0
