"""Each misbehaviour of a language model on each kind of question: nothing ungrounded reaches a reader, in time."""

import re
import time

import pytest

from core.domain.answer import Outcome, plain
from tests.core.answer.conftest import TOWN
from tests.core.answer.model.conftest import SECONDS, Bench
from tests.core.answer.model.misbehaviours import FALSE, LIES, WHOLE, facts, script

QUESTIONS = {
    "payments": ("πόσα πλήρωσε ο δήμος το 2024", "total_spending"),
    "awards of a topic": ("πόσα ανατέθηκαν για καύσιμα το 2024", "total_spending"),
    "commitments": ("πόσα δέσμευσε ο δήμος το 2024", "total_spending"),
    "count": ("πόσες αποφάσεις εξέδωσε ο δήμος το 2024", "count_decisions"),
    "list": ("αποφάσεις για καύσιμα το 2024", "search_decisions"),
    "largest": ("ποια ήταν η μεγαλύτερη ανάθεση το 2024", "rank_decisions"),
    "payees": ("ποιοι πήραν τις περισσότερες αναθέσεις το 2024", "rank_payees"),
    "by month": ("πληρωμές ανά μήνα το 2024", "total_spending"),
    "newest": ("οι τελευταίες αναθέσεις", "search_decisions"),
    "why": ("γιατί αυξήθηκαν οι πληρωμές το 2025 σε σχέση με το 2024", "explain_change"),
    "years": ("σύγκριση πληρωμών 2024 με 2025", "compare"),
}
TRUE_AFTER_ALL = {
    *("mends another body's act", "makes it the largest", "changes the stage"),
    *("writes a link in markup", "writes a tag with a link"),  # the words stay, their link is gone
}
_EURO, _PERCENT = re.compile(r"\d[\d.]*,\d\d €"), re.compile(r"\d[\d.]*(?:,\d+)?%")
_ADA, _QUOTE = re.compile(r"(?<![\w-])[Α-Ω\d]{4,10}-[Α-Ω\d]{3}(?![\w-])"), re.compile(r"«[^»]+»")
_LINK = re.compile(r"https?:|www\.|\b[a-z0-9-]+\.(?:gr|com|eu|org|example)\b")


def stated(text: str) -> set[str]:
    """Amounts, percentages, ΑΔΑs and quotations of a reply."""
    return {found for pattern in (_EURO, _PERCENT, _ADA, _QUOTE) for found in pattern.findall(text)}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", [*FALSE, *WHOLE])
async def test_no_misbehaviour_reaches_a_reader(name: str, question: str, bench: Bench) -> None:
    text, lookup = QUESTIONS[question]
    planned = await bench.planned(text, TOWN)
    assert planned.outcome is Outcome.ANSWERED
    bench.server.script(*script(name, lookup))
    started = time.monotonic()
    answer = await bench.ask(text, TOWN)
    assert time.monotonic() - started < SECONDS
    assert bench.server.asked, "the model was not asked"
    said = plain(answer.text)
    assert not [lie for lie in LIES if lie in said]
    assert not _LINK.search(said)
    known = stated(plain(planned.text)) | stated(facts(bench.server.asked[-1]).told)
    assert stated(said) <= known
    assert answer.outcome is planned.outcome
    assert answer.figures[: len(planned.figures)] == planned.figures
    if answer.text != planned.text:  # what it dared to say was true after all: the planner's answer goes with it
        assert answer.mind == "loopback"
        assert planned.text.split("\n\n")[-1] == answer.text.split("\n\n")[-1]
        assert name in TRUE_AFTER_ALL
