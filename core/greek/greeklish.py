"""Greeklish: is a text Greek in Latin letters, and what may it say?"""

import re
from functools import lru_cache

from core.greek.accents import accented, begins_a_word

_WORD = re.compile(r"[^\W_]+")
_PIECE = re.compile(r"\S+")
_LATIN = re.compile("(?=.*[a-z])[a-z0-9]+", re.IGNORECASE)
_CODE = re.compile("[A-Z0-9]*[0-9][A-Z0-9]*[A-Z][A-Z0-9]*|[A-Za-z]*[0-9]{2,}[A-Za-z0-9]*")
_MOST_WAYS = 400  # partial readings kept at each letter
_MOST_READINGS = 4
# What a Latin letter or two may stand for, the likeliest first.
_STANDS_FOR: dict[str, tuple[str, ...]] = {
    "a": ("α",), "b": ("β", "μπ"), "c": ("κ", "σ", "χ"), "d": ("δ", "ντ"), "e": ("ε", "αι"), "f": ("φ", "υ"),
    "g": ("γ", "γκ", "γγ"), "h": ("η", "χ", "ι"), "i": ("ι", "η", "υ", "ει", "οι"), "j": ("ξ", "τζ", "ζ"), "k": ("κ",),
    "l": ("λ", "λλ"), "m": ("μ", "μμ"), "n": ("ν", "νν"), "o": ("ο", "ω"), "p": ("π", "ππ"), "q": ("θ", "κ"),
    "r": ("ρ", "ρρ"), "s": ("σ", "σσ"), "t": ("τ", "ττ"), "u": ("υ", "ου", "θ"), "v": ("β", "υ"), "w": ("ω", "ο"),
    "x": ("χ", "ξ"), "y": ("υ", "ι", "η", "γ"), "z": ("ζ",),
    "0": ("ο",), "3": ("ξ",), "4": ("ψ",), "6": ("ξ",), "8": ("θ",), "9": ("θ",),
    "th": ("θ", "τη"), "ks": ("ξ", "κσ"), "ps": ("ψ", "πσ"), "ch": ("χ", "ψη"), "kh": ("χ", "κη"),
    "ph": ("φ", "πη"), "ou": ("ου",),
    "oy": ("ου",), "ei": ("ει",), "oi": ("οι",), "ai": ("αι",), "gk": ("γκ", "γγ"), "gh": ("γ", "γη"),
    "dh": ("δ", "δη"), "ia": ("ια", "εια", "οια"), "kk": ("κκ",), "vr": ("βρ",),
}  # fmt: skip
_SHORT_WORDS = (
    "k:και kai:και ke:και to:το ton:τον tou:του toy:του tis:της ths:της tin:την thn:την ta:τα tous:τους toys:τους"
    " ti:τι gia:για me:με se:σε sto:στο sti:στη sth:στη stin:στην sthn:στην ston:στον sta:στα stis:στις apo:από"
    " ana:ανά o:ο h:η i:η oi:οι na:να den:δεν de:δεν mou:μου moy:μου sou:σου soy:σου pes:πες pos:πώς pws:πώς"
    " poso:πόσο posa:πόσα poses:πόσες posoi:πόσοι posous:πόσους poia:ποια pia:ποια poio:ποιο poios:ποιος pios:ποιος"
    " poioi:ποιοι dimos:δήμος dhmos:δήμος dimou:δήμου dhmou:δήμου dimo:δήμο dhmo:δήμο thelo:θέλω thelw:θέλω"
    " 8elw:θέλω 8elo:θέλω einai:είναι exw:έχω exo:έχω exeis:έχεις exei:έχει an:αν fetos:φέτος persi:πέρσι"
    " perysi:πέρυσι perisi:πέρυσι dose:δώσε dwse:δώσε edose:έδωσε edwse:έδωσε lefta:λεφτά mexri:μέχρι ews:έως"
    " eos:έως ola:όλα kausima:καύσιμα kafsima:καύσιμα kaysima:καύσιμα lastixa:λάστιχα skoupidia:σκουπίδια euro:ευρώ"
    " evro:ευρώ revma:ρεύμα reuma:ρεύμα teleytaia:τελευταία teleutaia:τελευταία s:σ"
)
_SHORT = dict(pair.split(":") for pair in _SHORT_WORDS.split())
_NO_GREEK = (
    "pdf excel csv bot start help stop www http https com gr gov org net email mail the of and in for is what how"
    " who show covid wifi laptop tablet web site internet online plz please ok hello hi select drop table from"
    " where token sql dan cpv led gps gis iso usb toner festival camping hotel vs"
)
_NOT_GREEK = frozenset(_NO_GREEK.split())


