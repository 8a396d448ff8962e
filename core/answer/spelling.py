"""Words that no subject holds → words that some do: Greeklish, by ear, slips; and other spellings of the words held."""

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
    left = {word: readings[word][0] for word, found in mended.items() if found is None}
    near = await vocabulary.near(db, words=list(left.values())) if left else {}
    for word, reading in left.items():
        mended[word] = _correct(readings[word]) or _nearest(reading, near.get(reading, ()))
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


def _nearest(reading: str, known: Iterable[Known]) -> str | None:
    """The word fewest slips away, by sound; of equal ones the commonest."""
    spoken = sound(reading)
    if len(spoken) < _SHORTEST:
        return None
    allowed = 2 if len(spoken) >= _LONG else 1
    slips = {each: _slips(reading, each) for each in known}
    fitting = [each for each, number in slips.items() if number <= allowed]
    return min(fitting, key=lambda each: (slips[each], -each.texts, each.word)).word if fitting else None


def _slips(reading: str, known: Known) -> int:
    """None when only the ending differs: the stems sound alike."""
    spoken_stem = sound(stem(reading))
    if len(spoken_stem) >= _SHORTEST and spoken_stem == sound(known.lexeme):
        return 0
    return int(OSA.distance(sound(reading), known.phonetic))


async def spelled_alike(db: Db, *, held: Mapping[str, int]) -> dict[str, list[Spelling]]:
    """For each lexeme that is held, how else the same word is spelled: rightly, when this is wrong, and wrongly."""
    first = await vocabulary.spellings(db, lexemes=list(held)) if held else {}
    right = {lexeme: found for lexeme in first if (found := _right_spelling(lexeme, held, first[lexeme]))}
    missing = [found.lexeme for found in right.values() if found.lexeme not in first]
    second = await vocabulary.spellings(db, lexemes=missing) if missing else {}
    others = {**second, **first}
    return {lexeme: _one_word(lexeme, right.get(lexeme), held.get(lexeme, 0), others) for lexeme in first}


def _is_misspelling(rare: str, common: str, rare_texts: int, common_texts: int) -> bool:
    letters = min(len(rare), len(common))
    if _DIGIT.search(rare) or _DIGIT.search(common):
        return False
    return any(letters >= least and common_texts >= times * rare_texts for least, times in _MISSPELLED)


def _right_spelling(lexeme: str, counted: Mapping[str, int], others: Iterable[Spelling]) -> Spelling | None:
    common = [each for each in others if _is_misspelling(lexeme, each.lexeme, counted.get(lexeme, 0), each.texts)]
    return max(common, key=lambda each: each.texts, default=None)


def _one_word(
    lexeme: str, right: Spelling | None, texts: int, others: Mapping[str, Sequence[Spelling]]
) -> list[Spelling]:
    head, head_texts = (right.lexeme, right.texts) if right else (lexeme, texts)
    rare = [each for each in others.get(head, ()) if _is_misspelling(each.lexeme, head, each.texts, head_texts)]
    found = ([right] if right else []) + sorted(rare, key=lambda each: (-each.texts, each.lexeme))
    return [each for each in found if each.lexeme != lexeme]
