"""Buttons: what they send back is strict and small, where they lead is Διαύγεια, eight rows at most."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.keyboards import Press, Pressed, keyboard, parse_press, retry_keyboard
from bot.replies.catalog import REPLIES
from core.domain.answer import Choice, ChoiceKind
from tests.bot.fake_app import ADA, a_card, an_answer

A_LONG_TOPIC = "καθαριότητα και ηλεκτροφωτισμός κοινόχρηστων χώρων " * 3


def rows_of(*choices: Choice, receipt: str = "Abc_-123xyz") -> list[list]:
    made = keyboard(an_answer("κείμενο", choices=choices, receipt=receipt))
    return [list(row) for row in made.inline_keyboard] if made else []


def ask(label: str, text: str = "πόσα") -> Choice:
    return Choice(label=label, kind=ChoiceKind.ASK, text=text)


def test_a_card_has_its_three_buttons_side_by_side():
    first, second = keyboard(a_card()).inline_keyboard
    assert [button.text for button in first] == ["PDF", "Στη Διαύγεια", "Αντιγραφή ΑΔΑ"]
    assert first[0].url == f"https://diavgeia.gov.gr/doc/{ADA}"
    assert first[2].copy_text.text == ADA
    assert second[0].callback_data == "v1:how:card1:3"


def test_what_a_button_sends_back_is_small_however_long_the_question():
    ((button,),) = rows_of(ask("Ειδοποίηση", A_LONG_TOPIC))
    assert len(button.callback_data.encode()) <= 64


@given(st.sampled_from(Pressed), st.from_regex(r"\A[0-9A-Za-z_-]{1,40}\Z"), st.integers(0, 999))
def test_what_is_sent_back_is_read_as_it_was_written(kind, answer_id, index):
    press = Press(kind=kind, answer_id=answer_id, index=index)
    assert parse_press(press.data) == press
    assert len(press.data.encode()) <= 64


@given(st.text())
def test_anything_else_is_no_press(data):
    press = parse_press(data)
    assert press is None or press.data == data


@pytest.mark.parametrize(
    "data", ["", "v1:link:a:0", "v1:ask:a:0\n", "v1:ask::0", "v1:ask:α:0", "v1:ask:a:1000", "v1:ask:a:٣"]
)
def test_near_misses_of_the_grammar_are_refused(data):
    assert parse_press(data) is None


@pytest.mark.parametrize(
    "text",
    [
        "https://evil.example/",
        "https://diavgeia.gov.gr.evil.example/",
        "http://diavgeia.gov.gr/doc/1",
        "javascript:1",
        "",
    ],
)
def test_a_link_that_leads_elsewhere_is_no_button(text):
    assert rows_of(Choice(label="PDF", kind=ChoiceKind.LINK, text=text)) == []


@pytest.mark.parametrize("text", ["", "α" * 257])
def test_what_cannot_be_copied_whole_is_no_button(text):
    assert rows_of(Choice(label="Αντιγραφή", kind=ChoiceKind.COPY, text=text)) == []


def test_an_answer_that_is_not_stored_has_only_buttons_that_need_no_memory():
    link = Choice(label="PDF", kind=ChoiceKind.LINK, text="https://diavgeia.gov.gr/doc/1")
    ((button,),) = rows_of(ask("Κι άλλα"), link, receipt="")
    assert button.text == "PDF"


def test_long_labels_stand_alone_and_rows_are_eight_at_most():
    rows = rows_of(*(ask(f"Οι μεγαλύτερες αναθέσεις του {year}") for year in range(2017, 2027)))
    assert [len(row) for row in rows] == [1] * 8
    assert rows[0][0].text.endswith("2017")


def test_the_index_is_the_place_among_all_choices():
    dropped = Choice(label="PDF", kind=ChoiceKind.LINK, text="https://evil.example/")
    ((button,),) = rows_of(dropped, ask("Ναι"))
    assert button.callback_data.endswith(":1")


def test_turning_pages_share_a_row():
    pages = (Choice(label="◀ 1/3", kind=ChoiceKind.PAGE), Choice(label="3/3 ▶", kind=ChoiceKind.PAGE))
    assert [[button.text for button in row] for row in rows_of(*pages)] == [["◀ 1/3", "3/3 ▶"]]


def test_a_label_is_one_line_and_not_endless():
    ((button,),) = rows_of(ask("δύο\nγραμμές " + "α" * 100))
    assert button.text.startswith("δύο γραμμές")
    assert len(button.text) == 60


def test_a_button_without_a_label_is_left_out():
    assert rows_of(ask(" \u200b")) == []


def test_the_retry_button_repeats_the_failed_press_or_the_question():
    press = Press(kind=Pressed.PAGE, answer_id="list1", index=1)
    ((again,),) = retry_keyboard(press).inline_keyboard
    assert (again.text, again.callback_data) == (REPLIES.retry, "v1:page:list1:1")
    ((again,),) = retry_keyboard(None).inline_keyboard
    assert parse_press(again.callback_data).kind is Pressed.AGAIN
