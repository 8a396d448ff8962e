"""«βγάλε τη 2»: figure, list, file and check without it, against the world's own truth; and how it comes back."""

from decimal import Decimal

import pytest

from core.answer.kept.files import Files
from core.app import SettingCache
from core.domain.answer import Answer, Outcome
from core.domain.ledger import Stage
from core.domain.request import Unit
from core.greek.numbers import format_euro
from tests.core.answer.conftest import TODAY, TOWN, Talk

TOTAL = "πόσα ανέθεσε ο δήμος το 2024"
RANKING = "οι 5 μεγαλύτερες αναθέσεις του 2024"


@pytest.fixture
def files(talk: Talk) -> Files:
    return Files(talk.pool, SettingCache(talk.pool, home="6265"))


def awards(talk: Talk, year: int = 2024) -> dict[str, Decimal]:
    """What counts, by ΑΔΑ."""
    rows = talk.world.truth.rows
    return {
        row.ada: row.amount
        for row in rows
        if (row.organization_uid, row.stage, row.year) == (TOWN, Stage.AWARD, year) and row.counted and row.amount
    }


def net(answer: Answer) -> Decimal:
    return next(each.value for each in answer.figures if each.unit is Unit.EURO and each.label == "net")


def shown(answer: Answer) -> list[str]:
    return [item.key for item in answer.listed]


async def test_a_line_of_a_total_is_taken_out_of_figure_file_and_check(talk: Talk, files: Files) -> None:
    first = await talk.ask(TOTAL, organization=TOWN)
    truth = awards(talk)
    out = shown(first)[1]
    assert net(first) == sum(truth.values())
    second = await talk.ask("βγάλε τη 2", organization=TOWN)
    rest = net(first) - truth[out]
    assert net(second) == rest
    assert out not in shown(second)
    head = talk.text.split("\n\n")[0]
    assert all(said in head for said in (out, format_euro(truth[out]), format_euro(net(first)), "βάλ' την πάλι"))
    table = await files.table(talk.conversation, second.receipt)
    place = [column.title for column in table.columns].index("Ποσό που μετρά (€)")
    assert sum(row[place] for row in table.rows if isinstance(row[place], Decimal)) == rest
    assert out not in {row[0] for row in table.rows}
    assert any(out in str(value) for _, value in table.recipe)
    checked = await files.check(talk.conversation, second.receipt, today=TODAY)
    assert next((each.then, each.now) for each in checked.figures if each.label == "net") == (rest, rest)


async def test_lines_add_up_by_the_numbers_of_the_list_last_seen_and_come_back_one_by_one(talk: Talk) -> None:
    truth = awards(talk)
    first = await talk.ask(TOTAL, organization=TOWN)
    second = await talk.ask("βγάλε τη 2", organization=TOWN)
    third = await talk.ask("βγάλε τη 2", organization=TOWN)
    gone = [shown(first)[1], shown(second)[1]]
    assert len(set(gone)) == 2
    assert net(third) == net(first) - sum(truth[ada] for ada in gone)
    assert net(await talk.ask("βάλ' την πάλι", organization=TOWN)) == net(second)
    await talk.ask(f"αφαίρεσε την ΑΔΑ {gone[1]}", organization=TOWN)
    assert net(talk.answers[-1]) == net(third)
    assert net(await talk.ask(f"βάλε πάλι την {gone[0]}", organization=TOWN)) == net(first) - truth[gone[1]]
    assert net(await talk.ask("βάλ' τα όλα πάλι", organization=TOWN)) == net(first)
    assert talk.text.startswith("Μετρούν πάλι όλα")


async def test_more_edits_than_turns_are_remembered_keep_the_question(talk: Talk) -> None:
    await talk.ask(TOTAL, organization=TOWN)
    for _ in range(6):
        await talk.ask("βγάλε την πρώτη", organization=TOWN)
    truth = sorted(awards(talk).values(), reverse=True)
    assert net(talk.answers[-1]) == sum(truth[6:])


async def test_a_ranking_moves_up_and_its_sources_go_on(talk: Talk) -> None:
    first = await talk.ask(RANKING, organization=TOWN)
    second = await talk.ask("χωρίς το πρώτο και το τρίτο", organization=TOWN)
    kept = [ada for place, ada in enumerate(shown(first), 1) if place not in (1, 3)]
    assert shown(second)[:3] == kept
    assert len(shown(second)) == 5


async def test_a_page_of_a_changed_list_is_without_it_too(talk: Talk) -> None:
    await talk.ask(TOTAL, organization=TOWN)
    out = shown(talk.answers[-1])[0]
    await talk.ask("βγάλε την πρώτη", organization=TOWN)
    page = await talk.press("Πηγές")
    assert page.page == 2
    assert out not in shown(page)
    assert net(page) == net(talk.answers[-2])


