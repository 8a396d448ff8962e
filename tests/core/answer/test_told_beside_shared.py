"""What a figure may not travel without, asked over the recorded decisions as a reader would."""

import re
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path

import pytest

from core.answer.assistant import Assistant
from core.answer.kept.files import Files
from core.app import SettingCache
from core.domain.answer import Answer, Outcome, Question, plain
from core.greek.fold import fold
from core.store import organizations
from core.store.pool import Pool
from evals import truth_money
from ingest import register

pytestmark = pytest.mark.shared
Ask = Callable[[str, str], Awaitable[Answer]]


@pytest.fixture
async def ask(corpus: Pool, shared_data: Path, request: pytest.FixtureRequest) -> Ask:
    await register.save(corpus, register.read(shared_data / "fixtures" / "organizations_active.json"))
    await organizations.cover_large(corpus, least=200, source="loaded")
    assistant = Assistant(corpus, embedder=None, setting=SettingCache(corpus, home="6265"), seconds=60)

    async def asked(text: str, body: str) -> Answer:
        chat = f"test:{request.node.name}"
        question = Question(conversation=chat, text=text, asked_on=date(2026, 11, 30), organization_uid=body)
        return await assistant.answer(question)

    return asked


async def test_what_leaves_the_stage_told_instead_of_the_asked_one_is_said_to_leave_it(ask: Ask) -> None:
    """Payments of this body are not read: awards are told, and their lines are taken out of them."""
    first = await ask("πόσα πλήρωσε ο δήμος για καύσιμα το 2024", "6179")
    second = await ask("βγάλε τη 2", "6179")
    head = plain(second.text).split("\n\n")[0]
    assert "Χωρίς, όπως ζητήσατε: 6Χ69ΩΛ2-ΦΔΡ (113.373,82 €). Με όλα μέσα: 338.989,84 €" in head
    assert second.figures[0].value < first.figures[0].value
    assert "δεν άλλαξε" not in second.text


async def test_a_count_with_a_limit_says_how_many_acts_could_not_meet_it(ask: Ask) -> None:
    """As the list of the same question does; both kinds of missing amounts are told apart."""
    counted = plain((await ask("πόσες πράξεις ήταν πάνω από 5.000", "6202")).text)
    listed = plain((await ask("πράξεις πάνω από 5.000", "6202")).text)
    (told,) = [block for block in counted.split("\n\n") if block.startswith("Έξω από την αναζήτηση")]
    assert "4.179 πληρωμές με ποσό που δεν έχουμε φορτώσει" in told
    assert "129 αναθέσεις χωρίς δηλωμένο ποσό" in told
    assert told in listed.split("\n\n")
    none = plain((await ask("πόσες αναθέσεις ήταν πάνω από 5.000.000 ευρώ το 2024", "6202")).text)
    assert "18 αναθέσεις χωρίς δηλωμένο ποσό. Μπορεί να ταιριάζουν" in none


async def test_a_share_of_the_answer_before(ask: Ask) -> None:
    """By its line, by name, or by pointing; private persons and what has no part get a sentence of their own."""
    await ask("οι 5 μεγαλύτεροι ανάδοχοι 2024", "6289")
    assert "είναι ιδιώτης" in (await ask("τι ποσοστό του συνόλου πήρε ο πρώτος;", "6289")).text
    second = plain((await ask("τι ποσοστό πήρε ο δεύτερος;", "6289")).text)
    assert "το 1,8% των αναθέσεων" in second
    assert "107.054,00 € από 5.861.567,65 €" in second
    await ask("τι πήρε η ΔΕΗ;", "6125")
    named = await ask("τι ποσοστό πήρε η ΔΕΗ;", "6125")
    assert "το 11,9% των εγκρίσεων δαπάνης" in plain(named.text)
    pointed = await ask("τι ποσοστό είναι αυτό;", "6125")
    assert pointed.figures[0].value == named.figures[0].value
    await ask("πόσα ανέθεσε το 2024", "6179")
    unclear = await ask("τι ποσοστό είναι αυτό;", "6179")
    assert "Γράψτε ποιο μέρος και ποιο σύνολο" in unclear.text
    votes = await ask("τι ποσοστό πήρε ο δήμαρχος στις εκλογές;", "6179")
    assert votes.outcome is Outcome.NOT_IN_DATA
    assert not votes.findings


async def test_a_payee_most_of_whose_amounts_are_set_aside(ask: Ask) -> None:
    """No «no amounts» beside ten millions: how many acts, how much, and why they are outside."""
    outside = "3 πράξεις για σύμβαση που μετρά ήδη με άλλη πράξη, 9.250.670,07 €"
    share = plain((await ask("τι ποσοστό των αναθέσεων του 2024 πήρε ο ΑΦΜ 997264723;", "6179")).text)
    assert f"Έξω από το σύνολο έχει: {outside}" in share
    assert "δεν βρήκα δηλωμένα ποσά" not in share
    history = plain((await ask("τι πήρε ο ΑΦΜ 997264723 το 2024;", "6179")).text)
    assert "704.439,29 € (2 πράξεις, 1 χωρίς δηλωμένο ποσό)" in history
    assert f"Έξω από το άθροισμα (αναθέσεις): {outside}." in history


async def test_contracts_posted_as_awards_stand_beside_a_number_and_a_sum(ask: Ask, shared_data: Path) -> None:
    """Against the raw lines; where there is none, nothing is said."""
    contracts = 0
    for act in truth_money.read(shared_data / name for name in ("decisions_api.jsonl.gz", "decisions_flat.jsonl.gz")):
        first = re.match(r"\W*(υπογραφη\s+)?συμβασ(η|ε)", fold(act.subject))
        asked = (act.organization, act.decision_type, act.issued_on.year) == ("6179", "Δ.1", 2023)
        contracts += bool(first) and asked and act.status == "PUBLISHED"
    assert contracts > 0
    for text in ("πόσες συμβάσεις υπέγραψε το 2023;", "σύνολο συμβάσεων 2023"):
        assert f"{contracts} αναθέσεις έχουν θέμα που αρχίζει με «σύμβαση»" in plain((await ask(text, "6179")).text)
    assert "αναρτώνται" not in (await ask("πόσες αναθέσεις έκανε το 2023;", "6179")).text
    assert "αναρτώνται" not in (await ask("πόσες συμβάσεις υπέγραψε το 2015;", "6125")).text


async def test_the_file_of_a_limited_count_or_list_holds_all_of_its_acts(ask: Ask, corpus: Pool) -> None:
    """What is told beside it is of single stages: the file is not."""
    files = Files(corpus, SettingCache(corpus, home="6265"))
    chat = "test:test_the_file_of_a_limited_count_or_list_holds_all_of_its_acts"
    for text in ("πόσες πράξεις ήταν πάνω από 5.000", "πράξεις πάνω από 5.000"):
        made = await ask(text, "6202")
        table = await files.table(chat, made.receipt)
        assert len({row[0] for row in table.rows}) == 694
