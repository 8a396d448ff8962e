"""What a message names outright: ΑΔΑs, ΑΦΜ, codes, amounts, periods, bodies. Each takes its words off the page."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from core.answer.reading import periods
from core.answer.reading.cues import Signs
from core.answer.reading.page import ARTICLES, Page, word_set
from core.domain import codes, identifiers
from core.domain.afm import find_afms
from core.domain.period import Period
from core.domain.request import AdaCandidate, OrganizationMention
from core.greek.names import NameMention, OrganizationIndex
from core.greek.numbers import AmountMention, find_amounts

_LINK = re.compile(r"(?:https?://|www\.)\S+|\b[\w.-]*diavgeia\.gov\.gr/\S+", re.IGNORECASE)
_FEMININE = word_set("η τησ τη την στη στην")
_AROUND_AMOUNT = word_set(
    "ανω κατω πανω απο περισσοτερο λιγοτερο τουλαχιστον περιπου μεταξυ αξια αξιασ ποσο ποσου ποσα υψουσ ευρω euro €"
    " ξεπερνουν ξεπερνα ξεπερασαν"
)
_AROUND_LIMIT = word_set("των του τα στα στισ τισ απο απ για ποσο ποσου")
_EURO = word_set("ευρω euro ευρο")
_AROUND_CODE = word_set("αφμ κωδικο κωδικοσ κα καε cpv αδαμ αδα adam ada afm kae αριθμο αριθμοσ αριθ αρ")
_CUE_WORDS = word_set("plain act stage type money sum count rank group alert turn versus ask average deed")
_SWITCH = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of one message, as slots."""

    adas: tuple[AdaCandidate, ...] = ()
    afm: str | None = None
    adam: str | None = None
    act_number: str | None = None
    kae: str | None = None
    cpv: str | None = None
    amount_min: Decimal | None = None
    amount_max: Decimal | None = None
    amount_above: bool = False
    amount_below: bool = False
    limit_euro: Decimal | None = None  # the legal limit that was named, never a limit on amounts
    period: Period | None = None
    years: tuple[int, ...] = ()
    periods: tuple[Period, ...] = ()  # each as it was said; `period` holds them all
    organizations: tuple[OrganizationMention, ...] = ()
    own_body: bool = False
    notes: tuple[str, ...] = ()

    @property
    def named_ada(self) -> bool:
        """An ΑΔΑ for sure: by its form, by the word before it, or by mixing letters and digits as no word does."""
        return any(each.certain or each.labelled or _is_code(each.ada) for each in self.adas)

    @property
    def any(self) -> bool:
        """Something was named that only a question about acts would name."""
        codes = (self.afm, self.adam, self.act_number, self.kae, self.cpv, self.amount_min, self.amount_max)
        return bool(self.adas or self.organizations or any(code is not None for code in codes))


def _is_code(ada: str) -> bool:
    return len(_SWITCH.findall(ada.partition("-")[0])) >= 2


def read(
    page: Page, signs: Signs, *, today: date, bodies: OrganizationIndex, registered: Callable[[str], bool]
) -> Facts:
    """Everything that is named, in an order in which no number is read twice."""
    adas = _adas(page, registered)
    named = _codes(page)
    when = periods.read(page, signs, today)
    amounts = _amounts(page, signs)
    organizations, own = _bodies(page, signs, bodies)
    return Facts(
        adas=adas, **named, **amounts, period=when.whole, years=when.years, periods=when.apart,
        organizations=organizations, own_body=own,
    )  # fmt: skip


def _adas(page: Page, registered: Callable[[str], bool]) -> tuple[AdaCandidate, ...]:
    found = tuple(identifiers.find_adas(page.text, registered=registered))
    for link in _LINK.finditer(page.text):
        page.take(page.inside(*link.span()), "link")
    for each in found:
        start = page.text.find(each.typed)
        if start >= 0 and (each.certain or each.labelled or _is_code(each.ada)):
            page.take_around(page.inside(start, start + len(each.typed)), frozenset({"αδα", "ada"}), "ada")
    return found


def _codes(page: Page) -> dict[str, Any]:
    """ΑΦΜ, ΑΔΑΜ, number of an act, CPV, ΚΑ/ΚΑΕ: the first of each."""
    finders = {
        "adam": codes.find_adams,
        "afm": find_afms,
        "cpv": codes.find_cpvs,
        "act_number": codes.find_act_numbers,
        "kae": codes.find_kaes,
    }
    named: dict[str, Any] = dict.fromkeys(finders)
    for name, find in finders.items():
        for each in find(page.text):
            places = page.inside(each.start, each.end)
            if len(places) and all(page.is_free(place) for place in places):
                named[name] = named[name] or each.value
                page.take_around(places, _AROUND_CODE, name)
    return named


def _counts_things(page: Page, signs: Signs, places: range) -> bool:
    """«πάνω από 10 αποφάσεις», «5 μεγαλύτερες»: a number of acts, not of euro."""
    after = places[-1] + 1
    counted = ("count.noun", "act.noun", "count.people", "rank.largest", "rank.newest", "group.payee_nouns")
    return any(after in each.places for cue in counted for each in signs.of(cue))


