"""The topic: what is left when everything else was read, in order; and what the reader wants left out of it."""

import re
from dataclasses import dataclass

from core.answer.reading import joints
from core.answer.reading.cues import Signs
from core.answer.reading.page import Page, Token, word_set
from core.domain.request import Joint
from core.greek.accents import accented
from core.greek.fold import fold
from core.greek.lexemes import acronyms, stem

_EXCLUDING = word_set("εκτοσ χωρισ πλην εξαιρωντασ εξαιρεσε αφαιρεσε διχωσ εξαιρουμενων εξαιρουμενησ βγαλε αφησε")
_NOT = word_set("οχι oxi")
_BEFORE = ("talk.thanks", "talk.greeting", "alert.stopword")
_BUT = word_set("αλλα ομωσ και μα")
_ENDS = word_set("για που στο στη στην στον στα στισ στουσ απο μεχρι εωσ αλλα οταν ανα")
# «εκτός έδρας» is a topic: what may follow «εκτός» without leaving anything out.
_OUTSIDE = word_set(
    "εδρασ σχεδιου λειτουργιασ οριων οικισμου οικισμων ωραριου ωρων χρησησ κυκλοφοριασ πολησ πολεωσ ελλαδασ χωρασ"
    " προγραμματοσ εργασιασ υπηρεσιασ συναγωνισμου ημερησιασ προϋπολογισμου προυπολογισμου διαγωνισμου"
)
_ABOUT = word_set("για gia περι")
_VOWELS = re.compile("[αεηιουω]")
# Pairs of consonants that no Greek word has side by side.
_UNHEARD = re.compile(
    r"κξ|ξκ|νκξ|ξξ|ψψ|ξψ|ψξ|ξ[βγδζθλμνπρσφχ]|ψ[βγδζθκλμνπρσφχ]|[βδζθφχ]ξ|[βγδζθκπφχξψτ]ψ|ζ[βγδζθκλμνξπρστφχψ]|δφ|φδ|φβ|βφ|"
    r"χδ|δχ|θδ|δθ|θβ|βθ|δβ|κφ|πδ|τκ|κγ|[^ε]κθ|ςτρ|φγ|γφ|φκ|κχ|χκ"
)
_VERB = re.compile("(?<=[α-ω]{3})(?:ησε|ωσε|εψε|αξε|ησαν|ωσαν|εψαν|αξαν|θηκε|θηκαν|τηκε|τηκαν|ουμε|ησαμε|ωσαμε)$")
_CLUSTER = re.compile("[βγδζθκλμνξπρστφχψ]{3,}")
_STUCK = re.compile(r"(.)\1{3,}")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """`parts` are the words of the topic with their places on the page; `unused`: verbs that no subject would hold;
    `ignored`: courtesy, opinion, who asks and why; `hollow`: words of the question itself, beside no topic."""

    parts: tuple[tuple[int, str], ...] = ()
    exclude: tuple[str, ...] = ()
    joints: tuple[Joint, ...] = ()
    ignored: tuple[str, ...] = ()
    hollow: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    mash: bool = False
    code_like: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for _, word in self.parts))

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(place for place, _ in self.parts)

    def without(self, places: set[int]) -> tuple[str, ...]:
        """The words that do not stand at these places."""
        return tuple(dict.fromkeys(word for place, word in self.parts if place not in places))


def read(page: Page, signs: Signs) -> Topic:
    """Excluded words first; then verbs that name a deed become its noun; the rest is the topic."""
    left_out = _excluded(page, signs)
    ignored = _asides(page, signs)
    for each in signs.of("abuse.strong"):
        page.take(each.places, "abuse")
    for each in signs.found:
        if each.cue == "plain.last" and each.places.stop < len(page.tokens):
            continue  # «πίνακας» is how to show it only at the end
        if each.family in ("plain", "act", "name") and each.cue not in _KEPT:
            page.take(range(each.places.start, each.places.stop), "plain")
    deeds = {place: each.name for each in signs.family("deed") for place in each.places}
    free = [place for place in page.free() if _says_something(page.tokens[place])]
    talk = {place for each in signs.family("turn") for place in each.places}
    verbs = [place for place in free if place not in deeds and _VERB.search(page.tokens[place].greek)]
    unused = verbs if len(free) > 1 else []
    free = [place for place in free if place not in unused]
    hollow = free if _are_hollow(page, signs, free) else []
    free = [] if hollow else free
    parts = tuple((place, _as_noun(page.tokens[place], deeds.get(place))) for place in free)
    return Topic(
        parts=parts,
        exclude=tuple(dict.fromkeys(word for _, word in left_out)),
        joints=(*joints.read(page, parts), *joints.read(page, left_out, inside="exclude")),
        ignored=ignored,
        hollow=tuple(page.tokens[place].typed for place in hollow),
        unused=tuple(page.tokens[place].typed for place in unused if place not in talk),
        mash=bool(free) and all(is_mash(page.tokens[place]) or _on_rows(signs, place) for place in free),
        code_like=_is_code_like(page),
    )


