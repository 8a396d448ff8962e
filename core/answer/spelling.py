"""Words that no subject holds → words that some do: Greeklish, by ear, slips; and misspellings inside our subjects."""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence

from rapidfuzz.distance import OSA

from core.greek.accents import accented
from core.greek.fold import fold
from core.greek.greeklish import candidates
from core.greek.lexemes import lexemes, stem
from core.greek.phonetic import sound
from core.greek.variants import widen
from core.store import vocabulary
from core.store.pool import Db
from core.store.vocabulary import Known, Spelling

_READINGS = 12
_LATIN = re.compile("[a-z]")
_DIGIT = re.compile("[0-9]")
_LETTERS = "αβγδεζηθικλμνξοπρστυφχψω"
_SHORTEST = 4  # below, one slip makes any word of any other
_LONG = 8  # from here on two slips are forgiven
# (letters of the lexeme, how many times rarer): from what on two lexemes that sound alike are one word, spelled wrong.
# «στεφάνη» and «στεφάνι», «έτοιμα» and «αίτημα» are heard alike and are two words: neither is that much rarer.
_MISSPELLED = ((5, 20), (6, 5))


async def mend(db: Db, *, words: Sequence[str]) -> dict[str, str]:
    """The word that each of these must be; those for which none is near enough are left out.

    A correct Greek word is never read as another one: it is not misspelled, our subjects do not hold it. What stands in
    Latin letters is read as the Greek word that it writes, held or not.
    """
    readings = {word: found for word in words if (found := _readings(word))}
    every = sorted({reading for found in readings.values() for reading in found})
    held = await _held(db, every)
    heard = await vocabulary.sounding(db, sounds=[sound(reading) for reading in every])
    mended = {word: _written(found, held) or _heard(found, heard) for word, found in readings.items()}
    left = {word: found for word, found in readings.items() if mended[word] is None}
    mended |= {word: _correct(found) for word, found in left.items()}
    slipped = [found[0] for word, found in left.items() if mended[word] is None]
    nearest = await _nearest(db, slipped) if slipped else {}
    mended |= {word: nearest.get(found[0]) for word, found in left.items() if mended[word] is None}
    return {word: found for word, found in mended.items() if found}


def _readings(word: str) -> tuple[str, ...]:
    """What the word may be: itself, of Latin letters its readings in Greek; nothing where there is nothing to mend."""
    folded = fold(word)
    if _DIGIT.search(folded):
        return ()
    if _LATIN.search(folded):
        return tuple(fold(reading) for reading in candidates(folded)[:_READINGS])
    return () if accented(folded) else (folded,)


async def _held(db: Db, readings: Iterable[str]) -> dict[str, int]:
    """How many subjects hold each reading, or what means the same."""
    ways = {reading: [lexemes(" ".join(way)) for way in widen(reading)] for reading in readings}
    wanted = sorted({lexeme for phrases in ways.values() for phrase in phrases for lexeme in phrase})
    counted = await vocabulary.held(db, lexemes=wanted)
    found = {reading: max(_least(phrase, counted) for phrase in phrases) for reading, phrases in ways.items()}
    return {reading: texts for reading, texts in found.items() if texts}


def _least(phrase: Sequence[str], counted: Mapping[str, int]) -> int:
    return min((counted.get(lexeme, 0) for lexeme in phrase), default=0)


def _written(readings: Sequence[str], held: Mapping[str, int]) -> str | None:
    """The reading that stands in most subjects."""
    return max((each for each in readings if each in held), key=lambda each: held[each], default=None)


def _correct(readings: Sequence[str]) -> str | None:
    return next((each for each in readings if accented(each)), None)


def _heard(readings: Sequence[str], known: Iterable[Known]) -> str | None:
    """The commonest word that sounds like a reading."""
    sounds = {sound(reading) for reading in readings}
    fitting = [each for each in known if each.phonetic in sounds]
    return max(fitting, key=lambda each: each.texts).word if fitting else None


