"""What every reader must be told in a simulated month: `python evals/alerts_month_truth.py FOLDER`, over JSON lines.

`readers` (chat, title, words, body, least, since, until, gone), `acts` (the source's own rows), `arrived` (day, chat,
text), `cut` (day, chat: a send there may have arrived unheard). Nothing of this project is imported: words are compared
by their beginnings, money is read from the source's own fields, messages as they arrived.
"""

import json
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Row = dict[str, Any]
_ADA = re.compile(r"^\d+\. ([0-9A-ZΑ-Ω]{4,14}-[0-9A-ZΑ-Ω]{1,3})")
_HEAD = re.compile(r"^[\d.]+ (?:νέα πράξη|νέες πράξεις|νέο|νέα|αλλαγή|αλλαγές) για «(.+)»$")
_OTHERS = re.compile(r"^και ([\d.]+) άλλ(?:η|ες)$")
_ALSO = re.compile(r" · και για («.+»)$")
_HAPPENED = re.compile(r"· (?:διορθώθηκε μετά|ζητήθηκε η ανάκληση|η ανάρτηση (?:ανακλήθηκε|ισχύει ξανά))")
_LONGEST_ENDING = 3  # «απορριμμάτων» is the word, «απορριμματοφόρο» is another
_LOOKALIKES = str.maketrans("abehikmnoptxyzµ∆", "αβεηικμνορτχυζμδ")


def main(folder: Path) -> Row:
    readers, acts, cut = (list(_read(folder / f"{name}.jsonl")) for name in ("readers", "acts", "cut"))
    texts: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for each in _read(folder / "arrived.jsonl"):
        texts[each["chat"]].append((each["day"], each["text"]))
    excused = {(each["day"], each["chat"]) for each in cut}
    fits = _Fits(acts, {word for reader in readers for word in reader["words"]})
    revoked = {act["ada"] for act in acts if act["status"] == "REVOKED"}  # may have been told before
    by_chat: dict[int, list[Row]] = defaultdict(list)
    for reader in readers:
        by_chat[reader["chat"]].append(reader)
    told: Row = {"due_pairs": 0, "listed": 0, "behind_others": 0, "duplicate_messages": 0}
    wrong: dict[str, list[str]] = {
        name: [] for name in ("missing", "not_due", "after_deletion", "unexcused_duplicates")
    }
    for chat, own in sorted(by_chat.items()):
        _judge(chat, own, texts[chat], fits, revoked, excused, told, wrong)
    strangers = sorted(set(texts) - set(by_chat))
    numbers = {name: len(found) for name, found in wrong.items()}
    return {**told, **numbers, "chats_never_asked": len(strangers), "samples": {n: f[:10] for n, f in wrong.items()}}


class _Fits:
    """Which acts a wish is about; acts by the words that their subjects hold."""

    def __init__(self, acts: list[Row], words: set[str]) -> None:
        self._by_word: dict[str, list[Row]] = defaultdict(list)
        for act in acts:
            held = set(re.findall(r"\w+", _plain(act["subject"])))
            for word in words:
                if any(each.startswith(word) and len(each) <= len(word) + _LONGEST_ENDING for each in held):
                    self._by_word[word].append(act)

    def posted_for(self, reader: Row) -> Iterator[Row]:
        """Since the wish was made and while it was there, whatever their day of issue."""
        first, *others = reader["words"]
        rest = [{act["ada"] for act in self._by_word[word]} for word in others]
        for act in self._by_word[first]:
            own = reader["body"] is None or str(act["organizationId"]) == reader["body"]
            fits = own and all(act["ada"] in held for held in rest) and _reaches(act, reader["least"])
            if fits and reader["since"] <= act["publishTimestamp"] and act["status"] != "REVOKED":
                yield act


def _judge(
    chat: int,
    own: list[Row],
    texts: list[tuple[int, str]],
    fits: _Fits,
    revoked: set[str],
    excused: set[tuple[int, int]],
    told: Row,
    wrong: dict[str, list[str]],
) -> None:
    """Every pair of a wish that is still there is listed, or one of those behind «άλλες N»."""
    required: dict[str, set[str]] = {}
    allowed: dict[str, set[str]] = {}
    for reader in own:
        due = {act["ada"] for act in fits.posted_for(reader)}
        allowed[reader["title"]] = due
        if reader["until"] is None and not reader["gone"]:
            required[reader["title"]] = due
    ends = {reader["title"]: reader["until"] for reader in own if reader["until"] is not None}
    listed, behind = _read_letters(chat, texts, allowed, revoked, ends, wrong)
    for (day, text), times in Counter(texts).items():
        told["duplicate_messages"] += times - 1
        if times > 1 and (day, chat) not in excused:
            wrong["unexcused_duplicates"].append(f"{chat}: day {day}: {text[:60]}")
    due_acts = set().union(*required.values())
    short = len(due_acts - listed) - behind
    if short > 0:
        wrong["missing"] += [f"{chat}: {ada}" for ada in sorted(due_acts - listed)][:short]
    for due in required.values():
        told["due_pairs"] += len(due)
        told["listed"] += len(due & listed)
        told["behind_others"] += len(due - listed) if short <= 0 else 0


def _read_letters(
    chat: int,
    texts: list[tuple[int, str]],
    allowed: dict[str, set[str]],
    revoked: set[str],
    ends: dict[str, int],
    wrong: dict[str, list[str]],
) -> tuple[set[str], int]:
    """ΑΔΑs that are told as new, each under a wish that it fits; and how many are behind «άλλες N»."""
    listed: set[str] = set()
    behind = 0
    for day, text in dict.fromkeys(texts):
        title = ""
        for line in text.splitlines():
            if head := _HEAD.match(line):
                title = head[1]
                if title in ends and day > ends[title]:
                    wrong["after_deletion"].append(f"{chat}: day {day}: {title}")
            elif others := _OTHERS.match(line):
                behind += int(others[1].replace(".", ""))
            elif (ada := _ADA.match(line)) and not _HAPPENED.search(line):
                listed.add(ada[1])
                named = _ALSO.search(line)
                titles = [title, *(named[1].strip("«»").split("», «") if named else [])]
                wrong["not_due"] += [
                    f"{chat}: {ada[1]} for {each}"
                    for each in titles
                    if ada[1] not in allowed.get(each, set()) and ada[1] not in revoked
                ]
    return listed, behind


def _reaches(act: Row, least: float | None) -> bool:
    """Of awards (Δ.1), the award's own amount; one that states none comes in a part of its own."""
    if least is None:
        return True
    values = act.get("extraFieldValues") or {}
    stated = (values.get("awardAmount") or {}) if isinstance(values, dict) else {}
    amount = stated.get("amount")
    return act["decisionTypeId"] == "Δ.1" and (
        amount is None or stated.get("currency") != "EUR" or float(amount) >= least
    )


def _plain(text: str) -> str:
    stripped = unicodedata.normalize("NFD", text.lower())
    greek = "".join(each for each in stripped if not unicodedata.combining(each)).translate(_LOOKALIKES)
    return greek.replace("ς", "σ")


def _read(path: Path) -> Iterable[Row]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1])), ensure_ascii=False))
