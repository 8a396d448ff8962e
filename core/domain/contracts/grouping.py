"""One contract in several acts of a stage: approved, awarded, signed, modified. It counts once (DESIGN §4); pure.

Two purchases alike are two: a rent, a yearly supply, one lot for each village. Acts are joined only when body, payee
and amount are the same, the subjects name the same thing, and *the acts do different things* with it (or one cites the
other), within the time that the next step takes. What merely looks alike stays in the totals, flagged.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal

from core.domain.contracts.act import ContractAct, is_taxed
from core.domain.contracts.lots import split
from core.domain.contracts.wording import Step, same_object

_SOON = timedelta(days=60)
_HALF_YEAR = timedelta(days=183)
_YEAR = timedelta(days=366)
_LASTING = timedelta(days=3 * 366)
_WITHIN = {  # how long after the last act of the contract the next step may come
    Step.APPROVES: _SOON,
    Step.MINUTES: _YEAR,
    Step.AWARDS: _HALF_YEAR,
    Step.PLAIN: _SOON,
    Step.CONTRACTS: _HALF_YEAR,
    Step.MODIFIES: _LASTING,
    Step.REPEATS: _HALF_YEAR,
}
_LATER = frozenset({Step.MODIFIES, Step.REPEATS})  # they may follow any step, more than once
_TELLING = Decimal(10_000)  # a round amount below this says little
_NEW_TOTAL = (Decimal("0.7"), Decimal("1.5"))  # beyond these a modification may state the difference alone


@dataclass(slots=True)
class Contract:
    """Acts in the order of their steps; `counted` is the one whose amount totals take.

    `lots`: the acts that count in their stead, where it is an award that was signed lot by lot.
    """

    acts: list[ContractAct] = field(default_factory=list)
    lots: tuple[ContractAct, ...] = ()

    @property
    def amount(self) -> Decimal:
        """The total in force: a modification that states another one replaces it, unless that may be a part of it.

        The same total with and without VAT is one, the one with it.
        """
        total = self.acts[0].amount
        for act in self.acts[1:]:
            if is_taxed(act.amount, total):
                total = max(act.amount, total)
            elif _is_total(act, total):
                total = act.amount
        return total

    @property
    def counted(self) -> ContractAct:
        """The first act with the amount in force that names what is bought: its date is the date of the deed.

        Of lots the largest.
        """
        if self.lots:
            return max(self.lots, key=lambda act: act.amount)
        in_force = [act for act in self.acts if act.amount == self.amount]
        return min(in_force, key=lambda act: (act.step in _LATER, not act.wording.words, act.issued_on))

    @property
    def others(self) -> list[ContractAct]:
        return [act for act in self.acts if act is not self.counted]

    def takes(self, act: ContractAct) -> bool:
        """The act is the next step of this contract."""
        step, last = act.step, self.acts[-1]
        if step is Step.SUPPLEMENTS or any(each.step is Step.SUPPLEMENTS for each in self.acts):
            return False
        cited = any(act.ada in each.cites or each.ada in act.cites for each in self.acts)
        if not self._is_next(step, cited=cited) or act.issued_on - last.issued_on > self._patience(step):
            return False
        if not self._same_payees(act, cited=cited):
            return False
        if act.amount != self.amount and not is_taxed(act.amount, self.amount):
            return step in _LATER and self._modified_by(act, cited=cited)
        return cited or self._same_thing(act)

    def _is_next(self, step: Step, *, cited: bool) -> bool:
        """No step twice, unless it may be or the acts cite each other; an award does not follow its own contract."""
        taken = {each.step for each in self.acts} - _LATER
        if cited or step in _LATER:
            return True
        furthest = max(taken, default=Step.APPROVES)
        return step > furthest or step is furthest is Step.MINUTES or (step, furthest) == (Step.AWARDS, Step.PLAIN)

    def _patience(self, step: Step) -> timedelta:
        """Between the minutes of a tender and its contract appeals are heard."""
        minutes = any(each.step is Step.MINUTES for each in self.acts)
        return max(_WITHIN[step], _YEAR) if minutes and step is Step.CONTRACTS else _WITHIN[step]

    def _same_payees(self, act: ContractAct, *, cited: bool) -> bool:
        known = next((each.payees for each in self.acts if each.payees), frozenset())
        return act.payees == known if act.payees and known else cited

    def _same_thing(self, act: ContractAct) -> bool:
        if not act.wording.words or _only_numbers_an_act(act):
            return self._telling
        return any(same_object(each.wording, act.wording) for each in self.acts)

    @property
    def _telling(self) -> bool:
        """An amount that no other purchase of the payee repeats by chance."""
        return self.amount >= _TELLING and self.amount % 10 != 0

    def _modified_by(self, act: ContractAct, *, cited: bool) -> bool:
        """«Τροποποίηση σύμβασης» with another amount: a new total or a difference, never a second contract."""
        same = any(same_object(each.wording, act.wording) for each in self.acts)
        if act.step is Step.REPEATS and not _is_total(act, self.amount):
            return False
        return cited or (same and act.issued_on - self.acts[-1].issued_on <= _YEAR)


def _is_total(act: ContractAct, before: Decimal) -> bool:
    return before * _NEW_TOTAL[0] <= act.amount <= before * _NEW_TOTAL[1]


def _only_numbers_an_act(act: ContractAct) -> bool:
    """«Τροποποίηση της 188/2023 απόφασης της Οικονομικής Επιτροπής»: nothing of what is bought."""
    return act.step in _LATER and len(act.wording.words) <= 1


def contracts(acts: Iterable[ContractAct]) -> Iterator[Contract]:
    """The contracts that consist of several acts."""
    ordered = sorted(acts, key=lambda act: (act.organization_uid, act.stage, act.issued_on, act.step, act.ada))
    by_payee: dict[tuple[str, str, frozenset[str]], list[Contract]] = defaultdict(list)
    by_ada: dict[str, Contract] = {}
    cited_by: dict[str, list[str]] = defaultdict(list)
    for act in ordered:
        for target in act.cites:
            cited_by[target].append(act.ada)
    for act in ordered:
        cited = [by_ada[ada] for ada in (*act.cites, *cited_by[act.ada]) if ada in by_ada]
        alike = by_payee[act.organization_uid, act.stage, frozenset(act.payees)] if act.payees else []
        kin = [one for one in cited if _of_one_body(one, act)] + alike[::-1]
        nearest = sorted(kin, key=lambda one: _apart(one.amount, act.amount))
        taken = next((one for one in nearest if one.takes(act)), None)
        if taken is None:
            taken = Contract()
            if act.payees:
                alike.append(taken)
        taken.acts.append(act)
        by_ada[act.ada] = taken
    for award, lots in split(ordered):
        _set_aside(by_ada[award.ada], [by_ada[lot.ada] for lot in lots])
    yield from {id(one): one for one in by_ada.values() if len(one.acts) > 1 or one.lots}.values()


def _set_aside(awarded: Contract, signed: Sequence[Contract]) -> None:
    """Unless it is signed as a whole too, or what look like its lots are one contract, its own perhaps."""
    apart = len({id(one) for one in (awarded, *signed)}) == 1 + len(signed)
    if apart and not any(act.step is Step.CONTRACTS for act in awarded.acts):
        awarded.lots = tuple(one.counted for one in signed)


def _apart(one: Decimal, other: Decimal) -> int:
    return 0 if one == other else 1 if is_taxed(one, other) else 2


def _of_one_body(contract: Contract, act: ContractAct) -> bool:
    first = contract.acts[0]
    return (first.organization_uid, first.stage) == (act.organization_uid, act.stage)


def kin(acts: Iterable[ContractAct]) -> Iterator[list[ContractAct]]:
    """Acts that may be of one contract: of a body and stage, tied by equal payees or by a citation. Each set stands by
    itself for `contracts`; an act that nothing ties to another is in none.
    """
    listed = list(acts)
    held = {(act.organization_uid, act.stage, act.ada) for act in listed}
    above: dict[object, object] = {}

    def root(node: object) -> object:
        while (up := above.setdefault(node, node)) != node:
            above[node] = node = above[up]
        return node

    for act in listed:
        own = (act.organization_uid, act.stage, act.ada)
        if act.payees:
            above[root(own)] = root((act.organization_uid, act.stage, act.payees))
        for cited in {(act.organization_uid, act.stage, ada) for ada in act.cites} & held:
            above[root(own)] = root(cited)
    for award, lots in split(listed):
        for lot in lots:
            above[root((lot.organization_uid, lot.stage, lot.ada))] = root(
                (award.organization_uid, award.stage, award.ada)
            )
    sets: dict[object, list[ContractAct]] = defaultdict(list)
    for act in listed:
        sets[root((act.organization_uid, act.stage, act.ada))].append(act)
    yield from (members for members in sets.values() if len(members) > 1)
