"""How a comparison and what makes a difference are worded: equal sides, an act with its like on the other side."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from core.answer.comparison import Comparison, Kind, Named
from core.answer.compose import comparing, explaining, uneven
from core.answer.compose.totals import reasons
from core.answer.lookups.compare import CompareFinding, Difference, SideTotal
from core.answer.lookups.explain_change import ActShare, ChangeFinding
from core.domain.answer import Finding, Row, plain
from core.domain.asked import Side
from core.domain.change import Change
from core.domain.condition import DecisionFilter, SetAside, StageTotal
from core.domain.ledger import Flag, Stage
from core.domain.organization import Organization
from core.domain.period import Period

TOWN = Organization(uid="1", label="ΔΗΜΟΣ ΕΠΙΔΕΙΞΗΣ")
NOTHING = Finding(lookup="compare", arguments=())


def total(net: str, *, decisions: int = 10, unstated: int = 0, unread: int = 0) -> StageTotal:
    return StageTotal(
        stage=Stage.AWARD, decisions=decisions, unstated=unstated, unread=unread, gross=Decimal(net),
        reversed=Decimal(0), reversals=0, suspects=0, suspect_amount=Decimal(0), same_again=0,
    )  # fmt: skip


def compared(*totals: StageTotal, kind: Kind = Kind.PERIODS) -> tuple[CompareFinding, Comparison]:
    years = range(2023, 2023 + len(totals))
    sides = [Side(key=str(year), where=DecisionFilter(period=Period.year(year))) for year in years]
    counted = [
        SideTotal(side=side, stages=(each,), unlimited=(), asked=each, total=each)
        for side, each in zip(sides, totals, strict=True)
    ]
    change = Change.between(totals[0].net, totals[1].net)
    found = CompareFinding(
        finding=NOTHING, asked=Stage.AWARD, stage=Stage.AWARD, sides=tuple(counted),
        differences=(Difference(before=0, after=1, change=change),),
    )  # fmt: skip
    named = tuple(Named(side=side, label=side.key, body=TOWN) for side in sides)
    return found, Comparison(kind=kind, sides=named)


def sentence(*totals: StageTotal, kind: Kind = Kind.PERIODS, **more: object) -> str:
    found, comparison = compared(*totals, kind=kind)
    given = {"body": TOWN, "about": " για καύσιμα", "when": "το 2023", "kinds": "αναθέσεις", **more}
    return plain(comparing.sentence(found, comparison, **given))


def test_equal_sides_have_no_difference_and_no_percent() -> None:
    told = sentence(total("100"), total("100"))
    assert told.endswith("ήταν ίσες: 100,00 € (2023) και 100,00 € (2024).")
    assert "το ίδιο ποσό έχουν" in sentence(total("100"), total("100"), kind=Kind.BODIES)


def test_from_nothing_there_is_a_difference_and_no_percent() -> None:
    assert sentence(total("0"), total("50")).endswith("διαφορά 50,00 €.")


@pytest.mark.parametrize(
    ("premise", "told"),
    [
        ("change:up", "δεν αυξήθηκαν· μειώθηκαν από 200,00 €"),
        ("change:down", "για καύσιμα μειώθηκαν από 200,00 €"),
        ("", "για καύσιμα μειώθηκαν από 200,00 €"),
    ],
)
def test_a_premise_that_does_not_hold_is_denied(premise: str, told: str) -> None:
    assert told in sentence(total("200"), total("100"), premise=premise)


def test_a_side_that_was_mostly_not_read_leaves_no_sentence() -> None:
    assert sentence(total("200"), total("100", unread=6)) == ""


def test_the_least_is_told_when_it_is_asked() -> None:
    assert "λιγότερα ανέθεσε" in sentence(total("200"), total("100"), kind=Kind.BODIES, least=True)


def test_a_difference_is_doubted_when_one_side_has_many_more_acts_without_an_amount() -> None:
    assert "ποσό δεν έχουν καμία από τις 10 (2023), 4 από τις 10 (2024)" in uneven.notes(
        *compared(total("200"), total("100", unstated=4))
    )
    assert "Προσοχή" not in uneven.notes(*compared(total("200", unstated=1), total("100", unstated=1)))


def test_twice_as_many_acts_may_be_a_change_in_what_is_posted() -> None:
    told = uneven.notes(*compared(total("200", decisions=60), total("100", decisions=20)))
    assert "60 (2023), 20 (2024)" in told
    assert "πλήθος" not in uneven.notes(*compared(total("200", decisions=6), total("100", decisions=2)))


def aside(reason: Flag, decisions: int, amount: str, key: str = "") -> SetAside:
    return SetAside(stage=Stage.AWARD, key=key, reason=reason, decisions=decisions, amount=Decimal(amount))


def test_what_a_side_leaves_out_is_told_by_reason() -> None:
    contract, decimal = aside(Flag.SAME_CONTRACT, 2, "40"), aside(Flag.HUNDREDFOLD, 1, "9000")
    sides = compared(total("100"), replace(total("100"), suspects=3, aside=(contract, decimal)))
    without, told = comparing.side_lines(sides[0], sides[1].sides, by_amount=False)
    assert "έξω" not in without
    assert told.endswith(
        "· έξω: 2 πράξεις για σύμβαση που μετρά ήδη με άλλη πράξη, 40,00 € "
        "και 1 πράξη με ποσό που χρειάζεται έλεγχο (πιθανό λάθος υποδιαστολής), 9.000,00 €"
    )


def test_a_reason_of_several_keys_is_told_once() -> None:
    years = [aside(Flag.SAME_CONTRACT, 2, "40", "2023"), aside(Flag.SAME_CONTRACT, 1, "5", "2024")]
    assert reasons(years, between="· ") == "3 πράξεις για σύμβαση που μετρά ήδη με άλλη πράξη, 45,00 €"


def act(ada: str, amount: str) -> Row:
    return Row(
        ada=ada, organization_uid="1", subject="Προμήθεια", decision_type="Δ.1", issued_on=date(2024, 3, 1),
        stage=Stage.AWARD, amount=Decimal(amount), amount_state="stated",
    )  # fmt: skip


def explained(top: str, other: str, *, before: str = "100", after: str = "1100") -> str:
    change = Change.between(Decimal(before), Decimal(after))
    share = ActShare(
        row=act("6ΑΑΑΩΔΟ-ΔΟΚ", top), share=change.share(Decimal(top)), without=Decimal(after) - Decimal(top)
    )
    found = ChangeFinding(
        finding=replace(NOTHING), stage=Stage.AWARD, change=change, acts=(share,), others=(act("6ΑΑΒΩΔΟ-ΔΟΚ", other),)
    )
    return plain(explaining.explained(found, before="2023", after="2024"))


def test_one_act_that_makes_the_difference_is_told_with_its_share_and_the_total_without_it() -> None:
    told = explained("810", "40")
    assert told.startswith("Το 81% της διαφοράς αντιστοιχεί σε μία πράξη (2024): 6ΑΑΑΩΔΟ-ΔΟΚ, 810,00 €.")
    assert "Χωρίς αυτήν, 2024: 290,00 €." in told
    assert "Την αιτία δεν τη δείχνουν τα στοιχεία" in told


def test_an_act_with_the_same_amount_on_the_other_side_explains_nothing() -> None:
    told = explained("810", "810", before="900", after="1900")
    assert "το ίδιο ποσό και στις δύο πλευρές" in told
    assert "%" not in told


def test_an_act_that_has_nearly_its_like_on_the_other_side_is_not_given_a_share() -> None:
    assert "κοντά σε ποσό" in explained("810", "600", before="900", after="1900")


def test_an_act_larger_than_the_difference_has_no_share() -> None:
    told = explained("1050", "90")
    assert "μεγαλύτερη από όλη τη διαφορά" in told
    assert "%" not in told
