"""The words of a model as sentences: without markup and links, ΑΔΑs mended or their sentences gone (DESIGN §3.5)."""

import re
from collections.abc import Collection, Iterator
from urllib.parse import unquote

from rapidfuzz.distance import Levenshtein

from core.domain.answer import plain
from core.domain.identifiers import find_adas, issuer_uid
from core.domain.request import AdaCandidate

_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]*)[^)]*\)")
_URL = re.compile(r"(?:https?://|www\.)[^\s)>\]]+")
_BULLET = re.compile(r"^\s*(?:[-–•*+]|\d{1,2}[.)]|#+)\s+")
_MARKUP = re.compile(r"[*_`~|<>#]+")
_ENDS = re.compile(r"(?<=[.;!?])\s+(?=[Α-ΩΆΈΉΊΌΎΏA-Z«\"(\d])")


def sentences(text: str, held: Collection[str]) -> list[list[str]]:
    """Lines of sentences that may be read further: an ΑΔΑ that no result holds takes its sentence with it."""
    lines = [list(_kept(_without_markup(line, held), held)) for line in plain(text).splitlines()]
    return [line for line in lines if line]


def _without_markup(line: str, held: Collection[str]) -> str:
    """Links are built by code: of one that leads to an act of ours its ΑΔΑ is left, of any other the words."""
    line = _LINK.sub(lambda link: f"{link[1]} {_act_of(link[2], held, beside=link[1])}", _BULLET.sub("", line))
    line = _URL.sub(lambda url: _act_of(url[0], held), line)
    return " ".join(_MARKUP.sub("", line).split())


def _act_of(url: str, held: Collection[str], beside: str = "") -> str:
    return next((ada for ada in held if ada in unquote(url) and ada not in beside), "")


def _kept(line: str, held: Collection[str]) -> Iterator[str]:
    for sentence in _ENDS.split(line):
        mended = _mended(sentence, held)
        if mended is not None and any(letter.isalnum() for letter in mended):
            yield mended


def _mended(sentence: str, held: Collection[str]) -> str | None:
    for candidate in adas_in(sentence, held):
        if candidate.ada in held:
            sentence = sentence.replace(candidate.typed, candidate.ada)
            continue
        meant = _meant(candidate.ada, held)
        if meant is None:
            return None
        sentence = sentence.replace(candidate.typed, meant)
    return sentence


def adas_in(sentence: str, held: Collection[str]) -> list[AdaCandidate]:
    """Those held, and what is an ΑΔΑ by its form or its label."""
    found = find_adas(sentence, registered=lambda _: True)
    return [each for each in found if each.ada in held or each.certain or each.labelled]


def _meant(ada: str, held: Collection[str]) -> str | None:
    """One letter away from exactly one act of the results, with the same issuer inside; else nobody knows."""
    near = [other for other in held if Levenshtein.distance(ada, other, score_cutoff=1) == 1]
    return near[0] if len(near) == 1 and issuer_uid(ada) == issuer_uid(near[0]) else None
