"""`python -m evals.messages FILE`: how well messages are understood: intents right, F1 of slots, every miss."""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from core.answer.slots import to_json
from core.answer.understanding import understand
from core.greek.lexemes import lexemes
from core.greek.names import BodyName, OrganizationIndex
from core.greek.phonetic import phonetic
from core.greek.variants import phrases

BAR = frozenset({"adasearch", "records", "aggregate", "out_of_scope", "unclear", "smalltalk", "injection"})
_WORDS = frozenset({"keyword", "exclude"})
_OVERLAP = 0.5  # Dice over lexemes from which two keywords say the same
_CODE = re.compile(r"\(([^()]+)\)")
_ANOTHER_CHAT = re.compile(r"^\(another person")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One message of the file: its expected intent and slots."""

    id: str
    text: str
    previous: tuple[str, ...]
    today: date
    intent: str
    also: tuple[str, ...]
    slots: Mapping[str, Any]


@dataclass(slots=True, kw_only=True)
class Score:
    """Counts over lines; slots count only where they are expected or returned."""

    lines: int = 0
    right: int = 0
    hits: int = 0
    missed: int = 0
    extra: int = 0
    misses: list[str] = field(default_factory=list)

    @property
    def f1(self) -> float:
        wrong = self.missed + self.extra
        return 2 * self.hits / (2 * self.hits + wrong) if self.hits or wrong else 1.0

    @property
    def summary(self) -> str:
        share = self.right / self.lines if self.lines else 1.0
        return (
            f"{self.lines} lines · intents {self.right}/{self.lines} = {share:.3f} · "
            f"slots: hits {self.hits}, missed {self.missed}, extra {self.extra}, F1 {self.f1:.3f}"
        )


def read_lines(path: Path) -> Iterator[Line]:
    """The lines of the file. What was said in another chat is no turn of this one: the doors never pass it on."""
    for row in path.read_text(encoding="utf-8").splitlines():
        if row.strip():
            data = json.loads(row)
            turns = (turn["user"] for turn in data["prev"])
            yield Line(
                id=data["id"],
                text=data["text"],
                previous=tuple(turn for turn in turns if not _ANOTHER_CHAT.match(turn)),
                today=date.fromisoformat(data["as_of"]),
                intent=data["expected_intent"],
                also=tuple(data["also"]),
                slots=data["slots"],
            )


def read_register(path: Path) -> OrganizationIndex:
    """The bodies of a recorded answer of the register."""
    rows = json.loads(path.read_text(encoding="utf-8"))["organizations"]
    return OrganizationIndex(
        BodyName(uid=row["uid"], label=row["label"], category=row.get("category"), latin_name=row.get("latinName"))
        for row in rows
    )


def _units(words: str) -> tuple[frozenset[str], ...]:
    """Each word or expression as the set of all lexemes and sounds that stand for it, its variants included."""
    typed = re.findall(r"[^\W_]+", words)
    units = []
    for widened in phrases(typed):
        forms = (" ".join(alternative) for alternative in widened.alternatives)
        own = " ".join(typed[widened.start : widened.start + widened.count])
        unit = frozenset(lexeme for form in forms for lexeme in lexemes(form)) | frozenset(phonetic(own).split())
        if lexemes(own):
            units.append(unit)
    return tuple(units)


def same_words(expected: str, returned: str) -> bool:
    """Dice over the words, variants and spelling by ear counted as the same word."""
    left, right = _units(expected), _units(returned)
    if not left or not right:
        return False
    found = sum(any(unit & other for other in right) for unit in left)
    backed = sum(any(unit & other for other in left) for unit in right)
    return (found + backed) / (len(left) + len(right)) >= _OVERLAP


def _listed(value: object) -> list[str]:
    return sorted(str(each) for each in (value if isinstance(value, list | tuple) else [value]))


def _codes(value: object) -> list[str]:
    """Types by the code in brackets; a label without one stands for itself."""
    return sorted(found[1] if (found := _CODE.search(each)) else each for each in _listed(value))


def same(slot: str, expected: object, returned: object) -> bool:
    if slot in _WORDS:
        return same_words(str(expected), str(returned))
    if slot == "decision_type":
        return _codes(expected) == _codes(returned)
    if slot in ("payee", "unit"):
        return lexemes(str(expected)) == lexemes(str(returned))
    if slot in ("amount_min", "amount_max", "limit"):
        return float(str(expected)) == float(str(returned))
    return _listed(expected) == _listed(returned)


def _is_empty(value: object) -> bool:
    return value is None or value == [] or value == ""


def count(score: Score, line: Line, made: Mapping[str, Any]) -> None:
    """Adds one line to the score."""
    score.lines += 1
    returned: Mapping[str, Any] = made["slots"]
    wrong = []
    for slot in sorted(set(line.slots) | set(returned)):
        expected, got = line.slots.get(slot), returned.get(slot)
        if _is_empty(expected) and _is_empty(got):
            continue
        if not _is_empty(expected) and not _is_empty(got) and same(slot, expected, got):
            score.hits += 1
            continue
        score.missed += not _is_empty(expected)
        score.extra += not _is_empty(got)
        wrong.append(f"{slot}: {expected!r} → {got!r}")
    right = made["intent"] == line.intent
    score.right += right
    if wrong or not right:
        intent = "" if right else f" [{line.intent} → {made['intent']}]"
        score.misses.append(f"{line.id}{intent} {line.text}\n    " + "\n    ".join(wrong))


def measure(lines: Sequence[Line], bodies: OrganizationIndex, registered: frozenset[str]) -> tuple[Score, Score]:
    """The score of all lines, and of those of the bar."""
    whole, bar = Score(), Score()
    for line in lines:
        made = to_json(
            understand(
                line.text,
                today=line.today,
                bodies=bodies,
                previous=line.previous,
                registered=registered.__contains__,
            )
        )
        count(whole, line, made)
        if line.intent in BAR:
            count(bar, line, made)
    return whole, bar


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--register", type=Path, help="recorded answer of the register of bodies (JSON)")
    options = parser.parse_args()
    register = options.register or options.file.parent / "fixtures" / "organizations_active.json"
    uids = frozenset(row["uid"] for row in json.loads(register.read_text(encoding="utf-8"))["organizations"])
    whole, bar = measure(list(read_lines(options.file)), read_register(register), uids)
    for miss in whole.misses:
        sys.stdout.write(miss.rstrip() + "\n")
    sys.stdout.write(f"\nall   {whole.summary}\nbar   {bar.summary}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
