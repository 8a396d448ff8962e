"""«τι ποσοστό πήρε ο πρώτος;», «τι ποσοστό είναι αυτό;»: a share whose whole is what the answer before was about."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from core.answer import taking_out
from core.answer.intents.shares import OF_SAME
from core.answer.kept.asked_json import from_json
from core.domain.afm import valid_afm
from core.domain.asked import Asked, AskedKind
from core.domain.identifiers import is_ada
from core.domain.request import Request
from core.errors import InvalidInput
from core.store import answers, payees
from core.store.conversations import Turn
from core.store.pool import Pool

NOT_SO = (
    "Ποσοστό από την προηγούμενη απάντηση δεν βγάζω έτσι. Γράψτε ποιο μέρος και ποιο σύνολο, π.χ. «τι ποσοστό των "
    "αναθέσεων του 2024 αφορά καύσιμα» ή «τι ποσοστό των αναθέσεων του 2024 πήρε ο ΑΦΜ …»."
)
OF_ONE_ACT = (
    "Ποσοστό μίας πράξης δεν υπολογίζω. Μπορώ να πω τι ποσοστό πήρε ένας ανάδοχος ή αφορά ένα θέμα, π.χ. «τι ποσοστό "
    "των αναθέσεων του 2024 αφορά καύσιμα»."
)
OF_A_NAME = (
    "Για τον αριθμό {place} της λίστας ({shown}) δεν έχω έναν ΑΦΜ, γι' αυτό δεν υπολογίζω το ποσοστό του. Γράψτε το "
    "όνομα ή τον ΑΦΜ, π.χ. «τι ποσοστό των αναθέσεων του 2024 πήρε η …»."
)
OF_A_PERSON = (
    "Ο αριθμός {place} της λίστας είναι ιδιώτης: ποσοστό ενός ιδιώτη δεν υπολογίζω. Μπορώ να πω τι ποσοστό πήρε μια "
    "εταιρεία, π.χ. «τι ποσοστό πήρε ο δεύτερος;»."
)
_ONE_WHOLE = frozenset({AskedKind.TOTAL, AskedKind.RANKING, AskedKind.PAYEES, AskedKind.PAYEE})


async def resolved(pool: Pool, conversation: str, request: Request, turns: Sequence[Turn]) -> Request:
    """The share with its part and its stage. Raises InvalidInput, worded for the reader, where it is none of ours."""
    asked = await _asked(pool, conversation, turns)
    if asked is None or asked.stage is None or asked.kind not in _ONE_WHOLE:
        raise InvalidInput(NOT_SO)
    made = replace(request, stage=asked.stage, stage_named=True, group_by=None, limit=None, newest_first=False)
    told = asked.payee or asked.where.payee_afm or ""
    if request.items:
        made = replace(made, afm=await _payee(pool, request, turns), payee=None, items=())
    elif OF_SAME in request.notes and valid_afm(told):
        topic = made.topic if asked.where.condition.groups else ()  # without a condition its words were the name
        made = replace(made, afm=told, payee=None, topic=topic)
    if not (made.payee or made.afm or made.topic or made.kae or made.cpv):
        raise InvalidInput(NOT_SO)
    return made


async def _payee(pool: Pool, request: Request, turns: Sequence[Turn]) -> str:
    """The ΑΦΜ of the one line that is pointed at."""
    item = taking_out.pointed(request, turns)[0]
    if is_ada(item.key):
        raise InvalidInput(OF_ONE_ACT)
    if not valid_afm(item.key):
        raise InvalidInput(OF_A_NAME.format(place=item.place, shown=item.shown))
    held = await payees.parties_of(pool, keys=[item.key])
    if any(party.private for party in held):
        raise InvalidInput(OF_A_PERSON.format(place=item.place))
    return item.key


async def _asked(pool: Pool, conversation: str, turns: Sequence[Turn]) -> Asked | None:
    """What the last answer that gave a figure was asked; a share without one has left nothing to ask again."""
    for turn in turns:
        stored = await answers.find(pool, answer_id=turn.answer_id, conversation=conversation)
        lookups = cast(list[Mapping[str, Any]], stored.receipt["lookups"]) if stored else []
        kept = [each["asked"] for each in lookups if each["asked"]]
        if kept:
            return from_json(kept[-1])
    return None