async def _nearest(db: Db, words: Sequence[str]) -> dict[str, str]:
    """For each word the one fewest slips away: of our subjects, or of Greek where what means the same is held."""
    near = await vocabulary.near(db, words=words)
    one_away = await asyncio.to_thread(lambda: {word: _one_slip(word) for word in words if _allowed(word)})
    held = await _held(db, sorted({other for others in one_away.values() for other in others}))
    found = {}
    for word in words:
        close = {known.word: (_slips(word, known), known.texts) for known in near.get(word, ())}
        correct = [other for other in one_away.get(word, ()) if other in held and other not in close]
        close |= {other: (int(sound(other) != sound(word)), held[other]) for other in correct}
        fitting = {other: facts for other, facts in close.items() if facts[0] <= _allowed(word)}
        if fitting:
            found[word] = _best(word, fitting)
    return found


def _allowed(word: str) -> int:
    size = len(sound(word))
    return 0 if size < _SHORTEST else 2 if size >= _LONG else 1


def _best(word: str, fitting: Mapping[str, tuple[int, int]]) -> str:
    return min(fitting, key=lambda other: _rank(word, other, *fitting[other]))


def _rank(word: str, other: str, slips: int, texts: int) -> tuple[int, int, bool, int, str]:
    """Fewest slips first, then fewest by letters alone; a correct word before a doubtful one; then the commonest."""
    return slips, int(OSA.distance(word, other)), accented(other) is None, -texts, other


def _slips(word: str, known: Known) -> int:
    """By letters or by sound, whichever is nearer; one at most when only the ending differs: the stems sound alike."""
    slips = int(min(OSA.distance(word, known.word), OSA.distance(sound(word), known.phonetic)))
    spoken_stem = sound(stem(word))
    alike = len(spoken_stem) >= _SHORTEST and spoken_stem == sound(known.lexeme)
    return min(slips, 1) if alike else slips


def _one_slip(word: str) -> list[str]:
    """Correct Greek words that are one letter away: left out, put in, changed, or swapped with the next."""
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    lost = {head + tail[1:] for head, tail in cuts if tail}
    swapped = {head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1}
    changed = {head + letter + tail[1:] for head, tail in cuts if tail for letter in _LETTERS}
    added = {head + letter + tail for head, tail in cuts for letter in _LETTERS}
    return sorted(other for other in lost | swapped | changed | added if other != word and accented(other))


async def corrected(db: Db, *, words: Sequence[str], held: Mapping[str, int]) -> dict[str, str]:
    """Of words that are held, those that are misspellings inside our subjects → the word that they misspell."""
    stems = {word: stem(fold(word)) for word in words}
    others = await vocabulary.spellings(db, lexemes=sorted({each for each in stems.values() if each in held}))
    right = {
        lexeme: found for lexeme, alike in others.items() if (found := _right_spelling(lexeme, held[lexeme], alike))
    }
    wrong = {word: right[lexeme] for word, lexeme in stems.items() if lexeme in right}
    heard = await vocabulary.sounding(db, sounds=[sound(fold(word)) for word in wrong]) if wrong else []
    return {word: _same_form(word, found, heard) for word, found in wrong.items()}


def _right_spelling(lexeme: str, texts: int, alike: Iterable[Spelling]) -> Spelling | None:
    right = [each for each in alike if _is_misspelling(lexeme, each.lexeme, texts, each.texts)]
    return max(right, key=lambda each: each.texts, default=None)


def _same_form(word: str, right: Spelling, heard: Iterable[Known]) -> str:
    """The form of the right word that sounds like the one typed."""
    spoken = sound(fold(word))
    return next((each.word for each in heard if each.lexeme == right.lexeme and each.phonetic == spoken), right.word)


async def misspellings(db: Db, *, held: Mapping[str, int]) -> dict[str, list[Spelling]]:
    """For each lexeme that is held, how else our subjects spell the same word, the commonest first."""
    others = await vocabulary.spellings(db, lexemes=list(held)) if held else {}
    found = {
        lexeme: [each for each in alike if _is_misspelling(each.lexeme, lexeme, each.texts, held[lexeme])]
        for lexeme, alike in others.items()
    }
    return {lexeme: sorted(alike, key=lambda each: (-each.texts, each.lexeme)) for lexeme, alike in found.items()}


def _is_misspelling(rare: str, common: str, rare_texts: int, common_texts: int) -> bool:
    letters = min(len(rare), len(common))
    if _DIGIT.search(rare) or _DIGIT.search(common):
        return False
    return any(letters >= least and common_texts >= times * rare_texts for least, times in _MISSPELLED)
