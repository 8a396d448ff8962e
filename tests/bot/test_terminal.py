"""The conversation in the terminal: the same answers, choices by number."""

import pytest

from bot.replies.catalog import REPLIES
from bot.terminal import Terminal, show
from core.domain.answer import BOLD, BOLD_END, CODE, CODE_END, Citation
from core.errors import InvalidInput, Unavailable
from tests.bot.fake_app import ADA, TODAY, Broken, FakeApp, FakeAssistant, a_card, a_list, a_question_back, an_answer


def a_terminal(*, seconds: float = 5, **fields) -> Terminal:
    return Terminal(app=FakeApp(**fields), conversation="terminal:local", today=lambda: TODAY, seconds=seconds)


def test_an_answer_is_plain_text_with_its_sources_and_numbered_choices():
    shown = show(a_card())
    assert shown.startswith("Προμήθεια καυσίμων\nΑνάθεση (Δ.1)")
    assert f"https://diavgeia.gov.gr/decision/view/{ADA}" in shown
    assert "  1. PDF\n  2. Στη Διαύγεια\n  3. Αντιγραφή ΑΔΑ\n  4. Πώς το βρήκα" in shown


def test_a_screen_that_understands_styles_gets_them():
    answer = an_answer(f"{BOLD}α{BOLD_END} {CODE}β{CODE_END}")
    assert show(answer, styled=True) == "\x1b[1mα\x1b[0m \x1b[4mβ\x1b[0m"
    assert show(answer) == "α β"


def test_data_cannot_steer_the_screen():
    assert "\x1b" not in show(an_answer("α\x1b[2Jβ", choices=a_card().choices))


def test_many_sources_are_counted_and_not_all_printed():
    shown = show(an_answer("σύνολο", citations=tuple(Citation(ada=f"6ΑΑ{number}ΩΔΟ-ΔΟΚ") for number in range(12))))
    assert shown.count("https://") == 5
    assert REPLIES.terminal_more_sources.format(count=7) in shown


async def test_it_opens_with_examples_and_a_number_asks_one():
    terminal = a_terminal()
    assert "1. Πόσα για καύσιμα" in await terminal.open()
    assert "πόσα για καύσιμα το 2024" in await terminal.hear("1")


async def test_a_number_presses_the_choice_of_the_last_answer():
    terminal = a_terminal(assistant=FakeAssistant(script={"πόσα;": a_question_back(), "πράξεις": a_list()}))
    await terminal.hear("πόσα;")
    await terminal.hear(" 2 ")
    assert terminal.app.assistant.asked[-1].organization_uid == "90002"
    await terminal.hear("πράξεις")
    assert (await terminal.hear("1")).startswith("Σελίδα 2")
    assert (await terminal.hear("1")).startswith("Σελίδα 1")


async def test_a_link_is_shown_and_a_copy_is_given():
    terminal = a_terminal(assistant=FakeAssistant(script={ADA: a_card()}))
    await terminal.hear(ADA)
    assert await terminal.hear("1") == f"https://diavgeia.gov.gr/doc/{ADA}"
    assert await terminal.hear("3") == REPLIES.terminal_copy.format(text=ADA)
    assert await terminal.hear("4") == "Μέτρησα τις πράξεις."


@pytest.mark.parametrize("written", ["2024", "0", "9", "-1", "1.", "١"])
async def test_a_number_that_is_no_choice_is_a_question(written):
    terminal = a_terminal()
    await terminal.open()
    await terminal.hear(written)
    assert terminal.app.assistant.asked[-1].text == written


@pytest.mark.parametrize("written", ["/help", "/βοήθεια", "βοήθεια", "ΒΟΗΘΕΙΑ"])
async def test_help_is_at_hand(written):
    assert "Γράψτε μια ερώτηση" in await a_terminal().hear(written)


async def test_failures_are_sentences_and_the_choices_stay():
    script = {"σπάσε": Broken("μυστικό"), "λάθος": InvalidInput("Δεν είναι ΑΔΑ."), "αργεί": Unavailable("βάση")}
    terminal = a_terminal(assistant=FakeAssistant(script=script))
    await terminal.open()
    broken = await terminal.hear("σπάσε")
    assert "κωδικός" in broken and "μυστικό" not in broken and "Traceback" not in broken
    assert await terminal.hear("λάθος") == "Δεν είναι ΑΔΑ."
    assert await terminal.hear("αργεί") == REPLIES.unavailable
    assert "πόσα για καύσιμα το 2024" in await terminal.hear("1")


async def test_demonstration_data_are_named_on_every_reply():
    terminal = a_terminal(demo=True, assistant=FakeAssistant(script={"σπάσε": Broken()}))
    for said in (await terminal.open(), await terminal.hear("πόσα"), await terminal.hear("σπάσε")):
        assert said.startswith(f"{REPLIES.demo}\n\n")


async def test_marks_and_invisible_characters_of_the_reader_are_not_passed_on():
    terminal = a_terminal()
    await terminal.hear("πόσα\x00 \ue000για\ue001 \ud835καύσιμα\u200b")
    assert terminal.app.assistant.asked[-1].text == "πόσα για καύσιμα"


async def test_an_answer_that_takes_too_long_is_told_to_be_late():
    terminal = a_terminal(seconds=0.05, assistant=FakeAssistant(slow={"αργό": 5}))
    assert await terminal.hear("αργό") == REPLIES.unavailable


@pytest.mark.parametrize("written", ["/privacy", "/απόρρητο", "ΑΠΟΡΡΗΤΟ"])
async def test_what_is_kept_is_told(written):
    assert "Τι κρατώ" in await a_terminal().hear(written)
