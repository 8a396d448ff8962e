"""What the names of a query mean: a body, a payee, a type, an act, a code, a topic; near ones where none is."""

import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.answer import topics
from core.answer.compose.words import organization_name
from core.answer.lookups.store import LookupStore
from core.answer.open_sql.model import Named
from core.domain.afm import valid_afm
from core.domain.identifiers import parse_ada
from core.domain.payee_classes import Party
from core.domain.types import DECISION_TYPES, title_of
from core.errors import InvalidInput
from core.greek.fold import fold
from core.greek.names import company_key, has_legal_form
from core.greek.persons import holds_person
from core.store import open_data, organizations, payees

_NEAREST, _TRIED = 4, 40
_CODE = re.compile(r"[\w./ -]{1,40}")
_GREEK = str.maketrans("ABGDE", "ΑΒΓΔΕ")  # «B.2.1», «D.1»: codes begin with one of these
_ABSENT = "Δεν υπάρχει {what} «{text}». Κοντινά: {near}."
_NONE = "Δεν υπάρχει {what} «{text}»."
_PERSON = "Για ιδιώτες δεν δίνονται στοιχεία."


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """`value`: as the views hold it, of a closed form; `shown`: as a reader is told."""

    value: str
    shown: str


async def meant(store: LookupStore, named: Named) -> Meant:
    """Raises InvalidInput with the nearest values where there is none of that name."""
    return await _READERS[named.column](store, named.text)


def _absent(what: str, text: str, near: Sequence[str]) -> InvalidInput:
    if not near:
        return InvalidInput(_NONE.format(what=what, text=text), value=text)
    return InvalidInput(_ABSENT.format(what=what, text=text, near=", ".join(near)), value=text)


async def _body(store: LookupStore, text: str) -> Meant:
    covered = {each.uid: organization_name(each.label) for each in await organizations.covered(store.pool)}
    whole = [each for each in store.index.find(text) if (each.start, each.end) == (0, len(text))]
    found = {text} if text in covered else {uid for each in whole for uid in each.uids}
    held = sorted(found & covered.keys())
    if len(held) == 1:
        return Meant(value=held[0], shown=covered[held[0]])
    near = held or [uid for uid in await open_data.bodies_alike(store.pool, text=text) if uid in covered]
    raise _absent("φορέας στα στοιχεία μας", text, [f"{covered[uid]} ({uid})" for uid in near[:_NEAREST]])


async def _payee(store: LookupStore, text: str) -> Meant:
    """A company, by its ΑΦΜ or by one of its names. Whoever asks for a person is not told whether we hold him."""
    if valid_afm(text):
        held = await payees.parties_of(store.pool, keys=[text])
        if any(party.private for party in held):
            raise InvalidInput(_PERSON, value=text)
        return Meant(value=text, shown=held[0].words if held else f"ΑΦΜ {text}")
    if holds_person(text) and not has_legal_form(text):
        raise InvalidInput(_PERSON, value=text)
    key = company_key(text)
    alike = await payees.alike(store.pool, names=[key], limit=_TRIED) if key else []
    companies = [party for party in alike if party.afm and not party.private]
    exact = [party for party in companies if any(company_key(name) == key for name in party.names)]
    if len(exact) == 1:
        return Meant(value=str(exact[0].afm), shown=exact[0].words)
    raise _absent("ανάδοχος ή δικαιούχος", text, [_called(party) for party in (exact or companies)[:_NEAREST]])


def _called(party: Party) -> str:
    return f"{party.name} ({party.afm})"


async def _type(store: LookupStore, text: str) -> Meant:
    posted = {fold(each.uid): each.uid for each in DECISION_TYPES.values() if each.posted}
    posted |= {fold(each.title): each.uid for each in DECISION_TYPES.values() if each.posted}
    uid = posted.get(fold(text)) or posted.get(fold(text.upper().translate(_GREEK)))
    if uid is None:
        near = [title_of(each) for each in dict.fromkeys(posted.values()) if fold(each)[:1] == fold(text)[:1]]
        raise _absent("είδος πράξης", text, near[: 2 * _NEAREST])
    return Meant(value=uid, shown=title_of(uid))


async def _act(store: LookupStore, text: str) -> Meant:
    ada = parse_ada(text)
    return Meant(value=ada, shown=ada)


async def _code(store: LookupStore, text: str) -> Meant:
    near = await open_data.codes_alike(store.pool, text=text) if _CODE.fullmatch(text) else []
    if text in near:
        return Meant(value=text, shown=text)
    raise _absent("ΚΑΕ", text, near[:_NEAREST])


async def _topic(store: LookupStore, text: str) -> Meant:
    topic = await topics.resolve(store.pool, words=text.split(), exclude=())
    query = topic.condition.tsquery
    if topic.unknown or query is None:
        raise InvalidInput(f"Κανένα θέμα πράξης δεν γράφει «{' '.join(topic.unknown) or text}».", value=text)
    if topic.nearest:
        near = [" ".join(group.shown[0] for group in each.groups) for each in topic.nearest]
        raise _absent("θέμα με όλες τις λέξεις", text, near[:_NEAREST])
    return Meant(value=query, shown=" + ".join(group.shown[0] for group in topic.condition.groups))


_READERS: Mapping[str, Callable[[LookupStore, str], Coroutine[Any, Any, Meant]]] = {
    "organization": _body,
    "payee": _payee,
    "decision_type": _type,
    "ada": _act,
    "kae": _code,
    "topic": _topic,
}
