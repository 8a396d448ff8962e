"""One contract in several acts: the award, its modification and the contract itself repeat one amount (DESIGN §4)."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache

from core.domain.ledger import Stage
from core.greek.fold import fold
from core.greek.lexemes import lexemes

CHAINED = frozenset({Stage.AWARD, Stage.CONTRACT})  # elsewhere equal amounts are months of one bill

_OPENING = 90  # letters; what an act is stands at the beginning of its subject
_CONTRACT = re.compile(r"\b(?:συμβασ|συμφωνητικ)")
_MODIFIES = re.compile(r"\b(?:τροποποι|διορθωσ|ορθη επαναληψ|συμπληρωσ\w* τησ|ανακλησ)")
_AWARDS = re.compile(r"\b(?:αναθεσ|κατακυρωσ|πρακτικ|εγκρι|αναδειξ|αποφασ)")

_APART = 400  # days; the next year's contract of the same amount is another one
_SHARED = 0.3  # of the words of the shorter subject


@cache
def _formal() -> frozenset[str]:
    return frozenset(
        lexemes(
            "σύμβαση συμφωνητικό ανάθεση απευθείας έγκριση απόφαση δημάρχου πρακτικό διενέργεια διαγωνισμός κατακύρωση "
            "προμήθεια παροχή υπηρεσία έργο μελέτη εκπόνηση τίτλος τεύχη δήμος δημοτική ενότητα κοινότητα ποσό ευρώ "
            "τροποποίηση παράταση οικονομική επιτροπή"
        )
    )


class _Kind(StrEnum):
    AWARD = "award"
    MODIFICATION = "modification"
    CONTRACT = "contract"


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """An act with the amount, payees, body and stage (`group`) of another."""

    group: Hashable
    ada: str
    subject: str
    issued_on: date


def _kind(subject: str) -> _Kind:
    """By the first word that says it: «έγκριση σύμβασης» awards, «σύμβαση προμήθειας» is the contract."""
    opening = fold(subject)[:_OPENING]
    found = [
        (match.start(), kind)
        for kind, pattern in (
            (_Kind.MODIFICATION, _MODIFIES), (_Kind.AWARD, _AWARDS), (_Kind.CONTRACT, _CONTRACT),
        )
        if (match := pattern.search(opening))
    ]  # fmt: skip
    return min(found)[1] if found else _Kind.AWARD


def _content(subject: str) -> frozenset[str]:
    """What the act is for: its lexemes without those that any award or contract has, and without numbers."""
    return frozenset(each for each in lexemes(subject) if len(each) > 2 and each.isalpha()) - _formal()


def _tells_again(act: Alike, other: Alike) -> bool:
    """Within a year or so of the other, and of the same matter; a modification may name only what it modifies."""
    if abs((act.issued_on - other.issued_on).days) > _APART:
        return False
    if _Kind.MODIFICATION in (_kind(act.subject), _kind(other.subject)):
        return True
    first, second = _content(act.subject), _content(other.subject)
    return len(first & second) > _SHARED * min(len(first), len(second))


def repeated(acts: Iterable[Alike]) -> list[str]:
    """ΑΔΑs whose amount another act of the same contract has already told.

    In a group there are at least as many contracts as the kind with most acts has: two awards and two contracts of one
    amount are two contracts; twelve awards of one amount are twelve, whatever their subjects say.
    """
    groups: dict[Hashable, dict[_Kind, list[Alike]]] = defaultdict(lambda: defaultdict(list))
    for act in acts:
        groups[act.group][_kind(act.subject)].append(act)
    order, spare = list(_Kind), list[str]()
    for kinds in groups.values():
        kept = max(kinds, key=lambda kind: (len(kinds[kind]), -order.index(kind)))
        others = (act for kind, each in kinds.items() if kind is not kept for act in each)
        spare += [act.ada for act in others if any(_tells_again(act, other) for other in kinds[kept])]
    return sorted(spare)
