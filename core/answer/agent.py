"""The guarded loop: a mind proposes, lookups find, guards decide (DESIGN §3.3, §3.5)."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from core.answer import grounding, quotes
from core.answer.claims.check import checked
from core.answer.compose import extractive, worded
from core.answer.compose.totals import KIMDIS
from core.answer.compose.words import STAGES, organization_name
from core.answer.grounding import Ground
from core.answer.lookups import LOOKUPS, Result
from core.answer.lookups.find_decision import DecisionFinding
from core.answer.lookups.read_document import DocumentFinding
from core.answer.lookups.search_documents import PassageFinding
from core.answer.lookups.store import LookupStore
from core.answer.steps import Call, Draft, Situation, Step, Wording
from core.answer.timing import mark_passing, stage
from core.domain.answer import Answer, Outcome
from core.domain.document import Page
from core.domain.organization import Organization
from core.errors import InvalidInput, Ungrounded, named_alone
from core.ports import Mind

ROUNDS = 6
CALLS_AT_ONCE = 4
REJECTED_FINALS = 2

log = logging.getLogger(__name__)


class Agent:
    """Runs one mind over one situation. There is no path on which an ungrounded answer gets out by being repeated.

    `planned`: the planner's answer to the same question, where a model has the word: it carries what the model's
    sentences may not travel without, and it is what a reader gets when they are refused or late.
    """

    def __init__(
        self, mind: Mind[Situation, Step], store: LookupStore, *, seconds: float, planned: Answer | None = None
    ) -> None:
        self._mind = mind
        self._store = store
        self._seconds = seconds
        self._planned = planned

    async def run(self, situation: Situation) -> Answer:
        """The mind's answer when every figure of it was found; what was found, without its prose, otherwise."""
        found = [situation]  # the latest situation, which the deadline must not lose
        try:
            async with asyncio.timeout(self._seconds):
                return await self._loop(found)
        except TimeoutError:
            log.warning("deadline passed after %d results", len(found[-1].results))
            mark_passing()
            return self._planned or extractive.late(found[-1])

    async def _loop(self, found: list[Situation]) -> Answer:
        refused = 0
        for _ in range(ROUNDS):
            situation = found[-1]
            with stage("compose"):
                step = await self._mind.next_step(situation)
            if isinstance(step, tuple):
                with stage("lookups"):
                    found.append(await self._look_up(situation, step))
                fruitless = len(found[-1].rejections) >= REJECTED_FINALS or not found[-1].results
                if fruitless and self._planned is None:
                    break  # the planner asks the same again; a model hears what was wrong
                continue
            try:
                with stage("guards"):
                    return self._accepted(step, situation)
            except Ungrounded as error:
                log.warning("a draft was refused")
                log.debug("refused: %s", error)
                found.append(replace(situation, last=(), rejections=(*situation.rejections, str(error))))
                refused += 1
            if refused >= REJECTED_FINALS:
                break
        if self._planned is not None:
            return self._planned
        if not found[-1].results and found[-1].rejections:
            raise InvalidInput(found[-1].rejections[-1])
        mark_passing()
        return extractive.sources(found[-1])

    async def _look_up(self, situation: Situation, calls: tuple[Call, ...]) -> Situation:
        """Independent calls run side by side; arguments that cannot be read go back to the mind as a rejection."""
        with named_alone():
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._call(call)) for call in calls[:CALLS_AT_ONCE]]
        made = tuple([task.result() for task in tasks])
        good = [(call, came) for call, came in zip(calls, made, strict=False) if not isinstance(came, InvalidInput)]
        refused = tuple(str(error) for error in made if isinstance(error, InvalidInput))
        return replace(
            situation,
            calls=situation.calls + tuple(call for call, _ in good),
            results=situation.results + tuple(came for _, came in good),
            last=made,
            rejections=situation.rejections if self._planned else situation.rejections + refused,
        )

    async def _call(self, call: Call) -> Result | InvalidInput:
        lookup = LOOKUPS.get(call.lookup)
        if lookup is None:
            return InvalidInput(f"Δεν υπάρχει αναζήτηση «{call.lookup}».", value=call.lookup)
        try:
            return await lookup(self._store, call.arguments)
        except InvalidInput as error:
            return error

    def _accepted(self, step: Draft | Wording, situation: Situation) -> Answer:
        if isinstance(step, Draft):
            told = step.answer.outcome in (Outcome.ANSWERED, Outcome.PARTIAL)
            if told and not situation.results:
                raise Ungrounded("Απάντηση χωρίς αναζήτηση")
            _check_quotes(step.answer, situation)
            self._check(step.answer.text, situation)
            return replace(step.answer, findings=situation.findings, mind=self._mind.name)
        if self._planned is None:
            raise Ungrounded("Προτάσεις χωρίς τα στοιχεία που τις συνοδεύουν")
        if not step.text.strip():
            return replace(worded.with_tables(self._planned, situation), mind=self._mind.name)
        said = checked(step.text, situation)
        self._check(said.text, situation)
        return replace(worded.answer(said, self._planned, situation), mind=self._mind.name)

    def _check(self, text: str, situation: Situation) -> None:
        """By the words of the acts that the text names; what these do not hold is looked for among all of them."""
        try:
            grounding.check(text, self._ground(situation, text))
        except Ungrounded:
            grounding.check(text, self._ground(situation, None))

    def _ground(self, situation: Situation, told: str | None) -> Ground:
        days = tuple(_days(situation))
        ground = grounding.ground_of(situation.findings, situation.request, coverage_days=days, told=told)
        for known in (KIMDIS, *(words.types for words in STAGES.values())):
            ground.add_shown(known)
        for organization in (*situation.setting.covered, *_issuers(situation)):
            ground.add_shown(organization_name(organization.label))
        ground.months.update(_missing_months(situation))
        for result in situation.results:
            if isinstance(result, DecisionFinding):
                for card in result.cards:
                    grounding.add_card(ground, card)
        return ground


def _check_quotes(answer: Answer, situation: Situation) -> None:
    """Each quote against the pages of its act, as they were read in this conversation's turn."""
    read: dict[str, Sequence[Page]] = {}
    for result in situation.results:
        if isinstance(result, PassageFinding):
            read |= result.pages
        elif isinstance(result, DocumentFinding):
            read[result.ada] = result.pages
    for quote in answer.quotes:
        quotes.check(quote, read.get(quote.ada, ()))


def _issuers(situation: Situation) -> list[Organization]:
    """Bodies whose code stands inside an ΑΔΑ that is not held."""
    missing = (each for result in situation.results if isinstance(result, DecisionFinding) for each in result.missing)
    return [situation.setting.body(each.issuer_uid) for each in missing if each.issuer_uid]


def _missing_months(situation: Situation) -> list[tuple[int, int]]:
    months = (month for item in situation.setting.coverage.values() for month in item.missing_months)
    return [(int(month[:4]), int(month[5:7])) for month in months]


def _days(situation: Situation) -> list[date | None]:
    """Those that a line about coverage may name, a gap cut to the question's period included."""
    days: list[date | None] = []
    for item in situation.setting.coverage.values():
        before = item.since and item.since - timedelta(days=1)
        days += (item.first_on, item.last_on, item.published_through, before)
        days += [day for gap in item.unproven for day in (gap.since, gap.last_day)]
    return days
