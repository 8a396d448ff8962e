"""Several questions of one message, the whole way over the demonstration bodies: one answer, in order, one receipt."""

import re
from dataclasses import replace

import pytest

from bot.cli.answer_json import answer_to_json
from bot.cli.receipt import checked_to_json
from bot.files.csv_file import csv_bytes
from bot.files.xlsx_file import xlsx_bytes
from core.answer.compose.several import NO_ANSWER
from core.answer.kept.files import Files
from core.answer.parts.answering import Several
from core.answer.parts.splitting import split
from core.answer.slots import to_json
from core.app import SettingCache
from core.domain.answer import Answer, ChoiceKind, Outcome, Question, plain
from core.domain.request import Intent, Request
from core.errors import InvalidInput, Unavailable
from core.store.conversations import Chat
from tests.core.answer.conftest import OTHER_TOWN, TODAY, TOWN, Talk

BOTH = "πόσα πλήρωσε ο δήμος το 2024 και πόσα ανέθεσε;"
PAID, AWARDED = "πόσα πλήρωσε ο δήμος το 2024", "πόσα ανέθεσε ο δήμος το 2024"
_REACH = re.compile("Αναρτήσεις έως|Φορτωμένο αρχείο")


async def alone(talk: Talk, *texts: str) -> list[Answer]:
    """Each by itself, in a conversation of its own."""
    return [
        await replace(talk, conversation=f"{talk.conversation}:{place}", answers=[]).ask(text, organization=TOWN)
        for place, text in enumerate(texts)
    ]


def files(talk: Talk) -> Files:
    return Files(talk.pool, SettingCache(talk.pool, home="6265"))


async def test_each_is_answered_as_if_it_stood_alone(talk: Talk) -> None:
    answer = await talk.ask(BOTH, organization=TOWN)
    paid, awarded = await alone(talk, PAID, AWARDED)
    assert answer.outcome is Outcome.ANSWERED
    assert answer.figures == (*paid.figures, *awarded.figures)
    asked = [each.lookup for one in (paid, awarded) for each in one.findings]
    assert [each.lookup for each in answer.findings] == asked
    cited = {each.ada for one in (paid, awarded) for each in one.citations}
    assert {each.ada for each in answer.citations} == cited
    first, second = talk.text.index("1 από 2 · "), talk.text.index("2 από 2 · ")
    assert first < talk.text.index("331.833,98 €") < second


async def test_how_far_the_data_reach_is_said_once_at_the_end(talk: Talk) -> None:
    await talk.ask(BOTH, organization=TOWN)
    assert len(_REACH.findall(talk.text)) == 1
    assert _REACH.search(talk.text.split("\n\n")[-1])
    assert talk.text.count("Κατάλαβα: ") == 2, "each says what was understood"


async def test_what_differs_stays_with_its_question(talk: Talk) -> None:
    """Bodies whose data end on different days."""
    answer = await talk.ask("πόσα πλήρωσε ο Δήμος Επίδειξης το 2024; πόσες αποφάσεις εξέδωσε ο Δήμος Νεράιδας;")
    parts = answer.parts
    if {part.data_until for part in parts} != {parts[0].data_until}:
        assert len(_REACH.findall(talk.text)) == 2
    assert {part.organization_uid for part in parts} == {TOWN, OTHER_TOWN}


async def test_at_most_four_buttons_and_each_works(talk: Talk) -> None:
    answer = await talk.ask(BOTH, organization=TOWN)
    kinds = [choice.kind for choice in answer.choices]
    assert len(kinds) <= 4 and kinds[:2] == [ChoiceKind.TABLE, ChoiceKind.HOW]
    for choice in answer.choices:
        if choice.kind is ChoiceKind.ASK:
            pressed = await talk.assistant.choose(
                talk.conversation, answer.receipt, answer.choices.index(choice), TODAY
            )
            assert pressed.outcome is Outcome.ANSWERED


