"""«ποιοι πήραν τα περισσότερα»: the payees of one stage by amount, or the reason why there is no such list."""

from core.answer.compose import payees as words
from core.answer.compose import totals
from core.answer.compose.closing import beyond
from core.answer.compose.lists import citations
from core.answer.compose.words import STAGES, bold, of_organization, period_words, the_organization, topic_title
from core.answer.lookups import rank_payees
from core.answer.lookups.rank_payees import PayeeRankFinding
from core.answer.plans.common import HOW, TABLE, buttons, chart_of, conditions, ending, held_words, notes
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Choice, ChoiceKind, Figure, Outcome
from core.domain.ledger import Stage
from core.domain.payee_classes import PayeeClass
from core.domain.request import Grouping, Item, Metric, Request

_SHOWN, _ONE = 10, 5
_ORDER = (Stage.PAYMENT, Stage.AWARD, Stage.CONTRACT, Stage.APPROVAL)
_UNNAMED = (PayeeClass.NOBODY, PayeeClass.SELF)


def asks_for_payees(request: Request) -> bool:
    return request.group_by is Grouping.PAYEE or request.metric is Metric.SUM_AND_PAYEES


def _by_acts(situation: Situation) -> bool:
    return situation.request.metric is Metric.COUNT


def step(situation: Situation) -> Step:
    """The asked stage; the next one whose acts name payees when its own do not, and the answer says so."""
    tried = [result for result in situation.results if isinstance(result, PayeeRankFinding)]
    if tried and tried[-1].ranked:
        return Draft(answer=_draft(situation, tried))
    wanted = situation.request.stage or Stage.PAYMENT
    done = {each.stage for each in tried}
    order = [stage for stage in dict.fromkeys((wanted, *_ORDER)) if stage not in done]
    if not order:
        return Draft(answer=_none(situation, tried))
    arguments = rank_payees.Arguments(
        where=situation.where(),
        stage=order[0],
        limit=situation.request.limit or (_ONE if situation.request.topic else _SHOWN),
        by_acts=_by_acts(situation),
    )
    return (Call(lookup=rank_payees.NAME, arguments=arguments),)


def _none(situation: Situation, tried: list[PayeeRankFinding]) -> Answer:
    """Every stage with its reason, the asked one first; the acts themselves can still be had."""
    told = [words.refused(each, situation.body) for each in tried if each.silence.decisions]
    line = _understood(situation, tried[0].stage)
    acts = Choice(label="Μεγαλύτερες αναθέσεις", kind=ChoiceKind.ASK, text=_largest(situation))
    return Answer(
        outcome=Outcome.PARTIAL if told else Outcome.NOT_IN_DATA,
        text="\n\n".join(("\n".join(told) or words.refused(tried[0], situation.body), line)),
        request=situation.request,
        choices=(acts, HOW) if told else (HOW,),
    )


def _largest(situation: Situation) -> str:
    topic = " ".join(situation.request.topic)
    parts = ["οι μεγαλύτερες αναθέσεις", f"για {topic}" if topic else "", period_words(situation.period)]
    return " ".join(part for part in parts if part)


def _draft(situation: Situation, tried: list[PayeeRankFinding]) -> Answer:
    found = tried[-1]
    blocks = [
        "\n".join(
            words.refused(each, situation.body) for each in tried[:-1] if each.silence.decisions or each is tried[0]
        ),
        _sum(situation, found),
        _list(situation, found),
        "\n".join(filter(None, _beside(situation, found))),
        notes(situation),
        _understood(situation, found.stage),
    ]
    rows = [each.row for each in found.ranked if each.row]
    return Answer(
        outcome=Outcome.ANSWERED if situation.request.stage in (None, found.stage) else Outcome.PARTIAL,
        text="\n\n".join(block for block in blocks if block),
        request=situation.request,
        figures=_figures(situation, found),
        citations=citations(rows, situation.setting.labels()),
        listed=tuple(
            Item(place=place, key=each.share.token, shown=each.shown) for place, each in enumerate(found.ranked, 1)
        ),
        choices=buttons(TABLE, chart_of(len(found.ranked)), HOW),
    )


def _figures(situation: Situation, found: PayeeRankFinding) -> tuple[Figure, ...]:
    """The lines in their order, then whole classes, then the stage; the stage first where its sum was asked too."""
    leads = ("net",) if situation.request.metric is Metric.SUM_AND_PAYEES else ("payee ",)
    return tuple(sorted(found.finding.figures, key=lambda each: not each.label.startswith(leads)))


def _sum(situation: Situation, found: PayeeRankFinding) -> str:
    """«πόσα, και σε ποιους;»: the total of the same stage first."""
    if situation.request.metric is not Metric.SUM_AND_PAYEES or found.total is None or not found.total.with_amount:
        return ""
    return totals.headline(
        found.total,
        who=the_organization(situation.body),
        topic=topic_title(situation.topic.condition),
        when=period_words(situation.period) or held_words(situation),
        limits=conditions(situation),
    )


def _list(situation: Situation, found: PayeeRankFinding) -> str:
    one, many, _ = words.payee_words(found.stage)
    topic = topic_title(situation.topic.condition)
    when = period_words(situation.period) or held_words(situation)
    head = f"Οι μεγαλύτεροι {bold(many)}" if len(found.ranked) > 1 else f"Ο {bold(one)}"
    order = "κατά αριθμό πράξεων" if _by_acts(situation) else "κατά δηλωμένο ποσό"
    parts = (
        head,
        f"στις {STAGES[found.stage].plural} ({STAGES[found.stage].types})",
        f"για {topic}" if topic else "",
        f"({conditions(situation)})" if conditions(situation) else "",
        of_organization(situation.body),
        f"{when}," if when else "",
        f"στη Διαύγεια, {order}:",
    )
    lines = [words.share_line(place, each, by_acts=_by_acts(situation)) for place, each in enumerate(found.ranked, 1)]
    return " ".join(part for part in parts if part) + "\n" + "\n".join(lines)


def _beside(situation: Situation, found: PayeeRankFinding) -> list[str]:
    """What the list leaves out and stands on."""
    unnamed = [each for each in found.apart if each.payee_class in _UNNAMED]
    return [
        words.whole(found),
        words.silent(found.stage, found.silence, situation.body, unnamed),
        words.apart(found),
        words.doubtful(found.total),
        " ".join(("Τα ποσά δεν ελέγχθηκαν στο PDF.", words.NAMELESS if _lacks_name(found) else "")).strip(),
        beyond(situation.coverages, situation.period),
    ]


def _lacks_name(found: PayeeRankFinding) -> bool:
    return any("όνομα δεν αναφέρεται" in each.shown for each in found.ranked)


def _understood(situation: Situation, stage: Stage) -> str:
    return ending(situation, stage)
