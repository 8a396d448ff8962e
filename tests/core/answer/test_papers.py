"""«στείλε μου το PDF», «δείξε τη σελίδα»: which button is pressed for the reader, after a card, a quote, a list."""

from dataclasses import replace

import pytest

from core.answer.assistant import Assistant
from core.answer.compose.words import euro
from core.app import SettingCache
from core.domain.answer import Choice, ChoiceKind, Outcome, pressed_at_once
from core.domain.document import FileState, Page, Passage, PassageKind, Quality
from core.domain.ledger import Stage
from core.store import decisions, documents
from core.store.documents import NewDocument
from core.store.pool import transaction
from tests.builders import a_decision, a_line

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


_OF_MONEY = """
SELECT l.ada, sum(l.amount) AS amount FROM money_lines l JOIN decisions d USING (organization_uid, ada)
 WHERE l.stage = $1 AND d.status = 'PUBLISHED' AND NOT d.private AND cardinality(d.flags) = 0 AND l.sign = 1
   AND NOT EXISTS (SELECT FROM screened s WHERE s.ada = l.ada)
 GROUP BY l.ada HAVING count(*) = 1 AND min(l.amount) > 1000 ORDER BY l.ada LIMIT 1
"""


async def holds(real, ada: str, *texts: str) -> None:
    passages = tuple(Passage(kind=PassageKind.SENTENCE, text=text) for text in texts)
    page = Page(number=1, quality=Quality.READABLE, passages=passages)
    document = NewDocument(ada=ada, state=FileState.READ, source="file", pages_total=1, pages=(page,))
    async with transaction(real.pool) as db:
        await documents.save(db, document=document)


@pytest.fixture
async def payment(real):
    found = await real.pool.fetchrow(_OF_MONEY, "payment")
    yield found["ada"], found["amount"]
    await real.pool.execute("DELETE FROM documents WHERE ada = $1", found["ada"])


async def test_a_card_says_what_the_document_says_of_its_amount(real, payment):
    ada, amount = payment
    stated, less = euro(amount), euro(amount - 100)
    await real.ask(ada)
    assert "PDF" not in real.text
    await holds(real, ada, f"Σύνολο {stated}", "Κρατήσεις 100,00 €", f"Πληρωτέο {less}")
    await real.ask(ada)
    told = f"Στα στοιχεία της ανάρτησης {stated}, στο έγγραφο πληρωτέο {less}, μετά τις κρατήσεις (PDF, σελ. 1)."
    assert told in real.text
    await holds(real, ada, f"Σύνολο {stated}")
    await real.ask(ada)
    assert "Το ίδιο ποσό γράφει και το PDF (σελ. 1)." in real.text
    await holds(real, ada, "Σύνολο 7,00 €")
    await real.ask(ada)
    assert f"Στα στοιχεία της ανάρτησης {stated}, στο έγγραφο σύνολο 7,00 € (PDF, σελ. 1)." in real.text
    await holds(real, ada, "Χωρίς κανένα ποσό.")
    await real.ask(ada)
    assert "Το ποσό δεν το βρήκα στο κείμενο του PDF." in real.text


async def test_acts_of_ours_that_the_document_names_stand_on_its_card(real, payment):
    ada, _ = payment
    other = await real.pool.fetchval("SELECT max(ada) FROM decisions WHERE gone_at IS NULL")
    await holds(real, ada, f"Έχοντας υπόψη την ΑΔΑ: {other} και την ΑΔΑ: 6ΑΑΑΩΔΟ-ΔΟΚ του ΑΔΑ: {ada}")
    await real.ask(ada)
    assert f"Το PDF αναφέρει και: {other} (σελ. 1)." in real.text
    await real.ask(other)
    assert f"Την αναφέρουν τα PDF των: {ada} (σελ. 1)." in real.text
    course = await real.ask(f"δείξε μου όλη την πορεία της {ada}")
    assert f"Το PDF αναφέρει και: {other} (σελ. 1)." in real.text
    assert other not in [row.ada for finding in course.findings for row in finding.rows]  # no sum rests on it


async def test_each_line_of_a_ranking_says_whether_it_was_checked(real):
    ranked = await real.ask("οι 3 μεγαλύτερες αναθέσεις", organization="700001")
    assert real.text.count("δεν ελέγχθηκε στο PDF") == len(ranked.citations)
    rows = [row for finding in ranked.findings for row in finding.rows][:2]
    await holds(real, rows[0].ada, f"Αναθέτει αντί {euro(rows[0].amount)}")
    await holds(real, rows[1].ada, f"Σύνολο {euro(rows[1].amount + 5)}")
    try:
        await real.ask("οι 3 μεγαλύτερες αναθέσεις", organization="700001")
        first, second, third = [line for line in real.text.splitlines() if line[:2] in ("1.", "2.", "3.")]
        assert first.endswith(" · ελέγχθηκε στο PDF")
        assert second.endswith(f" · στο PDF σύνολο {euro(rows[1].amount + 5)}")
        assert third.endswith(" · δεν ελέγχθηκε στο PDF")
    finally:
        await real.pool.execute("DELETE FROM documents WHERE ada = ANY($1)", [row.ada for row in rows])


async def test_the_card_of_a_type_whose_code_is_a_number_is_shown(real):
    salary = a_line("9370.08", stage=Stage.PERSONNEL)
    act = a_decision("Αποδοχές ειδικού γραμματέα", ada="61ΑΑΓΑΦΡ-ΔΟΚ", decision_type="100", lines=[salary])
    async with transaction(real.pool) as db:
        await decisions.save(db, decisions=[act])
    try:
        await real.ask(act.ada)
        assert "(100)" in real.text and "9.370,08 €" in real.text
        assert "δεν αρκούν" not in real.text
    finally:
        await real.pool.execute("DELETE FROM decisions WHERE ada = $1", act.ada)
