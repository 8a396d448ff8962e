"""Where a message may fall apart: after a question mark or a full stop, and before «και» with a question of its own."""

import re
from dataclasses import dataclass

from core.answer.reading.page import ARTICLES, Page, Token, word_set
from core.greek.phonetic import sound

_ENDS = re.compile(r"[;?!]|[.·…](?=\s)")
_LINES = re.compile(r"(?<![;?!.,:·…\s])\s*\n+\s*")
_ADA = re.compile(r"[Α-ΩA-Z0-9]{4,10}-[Α-ΩA-Z0-9]{3}(?!\w)")
_ASKING = word_set(
    "ποιοσ ποια ποιο ποιοι ποιεσ ποιουσ ποιον ποιων ποιου ποιασ ποιαν ποσα ποσο ποσεσ ποσοι ποση ποσουσ ποσων ποσοσ"
    " τι γιατι"
)
_ORDERING = word_set(
    "δειξε δειξτε δειξετε βρεσ βρειτε φερε φερτε συγκρινε συγκρινετε πεσ πειτε δωσε δωστε στειλε στειλτε γραψε γραψτε"
    " υπολογισε υπολογιστε μετρησε μετρηστε ενημερωνε ενημερωσε ενημερωστε ειδοποιησε ειδοποιηστε ειδοποιειτε"
    " κατεταξε ταξινομησε εξηγησε εξηγηστε ψαξε ψαξτε"
)
_ACCENTED = frozenset({"πού", "πότε", "πώς", "Πού", "Πότε", "Πώς"})
_BEFORE = word_set("σε για απο με προσ κατα στ gia apo me pros")
_WHETHER = word_set("υπαρχει υπαρχουν εγινε εγιναν εχει εχουν μηπωσ")
_AND = word_set("και κι kai ke επισησ ακομα ακομη episis")
_BARE = word_set("ποιοσ ποια ποιο ποιοι ποιεσ ποιουσ ποιον ποιαν poios poia poio poioi poies pious poious poion")
_OF_LINES = word_set(
    "κοστισε κοστισαν κοστιζει κοστιζουν στοιχισε στοιχισαν στοιχιζει στοιχιζουν πηρε πηραν ελαβε ελαβαν εισεπραξε"
    " εισεπραξαν πληρωθηκε ηταν kostise kostisan stoixise stoixisan pire piran elave elavan plirothike itan"
)
_OF_ALL = re.compile(r"συνολ(?:ο|ικα|ικο)|(?:πληρω|ανατε|δο|δαπανη)θηκαν|ξοδευτηκαν")
_OF_ACT = ARTICLES | word_set("αδα αποφαση πραξη αναθεση πληρωμη")
# Without one of these a message is one question: most are, and need not be taken apart for that.
_JOINED = re.compile(
    r"[;?!.,·…]\s*\S|\n|\b(?:κα[ιί]|κι|επίσης|επισης|ακόμ[αη]|ακομ[αη]|kai|ke|episis)\b", re.IGNORECASE
)
_FEW, _LACKING = 6, 3
# In Latin letters by ear; «ti» may be «τη», so that it begins no question there.
_BY_EAR = frozenset(sound(word) for word in (_ASKING | _ORDERING) - {"τι"})


