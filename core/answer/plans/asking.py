"""The question asked again in words that we read ourselves: for fewer words, for the other reading, in euro."""

from dataclasses import replace

from core.answer.compose.words import STAGES, bold, period_words
from core.answer.junctions import Reading
from core.answer.steps import Situation
from core.domain.answer import Choice, ChoiceKind
from core.domain.condition import Condition
from core.domain.request import Link, Metric, Request, joined
from core.greek.numbers import format_euro

_OFFERED = 3
_COUNTING = frozenset({Metric.COUNT, Metric.COUNT_PEOPLE})
_RANKING = {Metric.LARGEST: "μεγαλύτερες", Metric.SMALLEST: "μικρότερες"}


def asked_again(situation: Situation, topic: str) -> str:
    """The same question about another topic: measure, stage, amounts and period as they were."""
    request = situation.request
    parts = [_measured(request), f"για {topic}", *_limits(request), period_words(request.period)]
    return " ".join(part for part in parts if part)


def _measured(request: Request) -> str:
    acts = STAGES[request.stage].plural if request.stage else "αποφάσεις"
    if request.metric is None:
        return acts
    if request.metric in _COUNTING:
        return f"πόσες {acts}"
    if request.metric in _RANKING:
        return f"{_RANKING[request.metric]} {acts}"
    return f"πόσα {STAGES[request.stage].was_done if request.stage else 'πληρώθηκαν'}"


def _limits(request: Request) -> list[str]:
    said = []
    if request.amount_min is not None:
        said.append(f"{'άνω των' if request.amount_above else 'τουλάχιστον'} {format_euro(request.amount_min)}")
    if request.amount_max is not None:
        said.append(f"{'κάτω από' if request.amount_below else 'έως'} {format_euro(request.amount_max)}")
    return said


def uid_of(situation: Situation) -> str | None:
    return situation.body.uid if situation.body else None


def other_reading(situation: Situation) -> tuple[Choice, ...]:
    """Words that were taken together may have been meant one by one."""
    if situation.topic.reading is not Reading.BOTH:
        return ()
    request = situation.request
    apart = [joint if joint.link is Link.APART else replace(joint, link=Link.OR) for joint in request.joints]
    topic = joined(request.topic, apart)
    return (_ask(situation, f"Το ένα ή το άλλο: {topic}", topic),)


def fewer_words(situation: Situation) -> tuple[str, tuple[Choice, ...]]:
    """Where nothing is found: what the topic is part of, or those of its words that are held; with buttons."""
    if whole := " ".join(situation.topic.broader):
        asking = f"Το θέμα μπορεί να γράφεται πιο γενικά. Θέλετε για {bold(f'«{whole}»')};"
        return asking, (_ask(situation, f"Για {whole}", whole),)
    topics = [_plain_words(near) for near in situation.topic.nearest[:_OFFERED]]
    if not topics:
        return "", ()
    named = " ή ".join(bold(f"«{topic}»") for topic in topics)
    return f"Σε κανένα θέμα δεν είναι όλες οι λέξεις μαζί. Θέλετε μόνο για {named};", tuple(
        _ask(situation, f"Μόνο για {topic}", topic) for topic in topics
    )


def _plain_words(condition: Condition) -> str:
    return " ".join(group.shown[0].strip("“”") for group in condition.groups)


def _ask(situation: Situation, label: str, topic: str) -> Choice:
    return Choice(
        label=label, kind=ChoiceKind.ASK, text=asked_again(situation, topic), organization_uid=uid_of(situation)
    )
