"""Public bodies as receivers: «πληρωμές προς το ΙΚΑ» asks what a body got, not what it decided."""

import re
from dataclasses import replace

from core.answer.setting import Setting
from core.domain.ledger import Stage
from core.domain.request import Intent, OrganizationMention, Request
from core.greek.fold import fold

_TOWARDS = r"\bπροσ (?:το |τον |την |τη |τουσ |τισ |τα )?"
_INTO = r"\bστ(?:ο|ον|ην|η|α|ουσ|ισ) "
_GIVING = frozenset({Stage.PAYMENT, Stage.APPROVAL, Stage.AWARD, Stage.COMMITMENT, Stage.GRANT})
_GAVE = re.compile(r"\b(?:πληρω|πληρων|εδωσ|δοθηκ|δωσ|κατεβαλ|καταβληθηκ|αποδο|αποδωσ|επιχορηγ|ενταλμα)\w*")
_AS = re.compile(r"\b(?:ωσ|αναφορικα|σχετικα) προσ\b")


def received(request: Request, setting: Setting) -> Request:
    """The request with its receiver as a payee, where a body stands as one and the question is of money.

    «προς» says so of any body; «στο» only beside a word of paying, of a body whose own acts we do not hold.
    """
    about_money = request.intent in (Intent.AGGREGATE, Intent.RECORDS) and request.stage in (*_GIVING, None)
    if not about_money or request.payee or request.afm or not request.organizations:
        return request
    found = next((each for each in request.organizations if _receives(request, each, setting)), None)
    if found is None:
        return request
    others = tuple(each for each in request.organizations if each is not found)
    return replace(request, organizations=others, payee=found.words)


def _receives(request: Request, mention: OrganizationMention, setting: Setting) -> bool:
    text, name = fold(request.text), re.escape(fold(mention.words))
    if _AS.search(text):
        return False
    if re.search(_TOWARDS + name, text):
        return True
    held = any(setting.is_covered(uid) for uid in mention.uids)
    return not held and bool(_GAVE.search(text)) and bool(re.search(_INTO + name, text))
