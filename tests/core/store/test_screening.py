"""Screens over the whole set: what they flag, and above all what they leave alone."""

from datetime import UTC, date, datetime
from typing import Any

from core.domain.decision import Decision, Status
from core.domain.ledger import Payee
from core.store import decisions, organizations, traces
from core.store.organizations import RegisterEntry
from tests.builders import BODY, COMPANY, OTHER_BODY, a_commitment, a_payment, an_award

LATER = datetime(2024, 3, 14, 9, 0, 21, tzinfo=UTC)
SUPPLIER = Payee(afm="800579607", name="ΔΟΚΙΜΗ Ε.Ε.")
USUAL = [an_award(f"{100 + number}.37", f"Προμήθεια υλικών, είδος {number}") for number in range(9)]


async def screened(db: Any, *arrived: Decision) -> dict[tuple[str, str], str | None]:
    """(ΑΔΑ, flag) → the other act."""
    await decisions.save(db, decisions=[*USUAL, *arrived])
    await decisions.screen(db)
    rows = await db.fetch("SELECT ada, flag, other_ada FROM screened")
    return {(row["ada"], row["flag"]): row["other_ada"] for row in rows}


async def suspects(db: Any, *arrived: Decision) -> dict[str, str | None]:
    return {ada: other for (ada, flag), other in (await screened(db, *arrived)).items() if flag == "hundredfold"}


async def test_a_lost_decimal_point_is_seen_by_its_exact_hundredth(db: Any) -> None:
    right = an_award("5038.43", "Προμήθεια χρωμάτων", payees=(SUPPLIER,))
    wrong = an_award(503843, "Προμήθεια μικροεργαλείων")
    assert await suspects(db, right, wrong) == {wrong.ada: right.ada}
    assert await db.fetchval("SELECT count(*) FROM countable_lines WHERE ada = $1", wrong.ada) == 0
    assert await db.fetchval("SELECT count(*) FROM countable_lines WHERE ada = $1", right.ada) == 1


async def test_an_amount_that_is_merely_large_is_left_alone(db: Any) -> None:
    assert await suspects(db, an_award(503843, "Κατασκευή σχολείου"), an_award("2500000.00", "Κατασκευή γέφυρας")) == {}


async def test_cents_rule_out_a_lost_decimal_point(db: Any) -> None:
    assert await suspects(db, an_award("5038.43"), an_award("503843.20", "Κατασκευή σχολείου")) == {}


async def test_a_round_hundredth_elsewhere_is_chance(db: Any) -> None:
    small, large = an_award(12400, "Μελέτη φωτισμού"), an_award(1240000, "Κατασκευή σχολείου", payees=(SUPPLIER,))
    assert await suspects(db, small, large) == {}


async def test_a_round_hundredth_of_the_same_payee_and_subject_is_not(db: Any) -> None:
    small, large = an_award(12400, "Μελέτη φωτισμού"), an_award(1240000, "ΜΕΛΕΤΗ ΦΩΤΙΣΜΟΥ")
    assert await suspects(db, small, large) == {large.ada: small.ada}


async def test_a_hundredth_in_a_linked_act_tells(db: Any) -> None:
    commitments = [a_commitment("90.11", f"Δέσμευση {number}") for number in range(5)]
    commitment = a_commitment(12400, "Δέσμευση για μελέτη")
    award = an_award(1240000, "Μελέτη φωτισμού", links=(commitment.ada,))
    assert await suspects(db, *commitments, commitment, award) == {award.ada: commitment.ada}


async def test_a_payees_habit_tells(db: Any) -> None:
    bills = [
        an_award(amount, f"Λογαριασμός {amount}", payees=(SUPPLIER,)) for amount in ("2101.55", "2750.20", "2398.07")
    ]
    wrong = an_award(269628, "Λογαριασμός ρεύματος", payees=(SUPPLIER,))
    assert await suspects(db, *bills, wrong) == {wrong.ada: min(bill.ada for bill in bills)}


