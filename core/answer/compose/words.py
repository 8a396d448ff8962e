"""The words that sentences are made of: stages, plurals, names of bodies, amounts by state (REPLIES.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from core.domain.answer import BOLD, BOLD_END, CODE, CODE_END, ITALIC, ITALIC_END, plain
from core.domain.condition import Condition
from core.domain.ledger import Stage
from core.domain.organization import Organization
from core.domain.period import Period
from core.greek.dates import long_day
from core.greek.fold import tidy
from core.greek.numbers import format_count, format_euro
from core.greek.places import readable_name

NOT_LOADED = "τα ποσά τους δεν τα έχουμε φορτώσει"
NOT_CHECKED = "δεν ελέγχθηκε στο PDF"


@dataclass(frozen=True, slots=True, kw_only=True)
class StageWords:
    """How one stage is spoken of."""

    plural: str
    genitive: str
    singular: str
    did: str
    was_done: str
    amount_of: str
    payee: str
    types: str


STAGES: dict[Stage, StageWords] = {
    Stage.AWARD: StageWords(
        plural="αναθέσεις",
        genitive="αναθέσεων",
        singular="ανάθεση",
        did="ανέθεσε",
        was_done="ανατέθηκαν",
        amount_of="Ποσό ανάθεσης",
        payee="Ανάδοχος",
        types="Δ.1, Δ.2.2",
    ),
    Stage.COMMITMENT: StageWords(
        plural="αναλήψεις υποχρέωσης",
        genitive="αναλήψεων υποχρέωσης",
        singular="ανάληψη υποχρέωσης",
        did="δέσμευσε πιστώσεις",
        was_done="δεσμεύτηκαν πιστώσεις",
        amount_of="Ποσό που δεσμεύεται",
        payee="Αναφέρεται",
        types="Β.1.3, Β.1.2",
    ),
    Stage.PAYMENT: StageWords(
        plural="πληρωμές",
        genitive="πληρωμών",
        singular="οριστικοποιημένη πληρωμή",
        did="πλήρωσε",
        was_done="πληρώθηκαν",
        amount_of="Ποσό πληρωμής",
        payee="Δικαιούχος",
        types="Β.2.2",
    ),
    Stage.APPROVAL: StageWords(
        plural="εγκρίσεις δαπάνης",
        genitive="εγκρίσεων δαπάνης",
        singular="έγκριση δαπάνης",
        did="ενέκρινε δαπάνες",
        was_done="εγκρίθηκαν δαπάνες",
        amount_of="Ποσό έγκρισης",
        payee="Δικαιούχος",
        types="Β.2.1",
    ),
    Stage.CONTRACT: StageWords(
        plural="συμβάσεις",
        genitive="συμβάσεων",
        singular="σύμβαση",
        did="συμφώνησε με συμβάσεις",
        was_done="συμφωνήθηκαν με συμβάσεις",
        amount_of="Ποσό σύμβασης",
        payee="Συμβαλλόμενος",
        types="Γ.3.4",
    ),
    Stage.TENDER: StageWords(
        plural="διακηρύξεις",
        genitive="διακηρύξεων",
        singular="διακήρυξη",
        did="προκήρυξε διαγωνισμούς με εκτίμηση",
        was_done="προκηρύχθηκαν με εκτίμηση",
        amount_of="Εκτιμώμενο ποσό",
        payee="Αναφέρεται",
        types="Δ.2.1",
    ),
    Stage.GRANT: StageWords(
        plural="επιχορηγήσεις",
        genitive="επιχορηγήσεων",
        singular="επιχορήγηση",
        did="ανάρτησε επιχορηγήσεις",
        was_done="αναρτήθηκαν επιχορηγήσεις",
        amount_of="Ποσό",
        payee="Αναφέρεται",
        types="Β.4, Β.6",
    ),
    Stage.PERSONNEL: StageWords(
        plural="αποδοχές θέσεων",
        genitive="αποδοχών θέσεων",
        singular="αποδοχές θέσης",
        did="ανάρτησε αποδοχές θέσεων",
        was_done="αναρτήθηκαν αποδοχές θέσεων",
        amount_of="Αποδοχές",
        payee="Αναφέρεται",
        types="100, Γ.2",
    ),
}


MONTHS = (
    *("Ιανουάριος", "Φεβρουάριος", "Μάρτιος", "Απρίλιος", "Μάιος", "Ιούνιος"),
    *("Ιούλιος", "Αύγουστος", "Σεπτέμβριος", "Οκτώβριος", "Νοέμβριος", "Δεκέμβριος"),
)


def bold(text: str) -> str:
    return f"{BOLD}{plain(text)}{BOLD_END}"


def code(text: str) -> str:
    return f"{CODE}{plain(text)}{CODE_END}"


def plain_code(text: str) -> str:
    """The text with its code marks taken out."""
    return text.replace(CODE, "").replace(CODE_END, "")


def italic(text: str) -> str:
    return f"{ITALIC}{plain(text)}{ITALIC_END}"


def euro(amount: Decimal) -> str:
    return format_euro(amount)


def count(number: int, one: str, many: str) -> str:
    """«1 πράξη», «1.234 πράξεις»."""
    return f"{format_count(number)} {one if number == 1 else many}"


def decisions(number: int) -> str:
    return count(number, "πράξη", "πράξεις")


def organization_name(label: str) -> str:
    return plain(readable_name(tidy(label)))


def the_organization(organization: Organization | None) -> str:
    """Nominative with its article: «ο Δήμος Ρόδου», «η Δημοτική Επιχείρηση …», «ο φορέας «…»»."""
    if organization is None:
        return "οι φορείς που έχουμε"
    name = organization_name(organization.label)
    first = name.split()[0].casefold() if name else ""
    if first in ("δήμος", "δήμοσ", "δημοσ", "δημος"):
        return f"ο {name}"
    if first in ("δημοτική", "δημοτικη", "περιφέρεια", "περιφερεια", "σχολική", "σχολικη"):
        return f"η {name}"
    return f"ο φορέας «{name}»"


def of_organization(organization: Organization | None) -> str:
    """Genitive: «του Δήμου Ρόδου», «του φορέα «…»»."""
    if organization is None:
        return "των φορέων που έχουμε"
    name = organization_name(organization.label)
    if name.startswith("Δήμος "):
        return f"του Δήμου {name.removeprefix('Δήμος ')}"
    return f"του φορέα «{name}»"


def period_words(period: Period | None) -> str:
    """«το 2024», «από 1 Μαρτίου 2024 έως 31 Μαΐου 2024»; "" when open on both sides."""
    if period is None or period.is_open:
        return ""
    if period.words:
        return period.words
    last = period.last_day
    if period.since and last:
        return on_day(period.since) if period.since == last else f"από {long_day(period.since)} έως {long_day(last)}"
    return f"από {long_day(period.since)}" if period.since else f"έως {long_day(last or date.max)}"


def period_label(period: Period) -> str:
    """The same, standing alone: «2024», «Μάρτιος 2024», «α΄ εξάμηνο του 2024»."""
    since, until = period.since, period.until
    if since and until and since.day == until.day == 1 and (until - timedelta(days=1)).month == since.month:
        return f"{MONTHS[since.month - 1]} {since.year}" if (until - since).days < 32 else period_words(period)
    return period_words(period).removeprefix("το ")


def on_day(day: date) -> str:
    return f"στις {long_day(day)}" if day.day != 1 else f"την {long_day(day)}"


_QUOTES = str.maketrans("“”", "«»")
_GENITIVES = ("ων", "ών", "ου", "ού", "ης", "ής", "ας", "άς", "εως")  # they do not read after «για»


def topic_title(condition: Condition) -> str:
    """The words of the topic as they were asked: «καύσιμα», or in quotes when they are several."""
    shown = plain(condition.title or " ".join(group.shown[0] for group in condition.groups))
    reads_well = len(condition.groups) == 1 and not shown.endswith(_GENITIVES) and " ή " not in shown
    if len(condition.groups) == 1 and "“" in shown:
        return shown.translate(_QUOTES)  # «παιδικές χαρές» ή γήπεδα
    return shown if reads_well or not shown else f"«{shown}»"


def quoted_title(condition: Condition) -> str:
    """The same, in quotes whatever it is; "" without a topic."""
    title = topic_title(condition)
    return title if not title or "«" in title else f"«{title}»"


def join_and(parts: Sequence[str]) -> str:
    """«α, β και γ»."""
    return " και ".join(filter(None, (", ".join(parts[:-1]), parts[-1]))) if parts else ""


def capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