_KEPT = frozenset({"name.place", "name.official", "name.person", "name.company"})


def _are_hollow(page: Page, signs: Signs, places: list[int]) -> bool:
    """What follows «για» is meant as a topic: «αποφάσεις για αύξηση»."""
    said = {place for each in signs.of("hollow.word") for place in each.places}
    named = any(page.word(place - 1) in _ABOUT for place in places)
    return bool(places) and said.issuperset(places) and not named


def _on_rows(signs: Signs, place: int) -> bool:
    return any(place in each.places for each in signs.of("mash.rows"))


def _as_noun(token: Token, deed: str | None) -> str:
    """As typed, but a verb as the noun of its deed."""
    return token.typed if deed is None or stem(token.word) == stem(fold(deed)) else deed


def _says_something(token: Token) -> bool:
    return len(token.word) > 1 or token.word.isdigit()


def _asides(page: Page, signs: Signs) -> tuple[str, ...]:
    """Stretches that carry no topic, as typed: «ρε παιδιά», «είμαι δημοσιογράφος», «είναι ντροπή»."""
    told = [each.places for each in signs.family("aside") if all(map(page.is_free, each.places))]
    courtesy = _opening(page, signs)
    for places in (*told, *courtesy):
        page.take(places, "aside")
    kept = [places for places in courtesy if not any(places == each.places for each in signs.of("talk.greeting"))]
    return tuple(dict.fromkeys(page.typed(places) for places in sorted((*kept, *told), key=lambda each: each.start)))


def _opening(page: Page, signs: Signs) -> list[range]:
    """«Τέλεια, ωραία. Πες μου …», «Σταμάτα. Πόσα …»: courtesy or «stop» before the question, cut off from it."""
    words = {each.places for cue in _BEFORE for each in signs.of(cue)}
    openings: list[range] = []
    start = 0
    while found := max((each for each in words if each.start == start), key=len, default=None):
        start = found.stop
        openings.append(found)
    cut_off = openings and start < len(page.tokens) and page.breaks_after(start - 1)
    return [each for each in openings if all(map(page.is_free, each))] if cut_off else []


def _excluded(page: Page, signs: Signs) -> tuple[tuple[int, str], ...]:
    for place in list(page.free()):
        first = _after_negation(page, place)
        if first is None:
            continue
        last = first
        while last < len(page.tokens) and _goes_on(page, signs, place, first, last):
            last += 1
        words = tuple(
            (each, page.tokens[each].typed)
            for each in range(first, last)
            if not any(each in found.places for found in signs.found if found.family in ("plain", "act"))
        )
        if words:
            page.take(range(place, last), "exclude")
            return words
    return ()


def _after_negation(page: Page, place: int) -> int | None:
    """Where the excluded words begin, when a word here excludes: «εκτός από …», «αλλά όχι …», «χωρίς …»."""
    word, after = page.word(place), page.word(place + 1)
    if word == "θελω" and page.word(place - 1) in ("δεν", "δε"):
        return place + 1
    if word in _NOT and (page.word(place - 1) in _BUT or "," in page.between(place - 1)):
        return place + 1
    if word not in _EXCLUDING or not after:
        return None
    if word in ("εκτοσ", "πλην") and after in _OUTSIDE:
        return None
    if word in ("βγαλε", "αφησε"):
        return place + 2 if after in ("εξω", "εκτοσ") else None
    return place + 1


def _goes_on(page: Page, signs: Signs, start: int, first: int, place: int) -> bool:
    if not page.is_free(place) or (place > first and page.breaks_after(place - 1)):
        return False
    if place > first and page.word(place) in _ENDS:
        return page.word(place - 1) in ("εκτοσ", "πλην") and page.word(place) == "απο"
    return True


def is_mash(token: Token) -> bool:
    """Letters that make no word: none that can be said, or consonants that never meet."""
    word = token.greek
    if token.latin and not token.readings:  # a word of another language
        return False
    if _DIGIT.search(word) or len(word) < 4 or token.typed == token.typed.upper():
        return False
    if accented(word) is not None or word in acronyms():
        return False
    if not _VOWELS.search(word) or _STUCK.search(word):
        return True
    return bool(_UNHEARD.search(word) and _CLUSTER.search(word))


def _is_code_like(page: Page) -> bool:
    """«καύσιμα-2024» and nothing else: looks like a code, says a topic and a year."""
    bare = page.text.strip(" ;.?!")
    return bool(re.fullmatch(r"[^\W\d_]\w*[-‐‑–—_]\d+", bare)) and len(page.tokens) == 2