async def test_a_payee_with_other_large_acts_has_no_such_habit(db: Any) -> None:
    bills = [an_award(amount, f"Έργο {amount}", payees=(SUPPLIER,)) for amount in ("2101.55", "2750.20", "198000.00")]
    assert await suspects(db, *bills, an_award(269628, "Έργο οδοποιίας", payees=(SUPPLIER,))) == {}


async def test_subjects_that_are_alike_tell(db: Any) -> None:
    alike = [an_award(f"{number}00.37", f"ΠΡΟΜΗΘΕΙΑ ΥΛΙΚΩΝ ΗΛΕΚΤΡΟΦΩΤΙΣΜΟΥ ΕΤΟΥΣ {number}") for number in (21, 24, 27)]
    wrong = an_award(269628, "ΠΡΟΜΗΘΕΙΑ ΥΛΙΚΩΝ ΗΛΕΚΤΡΟΦΩΤΙΣΜΟΥ ΕΤΟΥΣ 30", payees=(SUPPLIER,))
    assert await suspects(db, *alike, wrong) == {wrong.ada: min(each.ada for each in alike)}
    better = an_award(1, "Προμήθεια υλικών ηλεκτροφωτισμού έτους 30", body=OTHER_BODY)
    assert await suspects(db, better) == {}, "its subject is now known with accents, and like none of them"


async def test_the_same_thing_bought_again_for_a_hundredth_tells(db: Any) -> None:
    """43 times what the body usually pays: the same words in another order are enough."""
    right = an_award("46.20", "Έντυπα δελτίων κίνησης: προμήθεια", payees=(SUPPLIER,))
    wrong = an_award(4501, "ΠΡΟΜΗΘΕΙΑ ΕΝΤΥΠΩΝ ΔΕΛΤΙΟΥ ΚΙΝΗΣΗΣ")
    assert await suspects(db, right, wrong) == {wrong.ada: right.ada}


async def test_the_same_thing_for_more_than_a_twentieth_speaks_for_a_large_amount(db: Any) -> None:
    words = "Προμήθεια εντύπων δελτίου κίνησης"
    acts = an_award("46.20", words), an_award("300.00", words, payees=(SUPPLIER,)), an_award(4501, words)
    assert await suspects(db, *acts) == {}


async def test_an_amount_that_another_act_states_too_is_not_taken_for_a_slip(db: Any) -> None:
    words = "Προμήθεια εντύπων δελτίου κίνησης"
    award, contract = an_award(4501, words), an_award(4501, f"Σύμβαση: {words}", decision_type="Γ.3.4")
    assert await suspects(db, an_award("46.20", words, payees=(SUPPLIER,)), award, contract) == {}


async def test_words_that_stand_on_every_payment_say_nothing(db: Any) -> None:
    paid = [a_payment(f"{100 + number}.37", subject=f"Εξόφληση {number}") for number in range(5)]
    orders = a_payment("46.20", subject="Χρηματικό ένταλμα"), a_payment(4501, subject="Χρηματικό ένταλμα")
    assert await suspects(db, *paid, *orders) == {}


PAINT = [
    an_award(
        amount, f"Προμήθεια χρωμάτων και μικροεργαλείων για υποδομές, πλατεία {place}", issued_on=date(2020, 12, day)
    )
    for amount, place, day in (("667.12", "Λόγγου", 21), ("850.40", "Αγνάντης", 22), ("933.19", "Μώλου", 28))
]
ANOTHER_YEAR = an_award(
    "9999.51", "Προμήθεια χρωμάτων και μικροεργαλείων για υποδομές του δήμου", issued_on=date(2025, 11, 27)
)


async def test_purchases_alike_of_the_same_days_tell(db: Any) -> None:
    wrong = an_award(
        91063, "Προμήθεια χρωμάτων και μικροεργαλείων για υποδομές, πλατεία Ράχης", issued_on=date(2020, 12, 24)
    )
    assert await suspects(db, *PAINT, ANOTHER_YEAR, wrong) == {wrong.ada: min(each.ada for each in PAINT)}


