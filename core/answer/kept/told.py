"""What files and pictures of an answer say of themselves: a title, the recipe, how far the data reach."""

from collections.abc import Sequence

from core.answer.compose.closing import beyond, gaps, reach, topic_words
from core.answer.compose.how import RULES, argument_words
from core.answer.compose.payees import payee_words
from core.answer.compose.words import STAGES, capitalised, organization_name, period_label, period_words
from core.answer.kept.opened import Opened
from core.answer.lookups.arguments import described
from core.answer.setting import Setting
from core.domain.answer import plain
from core.domain.asked import Asked, AskedKind
from core.domain.condition import DecisionFilter
from core.domain.organization import Coverage
from core.domain.table import Cell
from core.domain.types import DECISION_TYPES, title_of
from core.greek.numbers import format_euro

_LONGEST_NAME = 80
_BODIES = 4
_TOLD_ELSEWHERE = frozenset({"organizations", "period", "stage", "words", "without", "decision_types"})


def what(asked: Asked) -> str:
    """«αναθέσεις», «κατακυρώσεις», «πράξεις»; of a ranking of payees «ανάδοχοι στις αναθέσεις»."""
    if asked.kind is AskedKind.PAYEES and asked.stage:
        return f"{payee_words(asked.stage)[1]} στις {STAGES[asked.stage].plural}"
    if asked.stage or asked.where.stage:
        return STAGES[asked.stage or asked.where.stage or next(iter(STAGES))].plural
    types = asked.where.decision_types
    return DECISION_TYPES[types[0]].plural if len(types) == 1 and types[0] in DECISION_TYPES else "πράξεις"


def bodies(asked: Asked, setting: Setting) -> str:
    uids = asked.where.organizations or tuple(setting.coverage)
    names = [organization_name(setting.body(uid).label) for uid in uids]
    more = f" και άλλοι {len(names) - _BODIES}" if len(names) > _BODIES else ""
    return ", ".join(names[:_BODIES]) + more


def title(asked: Asked, setting: Setting) -> str:
    """«Αναθέσεις · καύσιμα · 2024 · Δήμος Χ»: what was understood, never the reader's own sentence."""
    limits = _limits(asked)
    when = period_words(asked.where.period)
    when = when.removeprefix("το ") if when[3:].isdigit() else when
    parts = (capitalised(what(asked)), topic(asked), versus(asked, setting), when, *limits, bodies(asked, setting))
    return plain(" · ".join(part for part in parts if part))


def side_labels(asked: Asked, setting: Setting) -> tuple[str, ...]:
    """What each side of a comparison is called: by that in which they differ."""
    wheres = [side.where for side in asked.sides]
    if len({where.organizations for where in wheres}) > 1:
        return tuple(organization_name(setting.body(where.organizations[0]).label) for where in wheres)
    if len({where.period for where in wheres}) > 1:
        return tuple(period_label(where.period) for where in wheres)
    if len({where.condition for where in wheres}) > 1:
        return tuple(" ".join(group.shown[0] for group in where.condition.groups) for where in wheres)
    stages = [where.stage for where in wheres if where.stage]
    if len(set(stages)) == len(wheres):
        return tuple(STAGES[stage].plural for stage in stages)
    return tuple(DECISION_TYPES[where.decision_types[0]].plural for where in wheres)


def versus(asked: Asked, setting: Setting) -> str:
    """«καύσιμα / τρόφιμα»; bodies and periods are named in their own place."""
    one_body = len({side.where.organizations for side in asked.sides}) == 1
    one_period = len({side.where.period for side in asked.sides}) == 1
    return " / ".join(side_labels(asked, setting)) if one_body and one_period else ""


def topic(asked: Asked) -> str:
    """The words as they were asked, what they were widened to left to the recipe."""
    shown = " ".join(group.shown[0] for group in asked.where.condition.groups)
    excluded = ", ".join(group.shown[0] for group in asked.where.condition.exclude)
    return f"{shown or 'όλα'}, εκτός: {excluded}" if excluded else shown


