"""A decision as lists show it, from the columns that every statement of lists returns."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.domain.answer import Row
from core.domain.ledger import Flag, Payee, Stage
from core.domain.payees import Setting, is_private_person, shown_payees
from core.domain.subjects import shown_subject


def as_payees(stored: Sequence[Sequence[Any]] | None) -> tuple[Payee, ...]:
    """From ΑΦΜ, name, whether a person's, and the name that other acts of ours give where this one gives none."""
    return tuple(
        Payee(afm=afm, name=name, natural=natural, elsewhere=elsewhere)
        for afm, name, natural, elsewhere in stored or ()
    )


def as_row(record: Mapping[str, Any], *, one_body: bool, same_subject: int = 1) -> Row:
    """`record`: the act's columns, `version`, `issuer_afm`, `stage`, `amount`, `sign`, `flags`, `payees`, see below.

    Payees come out fit for a reader; the ΑΦΜ of a private person typed as an amount is not an amount that is shown.
    """
    stage = Stage(record["stage"]) if record["stage"] else None
    payees = as_payees(record["payees"])
    setting = Setting(
        stage=stage,
        decision_type=record["decision_type"],
        subject=record["subject"],
        one_body=one_body and not record["private"],
        issuer_afm=record["issuer_afm"],
    )
    hidden = Flag.AFM_AS_AMOUNT in record["flags"] and any(map(is_private_person, payees))
    return Row(
        ada=record["ada"],
        organization_uid=record["organization_uid"],
        subject=shown_subject(record["subject"], record["decision_type"], bool(record["private"])),
        decision_type=record["decision_type"],
        issued_on=record["issued_on"],
        stage=stage,
        amount=None if hidden else record["amount"],
        amount_state=record["amount_state"],
        sign=record["sign"] or 1,
        payees=shown_payees(payees, setting=setting),
        status=record["status"],
        flags=tuple(record["flags"]),
        same_subject=same_subject,
        version=record["version"],
    )
