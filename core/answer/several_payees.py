"""«πόσα πήραν η ΔΕΗ και ο ΟΤΕ», «σύγκρινε ΔΕΗ και ΟΤΕ»: which payees a question sets side by side."""

import re
from dataclasses import replace

from core.answer import naming
from core.answer.naming import Named
from core.domain.answer import Outcome
from core.domain.request import PAYEES_BESIDE, Intent, Metric, Request, Sides, Unit
from core.greek.fold import fold, words
from core.store.pool import Db

_MOST = 4
# A name begins with a capital or stands in quotes; or it is an ΑΦΜ.
_NAME = (
    r"(?:ΑΦΜ \d{9}|(?:εταιρεία )?[«\"][^«»\"]{2,80}[»\"]|[Α-ΩΆΈΉΊΌΎΏA-Z][\w.&'-]*(?: [Α-ΩΆΈΉΊΌΎΏA-Z][\w.&'-]*){0,4})"
)
_ARTICLE = r"(?:(?:η|ο|το|την?|τον?|οι|τις|τους) )?"
_JOINED = re.compile(rf"{_ARTICLE}({_NAME})((?:(?:,| και| κι| ή| με| έναντι) {_ARTICLE}{_NAME})+)")
_EACH = re.compile(_NAME)
_GOT = re.compile(r"\b(?:πηραν|παιρνουν|εχουν παρει|πληρωθηκαν|εισεπραξαν|ανελαβαν|εχουν αναλαβει)\b")
_COMPARED = re.compile(r"\b(?:συγκριν\w*|συγκρισ\w*)\b")


async def resolve(db: Db, request: Request) -> Named:
    """Whom a question names: several payees side by side, or the one of `naming`."""
    return await _several(db, request) or await naming.resolve(db, request)


async def _several(db: Db, request: Request) -> Named | None:
    """None where no payees stand side by side. In a plain «σύγκρινε Χ και Υ» both must be names that acts give."""
    typed = _typed(request)
    if len(typed) < 2:
        return None
    found = [await naming.resolve(db, _about(request, name)) for name in typed]
    refused = [each.answer for each in found if each.answer is not None]
    missing = [answer for answer in refused if answer.outcome is Outcome.NOT_IN_DATA]
    if len(missing) == len(found) or (missing and not _GOT.search(fold(request.text))):
        return None
    if refused:
        private = next((answer for answer in refused if answer.outcome is Outcome.OUT_OF_SCOPE), refused[0])
        return Named(request=request, answer=private)
    parties = tuple({each.party.key: each.party for each in found if each.party}.values())
    if len(parties) < 2:
        return None
    corrections = tuple(dict.fromkeys(each for named in found for each in named.corrections))
    return Named(request=_of_all(request, typed), parties=parties, corrections=corrections)


def _typed(request: Request) -> list[str]:
    """The names as they stand in the text; bodies and acts that are named make it another question."""
    said = fold(request.text)
    if len(request.organizations) > 1 or request.adas or not (_GOT.search(said) or _COMPARED.search(said)):
        return []
    joined = _JOINED.search(request.text, 1)  # the first word is the question's own capital
    return [each.strip() for each in _EACH.findall(joined.group())][:_MOST] if joined else []


def _about(request: Request, typed: str) -> Request:
    """The question as if it were about one of them."""
    alone = replace(request, intent=Intent.AGGREGATE, topic=(), joints=(), sides=Sides(), payee=None, afm=None)
    if typed.startswith("ΑΦΜ "):
        return replace(alone, afm=typed.removeprefix("ΑΦΜ "))
    return replace(alone, payee=typed.removeprefix("εταιρεία ").strip('«»"'))


def _of_all(request: Request, typed: list[str]) -> Request:
    named = {word for name in typed for word in words(name)}
    return replace(
        request,
        intent=Intent.AGGREGATE,
        metric=Metric.SUM,
        unit=Unit.EURO,
        topic=tuple(word for word in request.topic if fold(word) not in named),
        joints=(),
        sides=Sides(),
        payee=None,
        afm=None,
        group_by=None,
        stage=request.stage if request.stage_named else None,
        notes=(*(each for each in request.notes if not each.startswith(("unused:", "ignored:"))), PAYEES_BESIDE),
    )
