"""Builds core/greek/accents.gz from simplemma's Greek word list (MIT) and accents_more.toml; see its README.md."""

import gzip
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

from core.greek.fold import fold

FOLDER = Path(__file__).parents[3] / "core" / "greek"
_GREEK = re.compile("[Α-Ωα-ωςά-ώΆΈΉΊΌΎΏΪΫϊϋΐΰ]+")
_ACCENT = re.compile("[άέήίόύώΐΰΆΈΉΊΌΎΏ]")
_SYLLABLE = re.compile("ου|αι|ει|οι|αυ|ευ|[αεηιουω]")


def simplemma_words() -> set[str]:
    """Forms and lemmas, as simplemma ships them."""
    dictionary = DefaultDictionaryFactory().get_dictionary("el")
    return set(dictionary) | {dictionary[form] for form in dictionary}


def _accent_from_end(word: str) -> int | None:
    return next((place for place, letter in enumerate(reversed(word)) if _ACCENT.match(letter)), None)


def _preference(word: str) -> tuple[bool, int, str]:
    """Small letters before a capital; in -ου, -ων, -ους the accent on the last but one («καυσίμων», «δημάρχου»)."""
    place = _accent_from_end(word)
    if place is None:
        return word[0].isupper(), 0, word
    after = len(_SYLLABLE.findall(fold(word)[len(word) - place :]))
    learned = word.endswith(("ου", "ων", "ους"))
    return word[0].isupper(), abs(after - 1) if learned else 1, word


def _one_per_spelling(words: Iterable[str], more: Iterable[str]) -> dict[str, str]:
    """Folded → the accented form that it most probably is."""
    forms: dict[str, set[str]] = defaultdict(set)
    for word in words:
        syllables, accents = len(_SYLLABLE.findall(fold(word))), len(_ACCENT.findall(word))
        if _GREEK.fullmatch(word) and (accents == 1 or (accents == 0 and syllables == 1)):
            forms[fold(word)].add(word)
    return {folded: min(variants, key=_preference) for folded, variants in forms.items()} | {fold(w): w for w in more}


def _endings(accented: dict[str, str]) -> dict[str, int]:
    """Ending of 3–7 letters → letters after the accent, where nine words in ten agree and no shorter ending says it."""
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    for folded, word in accented.items():
        place = _accent_from_end(word)
        for size in range(3, 8) if place is not None and not word[0].isupper() else ():
            if len(folded) > size:
                counts[folded[-size:]][place if place < size else 99] += 1
    rules: dict[str, int] = {}
    for ending in sorted(counts, key=lambda e: (len(e), e)):
        place, agree = counts[ending].most_common(1)[0]
        said = next((rules[ending[i:]] for i in range(1, len(ending) - 2) if ending[i:] in rules), None)
        if (
            place not in (99, said)
            and sum(counts[ending].values()) >= 8
            and agree >= 0.9 * sum(counts[ending].values())
        ):
            rules[ending] = place
    return rules


def build() -> bytes:
    """The file's bytes: the accented words in ISO 8859-7, sorted by folded form; a blank line; ending, tab, place."""
    more = tomllib.loads((FOLDER / "accents_more.toml").read_text(encoding="utf-8"))
    accented = _one_per_spelling(simplemma_words(), [*more["words"].split(), *more["places"].split()])
    words = "\n".join(accented[folded] for folded in sorted(accented))
    rules = "\n".join(f"{ending}\t{place}" for ending, place in sorted(_endings(accented).items()))
    return gzip.compress(f"{words}\n\n{rules}\n".encode("iso8859-7"), 9, mtime=0)


if __name__ == "__main__":
    (FOLDER / "accents.gz").write_bytes(build())
