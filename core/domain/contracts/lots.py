"""A tender that is awarded as a whole and signed lot by lot: the lots count, the award is set aside (store/README)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import combinations

from core.domain.contracts.act import ContractAct
from core.domain.contracts.wording import Step, names_it

_YEAR = timedelta(days=366)
_AWARDED = frozenset({Step.MINUTES, Step.AWARDS})
_SIGNED = re.compile("[σς][υύyu][μm][βbφ]", re.IGNORECASE)  # spares reading what no alphabet makes a contract
_MOST_LOTS = 12  # of so many subsets some would give any sum by chance


def split(acts: Iterable[ContractAct]) -> Iterator[tuple[ContractAct, tuple[ContractAct, ...]]]:
    """Each award with the contracts of its lots, in order of issue; a contract is a lot of one award."""
    ordered = sorted((act for act in acts if act.payees), key=lambda act: (act.issued_on, act.ada))
    signed: dict[tuple[str, ...], list[ContractAct]] = defaultdict(list)
    of_payee: dict[tuple[str, ...], list[ContractAct]] = defaultdict(list)
    for act in ordered:
        if _SIGNED.search(act.subject):
            signed[act.organization_uid, act.stage].append(act)
            for payee in act.payees:
                of_payee[act.organization_uid, act.stage, payee].append(act)
    taken: set[str] = set()
    for award in ordered:
        own = (of_payee[award.organization_uid, award.stage, payee] for payee in award.payees)
        if not any(_may_be_lot(act, award) for each in own for act in each) or award.step not in _AWARDED:
            continue
        free = [act for act in signed[award.organization_uid, award.stage] if act.ada not in taken]
        if lots := _lots_of(award, free):
            taken.update(act.ada for act in lots)
            yield award, lots


def _may_be_lot(act: ContractAct, award: ContractAct) -> bool:
    return act.amount < award.amount and timedelta(0) <= act.issued_on - award.issued_on <= _YEAR


def _lots_of(award: ContractAct, signed: Sequence[ContractAct]) -> tuple[ContractAct, ...]:
    """Two contracts or more, signed within a year of the award, whose sum it is to the cent; as few as give it."""
    near = [act for act in signed if _may_be_lot(act, award)]
    if sum(act.amount for act in near) < award.amount:
        return ()
    may_be = [act for act in near if act.step is Step.CONTRACTS and names_it(act.wording, award.wording)]
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
