"""«πόσα …»: a total with its stage, what it stands on, and the other stages on lines of their own."""

from collections.abc import Sequence
from dataclasses import replace

from core.answer.compose import totals as words
from core.answer.compose.closing import beyond
from core.answer.compose.lists import citations, listed, paging, row_line, rows_text
from core.answer.compose.words import (
    STAGES,
    capitalised,
    decisions,
    period_words,
    the_organization,
    topic_title,
)
from core.answer.lookups import total_spending
from core.answer.lookups.total_spending import TotalFinding
from core.answer.plans import contract_awards, peaks, reversals, timeline, unmet
from core.answer.plans.asking import other_reading
from core.answer.plans.common import (
    HOW,
    TABLE,
    buttons,
    chart_of,
    conditions,
    ending,
    held_words,
    notes,
    nothing_found,
)
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Choice, ChoiceKind, Figure, Outcome
from core.domain.condition import SetAside, StageTotal
from core.domain.ledger import Stage
from core.domain.request import Grouping, Unit
from core.greek.numbers import format_count

ROWS_SHOWN = 3
ROWS_A_PAGE = 10
ROWS_ASKED = 2000  # what a receipt keeps; a larger set says how many it shows
_YEARS_APART = (
    "Δεσμεύσεις πιστώσεων ανά έτος, αφού αφαιρέθηκαν οι ανατροπές. Δεν τις προσθέτω μεταξύ τους: όσες δεν πληρωθούν "
    "ανατρέπονται στο τέλος του έτους και δεσμεύονται ξανά το επόμενο."
)
_NOT_ADDED = (
    "Αναλήψεις υποχρέωσης: βρήκα {acts}, σε περισσότερα έτη. Δεν τις προσθέτω μεταξύ τους· ρωτήστε «πόσα δεσμεύτηκαν "
    "ανά έτος»."
)
_WHOLE = frozenset({"net", "gross", "reversed"})
_NOT_CHECKED = "Τα ποσά δεν ελέγχθηκαν στο PDF:"


def step(situation: Situation) -> Step:
    """One lookup, then the answer."""
    if situation.results:
        return Draft(answer=_draft(situation))
    arguments = total_spending.Arguments(
        where=situation.where(),
        stage=situation.request.stage or Stage.PAYMENT,
        group_by=_grouping(situation),
        rows=ROWS_ASKED,
    )
    return (Call(lookup=total_spending.NAME, arguments=arguments), *contract_awards.calls(situation))


def _grouping(situation: Situation) -> Grouping | None:
    """As asked; commitments of several years always year by year, since their net is never added across years."""
    asked = situation.request.group_by
    if asked is Grouping.PAYEE:
        asked = None
    return asked or (Grouping.YEAR if spans_years(situation) else None)


def spans_years(situation: Situation, stage: Stage | None = None) -> bool:
    """Unpaid commitments are reversed in December and made again in January (DIAVGEIA_API §9.5).

    `stage`: the one told, where it is not the one asked.
    """
    if (stage or situation.request.stage) is not Stage.COMMITMENT:
        return False
    period = situation.period
    since = period.since or min((item.first_on for item in situation.coverages if item.first_on), default=None)
    last = period.last_day or max((item.last_on for item in situation.coverages if item.last_on), default=None)
    return since is None or last is None or since.year != last.year


def _found(situation: Situation) -> TotalFinding:
    return next(result for result in situation.results if isinstance(result, TotalFinding))