async def test_it_stays_out_while_the_talk_goes_on_and_not_in_a_new_question(talk: Talk) -> None:
    whole = net(await talk.ask(TOTAL, organization=TOWN))
    without = net(await talk.ask("βγάλε τη 2", organization=TOWN))
    assert net(await talk.ask("και το 2023;", organization=TOWN)) == sum(awards(talk, 2023).values())
    assert "Χωρίς" not in talk.text
    assert net(await talk.ask("και το 2024;", organization=TOWN)) == without
    assert net(await talk.ask(TOTAL, organization=TOWN)) == whole


async def test_a_payee_is_taken_out_of_a_ranking_of_payees(talk: Talk) -> None:
    first = await talk.ask("ποιοι ανάδοχοι πήραν τα περισσότερα σε αναθέσεις το 2024", organization=TOWN)
    second = await talk.ask("βγάλε το 2", organization=TOWN)
    assert shown(second)[:2] == [shown(first)[0], shown(first)[2]]

    def suppliers(answer: Answer) -> Decimal:
        return next(each.value for each in answer.figures if each.label == "supplier" and each.unit is Unit.EURO)

    lines = {each.label: each.value for each in first.figures if each.unit is Unit.EURO}
    assert suppliers(second) == suppliers(first) - lines["payee 2"]
    assert first.listed[1].shown in talk.text.split("\n\n")[0]


async def test_all_of_it_taken_out_leaves_nothing_and_no_other_stage(talk: Talk) -> None:
    largest = max(awards(talk).values())
    first = await talk.ask(f"πόσα ανατέθηκαν το 2024 σε πράξεις άνω των {int(largest) - 1} ευρώ", organization=TOWN)
    assert net(first) == largest
    second = await talk.ask("βγάλε την πρώτη", organization=TOWN)
    assert second.outcome is Outcome.PARTIAL
    assert not second.figures
    assert "δεν μένει κάτι" in talk.text
    assert net(await talk.ask("βάλ' την πάλι", organization=TOWN)) == largest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("βγάλε τη 90", "δεν υπάρχει αριθμός 90"),
        ("αφαίρεσε την ΑΔΑ 6ΛΓΣΩΛ2-5ΤΧ", "δεν έβγαλα τίποτα"),
        ("βάλ' την πάλι", "μετρούν όλα"),
    ],
)
async def test_what_cannot_be_taken_out_is_said_and_changes_nothing(talk: Talk, text: str, said: str) -> None:
    first = await talk.ask(TOTAL, organization=TOWN)
    refused = await talk.ask(text, organization=TOWN)
    assert refused.outcome is Outcome.UNCLEAR
    assert said in talk.text
    assert net(await talk.ask("και το 2024;", organization=TOWN)) == net(first)


async def test_a_comparison_has_no_lines_to_take_out(talk: Talk) -> None:
    await talk.ask("σύγκρινε τις αναθέσεις του 2023 με του 2024", organization=TOWN)
    await talk.ask("βγάλε τη 1", organization=TOWN)
    assert talk.answers[-1].outcome is Outcome.UNCLEAR
    assert not talk.answers[-1].figures


async def test_one_line_of_a_list_is_its_card_and_the_file_is_that_of_the_answer(talk: Talk) -> None:
    first = await talk.ask(RANKING, organization=TOWN)
    await talk.ask("το δεύτερο", organization=TOWN)
    assert next(each.ada for each in talk.answers[-1].citations) == shown(first)[1]
    await talk.ask("στείλε μου το PDF", organization=TOWN)
    assert shown(first)[1] in talk.text
    again = await talk.ask(RANKING, organization=TOWN)
    asked = await talk.ask("στείλε μου το pdf", organization=TOWN)
    assert [choice.text for choice in asked.choices] == shown(again)
    await talk.ask(RANKING, organization=TOWN)
    file = await talk.ask("σε excel", organization=TOWN)
    assert file.receipt == talk.answers[-2].receipt


async def test_pointing_without_a_number_takes_out_the_only_line_or_asks_which(talk: Talk) -> None:
    first = await talk.ask(TOTAL, organization=TOWN)
    await talk.ask("βγάλ' την", organization=TOWN)
    assert talk.answers[-1].outcome is Outcome.UNCLEAR
    assert "Ποια να βγάλω" in talk.text
    largest = max(awards(talk).values())
    await talk.ask(f"πόσα ανατέθηκαν το 2024 σε πράξεις άνω των {int(largest) - 1} ευρώ", organization=TOWN)
    await talk.ask("βγάλ' την", organization=TOWN)
    assert shown(first)[0] in talk.text
    assert "δεν μένει κάτι" in talk.text


async def test_and_another_one_is_taken_out_too_and_all_come_back(talk: Talk) -> None:
    truth = awards(talk)
    first = await talk.ask(TOTAL, organization=TOWN)
    second = await talk.ask("βγάλε τη 1", organization=TOWN)
    third = await talk.ask("και την 3", organization=TOWN)
    assert net(third) == net(first) - truth[shown(first)[0]] - truth[shown(second)[2]]
    assert net(await talk.ask("βάλ' τις πάλι", organization=TOWN)) == net(first)