async def test_purchases_alike_of_other_days_leave_it_open(db: Any) -> None:
    large = an_award(
        91063, "Προμήθεια χρωμάτων και μικροεργαλείων για υποδομές, πλατεία Ράχης", issued_on=date(2022, 12, 24)
    )
    assert await suspects(db, *PAINT, ANOTHER_YEAR, large) == {}


async def test_a_lost_point_does_not_speak_for_another(db: Any) -> None:
    """Two slips of one week share the words of their kind; one of them has a twin."""
    words = "Δέσμευση πίστωσης προμήθεια υλικών"
    small = [an_award(f"{number}00.37", f"{words} {what}") for number, what in ((61, "ύδρευσης"), (70, "σκυροδέματος"))]
    kin = [*small, an_award("5900.11", f"{words} οδοποιίας")]
    twin = an_award("4001.00", f"{words} γραφείων", payees=(SUPPLIER,))
    wrong, other = an_award(484797, f"{words} γραφείων", payees=()), an_award(1280104, f"{words} οικοδομών", payees=())
    assert set(await suspects(db, *kin, twin, wrong, other)) == {wrong.ada, other.ada}


async def test_another_bodys_acts_are_no_peers(db: Any) -> None:
    assert await suspects(db, an_award("5038.43", body=OTHER_BODY), an_award(503843, "Κατασκευή σχολείου")) == {}


async def test_a_revoked_act_is_neither_screened_nor_a_peer(db: Any) -> None:
    revoked = an_award("5038.43", status=Status.REVOKED)
    assert await suspects(db, revoked, an_award(503843, "Κατασκευή σχολείου")) == {}


async def test_the_same_amount_payee_and_subject_again_is_flagged_and_counts(db: Any) -> None:
    first, second = an_award(500, issued_on=date(2024, 1, 1)), an_award(500, issued_on=date(2024, 2, 1))
    assert await screened(db, second, first) == {
        (first.ada, "same_again"): second.ada,
        (second.ada, "same_again"): first.ada,
    }
    assert (
        await db.fetchval("SELECT sum(amount) FROM countable_lines WHERE ada = ANY($1)", [first.ada, second.ada])
        == 1000
    )


async def test_what_differs_in_amount_payee_subject_type_or_body_is_another_act(db: Any) -> None:
    acts = [
        an_award(500),
        an_award(501),
        an_award(500, payees=(SUPPLIER,)),
        an_award(500, "Προμήθεια γάλακτος"),
        an_award(500, decision_type="Δ.2.2"),
        an_award(500, body=OTHER_BODY),
        an_award(500, status=Status.REVOKED),
        an_award(None),
        an_award(None),
    ]
    assert await screened(db, *acts) == {}


async def test_without_payees_only_acts_of_one_day_are_alike(db: Any) -> None:
    day, other = date(2024, 1, 1), date(2024, 2, 1)
    first, again, later = (a_commitment(500, issued_on=on) for on in (day, day, other))
    assert set(await screened(db, first, again, later)) == {(first.ada, "same_again"), (again.ada, "same_again")}


async def test_payments_in_several_lines_are_compared_whole(db: Any) -> None:
    one, same, other = a_payment(10, 20), a_payment(20, 10), a_payment(10, 21)
    assert set(await screened(db, one, same, other)) == {(one.ada, "same_again"), (same.ada, "same_again")}


async def test_a_body_that_pays_itself_is_seen_by_the_register(db: Any) -> None:
    act = an_award(payees=(COMPANY,))
    await organizations.upsert_register(db, entries=[RegisterEntry(uid=BODY, label="ΔΗΜΟΣ", afm=COMPANY.afm)])
    assert ((act.ada, "payee_is_issuer"), None) in (await screened(db, act)).items()


async def test_a_flag_goes_when_its_reason_goes(db: Any) -> None:
    right, wrong = an_award("5038.43"), an_award(503843, "Προμήθεια μικροεργαλείων")
    assert await suspects(db, right, wrong) == {wrong.ada: right.ada}
    await db.execute("UPDATE decisions SET status = 'REVOKED' WHERE ada = $1", right.ada)
    await decisions.screen(db)
    assert await decisions.flagged(db) == {}


