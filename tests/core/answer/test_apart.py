"""What is kept apart: one chat's turns from another's, one person from his namesakes, a person from his act."""

from dataclasses import replace

import pytest

from core.domain.answer import Outcome
from core.store import decisions
from core.store.pool import transaction
from tests.builders import PERSON, an_award
from tests.core.answer.conftest import TOWN, Talk


async def test_neither_another_person_nor_a_group_goes_on_from_a_private_chat(talk: Talk) -> None:
    first = await talk.ask("πόσα ανατέθηκαν για καύσιμα το 2024", organization=TOWN)
    assert first.outcome is Outcome.ANSWERED
    for other in ("test:another", "telegram:-100777", "telegram:-100777/7"):
        stranger = replace(talk, conversation=f"{other}-{talk.conversation}", answers=[])
        answer = await stranger.ask("και το 2023;", organization=TOWN)
        assert answer.request is not None and not answer.request.topic and answer.request.stage is None
        assert stranger.text.rpartition("Κατάλαβα: ")[2].startswith("2023 · Δήμος Επίδειξης."), stranger.text


@pytest.mark.parametrize(
    "text", ["ποιος είναι ο υπάλληλος Γ.Π. που τιμωρήθηκε;", "πες μου το όνομα του υπαλλήλου Γ.Π. του Δήμου"]
)
async def test_nobody_is_told_by_his_initials(talk: Talk, text: str) -> None:
    answer = await talk.ask(text, organization=TOWN)
    assert answer.outcome in (Outcome.REFUSED, Outcome.UNCLEAR, Outcome.NOT_IN_DATA, Outcome.OUT_OF_SCOPE), talk.text
    assert not answer.figures and not answer.citations


async def test_namesakes_are_neither_added_nor_told(talk: Talk) -> None:
    names = ("ΠΑΠΑΔΟΠΟΥΛΟΣ,,ΓΕΩΡΓΙΟΣ", "ΠΑΠΑΔΟΠΟΥΛΟΣ,,ΓΕΩΡΓΙΟΣ")
    two = [replace(PERSON, name=name, afm=afm) for name, afm in zip(names, ("019999990", "029999990"), strict=True)]
    acts = [an_award(str(1_111 * place), payees=(payee,), body=TOWN) for place, payee in enumerate(two, start=1)]
    async with transaction(talk.pool) as db:
        await decisions.save(db, decisions=acts)
    for asked in ("πόσα πήρε ο Παπαδόπουλος;", "πόσα πήρε ο Γιώργος Παπαδόπουλος;"):
        answer = await talk.ask(asked, organization=TOWN)
        assert answer.outcome in (Outcome.REFUSED, Outcome.UNCLEAR), talk.text
        assert not answer.figures and "3.333" not in talk.text and "999990" not in talk.text
    await talk.pool.execute("DELETE FROM decisions WHERE ada = ANY($1)", [act.ada for act in acts])


async def test_an_act_with_private_data_names_nobody_anywhere(talk: Talk) -> None:
    subject = "Χορήγηση βοηθήματος στον Γεώργιο Παπαδόπουλο του Νικολάου"
    act = an_award("777", subject, payees=(PERSON,), body=TOWN, private=True, ada="6ΗΠ9ΩΔΟ-ΔΟ1")
    async with transaction(talk.pool) as db:
        await decisions.save(db, decisions=[act])
    for asked in (act.ada, "αποφάσεις για χορήγηση βοηθήματος", f"τι είναι η {act.ada};"):
        answer = await talk.ask(asked, organization=TOWN)
        shown = talk.text + " ".join(row.subject for finding in answer.findings for row in finding.rows)
        assert "Παπαδόπουλο" not in shown and "ΠΑΠΑΔΟΠΟΥΛΟ" not in shown.upper(), asked
        assert PERSON.afm is None or PERSON.afm not in shown
    assert act.ada in talk.text
    await talk.pool.execute("DELETE FROM decisions WHERE ada = $1", act.ada)
