"""What goes in and what comes out: Question, Finding, Figure, Citation, Answer. No HTML, no Telegram, no SQL."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from core.domain.asked import Asked
from core.domain.facts import AmountCheck
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Item, Request, Unit

# Marks inside Answer.text; the doors turn them into bold, code, italics. Data can never hold them: see `plain`.
BOLD, BOLD_END = "\ue000", "\ue001"
CODE, CODE_END = "\ue002", "\ue003"
ITALIC, ITALIC_END = "\ue004", "\ue005"
MARKS = BOLD + BOLD_END + CODE + CODE_END + ITALIC + ITALIC_END
_NO_MARKS = str.maketrans("", "", MARKS)


def plain(text: str) -> str:
    """Text without our marks: for data that enters an answer, and for doors that show none."""
    return text.translate(_NO_MARKS)


class Outcome(StrEnum):
    """The names are a contract (DESIGN §2)."""

    ANSWERED = "answered"
    PARTIAL = "partial"
    NOT_IN_DATA = "not_in_data"
    OUTSIDE_COVERAGE = "outside_coverage"
    WRONG_UNIT = "wrong_unit"
    OUT_OF_SCOPE = "out_of_scope"
    UNCLEAR = "unclear"
    REFUSED = "refused"
    SMALLTALK = "smalltalk"
    ALERT = "alert"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One message of one conversation. `conversation` is opaque («telegram:123», «terminal:local»).

    `left_out`: what stays out because the answer that it goes on from left it out (its pages, its buttons).
    `by_button`: in a group, where alerts are changed by buttons alone, whose presses the door allows or not.
    """

    conversation: str
    text: str
    asked_on: date
    organization_uid: str | None = None
    previous: tuple[str, ...] = ()
    left_out: tuple[Item, ...] = ()
    by_button: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number that a lookup counted. Euro figures have a stage; counts of decisions have none."""

    value: Decimal
    unit: Unit
    stage: Stage | None = None
    period: Period | None = None
    decisions: int = 0
    without_amount: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A decision behind a finding, as a list shows it. `payees` are already fit for a reader (masked where due).

    `check`: how its amount stands to its PDF; None where that was not looked at, or the PDF was not read.
    """

    ada: str
    organization_uid: str
    subject: str
    decision_type: str
    issued_on: date
    stage: Stage | None = None
    amount: Decimal | None = None
    amount_state: str | None = None
    sign: int = 1
    payees: tuple[str, ...] = ()
    status: str = "PUBLISHED"
    flags: tuple[str, ...] = ()
    same_subject: int = 1
    version: str = ""
    check: AmountCheck | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one lookup found: the only ground that a reply may stand on.

    `asked`: what it takes to ask the same again, and so to give its rows as a file, its groups as a picture.
    `query`: the SELECT of a model, as it was run; `table`: what came back, titles first. Nothing is said out of them.
    """

    lookup: str
    arguments: tuple[tuple[str, str], ...]
    figures: tuple[Figure, ...] = ()
    rows: tuple[Row, ...] = ()
    total_rows: int = 0
    facts: tuple[tuple[str, str], ...] = ()
    asked: Asked | None = None
    query: str = ""
    table: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A decision that the answer stands on. Links are built from the ΑΔΑ alone."""

    ada: str
    organization: str = ""
    issued_on: date | None = None

    @property
    def url(self) -> str:
        """The PDF."""
        return f"https://diavgeia.gov.gr/doc/{self.ada}"

    @property
    def page_url(self) -> str:
        """The human page at Διαύγεια."""
        return f"https://diavgeia.gov.gr/decision/view/{self.ada}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """Words that stand letter for letter in a page that was read."""

    ada: str
    page: int
    text: str


class ChoiceKind(StrEnum):
    ASK = "ask"  # asks `text` again, for `organization_uid` when given
    PAGE = "page"  # shows page `page` of this answer's list in place
    LINK = "link"  # opens `text` (https://diavgeia.gov.gr/…)
    COPY = "copy"  # copies `text`
    HOW = "how"  # tells how the answer was found
    BODY = "body"  # makes `organization_uid` the chat's body, then asks `text` again
    WANT = "want"  # asks the operator to follow `organization_uid`
    TABLE = "table"  # sends the rows behind the answer as a file
    CHART = "chart"  # sends its groups or ranks as a picture
    CHECK = "check"  # shows its figures beside today's
    ALERT = "alert"  # changes something about alerts: `text` says what, for `core.answer.alerting.command`
    WATCH = "watch"  # the same, where nothing is changed by it
    PAPER = "paper"  # sends the PDF of the act `text`
    SHEET = "sheet"  # sends page `page` of the PDF of the act that `text` begins with, the rest of `text` marked on it


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A button under an answer. The door shows `label`; pressing it sends the answer's id and its index back."""

    label: str
    kind: ChoiceKind
    text: str = ""
    organization_uid: str | None = None
    page: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a reader gets. `text` carries marks (see BOLD …); `choices` come in the order in which they are shown.

    `receipt` is the id under which the answer is stored with its lookups, figures and rows ("" when it is not stored).
    `listed`: the numbered lines of the text, so that «βγάλε τη 2» means the one that the reader saw.
    `parts`: of a message with several questions the answer to each, in order; figures and findings are those of all.
    `milliseconds` are by stage (`core.answer.timing`) with their total. `cached`: made for an equal question before.
    `at_once`: the button that is pressed for the reader, who asked for what it sends.
    """

    outcome: Outcome
    text: str
    request: Request | None = None
    figures: tuple[Figure, ...] = ()
    citations: tuple[Citation, ...] = ()
    listed: tuple[Item, ...] = ()
    quotes: tuple[Quote, ...] = ()
    findings: tuple[Finding, ...] = ()
    choices: tuple[Choice, ...] = ()
    receipt: str = ""
    page: int = 1
    pages: int = 1
    mind: str = "planner"
    model_calls: int = 0
    cached: bool = False
    cost_eur: Decimal = Decimal(0)
    milliseconds: dict[str, int] = field(default_factory=dict)
    data_until: date | None = None
    organization_uid: str | None = None
    demo: bool = False
    notes: tuple[str, ...] = ()
    parts: tuple["Answer", ...] = ()
    at_once: ChoiceKind | None = None


def pressed_at_once(answer: Answer) -> int | None:
    """The place of the button that the door presses for the reader; None where there is none."""
    places = (place for place, choice in enumerate(answer.choices) if choice.kind is answer.at_once)
    return next(places, None) if answer.receipt else None
