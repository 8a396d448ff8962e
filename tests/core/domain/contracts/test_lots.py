"""A tender that is signed lot by lot counts by its lots; sums that come by chance are left alone."""

import random
from datetime import date, timedelta
from decimal import Decimal

import pytest

from core.domain.contracts.act import ContractAct
from core.domain.contracts.grouping import contracts, kin

DAY = date(2024, 7, 23)
TITLE = "«Προμήθεια καυσίμων και λιπαντικών»"
MINUTES = f"ΕΓΚΡΙΣΗ 2ου ΠΡΑΚΤΙΚΟΥ ΔΙΕΝΕΡΓΕΙΑΣ ΤΟΥ ΔΙΑΓΩΝΙΣΜΟΥ: {TITLE}"


def an_act(ada: str, subject: str, amount: str | Decimal, payee: str = "Π", **changed: object) -> ContractAct:
    given = {"organization_uid": "1", "stage": "award", "ada": ada, "issued_on": DAY, "amount": Decimal(amount)}
    return ContractAct(**(given | {"subject": subject, "payees": frozenset({payee})} | changed))


def a_lot(ada: str, amount: str | Decimal, payee: str = "Π", days: int = 30, **changed: object) -> ContractAct:
    given = {"subject": f"ΣΥΜΒΑΣΗ ΠΡΟΜΗΘΕΙΑΣ: {TITLE} - ΟΜΑΔΑ {ada}", "issued_on": DAY + timedelta(days=days)}
    return an_act(ada, amount=amount, payee=payee, **(given | changed))


def aside(*acts: ContractAct) -> dict[str, str]:
    """ΑΔΑ → the act by which it counts, read in sets that stand by themselves as the store does."""
    return {act.ada: each.counted.ada for acts in kin(acts) for each in contracts(acts) for act in each.others}


@pytest.mark.parametrize("subject", [MINUTES, f"Απευθείας ανάθεση: {TITLE}"])
def test_the_award_is_set_aside_and_the_lots_count(subject: str) -> None:
    award = an_act("Α", subject, "337737.44")
    assert aside(award, a_lot("Β", "224363.62"), a_lot("Γ", "113373.82", "Ρ")) == {"Α": "Β"}


def test_every_step_of_the_award_is_set_aside_and_a_lot_keeps_its_modification() -> None:
    first = an_act("Α1", MINUTES, "300", issued_on=DAY - timedelta(days=20))
    modified = an_act("Μ", f"Τροποποίηση σύμβασης {TITLE}", "200", issued_on=DAY + timedelta(days=90))
    acts = (first, an_act("Α2", MINUTES, "300"), a_lot("Β", "200"), a_lot("Γ", "100", "Ρ"), modified)
    assert aside(*acts) == {"Α1": "Β", "Α2": "Β", "Μ": "Β"}


@pytest.mark.parametrize(
    "others",
    [
        (a_lot("Β", "200"), a_lot("Γ", "99.99", "Ρ")),
        (a_lot("Β", "200"), a_lot("Γ", "100", "Ρ", days=367)),
        (a_lot("Β", "200"), a_lot("Γ", "100", "Ρ", days=-1)),
        (a_lot("Β", "200"), a_lot("Γ", "100", "Ρ", organization_uid="2")),
        (a_lot("Β", "200"), a_lot("Γ", "100", "Ρ", stage="contract")),
        (a_lot("Β", "200"), a_lot("Γ", "100", "Ρ", subject="ΣΥΜΒΑΣΗ: «Προμήθεια γάλακτος»")),
        (a_lot("Β", "200"), a_lot("Γ", "100", "Ρ", subject=f"Απευθείας ανάθεση {TITLE}")),
        (a_lot("Β", "200", "Σ"), a_lot("Γ", "100", "Ρ")),  # none of them is who the award names
    ],
)
def test_what_is_no_lot_leaves_the_award_in_the_totals(others: tuple[ContractAct, ...]) -> None:
    assert aside(an_act("Α", MINUTES, "300"), *others) == {}


def test_an_award_that_is_signed_as_a_whole_has_no_lots() -> None:
    acts = (an_act("Α", MINUTES, "300"), a_lot("Ο", "300"), a_lot("Β", "200", "Ρ"), a_lot("Γ", "100"))
    assert aside(*acts) == {"Ο": "Α"}


def test_a_contract_is_a_lot_of_one_award() -> None:
    first, second = an_act("Α1", MINUTES, "300"), an_act("Α2", f"Ανάθεση {TITLE}", "300", "Ρ")
    assert aside(first, second, a_lot("Β", "200"), a_lot("Γ", "100", "Ρ")) == {"Α1": "Β"}


@pytest.mark.parametrize("seed", range(20))
def test_totals_hold_each_lot_once_whatever_the_order(seed: int) -> None:
    rng = random.Random(seed)
    cents = [rng.randrange(100, 10**7) for _ in range(rng.randrange(2, 7))]
    lots = [
        a_lot(f"Λ{place}", Decimal(each) / 100, f"Π{place}", rng.randrange(1, 300)) for place, each in enumerate(cents)
    ]
    award = an_act("Α", MINUTES, Decimal(sum(cents)) / 100, rng.choice([f"Π{place}" for place in range(len(lots))]))
    acts = [award, *lots, *(an_act(f"Χ{place}", "Αγορά γραφικής ύλης", "5", f"Π{place}") for place in range(3))]
    rng.shuffle(acts)
    left_out = aside(*acts)
    assert left_out == {"Α": max(lots, key=lambda act: act.amount).ada}
    assert sum(act.amount for act in acts if act.ada not in left_out) == Decimal(sum(cents)) / 100 + 15
