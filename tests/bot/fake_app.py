"""The application as the doors see it, hand-written: scripted answers, everything asked is written down."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import TypeVar

from core.checks import Check
from core.domain.answer import BOLD, BOLD_END, Answer, Choice, ChoiceKind, Citation, Figure, Finding, Outcome, Question
from core.domain.chart import Bar, Chart
from core.domain.checked import Change, ChangeKind, Checked, Compared
from core.domain.feedback import Reason
from core.domain.glance import Glance, Glimpse
from core.domain.identifiers import find_adas
from core.domain.ledger import Stage
from core.domain.paper import Paper, PaperWish
from core.domain.period import Period
from core.domain.request import Intent, Request, Unit
from core.domain.table import CellKind, Column, Table
from core.errors import InvalidInput

TODAY = date(2026, 10, 5)
ADA = "6ΑΑΑΩΔΟ-ΔΟΚ"

_Made = TypeVar("_Made")


def an_answer(text: str = "Δεν βρήκα πράξεις.", **fields: object) -> Answer:
    return replace(Answer(outcome=Outcome.ANSWERED, text=text), **fields)


def a_card() -> Answer:
    cited = Citation(ada=ADA)
    return an_answer(
        f"{BOLD}Προμήθεια καυσίμων{BOLD_END}\nΑνάθεση (Δ.1)\n\nΑΔΑ {ADA}",
        citations=(cited,),
        receipt="card1",
        choices=(
            Choice(label="PDF", kind=ChoiceKind.LINK, text=cited.url),
            Choice(label="Στη Διαύγεια", kind=ChoiceKind.LINK, text=cited.page_url),
            Choice(label="Αντιγραφή ΑΔΑ", kind=ChoiceKind.COPY, text=ADA),
            Choice(label="Πώς το βρήκα", kind=ChoiceKind.HOW),
        ),
    )


def a_list(page: int = 1) -> Answer:
    back = Choice(label=f"◀ {page - 1}/3", kind=ChoiceKind.PAGE, page=page - 1)
    on = Choice(label=f"{page + 1}/3 ▶", kind=ChoiceKind.PAGE, page=page + 1)
    turning = (*([back] if page > 1 else []), *([on] if page < 3 else []))
    return an_answer(f"Σελίδα {page}: οι πράξεις της", receipt=f"list{page}", page=page, pages=3, choices=turning)


def a_question_back() -> Answer:
    bodies = (("Δήμος Επίδειξης", "90001"), ("ΔΕΥΑ Επίδειξης", "90002"))
    choices = tuple(
        Choice(label=label, kind=ChoiceKind.BODY, text="πόσα", organization_uid=uid) for label, uid in bodies
    )
    return an_answer("Ποιον φορέα εννοείτε;", outcome=Outcome.UNCLEAR, receipt="which1", choices=choices)


def a_total() -> Answer:
    figure = Figure(
        value=Decimal("9485.80"),
        unit=Unit.EURO,
        stage=Stage.AWARD,
        period=Period.year(2024),
        decisions=3,
        without_amount=1,
    )
    finding = Finding(lookup="total_spending", arguments=(("stage", "award"),), figures=(figure,), total_rows=3)
    return an_answer(
        "Ανέθεσε 9.485,80 €.",
        request=a_request("πόσα"),
        figures=(figure,),
        findings=(finding,),
        citations=(Citation(ada=ADA),),
        receipt="total1",
        choices=(
            Choice(label="Excel", kind=ChoiceKind.TABLE),
            Choice(label="Γράφημα", kind=ChoiceKind.CHART),
            Choice(label="Ισχύει ακόμη;", kind=ChoiceKind.CHECK),
        ),
        milliseconds={"total": 12},
        data_until=date(2026, 10, 1),
    )


def a_request(text: str) -> Request:
    return Request(text=text, intent=Intent.AGGREGATE)


class Broken(RuntimeError):
    """A bug of ours."""


@dataclass
class FakeAssistant:
    script: dict[str, Answer | Exception] = field(default_factory=dict)
    asked: list[Question] = field(default_factory=list)
    chosen: list[tuple[str, str, int]] = field(default_factory=list)
    slow: dict[str, float] = field(default_factory=dict)
    shown: dict[str, Answer] = field(default_factory=dict)
    demo: bool = False
    chat: object = None

    warmed: int = 0

    async def warm(self) -> None:
        self.warmed += 1

    async def answer(self, question: Question) -> Answer:
        self.asked.append(question)
        await asyncio.sleep(self.slow.get(question.text, 0))
        return self._given(self.script.get(question.text, an_answer(f"Για «{question.text}»: καμία πράξη.")))

    async def choose(self, conversation: str, answer_id: str, index: int, asked_on: date) -> Answer:
        self.chosen.append((conversation, answer_id, index))
        answer = self.shown.get(answer_id)
        if answer is None or index >= len(answer.choices):
            return an_answer("Η λίστα έληξε. Κάντε ξανά την ερώτηση.", outcome=Outcome.UNCLEAR, demo=self.demo)
        choice = answer.choices[index]
        if choice.kind is ChoiceKind.PAGE:
            return self._given(a_list(choice.page))
        if choice.kind is ChoiceKind.HOW:
            return an_answer("Μέτρησα τις πράξεις.", demo=self.demo)
        return await self.answer(
            Question(
                conversation=conversation,
                text=choice.text,
                asked_on=asked_on,
                organization_uid=choice.organization_uid,
            )
        )

    def _given(self, answer: Answer | Exception) -> Answer:
        if isinstance(answer, Exception):
            raise answer
        self.shown[answer.receipt] = answer
        return replace(answer, demo=self.demo)


def a_table() -> Table:
    """Two acts, one of them with a text that a spreadsheet would run."""
    return Table(
        name="αναθέσεις-καύσιμα-2024-total1",
        title="Αναθέσεις · καύσιμα · το 2024 · Δήμος Επίδειξης",
        columns=(
            Column(title="ΑΔΑ"),
            Column(title="Στη Διαύγεια", kind=CellKind.LINK),
            Column(title="Εκδόθηκε", kind=CellKind.DAY),
            Column(title="Ποσό (€)", kind=CellKind.EURO),
            Column(title="Θέμα"),
        ),
        rows=(
            (ADA, Citation(ada=ADA).page_url, date(2024, 3, 14), Decimal("9120.5000"), "=HYPERLINK(1)"),
            ("6ΑΑΓΩΔΟ-ΔΟΚ", Citation(ada="6ΑΑΓΩΔΟ-ΔΟΚ").page_url, date(2024, 2, 2), Decimal("-365.8"), "α; «β»\nγ"),
        ),
        recipe=(("Ερώτηση", "-1+1 πόσα"), ("Άθροισμα (€)", Decimal("8754.70")), ("Ρωτήθηκε", TODAY), ("Πράξεις", 2)),
        caption="Αναθέσεις · καύσιμα\nΆθροισμα 8.754,70 €.",
    )


def a_chart() -> Chart:
    return Chart(
        name="αναθέσεις-total1",
        title="Αναθέσεις · Δήμος Επίδειξης",
        subtitle="αναθέσεις, σε ευρώ",
        unit=Unit.EURO,
        bars=(
            Bar(label="2023", value=Decimal("1200.50")),
            Bar(label="2024", value=None, note="δεν βρήκα πράξεις"),
            Bar(label="2025", value=Decimal("-300"), partial=True),
        ),
        in_time=True,
        notes=("Πηγή: Διαύγεια.",),
        caption="Αναθέσεις · Δήμος Επίδειξης",
    )


@dataclass
class FakeFiles:
    """`gone`: every answer is too old."""

    demo: bool = False
    gone: bool = False
    asked: list[tuple[str, str]] = field(default_factory=list)

    async def table(self, conversation: str, receipt: str) -> Table:
        return replace(self._given(conversation, receipt, a_table()), demo=self.demo)

    async def chart(self, conversation: str, receipt: str) -> Chart:
        return replace(self._given(conversation, receipt, a_chart()), demo=self.demo)

    def _given(self, conversation: str, receipt: str, made: _Made) -> _Made:
        self.asked.append((conversation, receipt))
        if self.gone:
            raise InvalidInput("Η απάντηση δεν βρέθηκε. Κάντε ξανά την ερώτηση.")
        return made


@dataclass
class FakePapers:
    """`held`: names at Telegram, by bot. `given_instead`: what comes where the source does not answer."""

    pages: bool = False
    held: dict[str, str] = field(default_factory=dict)
    given_instead: Answer | None = None
    asked: list[tuple[str, str, int]] = field(default_factory=list)

    async def given(self, conversation: str, answer_id: str, index: int, *, bot: str = "") -> Paper | Answer:
        self.asked.append((conversation, answer_id, index))
        if self.given_instead is not None:
            return self.given_instead
        held = "" if self.pages else self.held.get(bot, "")
        return a_paper(page=2 if self.pages else 0, file_id=held)

    async def sent(self, paper: Paper, *, bot: str, file_id: str) -> None:
        self.held[bot] = file_id

    async def lost(self, paper: Paper, *, bot: str) -> Paper | Answer:
        del self.held[bot]
        return a_paper()

    def linked(self, paper: Paper) -> Answer:
        cited = Citation(ada=paper.wish.ada)
        link = Choice(label="PDF", kind=ChoiceKind.LINK, text=cited.url)
        return an_answer("Το PDF ανοίγει από τον σύνδεσμό του.", citations=(cited,), choices=(link,))


def a_paper(*, page: int = 0, file_id: str = "") -> Paper:
    name, content = (f"{ADA}-σελ-2.png", b"\x89PNG\r\n") if page else (f"{ADA}.pdf", b"%PDF-1.5")
    wish = PaperWish(ada=ADA, page=page)
    return Paper(wish=wish, name=name, caption="Το PDF.", content=b"" if file_id else content, file_id=file_id)


@dataclass
class FakeOperator:
    """`noted`: kinds and codes of failures."""

    noted: list[tuple[str, str]] = field(default_factory=list)

    async def usage_text(self) -> str:
        return f"{BOLD}Σήμερα{BOLD_END}\nΕρωτήσεις: 12"

    async def note_failure(self, kind: str, code: str) -> None:
        self.noted.append((kind, code))


@dataclass
class FakeOperating:
    """Nobody is shut out but `banned`."""

    banned: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)

    async def is_banned(self, *conversations: str) -> bool:
        return not self.banned.isdisjoint(conversations)

    async def tell_banned(self, conversation: str) -> bool:
        new = conversation in self.banned - self.told
        self.told.add(conversation)
        return new


@dataclass
class FakeLetters:
    """Nothing waits to be sent; chats that come, go and move are written down."""

    gone: list[tuple[str, ...]] = field(default_factory=list)
    waiting: Answer | None = None

    async def claim(self, prefix: str, *, most: int = 20) -> list[object]:
        return []

    async def left(self, conversation: str) -> None:
        self.gone.append(("left", conversation))

    async def returned(self, conversation: str) -> int:
        self.gone.append(("returned", conversation))
        return 0

    async def rooms(self, conversation: str) -> list[str]:
        return [conversation, f"{conversation}/7"]

    async def missed(self, conversation: str) -> Answer | None:
        self.gone.append(("missed", conversation))
        return self.waiting

    async def moved(self, old: str, new: str) -> None:
        self.gone.append(("moved", old, new))


@dataclass
class FakeApp:
    demo: bool = False
    letters: FakeLetters = field(default_factory=FakeLetters)
    assistant: FakeAssistant = field(default_factory=FakeAssistant)
    files: FakeFiles = field(default_factory=FakeFiles)
    papers: FakePapers = field(default_factory=FakePapers)
    operator: FakeOperator = field(default_factory=FakeOperator)
    operating: FakeOperating = field(default_factory=FakeOperating)
    forgotten: list[str] = field(default_factory=list)
    askers: list[tuple[str | None, str | None]] = field(default_factory=list)
    glanced: list[str] = field(default_factory=list)
    intent: Intent = Intent.AGGREGATE
    opinions: list[tuple[str, bool, Reason | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.assistant.demo = self.files.demo = self.demo

    async def start(self, conversation: str) -> Answer:
        examples = (Choice(label="Πόσα για καύσιμα", kind=ChoiceKind.ASK, text="πόσα για καύσιμα το 2024"),)
        answer = an_answer(
            "Καλώς ήρθατε.", outcome=Outcome.SMALLTALK, receipt="start1", choices=examples, demo=self.demo
        )
        self.assistant.shown["start1"] = answer
        return answer

    async def feedback(self, conversation: str, answer_id: str, *, useful: bool, reason: Reason | None = None) -> bool:
        self.opinions.append((answer_id, useful, reason))
        return True

    async def help(self, conversation: str) -> Answer:
        return an_answer("Γράψτε μια ερώτηση ή έναν ΑΔΑ.", outcome=Outcome.SMALLTALK, demo=self.demo)

    async def ask(self, question: Question, *, person: str | None, group: str | None) -> Answer:
        self.askers.append((person, group))
        return await self.assistant.answer(question)

    async def glance(self, text: str, today: date) -> Glance:
        self.glanced.append(text)
        card = replace(a_card(), choices=a_card().choices[:2], receipt="", demo=self.demo)
        glimpse = Glimpse(ada=ADA, title="Προμήθεια <καυσίμων>", line="Δήμος Επίδειξης · 14/3/2024", answer=card)
        if text == ADA:
            return Glance(found=(glimpse,))
        return Glance(near=(glimpse,), missing=(text,)) if text.endswith("-ΔΟΞ") else Glance()

    async def alerts(self, conversation: str, today: date) -> Answer:
        return an_answer("Δεν έχετε ειδοποιήσεις.", outcome=Outcome.ALERT, demo=self.demo)

    async def privacy(self) -> Answer:
        return an_answer("Τι κρατώ", outcome=Outcome.SMALLTALK, demo=self.demo)

    async def forget(self, conversation: str) -> Answer:
        self.forgotten.append(conversation)
        return an_answer("Έσβησα ό,τι κρατούσα.", outcome=Outcome.ALERT, demo=self.demo)

    async def export(self, conversation: str) -> dict[str, object]:
        return {"conversation": conversation}

    async def is_empty(self) -> bool:
        return False

    async def check(self) -> tuple[Check, ...]:
        return (Check(name="βάση", ok=not self.demo, sentence="PostgreSQL 18."),)

    async def understand(self, text: str, previous: Sequence[str], today: date) -> Request:
        adas = find_adas(text, registered=lambda _: True)
        return replace(a_request(text), intent=self.intent, notes=(*previous, today.isoformat()), adas=adas)

    async def check_receipt(self, conversation: str | None, receipt: str, today: date) -> tuple[Checked, Answer]:
        self.files.asked.append((conversation or "", receipt))
        compared = Compared(
            label="net", unit=Unit.EURO, stage=Stage.AWARD, then=Decimal("9485.80"), now=Decimal("9600")
        )
        new = Change(ada=ADA, kind=ChangeKind.NEW, why="νέα πράξη", now=Decimal("114.20"))
        checked = Checked(
            receipt=receipt,
            title="Αναθέσεις · το 2024",
            answered_on=date(2026, 10, 1),
            checked_on=today,
            figures=(compared,),
            changes=(new,),
            rewritten=0,
            traced=True,
            reach="",
            demo=self.demo,
        )
        return checked, an_answer("Δεν ισχύει πια όπως δόθηκε.", demo=self.demo)

    def request_json(self, request: Request) -> dict[str, object]:
        return {
            "intent": request.intent.value,
            "also": [],
            "slots": {"text": request.text, "notes": list(request.notes)},
        }