def _pieces(word: str) -> tuple[tuple[str, ...], ...]:
    """What each letter, or pair of letters, may stand for."""
    pieces, place = [], 0
    while place < len(word):
        size = 2 if word[place : place + 2] in _STANDS_FOR else 1
        pieces.append(_STANDS_FOR.get(word[place : place + size], (word[place],)))
        place += size
    return tuple(pieces)


@lru_cache(maxsize=32_768)
def readings(word: str) -> tuple[str, ...]:
    """Known Greek words that a Latin one may write, the nearest first, then its plain transliteration."""
    small = word.lower()
    if small in _SHORT:
        return (_SHORT[small],)
    ways: list[tuple[int, str]] = [(0, "")]
    for choices in _pieces(small):
        longer = ((cost + rank, begun + choice) for cost, begun in ways for rank, choice in enumerate(choices))
        ways = sorted(way for way in longer if begins_a_word(way[1]))[:_MOST_WAYS]
    known = [written for _, folded in ways if (written := accented(folded)) is not None]
    return tuple(dict.fromkeys([*known[:_MOST_READINGS], transliterated(small)]))


def transliterated(word: str) -> str:
    """Letter by letter, the likeliest choice each time, for words of no list (names)."""
    plain = "".join(choices[0] for choices in _pieces(word.lower()))
    return plain[:-1] + "ς" if plain.endswith("σ") else plain


def _without_codes(text: str) -> str:
    """The text with blanks where links and codes stand: «9W4T7LH-DOK» is nobody's word."""

    def blank(match: re.Match[str]) -> str:
        piece = match.group()
        coded = "-" in piece.replace("–", "-") and any(letter.isdigit() for letter in piece)
        return " " * len(piece) if coded or piece.lower().startswith(("http://", "https://")) else piece

    return _PIECE.sub(blank, text)


def _is_latin_word(word: str) -> bool:
    return bool(_LATIN.fullmatch(word)) and not _CODE.fullmatch(word) and word.lower() not in _NOT_GREEK


def _is_known(word: str) -> bool:
    return word.lower() in _SHORT or len(readings(word)) > 1 or accented(readings(word)[0]) is not None


def looks_greeklish(text: str) -> bool:
    """Is at least half of what stands in Latin letters readable as Greek? Codes and names of things do not count."""
    latin = [word for word in _WORD.findall(_without_codes(text)) if _is_latin_word(word)]
    known = [word for word in latin if _is_known(word)]
    return any(len(word) > 1 for word in known) and len(known) * 2 >= len(latin)


def candidates(text: str) -> tuple[str, ...]:
    """The text in Greek letters, the best reading first; the likeliest other choices after it. Codes stay."""
    choices: list[tuple[str, ...]] = []
    done = 0
    for match in _WORD.finditer(_without_codes(text)):
        if not _is_latin_word(match.group()):
            continue
        choices += [(text[done : match.start()],), readings(match.group())[:_MOST_READINGS]]
        done = match.end()
    if not choices:
        return ()
    choices.append((text[done:],))
    best = "".join(choice[0] for choice in choices)
    others = [
        "".join(other if place == changed else choice[0] for place, choice in enumerate(choices))
        for rank in range(1, _MOST_READINGS)
        for changed, alternatives in enumerate(choices)
        for other in alternatives[rank : rank + 1]
    ]
    return tuple(dict.fromkeys([best, *others]))[: 2 * _MOST_READINGS]
