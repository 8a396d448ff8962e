"""ΑΔΑ: how they are found in what people type, read, checked, and taken apart (DIAVGEIA_API §6)."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from urllib.parse import unquote, urlsplit

from core.domain.afm import find_afms as find_afms
from core.domain.afm import is_natural_afm as is_natural_afm
from core.domain.afm import mask_afm as mask_afm
from core.domain.afm import parse_afm as parse_afm
from core.domain.afm import valid_afm as valid_afm
from core.domain.codes import CodeMention as CodeMention
from core.domain.codes import find_act_numbers as find_act_numbers
from core.domain.codes import find_adams as find_adams
from core.domain.codes import find_cpvs as find_cpvs
from core.domain.codes import find_kaes as find_kaes
from core.domain.request import AdaCandidate
from core.errors import InvalidInput
from core.greek.accents import accented

ISSUER_ALPHABET = "ΠΟ4Β7Ω6Ψ9ΡΕΛΚΞ1Η0ΓΦΙΘΥΤ3Δ2ΣΑ5ΜΝΧ8Ζ"  # digits of base 34, own derivation of DIAVGEIA_API §6.2
OFFICIAL_HOSTS = frozenset({"diavgeia.gov.gr", "www.diavgeia.gov.gr", "et.diavgeia.gov.gr", "opendata.diavgeia.gov.gr"})

Registered = Callable[[str], bool]

_RANDOM_PART = 4  # the issuer's code begins after it
_LOOKALIKES = str.maketrans("ABEHIKMNOPTXYZ∆", "ΑΒΕΗΙΚΜΝΟΡΤΧΥΖΔ")
# Latin letters without a Greek twin, as Greeklish and the Greek keyboard write them: «9W4T7LH-DOK».
_GREEKLISH = str.maketrans("WLDFGSRCVJU", "ΩΛΔΦΓΣΡΨΩΞΘ")
_DASHES = r"\-\u2010-\u2015\u2212\u207b\ufe63\uff0d_"
_FORM = re.compile("[0-9Α-Ω]{5,10}-[0-9Α-Ω]{1,3}")
_SUFFIX = 3  # after the dash, in all acts since 2011
_BEGINNINGS = "4Β7Ω6Ψ9ΡΕΛΚΞ"  # first characters in the order they were given, and the next one
_DIGIT, _GREEK, _TYPED_GREEK = re.compile("[0-9]"), re.compile("[Α-Ω]"), re.compile("[Ͱ-Ͽἀ-῿∆Ω]")
_TYPED = re.compile(
    rf"(?<![^\W_])(?P<head>[^\W_]{{5,13}})\s{{0,3}}[{_DASHES}]\s{{0,3}}(?P<suffix>[^\W_]{{1,3}})(?![^\W_])"
    rf"(?P<more>[{_DASHES}][^\W_])?"
)
_AFTER_LABEL = re.compile(r"(?<![^\W_])(?P<head>[^\W_]{5,10})\s?(?P<suffix>[^\W_]{3})(?![^\W_])")
_LABEL = re.compile(r"(?<![^\W_])[αa]\.?[δd∆]\.?[αa]\.?\W{0,4}$", re.IGNORECASE)
_SEPARATOR = re.compile(r"(?:[\s,;·&/()«»\"']|και|κ|ή|η|and)*", re.IGNORECASE)
_LINK = re.compile(r"(?:https?://|(?<![\w.@])(?:[\w-]+\.)*diavgeia\.gov\.gr/)[^\s<>«»\"']+", re.IGNORECASE)
_PIECE = re.compile("[^\\s<>«»\"']+")
_PERCENT = re.compile("%(?:25)?[0-9A-Fa-f]{2}")
_SWAPS = ("0ΟΘ", "1Ι", "8Β", "3ΞΕ", "5Σ", "2Ζ", "4Α", "6Β", "ΥΨ", "ΡΠ", "ΛΑΔ", "ΩΟ", "ΚΧ", "ΜΝ", "ΗΝ", "ΤΓ")


def _capitals(text: str) -> str:
    """Greek capitals without accents; Latin twins become Greek, other Latin letters stay."""
    bare = "".join(mark for mark in unicodedata.normalize("NFD", text) if not unicodedata.combining(mark))
    return bare.upper().translate(_LOOKALIKES)


def parse_ada(text: str) -> str:
    """The ΑΔΑ in official letters; raises InvalidInput when the text is no ΑΔΑ by its form."""
    squeezed = re.sub(rf"\s*[{_DASHES}]\s*", "-", unicodedata.normalize("NFC", text.strip()))
    ada = _capitals(squeezed)
    if not _FORM.fullmatch(ada) or not _GREEK.search(ada):
        raise InvalidInput(f"Το «{text.strip()}» δεν έχει τη μορφή ΑΔΑ, όπως ΨΤ1ΜΩ1Ρ-ΙΕΓ.", value=text)
    return ada


def is_ada(text: str) -> bool:
    """Official letters, in the form of an ΑΔΑ."""
    return _FORM.fullmatch(text) is not None


def issuer_uid(ada: str) -> str | None:
    """The uid of the body inside an ΑΔΑ; None when it cannot be read so. A hint: acts get posted for others."""
    uid = 0
    for character in ada.split("-")[0][_RANDOM_PART:]:
        if character not in ISSUER_ALPHABET:
            return None
        uid = uid * len(ISSUER_ALPHABET) + ISSUER_ALPHABET.index(character)
    return str(uid)


def issuer_code(uid: str) -> str:
    """The letters that a body's uid has inside its ΑΔΑs: «6265» → «Ω1Ρ»."""
    rest, code = int(uid), ""
    while rest or not code:
        rest, digit = divmod(rest, len(ISSUER_ALPHABET))
        code = ISSUER_ALPHABET[digit] + code
    return code


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    start: int
    end: int
    candidate: AdaCandidate


