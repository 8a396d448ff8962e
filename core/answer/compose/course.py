"""The course of one act, in the order of the stages; what was not found is named, nothing is added across stages."""

from collections.abc import Sequence

from core.answer.compose.lists import amount_words, state_words
from core.answer.compose.pdf_amounts import named_line
from core.answer.compose.words import STAGES, bold, capitalised, count, euro
from core.answer.lookups.trace_case import ORDER, TraceFinding
from core.domain.answer import Row
from core.domain.contracts.wording import Step
from core.domain.ledger import Flag, Stage
from core.domain.subjects import shortened
from core.domain.types import title_of
from core.greek.dates import short_day

_SHOWN = 8
_STEPS = {
    Step.MINUTES: "έγκριση πρακτικού",
    Step.CONTRACTS: "σύμβαση",
    Step.MODIFIES: "τροποποίηση",
    Step.REPEATS: "ορθή επανάληψη",
}
_NOT_ADDED = (
    "Τα ποσά των σταδίων δεν προστίθενται: συνήθως είναι το ίδιο χρήμα σε διαφορετικές στιγμές. Μια συνδεδεμένη πράξη "
    "μπορεί να αφορά και κάτι άλλο, π.χ. τη δημοσίευση μιας διακήρυξης: δείτε το θέμα της."
)
_ONE_CONTRACT = "Είναι μία σύμβαση: τα ποσά δεν προστίθενται, μετρά μία φορά."
_LOTS = "Είναι μία ανάθεση και οι συμβάσεις της: τα ποσά τους δεν προστίθενται, στα σύνολα μετρούν οι συμβάσεις."
_LINKS = (
    "Ακολούθησα όσες πράξεις γράφουν τον ΑΔΑ η μία της άλλης ή αφορούν την ίδια σύμβαση. Οι περισσότερες αναρτώνται "
    "χωρίς τέτοια σύνδεση: ό,τι δεν βρήκα μπορεί να υπάρχει."
)


def step_words(decision_type: str, step: Step) -> str:
    """What an act of a contract does by its subject; where that says nothing, what it was posted as."""
    title = title_of(decision_type)
    return _STEPS.get(step) or title[:1].lower() + title[1:]


def course_text(found: TraceFinding) -> str:
    """A block for each stage; tenders and acts without money only where there are some."""
    blocks = [_stage(found, stage) for stage in ORDER if found.of(stage) or _expected(found, stage)]
    others = found.of(None)
    if others:
        blocks.append(_block("Άλλες συνδεδεμένες πράξεις", others, found))
    if found.named:
        blocks.append(named_line(found.named))
    if found.absent:
        blocks.append(f"Αναφέρουν και πράξεις που δεν έχουμε: {', '.join(found.absent)}.")
    if found.beyond:
        blocks.append(f"Και {count(found.beyond, 'ακόμη πράξη', 'ακόμη πράξεις')}, που δεν χωρούν εδώ.")
    return "\n\n".join(blocks)


def closing_lines(found: TraceFinding) -> str:
    several = len({row.stage for row in found.rows if row.stage in ORDER}) > 1
    return "\n".join([_NOT_ADDED, _LINKS] if several else [_LINKS])


def _expected(found: TraceFinding, stage: Stage) -> bool:
    """Its absence is told, too. A contract filed among the awards is no gap."""
    if stage is Stage.CONTRACT:
        return not any(found.steps[row.ada] is Step.CONTRACTS for row in found.of(Stage.AWARD))
    return stage is not Stage.TENDER


def _stage(found: TraceFinding, stage: Stage) -> str:
    rows = found.of(stage)
    words = STAGES[stage]
    if not rows:
        missing = "πληρωμή" if stage is Stage.PAYMENT else words.singular
        return f"{bold(capitalised(missing))}: δεν βρήκα {missing} στα δεδομένα μας."
    lines = [_block(words.singular if len(rows) == 1 else words.plural, rows, found)]
    if any(Flag.SAME_CONTRACT in row.flags for row in rows):
        lines.append(_LOTS if _by_lots(rows) else _ONE_CONTRACT)
    if stage is Stage.PAYMENT and found.paid is not None:
        lines.append(f"Μαζί {euro(found.paid)} σε {count(len(rows), 'πληρωμή', 'πληρωμές')}.")
    return "\n".join(lines)


def _by_lots(rows: Sequence[Row]) -> bool:
    """An award that does not count, and contracts that together state its amount."""
    lots = [row.amount or 0 for row in rows if Flag.SEVERAL_ACTS in row.flags]
    return len(lots) > 1 and any(Flag.SAME_CONTRACT in row.flags and row.amount == sum(lots) for row in rows)


def _block(title: str, rows: Sequence[Row], found: TraceFinding) -> str:
    lines = [_line(row, found) for row in rows[:_SHOWN]]
    rest = len(rows) - _SHOWN
    return "\n".join([f"{bold(capitalised(title))}:", *lines, *([f"και {rest} ακόμη"] if rest > 0 else [])])


def _line(row: Row, found: TraceFinding) -> str:
    """«• 7/11/2023 · έγκριση πρακτικού · 4.273.115,39 € · 6ΛΓΣΩΛ2-5ΤΟ (αυτή που ζητήσατε)», else with the subject."""
    step = found.steps[row.ada] if row.stage in (Stage.AWARD, Stage.CONTRACT) else Step.PLAIN
    amount = amount_words(row, with_stage=row.sign < 0)
    mine = row.ada == found.ada
    name = f"{row.ada} (αυτή που ζητήσατε)" if mine else row.ada
    known = mine or {Flag.SAME_CONTRACT, Flag.SEVERAL_ACTS} & set(row.flags)
    about = "" if known else shortened(row.subject)
    parts = [short_day(row.issued_on), step_words(row.decision_type, step), amount, name, about, state_words(row)]
    return "• " + " · ".join(part for part in parts if part)
