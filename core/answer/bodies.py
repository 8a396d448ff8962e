"""Which body a question is about: named, chosen in this chat, at home, the only one, or one to be asked (DESIGN §2)."""

import re
from dataclasses import dataclass

from core.answer.setting import Setting
from core.domain.organization import Organization
from core.domain.request import Intent, OrganizationMention, Request
from core.greek.fold import fold

_ALL = re.compile(
    r"\b(?:ολοι|ολων|ολουσ|ολεσ) (?:οι|των|τουσ|τισ) (?:δημ|φορε)|\bποι(?:οσ|οι|ουσ) (?:δημ|φορε)|"
    r"\bανα (?:δημο|φορεα)\b|\bαπο παντου\b"
)


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


def needs_one(request: Request) -> bool:
    """Figures are always of a named body; a list of decisions may span all of them unless it says «ο δήμος»."""
    return request.own_body or request.intent in (Intent.AGGREGATE, Intent.COMPARE)


def over_all(request: Request) -> bool:
    """A payee's history may span every body that we hold, when it is asked so."""
    return bool((request.payee or request.afm) and not request.organizations and _ALL.search(fold(request.text)))


def resolve(request: Request, setting: Setting, *, given: str | None, chat: str | None) -> Bodies:
    """The bodies of a question; `ask` holds every covered body when one is needed and none can be told."""
    if request.organizations:
        found = named(request, setting)
        picked = next((body for body in found.ask if body.uid in (given, chat)), None)
        return Bodies(chosen=(*found.chosen, picked)) if picked else found
    if over_all(request):
        return Bodies()
    body = default_body(setting, given=given, chat=chat)
    if body is not None:
        return Bodies(chosen=(body,))
    return Bodies(ask=setting.covered) if needs_one(request) else Bodies()