def _names_registered(ada: str, registered: Registered) -> bool:
    uid = issuer_uid(ada)
    return uid is not None and registered(uid)


def _is_possible(ada: str) -> bool:
    """Can it be one at all, without the word «ΑΔΑ» before it? No word of the language is («ΔΙΑΔΙΚΤΥΟΥ-ΤΩΝ»); the old
    ones with one or two after the dash mix digits and letters before it; letters alone, or a number after the dash,
    need a beginning that was ever given («Δ2019-214» is none)."""
    head, suffix = ada.split("-")
    if accented(head) is not None:
        return False
    if len(suffix) < _SUFFIX:
        return bool(_DIGIT.search(head) and _GREEK.search(head))
    return ada[0] in _BEGINNINGS or (_DIGIT.search(ada) is not None and not suffix.isdigit())


def _is_certain(ada: str, registered: Registered) -> bool:
    """By its form alone: three after the dash, and a registered issuer or a digit among the three."""
    suffix = ada.split("-")[1]
    if len(suffix) != _SUFFIX or not _is_possible(ada):
        return False
    return _names_registered(ada, registered) or (not suffix.isdigit() and _DIGIT.search(suffix) is not None)


def _greeklish_readings(head: str, suffix: str) -> tuple[str, ...]:
    """«9W4T7LH-DOK» in Greek letters: P is Ρ or Π. Nothing when a Latin letter remains."""
    latin = f"{head}-{suffix}".upper()
    readings = (_capitals(latin.replace("P", pi)).translate(_GREEKLISH) for pi in "ΡΠ")
    return tuple(dict.fromkeys(ada for ada in readings if _FORM.fullmatch(ada) and _GREEK.search(ada)))


def _read(head: str, suffix: str, registered: Registered) -> tuple[str, bool] | None:
    """(ΑΔΑ, certain) of what stands around a dash; None when it cannot be one."""
    ada = f"{_capitals(head)}-{_capitals(suffix)}"
    if _FORM.fullmatch(ada) and _GREEK.search(ada):
        in_greek = _TYPED_GREEK.search(head + suffix) is not None
        return ada, _is_certain(ada, registered) and (in_greek or _names_registered(ada, registered))
    readings = _greeklish_readings(head, suffix)
    if len(suffix) != _SUFFIX or not readings or not _DIGIT.search(head + suffix):
        return None
    return next((ada for ada in readings if _names_registered(ada, registered)), readings[0]), False


def _is_word(head: str, suffix: str) -> bool:
    """An accent is a word's: no ΑΔΑ has one («Ελένη-ΤΕ»)."""
    return any(unicodedata.combining(mark) == 230 for mark in unicodedata.normalize("NFD", head + suffix))


def _without_label(head: str) -> tuple[str, bool]:
    """«ΑΔΑ9Ω4Τ7ΛΗ» → («9Ω4Τ7ΛΗ», True)."""
    stuck = _capitals(head).startswith("ΑΔΑ") and len(head) >= 8
    return (head[3:], True) if stuck else (head, False)


