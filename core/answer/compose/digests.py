"""A digest in words: what is new for which subscription, what became of acts told before, what was not listed."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from core.answer.alerting.command import Command, Do
from core.answer.compose.lists import amount_words, state_words
from core.answer.compose.words import bold, count, italic, organization_name
from core.domain.answer import Answer, Choice, Citation, Outcome
from core.domain.digest import MOST_LISTED, Digest, DigestLine, DigestSection, Told
from core.domain.payees import THE_BODY_ITSELF
from core.domain.period import athens_day
from core.domain.subjects import shortened
from core.domain.subscription import News
from core.greek.dates import short_day

_HAPPENED = {
    News.CORRECTED: "διορθώθηκε μετά από όσα σας είχα στείλει",
    News.PENDING: "ζητήθηκε η ανάκληση της ανάρτησης",
    News.REVOKED: "η ανάρτηση ανακλήθηκε",
    News.RESTORED: "η ανάρτηση ισχύει ξανά",
    News.PAID: "αναρτήθηκε πληρωμή που συνδέεται με αυτή",
}
_ALSO = 2


def worded(digest: Digest, labels: Mapping[str, str], *, demo: bool) -> Answer:
    """The letter, with «Όχι τέτοιες» for each act and what can be done with the subscription."""
    numbers = iter(range(1, digest.listed + 1))
    blocks = [_section(section, labels, numbers) for section in digest.sections]
    listed = [line for section in digest.sections for line in section.lines]
    return Answer(
        outcome=Outcome.ALERT,
        text="\n\n".join([*blocks, *_closing(digest)]),
        citations=_citations(listed),
        choices=tuple(_choices(digest)),
        demo=demo,
    )


def rest(digest: Digest, told: Sequence[Told], labels: Mapping[str, str], *, page: int) -> Answer:
    """What the letter did not list, ten at a time."""
    listed = {(line.row.ada, line.news) for section in digest.sections for line in section.lines}
    others = {(each.row.ada, each.news): each for each in told if (each.row.ada, each.news) not in listed}
    first = (page - 1) * MOST_LISTED
    shown = list(others.values())[first : first + MOST_LISTED]
    if not shown:
        return Answer(outcome=Outcome.ALERT, text="Δεν υπάρχουν άλλες πράξεις σε αυτή τη σύνοψη.")
    lines = [
        _line(place, _as_line(each), labels, each.title)
        for place, each in enumerate(shown, start=digest.listed + first + 1)
    ]
    left = len(others) - first - len(shown)
    more = Command(do=Do.MORE, letter=digest.letter, page=page + 1).choice(f"Οι επόμενες {min(left, MOST_LISTED)}")
    head = f"Οι υπόλοιπες πράξεις της σύνοψης, {first + 1}–{first + len(shown)} από {len(others)}:"
    return Answer(
        outcome=Outcome.ALERT,
        text="\n".join([head, *lines]),
        citations=_citations([_as_line(each) for each in shown]),
        choices=(more,) if left > 0 else (),
    )


def _as_line(each: Told) -> DigestLine:
    return DigestLine(
        row=each.row, news=each.news, posted_at=each.posted_at, unstated=each.unstated, by_ada=each.by_ada
    )


def _section(section: DigestSection, labels: Mapping[str, str], numbers: Iterator[int]) -> str:
    lines = [_heading(section)]
    apart = False
    for line in section.lines:
        if line.unstated and not apart:
            lines.append("Χωρίς δηλωμένο ποσό:")
            apart = True
        lines.append(_line(next(numbers), line, labels, section.title))
    if section.others and section.lines:
        lines.append(f"και {count(section.others, 'άλλη', 'άλλες')}")
    return "\n".join(lines)


def _heading(section: DigestSection) -> str:
    """«3 νέες πράξεις για «…»»: new ones, or what became of others."""
    only_new = all(line.news is News.NEW for line in section.lines)
    none_new = section.lines and all(line.news is not News.NEW for line in section.lines)
    if none_new:
        what = count(section.found, "αλλαγή", "αλλαγές")
    else:
        what = count(section.found, "νέα πράξη", "νέες πράξεις") if only_new else count(section.found, "νέο", "νέα")
    return f"{bold(what)} για «{section.title}»"


def _line(number: int, line: DigestLine, labels: Mapping[str, str], title: str) -> str:
    """ΑΔΑ · amount · subject · payee · body (dates), and why it is told where it is not new."""
    row = line.row
    body = organization_name(labels.get(row.organization_uid, ""))
    payees = [payee for payee in row.payees if payee != THE_BODY_ITSELF]
    others = f" και {len(payees) - 1} ακόμη" if len(payees) > 1 else ""
    happened = _HAPPENED.get(line.news, "")
    by = f" ({line.by_ada})" if line.by_ada else ""
    parts = [
        row.ada,
        f"{bold(happened)}{by}" if happened else state_words(row),
        amount_words(row),
        shortened(row.subject),
        payees[0] + others if payees else "",
        body if body not in title else "",
    ]
    also = f" · και για {', '.join(f'«{each}»' for each in line.also[:_ALSO])}" if line.also else ""
    return f"{number}. " + " · ".join(part for part in parts if part) + f" ({_dates(line)}){also}"


def _dates(line: DigestLine) -> str:
    issued = line.row.issued_on
    if line.posted_at is None:
        return f"εκδόθηκε {short_day(issued)}"
    posted = athens_day(line.posted_at)
    if issued == posted:
        return f"εκδόθηκε και αναρτήθηκε {short_day(posted)}"
    return f"εκδόθηκε {short_day(issued)}, αναρτήθηκε {short_day(posted)}"


def _closing(digest: Digest) -> list[str]:
    return [italic(" ".join(_gap(since, until) for since, until in digest.gaps))] if digest.gaps else []


def _gap(since: datetime, until: datetime) -> str:
    """What was not read for a while comes together, and late: it is told why."""
    first, last = short_day(athens_day(since)), short_day(athens_day(until))
    return f"Από {first} έως {last} η Διαύγεια δεν διαβάστηκε κάθε νύχτα: όσα αναρτήθηκαν τότε έρχονται τώρα μαζί."


def _choices(digest: Digest) -> Iterator[Choice]:
    number = 0
    for section in digest.sections:
        for line in section.lines:
            number += 1
            if line.news is News.NEW:
                unlike = Command(do=Do.UNLIKE, number=section.subscription, ada=line.row.ada)
                yield unlike.choice(f"Όχι τέτοιες ({number})")
    if others := digest.found - digest.listed:
        yield Command(do=Do.MORE, letter=digest.letter).choice(
            f"Η άλλη {others}" if others == 1 else f"Οι άλλες {others}"
        )
    if len(digest.sections) > 1:
        yield Command(do=Do.LIST).choice("Οι ειδοποιήσεις μου")
        return
    for section in digest.sections:
        yield Command(do=Do.PAUSE, numbers=(section.subscription,)).choice("Παύση")
        yield Command(do=Do.EDIT, number=section.subscription).choice("Αλλαγή")
        yield Command(do=Do.DELETE, number=section.subscription).choice("Διαγραφή")


def _citations(lines: Sequence[DigestLine]) -> tuple[Citation, ...]:
    named = [each for line in lines for each in (line.row.ada, line.by_ada) if each]
    return tuple(Citation(ada=ada) for ada in dict.fromkeys(named))
