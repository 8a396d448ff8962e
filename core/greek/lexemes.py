"""Search lexemes: one stem for all the forms of a Greek word, the same for documents, queries, alerts and quotes."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files

import Stemmer

from core.greek.fold import words

_STOP_WORDS = (
    "ο η το οι τα του τησ των τον τη την τουσ τισ στο στη στην στον στουσ στισ στα στου στησ στων σε με για απο και"
    " κ κι κατα προσ ωσ που να θα δια ανα αν εκ εξ εν επι περι λπ κλπ"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())
_LAST_POSITION = 16_383  # Postgres keeps no greater one
_FOREIGN = re.compile("[^a-z0-9α-ω]+")
_ORDINAL = re.compile("(?<=[0-9])(?:οσ|ου|ον|ο|ησ|ην|η|ασ|α|εσ|ουσ|οι|ων)$")
# The families that the stemmer tears apart or throws together with others (README.md): μουσείο and μουσική,
# συμβούλιο and σύμβουλος, στολισμός and στολή. Their own letter is kept, only the ending goes.
_FAMILIES = (
    (re.compile("(?<=[^\\W\\d_]{2})(ικ|ισμ|ιστ|ιακ)(?:οσ|ου|ον|ο|οι|ουσ|ων|η|ησ|ην|εσ|α|ασ|ε)$"), r"\1"),
    (re.compile("(?<=[^\\W\\d_]{2})ε?ι(?:οσ|ου|ον|ο|οι|ουσ|ων|α|ασ|αν|εσ)$"), "ι"),
    (re.compile("(?<=[^\\W\\d_]{2}[^αεουι])ι$"), "ι"),
)
_SAME_WORD = (
    (re.compile("(?<=[^\\W\\d_]{3})οντ(?:οσ|α|ων)$"), "ον"),  # προϊόντος
    (re.compile("(?<=[^\\W\\d_][σξψ])ε(?:ισ|ων|ωσ)$"), "η"),  # εγκρίσεις, πράξεων, συμβάσεως
    (re.compile("(?<=[^\\W\\d_]{3}[σξψ])(?:ισ|ην)$"), "η"),  # συντήρησις, συντήρησην
)
# «ανάγκες που θα καλύψουν» is no «κάλυψη»: no noun ends so, and the stemmer would leave the noun's stem.
_VERB = re.compile("(?<=[^\\W\\d_]{2}[σξψ])ου(?:ν|με|νε)$")
_stemmer = Stemmer.Stemmer("greek")
_stemmer.maxCacheSize = 0  # `stem` remembers


@cache
def acronyms() -> frozenset[str]:
    """Capitals that are words by themselves, folded: «δεη» has no other form, and no stem."""
    table = tomllib.loads(files("core.greek").joinpath("variants.toml").read_text(encoding="utf-8"))
    return frozenset(words(" ".join([*table["acronyms"], table["kept"]["words"]])))


@cache
def _irregular() -> dict[str, str]:
    """Form → lexeme, for the words that no rule takes right."""
    table = tomllib.loads(files("core.greek").joinpath("irregular.toml").read_text(encoding="utf-8"))
    return {form: lexeme for lexeme, forms in table["forms"].items() for form in forms.split()}


@cache
def _spellings() -> dict[str, tuple[tuple[str, str], ...]]:
    """First two letters → (beginning, the right one): «κτηρι» → «κτιρι»."""
    table = tomllib.loads(files("core.greek").joinpath("irregular.toml").read_text(encoding="utf-8"))
    pairs = [(wrong, right) for right, spelled in table["spellings"].items() for wrong in spelled.split()]
    return {first: tuple(pair for pair in pairs if pair[0][:2] == first) for first in {wrong[:2] for wrong, _ in pairs}}


def _well_spelled(word: str) -> str:
    for beginning, right in _spellings().get(word[:2], ()):
        if word.startswith(beginning):
            return right + word[len(beginning) :]
    return word


def _by_rule(word: str) -> str:
    word = _well_spelled(word)
    if _VERB.search(word):
        return _VERB.sub("ουν", word)
    for pattern, same in _SAME_WORD:
        word = pattern.sub(same, word)
    for pattern, kept in _FAMILIES:
        kin, changed = pattern.subn(kept, word)
        if changed:
            return kin
    stemmed: str = _stemmer.stemWord(word)
    return _FOREIGN.sub("", stemmed) or word


@lru_cache(maxsize=131_072)
def stem(word: str) -> str:
    """The lexeme of one folded word; empty for a word of another alphabet."""
    own = _ORDINAL.sub("", _FOREIGN.sub("", word))
    if own in acronyms() or not own or own[0].isdigit():
        return own
    return _irregular().get(own) or _by_rule(own)


def of_words(folded: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """`positions` for words that are folded already."""
    placed = (
        (stem(word), min(place, _LAST_POSITION)) for place, word in enumerate(folded, start=1) if word not in STOP_WORDS
    )
    return tuple(pair for pair in placed if pair[0])


def positions(text: str) -> tuple[tuple[str, int], ...]:
    """Each lexeme with its place among all the words; stop words count as places, so that phrases keep their gaps."""
    return of_words(words(text))


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
