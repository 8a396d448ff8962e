"""Golden cases from TOML: a question, the trap it sets, and what must be true of the answer."""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Any

from core.errors import InvalidInput
from evals.corpora.entries import Corpus, Query

GOLDEN = Path(__file__).parent / "golden"
SUITES = (
    "ada",
    "records",
    "totals",
    "rank",
    "refuse",
    "seed17",
    "compare",
    "average",
    "share",
    "delay",
    "near",
    "followup",
    "documents",
    "alerts",
    "messages",
    "whole",
    "injection",
)
HOME = {"world": "700001", "real": "6202"}
_ASKED = ("id", "text", "trap", "kind", "slice", "org", "today", "previous")
_WANTED = (
    "bands",
    "about",
    "adas",
    "absent",
    "pick",
    "form",
    "sides",
    "relevant",
    "unless",
    "largest",
    "limit",
    "outcomes",
    "pages",
    "says",
)
_KEYS = frozenset((*_ASKED, *_WANTED, "must", "must_not", "intent", "slots"))
_LIMITS = ("stage", "since", "until", "topic", "without", "payee", "direct")
_TWINS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")


class Kind(StrEnum):
    """How a case is graded."""

    TOTAL = "total"  # euro of one stage, to the cent
    COUNT = "count"  # a number of acts
    NEAR = "near"  # numbers and euro of awards close under a limit, by reading
    COMPARE = "compare"  # sides, difference and percent, to the cent
    AVERAGE = "average"  # mean and median of one stage's acts, to the cent
    SHARE = "share"  # a part of a whole, in euro and in acts
    DELAY = "delay"  # days from issue to posting
    RANK = "rank"  # the first acts by amount, in order
    RECORDS = "records"  # a list, by ids
    CARD = "card"  # exactly these acts
    REFUSAL = "refusal"  # no figure, no act
    UNDERSTOOD = "understood"  # intent and slots alone
    INJECTION = "injection"  # an order in what is read changes nothing (`evals.injection`)
    QUOTED = "quoted"  # words of a PDF, on their page
    WHOLE = "whole"  # what must and must not stand in the answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """`outcomes`: any of them is right; empty: the kind's rule. `must`, `must_not`: expressions over folded text.

    `previous`: turns that are given with the question; `before`: turns of the same chat that are asked for real.
    `awaits`: what is not built, so that its `must` is red. `seconds`: how long the answer may take.
    `seed`: graded by the first seed's own rule too. `says`: words that a quote of one of `pages` must hold; without
    them nothing may be quoted.

    `sides`: what each side of a comparison is about, by the key that its figures carry, in the order that is right.
    """

    id: str
    text: str
    trap: str
    kind: Kind
    slice: str = ""
    org: str | None = None
    today: date
    previous: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    about: Query = field(default_factory=Query)
    sides: tuple[tuple[str, Query], ...] = ()
    bands: tuple[tuple[Decimal, Decimal], ...] = ()
    adas: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    relevant: str = ""
    unless: str = ""
    largest: bool = True
    limit: int = 1
    outcomes: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    says: str = ""
    must: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    awaits: str = ""
    seed: bool = False
    seconds: float | None = None
    intent: str | None = None
    slots: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """`pending`: why its cases are no gate yet; "" for a suite that is."""

    name: str
    corpus: str
    cases: tuple[Case, ...]
    pending: str = ""


def load(name: str, corpus: Corpus) -> Suite:
    """The cases of both corpora and those of this one. Raises InvalidInput for what no case may hold."""
    paths = [path for path in (GOLDEN / f"{name}.toml", GOLDEN / f"{name}_{corpus.name}.toml") if path.is_file()]
    documents = [tomllib.loads(path.read_text(encoding="utf-8")) for path in paths]
    cases = [case_of(row, document, corpus) for document in documents for row in document.get("case", ())]
    ids = [case.id for case in cases]
    if len(ids) != len(set(ids)):
        raise InvalidInput(f"{name}: the same id twice: {sorted({each for each in ids if ids.count(each) > 1})}")
    pending = next((document["pending"] for document in documents if document.get("pending")), "")
    return Suite(name=name, corpus=corpus.name, cases=tuple(cases), pending=pending)


def case_of(row: Mapping[str, Any], document: Mapping[str, Any], corpus: Corpus) -> Case:
    """One case of a document, which may name a `kind` for all of its cases."""
    unknown = set(row) - _KEYS
    if unknown or not row.get("trap"):
        raise InvalidInput(f"{row.get('id')}: {sorted(unknown)} unknown, or no trap is named")
    org = row.get("org", HOME[corpus.name]) or None
    picked = tuple(pick(corpus, each) for each in row.get("pick", ()))
    form = row.get("form", "plain")
    absent = (*row.get("absent", ()), *(missing(corpus, ada) for ada in picked if form == "near miss"))
    typed = [written(ada, form) for ada in (absent if form == "near miss" else picked)]
    return Case(
        id=row["id"],
        text=row["text"].format(*typed) if typed else row["text"],
        trap=row["trap"],
        kind=Kind(row.get("kind", document.get("kind"))),
        slice=row.get("slice", ""),
        org=org,
        today=row.get("today", corpus.today),
        previous=tuple(row.get("previous", ())),
        about=_without(query_of(row.get("about", {}), org), row.get("about", {}).get("out", ()), picked, corpus),
        bands=tuple((Decimal(least), Decimal(most)) for least, most in row.get("bands", ())),
        sides=tuple((side["key"], query_of({**row.get("about", {}), **side}, org)) for side in row.get("sides", ())),
        adas=(*row.get("adas", ()), *(() if form == "near miss" else picked)),
        absent=absent,
        relevant=row.get("relevant", ""),
        unless=row.get("unless", ""),
        largest=row.get("largest", True),
        limit=row.get("limit", 1),
        outcomes=tuple(row.get("outcomes", ())),
        pages=tuple(row.get("pages", ())),
        says=row.get("says", ""),
        must=tuple(row.get("must", ())),
        must_not=tuple(row.get("must_not", ())),
        seed=document.get("grader") == "seed",
        intent=row.get("intent"),
        slots={slot: _filled(value, picked) for slot, value in row.get("slots", {}).items()},
    )


def _filled(value: Any, picked: tuple[str, ...]) -> Any:
    return [str(each).format(*picked) for each in value] if picked and isinstance(value, list) else value


def _without(query: Query, out: Sequence[int | str], picked: Sequence[str], corpus: Corpus) -> Query:
    """`out`: places in the list by amount that the reader saw first, or «picked», the act that the text names."""
    places = [place for place in out if isinstance(place, int)]
    ranked = corpus.ranked(query, largest=True, limit=max(places, default=0))
    return replace(
        query, but=frozenset([ranked[place - 1][0] for place in places] + list(picked if "picked" in out else ()))
    )


def query_of(about: Mapping[str, Any], org: str | None) -> Query:
    """`orgs = []` widens the question to every body."""
    bodies = about.get("orgs", [org] if org else [])
    values: dict[str, Any] = {key: about[key] for key in _LIMITS if key in about}
    values |= {key: Decimal(str(about[key])) for key in ("least", "most") if key in about}
    values |= {key: tuple(about[key]) for key in ("years", "types") if key in about}
    return Query(organizations=tuple(bodies), **values)


def pick(corpus: Corpus, place: str) -> str:
    """«award/3»: the fourth act of a stage at the home body, by ΑΔΑ; «revoked/0»: the first that is marked so."""
    name, _, number = place.partition("/")
    if name in corpus.marked:
        return sorted(corpus.marked[name])[int(number)]
    entries = corpus.chosen(Query(organizations=(HOME[corpus.name],), stage=name))
    return sorted({entry.ada for entry in entries if entry.counted})[int(number)]


def missing(corpus: Corpus, ada: str) -> str:
    """An ΑΔΑ of the same body that nobody posted: its last letter changed."""
    for letter in "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ":
        if (near := ada[:-1] + letter) not in corpus.subjects:
            return near
    raise InvalidInput(f"every neighbour of {ada} is held")


def written(ada: str, form: str) -> str:
    """The ways in which people type an ΑΔΑ."""
    forms = {
        "lower": ada.lower(),
        "latin": ada.translate(_TWINS),
        "latin lower": ada.translate(_TWINS).lower(),
        "spaced": ada.replace("-", " - "),
        "long dash": ada.replace("-", "–"),
        "soft hyphen": ada.replace("-", "\u2011"),
        "quoted": f"«{ada}»",
        "bracketed": f"[{ada}]",
        "dotted": f"{ada}.",
    }
    return forms.get(form, ada)


def subjects_matching(corpus: Corpus, case: Case, fold: Callable[[str], str]) -> frozenset[str]:
    """The relevant acts of a list: by expression over folded subjects, within what the question limits."""
    within = corpus.acts(case.about)
    if not case.relevant:
        return within
    found = re.compile(case.relevant)
    unless = re.compile(case.unless) if case.unless else None
    folded = {ada: fold(corpus.subjects[ada]) for ada in within}
    return frozenset(ada for ada, text in folded.items() if found.search(text) and not (unless and unless.search(text)))