def _amounts(page: Page, signs: Signs) -> dict[str, Any]:
    """Least and most, whether each is itself outside, and what was doubtful."""
    found: dict[str, Any] = {}
    notes: list[str] = []
    for mention in _ranged(page, find_amounts(page.text)):
        places = page.inside(mention.start, mention.end)
        if len(places) and signs.any("limit.near") and _names_limit(page, places):
            found["limit_euro"] = mention.value
            page.take_around(places, _AROUND_AMOUNT | _AROUND_LIMIT, "amount")
            continue
        if not len(places) or any(page.taken.get(place) not in (None, "amount") for place in places):
            continue
        if not mention.euro and (mention.comparison is None or _counts_things(page, signs, places)):
            continue
        least, most = _limits(mention)
        if least is not None:
            found |= {"amount_min": least, "amount_above": mention.strict and most is None}
        if most is not None:
            found |= {"amount_max": most, "amount_below": mention.strict and least is None}
        notes += [f"ambiguous_amount:{mention.value}"] if mention.ambiguous else []
        page.take_around(places, _AROUND_AMOUNT, "amount")
        page.take(_and_beyond(page, places[-1] + 1), "amount")
    return found | {"notes": tuple(notes)}


def _names_limit(page: Page, places: range) -> bool:
    """«το όριο των 30.000»: an amount that says which limit."""
    before = places[0] - 1
    while page.word(before) in _AROUND_LIMIT:
        before -= 1
    return page.word(before).startswith(("ορι", "κατωφλ", "αναθεσ"))


def _and_beyond(page: Page, place: int) -> range:
    """«… και πάνω», «… ευρώ και κάτω»."""
    place += page.word(place) in _EURO
    said = page.word(place) in ("και", "κι") and page.word(place + 1) in ("πανω", "ανω", "κατω")
    return range(place, place + 2) if said else range(0)


def _ranged(page: Page, mentions: Sequence[AmountMention]) -> Sequence[AmountMention]:
    """«μεταξύ 10.000 και 20.000 ευρώ»: the least and the most."""
    if len(mentions) != 2:
        return mentions
    first, second = (page.inside(mention.start, mention.end) for mention in mentions)
    between = len(first) and len(second) and page.word(first[0] - 1) in ("μεταξυ", "αναμεσα")
    if not between or page.word(first[-1] + 1) != "και":
        return mentions
    return replace(mentions[0], comparison="min", strict=False), replace(mentions[1], comparison="max", strict=False)


def _limits(mention: AmountMention) -> tuple[Decimal | None, Decimal | None]:
    if mention.comparison == "min":
        return mention.value, None
    if mention.comparison == "max":
        return None, mention.value
    if mention.comparison == "about":
        return mention.value * Decimal("0.9"), mention.value * Decimal("1.1")
    return mention.value, mention.value


def _is_part_of_name(page: Page, signs: Signs, places: range) -> bool:
    """«πλατεία Κύπρου», «οδός Αθηνών»: a guess at a body here would hide every act that is meant."""
    before = places[0] - 1
    if page.word(places[0]) in ("αγιου", "αγιων") and page.word(before) in _FEMININE:  # «της Αγίου Νικολάου»: a street
        return True
    while page.word(before) in ARTICLES:
        before -= 1
    return any(before in each.places for each in signs.of("name.place"))


def _is_left_out(page: Page, places: range) -> bool:
    """«εκτός από τη Στυλίδα»: no body that is asked for; it stays for the words that are left out."""
    before = places[0] - 1
    while page.word(before) in ARTICLES or page.word(before) in ("απο", "απ"):
        before -= 1
    return page.word(before) in ("εκτοσ", "πλην", "χωρισ", "οχι")


def _is_kind(page: Page, found: NameMention, places: range) -> bool:
    """«ΚΑΠΗ», «ΚΔΑΠ»: so many bodies are called so that it is a topic; «η ΔΕΥΑ» is the one of the place."""
    return len(found.uids) > 1 and len(places) == 1 and not page.tokens[places[0]].greek.startswith("δευα")


def _is_plain_word(page: Page, signs: Signs, places: range) -> bool:
    """A cue word is no acronym («όχι», «δόθηκαν»), unless it stands in capitals among small letters."""
    typed = page.typed(places)
    if len(places) > 1 or (len(typed) > 2 and typed == typed.upper() and not page.all_capitals):
        return False
    return len(typed) < 3 or any(places[0] in each.places for each in signs.found if each.family in _CUE_WORDS)


def _mention(page: Page, bodies: OrganizationIndex, found: NameMention) -> OrganizationMention:
    labels = tuple(bodies.label(uid) or uid for uid in found.uids)
    return OrganizationMention(words=page.text[found.start : found.end], uids=found.uids, labels=labels)


def _bodies(page: Page, signs: Signs, bodies: OrganizationIndex) -> tuple[tuple[OrganizationMention, ...], bool]:
    mentions = []
    for found in bodies.find(page.text):
        places = page.inside(found.start, found.end)
        if any(not page.is_free(place) for place in places):
            continue
        guess = not found.certain and (_is_part_of_name(page, signs, places) or _is_kind(page, found, places))
        if guess or _is_plain_word(page, signs, places):
            continue
        if not _is_left_out(page, places):
            page.take(places, "body")
            mentions.append(_mention(page, bodies, found))
    own = [each.places for each in signs.of("name.own") if all(page.is_free(place) for place in each.places)]
    for places in own:
        page.take(places, "own")
    return tuple(dict.fromkeys(mentions)), bool(own)
