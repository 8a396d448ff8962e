"""A tender that is awarded as a whole and signed lot by lot: the lots count, the award is set aside (store/README)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import combinations

from core.domain.contracts.act import ContractAct
from core.domain.contracts.wording import Step, names_it

_YEAR = timedelta(days=366)
_AWARDED = frozenset({Step.MINUTES, Step.AWARDS})
_MOST_LOTS = 12  # of so many subsets some would give any sum by chance


def split(acts: Iterable[ContractAct]) -> Iterator[tuple[ContractAct, tuple[ContractAct, ...]]]:
    """Each award with the contracts of its lots, in order of issue; a contract is a lot of one award."""
    awards: list[ContractAct] = []
    signed: dict[tuple[str, str], list[ContractAct]] = defaultdict(list)
    for act in sorted(acts, key=lambda act: (act.issued_on, act.ada)):
        if act.step in _AWARDED and act.payees:
            awards.append(act)
        elif act.step is Step.CONTRACTS and act.payees:
            signed[act.organization_uid, act.stage].append(act)
    taken: set[str] = set()
    for award in awards:
        free = [act for act in signed[award.organization_uid, award.stage] if act.ada not in taken]
        if lots := _lots_of(award, free):
            taken.update(act.ada for act in lots)
            yield award, lots


def _lots_of(award: ContractAct, signed: Sequence[ContractAct]) -> tuple[ContractAct, ...]:
    """Two contracts or more, signed within a year of the award, whose sum it is to the cent; as few as give it."""
    near = [
        act for act in signed if act.amount < award.amount and timedelta(0) <= act.issued_on - award.issued_on <= _YEAR
    ]
    if sum(act.amount for act in near) < award.amount:
        return ()
    may_be = [act for act in near if names_it(act.wording, award.wording)]
    if len(may_be) > _MOST_LOTS:
        return ()
    for count in range(2, len(may_be) + 1):
        for lots in combinations(may_be, count):
            if sum(act.amount for act in lots) == award.amount and _shares_a_payee(award, lots):
                return lots
    return ()


def _shares_a_payee(award: ContractAct, lots: Sequence[ContractAct]) -> bool:
    """The award names all of its contractors or the first of them."""
    return any(set(award.payees) & set(act.payees) for act in lots)
