"""An award or a contract as its contract is looked for: one amount, what its subject says, what it names."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property

from core.domain.contracts.wording import Step, Wording, read, step

_VAT = Decimal("1.24")
_CENT = Decimal("0.01")


@dataclass(frozen=True, kw_only=True)
class ContractAct:
    """One published act of a stage with one amount. `payees`: ΑΦΜ or name keys, the issuing body left out.

    `cites`: ΑΔΑs that it names, in its fields or its subject.
    """

    organization_uid: str
    stage: str
    ada: str
    issued_on: date
    amount: Decimal
    subject: str
    payees: Collection[str]
    cites: Collection[str] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "payees", frozenset(self.payees))

    @cached_property
    def step(self) -> Step:
        return step(self.subject)

    @cached_property
    def wording(self) -> Wording:
        return read(self.subject)


def is_taxed(one: Decimal, other: Decimal) -> bool:
    """One is the other with VAT of 24 %, to the cent."""
    net, gross = sorted((one, other))
    return (net * _VAT).quantize(_CENT, ROUND_HALF_UP) == gross.quantize(_CENT, ROUND_HALF_UP)
