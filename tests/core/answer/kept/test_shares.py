"""What a share stands on: the same acts on both sides, and a file that says what the answer would say today."""

from datetime import date

import pytest

from core.answer.kept.measured import SHARED_NOW
from core.answer.planner import can_leave_out
from core.domain.answer import Outcome, plain
from core.domain.ledger import Payee
from core.domain.request import Intent, Item, Metric, Request
from core.errors import InvalidInput
from tests.builders import an_award
from tests.core.answer.conftest import TODAY
from tests.core.answer.kept.conftest import Town

OMEGA, SIGMA = Payee(afm="094289571", name="ΟΜΕΓΑ ΑΕ"), Payee(afm="800579607", name="ΣΙΓΜΑ ΟΕ")
FIRST, LATER = date(2024, 3, 1), date(2024, 4, 2)
OF_OMEGA = "τι ποσοστό των αναθέσεων του 2024 πήρε η ΟΜΕΓΑ ΑΕ;"


async def _post_silent(town: Town, subject: str, number: int) -> None:
    await town.post(*(an_award(None, f"{subject} {each}", issued_on=LATER) for each in range(number)))


async def test_a_share_of_acts_above_an_amount_is_of_those_that_state_one(town: Town) -> None:
    await town.post(an_award("20000.00", issued_on=FIRST), an_award("5000.00", issued_on=FIRST))
    await _post_silent(town, "Προμήθεια ύλης", 6)
    answer = await town.ask("τι ποσοστό των πράξεων του 2024 είναι πάνω από 10.000 €;")
    text = plain(answer.text)
    assert "το 50% των πράξεων με ποσό" in text and "1 πράξη από 2." in text
    assert "Έξω από το ποσοστό: 6 πράξεις που δεν έχουν ποσό στα στοιχεία μας." in text
    table = await town.files.table("test:town", answer.receipt)
    assert ("Σύνολο, πράξεις", 2) in table.recipe
    assert (await town.files.check("test:town", answer.receipt, today=TODAY)).same


async def test_a_share_of_acts_above_an_amount_is_refused_where_none_states_one(town: Town) -> None:
    await _post_silent(town, "Προμήθεια ύλης", 3)
    answer = await town.ask("τι ποσοστό των πράξεων του 2024 είναι πάνω από 10.000 €;")
    assert answer.outcome is Outcome.NOT_IN_DATA
    assert "βρήκα 3 πράξεις, καμία με ποσό στα στοιχεία μας" in plain(answer.text)


async def test_acts_beside_a_share_in_euro_are_those_that_state_an_amount(town: Town) -> None:
    await town.post(an_award("20000.00", issued_on=FIRST), an_award("5000.00", issued_on=FIRST))
    await _post_silent(town, "Προμήθεια ύλης", 6)
    text = plain((await town.ask("τι ποσοστό των αναθέσεων του 2024 είναι πάνω από 10.000 €;")).text)
    assert "το 80% των αναθέσεων" in text and "Σε πράξεις με ποσό: 1 από 2 (50%)." in text
    assert "Χωρίς ποσό, άρα έξω από το ποσοστό: 6 πράξεις δεν δηλώνουν ποσό." in text


@pytest.mark.parametrize(("silent", "told"), [(6, False), (0, True)])
async def test_a_part_that_states_less_than_the_whole_has_no_share_in_euro(town: Town, silent: int, told: bool) -> None:
    await town.post(
        an_award("20000.00", "Απευθείας ανάθεση επίπλων", issued_on=FIRST), an_award("5000.00", issued_on=FIRST)
    )
    await _post_silent(town, "Απευθείας ανάθεση ύλης", silent)
    answer = await town.ask("τι ποσοστό των αναθέσεων του 2024 είναι απευθείας;")
    text = plain(answer.text)
    assert ("το 80% των αναθέσεων" in text) is told
    assert ("6 από 7 πράξεις του μέρους και 6 από 8 πράξεις του συνόλου" in text) is not told


async def test_a_payee_that_states_more_than_the_whole_has_no_share_in_euro(town: Town) -> None:
    await town.post(*(an_award("500.00", payees=(each,), issued_on=FIRST) for each in (OMEGA, SIGMA)))
    await town.post(*(an_award(None, f"Ύλη {each}", payees=(SIGMA,), issued_on=LATER) for each in range(3)))
    text = plain((await town.ask(OF_OMEGA)).text)
    assert "καμία από 1 πράξη του μέρους και 3 από 5 πράξεις του συνόλου" in text


async def test_no_file_of_a_payees_share_once_an_amount_is_shared(town: Town) -> None:
    await town.post(*(an_award("500.00", payees=(each,), issued_on=FIRST) for each in (OMEGA, SIGMA)))
    answer = await town.ask(OF_OMEGA)
    table = await town.files.table("test:town", answer.receipt)
    assert dict(table.recipe)["Ποσοστό σε ευρώ (%)"] == 50
    await town.post(an_award("1000.00", payees=(SIGMA,), issued_on=LATER))
    assert dict((await town.files.table("test:town", answer.receipt)).recipe)["Ποσοστό σε ευρώ (%)"] == 25
    await town.post(an_award("1000.00", payees=(OMEGA, SIGMA), issued_on=LATER))
    with pytest.raises(InvalidInput, match=SHARED_NOW[:30]):
        await town.files.table("test:town", answer.receipt)


async def test_a_payee_that_was_taken_out_counts_again_in_a_list_and_it_is_said(town: Town) -> None:
    await town.post(*(an_award("500.00", payees=(each,), issued_on=FIRST) for each in (OMEGA, SIGMA)))
    await town.ask("ποιοι ανάδοχοι πήραν τα περισσότερα από αναθέσεις το 2024;")
    assert "Χωρίς" in plain((await town.ask("βγάλε το 1")).text)
    text = plain((await town.ask("δείξε μου τις πράξεις")).text)
    assert text.startswith("Εδώ μετρούν και όσα είχατε βγάλει.") and "Βρήκα 2 αναθέσεις" in text


@pytest.mark.parametrize(("metric", "able"), [(Metric.COUNT, False), (Metric.SUM, True)])
def test_a_payee_is_left_out_of_amounts_and_not_of_numbers_of_acts(metric: Metric, able: bool) -> None:
    request = Request(intent=Intent.AGGREGATE, text="", metric=metric)
    act, payee = Item(place=1, key="6ΑΑΕΩΔΟ-ΔΟΚ", shown="6ΑΑΕΩΔΟ-ΔΟΚ"), Item(place=1, key="094289571", shown="ΟΜΕΓΑ")
    assert can_leave_out(request, (act,))
    assert can_leave_out(request, (act, payee)) is able
