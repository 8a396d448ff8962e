"""What every chat must be told in a simulated week, and what it was told.

Plain code over the source's own JSON and the messages as they arrived: it shares nothing with matching, digests or the
sender. Words are compared by their beginnings, capitals and accents aside.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

_ADA = re.compile(r"^\d+\. ([0-9A-ZΑ-Ω]{4,14}-[0-9A-ZΑ-Ω]{1,3})", re.MULTILINE)
_OTHERS = re.compile(r"^και (\d+) άλλ(?:η|ες)$", re.MULTILINE)
_HAPPENED = re.compile(r"· (?:διορθώθηκε μετά|ζητήθηκε η ανάκληση|η ανάρτηση (?:ανακλήθηκε|ισχύει ξανά))")
_LONGEST_ENDING = 3  # «απορριμμάτων» is the word, «απορριμματοφόρο» is another
_LOOKALIKES = str.maketrans("abehikmnoptxyzµ∆", "αβεηικμνορτχυζμδ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A chat and one of its wishes, in plain words; with `least`, of awards (Δ.1). `since`: source milliseconds."""

    chat: int
    word: str
    body: str | None
    least: float | None
    since: int


@dataclass(slots=True)
class Verdict:
    """ΑΔΑs by chat. `behind`: due and not listed, but counted behind «άλλες N»."""

    due: int = 0
    listed: int = 0
    behind: int = 0
    missing: list[str] = field(default_factory=list)
    undue: list[str] = field(default_factory=list)
    duplicates: int = 0

    def told(self) -> dict[str, Any]:
        return {
            "due_pairs": self.due,
            "listed": self.listed,
            "behind_others": self.behind,
            "missing": self.missing[:20],
            "not_due": self.undue[:20],
            "duplicate_messages": self.duplicates,
        }


def plain(text: str) -> str:
    stripped = unicodedata.normalize("NFD", text.lower())
    greek = "".join(each for each in stripped if not unicodedata.combining(each)).translate(_LOOKALIKES)
    return greek.replace("ς", "σ")


def is_due(reader: Reader, row: Mapping[str, Any]) -> bool:
    """By the time of posting, whatever its day of issue."""
    if row["publishTimestamp"] < reader.since or row["status"] == "REVOKED":
        return False
    if reader.body is not None and str(row["organizationId"]) != reader.body:
        return False
    if not any(_is(word, reader.word) for word in re.findall(r"\w+", plain(row["subject"]))):
        return False
    return reader.least is None or (row["decisionTypeId"] == "Δ.1" and _reaches(row, reader.least))


def _is(word: str, beginning: str) -> bool:
    return word.startswith(beginning) and len(word) <= len(beginning) + _LONGEST_ENDING


def _reaches(row: Mapping[str, Any], least: float) -> bool:
    """The award's own amount; one that states none comes in a part of its own."""
    values = row.get("extraFieldValues") or {}
    money = (values.get("awardAmount") or {}) if isinstance(values, Mapping) else {}
    stated = money.get("amount")
    return stated is None or money.get("currency") != "EUR" or float(stated) >= least


def judged(
    readers: Sequence[Reader],
    rows: Iterable[Mapping[str, Any]],
    arrived: Sequence[tuple[int, str]],
    *,
    blocked: Collection[int],
) -> Verdict:
    """`arrived`: (chat, text) of every message that a chat has got; `blocked`: chats that left meanwhile."""
    acts, verdict = list(rows), Verdict()
    revoked = {str(row["ada"]) for row in acts if row["status"] == "REVOKED"}  # may have been told before
    for chat in sorted({reader.chat for reader in readers}):
        own = [reader for reader in readers if reader.chat == chat]
        due = {str(row["ada"]) for row in acts if any(is_due(reader, row) for reader in own)}
        texts = Counter(text for to, text in arrived if to == chat)
        listed = {ada for text in texts for ada in _new(text)}
        behind = sum(int(number) for text in texts for number in _OTHERS.findall(text))
        verdict.duplicates += sum(times - 1 for times in texts.values())
        verdict.undue += [f"{chat}: {ada}" for ada in sorted(listed - due - revoked)]
        if chat not in blocked:
            _count(verdict, chat, due, listed, behind, revoked)
    return verdict


def _count(verdict: Verdict, chat: int, due: set[str], listed: set[str], behind: int, revoked: set[str]) -> None:
    """Every act that is due is listed, or one of those behind «άλλες N»."""
    unlisted = due - listed
    verdict.due += len(due)
    verdict.listed += len(due & listed)
    verdict.behind += min(behind, len(unlisted))
    short = len(unlisted) - behind
    if short > 0 or -short > len(revoked):
        verdict.missing += [f"{chat}: {ada}" for ada in sorted(unlisted)][: max(1, short)]


def _new(text: str) -> list[str]:
    """Acts that are told as new: a line that says what became of one is no announcement."""
    lines = [line for line in text.splitlines() if not _HAPPENED.search(line)]
    return _ADA.findall("\n".join(lines))