async def test_the_recipe_tells_each(talk: Talk) -> None:
    await talk.ask(BOTH, organization=TOWN)
    await talk.press("Πώς")
    assert talk.text.index("Ερώτηση 1:") < talk.text.index("στάδιο: πληρωμές")
    assert talk.text.index("Ερώτηση 2:") < talk.text.index("στάδιο: αναθέσεις")
    assert talk.text.count("Μετρώ μόνο") == 1


async def test_the_file_has_sheets_of_each(talk: Talk) -> None:
    answer = await talk.ask(BOTH, organization=TOWN)
    table = await files(talk).table(talk.conversation, answer.receipt)
    assert len(table.more) == 1
    paid, awarded = await alone(talk, PAID, AWARDED)
    wanted = [await files(talk).table(f"{talk.conversation}:{n}", one.receipt) for n, one in enumerate((paid, awarded))]
    assert [table.rows, table.more[0].rows] == [each.rows for each in wanted]
    assert "1. " in table.caption and "\n2. " in table.caption
    import io

    from openpyxl import load_workbook  # as slow to load as the sheets are to write

    book = load_workbook(io.BytesIO(xlsx_bytes(table)))
    assert book.sheetnames == ["Πράξεις 1", "Συνταγή 1", "Πράξεις 2", "Συνταγή 2"]
    assert csv_bytes(table).decode("utf-8-sig").count("ΑΔΑ;") == 2


async def test_the_check_counts_each_again(talk: Talk) -> None:
    answer = await talk.ask(BOTH, organization=TOWN)
    checked = await files(talk).check(talk.conversation, answer.receipt, today=TODAY)
    assert checked.same and len(checked.more) == 1
    assert checked.figures[0].then == answer.figures[0].value
    told = checked_to_json(checked)
    assert isinstance(told["more"], list) and told["same"] is True
    assert checked.more[0].figures[0].then in {figure.value for figure in answer.parts[1].figures}


async def test_the_contract_holds_all_parts(talk: Talk) -> None:
    answer = await talk.ask(
        "πόσα πλήρωσε ο δήμος το 2024; πόσες αναθέσεις έκανε; δείξε μου αποφάσεις για καύσιμα", organization=TOWN
    )
    assert answer.request is not None
    told = answer_to_json(answer, to_json(answer.request))
    request = told["request"]
    assert isinstance(request, dict)
    assert (request["intent"], request["also"]) == ("aggregate", ["aggregate", "records"])
    lookups = told["lookups"]
    assert isinstance(lookups, list) and len(lookups) >= 3
    assert len(answer.parts) == 3


async def test_a_refused_question_loses_none_of_the_others(talk: Talk) -> None:
    answer = await talk.ask("πόσα πλήρωσε ο δήμος το 2024; ποιο είναι το τηλέφωνο του δημάρχου;", organization=TOWN)
    assert answer.outcome is Outcome.PARTIAL
    assert "331.833,98 €" in talk.text
    assert "Δεν δίνω στοιχεία επικοινωνίας" in talk.text


async def test_a_private_person_stays_refused_beside_an_answer(talk: Talk) -> None:
    answer = await talk.ask(
        "πόσα πήρε ο Γιώργος Παπαδόπουλος το 2024; πόσα πλήρωσε ο δήμος για καύσιμα;", organization=TOWN
    )
    assert "Δεν αναζητώ ιδιώτες" in talk.text
    assert answer.parts[0].outcome is Outcome.REFUSED and not answer.parts[0].figures


async def test_an_act_and_a_question(talk: Talk) -> None:
    ada = (await alone(talk, "οι μεγαλύτερες πληρωμές του 2024"))[0].citations[0].ada
    answer = await talk.ask(f"{ada} και πόσα πλήρωσε ο δήμος το 2024;", organization=TOWN)
    assert answer.parts[0].request is not None and answer.parts[0].request.intent is Intent.ADASEARCH
    assert ada in talk.text and "331.833,98 €" in talk.text
    table = await files(talk).table(talk.conversation, answer.receipt)
    assert not table.more, "a card has no rows of its own"


