"""What was asked comes back from a receipt as it was."""

import json
from dataclasses import fields, replace
from datetime import date
from decimal import Decimal

from core.answer.kept.asked_json import from_json, to_json
from core.domain.asked import Asked, AskedKind, Side
from core.domain.condition import Condition, DecisionFilter, WordGroup
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Grouping

FULL = Asked(
    where=DecisionFilter(
        organizations=("6202", "6179"),
        period=Period(since=date(2024, 1, 1), until=date(2025, 1, 1), words="το 2024"),
        decision_types=("Δ.1",),
        stage=Stage.AWARD,
        condition=Condition(
            groups=(WordGroup(shown=("καύσιμα", "βενζίνη"), alternatives=(("καυσιμ",), ("βενζιν", "αμολυβδ"))),),
            exclude=(WordGroup(shown=("τρόφιμα",), alternatives=(("τροφιμ",),)),),
        ),
        payee_afm="999999999",
        amount_min=Decimal("10.5"),
        amount_max=Decimal("1E+3"),
        amount_above=True,
        amount_below=True,
        status="PUBLISHED",
        kae="6641",
        cpv="09100000-0",
        direct_only=True,
        without=("6ΛΓΣΩΛ2-5ΤΟ", "999999999"),
    ),
    stage=Stage.AWARD,
    group_by=Grouping.MONTH,
    largest=False,
    limit=7,
    by_acts=True,
    payee="=ΔΟΚΙΜΗ",
    parts=(DecisionFilter(amount_min=Decimal("28500"), amount_max=Decimal("30000")),),
)
FULL = replace(FULL, sides=(Side(key="2024", where=FULL.where), Side(key="όλα", where=DecisionFilter())))


def test_everything_comes_back() -> None:
    assert from_json(json.loads(json.dumps(to_json(FULL)))) == FULL
    assert from_json(json.loads(json.dumps(to_json(Asked(where=DecisionFilter()))))) == Asked(where=DecisionFilter())


def test_no_limit_is_forgotten() -> None:
    """A new limit of a filter that a receipt does not keep would count more acts when asked again."""
    for field in fields(DecisionFilter):
        without = replace(FULL, where=replace(FULL.where, **{field.name: getattr(DecisionFilter(), field.name)}))
        assert without != FULL, f"{field.name}: set it in FULL"
        assert to_json(without) != to_json(FULL), field.name


def test_a_receipt_from_before_sides_and_payees_is_still_read() -> None:
    later = ("sides", "parts", "by_acts", "payee", "whole")
    old = {name: value for name, value in to_json(FULL).items() if name not in later}
    read = from_json(old)
    assert read == replace(FULL, sides=(), parts=(), by_acts=False, payee=None, whole=None)
    assert read.kind is AskedKind.RANKING
