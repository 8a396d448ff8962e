"""`extraFieldValues` of each decision type, in the source's own keys and order (DIAVGEIA_API §8)."""

from collections.abc import Sequence
from decimal import Decimal

from ingest.worlds.parties import Json, Party, in_award, in_payment

ACT = "ΠΡΑΞΗ"
REGULAR = "Τακτικός Προϋπολογισμός"
INVESTMENT = "Πρόγραμμα Δημοσίων Επενδύσεων"
SALARIES = "SKIP_VAT_REASON_1"
COMPENSATIONS = "SKIP_VAT_REASON_2"


def money(amount: Decimal | None, currency: str = "EUR") -> Json:
    """Money as the source writes it. None: the key `amount` is missing."""
    return {"currency": currency} if amount is None else {"amount": float(amount), "currency": currency}


def related(adas: Sequence[str]) -> list[Json]:
    return [{"relatedDecisionsADA": ada} for ada in adas]


def payer(party: Party) -> Json:
    """The issuing body itself, as approvals and payments name it."""
    return {"afm": party.afm, "afmType": "EL", "enterName": False, "name": party.names[0]}


def kae_line(amount: Decimal, kae: str, budget: Decimal, credit: Decimal) -> Json:
    """A line of a commitment: its amount is a bare number."""
    return {
        "amountWithVAT": float(amount),
        "kae": kae,
        "kaeBudgetRemainder": float(budget),
        "kaeCreditRemainder": float(credit),
    }


def commitment(
    *,
    year: int,
    entry: str | None,
    amount: Json | None,
    lines: list[Json] | None,
    recalled: bool = False,
    partial: bool = False,
    target: str | None = None,
    others: Sequence[str] = (),
    budget: str = REGULAR,
) -> Json:
    """Β.1.3; `target` is the commitment that this one reverses."""
    return {
        "financialYear": year,
        "budgettype": budget,
        "entryNumber": entry,
        "partialead": partial,
        "recalledExpenseDecision": recalled,
        "amountWithVAT": amount,
        "amountWithKae": lines,
        "relatedPartialADA": target,
        "relatedDecisions": related(others),
        "documentType": ACT,
    }


def delegated_warrant(*, year: int, lines: Sequence[tuple[str, Decimal]]) -> Json:
    """Β.1.2: here the amount of a line is Money."""
    return {
        "financialYear": year,
        "budgettype": REGULAR,
        "amountWithVATAndKae": [{"kae": kae, "amountWithVAT": money(amount)} for kae, amount in lines],
        "primaryOfficer": None,
        "secondaryOfficer": None,
        "relatedDecisions": [],
        "documentType": ACT,
    }


def sponsor(party: Party | None, name: str, amount: Json, *, kae: str | None = None, cpv: str | None = None) -> Json:
    """A line of an approval or payment. No party: `{}`, as the source writes an unnamed payee."""
    line: Json = {"sponsorAFMName": in_payment(party, name) if party else {}, "expenseAmount": amount}
    if cpv is not None:
        line["cpv"] = cpv
    if kae is not None:
        line["kae"] = kae
    return line


def approval(
    *, body: Party, sponsors: object, commitments: Sequence[str] | None = (), others: Sequence[str] | None = ()
) -> Json:
    """Β.2.1. `commitments` or `others` None: the list is null."""
    return {
        "org": payer(body) | {"afmCountry": "EL"},
        "sponsor": sponsors,
        "relatedAnalipsiYpoxreosis": None if commitments is None else [{"textRelatedADA": ada} for ada in commitments],
        "relatedDecisions": None if others is None else related(others),
        "documentType": ACT,
    }


def payment(
    *,
    body: Party | None,
    sponsors: object,
    approvals: Sequence[str] | None = (),
    others: Sequence[str] | None = (),
    skip_reason: str | None = None,
) -> Json:
    """Β.2.2. With a skip reason there are no payees and no amount."""
    return {
        "org": payer(body) if body else None,
        "skipVatReason": skip_reason,
        "sponsor": sponsors,
        "relatedEkgrisiDapanis": None if approvals is None else [{"textRelatedADA": ada} for ada in approvals],
        "relatedDecisions": None if others is None else related(others),
        "documentType": ACT,
    }


def persons(named: Sequence[tuple[Party, str]]) -> list[Json]:
    return [in_award(party, name) for party, name in named]


def award(
    *,
    people: object,
    amount: Json | None,
    kind: str,
    cpv: list[str] | None,
    target: str | None,
    others: Sequence[str] = (),
) -> Json:
    """Δ.1; `target` is the commitment or tender it follows."""
    return {
        "person": people,
        "awardAmount": amount,
        "assignmentType": kind,
        "cpv": cpv,
        "textRelatedADA": target,
        "relatedDecisions": related(others),
        "documentType": ACT,
    }


def adjudication(*, people: object, amount: Json | None, target: str | None, others: Sequence[str] = ()) -> Json:
    """Δ.2.2; `target` is the tender."""
    return {
        "person": people,
        "awardAmount": amount,
        "textRelatedADA": target,
        "relatedDecisions": related(others),
        "documentType": ACT,
    }


def tender(*, cpv: str, kind: str, amount: Json, target: str | None, revenue: bool = False) -> Json:
    """Δ.2.1; a revenue tender lets something out."""
    return {
        "cpv": [cpv],
        "contestProgressType": "Ανοικτός",
        "manifestSelectionCriterion": "Συμφερότερη από οικονομικής άποψης" if revenue else "Χαμηλότερη Τιμή",
        "manifestContractType": kind,
        "orgBudgetCode": None if revenue else REGULAR,
        "estimatedAmount": amount,
        "textRelatedADA": target,
        "relatedDecisions": [],
        "documentType": ACT,
    }


def contract(*, people: object, amount: Json | None, duration: str | None, others: Sequence[str] = ()) -> Json:
    """Γ.3.4, of work or, as bodies use it, of supplies and services."""
    return {
        "contractType": "Σύμβαση Έργου",
        "numberOfPeople": 1,
        "financedProject": False,
        "person": people,
        "contractAmount": amount,
        "duration": duration,
        "relatedDecisions": related(others),
        "documentType": ACT,
    }


def grant(*, giver: Party, receivers: Sequence[tuple[Party, str]], amount: Decimal, kae: str) -> Json:
    """Β.4."""
    return {
        "donationType": "Επιχορήγηση",
        "amountWithVAT": money(amount),
        "kae": kae,
        "donationGiver": payer(giver),
        "donationReceiver": persons(receivers),
        "relatedDecisions": [],
        "documentType": ACT,
    }
