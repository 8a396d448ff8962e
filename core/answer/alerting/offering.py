"""Before a subscription is made or worded anew: what it would have brought, and the question that a button answers."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from core.answer.alerting.command import Command, Do
from core.answer.alerting.wishes import changed, pace_of, wish_of
from core.answer.compose import alerts as words
from core.answer.compose.alerts import Preview
from core.answer.compose.refusals import UNCLEAR_PERSON, unclear
from core.answer.setting import Setting
from core.answer.steps import Situation
from core.domain.answer import Answer, Choice, ChoiceKind, Citation, Outcome
from core.domain.request import Request
from core.domain.subscription import Fit, Frequency, Subscription, Wish, fit
from core.store import matches, subscriptions
from core.store.pool import Pool

Clock = Callable[[], datetime]

_STALE = timedelta(days=2)  # without a new act for so long, our data end there
_EXAMPLES = 2
_NARROW = "30.000 €"


def now_in_utc() -> datetime:
    """The machine's clock."""
    return datetime.now(UTC)


async def offer(pool: Pool, clock: Clock, situation: Situation, *, editing: Subscription | None) -> Answer:
    """«Να σας ειδοποιώ για …;», with what the last seven days would have brought. Nothing is stored yet."""
    request, setting = situation.request, situation.setting
    wish = await wish_of(pool, situation)
    frequency, weekday = pace_of(request)
    if editing is not None and not editing.wish.is_watch:
        wish = changed(editing.wish, wish, request)
        if not request.frequency:
            frequency, weekday = editing.frequency, editing.weekday
    if request.payee and situation.payee is None:
        return unclear(request, UNCLEAR_PERSON)
    named = request.organizations or request.own_body or editing
    if wish.says_nothing and not (named and wish.organizations):
        return Answer(outcome=Outcome.UNCLEAR, text=words.TOO_WIDE, request=request)
    shown = await preview(pool, clock, wish, setting)
    command = Command(
        do=Do.REPLACE if editing else Do.ADD,
        number=editing.id if editing else None,
        wish=wish,
        title=words.title_of(wish, lambda uid: setting.body(uid).label),
        frequency=frequency,
        weekday=weekday,
    )
    text = words.asked(command.title, wish, frequency, weekday, shown, notes=_notes(situation, wish))
    return Answer(
        outcome=Outcome.ALERT,
        text=text,
        request=request,
        citations=tuple(Citation(ada=row.ada) for row in shown.examples),
        choices=(*_paces(command), *_narrower(request, shown), *_refusal(editing)),
    )


def _notes(situation: Situation, wish: Wish) -> list[str]:
    """What was read differently from how it was typed, and what stands for what cannot be looked for."""
    unit = situation.request.unit_words
    every = len(situation.setting.covered)
    said = [f"Για όλους τους φορείς που έχουμε ({every})."] if not wish.organizations and every > 1 else []
    said += [f"Διάβασα «{typed}» ως «{read}»." for typed, read in situation.corrections]
    if unit:
        said.append(
            f"Τις μονάδες των φορέων δεν τις ξεχωρίζω ακόμη: ψάχνω τις λέξεις «{unit}» στο θέμα, και μπορεί να "
            "μου ξεφύγουν πράξεις."
        )
    return said


def _paces(command: Command) -> list[Choice]:
    """«Ναι» as it was asked, then the other two."""
    others = [
        (Frequency.DAILY, 0, "Κάθε μέρα"),
        (Frequency.WEEKLY, 0, "Κάθε Δευτέρα"),
        (Frequency.IMMEDIATE, 0, "Μόλις εντοπιστεί"),
    ]
    first = command.choice("Ναι" if command.do is Do.ADD else "Ναι, άλλαξέ την")
    rest = [
        replace(command, frequency=frequency, weekday=day).choice(label)
        for frequency, day, label in others
        if frequency is not command.frequency
    ]
    return [first, *rest]


def _narrower(request: Request, shown: Preview) -> list[Choice]:
    """A limit on the amount, where the wish is broad and has words of its own."""
    if not shown.broad or not request.topic or request.amount_min is not None:
        return []
    text = f"ειδοποίησέ με για {request.topic_text} πάνω από {_NARROW}"
    return [Choice(label=f"Μόνο άνω των {_NARROW}", kind=ChoiceKind.ASK, text=text)]


def _refusal(editing: Subscription | None) -> list[Choice]:
    return [Command(do=Do.KEEP).choice("Άκυρο")] if editing else []


async def preview(pool: Pool, clock: Clock, wish: Wish, setting: Setting) -> Preview:
    """By the same rule that will match new acts, over what was posted in seven days."""
    now = clock()
    last = await matches.last_posted(pool, organizations=wish.organizations)
    stale = last is not None and last < now - _STALE
    until = last + timedelta(seconds=1) if stale and last is not None else now
    acts = await matches.posted(
        pool,
        organizations=wish.organizations,
        since=until - timedelta(days=7),
        until=until,
        words=wish.words.tsquery,
    )
    fitting = [(act.ada, how) for act in acts if act.status != "REVOKED" and (how := fit(wish, act)) is not None]
    read = await subscriptions.followed(pool, organizations=wish.organizations)
    wanted = wish.organizations or tuple(body.uid for body in setting.covered)
    missing = [setting.body(uid).label for uid in wanted if uid not in read]
    return Preview(
        found=len(fitting),
        unstated=sum(how is Fit.UNSTATED for _, how in fitting),
        until=until,
        stale=stale,
        examples=tuple(await matches.rows(pool, adas=[ada for ada, _ in fitting[:_EXAMPLES]])),
        unread=tuple(missing) if len(missing) < len(wanted) and wish.organizations else (),
        unread_all=len(missing) == len(wanted),
    )
