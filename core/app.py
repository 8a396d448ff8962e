"""The composition root: settings → App. Adapters are chosen here, by `core.adapters`, and nowhere else."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import urlsplit

from core.adapters import open_chat, open_embedder, open_reader, routing_of
from core.answer.alerting.command import Command, Do
from core.answer.alerting.flow import Alerts
from core.answer.alerting.offering import Clock, now_in_utc
from core.answer.alerting.under import forgetting
from core.answer.assistant import Assistant
from core.answer.compose import welcome
from core.answer.compose.checked import checked_answer
from core.answer.compose.privacy import privacy
from core.answer.glancing import glance
from core.answer.kept.files import Files
from core.answer.operator import Operator
from core.answer.papers import Papers
from core.answer.setting import Setting
from core.answer.slots import to_json
from core.checks import Check, checks
from core.domain.answer import Answer, Outcome, Question
from core.domain.checked import Checked
from core.domain.feedback import Reason
from core.domain.glance import Glance
from core.domain.request import Intent, Request
from core.greek.names import BodyName, OrganizationIndex
from core.letters import Letters, with_missed
from core.limits import Limits, allowed_by, is_card
from core.operating import Operating
from core.ports import ChatModel, Embedder
from core.settings import Settings
from core.store import feedback, loads, organizations, own_data
from core.store.open_data import OpenData
from core.store.pool import Pool, open_pool
from core.store.requests import FetchDesk
from core.store.server import Server, open_server

__all__ = ["App", "SettingCache", "open_app", "open_chat", "open_embedder", "open_reader"]

log = logging.getLogger(__name__)

DEMO_SUFFIX = "_demo"
_SETTING_SECONDS = 60.0


class SettingCache:
    """The bodies and their coverage, read again once a minute: loads happen beside us.

    Counting a million acts takes most of a second: one question waits for it, the others go on with what is known.
    """

    def __init__(self, pool: Pool, *, home: str) -> None:
        self._pool = pool
        self._home = home
        self._setting: Setting | None = None
        self._read_at = 0.0
        self._lock = asyncio.Lock()

    async def __call__(self) -> Setting:
        known = self._setting
        if known is not None and (self._is_fresh() or self._lock.locked()):
            return known
        async with self._lock:
            if self._setting is None or not self._is_fresh():
                self._setting = await self._read()
                self._read_at = time.monotonic()
            return self._setting

    def _is_fresh(self) -> bool:
        return time.monotonic() - self._read_at <= _SETTING_SECONDS

    async def _read(self) -> Setting:
        covered = tuple(await organizations.covered(self._pool))
        coverage = {item.organization_uid: item for item in await organizations.coverage(self._pool)}
        demo = await organizations.instance_is_demo(self._pool)
        held = frozenset(body.uid for body in covered)
        if self._setting is not None and frozenset(body.uid for body in self._setting.covered) == held:
            return replace(self._setting, coverage=coverage, demo=demo)
        bodies = {body.uid: body for body in (*await organizations.register(self._pool), *covered)}
        names = [
            BodyName(
                uid=body.uid,
                label=body.label,
                category=body.category,
                latin_name=body.latin_name,
                covered=body.uid in held,
            )
            for body in bodies.values()
        ]
        index = await asyncio.to_thread(OrganizationIndex, names)
        return Setting(
            index=index, organizations=bodies, covered=covered, coverage=coverage, home=self._home, demo=demo
        )


@dataclass(slots=True)
class App:
    """What a door may use: the assistant, the fixed texts, and what the operator asks."""

    assistant: Assistant
    files: Files
    papers: Papers
    letters: Letters
    operator: Operator
    operating: Operating
    limits: Limits
    demo: bool
    _pool: Pool
    _setting: SettingCache
    _settings: Settings
    _server: Server
    _embedder: Embedder | None
    _chat: ChatModel | None

    async def start(self, conversation: str) -> Answer:
        """The text of /start, with examples that work on the data that we hold."""
        setting = await self._setting()
        choices = await self.assistant.examples(setting)
        answer = Answer(outcome=Outcome.SMALLTALK, text=welcome.start(setting), choices=choices, demo=setting.demo)
        return await self.assistant.kept(conversation, with_missed(answer, await self.letters.returned(conversation)))

    async def ask(self, question: Question, *, person: str | None, group: str | None) -> Answer:
        """The answer to a message of a person, in a group or not, who may have asked as much as he may today."""
        is_ada = self.assistant.read(question, await self._setting()).intent is Intent.ADASEARCH
        if (refused := await self.limits.refused(person=person, group=group, is_ada=is_ada)) is not None:
            return replace(refused, demo=self.demo)
        answer = await self.assistant.answer(question)
        await self.limits.count(answer, person=person, group=group, is_ada=is_ada or is_card(answer))
        return answer

    async def alerts(self, conversation: str, today: date) -> Answer:
        """The chat's subscriptions, as /alerts shows them."""
        return await self.assistant.alerts.told(conversation, Command(do=Do.LIST), today)

    async def privacy(self) -> Answer:
        """What is kept of a reader, for how long, and what he may ask for."""
        host = urlsplit(self._settings.llm_base_url).hostname if self._settings.llm_model else None
        return Answer(outcome=Outcome.SMALLTALK, text=privacy(model_host=host), demo=self.demo)

    async def feedback(self, conversation: str, answer_id: str, *, useful: bool, reason: Reason | None = None) -> bool:
        """What a reader thinks of an answer of this chat, by its id alone. False where it is not there any more."""
        return await feedback.save(
            self._pool, conversation=conversation, answer_id=answer_id, useful=useful, reason=reason
        )

    async def glance(self, text: str, today: date) -> Glance:
        """The acts whose ΑΔΑ a text holds, from what we have alone; nothing is kept or asked of anybody."""
        return await glance(self._pool, await self._setting(), text, today)

    async def forget(self, conversation: str) -> Answer:
        """Asks whether everything of the chat is to be deleted; the button does it."""
        return await self.assistant.kept(conversation, replace(forgetting(), demo=self.demo))

    async def export(self, conversation: str) -> dict[str, object]:
        """Everything that is held of the chat, as JSON."""
        return await own_data.everything(self._pool, conversation=conversation)

    async def help(self, conversation: str) -> Answer:
        """What it can do, for which bodies and until when."""
        setting = await self._setting()
        choices = await self.assistant.examples(setting)
        answer = Answer(outcome=Outcome.SMALLTALK, text=welcome.help_text(setting), choices=choices, demo=setting.demo)
        return await self.assistant.kept(conversation, answer)

    async def understand(self, text: str, previous: Sequence[str], today: date) -> Request:
        """What a text asks, without answering it."""
        question = Question(conversation="", text=text, asked_on=today, previous=tuple(previous))
        return self.assistant.understood(question, await self._setting())

    async def check_receipt(self, conversation: str | None, receipt: str, today: date) -> tuple[Checked, Answer]:
        """The figures of a stored answer beside today's, and the same worded; without a conversation, of any chat."""
        checked = await self.files.check(conversation, receipt, today=today)
        return checked, checked_answer(checked)

    def request_json(self, request: Request) -> dict[str, object]:
        return to_json(request)

    async def check(self) -> tuple[Check, ...]:
        """The whole configuration, one line each: what is wrong and how to mend it."""
        return await checks(self._settings, self._pool, self._server, self._embedder, self._chat)

    async def is_empty(self) -> bool:
        """No decision is held: neither real nor invented."""
        return await loads.is_empty(self._pool)