async def test_screening_again_changes_nothing(db: Any) -> None:
    found = await screened(db, an_award(500), an_award(500))
    rows = await db.fetch("SELECT ada, xmin::text FROM screened ORDER BY ada")
    await decisions.screen(db)
    assert await db.fetch("SELECT ada, xmin::text FROM screened ORDER BY ada") == rows
    assert await decisions.flagged(db) == {"same_again": len(found)}


async def test_a_contract_in_two_acts_counts_once(db: Any) -> None:
    award = an_award("34989.33", "Απευθείας ανάθεση έργου: «Αποχέτευση οικισμού»", payees=(SUPPLIER,))
    signed = an_award("34989.33", "ΣΥΜΦΩΝΗΤΙΚΟ του ΕΡΓΟΥ: «ΑΠΟΧΕΤΕΥΣΗ ΟΙΚΙΣΜΟΥ»", payees=(SUPPLIER,))
    assert await screened(db, award, signed) == {
        (award.ada, "several_acts"): signed.ada,
        (signed.ada, "same_contract"): award.ada,
    }
    counted = "SELECT array_agg(ada) FROM countable_lines WHERE ada = ANY($1)"
    assert await db.fetchval(counted, [award.ada, signed.ada]) == [award.ada]
    published = "SELECT count(*) FROM countable_decisions WHERE ada = ANY($1)"
    assert await db.fetchval(published, [award.ada, signed.ada]) == 2
    cards = await decisions.cards(db, adas=[award.ada, signed.ada])
    for card in cards.values():
        assert {each.ada for each in card.same_contract} == {award.ada, signed.ada}


async def test_an_award_that_is_signed_by_lots_counts_by_them(db: Any) -> None:
    award = an_award("337737.44", "Έγκριση πρακτικού διαγωνισμού: «Προμήθεια καυσίμων»", payees=(SUPPLIER,))
    large = an_award("224363.62", "ΣΥΜΒΑΣΗ: «Προμήθεια καυσίμων» - βενζίνη", payees=(SUPPLIER,))
    small = an_award("113373.82", "ΣΥΜΒΑΣΗ: «Προμήθεια καυσίμων» - πετρέλαιο", payees=(COMPANY,))
    assert await screened(db, award, large, small) == {
        (award.ada, "same_contract"): large.ada,
        (large.ada, "several_acts"): award.ada,
        (small.ada, "several_acts"): award.ada,
    }
    three = [award.ada, large.ada, small.ada]
    assert (
        await db.fetchval("SELECT sum(amount) FROM countable_lines WHERE ada = ANY($1)", three) == award.lines[0].amount
    )
    for card in (await decisions.cards(db, adas=three)).values():
        assert card.lots[0].ada == award.ada and {each.ada for each in card.lots} == set(three)
    assert {row.ada for row in (await traces.course(db, ada=small.ada)).rows} == set(three)


async def test_the_body_itself_is_no_payee_that_ties_acts(db: Any) -> None:
    await organizations.upsert_register(db, entries=[RegisterEntry(uid=BODY, label="ΔΗΜΟΣ", afm=COMPANY.afm)])
    award, signed = an_award(700, "Απευθείας ανάθεση καθαρισμού"), an_award(700, "Σύμβαση καθαρισμού")
    assert not {flag for _, flag in await screened(db, award, signed)} & {"same_contract", "several_acts"}


async def test_one_act_posted_twice_counts_once(db: Any) -> None:
    first = a_payment(154224, protocol_number="777")
    again = a_payment(154224, protocol_number="777", submitted_at=LATER)
    other = a_payment(154224, protocol_number="778")
    await screened(db, first, again, other)
    kept = "SELECT array_agg(ada ORDER BY ada) FROM countable_lines WHERE ada = ANY($1)"
    assert await db.fetchval(kept, [first.ada, again.ada, other.ada]) == sorted([first.ada, other.ada])
