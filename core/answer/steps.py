"""What a mind sees and what it may propose: a situation, and calls of lookups, a draft, or words of a model."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from core.answer.compose.words import organization_name
from core.answer.lookups import Arguments, Result
from core.answer.setting import Setting
from core.answer.topics import Topic
from core.domain.answer import Answer, Finding
from core.domain.condition import DecisionFilter
from core.domain.ledger import Stage
from core.domain.organization import Coverage, Organization
from core.domain.payee_classes import Party
from core.domain.period import Period
from core.domain.request import Request
from core.errors import InvalidInput

# «αναθέσεις» are both Δ.1 and Δ.2.2, as totals count them; a type that the stage shares with others stays what it is.
_STAGE_NOUNS = {Stage.AWARD: ("Δ.1",), Stage.COMMITMENT: ("Β.1.3",)}


def _types(request: Request) -> tuple[str, ...]:
    usual = _STAGE_NOUNS.get(request.stage) if request.stage else None
    return () if request.decision_types == usual else request.decision_types


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One lookup, by name, with its typed arguments."""

    lookup: str
    arguments: Arguments


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An answer as a mind words it: guards still have to find every figure of it in a result."""

    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Sentences of a language model. Guards read each of them; code adds all that a figure may not travel without."""

    text: str


Step = tuple[Call, ...] | Draft | Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Everything that a mind may use. `bodies`: those of the question; empty means all that we hold.

    `payee`: whom the question is about; `called`: his name as it was typed and as acts write it, where they differ.
    `calls` made the `results`, one each; `last`: what came of the last round, in the order of its calls.
    """

    request: Request
    setting: Setting
    today: date
    topic: Topic
    bodies: tuple[Organization, ...] = ()
    page: int = 1
    topics: tuple[Topic, ...] = ()  # those of a comparison, in the order of `request.sides.topics`
    heard: tuple[tuple[str, str], ...] = ()
    payee: Party | None = None
    payees: tuple[Party, ...] = ()  # several, side by side
    called: tuple[tuple[str, str], ...] = ()
    calls: tuple[Call, ...] = ()
    results: tuple[Result, ...] = ()
    last: tuple[Result | InvalidInput, ...] = ()
    rejections: tuple[str, ...] = ()

    @property
    def body(self) -> Organization | None:
        """The one body of the question, if there is one."""
        return self.bodies[0] if len(self.bodies) == 1 else None

    @property
    def corrections(self) -> tuple[tuple[str, str], ...]:
        """What was read differently from how it was typed: words of the topic, names of bodies and of payees."""
        names = tuple((typed, organization_name(label)) for typed, label in self.heard)
        read = dict.fromkeys(each for topic in (self.topic, *self.topics) for each in topic.corrections)
        return (*read, *names, *self.called)

    @property
    def period(self) -> Period:
        return self.request.period or Period()

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(result.finding for result in self.results)

    @property
    def coverages(self) -> tuple[Coverage, ...]:
        """How far the data of the question's bodies reach; of all of them when it names none."""
        uids = [body.uid for body in self.bodies] or list(self.setting.coverage)
        return tuple(self.setting.coverage[uid] for uid in uids if uid in self.setting.coverage)

    @property
    def labels(self) -> Mapping[str, str]:
        """uid → label, to be shown on each row where several bodies are in one list."""
        return {} if self.body else self.setting.labels()

    def where(self) -> DecisionFilter:
        """The request as the filter that every lookup shares; the stage is the lookup's own argument."""
        request = self.request
        return DecisionFilter(
            organizations=tuple(body.uid for body in self.bodies),
            period=self.period,
            decision_types=_types(request),
            condition=self.topic.condition,
            payee_afm=request.afm,
            amount_min=request.amount_min,
            amount_max=request.amount_max,
            amount_above=request.amount_above,
            amount_below=request.amount_below,
            status=request.status,
            kae=request.kae,
            cpv=request.cpv,
            direct_only=request.direct_only,
            without=tuple(each.key for each in request.left_out),
        )
