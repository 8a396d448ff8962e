"""Files of the demonstration bodies against the world's own truth: they add up to the figure, whatever they show."""

import re
from decimal import Decimal

import pytest

from core.answer.compose.flags import flag_words, reason_words
from core.answer.kept.files import Files
from core.domain.answer import ChoiceKind
from core.domain.ledger import Flag, Stage
from core.domain.payees import PRIVATE
from core.domain.request import Unit
from core.domain.table import Table
from core.errors import InvalidInput
from core.greek.numbers import format_euro
from ingest.worlds.truth import TruthRow
from tests.core.answer.conftest import OTHER_TOWN, TOWN, Talk

IN, OUT, COUNTS, WHY = "Ποσό που μετρά (€)", "Ποσό που δεν μετρά (€)", "Μετρά", "Γιατί δεν μετρά"
ASKED = {
    Stage.AWARD: "πόσα ανατέθηκαν το {year}",
    Stage.PAYMENT: "πόσα πληρώθηκαν το {year}",
    Stage.COMMITMENT: "πόσα δεσμεύτηκαν το {year}",
    Stage.CONTRACT: "πόσα είναι οι συμβάσεις το {year} σε ευρώ",
}


def column(table: Table, title: str) -> list[object]:
    place = [each.title for each in table.columns].index(title)
    return [row[place] for row in table.rows]


def total(table: Table) -> Decimal:
    return sum((amount for amount in column(table, IN) if isinstance(amount, Decimal)), Decimal(0))


def is_in(row: TruthRow) -> bool:
    return row.counted


@pytest.mark.parametrize("year", [2023, 2024, 2025])
@pytest.mark.parametrize("uid", [TOWN, OTHER_TOWN])
@pytest.mark.parametrize("stage", list(ASKED))
async def test_the_rows_that_count_add_up_to_the_figure(
    talk: Talk, files: Files, stage: Stage, uid: str, year: int
) -> None:
    rows = [row for row in talk.world.truth.rows if (row.organization_uid, row.stage, row.year) == (uid, stage, year)]
    if not any(is_in(row) and row.amount is not None for row in rows):
        pytest.skip("the world has no such amounts: another stage is told")
    answer = await talk.ask(ASKED[stage].format(year=year), organization=uid)
    figures = [each for each in answer.figures if each.unit is Unit.EURO and each.label == "net"]
    assert figures[0].stage is stage
    table = await files.table(talk.conversation, answer.receipt)
    assert total(table) == figures[0].value
    assert total(table) == sum(
        (row.sign * row.amount for row in rows if is_in(row) and row.amount is not None), Decimal(0)
    )
    told = dict(zip(column(table, "ΑΔΑ"), column(table, COUNTS), strict=True))
    assert {ada for ada, counts in told.items() if counts != "όχι"} == {row.ada for row in rows if is_in(row)}
    assert {ada for ada, counts in told.items() if counts == "όχι"} == {row.ada for row in rows if not is_in(row)}
    assert format_euro(figures[0].value) in table.caption


async def test_some_of_those_files_hold_reversals_and_revoked_acts(talk: Talk, files: Files) -> None:
    """Or the test above would prove little."""
    answer = await talk.ask(ASKED[Stage.COMMITMENT].format(year=2024), organization=TOWN)
    table = await files.table(talk.conversation, answer.receipt)
    assert any(isinstance(amount, Decimal) and amount < 0 for amount in column(table, IN))
    whole = [await talk.ask("πόσα ανατέθηκαν", organization=TOWN)]
    table = await files.table(talk.conversation, whole[0].receipt)
    reasons = {str(why) for why in column(table, WHY)}
    assert "ανακλήθηκε η ανάρτηση" in reasons
    assert any("εκατονταπλάσιο" in why for why in reasons)


async def test_what_is_out_says_why_and_is_in_a_column_of_its_own(talk: Talk, files: Files) -> None:
    answer = await talk.ask("πόσα ανατέθηκαν", organization=TOWN)
    table = await files.table(talk.conversation, answer.receipt)
    for counts, why, amount_in in zip(column(table, COUNTS), column(table, WHY), column(table, IN), strict=True):
        assert bool(why) == (counts == "όχι")
        assert counts != "όχι" or amount_in is None


async def test_commitments_of_several_years_add_up_year_by_year_and_not_as_a_whole(talk: Talk, files: Files) -> None:
    answer = await talk.ask("πόσα δεσμεύτηκαν", organization=TOWN)
    table = await files.table(talk.conversation, answer.receipt)
    recipe = dict(table.recipe)
    years = {f"Άθροισμα {each.label[4:]} (€)": each.value for each in answer.figures if each.label.startswith("net 2")}
    assert years
    assert {label: recipe[label] for label in years} == years
    assert "Άθροισμα όσων μετρούν (€)" not in recipe
    assert "κάθε έτος χωριστά" in table.caption


async def test_no_number_of_a_private_person_is_in_a_file(talk: Talk, files: Files) -> None:
    private = {
        row.payees[0]
        for row in talk.world.truth.rows
        if len(row.payees) == 1 and re.match("[1-6]|0[0-6]", row.payees[0])
    }
    told = ""
    for question in ("πόσα ανατέθηκαν", "πόσα πληρώθηκαν", "πόσα δεσμεύτηκαν", "πόσες αποφάσεις"):
        answer = await talk.ask(question, organization=TOWN)
        table = await files.table(talk.conversation, answer.receipt)
        told += "\n".join(str(cell) for row in table.rows for cell in row)
    assert PRIVATE in told
    named = {afm for afm in private if afm in told}
    assert not {afm for afm in named if not talk.world.truth.payees.get(afm, "").endswith((".Ε.", "Ε.Ε.", "Ο.Ε."))}