async def _choose_database(server: Server, settings: Settings) -> str:
    """The real database when it holds anything or no demonstration is wanted; else the demonstration's."""
    await server.prepare()
    if settings.demo == "off":
        return server.name
    async with await open_pool(server.app_dsn(), min_size=1, max_size=2) as pool:
        if settings.demo == "auto" and not await loads.is_empty(pool):
            return server.name
    demo = server.name + DEMO_SUFFIX
    await server.prepare(demo)
    return demo


def _assistant(
    settings: Settings,
    pool: Pool,
    setting: SettingCache,
    desk: FetchDesk,
    embedder: Embedder,
    *,
    chat: ChatModel | None,
    remember: bool,
    clock: Clock,
    reader: OpenData | None,
) -> Assistant:
    return Assistant(
        pool,
        alerts=Alerts(pool, clock=clock),
        embedder=embedder,
        setting=setting,
        seconds=settings.reply_seconds,
        desk=desk,
        chat=chat,
        routing=routing_of(settings),
        remember=remember,
        open_data=reader,
    )


@asynccontextmanager
async def open_app(
    settings: Settings, *, chat: ChatModel | None = None, remember: bool = True, clock: Clock = now_in_utc
) -> AsyncIterator[App]:
    """Starts or joins the database, migrates it, and wires everything. Raises Misconfigured or Unavailable.

    For measuring: `chat`, another language model; `remember`, whether equal questions may get an earlier answer.
    `clock`: of alerts and their letters.
    """
    server = await open_server(
        data_dir=settings.data_dir,
        database_url=settings.database_url,
        app_database_url=settings.app_database_url,
        reader_database_url=settings.reader_database_url,
    )
    try:
        for notice in server.notices:
            log.warning("%s", notice)
        database = await _choose_database(server, settings)
        async with await open_pool(server.app_dsn(database), min_size=2, max_size=16) as pool:
            setting = SettingCache(pool, home=settings.home_organization)
            embedder, desk, chat = open_embedder(settings), FetchDesk(pool), chat or open_chat(settings)
            reader = await open_reader(server, pool, database) if chat else None
            assistant = _assistant(
                settings, pool, setting, desk, embedder, chat=chat, remember=remember, clock=clock, reader=reader
            )
            demo = (await setting()).demo
            assistant.read(Question(conversation="", text="καλημέρα", asked_on=date.min), await setting())  # word lists
            try:
                letters = Letters(pool, assistant, setting, clock=clock)
                operator = Operator(pool, setting, budget_eur=settings.llm_daily_eur)
                operating, limits = Operating(pool, clock=clock), Limits(pool, allowed_by(settings), clock=clock)
                kept = Files(pool, setting), Papers(pool, desk, setting), letters, operator, operating, limits
                yield App(assistant, *kept, demo, pool, setting, settings, server, embedder, assistant.chat)
            finally:
                await assistant.close()
                await desk.close()
    finally:
        await server.close()
