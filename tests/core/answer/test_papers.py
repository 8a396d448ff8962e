"""«στείλε μου το PDF», «δείξε τη σελίδα»: which button is pressed for the reader, after a card, a quote, a list."""

from dataclasses import replace

import pytest

from core.answer.assistant import Assistant
from core.app import SettingCache
from core.domain.answer import Choice, ChoiceKind, Outcome, pressed_at_once
from core.domain.document import FileState, Page, Passage, PassageKind, Quality
from core.store import documents
from core.store.documents import NewDocument
from core.store.pool import transaction

_SAID = "Η παράδοση των ειδών θα γίνει εντός είκοσι (20) ημερών από την υπογραφή της σύμβασης."
_ANY = "SELECT ada FROM decisions WHERE status = $1 AND NOT private ORDER BY ada LIMIT 1"
_PRIVATE = "SELECT ada FROM decisions WHERE private ORDER BY ada LIMIT 1"


@pytest.fixture
def real(talk):
    """The same conversation, as if the acts were no invented ones: these have no PDF."""
    known = SettingCache(talk.pool, home="6265")

    async def setting():
        return replace(await known(), demo=False)

    return replace(talk, assistant=Assistant(talk.pool, embedder=None, setting=setting, seconds=30))


@pytest.fixture
async def act(real):
    """One that has been read."""
    ada = await real.pool.fetchval(_ANY, "PUBLISHED")
    page = Page(number=2, quality=Quality.READABLE, passages=(Passage(kind=PassageKind.SENTENCE, text=_SAID),))
    document = NewDocument(ada=ada, state=FileState.READ, source="file", pages_total=2, pages=(page,))
    async with transaction(real.pool) as db:
        await documents.save(db, document=document)
    yield ada
    await real.pool.execute("DELETE FROM documents WHERE ada = $1", ada)


def pressed(answer) -> Choice | None:
    index = pressed_at_once(answer)
    return None if index is None else answer.choices[index]


@pytest.mark.parametrize("words", ["στείλε μου το PDF της {}", "στείλε το pdf {}", "steile mou to pdf tis {}"])
async def test_the_pdf_of_an_act_that_is_named(real, act, words):
    sent = pressed(await real.ask(words.format(act)))
    assert (sent.kind, sent.text) == (ChoiceKind.PAPER, act)
    assert real.text.startswith("Στέλνω το PDF.")


@pytest.mark.parametrize("words", ["στείλε μου το PDF", "Στείλε το PDF", "στειλε το pdf"])
async def test_the_pdf_of_the_act_that_was_just_shown(real, act, words):
    shown = await real.ask(act)
    assert pressed(shown) is None and "Στείλε το PDF" in [choice.label for choice in shown.choices]
    sent = pressed(await real.ask(words))
    assert (sent.kind, sent.text) == (ChoiceKind.PAPER, act)


@pytest.mark.parametrize("words", ["δείξε τη σελίδα", "Δείξε μου την σελίδα", "δείξε τη σελίδα 2"])
async def test_the_page_of_a_quote_marked(real, act, words):
    quoted = await real.ask(f"τι λέει η {act} για παράδοση;")
    assert [choice.label for choice in quoted.choices][:2] == ["Δείξε τη σελίδα 2", "Στείλε το PDF"]
    sent = pressed(await real.ask(words))
    assert (sent.kind, sent.page, sent.text) == (ChoiceKind.SHEET, 2, f"{act} {_SAID}")
    assert pressed(await real.ask("στείλε το PDF")).text == act  # the talk is still about it


async def test_a_page_of_an_act_by_its_number(real, act):
    sent = pressed(await real.ask(f"δείξε μου τη σελίδα 1 της {act}"))
    assert (sent.kind, sent.page, sent.text) == (ChoiceKind.SHEET, 1, act)
    await real.ask(act)
    assert pressed(await real.ask("δείξε τη σελίδα 3")).page == 3
    assert pressed(await real.ask(f"δείξε τη σελίδα της {act}")) is None
    assert real.text.startswith("Ποια σελίδα;")


async def test_a_page_of_a_list_is_the_lists(real):
    first = await real.ask("αποφάσεις για καύσιμα", organization="700001")
    assert first.pages > 1
    second = await real.ask("δείξε μου τη σελίδα 2")
    assert (second.page, pressed(second)) == (2, None)


async def test_a_revoked_or_private_act_has_no_such_button(real):
    for ada in (await real.pool.fetchval(_ANY, "REVOKED"), await real.pool.fetchval(_PRIVATE)):
        answer = await real.ask(f"στείλε μου το PDF της {ada}")
        assert pressed(answer) is None and not {ChoiceKind.PAPER, ChoiceKind.SHEET} & {c.kind for c in answer.choices}
        assert real.text.startswith("Το PDF δεν το στέλνω")


async def test_invented_acts_have_none(talk):
    ada = await talk.pool.fetchval(_ANY, "PUBLISHED")
    answer = await talk.ask(f"στείλε μου το PDF της {ada}")
    assert answer.outcome is Outcome.ANSWERED and pressed(answer) is None
    assert ChoiceKind.PAPER not in {choice.kind for choice in answer.choices}
