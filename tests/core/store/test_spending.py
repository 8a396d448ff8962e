"""Totals, counts, ranks and the acts behind them, over a handful of literal decisions."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from core.domain.condition import Condition, DecisionFilter, StageTotal, WordGroup
from core.domain.decision import Status
from core.domain.ledger import AmountState, Flag, Payee, Stage
from core.domain.period import Period
from core.domain.request import Grouping
from core.errors import InvalidInput
from core.greek.lexemes import lexemes
from core.store import behind, decisions, spending
from core.store.saving import save
from tests.builders import (
    BODY,
    COMPANY,
    OTHER_BODY,
    PERSON,
    a_commitment,
    a_contract,
    a_decision,
    a_line,
    a_payment,
    an_award,
)

HERE = DecisionFilter(organizations=(BODY,))
OF_2024 = replace(HERE, period=Period.year(2024))
OTHER_COMPANY = Payee(afm="998888887", name="ΔΕΥΤΕΡΗ ΔΟΚΙΜΗ Α.Ε.")


def about(*words: str, without: str | None = None) -> DecisionFilter:
    """Each word may have alternatives: «καύσιμα/πετρέλαιο»."""

    def group(word: str) -> WordGroup:
        shown = tuple(word.split("/"))
        return WordGroup(shown=shown, alternatives=tuple(lexemes(each) for each in shown))

    exclude = (group(without),) if without else ()
    return replace(HERE, condition=Condition(groups=tuple(map(group, words)), exclude=exclude))


async def of(db, stage: Stage, where: DecisionFilter = HERE) -> StageTotal:
    return next(total for total in await spending.stage_totals(db, where=where) if total.stage is stage)


async def screen(db, ada: str, flag: Flag, *, suspect: bool, body: str = BODY) -> None:
    await db.execute(
        "INSERT INTO screened (organization_uid, ada, flag, suspect) VALUES ($1, $2, $3, $4)", body, ada, flag, suspect
    )


async def test_each_stage_is_summed_apart_and_nothing_across(db):
    await save(db, decisions=[an_award("100"), an_award("50.25"), a_payment("100"), a_contract("7"), a_commitment("9")])

    totals = await spending.stage_totals(db, where=HERE)

    assert {total.stage: (total.decisions, total.net) for total in totals} == {
        Stage.COMMITMENT: (1, Decimal(9)),
        Stage.AWARD: (2, Decimal("150.25")),
        Stage.CONTRACT: (1, Decimal(7)),
        Stage.PAYMENT: (1, Decimal(100)),
    }


async def test_stages_come_in_the_order_of_the_list(db):
    await save(db, decisions=[a_payment(), an_award(), a_commitment()])

    stages = [total.stage for total in await spending.stage_totals(db, where=HERE)]

    assert stages == [Stage.COMMITMENT, Stage.AWARD, Stage.PAYMENT]


async def test_an_amount_not_stated_is_not_one_that_was_not_read(db):
    unread = an_award(None, state=AmountState.UNREAD)
    await save(db, decisions=[an_award("10"), an_award(None), an_award(None), unread, an_award("0")])

    total = await of(db, Stage.AWARD)

    assert (total.decisions, total.unstated, total.unread, total.with_amount) == (5, 2, 1, 2)
    assert total.net == Decimal(10)


async def test_an_act_with_one_stated_line_states_an_amount(db):
    await save(db, decisions=[a_payment("10", None)])

    total = await of(db, Stage.PAYMENT)

    assert (total.decisions, total.unstated, total.net) == (1, 0, Decimal(10))


async def test_a_reversal_is_taken_off_and_counted(db):
    await save(db, decisions=[a_commitment("100"), a_commitment("30"), a_commitment("25.50", reverses=True)])

    total = await of(db, Stage.COMMITMENT)

    assert (total.gross, total.reversed, total.net) == (Decimal(130), Decimal("25.50"), Decimal("104.50"))
    assert (total.decisions, total.reversals) == (3, 1)


async def test_a_negative_line_lowers_its_act_without_making_it_a_reversal(db):
    lines = (a_line("200", stage=Stage.APPROVAL), a_line("20", stage=Stage.APPROVAL, seq=2, sign=-1))
    await save(db, decisions=[a_decision(decision_type="Β.2.1", lines=lines)])

    total = await of(db, Stage.APPROVAL)
    [row] = await spending.rows_behind(db, where=HERE, stage=Stage.APPROVAL)

    assert (total.net, total.reversals) == (Decimal(180), 0)
    assert (row.amount, row.sign) == (Decimal(180), 1)


async def test_four_decimals_are_kept(db):
    await save(db, decisions=[an_award("0.0049"), an_award("0.0051")])

    assert (await of(db, Stage.AWARD)).net == Decimal("0.0100")


async def test_a_suspect_line_is_outside_and_told_with_its_reason(db):
    await save(db, decisions=[an_award("100"), an_award("88000", flags=[Flag.CODE_AS_AMOUNT, Flag.LINES_DIFFER])])

    total = await of(db, Stage.AWARD)
    aside = await spending.set_aside(db, where=HERE)

    assert (total.decisions, total.net) == (1, Decimal(100))
    assert (total.suspects, total.suspect_amount) == (1, Decimal(88000))
    assert [(each.reason, each.decisions, each.amount) for each in aside if each.reason] == [
        (Flag.CODE_AS_AMOUNT, 1, Decimal(88000))
    ]


async def test_a_suspect_of_the_screens_is_outside_too(db):
    large, small = an_award("500000"), an_award("100")
    await save(db, decisions=[large, small])
    await screen(db, large.ada, Flag.HUNDREDFOLD, suspect=True)

    total = await of(db, Stage.AWARD)

    assert (total.decisions, total.net) == (1, Decimal(100))
    assert (total.suspects, total.suspect_amount) == (1, Decimal(500000))


async def test_each_key_of_a_total_says_why_its_acts_are_outside(db):
    code, large = an_award("88000", flags=[Flag.CODE_AS_AMOUNT]), an_award("500000", issued_on=date(2023, 5, 5))
    await save(db, decisions=[code, large, an_award("100")])
    await screen(db, large.ada, Flag.HUNDREDFOLD, suspect=True)

    years = await spending.totals_by(db, where=HERE, stage=Stage.AWARD, group_by=Grouping.YEAR)

    assert [(each.key, [(one.reason, one.decisions, one.amount) for one in each.aside]) for each in years] == [
        ("2023", [(Flag.HUNDREDFOLD, 1, Decimal(500000))]),
        ("2024", [(Flag.CODE_AS_AMOUNT, 1, Decimal(88000))]),
    ]


async def test_a_stage_of_suspects_alone_is_still_told(db):
    await save(db, decisions=[an_award("88000", flags=[Flag.CODE_AS_AMOUNT])])

    total = await of(db, Stage.AWARD)

    assert (total.decisions, total.net, total.suspects) == (0, Decimal(0), 1)


async def test_an_afm_typed_as_an_amount_is_in_no_sum(db):
    await save(db, decisions=[an_award("94472918", flags=[Flag.AFM_AS_AMOUNT])])

    total = await of(db, Stage.AWARD)

    assert (total.suspects, total.suspect_amount) == (1, Decimal(0))


async def test_repeats_stay_inside_and_are_counted(db):
    first, second = an_award("100"), an_award("100")
    await save(db, decisions=[first, second])
    await screen(db, second.ada, Flag.SAME_AGAIN, suspect=False)

    total = await of(db, Stage.AWARD)

    assert (total.net, total.same_again, total.suspects) == (Decimal(200), 1, 0)


@pytest.mark.parametrize("status", [Status.REVOKED, Status.PENDING_REVOCATION, Status.SUBMITTED])
async def test_only_published_acts_count(db, status):
    await save(db, decisions=[an_award("100"), an_award("900", status=status)])

    assert (await of(db, Stage.AWARD)).net == Decimal(100)
    assert await spending.count(db, where=HERE) == 1


async def test_another_body_is_another_matter(db):
    await save(db, decisions=[an_award("100"), an_award("900", body=OTHER_BODY)])

    both = replace(HERE, organizations=(BODY, OTHER_BODY))

    assert (await of(db, Stage.AWARD)).net == Decimal(100)
    assert (await of(db, Stage.AWARD, both)).net == Decimal(1000)
    assert (await of(db, Stage.AWARD, DecisionFilter())).net == Decimal(1000)


async def test_a_period_holds_its_first_day_and_not_the_day_after_its_last(db):
    days = [date(2023, 12, 31), date(2024, 1, 1), date(2024, 12, 31), date(2025, 1, 1)]
    await save(db, decisions=[an_award(str(place), issued_on=day) for place, day in enumerate(days, start=1)])

    assert (await of(db, Stage.AWARD, OF_2024)).net == Decimal(2 + 3)


async def test_a_commitment_belongs_to_its_fiscal_year_when_whole_years_are_asked(db):
    december = a_commitment("100", issued_on=date(2023, 12, 20), fiscal_year=2024)
    next_year = a_commitment("7", issued_on=date(2024, 12, 20), fiscal_year=2025)
    undated = a_commitment("1", issued_on=date(2024, 5, 1), fiscal_year=None)
    await save(db, decisions=[december, next_year, undated])
    two_years = replace(HERE, period=Period(since=date(2024, 1, 1), until=date(2026, 1, 1)))
    since = replace(HERE, period=Period(since=date(2025, 1, 1)))

    assert (await of(db, Stage.COMMITMENT, OF_2024)).net == Decimal(101)
    assert (await of(db, Stage.COMMITMENT, two_years)).net == Decimal(108)
    assert (await of(db, Stage.COMMITMENT, since)).net == Decimal(7)


async def test_a_commitment_goes_by_its_day_of_issue_when_months_are_asked(db):
    december = a_commitment("100", issued_on=date(2023, 12, 20), fiscal_year=2024)
    await save(db, decisions=[december, a_commitment("7", issued_on=date(2024, 1, 20), fiscal_year=2024)])
    that_month = replace(HERE, period=Period(since=date(2023, 12, 1), until=date(2024, 1, 1)))

    assert (await of(db, Stage.COMMITMENT, that_month)).net == Decimal(100)
    by_month = await spending.totals_by(db, where=OF_2024, stage=Stage.COMMITMENT, group_by=Grouping.MONTH)
    assert [(total.key, total.net) for total in by_month] == [("2024-01", Decimal(7))]


@pytest.mark.parametrize(
    "subject",
    ["Προμήθεια καυσίμων", "ΠΡΟΜΗΘΕΙΑ ΚΑΥΣΙΜΩΝ", "προμηθεια καυσιμου", "ΠΡΟΜΗΘΕΙΑ KAYΣIMΩN", "Προμήθεια καύσιμα"],
)
async def test_one_topic_in_five_spellings(db, subject):
    await save(db, decisions=[an_award("100", subject), an_award("9", "Προμήθεια γραφικής ύλης")])

    assert (await of(db, Stage.AWARD, about("καύσιμα"))).net == Decimal(100)
    assert await spending.count(db, where=about("καύσιμα")) == 1


async def test_every_word_of_a_topic_must_be_there_in_one_of_its_forms(db):
    await save(
        db,
        decisions=[
            an_award("1", "Προμήθεια πετρελαίου θέρμανσης για τα σχολεία"),
            an_award("2", "Προμήθεια καυσίμων για τα σχολεία"),
            an_award("4", "Προμήθεια καυσίμων για τον βρεφονηπιακό σταθμό"),
        ],
    )

    assert (await of(db, Stage.AWARD, about("καύσιμα/πετρέλαιο", "σχολεία"))).net == Decimal(3)


async def test_excluded_words_take_acts_out(db):
    await save(db, decisions=[an_award("1", "Προμήθεια καυσίμων"), an_award("2", "Προμήθεια καυσίμων θέρμανσης")])

    assert (await of(db, Stage.AWARD, about("καύσιμα", without="θέρμανση"))).net == Decimal(1)


async def test_only_the_asked_types_and_direct_awards(db):
    await save(
        db,
        decisions=[
            an_award("1", "Απευθείας ανάθεση προμήθειας", decision_type="Δ.1"),
            an_award("2", "Ανάθεση προμήθειας", decision_type="Δ.1"),
            an_award("4", "Κατακύρωση διαγωνισμού", decision_type="Δ.2.2"),
        ],
    )

    assert (await of(db, Stage.AWARD, replace(HERE, decision_types=("Δ.2.2",)))).net == Decimal(4)
    assert (await of(db, Stage.AWARD, replace(HERE, direct_only=True))).net == Decimal(1)
    assert await spending.count(db, where=replace(HERE, direct_only=True)) == 1


async def test_one_payee_gets_its_own_lines_alone(db):
    await save(db, decisions=[a_payment("100", "40", payees=[COMPANY, OTHER_COMPANY]), a_payment("5")])

    total = await of(db, Stage.PAYMENT, replace(HERE, payee_afm=OTHER_COMPANY.afm))

    assert (total.decisions, total.net) == (1, Decimal(40))
    assert await spending.count(db, where=replace(HERE, payee_afm=COMPANY.afm)) == 2


async def test_a_limit_on_the_amount_looks_at_the_act_not_at_its_lines(db):
    await save(db, decisions=[a_payment("60", "60"), a_payment("50"), a_payment("300"), a_payment(None)])
    where = replace(HERE, amount_min=Decimal(100), amount_max=Decimal(200))

    total = await of(db, Stage.PAYMENT, where)

    assert (total.decisions, total.net) == (1, Decimal(120))
    assert await spending.count(db, where=where) == 1


@pytest.mark.parametrize(("asked", "amount"), [("25-6263.013", 1), ("6263", 3), ("25", 1), ("6501", 4), ("99", 0)])
async def test_a_kae_is_found_whole_by_its_beginning_and_without_its_service(db, asked, amount):
    kaes = {"1": "25-6263.013", "2": "6263.001", "4": "4510, 6501"}
    await save(db, decisions=[a_commitment(amount, kae=kae) for amount, kae in kaes.items()])
    where = replace(HERE, kae=asked)

    totals = await spending.stage_totals(db, where=where)

    assert sum(total.net for total in totals) == amount
    assert await spending.count(db, where=where) == sum(total.decisions for total in totals)


@pytest.mark.parametrize(
    ("asked", "amount"), [("09130000-9", 3), ("09134100-8", 1), ("09000000-3", 3), ("45000000-7", 4)]
)
async def test_a_cpv_stands_for_everything_under_it(db, asked, amount):
    cpvs = {"1": "09134100-8", "2": "09132000-3", "4": "45233000-9"}
    await save(db, decisions=[an_award(amount, cpvs=[cpv]) for amount, cpv in cpvs.items()])

    assert (await of(db, Stage.AWARD, replace(HERE, cpv=asked))).net == Decimal(amount)


@pytest.mark.parametrize(
    ("group_by", "keys"),
    [
        (Grouping.YEAR, ["2023", "2024"]),
        (Grouping.QUARTER, ["2023-Q4", "2024-Q1"]),
        (Grouping.MONTH, ["2023-11", "2024-03"]),
        (Grouping.DECISION_TYPE, ["Δ.1", "Δ.2.2"]),
        (Grouping.ORGANIZATION, [BODY, OTHER_BODY]),
    ],
)
async def test_groups_have_sorted_keys_and_add_up(db, group_by, keys):
    acts = [
        an_award("1", issued_on=date(2023, 11, 5)),
        an_award("2", issued_on=date(2024, 3, 1), decision_type="Δ.2.2", body=OTHER_BODY),
        an_award("4", issued_on=date(2024, 3, 31), decision_type="Δ.2.2", body=OTHER_BODY),
        a_payment("100"),
    ]
    await save(db, decisions=acts)
    where = DecisionFilter(organizations=(BODY, OTHER_BODY))

    groups = await spending.totals_by(db, where=where, stage=Stage.AWARD, group_by=group_by)
    counts = await spending.count_by(db, where=replace(where, stage=Stage.AWARD), group_by=group_by)

    assert [(total.key, total.net) for total in groups] == [(keys[0], Decimal(1)), (keys[1], Decimal(6))]
    assert counts == [(keys[0], 1), (keys[1], 2)]


async def test_commitments_by_year_go_by_fiscal_year(db):
    acts = [a_commitment("1", issued_on=date(2023, 12, 5), fiscal_year=2024), a_commitment("2", fiscal_year=2023)]
    await save(db, decisions=acts)

    groups = await spending.totals_by(db, where=HERE, stage=Stage.COMMITMENT, group_by=Grouping.YEAR)
    counts = await spending.count_by(db, where=replace(HERE, stage=Stage.COMMITMENT), group_by=Grouping.YEAR)

    assert [(total.key, total.net) for total in groups] == [("2023", Decimal(2)), ("2024", Decimal(1))]
    assert counts == [("2023", 1), ("2024", 1)]


async def test_suspects_stand_in_their_own_group(db):
    acts = [an_award("1"), an_award("88000", flags=[Flag.CODE_AS_AMOUNT], issued_on=date(2023, 5, 5))]
    await save(db, decisions=acts)

    groups = await spending.totals_by(db, where=HERE, stage=Stage.AWARD, group_by=Grouping.YEAR)

    assert [(total.key, total.decisions, total.suspects) for total in groups] == [("2023", 0, 1), ("2024", 1, 0)]


async def test_grouping_by_payee_is_refused(db):
    with pytest.raises(InvalidInput):
        await spending.count_by(db, where=HERE, group_by=Grouping.PAYEE)


async def test_counts_hold_suspects_and_acts_without_amounts(db):
    acts = [an_award("88000", flags=[Flag.CODE_AS_AMOUNT]), an_award(None), an_award("1"), a_decision(), a_payment()]
    await save(db, decisions=acts)

    assert await spending.count(db, where=HERE) == 5
    assert await spending.count(db, where=replace(HERE, stage=Stage.AWARD)) == 3
    assert await spending.count(db, where=replace(HERE, stage=Stage.AWARD, decision_types=("Β.2.2",))) == 0


async def test_acts_of_another_status_are_counted_when_asked(db):
    await save(db, decisions=[an_award(), an_award(status=Status.REVOKED), an_award(status=Status.REVOKED)])

    assert await spending.count(db, where=replace(HERE, status="REVOKED")) == 2


async def pages_and_files(db, where):
    pages = await decisions.rows(db, where=where, newest_first=True, limit=10)
    return len(pages), len(await behind.numbered(db, where=where, limit=10))


async def test_a_count_holds_the_acts_that_its_pages_and_totals_hold(db):
    acts = [
        a_commitment("1", issued_on=date(2023, 12, 5), fiscal_year=2024),
        a_commitment("2", issued_on=date(2024, 12, 5), fiscal_year=2025),
        a_decision(decision_type="Δ.1", lines=(a_line("900"), a_line("880", seq=2, sign=-1))),
        an_award("30"),
    ]
    await save(db, decisions=acts)

    awards = replace(OF_2024, stage=Stage.AWARD)
    commitments, by_type = replace(OF_2024, stage=Stage.COMMITMENT), replace(OF_2024, decision_types=("Β.1.3",))
    large = replace(awards, amount_min=Decimal(25))
    for where, number in ((commitments, 1), (by_type, 1), (awards, 2), (large, 1)):
        assert await spending.count(db, where=where) == number
        assert await pages_and_files(db, where) == (number, number)
        assert sum(total.decisions for total in await spending.stage_totals(db, where=where)) == number


async def test_acts_of_every_kind_together_go_by_day_of_issue(db):
    december = a_commitment("1", issued_on=date(2023, 12, 5), fiscal_year=2024)
    next_year = a_commitment("2", issued_on=date(2024, 12, 5), fiscal_year=2025)
    await save(db, decisions=[december, next_year, an_award("30")])

    for where in (OF_2024, replace(OF_2024, decision_types=("Β.1.3", "Δ.1"))):
        assert await spending.count(db, where=where) == 2
        assert await pages_and_files(db, where) == (2, 2)
        months = await spending.count_by(db, where=where, group_by=Grouping.MONTH)
        assert months == [("2024-03", 1), ("2024-12", 1)]
    assert await spending.count_by(db, where=HERE, group_by=Grouping.YEAR) == [("2023", 1), ("2024", 2)]


async def test_the_largest_come_first_and_equal_ones_newest_first(db):
    old, new = an_award("50", issued_on=date(2024, 1, 1)), an_award("50", issued_on=date(2024, 2, 1))
    await save(db, decisions=[an_award("10"), old, new, an_award("99"), an_award(None)])

    rows = await spending.ranked(db, where=HERE, stage=Stage.AWARD, largest=True, limit=3)

    assert [row.amount for row in rows] == [Decimal(99), Decimal(50), Decimal(50)]
    assert [row.ada for row in rows[1:]] == [new.ada, old.ada]


async def test_the_smallest_is_no_zero_and_no_placeholder(db):
    placeholder = an_award("0.01", flags=[Flag.PLACEHOLDER])
    await save(db, decisions=[an_award("0"), placeholder, an_award("3"), an_award("2")])

    rows = await spending.ranked(db, where=HERE, stage=Stage.AWARD, largest=False, limit=2)

    assert [row.amount for row in rows] == [Decimal(2), Decimal(3)]


async def test_reversals_and_suspects_are_not_ranked(db):
    suspect = a_commitment("88000", flags=[Flag.CODE_AS_AMOUNT])
    await save(db, decisions=[a_commitment("5"), a_commitment("900", reverses=True), suspect])

    rows = await spending.ranked(db, where=HERE, stage=Stage.COMMITMENT, largest=True, limit=10)

    assert [row.amount for row in rows] == [Decimal(5)]


async def test_the_rows_behind_a_figure_add_up_to_it(db):
    here = [a_commitment("100"), a_commitment("30", reverses=True), a_commitment(None)]
    await save(db, decisions=[*here, a_commitment("2", body=OTHER_BODY)])

    rows = await spending.rows_behind(db, where=HERE, stage=Stage.COMMITMENT)
    total = await of(db, Stage.COMMITMENT)

    assert sum(row.sign * row.amount for row in rows if row.amount is not None) == total.net
    assert [(row.amount, row.sign, row.amount_state) for row in rows] == [
        (Decimal(100), 1, AmountState.STATED),
        (Decimal(30), -1, AmountState.STATED),
        (None, 1, AmountState.UNSTATED),
    ]


async def test_a_row_tells_what_a_list_shows(db):
    award = an_award("120.50", "Προμήθεια χρωμάτων", flags=[Flag.PLACEHOLDER])
    await save(db, decisions=[award])
    await screen(db, award.ada, Flag.SAME_AGAIN, suspect=False)

    [row] = await spending.rows_behind(db, where=HERE, stage=Stage.AWARD)

    assert (row.ada, row.organization_uid, row.subject) == (award.ada, BODY, "Προμήθεια χρωμάτων")
    assert (row.decision_type, row.issued_on, row.stage) == ("Δ.1", date(2024, 3, 14), Stage.AWARD)
    assert row.payees == ("ΔΟΚΙΜΗ Ο.Ε., ΑΦΜ 999999999",)
    assert row.flags == (Flag.PLACEHOLDER, Flag.SAME_AGAIN)
    assert row.version == award.version_key.hex()


async def test_a_private_contractor_is_named_in_one_bodys_list_and_nowhere_else(db):
    await save(db, decisions=[an_award("9", payees=[PERSON])])

    [here] = await spending.rows_behind(db, where=HERE, stage=Stage.AWARD)
    [anywhere] = await spending.rows_behind(db, where=DecisionFilter(), stage=Stage.AWARD)

    assert here.payees == ("ΔΟΚΙΜΙΟΣ ΔΟΚΙΜΟΠΟΥΛΟΣ",)
    assert anywhere.payees == ("ιδιώτης",)


async def test_nobody_is_named_from_an_act_with_private_data_or_from_a_payment(db):
    await save(db, decisions=[an_award("9", payees=[PERSON], private=True), a_payment("9", payees=[PERSON])])

    [award] = await spending.rows_behind(db, where=HERE, stage=Stage.AWARD)
    [payment] = await spending.rows_behind(db, where=HERE, stage=Stage.PAYMENT)

    assert (award.payees, payment.payees) == (("ιδιώτης",), ("ιδιώτης",))


async def test_suspects_are_listed_apart_and_a_persons_afm_is_not_printed_as_their_amount(db):
    persons = an_award("123456783", payees=[PERSON], flags=[Flag.AFM_AS_AMOUNT])
    companys = an_award("88000", flags=[Flag.CODE_AS_AMOUNT])
    await save(db, decisions=[an_award("1"), persons, companys])

    rows = {row.ada: row for row in await spending.rows_set_aside(db, where=HERE)}

    assert rows.keys() == {persons.ada, companys.ada}
    assert rows[persons.ada].amount is None
    assert rows[companys.ada].amount == Decimal(88000)


async def test_acts_tied_to_the_topic_by_a_link_are_told_apart(db):
    award = an_award("100", "Προμήθεια καυσίμων")
    payment = a_payment("80", subject="Χρηματικό ένταλμα 12", links=[award.ada])
    same_topic = a_payment("5", subject="Πληρωμή καυσίμων", links=[award.ada])
    commitment = a_commitment("100", "Δέσμευση 7")
    later = an_award("60", "Προμήθεια καυσίμων", links=[commitment.ada])
    await save(db, decisions=[award, payment, same_topic, commitment, later, a_payment("1", subject="Άλλο")])

    linked = await spending.linked_totals(db, where=about("καύσιμα"))
    own = await spending.stage_totals(db, where=about("καύσιμα"))

    assert [(total.stage, total.decisions, total.net) for total in linked] == [
        (Stage.COMMITMENT, 1, Decimal(100)),
        (Stage.PAYMENT, 1, Decimal(80)),
    ]
    assert {total.stage: total.net for total in own} == {Stage.AWARD: Decimal(160), Stage.PAYMENT: Decimal(5)}
    assert await spending.linked_totals(db, where=HERE) == []


async def test_a_link_may_lead_to_an_act_of_another_body_that_holds_the_words(db):
    foreign = a_payment("70", body=OTHER_BODY, subject="Πληρωμή καυσίμων")
    revoked = a_payment("9", body=OTHER_BODY, subject="Πληρωμή καυσίμων", status=Status.REVOKED)
    elsewhere = a_payment("9", body=OTHER_BODY, subject="Πληρωμή γραφικής ύλης")
    own = a_commitment("100", "Δέσμευση 7", links=[foreign.ada, "9ΒΜΣΩ1Ρ-ΣΝ3"])
    untied = [a_commitment("3", "Δέσμευση 8", links=[revoked.ada]), a_commitment("4", "Άλλη", links=[elsewhere.ada])]
    await save(db, decisions=[foreign, revoked, elsewhere, own, *untied])

    async def tied(where: DecisionFilter) -> list[tuple[Stage, Decimal]]:
        return [(total.stage, total.net) for total in await spending.linked_totals(db, where=where)]

    asked = about("καύσιμα")
    assert await tied(asked) == [(Stage.COMMITMENT, Decimal(100))]
    assert await tied(replace(asked, organizations=(OTHER_BODY,))) == []
    assert await tied(replace(asked, organizations=(BODY, OTHER_BODY))) == [(Stage.COMMITMENT, Decimal(100))]
    assert await tied(replace(asked, organizations=())) == [(Stage.COMMITMENT, Decimal(100))]


async def test_limits_are_clamped(db):
    await save(db, decisions=[an_award("1"), an_award("2")])

    assert len(await spending.ranked(db, where=HERE, stage=Stage.AWARD, largest=True, limit=0)) == 1
    assert len(await spending.rows_behind(db, where=HERE, stage=Stage.AWARD, limit=-5)) == 1
