"""«Σύνοψη»: the conversation with its figures and links, from its own answers alone, without a model."""

from core.domain.answer import Outcome, plain
from tests.core.answer.conftest import TOWN, Talk

RANKING = "μεγαλύτερες αναθέσεις το 2024"
TOTAL = "πόσα ανατέθηκαν για καύσιμα το 2024"


async def test_each_question_stands_with_how_it_was_read_its_figure_and_links(talk: Talk) -> None:
    ranked = await talk.ask(RANKING, organization=TOWN)
    await talk.ask("βγάλε τη 2", organization=TOWN)
    total = await talk.ask(TOTAL, organization=TOWN)
    later = await talk.ask("και το 2025;", organization=TOWN)
    counted = await talk.ask("πόσες αποφάσεις εξέδωσε ο δήμος το 2024", organization=TOWN)
    recap = await talk.ask("σύνοψη", organization=TOWN)
    assert recap.outcome is Outcome.SMALLTALK
    first, second, third, fourth = talk.text.split("\n\n")[1:]
    assert first.startswith(f"1. {RANKING} → ")
    assert second.startswith(f"2. {TOTAL} → καύσιμα")
    assert third.startswith("3. και το 2025; → καύσιμα")
    assert "· 2025 ·" in third.split("\n")[0]
    for block, answer, when in ((second, total, "το 2024"), (third, later, "το 2025")):
        amount = plain(answer.text).split(" €")[0].split()[-1]
        assert block.split("\n")[1] == f"{amount} € · αναθέσεις · {when}"
    assert f"{int(counted.figures[0].value):,}".replace(",", ".") in fourth.split("\n")[1]
    assert f"https://diavgeia.gov.gr/decision/view/{ranked.listed[0].key}" in first
    assert "https://diavgeia.gov.gr/decision/view/" in second


async def test_a_comparison_shows_both_sides_and_a_card_its_act(talk: Talk) -> None:
    await talk.ask("σύγκριση αναθέσεων 2024 με 2025", organization=TOWN)
    ranked = await talk.ask(RANKING, organization=TOWN)
    await talk.ask(ranked.listed[0].key)
    await talk.ask("σύνοψη")
    compared, _, card = talk.text.split("\n\n")[1:]
    assert [line.split(" · ")[-1] for line in compared.split("\n")[1:3]] == ["το 2024", "το 2025"]
    assert card.split("\n")[-1] == f"https://diavgeia.gov.gr/decision/view/{ranked.listed[0].key}"
    assert " € · ανάθεσ" in card or " € · αναθέσεις" in card


async def test_what_was_not_found_is_recalled_as_not_found(talk: Talk) -> None:
    answer = await talk.ask("αποφάσεις για ελικόπτερα το 2024", organization=TOWN)
    assert answer.outcome is Outcome.NOT_IN_DATA
    await talk.ask("τι είπαμε πριν;")
    assert plain(answer.text).split("\n")[0][:40] in talk.text


async def test_it_is_of_this_chat_and_of_its_last_questions(talk: Talk) -> None:
    other = Talk(assistant=talk.assistant, world=talk.world, pool=talk.pool, conversation=f"{talk.conversation}:other")
    await other.ask("πόσα πληρώθηκαν το 2023", organization=TOWN)
    for year in range(2016, 2026):
        await talk.ask(f"πόσα ανατέθηκαν το {year}", organization=TOWN)
    await talk.ask("σύνοψη")
    assert "πληρώθηκαν" not in talk.text
    assert "2017" not in talk.text
    assert talk.text.startswith("Οι τελευταίες 8 ερωτήσεις σας")
    assert [block.split(".")[0] for block in talk.text.split("\n\n")[1:]] == [str(n) for n in range(1, 9)]


async def test_forgetting_empties_it(talk: Talk) -> None:
    await talk.ask(TOTAL, organization=TOWN)
    await talk.ask("σβήσε τα δεδομένα μου")
    await talk.press("Ναι, σβήστε τα")
    await talk.ask("σύνοψη")
    assert "Δεν έχετε ρωτήσει κάτι" in talk.text


async def test_a_ranking_is_told_with_its_first_line(talk: Talk) -> None:
    await talk.ask("ποιοι πήραν τις περισσότερες αναθέσεις το 2024", organization=TOWN)
    head, first = [line for line in talk.text.split("\n") if line][:2]
    await talk.ask("σύνοψη")
    assert head.endswith(":") and first.startswith("1. ")
    assert first[:40] in talk.text
