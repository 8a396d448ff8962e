"""Search lexemes: one stem for all the forms of a Greek word, the same for documents, queries, alerts and quotes."""

import re
from functools import lru_cache

import Stemmer

from core.greek.fold import words

STOP_WORDS = frozenset(
    "ο η το οι τα του τησ των τον τη την τουσ τισ στο στη στην στον στουσ στισ στα στου στησ στων σε με για απο και"
    " κ κι κατα προσ ωσ που να θα δια ανα αν εκ εξ εν επι περι λπ κλπ λοιπα".split()
)
_LAST_POSITION = 16_383  # Postgres keeps no greater one
_FOREIGN = re.compile("[^a-z0-9α-ω]+")
_ORDINAL = re.compile("(?<=[0-9])(?:οσ|ου|ον|ο|ησ|ην|η|ασ|α|εσ|ουσ|οι|ων)$")
# Two plural patterns that the stemmer takes to another stem: εγκρίσεις, τιμολογίου.
_PLURALS = ((re.compile("ισε(?:ισ|ων)$"), "ιση"), (re.compile("ογι(?:ου|ων|α)$"), "ογιο"))
_TAIL = re.compile("(?<=[0-9a-zα-ω]{3})(?:ικ|ει|ι)$")  # keeps υπηρεσ-ία and υπηρεσί-ες apart

_stemmer = Stemmer.Stemmer("greek")
_stemmer.maxCacheSize = 0  # `stem` remembers


@lru_cache(maxsize=131_072)
def stem(word: str) -> str:
    """The lexeme of one folded word; empty for a word of another alphabet."""
    own = _FOREIGN.sub("", word).replace("κτηρι", "κτιρι")
    own = _ORDINAL.sub("", own)
    for plural, singular in _PLURALS:
        own = plural.sub(singular, own)
    stemmed: str = _stemmer.stemWord(own)
    return _TAIL.sub("", _FOREIGN.sub("", stemmed))


def positions(text: str) -> tuple[tuple[str, int], ...]:
    """Each lexeme with its place among all the words; stop words count as places, so that phrases keep their gaps."""
    placed = (
        (stem(word), min(place, _LAST_POSITION))
        for place, word in enumerate(words(text), start=1)
        if word not in STOP_WORDS
    )
    return tuple((lexeme, place) for lexeme, place in placed if lexeme)


def lexemes(text: str) -> tuple[str, ...]:
    """The lexemes in the order of the text, stop words dropped."""
    return tuple(lexeme for lexeme, _ in positions(text))


def tsvector(text: str) -> str:
    """The literal of a Postgres tsvector with positions: `'δημ':1 'καυσιμ':3`."""
    places: dict[str, list[str]] = {}
    for lexeme, place in positions(text):
        listed = places.setdefault(lexeme, [])
        if str(place) not in listed[-1:] and len(listed) < 255:
            listed.append(str(place))
    return " ".join(f"'{lexeme}':{','.join(places[lexeme])}" for lexeme in sorted(places))
