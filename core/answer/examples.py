"""Questions that can be tapped and are known to work on the data that we hold."""

from dataclasses import replace
from datetime import date

from core.answer import topics
from core.answer.compose.words import organization_name
from core.answer.setting import Setting
from core.domain.answer import Choice, ChoiceKind
from core.domain.condition import DecisionFilter, StageTotal
from core.domain.ledger import Stage
from core.domain.organization import Coverage
from core.domain.period import Period
from core.store import spending
from core.store.pool import Pool

_TOPICS = ("καύσιμα", "απορρίμματα", "ηλεκτροφωτισμό", "σχολεία")
_VERBS = {
    Stage.AWARD: ("ανατέθηκαν", "αναθέσεις"),
    Stage.PAYMENT: ("πληρώθηκαν", "πληρωμές"),
    Stage.COMMITMENT: ("δεσμεύτηκαν", "δεσμεύσεις"),
    Stage.APPROVAL: ("εγκρίθηκαν", "εγκρίσεις δαπανών"),
}
_EXAMPLES = 3


_MOST_KEPT = 100
_kept: dict[tuple[str, int, date | None], tuple[Choice, ...]] = {}  # made once for a state of the data


async def examples(db: Pool, setting: Setting, *, organization_uid: str | None = None) -> tuple[Choice, ...]:
    """Up to three: a total on a topic, the largest acts of a year, the latest acts; empty without data.

    Of `organization_uid` where it is covered; else of the house's body, or of the largest.
    """
    coverage = setting.coverage.get(organization_uid or "") or _shown_first(setting)
    if coverage is None or coverage.last_on is None:
        return ()
    key = (coverage.organization_uid, coverage.decisions, coverage.last_on)
    if key not in _kept:
        if len(_kept) > _MOST_KEPT:
            _kept.clear()
        _kept[key] = await _made(db, coverage)
    return _kept[key]


def _shown_first(setting: Setting) -> Coverage | None:
    home = setting.coverage.get(setting.home)
    return home or max(setting.coverage.values(), key=lambda item: item.decisions, default=None)


async def _made(db: Pool, coverage: Coverage) -> tuple[Choice, ...]:
    name = organization_name(coverage.label)
    found: list[Choice] = []
    if (total := await _telling(db, coverage)) is not None:
        stage, year, topic = total
        verb, noun = _VERBS[stage]
        found.append(_ask(f"Πόσα {verb} για {topic} το {year};", f"πόσα {verb} για {topic} το {year}", coverage))
        found.append(_ask(f"Οι μεγαλύτερες {noun} του {year}", f"οι μεγαλύτερες {noun} του {year}", coverage))
    found.append(_ask(f"Τελευταίες πράξεις: {name}", "τελευταίες αποφάσεις", coverage))
    return tuple(found[:_EXAMPLES])


def _ask(label: str, text: str, coverage: Coverage) -> Choice:
    return Choice(label=label, kind=ChoiceKind.ASK, text=text, organization_uid=coverage.organization_uid)


async def _telling(db: Pool, coverage: Coverage) -> tuple[Stage, int, str] | None:
    """A stage, year and topic with a figure behind them, the latest whole year first."""
    if coverage.last_on is None:
        return None
    for year in (coverage.last_on.year - 1, coverage.last_on.year):
        for topic in _TOPICS:
            condition = (await topics.resolve(db, words=(topic,), exclude=())).condition
            where = DecisionFilter(
                organizations=(coverage.organization_uid,), period=Period.year(year), condition=condition
            )
            totals = await spending.stage_totals(db, where=replace(where, stage=None))
            for stage in _VERBS:
                if any(total.stage is stage and _is_telling(total) for total in totals):
                    return stage, year, topic
    return None


def _is_telling(total: StageTotal) -> bool:
    return total.with_amount >= 3 and not total.mostly_unread
