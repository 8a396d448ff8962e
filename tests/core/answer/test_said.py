"""«ποια απόφαση λέει ότι …»: acts by what their PDF says, quoted from its page."""

import pytest

from core.domain.answer import Outcome
from core.domain.document import Page, Passage, PassageKind, Quality

_SAID = "Ο ανάδοχος παραδίδει τα κιβώτια συσκευασμένα εντός δεκαεπτά ημερών από την παραγγελία."


def _pages(said: str = _SAID, quality: Quality = Quality.READABLE) -> tuple[Page, Page]:
    first = Passage(kind=PassageKind.SENTENCE, text="ΔΗΜΟΣ ΕΠΙΔΕΙΞΗΣ")
    second = Passage(kind=PassageKind.SENTENCE, text=said)
    return (
        Page(number=1, quality=Quality.READABLE, passages=(first,)),
        Page(number=2, quality=quality, passages=(second,)),
    )


@pytest.mark.parametrize(
    "question",
    [
        "ποια απόφαση λέει ότι τα κιβώτια παραδίδονται σε δεκαεπτά ημέρες;",
        "poia apofasi leei gia kivotia se dekaepta imeres",
    ],
)
async def test_the_act_comes_with_its_page_quoted(talk, act, question):
    await act.hold(*_pages())
    answer = await talk.ask(question)
    assert (answer.outcome, [(quote.ada, quote.page) for quote in answer.quotes]) == (Outcome.ANSWERED, [(act.ada, 2)])
    assert answer.quotes[0].text == _SAID
    assert f"σελ. 2: «{_SAID}»" in talk.text


@pytest.mark.parametrize(
    ("said", "quality"),
    [("Ο ανάδοχος παραδίδει τα τιμολόγια.", Quality.READABLE), (_SAID, Quality.OCR)],
)
async def test_what_no_page_says_is_not_quoted(talk, act, said, quality):
    await act.hold(*_pages(said, quality))
    answer = await talk.ask("ποια απόφαση λέει ότι τα κιβώτια παραδίδονται σε δεκαεπτά ημέρες;")
    assert answer.quotes == () and answer.outcome is not Outcome.ANSWERED
    assert "Σε κανένα PDF δεν βρήκα κάτι για" in talk.text


async def test_where_no_text_can_be_searched_nobody_is_told_that_it_was(talk, act):
    """Files that were read before passages were searched wait for their lexemes."""
    await act.hold(*_pages())
    await talk.pool.execute("UPDATE document_passages SET words = NULL")
    answer = await talk.ask("ποια απόφαση λέει ότι τα κιβώτια παραδίδονται σε δεκαεπτά ημέρες;")
    assert answer.quotes == () and "κανένα δεν είναι ακόμη έτοιμο" in talk.text
    assert "Έψαξα στο κείμενο" not in talk.text