def _limits(asked: Asked) -> list[str]:
    where = asked.where
    least, most = where.amount_min, where.amount_max
    told = (
        f"από {format_euro(least)}" if least is not None else "",
        f"έως {format_euro(most)}" if most is not None else "",
        f"ΑΦΜ {where.payee_afm}" if where.payee_afm else "",
        f"ΚΑ {where.kae}" if where.kae else "",
        f"CPV {where.cpv}" if where.cpv else "",
        "όπου η πράξη γράφει «απευθείας»" if where.direct_only else "",
        "λίγο κάτω από το όριο της απευθείας ανάθεσης" if asked.parts else "",
        f"χωρίς {len(where.without)} που ζητήθηκε να μείνουν έξω" if where.without else "",
    )
    return [part for part in told if part]


def band_words(where: DecisionFilter) -> str:
    """«28.500,00 € έως 30.000,00 €, το 2024», of one part of a list."""
    least, most = where.amount_min, where.amount_max
    span = f"{format_euro(least)} έως {format_euro(most)}" if least is not None and most is not None else ""
    return ", ".join(part for part in (span, period_words(where.period)) if part)


def file_name(asked: Asked, setting: Setting, *, receipt: str) -> str:
    """Letters, digits and hyphens, so that every system takes it; of demonstration data it says so."""
    period = asked.where.period
    when = str(period.whole_year or "") or (period.since.isoformat() if period.since else "")
    body = bodies(asked, setting) if len(asked.where.organizations) == 1 else ""
    words = " ".join(("ΕΙΚΟΝΙΚΑ" if setting.demo else "", what(asked), topic(asked), when, body))
    kept = "".join(letter if letter.isalnum() else " " for letter in words).split()
    return "-".join([*"-".join(kept)[:_LONGEST_NAME].split("-"), receipt.strip("-_")])


def coverages(asked: Asked, setting: Setting) -> Sequence[Coverage]:
    uids = asked.where.organizations or tuple(setting.coverage)
    return tuple(setting.coverage[uid] for uid in uids if uid in setting.coverage)


def reach_words(asked: Asked, setting: Setting) -> str:
    """How far the data reach, and what of the period they do not hold."""
    held, period = coverages(asked, setting), asked.where.period
    return " ".join(part for part in (beyond(held, period), gaps(held, period), reach(held, period)) if part)


def heading(kept: Opened, asked: Asked, setting: Setting) -> list[tuple[str, Cell]]:
    """The first lines of a recipe: what was asked, how it was understood."""
    where = asked.where
    lines: list[tuple[str, Cell]] = [
        ("Τι είναι", title(asked, setting)),
        ("Ερώτηση, όπως γράφτηκε", kept.text),
        ("Ρωτήθηκε στις", kept.asked_on),
        ("Φορέας", bodies(asked, setting)),
        ("Λέξεις στο θέμα", topic_words(where.condition)),
        ("Διάστημα", period_words(where.period) or "όλα όσα διαθέτουμε"),
        ("Στάδιο", f"{STAGES[asked.stage].plural} ({STAGES[asked.stage].types})" if asked.stage else ""),
        ("Είδη πράξεων", ", ".join(title_of(uid) for uid in where.decision_types)),
    ]
    told = (argument_words(name, value) for name, value in described(where) if name not in _TOLD_ELSEWHERE)
    lines.append(("Άλλοι όροι", "; ".join(part for part in told if part)))
    return [(label, cell) for label, cell in lines if cell]


def ending(kept: Opened, asked: Asked, setting: Setting) -> list[tuple[str, Cell]]:
    """The last lines: the rules, how far the data reach, the receipt."""
    return [
        ("Κανόνες", RULES),
        ("ΦΠΑ", "Από τα στοιχεία δεν προκύπτει αν τα ποσά περιλαμβάνουν ΦΠΑ. Δεν ελέγχθηκαν στο PDF."),
        ("Στοιχεία έως", reach_words(asked, setting)),
        ("Πηγή", "Διαύγεια, https://diavgeia.gov.gr"),
        ("Απόδειξη", kept.receipt),
    ]