def _draft(situation: Situation) -> Answer:
    found = _found(situation)
    if not any(total.decisions or total.suspects for total in found.stages):
        nothing = nothing_found(situation)
        beside = (nothing.text, unmet.words(situation), contract_awards.words(situation))
        return replace(nothing, text="\n\n".join(part for part in beside if part))
    if situation.page > 1:
        return _sources(situation, found)
    told = _told(found)
    if reversals.asked(situation) and (told is None or told.stage is not Stage.COMMITMENT):
        why = _absent(situation, Stage.COMMITMENT, found.of(Stage.COMMITMENT), found.aside)
        counted = tuple(each for each in _figures(situation, found) if each.stage is Stage.COMMITMENT)
        return replace(reversals.not_told(situation, why), figures=counted)
    tellable = told is not None
    peak = peaks.in_euro(situation, found.groups, about=_about(situation)) if peaks.is_asked(situation) else ""
    blocks = [peak, _headline(situation, found), _groups(situation, found) if tellable else ""]
    shown = () if _apart(found) else found.rows[:ROWS_SHOWN]
    blocks += [_examples(situation, found)] if shown else []
    blocks += [
        "\n".join(_beside(found)),
        contract_awards.words(situation),
        notes(situation),
        _closing(situation, found),
    ]
    pages = 1 + -(-len(found.rows) // ROWS_A_PAGE)
    return Answer(
        outcome=Outcome.ANSWERED if tellable and _as_asked(situation, found) else Outcome.PARTIAL,
        text="\n\n".join(block for block in blocks if block),
        request=situation.request,
        figures=_figures(situation, found),
        citations=citations(found.rows[:ROWS_SHOWN], situation.setting.labels()),
        listed=listed(shown),
        choices=_choices(situation, found),
        pages=pages,
    )


def _about(situation: Situation) -> str:
    """«για καύσιμα το 2024», as a sentence says what it is about."""
    topic = topic_title(situation.topic.condition)
    parts = (f"για {topic}" if topic else "", conditions(situation))
    return " ".join(part for part in (*parts, period_words(situation.period) or held_words(situation)) if part)


def _figures(situation: Situation, found: TotalFinding) -> tuple[Figure, ...]:
    """The figure of the first sentence first: euro before counts, its stage before the others.

    Of commitments of several years there is no whole, here as in the text.
    """
    leading = found.leading.stage if found.leading else None
    apart = leading is Stage.COMMITMENT and spans_years(situation, leading)
    told = [each for each in found.finding.figures if not (apart and each.stage is leading and each.label in _WHOLE)]
    return tuple(sorted(told, key=lambda each: (each.stage is not leading, each.unit is not Unit.EURO)))


def _as_asked(situation: Situation, found: TotalFinding) -> bool:
    asked = situation.request.stage
    return found.leading is not None and (asked is None or found.leading.stage is asked)


def _told(found: TotalFinding) -> StageTotal | None:
    """The stage whose figure is given, if there is one."""
    leading = found.leading
    return leading if leading is not None and leading.with_amount and found.tellable(leading) else None


def _headline(situation: Situation, found: TotalFinding) -> str:
    """First what was asked; when its stage has no figure, that, and then the stage that has one."""
    told = _told(found)
    lines = []
    if found.asked and (told is None or told.stage is not found.asked):
        lines.append(_absent(situation, found.asked, found.of(found.asked), found.aside))
    if told is None and found.leading is not None and found.leading.stage is not found.asked:
        lines.append(words.not_given(found.leading))
    if told is not None:
        when = period_words(situation.period) or held_words(situation)
        topic = topic_title(situation.topic.condition)
        if told.stage is Stage.COMMITMENT and spans_years(situation, told.stage) and not found.groups:
            lines.append(_NOT_ADDED.format(acts=decisions(told.decisions)))
            return "\n\n".join(lines)
        if told.stage is Stage.COMMITMENT and found.groups and spans_years(situation):
            lines.append(_YEARS_APART + (reversals.EVERY_YEAR if reversals.asked(situation) else ""))
            return "\n\n".join(lines)
        sentence = words.headline(
            told, who=the_organization(situation.body), topic=topic, when=when, limits=conditions(situation)
        )
        if reversals.asked(situation) and told.stage is Stage.COMMITMENT:
            lines.append(words.reversals(told, who=the_organization(situation.body), topic=topic, when=when))
        told_beside = (
            words.netting(told),
            words.set_aside(told, found.aside, found.elsewhere),
            words.inside(found.noted, told),
        )
        beside = " ".join(part for part in told_beside if part)
        reach_of = beyond(situation.coverages, situation.period)
        lines.append("\n".join(part for part in (sentence, reach_of, beside) if part))
    return "\n\n".join(lines)


def _absent(situation: Situation, stage: Stage, total: StageTotal | None, aside: Sequence[SetAside]) -> str:
    plain_question = not situation.request.stage_named
    if total is not None and total.suspects and not total.decisions:
        return words.set_aside(total, aside)
    if total is None or not total.decisions:
        return f"Δεν βρήκα {STAGES[stage].plural}{'' if plain_question else ' για αυτό που ζητήσατε'}."
    return words.not_given(total)


def _apart(found: TotalFinding) -> bool:
    """Told group by group, the acts behind the figure are one press away (REPLIES.md: 3–8 lines)."""
    return bool(found.groups) and _told(found) is not None


def _groups(situation: Situation, found: TotalFinding) -> str:
    told = {each.key: reversals.group_words(situation, each) for each in found.groups}
    return "\n".join(timeline.lines(situation, told))


def _examples(situation: Situation, found: TotalFinding) -> str:
    rows = found.rows[:ROWS_SHOWN]
    if not rows:
        return ""
    lines = rows_text(rows, labels=dict(situation.labels), with_stage=False)
    if _told(found) is None:
        return f"Μερικές από αυτές:\n{lines}" if len(found.rows) > len(rows) else lines
    head = "Οι μεγαλύτερες (τα ποσά δεν ελέγχθηκαν στο PDF):" if len(found.rows) > len(rows) else _NOT_CHECKED
    return f"{head}\n{lines}"


def _beside(found: TotalFinding) -> list[str]:
    """The other stages: a line each where there is a figure, one line for all whose amounts were not read."""
    others = [
        total
        for total in found.stages
        if total.decisions
        and total.stage not in (found.asked, Stage.PERSONNEL)
        and (found.leading is None or total.stage is not found.leading.stage)
    ]
    told = [total for total in others if found.tellable(total) or not total.unread]
    lines = [
        words.beside_line(
            total, tellable=found.tellable(total), kinds=found.kinds if total.stage is Stage.CONTRACT else ()
        )
        for total in told
    ]
    lines += words.unread_line([total for total in others if total not in told])
    if found.linked:
        parts = [f"{decisions(total.decisions)} ({STAGES[total.stage].plural})" for total in found.linked]
        lines.append(f"Συνδεδεμένες, με άλλα λόγια στο θέμα: {', '.join(parts)}.")
    return [f"Δεν προσμετρώνται: {lines[0][0].lower()}{lines[0][1:]}", *lines[1:]] if lines else []


def _closing(situation: Situation, found: TotalFinding) -> str:
    return ending(situation, found.leading.stage if found.leading else situation.request.stage)


def _choices(situation: Situation, found: TotalFinding) -> tuple[Choice, ...]:
    more = len(found.rows) > ROWS_SHOWN
    sources = Choice(label=_sources_label(found), kind=ChoiceKind.PAGE, page=2) if more else None
    drawn = [total for total in found.groups if total.with_amount and not total.mostly_unread]
    years = timeline.by_year(situation, [each.key for each in found.groups])
    files = (TABLE if found.rows else None, chart_of(len(drawn)), HOW)
    return buttons(years or sources, *other_reading(situation), *files)


def _sources_label(found: TotalFinding) -> str:
    """How many acts are listed, and out of how many when the set is larger than what is kept."""
    whole = found.leading.decisions if found.leading else len(found.rows)
    shown = format_count(len(found.rows))
    return f"Πηγές ({shown})" if whole <= len(found.rows) else f"Πηγές ({shown} από {format_count(whole)})"


def _sources(situation: Situation, found: TotalFinding) -> Answer:
    """The acts behind the figure, a page at a time; page 1 is the answer itself."""
    pages = 1 + -(-len(found.rows) // ROWS_A_PAGE)
    page = min(situation.page, pages)
    start = (page - 2) * ROWS_A_PAGE
    rows = found.rows[start : start + ROWS_A_PAGE]
    labels = dict(situation.labels)
    lines = [
        row_line(start + place, row, organization=labels.get(row.organization_uid, ""), with_stage=False)
        for place, row in enumerate(rows, 1)
    ]
    head = f"{capitalised(STAGES[found.leading.stage].plural)} πίσω από το άθροισμα:" if found.leading else ""
    return Answer(
        outcome=Outcome.ANSWERED,
        text="\n".join((head, *lines)),
        request=situation.request,
        figures=_figures(situation, found),
        citations=citations(rows, situation.setting.labels()),
        listed=listed(rows, first=start + 1),
        choices=buttons(*paging(page, pages), TABLE),
        page=page,
        pages=pages,
    )
