"""What a reader asked, taken apart: intent and slots. Built by `core.answer.understanding`, read by all after it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from itertools import pairwise

from core.domain.ledger import Stage
from core.domain.period import Period


class Intent(StrEnum):
    """The names are a contract (DESIGN §2)."""

    ADASEARCH = "adasearch"
    RECORDS = "records"
    AGGREGATE = "aggregate"
    COMPARE = "compare"
    FOLLOWUP = "followup"
    SUBSCRIBE = "subscribe"
    UNSUBSCRIBE = "unsubscribe"
    SMALLTALK = "smalltalk"
    OUT_OF_SCOPE = "out_of_scope"
    INJECTION = "injection"
    UNCLEAR = "unclear"


class Metric(StrEnum):
    SUM = "sum"
    COUNT = "count"
    SUM_AND_COUNT = "sum+count"
    LARGEST = "max"
    SMALLEST = "min"
    SUM_AND_PAYEES = "sum+top_payees"
    COUNT_PEOPLE = "count_people"
    UNIT_PRICE = "avg_unit_price"
    PER_CAPITA = "sum_per_capita"
    AVERAGE = "avg"
    MEDIAN = "median"
    SHARE = "share"
    DELAY = "posting_delay"


class Unit(StrEnum):
    """The unit of measure that the question asks for; a count of decisions is never one of people (DESIGN §3.5)."""

    EURO = "euro"
    DECISIONS = "decisions"
    PEOPLE = "people"
    THINGS = "things"
    PERCENT = "percent"
    DAYS = "days"


class Grouping(StrEnum):
    YEAR = "year"
    QUARTER = "quarter"
    MONTH = "month"
    DECISION_TYPE = "decision_type"
    ORGANIZATION = "organization"
    PAYEE = "payee"


IN_TIME = frozenset({Grouping.YEAR, Grouping.QUARTER, Grouping.MONTH})

PAYEES_BESIDE = "payees:beside"  # the note of a question that sets payees side by side
# Notes of a question about the span of time that had most or least: «ποιος μήνας είχε τα περισσότερα;».
PEAK_MOST, PEAK_LEAST = "peak:most", "peak:least"
REVERSALS = "reversals"  # the note of a question about commitments taken back


class Scope(StrEnum):
    """Why a question is not for us, or what kind of small talk it is: chooses the words of the reply."""

    GREETING = "greeting"
    THANKS = "thanks"
    HELP = "help"
    ABUSE = "abuse"
    RECAP = "recap"
    OFF_TOPIC = "off_topic"
    NOT_IN_DIAVGEIA = "not_in_diavgeia"
    MUNICIPAL_SERVICE = "municipal_service"
    LEGAL_ADVICE = "legal_advice"
    CONTACT_DATA = "contact_data"
    PRIVATE_PERSON = "private_person"
    LOADED_CLAIM = "loaded_claim"
    PEOPLE_COUNT = "people_count"
    INSTRUCTIONS = "instructions"
    SECRETS = "secrets"
    SQL = "sql"
    FABRICATION = "fabrication"
    PASTED_TEXT = "pasted_text"
    FOREIGN_LANGUAGE = "foreign_language"


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaCandidate:
    """A stretch of the text that may be an ΑΔΑ, in official letters. `certain`: by its form alone (issue rule of
    `core.domain.identifiers`); otherwise only when it is held. `labelled`: follows the word «ΑΔΑ»."""

    ada: str
    typed: str
    certain: bool
    labelled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganizationMention:
    """A body as it was named. `uids` are the bodies of the register that fit: one, several (ask), or none."""

    words: str
    uids: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()  # theirs in the register, in the order of `uids`


class Link(StrEnum):
    """What stands between two words of a topic, as it is written back in a question."""

    AND = " και "
    OR = " ή "
    COMMA = ", "
    APART = " για "  # a preposition: what follows belongs to all that came before


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """Two neighbouring words of a topic that are joined, or kept apart. It holds while both are still neighbours."""

    before: str
    after: str
    link: Link


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """What a comparison sets side by side; bodies stand in `Request.organizations`. More than one of these is two
    comparisons in one, and is asked back. `types` are kinds of act of one stage.
    """

    periods: tuple[Period, ...] = ()
    topics: tuple[tuple[str, ...], ...] = ()
    stages: tuple[Stage, ...] = ()
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A line of a list that a reader saw, by its number. `key`: its ΑΔΑ, or the token of a payee; `shown`: as told."""

    place: int
    key: str
    shown: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A question taken apart. Empty means not said: nothing here is guessed.

    `amount_above`, `amount_below`: the limit itself is outside («άνω των», «κάτω από»), not inside («τουλάχιστον»).
    """

    text: str
    intent: Intent
    also: tuple[Intent, ...] = ()
    scope: Scope | None = None
    adas: tuple[AdaCandidate, ...] = ()
    topic: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    joints: tuple[Joint, ...] = ()  # of `topic` and of `exclude`
    period: Period | None = None
    years: tuple[int, ...] = ()
    organizations: tuple[OrganizationMention, ...] = ()
    own_body: bool = False
    payee: str | None = None
    afm: str | None = None
    amount_min: Decimal | None = None
    amount_max: Decimal | None = None
    amount_above: bool = False
    amount_below: bool = False
    stage: Stage | None = None
    stage_named: bool = False
    direct_only: bool = False
    near_limit: bool = False  # close under the limit of direct awards; `limit_euro`: which one, when it was said
    limit_euro: Decimal | None = None
    decision_types: tuple[str, ...] = ()
    named_types: tuple[str, ...] = ()  # how the acts were called; `decision_types` is what to filter by
    metric: Metric | None = None
    unit: Unit | None = None
    group_by: Grouping | None = None
    newest_first: bool = False
    limit: int | None = None
    status: str | None = None
    ask: str | None = None
    items: tuple[int, ...] = ()  # places in the earlier list that are pointed at: 1 is the first, −1 the last
    about: tuple[str, ...] = ()  # what is asked of the act that was named by its ΑΔΑ: words to look for inside it
    unit_words: str | None = None
    frequency: str | None = None
    act_number: str | None = None
    adam: str | None = None
    kae: str | None = None
    cpv: str | None = None
    sureness: float = 1.0
    notes: tuple[str, ...] = field(default=())
    sides: Sides = field(default=Sides())
    continues: bool = False  # leans on the turn before: what was taken out there stays out
    left_out: tuple[Item, ...] = ()  # taken out by the reader, in the order in which it was

    @property
    def topic_text(self) -> str:
        """The topic as a question would say it, joined as it was."""
        return joined(self.topic, self.joints)


def joined(words: Sequence[str], joints: Sequence[Joint]) -> str:
    """The words with what stands between them: «βενζίνη ή πετρέλαιο κίνησης»."""
    links = {(joint.before, joint.after): joint.link.value for joint in joints}
    parts = [*words[:1]]
    for before, after in pairwise(words):
        parts += [links.get((before, after), " "), after]
    return "".join(parts)
