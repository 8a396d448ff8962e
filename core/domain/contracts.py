"""One contract in several acts: the award, its modification and the contract itself repeat one amount (DESIGN §4)."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from core.domain.ledger import Stage
from core.greek.fold import fold

CHAINED = frozenset({Stage.AWARD, Stage.CONTRACT})  # elsewhere equal amounts are months of one bill

_OPENING = 90  # letters; what an act is stands at the beginning of its subject
_CONTRACT = re.compile(r"\b(?:συμβασ|συμφωνητικ)")
_MODIFIES = re.compile(r"\b(?:τροποποι|διορθωσ|ορθη επαναληψ|συμπληρωσ\w* τησ|ανακλησ)")
_AWARDS = re.compile(r"\b(?:αναθεσ|κατακυρωσ|πρακτικ|εγκρι|αναδειξ|αποφασ)")


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


def repeated(acts: Iterable[Alike]) -> list[str]:
    """ΑΔΑs whose amount another act of the same contract has already told.

    In a group there are as many contracts as the kind with most acts has: two awards and two contracts of one amount
    are two contracts; twelve awards of one amount are twelve, whatever their subjects say.
    """
    groups: dict[Hashable, dict[_Kind, list[str]]] = defaultdict(lambda: defaultdict(list))
    for act in acts:
        groups[act.group][_kind(act.subject)].append(act.ada)
    spare = []
    for kinds in groups.values():
        order = list(_Kind)
        kept = max(kinds, key=lambda kind: (len(kinds[kind]), -order.index(kind)))
        spare += [ada for kind, adas in kinds.items() if kind is not kept for ada in adas]
    return sorted(spare)
