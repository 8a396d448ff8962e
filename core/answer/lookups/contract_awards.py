"""Lookup: how many contracts of the same question were posted as awards, beside those posted as contracts."""

from dataclasses import dataclass

from core.answer.lookups import figures
from core.answer.lookups.arguments import checked, described
from core.answer.lookups.store import LookupStore
from core.domain.answer import Finding
from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.store import contract_awards

NAME = "contract_awards"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The question's own filter; its stage and types are not looked at."""

    where: DecisionFilter


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractAwardsFinding:
    """`decisions`: Δ.1 whose subject begins with «σύμβαση» or «υπογραφή σύμβασης»."""

    finding: Finding
    decisions: int


async def run(store: LookupStore, arguments: Arguments) -> ContractAwardsFinding:
    where = await checked(store.pool, arguments.where)
    number = await contract_awards.number(store.pool, where=where)
    told = figures.acts(number, "contracts as awards", period=where.period, stage=Stage.AWARD)
    finding = Finding(lookup=NAME, arguments=described(where), figures=(told,), total_rows=number)
    return ContractAwardsFinding(finding=finding, decisions=number)