def _in_text(text: str, registered: Registered) -> Iterator[_Found]:
    labelled_until = -1
    for match in _TYPED.finditer(text):
        head, stuck = _without_label(match["head"])
        read = None if _is_word(head, match["suffix"]) else _read(head, match["suffix"], registered)
        if read is None:
            continue
        start, end = match.start() + (3 if stuck else 0), match.end("suffix")
        follows = labelled_until >= 0 and _SEPARATOR.fullmatch(text, labelled_until, start)
        labelled = stuck or bool(follows) or _LABEL.search(text, 0, start) is not None
        labelled_until = end if labelled else -1
        if not labelled and not _is_possible(read[0]):
            continue
        candidate = AdaCandidate(
            ada=read[0], typed=text[start:end], certain=read[1] and not match["more"], labelled=labelled
        )
        yield _Found(start=start, end=end, candidate=candidate)


def _without_dash(text: str, registered: Registered) -> Iterator[_Found]:
    """«ΑΔΑ 9Ω4Τ7ΛΗ ΔΟΚ»: only after the label, only of a registered issuer, never certain."""
    for match in _AFTER_LABEL.finditer(text):
        if not _LABEL.search(text, 0, match.start()) or _is_word(match["head"], match["suffix"]):
            continue
        read = _read(match["head"], match["suffix"], registered)
        if read and _names_registered(read[0], registered):
            candidate = AdaCandidate(ada=read[0], typed=match.group(), certain=False, labelled=True)
            yield _Found(start=match.start(), end=match.end(), candidate=candidate)


def _decoded(text: str) -> str:
    return unquote(unquote(text))


def _in_link(match: re.Match[str], registered: Registered) -> Iterator[_Found]:
    """The ΑΔΑ of a link to Διαύγεια stands for itself; in a link to another host it is a guess, and labelled so."""
    link = match.group().rstrip(".,;)]»")
    official = (urlsplit(link if "//" in link else f"https://{link}").hostname or "").lower() in OFFICIAL_HOSTS
    path = unicodedata.normalize("NFC", _decoded(link)).replace("/", " / ")
    for found in _in_text(path, registered):
        sure = official and found.candidate.certain
        candidate = replace(found.candidate, typed=link, labelled=official, certain=sure)
        yield _Found(start=match.start(), end=match.start() + len(link), candidate=candidate)


def _encoded(match: re.Match[str], registered: Registered) -> Iterator[_Found]:
    if not _PERCENT.search(match.group()):
        return
    for found in _in_text(_decoded(match.group()), registered):
        yield _Found(start=match.start(), end=match.end(), candidate=replace(found.candidate, typed=match.group()))


def find_adas(text: str, *, registered: Registered) -> tuple[AdaCandidate, ...]:
    """Everything in a message that may be an ΑΔΑ, in the order of the text, each once.

    `registered(uid)` tells whether a body of the register has that uid. What is uncertain counts only when it is held.
    """
    found: list[_Found] = []
    rest = text
    for pattern, read in ((_LINK, _in_link), (_PIECE, _encoded)):
        for match in pattern.finditer(rest):
            read_there = list(read(match, registered))
            found += read_there
            if read_there or pattern is _LINK:
                rest = rest[: match.start()] + "/" * len(match.group()) + rest[match.end() :]
    in_text = list(_in_text(rest, registered))
    found += in_text or _without_dash(rest, registered)
    by_ada: dict[str, AdaCandidate] = {}
    for candidate in (one.candidate for one in sorted(found, key=lambda one: one.start)):
        known = by_ada.get(candidate.ada)
        if known is None or (candidate.certain, candidate.labelled) > (known.certain, known.labelled):
            by_ada[candidate.ada] = candidate
    return tuple(by_ada.values())


def lookalikes(ada: str) -> tuple[str, ...]:
    """ΑΔΑs that a slip of one or two look-alike characters away from this one, the nearest first."""
    choices = [
        "".join(dict.fromkeys(twin for swap in _SWAPS if letter in swap for twin in swap if twin != letter))
        for letter in ada
    ]
    places = [place for place, twins in enumerate(choices) if twins]
    near: dict[str, None] = {}
    for count in (1, 2):
        for chosen in combinations(places, count):
            forms = [ada]
            for place in chosen:
                forms = [form[:place] + twin + form[place + 1 :] for form in forms for twin in choices[place]]
            near.update(dict.fromkeys(forms))
    return tuple(near)