def asks(token: Token) -> bool:
    """A word that a question or an order begins with."""
    if token.latin:
        return any(sound(reading) in _BY_EAR for reading in token.readings)
    return token.word in _ASKING or token.word in _ORDERING or token.typed in _ACCENTED


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Words [start, end) of the message; `ended`: a question or a sentence ended before it."""

    start: int
    end: int
    ended: bool
    page: Page

    @property
    def text(self) -> str:
        return self.page.typed(range(self.start, self.end))

    def with_next(self, other: "Piece") -> "Piece":
        return Piece(start=self.start, end=other.end, ended=self.ended, page=self.page)


def pieces(text: str) -> list[Piece]:
    """The text cut wherever a further question may begin; «και» belongs to what follows it. None where none may."""
    if not _JOINED.search(text):
        return []
    page = Page.of(_LINES.sub("; ", text))  # a line of its own ends what stands before it
    starts = [0, *(place for place in range(1, len(page.tokens)) if _may_begin(page, place))]
    ends = [*starts[1:], len(page.tokens)]
    return [
        Piece(start=start, end=end, ended=_has_ended(page, start), page=page)
        for start, end in zip(starts, ends, strict=True)
        if end > start
    ]


def _has_ended(page: Page, place: int) -> bool:
    return bool(_ENDS.search(page.between(place - 1)))


def goes_on(piece: Piece) -> bool:
    """«… το 2024; και το 2023;»: a few words after a question, in its place."""
    said = Page.of(piece.text)
    asked = any(mark in piece.page.between(piece.start - 1) for mark in ";?")
    return asked and is_joined(said) and not begins_asking(said) and 1 <= own_words(said) <= _FEW


def asks_whether(piece: Piece) -> bool:
    """«… το 2025; Υπάρχει κάποια ανάκληση;»: a sentence of its own that begins with its verb."""
    said = Page.of(piece.text)
    return piece.ended and own_words(said) > 1 and said.word(_after_and(said, 0)) in _WHETHER


def _may_begin(page: Page, place: int) -> bool:
    if page.word(place) == "τι" and page.word(place - 1) == "ο":  # «ό,τι»
        return False
    if _has_ended(page, place):
        return True
    if page.word(place) in _AND:
        after = _after_and(page, place)
        return _asks_from(page, after) or _names_act(page, after)
    return "," in page.between(place - 1) and _asks_from(page, place)


def _after_and(page: Page, place: int) -> int:
    while page.word(place) in _AND:
        place += 1
    return place


def _asks_from(page: Page, place: int) -> bool:
    """«ποιος …», «σε ποιους …», «δείξε …»."""
    places = (place, place + 1) if page.word(place) in _BEFORE else (place,)
    return any(each < len(page.tokens) and asks(page.tokens[each]) for each in places)


def _names_act(page: Page, place: int) -> bool:
    """«… και η 6Ρ2ΛΩΗΡ-ΧΞ9», «… και την απόφαση …»."""
    while page.word(place) in _OF_ACT:
        place += 1
    return place < len(page.tokens) and bool(_ADA.match(page.text, page.tokens[place].start))


def begins_asking(page: Page) -> bool:
    """As a question or an order does, whatever joins it to what came before."""
    return _asks_from(page, _after_and(page, 0))


def lacks_verb(page: Page) -> bool:
    """«σε ποιους (κυρίως)»: what came before has its verb."""
    return page.word(_after_and(page, 0)) in _BEFORE and own_words(page) <= _LACKING


def lacks_act(page: Page) -> bool:
    """«ποιοι για φάρμακα»: what came before says what is asked of them."""
    start = _after_and(page, 0)
    return page.word(start) in _BARE and page.word(start + 1) in _BEFORE


def points_at_lines(page: Page) -> bool:
    """«πόσο κόστισε», «πόσα πήρε»: of what was just named, where «πόσα πληρώθηκαν» is of all."""
    return any(page.word(place) in _OF_LINES for place in range(len(page.tokens)))


def asks_total(page: Page) -> bool:
    """«πόσα πληρώθηκαν», «πόσα συνολικά», «πόσα πληρώθηκαν για καύσιμα»: of all, whoever was named before."""
    told = _OF_ALL.fullmatch(page.word(_after_and(page, 0) + 1))
    return bool(told) and not points_at_lines(page)


def own_words(page: Page) -> int:
    """How many words there are besides those that join it to what came before."""
    return len(page.tokens) - _after_and(page, 0)


def is_joined(page: Page) -> bool:
    return page.word(0) in _AND


def alone(page: Page) -> str:
    """The text without what joins it to what came before."""
    return page.typed(range(_after_and(page, 0), len(page.tokens)))
