"""What is told beside a total of the acts inside and outside of it."""

from datetime import date
from decimal import Decimal

from core.answer.compose.totals import beside_line, inside, set_aside
from core.domain.condition import StageTotal
from core.domain.ledger import OUTSIDE, Flag, Stage
from core.store.counted_elsewhere import Elsewhere
from core.store.spending import Noted, SetAside


def a_total(stage: Stage, decisions: int) -> StageTotal:
    nothing = dict.fromkeys(("unstated", "unread", "reversals", "suspects", "same_again"), 0)
    none = dict.fromkeys(("reversed", "suspect_amount"), Decimal(0))
    return StageTotal(stage=stage, decisions=decisions, gross=Decimal(1_000), **nothing, **none)


def noted(flag: Flag, decisions: int) -> Noted:
    return Noted(flag=flag, decisions=decisions, amount=Decimal(200))


def test_a_body_that_pays_through_its_approvals_is_told_as_one() -> None:
    told = inside([noted(Flag.WARRANT, 5), noted(Flag.MULTI_YEAR, 1)], a_total(Stage.APPROVAL, 5))
    assert told == (
        "Είναι όλες χρηματικά εντάλματα (εντολές πληρωμής), που ο φορέας αναρτά ως έγκριση δαπάνης. "
        "Μέσα στο άθροισμα: 1 πράξη για περισσότερα έτη, 200,00 €."
    )


def test_some_warrants_among_approvals_are_counted() -> None:
    told = inside([noted(Flag.WARRANT, 2)], a_total(Stage.APPROVAL, 5))
    assert told.startswith("Μέσα στο άθροισμα: 2 πράξεις με χρηματικό ένταλμα")
    assert inside([], a_total(Stage.APPROVAL, 0)) == ""


def test_contracts_beside_another_stage_say_what_they_buy() -> None:
    kinds = [noted(Flag.SUPPLY, 3), noted(Flag.SERVICE, 1)]
    line = beside_line(a_total(Stage.CONTRACT, 9), tellable=True, kinds=kinds)
    assert line.endswith("9 πράξεις. Από αυτές: 3 πράξεις για προμήθεια, 200,00 €· 1 πράξη για υπηρεσία, 200,00 €.")


def test_every_reason_to_leave_an_act_out_has_its_words() -> None:
    for flag in OUTSIDE:
        aside = [SetAside(stage=Stage.AWARD, key="", reason=flag, decisions=1, amount=Decimal(5))]
        assert set_aside(a_total(Stage.AWARD, 1), aside).startswith("Έξω από το σύνολο: 1 πράξη "), flag


def test_a_contract_that_counts_in_another_year_says_by_which_act() -> None:
    aside = [SetAside(stage=Stage.AWARD, key="", reason=Flag.SAME_CONTRACT, decisions=3, amount=Decimal(5))]
    counting = date(2023, 11, 7)
    steps = [
        Elsewhere(ada=ada, counted_by="6ΑΑΒΩΔΟ-ΔΟΚ", counted_on=counting) for ada in ("6ΑΑΓΩΔΟ-ΔΟΚ", "6ΑΑΔΩΔΟ-ΔΟΚ")
    ]
    told = set_aside(a_total(Stage.AWARD, 1), aside, steps)
    assert told.endswith("2 από τις πράξεις αυτές μετρούν εκτός της περιόδου, με την 6ΑΑΒΩΔΟ-ΔΟΚ (7/11/2023).")
    assert "εκτός της περιόδου" not in set_aside(a_total(Stage.AWARD, 1), aside)


def test_an_agreement_between_bodies_is_told_with_its_amount() -> None:
    aside = [SetAside(stage=Stage.CONTRACT, key="", reason=Flag.AGREEMENT, decisions=1, amount=Decimal(3_266_000))]
    assert set_aside(a_total(Stage.CONTRACT, 1), aside) == (
        "Έξω από το σύνολο: 1 πράξη προγραμματικής σύμβασης μεταξύ φορέων, 3.266.000,00 €."
    )