async def test_the_body_is_asked_for_once_and_all_is_answered(talk: Talk) -> None:
    asked = await talk.ask(BOTH)
    assert asked.outcome is Outcome.UNCLEAR and not asked.parts
    label = next(choice.label for choice in asked.choices if choice.organization_uid == TOWN)
    answer = await talk.press(label)
    assert len(answer.parts) == 2 and answer.outcome is Outcome.ANSWERED


async def test_a_follow_up_goes_on_from_the_last(talk: Talk) -> None:
    await talk.ask(BOTH, organization=TOWN)
    answer = await talk.ask("και το 2025;", organization=TOWN)
    (wanted,) = await alone(talk, "πόσα ανέθεσε ο δήμος το 2025")
    assert answer.figures == wanted.figures


async def test_a_line_is_taken_out_of_the_list_that_was_seen(talk: Talk) -> None:
    answer = await talk.ask("πόσες αναθέσεις έγιναν το 2024 και ποιες ήταν οι μεγαλύτερες;", organization=TOWN)
    first = answer.listed[0]
    again = await talk.ask("βγάλε την 1", organization=TOWN)
    assert first.key not in {each.key for each in again.listed}
    assert len(again.parts) == 2


async def test_a_line_of_two_lists_is_asked_back(talk: Talk) -> None:
    await talk.ask("αποφάσεις για καύσιμα το 2025; ποιες ήταν οι μεγαλύτερες αναθέσεις;", organization=TOWN)
    await talk.ask("πόσα πλήρωσε ο δήμος για νερό το 2025 και ποιες ήταν οι μεγαλύτερες;", organization=TOWN)
    answer = await talk.ask("βγάλε την 1", organization=TOWN)
    assert answer.outcome is Outcome.UNCLEAR and not answer.parts


async def test_more_than_four_are_told(talk: Talk) -> None:
    years = " ".join(f"πόσα πλήρωσε ο δήμος το {year};" for year in (2022, 2023, 2024, 2025, 2026))
    answer = await talk.ask(years, organization=TOWN)
    assert len(answer.parts) == 4
    assert "Στείλτε την άλλη σε άλλο μήνυμα" in talk.text


class _Routed:
    """A dispatch that is too late for some questions."""

    def __init__(self, late: str) -> None:
        self._late = late

    async def answer(self, question: Question, request: Request, *_: object, **__: object) -> Answer:
        if self._late in question.text:
            raise Unavailable("late")
        return Answer(outcome=Outcome.ANSWERED, text="Το βρήκα.", request=request)


async def _of_routed(talk: Talk, late: str) -> Answer:
    setting = await SettingCache(talk.pool, home="6265")()
    question = Question(conversation=talk.conversation, text=BOTH, asked_on=TODAY)

    def read(text: str, previous: tuple[str, ...]) -> Request:
        return talk.assistant.read(replace(question, text=text, previous=previous), setting)

    parts = split(BOTH, read)
    assert parts is not None
    several = Several(pool=talk.pool, routed=_Routed(late), setting=setting, chat=Chat())  # type: ignore[arg-type]
    return await several.answer(question, parts)


async def test_one_that_is_late_says_so_and_loses_none(talk: Talk) -> None:
    answer = await _of_routed(talk, late="ανέθεσε")
    assert answer.outcome is Outcome.PARTIAL
    assert "Το βρήκα." in answer.text and NO_ANSWER in answer.text


async def test_all_late_is_no_answer(talk: Talk) -> None:
    with pytest.raises(Unavailable):
        await _of_routed(talk, late="πόσα")


async def test_a_file_of_nothing_is_refused(talk: Talk) -> None:
    answer = await talk.ask("τι καιρό κάνει; ποιο είναι το τηλέφωνο του δημάρχου;", organization=TOWN)
    with pytest.raises(InvalidInput):
        await files(talk).table(talk.conversation, answer.receipt)
    assert plain(answer.text)
