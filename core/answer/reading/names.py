"""Who is named besides the bodies: a company, a person, a unit of the body that signs or writes."""

import re
from dataclasses import dataclass

from core.answer.reading.cues import Signs
from core.answer.reading.page import Page, word_set
from core.greek.accents import accented
from core.greek.names import has_legal_form
from core.greek.persons import holds_person

_QUOTED = re.compile(r"[«\"“]([^«»\"“”]{2,80})[»\"”]")
_INITIALS = re.compile(r"(?<![^\W_.])[^\W\d_]{1,2}\.\s?[^\W\d_]{1,2}\.(?![^\W_])")
# Legal forms as folded words; «εε» and «οε» in small letters are also what people say while they think.
_FORMS = word_set("αε επε ικε οε εε ατε αβεε αεβε αξτε αβε μικε αεε ασε αεγα")
_SAID = frozenset({"εε", "οε", "αε"})
_NAME_WORDS = 5
# Surnames by their endings, in the cases in which they are asked for; long enough not to be a common noun.
_SURNAME = re.compile(
    r"(?:οπουλ(?:οσ|ου|ο)|ογλου|ιαδη[σ]?|ιδη[σ]?|αδη[σ]?|ακη[σ]?|ουδη[σ]?|ουλη[σ]?|ελλη[σ]?|εασ|ατοσ|ακοσ|ακου|αιοσ|ιατησ?)$"
)
_MASCULINE = word_set("ο του τον στον κ κοσ κου κυριο κυριου κυριοσ")
_FEMININE = word_set("η τησ τη την στη στην κα κασ κυρια κυριασ")
_NOT_SURNAMES = word_set(
    "φυλακη πρακτικη ενιαιοσ τελευταιοσ αναγκαιοσ ωραιοσ σπουδαιοσ γενναιοσ βεβαιοσ αρχαιοσ φορεασ γραμματεασ ιερεασ"
)
_UNIT_HEADS = re.compile(
    r"(?:υπηρεσια|υπηρεσιασ|διευθυνση|διευθυνσησ|τμημα|τμηματοσ|επιτροπη|επιτροπησ|συμβουλιο|συμβουλιου)$"
)
_UNIT_FIRST = re.compile(
    r"(?:τεχνικη|οικονομικη|δημοτικη|διοικητικη|κοινωνικη|ταμειακη|νομικη|εκτελεστικη|δημοτικο|κοινοτικο|διοικητικο|"
    r"περιφερειακο|περιφερειακη|πολεοδομικη)[συ]?$"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """`payee` as written; `surname`: nothing but a surname says who it is; `person`: a private person in full."""

    payee: str | None = None
    surname: bool = False
    person: bool = False
    unit_words: str | None = None


def read(page: Page, signs: Signs) -> Names:
    """The company first, since its name may hold a person's; then persons; then units."""
    company = _company(page, signs)
    if company is not None:
        name = _take(page, company, "payee")
        for noun in signs.of("name.company"):
            page.take(noun.places, "payee")
        return Names(payee=name, unit_words=_unit(page))
    person = _person(page, signs)
    if person is not None:
        page.take(person, "person")
        return Names(person=True, unit_words=_unit(page))
    surname = _surname(page, signs)
    if surname is not None:
        page.take(range(surname, surname + 1), "payee")
        return Names(payee=nominative(page.tokens[surname].typed), surname=True, unit_words=_unit(page))
    return Names(unit_words=_unit(page))


def _take(page: Page, places: range, reading: str) -> str:
    page.take(places, reading)
    return page.typed(places).strip(" «»\"'“”,.;") if not _dotted(page, places) else page.typed(places).strip(' «»"“”')


def _dotted(page: Page, places: range) -> bool:
    return "." in page.tokens[places[-1]].typed


def _at(signs: Signs, cue: str, place: int) -> bool:
    return any(place in each.places for each in signs.of(cue))


def _is_plain(signs: Signs, place: int) -> bool:
    """A word that no name begins or goes on with: function words, verbs, cues of the question."""
    families = ("plain", "stage", "act", "money", "sum", "count", "group", "rank", "versus")
    return any(place in each.places for each in signs.found if each.family in families)


def _company(page: Page, signs: Signs) -> range | None:
    return _quoted(page, signs) or _by_form(page, signs) or _after_noun(page, signs)


def _quoted(page: Page, signs: Signs) -> range | None:
    """«η εταιρεία «Αιγαίον Καθαρισμοί»»; a quoted text without a company's mark is a topic."""
    for quoted in _QUOTED.finditer(page.text):
        places = page.inside(*quoted.span(1))
        if len(places) and (_at(signs, "name.company", places[0] - 1) or has_legal_form(quoted[1])):
            return places
    return None


def _is_form(page: Page, place: int) -> bool:
    token = page.tokens[place]
    if token.word not in _FORMS:
        return False
    return token.word not in _SAID or token.typed == token.typed.upper() or "." in token.typed or token.word == "αε"


def _by_form(page: Page, signs: Signs) -> range | None:
    """«η Γ ΑΕ», «ΤΕΧΝΙΚΗ ΕΠΕ», «Παπαδόπουλος & ΣΙΑ Ο.Ε.»: the words that lead to a legal form."""
    for place in range(1, len(page.tokens)):
        if not page.is_free(place) or not _is_form(page, place):
            continue
        start = place
        while start > 0 and place - start < _NAME_WORDS and _continues_left(page, signs, start - 1):
            start -= 1
        if start < place:
            return range(start, place + 1)
    return None


def _continues_left(page: Page, signs: Signs, place: int) -> bool:
    token = page.tokens[place]
    if not page.is_free(place) or _at(signs, "name.company", place) or page.between(place).strip(" .&-'’\"«»"):
        return False
    if token.word in {"και", "σια", "του"}:
        return token.word != "του"
    if page.has_capitals:
        return token.capital or token.latin
    return not _is_plain(signs, place)


def _after_noun(page: Page, signs: Signs) -> range | None:
    """«στην εταιρεία Αιγαίον Καθαρισμοί», «ο ανάδοχος τεχνοδομική»: the words up to the next that cannot be a name."""
    for cue in signs.of("name.company"):
        start = cue.places[-1] + 1
        if page.breaks_after(cue.places[-1]) or any(
            each.places[0] < start <= each.places[-1] + 1 for each in signs.of("group.payee")
        ):
            continue
        end = start
        while (
            end < len(page.tokens)
            and end - start < _NAME_WORDS
            and _continues_right(page, signs, end, first=end == start)
        ):
            end += 1
            if page.breaks_after(end - 1):
                break
        if end > start:
            return range(start, end)
    return None


def _continues_right(page: Page, signs: Signs, place: int, *, first: bool) -> bool:
    token = page.tokens[place]
    if not page.is_free(place) or (_is_plain(signs, place) and not (token.capital and page.has_capitals)):
        return False
    if page.has_capitals or not first:
        return token.capital or token.latin or _is_form(page, place) or not first
    return accented(token.word) is None or _is_form(page, place)  # «η εταιρεία καθαριότητας» names none


def _is_guarded(page: Page, signs: Signs, place: int) -> bool:
    """After a street, a square, a saint, a school or an office: a name there is no private person."""
    before = place - 1
    while before >= 0 and page.word(before) in _MASCULINE | _FEMININE:
        before -= 1
    return _at(signs, "name.place", before) or _at(signs, "name.official", before) or _at(signs, "name.place", place)


def _is_common(word: str) -> bool:
    """A word of the language that is no name: «οικογενειακή» only ends like one."""
    known = accented(word)
    return known is not None and known[0].islower()


def _could_be_name(page: Page, signs: Signs, place: int) -> bool:
    token = page.tokens[place]
    if not page.is_free(place) or token.latin or len(token.word) < 4 or any(map(str.isdigit, token.word)):
        return False
    if _is_plain(signs, place) or _at(signs, "name.official", place) or _at(signs, "name.place", place):
        return False
    if page.has_capitals and token.capital:
        return True
    return bool(_SURNAME.search(token.word)) and not _is_common(token.word)


def _person(page: Page, signs: Signs) -> range | None:
    """A first name beside a surname, or initials of an employee."""
    for place in range(len(page.tokens) - 1):
        pair = range(place, place + 2)
        named = [_could_be_name(page, signs, each) for each in pair]
        if page.breaks_after(place) or not any(named) or _is_guarded(page, signs, place):
            continue
        if any(not page.is_free(each) or _is_plain(signs, each) for each in pair):
            continue
        if all(_is_common(page.word(each)) for each in pair):  # «Αποστολή Λογαριασμών»
            continue
        surname = any(_SURNAME.search(page.word(each)) for each in pair)
        if (all(named) or not page.has_capitals or surname) and holds_person(page.typed(pair)):
            return pair
    return _initials(page, signs)


def _initials(page: Page, signs: Signs) -> range | None:
    """«ο υπάλληλος Γ.Π.»: only right after the word for a person."""
    for match in _INITIALS.finditer(page.text):
        places = page.inside(*match.span())
        if len(places) and _at(signs, "name.person", places[0] - 1):
            return places
    return None


def _surname(page: Page, signs: Signs) -> int | None:
    """One surname by its ending, after an article that a person would have: «για τον Παπαδόπουλο»."""
    return next((place for place in range(len(page.tokens)) if _is_surname(page, signs, place)), None)


def _is_surname(page: Page, signs: Signs, place: int) -> bool:
    token, article = page.tokens[place], page.word(place - 1)
    ends_so = len(token.word) >= 6 and _SURNAME.search(token.word) and token.word not in _NOT_SURNAMES
    if not ends_so or not page.is_free(place) or _is_common(token.word):
        return False
    if _is_plain(signs, place) or _is_guarded(page, signs, place):
        return False
    masculine = article in _MASCULINE and not token.word.endswith(("ακου", "ατοσ"))
    marked = token.capital and page.has_capitals and (masculine or not article)
    oblique = masculine and len(token.word) >= 7 and token.word.endswith(("ιδη", "αδη", "ακη"))
    return "οπουλ" in token.word or marked or oblique or (masculine and not token.word.endswith("η"))


_TO_NOMINATIVE = (
    (re.compile("ου$"), "ος"),
    (re.compile("ο$"), "ος"),
    (re.compile("([άα]κ|[ίι]δ|[άα]δ|[ήη]δ|[ύυ]δ|[ήη]λ|[ύυ]λ)η$"), r"\1ης"),
)
_FEMININE_NAME = re.compile("οπο[ύυ]λου$|[άα]κη$|[ίι]δου$|[άα]δου$")


def nominative(surname: str) -> str:
    """«Παπαδόπουλο» → «Παπαδόπουλος»; a woman's name («Παπαδοπούλου») stays."""
    if surname != surname.upper() and re.search("οπούλου$", surname):
        return surname
    for ending, own in _TO_NOMINATIVE:
        if ending.search(surname):
            return ending.sub(own, surname)
    return surname


def _unit(page: Page) -> str | None:
    """«η Τεχνική Υπηρεσία γράφει», «αποφάσεις της Οικονομικής Επιτροπής»: who writes; after «για» it is a topic."""
    for place in range(len(page.tokens) - 1):
        if not (_UNIT_FIRST.search(page.word(place)) and _UNIT_HEADS.search(page.word(place + 1))):
            continue
        article, before = page.word(place - 1), page.word(place - 2)
        about = "για" in (article, before) or article in {"στη", "στην", "στο"}
        if about or article not in {"η", "τησ", "την", "το", "του", "οι", "απο"} or not page.is_free(place):
            continue
        pair = range(place, place + 2)
        page.take(pair, "unit")
        return page.typed(pair)
    return None
