"""The same conversation in a terminal: answers as plain text, choices as numbers, no traceback ever."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

from bot.failures import failure_of
from bot.files.made import MadeFile, chart_file, table_file, written
from bot.replies.catalog import REPLIES
from bot.text.spans import Span, heard, showable, spans
from core.app import App
from core.domain.answer import Answer, Choice, ChoiceKind, Question, plain, pressed_at_once
from core.errors import DiafaneiaError
from core.greek.fold import fold

_SOURCES = 5  # decisions whose page is printed under an answer
_ALERTS, _FORGET = {"/alerts", "/ειδοποιησεισ"}, {"/forget", "/διαγραφη"}
_PRIVACY = {"/privacy", "/απορρητο", "απορρητο"}
_START, _HELP = {"/start", "/αρχη", "/εναρξη"}, {"/help", "/βοηθεια", "βοηθεια"}
_BOLD, _ITALIC, _UNDERLINED, _OFF = "\x1b[1m", "\x1b[3m", "\x1b[4m", "\x1b[0m"


def show(answer: Answer, *, styled: bool = False) -> str:
    """The answer as a terminal prints it; `styled` for a screen that understands bold."""
    blocks = [_dressed(answer.text, styled=styled), _sources(answer), _choices(answer)]
    return _with_demo_line("\n\n".join(block for block in blocks if block), demo=answer.demo)


@dataclass(slots=True, kw_only=True)
class Terminal:
    """One conversation. `hear` takes a line and gives what to print; it remembers the choices last shown.

    `files_to`: the directory that files of answers are written to.
    """

    app: App
    conversation: str
    today: Callable[[], date]
    seconds: float
    styled: bool = False
    files_to: Path = Path()
    _shown: Answer | None = None

    async def open(self) -> str:
        return await self._told(lambda: self.app.start(self.conversation)) + await self._letters()

    async def _letters(self) -> str:
        """What alerts have found: here nobody can be written to, so it is told when somebody looks."""
        told = ""
        with suppress(DiafaneiaError):
            for letter in await self.app.letters.claim(self.conversation, most=1):
                told += "\n\n" + await self._told(partial(self.app.letters.worded, letter))
                await self.app.letters.sent(letter)
        return told

    async def hear(self, line: str) -> str:
        """A number of the choices last shown presses that choice; everything else is a question."""
        written = heard(line)
        if choice := self._numbered(written):
            return await self._press(*choice)
        folded = fold(written)
        if folded in _START:
            return await self.open()
        if folded in _HELP:
            return await self._told(lambda: self.app.help(self.conversation))
        if folded in _ALERTS:
            return await self._told(lambda: self.app.alerts(self.conversation, self.today())) + await self._letters()
        if folded in _FORGET:
            return await self._told(lambda: self.app.forget(self.conversation))
        if folded in _PRIVACY:
            return await self._told(self.app.privacy)
        question = Question(conversation=self.conversation, text=written, asked_on=self.today())
        return await self._told(lambda: self.app.assistant.answer(question))

    def _numbered(self, written: str) -> tuple[int, Choice] | None:
        choices = self._shown.choices if self._shown else ()
        number = int(written) if written.isascii() and written.isdigit() and len(written) <= 3 else 0
        return (number - 1, choices[number - 1]) if 1 <= number <= len(choices) else None

    async def _press(self, index: int, choice: Choice) -> str:
        if choice.kind is ChoiceKind.LINK:
            return showable(choice.text)
        if choice.kind is ChoiceKind.COPY:
            return REPLIES.terminal_copy.format(text=showable(choice.text))
        receipt = self._shown.receipt if self._shown else ""
        if choice.kind in (ChoiceKind.TABLE, ChoiceKind.CHART):
            return await self._file(choice.kind, receipt)
        if choice.kind in (ChoiceKind.PAPER, ChoiceKind.SHEET):
            return await self._paper(receipt, index)
        if choice.kind is ChoiceKind.CHECK:
            return await self._told(lambda: self._checked(receipt))
        return await self._told(
            lambda: self.app.assistant.choose(self.conversation, receipt, index, self.today()),
        )

    async def _checked(self, receipt: str) -> Answer:
        return (await self.app.check_receipt(self.conversation, receipt, self.today()))[1]

    async def _file(self, kind: ChoiceKind, receipt: str) -> str:
        """Writes it beside the data and says where; the choices last shown stay."""
        try:
            async with asyncio.timeout(self.seconds):
                if kind is ChoiceKind.TABLE:
                    made = await table_file(await self.app.files.table(self.conversation, receipt))
                else:
                    made = await chart_file(await self.app.files.chart(self.conversation, receipt))
                path = await written(made, self.files_to / made.name)
        except Exception as error:  # noqa: BLE001  the conversation goes on; `failure_of` logs it
            return self._failed(error)
        return f"{made.caption}\n\n{REPLIES.file_written.format(path=path)}"

    async def _paper(self, receipt: str, index: int) -> str:
        """A PDF or a page, written beside the data; where it cannot be had, the link."""
        try:
            async with asyncio.timeout(self.seconds):
                found = await self.app.papers.given(self.conversation, receipt, index)
                if isinstance(found, Answer):
                    return "\n".join(
                        (_dressed(found.text, styled=self.styled), *(each.url for each in found.citations))
                    )
                made = MadeFile(name=found.name, content=found.content, caption=found.caption)
                path = await written(made, self.files_to / made.name)
        except Exception as error:  # noqa: BLE001  the conversation goes on; `failure_of` logs it
            return self._failed(error)
        return f"{made.caption}\n\n{REPLIES.file_written.format(path=path)}"

    def _failed(self, error: BaseException) -> str:
        failure = failure_of(error)
        return _with_demo_line(failure.text if failure else REPLIES.unavailable, demo=self.app.demo)

    async def _told(self, make: Callable[[], Awaitable[Answer]]) -> str:
        """What to print for an answer, or for its failure by the table of `bot.failures`."""
        made = asyncio.ensure_future(make())
        try:
            await asyncio.wait({made}, timeout=self.seconds)
        finally:
            late = made.cancel()  # False when the answer is there
        error = TimeoutError() if late else made.exception()
        if error is None:
            self._shown = made.result()
            told = show(self._shown, styled=self.styled)
            if (index := pressed_at_once(self._shown)) is not None:
                told += f"\n\n{await self._paper(self._shown.receipt, index)}"
            return told
        return self._failed(error)


def _with_demo_line(text: str, *, demo: bool) -> str:
    return f"{REPLIES.demo}\n\n{text}" if demo else text


def _dressed(text: str, *, styled: bool) -> str:
    return "".join(_styled(span) if styled else span.text for span in spans(text)).strip()


def _styled(span: Span) -> str:
    on = "".join(
        code for code, wanted in ((_BOLD, span.bold), (_ITALIC, span.italic), (_UNDERLINED, span.code)) if wanted
    )
    return f"{on}{span.text}{_OFF}" if on else span.text


def _sources(answer: Answer) -> str:
    if not answer.citations:
        return ""
    lines = [f"{REPLIES.terminal_sources}:", *(f"  {cited.page_url}" for cited in answer.citations[:_SOURCES])]
    if more := len(answer.citations) - _SOURCES:
        lines += [f"  {REPLIES.terminal_more_sources.format(count=more)}"] if more > 0 else []
    return showable("\n".join(lines))


def _choices(answer: Answer) -> str:
    return "\n".join(_numbered_lines(answer))


def _numbered_lines(answer: Answer) -> Iterator[str]:
    if answer.choices:
        yield f"{REPLIES.terminal_choices}:"
    for number, choice in enumerate(answer.choices, start=1):
        yield f"  {number}. {' '.join(showable(plain(choice.label)).split())}"
