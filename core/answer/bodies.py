"""Which body a question is about: named, chosen in this chat, at home, the only one, or one to be asked (DESIGN §2)."""

import re
from dataclasses import dataclass, replace

from core.answer.setting import Setting
from core.domain.organization import Organization
from core.domain.request import Intent, Metric, OrganizationMention, Request, Sides
from core.greek.fold import fold, tidy

_ALL = re.compile(
    r"\b(?:ολοι|ολων|ολουσ|ολεσ) (?:οι|των|τουσ|τισ) (?:δημ|φορε)|\bποι(?:οσ|οι|ουσ) (?:δημ|φορε)|"
    r"\bανα (?:δημο|φορεα)\b|\bαπο παντου\b"
)

# An ΑΔΑ inside these does not make the card the answer; a wish to follow an act shows the act, and what we cannot do.
NOT_ABOUT_ONE = frozenset({Intent.INJECTION, Intent.OUT_OF_SCOPE, Intent.UNSUBSCRIBE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Bodies:
    """`chosen`: the question's bodies. `ask`: several fit, the reader chooses. `not_held`: named, none is ours.

    `absent`: of those that are not held, the ones that one name means alone.
    """

    chosen: tuple[Organization, ...] = ()
    ask: tuple[Organization, ...] = ()
    not_held: tuple[str, ...] = ()
    absent: tuple[Organization, ...] = ()


def _fitting(mention: OrganizationMention, setting: Setting) -> Bodies:
    held = [uid for uid in mention.uids if setting.is_covered(uid)]
    if len(held) == 1 or (held and len(mention.uids) == 1):
        return Bodies(chosen=(setting.body(held[0]),))
    if held:
        return Bodies(ask=tuple(setting.body(uid) for uid in held))
    if len(mention.uids) == 1:
        body = setting.body(mention.uids[0])
        return Bodies(not_held=(body.label,), absent=(body,))
    return Bodies(not_held=(mention.words,))


def named(request: Request, setting: Setting) -> Bodies:
    """The bodies that the question names, together."""
    found = [_fitting(mention, setting) for mention in request.organizations]
    return Bodies(
        chosen=tuple(dict.fromkeys(body for item in found for body in item.chosen)),
        ask=next((item.ask for item in found if item.ask), ()),
        not_held=tuple(name for item in found for name in item.not_held),
        absent=tuple(dict.fromkeys(body for item in found for body in item.absent)),
    )


def default_body(setting: Setting, *, given: str | None, chat: str | None) -> Organization | None:
    """The body of `--org`, of this chat, of the house, or the only one; None: it has to be asked."""
    for uid in (given, chat, setting.home):
        if uid and setting.is_covered(uid):
            return setting.body(uid)
    return setting.covered[0] if len(setting.covered) == 1 else None


_EVERY_BODY = re.compile(
    r"\b(?:ολοι|ολων|ολουσ|ολεσ) (?:οι|των|τουσ|τισ) (?:δημ|φορε)|\bποι(?:οσ|οι|ουσ) (?:δημ|φορε)|"
    r"\b(?:ανα|καθε) (?:δημο|φορεα)"
)
_OWN = re.compile(
    r"\b(?:ο|του|τον?) (?:δημο|φορε)\w{0,2} (?:με|και|κι|εναντι|vs)\b|\b(?:με|και) τον? (?:δημο|φορεα)\b(?! \w)"
)
_EVERY_TOWN = re.compile(r"\b(?:ποι\w+|ολ\w+ \w+|ανα|καθε) δημ")
_TOWN = "ΔΗΜΟΣ "
_SUMS = frozenset({Metric.SUM, Metric.SUM_AND_COUNT})


def asks_every_body(request: Request) -> bool:
    """«ποιος δήμος …», «ανά φορέα», and no body by name."""
    return not request.organizations and bool(_EVERY_BODY.search(fold(request.text)))


def is_over_bodies(request: Request) -> bool:
    """Sums of every body side by side."""
    asks = request.intent in (Intent.AGGREGATE, Intent.COMPARE)
    measured = request.metric in _SUMS and "side:unmeasured" not in request.notes
    return asks and measured and asks_every_body(request)


def _every_body(request: Request, setting: Setting) -> Bodies:
    """All that we hold as a whole; of «ποιος δήμος» the municipalities."""
    towns = tuple(body for body in setting.covered if tidy(body.label).upper().startswith(_TOWN))
    return Bodies(chosen=towns if _EVERY_TOWN.search(fold(request.text)) else setting.covered)


def needs_one(request: Request) -> bool:
    """Figures are always of a named body; a list of decisions may span all of them unless it says «ο δήμος»."""
    return request.own_body or request.intent in (Intent.AGGREGATE, Intent.COMPARE)


def over_all(request: Request) -> bool:
    """A payee's history may span every body that we hold, when it is asked so."""
    return bool((request.payee or request.afm) and not request.organizations and _ALL.search(fold(request.text)))


def _with_own(found: Bodies, request: Request, own: Organization | None) -> Bodies:
    """«σύγκρινε τον δήμο με τη Στυλίδα»: the chat's own body is the other side."""
    own_said = request.own_body or bool(_OWN.search(fold(request.text)))
    one = request.intent is Intent.COMPARE and own_said and len(request.organizations) == 1
    if not one or own is None or not found.chosen or own in found.chosen or request.sides != Sides():
        return found
    return replace(found, chosen=(own, *found.chosen))


def resolve(request: Request, setting: Setting, *, given: str | None, chat: str | None) -> Bodies:
    """The bodies of a question; `ask` holds every covered body when one is needed and none can be told."""
    if is_over_bodies(request) or (request.metric is Metric.DELAY and asks_every_body(request)):
        return _every_body(request, setting)
    if request.organizations:
        found = named(request, setting)
        picked = next((body for body in found.ask if body.uid in (given, chat)), None)
        found = Bodies(chosen=(*found.chosen, picked)) if picked else found
        return _with_own(found, request, default_body(setting, given=given, chat=chat))
    if over_all(request):
        return Bodies()
    body = default_body(setting, given=given, chat=chat)
    if body is not None:
        return Bodies(chosen=(body,))
    return Bodies(ask=setting.covered) if needs_one(request) else Bodies()


def only_a_body(request: Request, setting: Setting) -> str | None:
    """The uid of a covered body, when its name is all that the message says."""
    more = (request.topic, request.adas, request.period, request.metric, request.stage, request.decision_types)
    if any(more) or request.intent in {*NOT_ABOUT_ONE, Intent.SUBSCRIBE} or len(request.organizations) != 1:
        return None
    held = [uid for uid in request.organizations[0].uids if setting.is_covered(uid)]
    return held[0] if len(held) == 1 else None
