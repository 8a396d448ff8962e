"""What the bench asks, by kind of work, of bodies of every size, and the bars of DESIGN §9 for so many decisions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from core.domain.organization import Coverage

Asked = tuple[str, str | None]  # a text, and the body that it is asked about

TOPICS = (
    "καύσιμα",
    "απορρίμματα",
    "συντήρηση σχολικών κτιρίων",
    "τρόφιμα για παιδικούς σταθμούς",
    "ελαστικά οχημάτων",
    "αδέσποτα ζώα",
    "ασφαλτόστρωση",
    "ηλεκτρικό ρεύμα",
    "αντλιοστάσια",
    "γραφική ύλη",
    "φωτισμός",
    "παιδικές χαρές",
)
_BODIES = 6  # as many as are asked about, from the largest to the smallest
_SMALL = 50_000  # up to so many decisions the bars for 40,000 hold


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """What DESIGN §9 asks of one kind of work, in milliseconds; None: nothing."""

    p50: float | None = None
    p95: float | None = None

    def met(self, p50: float, p95: float) -> bool:
        return (self.p50 is None or p50 <= self.p50) and (self.p95 is None or p95 <= self.p95)


_COUNTED = ("total", "ranking", "trend", "payees")


def bars(decisions: int) -> dict[str, Bar]:
    """Of each kind of work over so many decisions."""
    if decisions <= _SMALL:
        fixed = {"card": Bar(p50=5, p95=15), "search": Bar(p50=40, p95=120)}
        return fixed | dict.fromkeys(_COUNTED, Bar(p50=80))
    fixed = {"card": Bar(p95=15), "search": Bar(p95=250)}
    return fixed | dict.fromkeys(_COUNTED, Bar(p95=300))


def sampled(bodies: Sequence[Coverage]) -> list[Coverage]:
    """The largest, the smallest, and some between them."""
    ordered = sorted(bodies, key=lambda body: -body.decisions)
    most = min(_BODIES, len(ordered))
    places = [round(place * (len(ordered) - 1) / max(1, most - 1)) for place in range(most)]
    return [ordered[place] for place in dict.fromkeys(places)]


def questions(bodies: Sequence[Coverage], adas: Sequence[str]) -> dict[str, list[Asked]]:
    """Texts by kind of work: every topic at each of the bodies, in some year that we hold of it."""
    asked: dict[str, list[Asked]] = {kind: [] for kind in bars(0)}
    asked["card"] = [(ada, None) for ada in adas]
    for place, topic in enumerate(TOPICS):
        for body in bodies:
            uid, year = body.organization_uid, _year(body, place)
            asked["search"].append((f"αποφάσεις για {topic}", uid))
            asked["total"].append((f"πόσα ανατέθηκαν για {topic} το {year}", uid))
            asked["ranking"].append((f"ποια ήταν η μεγαλύτερη ανάθεση για {topic}", uid))
            asked["trend"].append((f"πόσα ανατέθηκαν για {topic} ανά έτος", uid))
            asked["payees"].append((f"ποιοι πήραν τις περισσότερες αναθέσεις για {topic}", uid))
    for body in bodies:
        uid = body.organization_uid
        asked["total"] += [("πόσα ανατέθηκαν συνολικά", uid), (f"πόσα πληρώθηκαν συνολικά το {_year(body, 1)}", uid)]
        asked["trend"].append(("πόσα πληρώθηκαν ανά μήνα", uid))
        asked["payees"] += [
            ("ποιοι πήραν τις περισσότερες αναθέσεις", uid),
            (f"ποιοι προμηθευτές πληρώθηκαν περισσότερο το {_year(body, 1)}", uid),
        ]
    return asked


def _year(body: Coverage, place: int) -> int:
    years = range((body.first_on or date.min).year, (body.last_on or date.min).year + 1)
    return years[place % len(years)]
