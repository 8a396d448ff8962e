"""What the tests of understanding share: a few bodies of the register, one day, and how to read a message."""

from datetime import date
from functools import cache

from core.answer.slots import slots
from core.answer.understanding import understand
from core.domain.request import Request
from core.greek.names import BodyName, OrganizationIndex
from core.greek.phonetic import phonetic

TODAY = date(2026, 10, 5)  # a Monday
_MUNICIPALITIES = {
    "6265": "ΔΗΜΟΣ ΡΟΔΟΥ",
    "6289": "ΔΗΜΟΣ ΣΤΥΛΙΔΑΣ",
    "6179": "ΔΗΜΟΣ ΜΑΚΡΑΚΩΜΗΣ",
    "6202": "ΔΗΜΟΣ ΚΑΜΕΝΩΝ ΒΟΥΡΛΩΝ",
    "6322": "ΔΗΜΟΣ ΧΑΝΙΩΝ",
    "6003": "ΔΗΜΟΣ ΑΓΙΟΥ ΝΙΚΟΛΑΟΥ",
}
_OTHERS = {
    "50449": "ΔΗΜΟΤΙΚΗ ΕΠΙΧΕΙΡΗΣΗ ΥΔΡΕΥΣΗΣ ΑΠΟΧΕΤΕΥΣΗΣ (Δ.Ε.Υ.Α.) ΚΟΖΑΝΗΣ",
    "5011": "ΠΕΡΙΦΕΡΕΙΑ ΝΟΤΙΟΥ ΑΙΓΑΙΟΥ",
    "99999": "ΟΜΟΣΠΟΝΔΙΑ ΔΟΚΙΜΩΝ (Ο.Χ.Ε.)",
}
_REGISTERED = frozenset({*_MUNICIPALITIES, *_OTHERS, "5013"})


@cache
def bodies() -> OrganizationIndex:
    municipal = [BodyName(uid=uid, label=label, category="MUNICIPALITY") for uid, label in _MUNICIPALITIES.items()]
    return OrganizationIndex([*municipal, *(BodyName(uid=uid, label=label) for uid, label in _OTHERS.items())])


def read(text: str, *previous: str) -> Request:
    """The request of a message; `previous` are the reader's earlier ones."""
    return understand(text, today=TODAY, bodies=bodies(), previous=previous, registered=_REGISTERED.__contains__)


def gist(text: str) -> dict[str, object]:
    """What has to be the same however a question is spelled: words by their sound, the rest as it is."""
    request = read(text)
    said = slots(request)
    spoken = {name: phonetic(str(said[name] or "")) for name in ("keyword", "exclude", "payee")}
    kept = {name: value for name, value in said.items() if name not in spoken}
    return {"intent": request.intent, "scope": request.scope, "own": request.own_body} | kept | spoken
