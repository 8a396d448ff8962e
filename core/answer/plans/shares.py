"""«τι ποσοστό των αναθέσεων πήρε η Χ», «… αφορά καύσιμα»: a part of one stage, refused where it would mislead."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.answer.compose import shares as words
from core.answer.compose.closing import beyond
from core.answer.compose.lists import citations, rows_text
from core.answer.compose.words import STAGES, of_organization, period_words, topic_title
from core.answer.intents.shares import OF_WHOLE
from core.answer.lookups import spending_share
from core.answer.lookups.share_rules import NoShare
from core.answer.lookups.spending_share import ShareFinding
from core.answer.plans import totals
from core.answer.plans.asking import uid_of
from core.answer.plans.common import HOW, TABLE, buttons, ending, held_words, notes, nothing_found
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Choice, ChoiceKind, Figure, Outcome
from core.domain.condition import Condition, DecisionFilter
from core.domain.ledger import Stage
from core.greek.numbers import format_euro

_ROWS_SHOWN, _ROWS_KEPT = 3, 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Split:
    """The two filters; `does`: what the part is, as a verb; `of`: what the whole is limited to; `payee`: its key."""

    part: DecisionFilter
    whole: DecisionFilter
    does: str
    of: str = ""
    payee: str | None = None
    called: str = ""


def _split(situation: Situation) -> _Split | None:
    """What the part has beside the whole: a payee, else «απευθείας», an amount, the topic, a code of the budget."""
    return next(_splits(situation), None)


def _splits(situation: Situation) -> Iterator[_Split]:
    request, where = situation.request, situation.where()
    topic = topic_title(situation.topic.condition)
    for_topic = f" για {topic}" if topic else ""
    direct = " όπου η πράξη γράφει «απευθείας»" if request.direct_only else ""
    if request.payee or request.afm:
        party = situation.payee
        called = (party.name or f"ΑΦΜ {party.afm}") if party else request.payee or f"ΑΦΜ {request.afm}"
        key = party.key if party else request.afm
        yield _Split(
            part=where,
            whole=replace(where, payee_afm=None),
            does=f"δηλώνει ανάδοχο ή δικαιούχο «{called}»",
            of=for_topic + direct,
            payee=key,
            called=called,
        )
    if "share:direct" in request.notes:
        yield _Split(part=where, whole=replace(where, direct_only=False), does="γράφει «απευθείας»", of=for_topic)
    if _limits(situation) and (not topic or OF_WHOLE in request.notes):
        does = f"{'είναι' if _stage(situation) is None else 'είναι σε πράξεις'} {_limits(situation)}"
        yield _Split(part=where, whole=_any_amount(where), does=does, of=for_topic + direct)
    if topic:
        yield _of_topic(situation, where, direct)
    if request.kae:
        yield _Split(part=where, whole=replace(where, kae=None), does=f"είναι σε ΚΑ {request.kae}", of=direct)
    if request.cpv:
        yield _Split(part=where, whole=replace(where, cpv=None), does=f"είναι σε CPV {request.cpv}", of=direct)


def _of_topic(situation: Situation, where: DecisionFilter, direct: str) -> _Split:
    """A topic inside of another one keeps both in the part."""
    limits = _limits(situation)
    among = f" {limits}" if limits else ""
    if len(situation.topics) == 2:
        part, whole = (topic.condition for topic in situation.topics)
        wider = replace(where, condition=whole)
        return _Split(
            part=where,
            whole=wider,
            does=f"αφορά {topic_title(part)}",
            of=f" για {topic_title(whole)}{direct}{among}",
        )
    title = topic_title(situation.topic.condition)
    return _Split(part=where, whole=replace(where, condition=Condition()), does=f"αφορά {title}", of=direct + among)


def _any_amount(where: DecisionFilter) -> DecisionFilter:
    return replace(where, amount_min=None, amount_max=None, amount_above=False, amount_below=False)


def _limits(situation: Situation) -> str:
    request = situation.request
    parts = []
    if request.amount_min is not None:
        parts.append(f"{'πάνω από' if request.amount_above else 'από'} {format_euro(request.amount_min)}")
    if request.amount_max is not None:
        parts.append(f"{'κάτω από' if request.amount_below else 'έως'} {format_euro(request.amount_max)}")
    return " ".join(parts)


def _stage(situation: Situation) -> Stage | None:
    """None: a share of acts, whatever their amounts."""
    return None if "share:acts" in situation.request.notes else situation.request.stage


def step(situation: Situation) -> Step:
    """One lookup, then the answer; what is not said is asked."""
    split = _split(situation)
    if situation.results:
        assert split is not None  # the lookup was made of it
        return Draft(answer=_draft(situation, split))
    if split is None:
        text = words.ONE_BODY if situation.request.organizations else words.UNCLEAR
        return Draft(answer=Answer(outcome=Outcome.UNCLEAR, text=text, request=situation.request))
    stage = _stage(situation)
    several = stage is Stage.COMMITMENT and totals.spans_years(situation)
    arguments = spending_share.Arguments(
        part=split.part,
        whole=split.whole,
        stage=stage,
        payee=split.payee,
        called=split.called,
        years=several,
        rows=_ROWS_KEPT,
    )
    return (Call(lookup=spending_share.NAME, arguments=arguments),)


def _draft(situation: Situation, split: _Split) -> Answer:
    found = next(result for result in situation.results if isinstance(result, ShareFinding))
    if found.refused is NoShare.NO_PART and split.payee is None:
        return nothing_found(situation)
    if found.refused is not None:
        return _refusal(situation, split, found)
    sentence = words.headline(
        found,
        whose=of_organization(situation.body),
        of=split.of,
        does=split.does,
        when=period_words(situation.period) or held_words(situation),
    )
    first = (sentence, words.in_acts(found), beyond(situation.coverages, situation.period))
    blocks = [
        "\n".join(line for line in first if line),
        words.states(found),
        words.nameless(found, situation.body),
        _examples(situation, found),
        notes(situation),
        _closing(situation, found),
    ]
    files = TABLE if found.finding.asked is not None else None
    return Answer(
        outcome=Outcome.ANSWERED,
        text="\n\n".join(block for block in blocks if block),
        request=situation.request,
        figures=_figures(found),
        citations=citations(found.rows[:_ROWS_SHOWN], situation.setting.labels()),
        choices=buttons(files, HOW),
    )


def _figures(found: ShareFinding) -> tuple[Figure, ...]:
    """The share first, then the part in euro."""
    return tuple(
        sorted(found.finding.figures, key=lambda each: (each.label not in ("share", "share acts"), each.label != "net"))
    )


def _refusal(situation: Situation, split: _Split, found: ShareFinding) -> Answer:
    """The reason, and the stages of which the same share can be had."""
    stage = found.stage or Stage.PAYMENT
    apart = words.set_apart(found, split.called) if found.refused in (NoShare.NO_PART, NoShare.UNSTATED) else ""
    if apart:
        reason = apart
    elif found.refused is NoShare.NO_PART:
        whose = " ".join(part for part in (of_organization(situation.body), period_words(situation.period)) if part)
        reason = f"Δεν βρήκα {STAGES[stage].plural} {whose} που να {split.does.replace('δηλώνει', 'δηλώνουν')}."
        reason = "\n".join(part for part in (reason, words.nameless(found, situation.body)) if part)
    else:
        about = topic_title(situation.topic.condition)
        reason = words.refused(found, stage, about=about, body=situation.body)
    return Answer(
        outcome=Outcome.NOT_IN_DATA,
        text="\n\n".join(part for part in (reason, _closing(situation, found)) if part),
        request=situation.request,
        choices=buttons(*_other_stages(situation, split, found), HOW),
    )


def _other_stages(situation: Situation, split: _Split, found: ShareFinding) -> list[Choice]:
    """«Στις αναθέσεις»: asked again in words that we read; what a button cannot say is not offered."""
    request = situation.request
    sayable = split.payee is None and bool(request.topic) and not split.of and len(situation.topics) < 2
    if not sayable or found.refused is NoShare.YEARS:
        return []
    when = period_words(situation.period)
    return [
        Choice(
            label=f"Στις {STAGES[stage].plural}",
            kind=ChoiceKind.ASK,
            text=f"τι ποσοστό των {STAGES[stage].genitive} αφορά {request.topic_text}{f' {when}' if when else ''}",
            organization_uid=uid_of(situation),
        )
        for stage in found.others
        if stage in (Stage.AWARD, Stage.CONTRACT, Stage.APPROVAL, Stage.PAYMENT)
    ][:2]


def _examples(situation: Situation, found: ShareFinding) -> str:
    rows = found.rows[:_ROWS_SHOWN]
    if not rows:
        return ""
    listed = rows_text(rows, labels=dict(situation.labels), with_stage=False)
    return f"Οι μεγαλύτερες του μέρους (τα ποσά δεν ελέγχθηκαν στο PDF):\n{listed}"


def _closing(situation: Situation, found: ShareFinding) -> str:
    return ending(situation, found.stage)