async def test_a_number_of_acts_has_as_many_rows_that_count(talk: Talk, files: Files) -> None:
    answer = await talk.ask("πόσες αποφάσεις το 2024", organization=TOWN)
    table = await files.table(talk.conversation, answer.receipt)
    acts = [
        each for each in talk.world.truth.decisions if each.organization_uid == TOWN and each.issued_on.year == 2024
    ]
    assert column(table, COUNTS).count("ναι") == sum(each.counted for each in acts)
    assert set(column(table, "ΑΔΑ")) == {each.ada for each in acts}


async def test_a_ranking_gives_its_own_rows_in_its_order(talk: Talk, files: Files) -> None:
    answer = await talk.ask("οι 5 μεγαλύτερες αναθέσεις το 2024", organization=TOWN)
    table = await files.table(talk.conversation, answer.receipt)
    amounts = [each.value for each in answer.figures if each.unit is Unit.EURO]
    assert [amount for amount in column(table, IN) if amount is not None] == amounts
    assert len(amounts) == 5


async def test_every_file_of_invented_data_says_so(talk: Talk, files: Files) -> None:
    answer = await talk.ask("πόσα ανατέθηκαν το 2024", organization=TOWN)
    table = await files.table(talk.conversation, answer.receipt)
    assert table.demo
    assert table.name.startswith("ΕΙΚΟΝΙΚΑ-")


async def test_the_recipe_tells_what_was_asked_and_the_receipt(talk: Talk, files: Files) -> None:
    answer = await talk.ask("πόσα ανατέθηκαν για καύσιμα το 2024", organization=TOWN)
    recipe = dict((await files.table(talk.conversation, answer.receipt)).recipe)
    assert recipe["Ερώτηση, όπως γράφτηκε"] == "πόσα ανατέθηκαν για καύσιμα το 2024"
    assert recipe["Απόδειξη"] == answer.receipt
    assert recipe["Συμφωνεί με το αρχείο"] == "ναι"
    assert str(recipe["Λέξεις στο θέμα"]).startswith("καύσιμα")


async def test_another_chat_gets_no_file_of_it(talk: Talk, files: Files) -> None:
    answer = await talk.ask("πόσα ανατέθηκαν το 2024", organization=TOWN)
    with pytest.raises(InvalidInput):
        await files.table("test:someone else", answer.receipt)


async def test_an_answer_without_rows_has_no_file(talk: Talk, files: Files) -> None:
    answer = await talk.ask("καλημέρα", organization=TOWN)
    with pytest.raises(InvalidInput):
        await files.table(talk.conversation, answer.receipt)


@pytest.mark.parametrize(
    "question",
    [
        "πόσα ανατέθηκαν άνω των 5.000 ευρώ το 2024",
        "πόσα ανατέθηκαν από 1.000 έως 3.000 ευρώ",
        "πόσα δεσμεύτηκαν άνω των 2.000 ευρώ το 2024",
        "πόσα πληρώθηκαν για καύσιμα εκτός από λιπαντικά",
        "πόσα ανατέθηκαν τον Μάρτιο του 2024",
        "πόσα δεσμεύτηκαν τον Μάρτιο του 2024",
    ],
)
async def test_limits_bind_the_file_as_they_bind_the_figure(talk: Talk, files: Files, question: str) -> None:
    answer = await talk.ask(question, organization=TOWN)
    figure = next(each for each in answer.figures if each.unit is Unit.EURO and each.label == "net")
    table = await files.table(talk.conversation, answer.receipt)
    assert total(table) == figure.value
    assert len({*column(table, "ΑΔΑ")}) >= figure.decisions


async def test_every_page_of_the_sources_gives_the_same_file(talk: Talk, files: Files) -> None:
    answer = await talk.ask("πόσα ανατέθηκαν το 2024", organization=TOWN)
    page = await talk.press("Πηγές")
    assert [choice.label for choice in page.choices][-1] == "Excel"
    first, second = [await files.table(talk.conversation, each.receipt) for each in (answer, page)]
    assert first.rows == second.rows


async def test_four_buttons_at_most_and_the_sources_first(talk: Talk) -> None:
    for question in ("πόσα ανατέθηκαν ανά έτος", "πράξεις για καύσιμα", "πόσες αποφάσεις ανά έτος", "πόσα πληρώθηκαν"):
        answer = await talk.ask(question, organization=TOWN)
        labels = [choice.label for choice in answer.choices if not set("◀▶") & set(choice.label)]
        assert len(labels) <= 4
        assert "Excel" in labels and "Πώς το βρήκα" in labels
        assert answer.pages == 1 or answer.choices[0].kind is ChoiceKind.PAGE


def test_every_flag_has_words() -> None:
    assert all(flag_words([flag]) for flag in Flag)
    assert reason_words([Flag.SAME_CONTRACT, Flag.SEVERAL_ACTS]) == "η σύμβασή της μετρά με άλλη πράξη"
