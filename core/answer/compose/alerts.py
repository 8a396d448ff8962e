"""What is said about alerts: the question before one is made, lists, changes (REPLIES «Alerts»)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from core.answer.compose.lists import row_line
from core.answer.compose.words import (
    STAGES,
    bold,
    decisions,
    euro,
    join_and,
    lowered,
    organization_name,
)
from core.domain.answer import Row
from core.domain.period import athens_day
from core.domain.subscription import Frequency, Subscription, SubscriptionState, Wish
from core.domain.types import DECISION_TYPES
from core.greek.dates import short_day

BROAD_A_DAY = 20  # acts; more than that is asked about (TELEGRAM §4)
MOST_SUBSCRIPTIONS = 20  # of a chat
WEEKDAYS = ("Δευτέρα", "Τρίτη", "Τετάρτη", "Πέμπτη", "Παρασκευή", "Σάββατο", "Κυριακή")
_DAYS = 7

STOP_HINT = "Για διακοπή γράψτε ΣΤΟΠ."
TOO_WIDE = (
    "Αυτό θα ήταν κάθε πράξη που αναρτάται. Γράψτε τι σας ενδιαφέρει: θέμα, φορέα, ποσό ή είδος πράξης, π.χ. "
    "«ειδοποίησέ με για αναθέσεις πάνω από 30.000 € για δρόμους»."
)
TOO_MANY = f"Έχετε ήδη {MOST_SUBSCRIPTIONS} ειδοποιήσεις, τις περισσότερες που γίνεται. Διαγράψτε κάποια πρώτα."
NONE_YET = (
    "Δεν έχετε ειδοποιήσεις. Γράψτε τι θέλετε να μαθαίνετε, π.χ. «ειδοποίησέ με για αναθέσεις πάνω από 30.000 € για "
    "δρόμους», ή πατήστε «Ειδοποίηση» κάτω από μια απάντηση."
)
NOTHING_TO_STOP = "Δεν σας στέλνω ειδοποιήσεις, άρα δεν υπάρχει κάτι να σταματήσω."
GONE = "Αυτή η ειδοποίηση δεν υπάρχει πια. Δείτε όσες έχετε με /alerts."
KEPT = "Εντάξει, δεν άλλαξα τίποτα."
EDIT = (
    "Γράψτε μόνο ό,τι αλλάζει, μέσα σε 10 λεπτά: θέμα, φορέα, ποσό, είδος ή συχνότητα. Π.χ. «πάνω από 100.000 €» ή "
    "«χωρίς μελέτες». Ή διαλέξτε πόσο συχνά:"
)
SURE_STOP = "Να σταματήσω όλες τις ειδοποιήσεις αυτής της συνομιλίας;"
SURE_FORGET = (
    "Να σβήσω ό,τι κρατώ για αυτή τη συνομιλία; Είναι ο φορέας που διαλέξατε, οι ερωτήσεις και οι απαντήσεις, οι "
    "ειδοποιήσεις και όσα περιμένουν να σταλούν. Δεν αναιρείται."
)
FORGOTTEN = (
    "Έσβησα ό,τι κρατούσα για αυτή τη συνομιλία: τον φορέα που είχατε διαλέξει, τις ερωτήσεις, τις απαντήσεις και τις "
    "ειδοποιήσεις. Δεν θα λάβετε άλλη."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a wish would have brought in the seven days before `until`. `stale`: our data end there, days ago.

    `unread`: bodies of the wish that are not read from Διαύγεια every night.
    """

    found: int
    unstated: int
    until: datetime
    stale: bool
    examples: tuple[Row, ...] = ()
    unread: tuple[str, ...] = ()
    unread_all: bool = False

    @property
    def a_day(self) -> float:
        return self.found / _DAYS

    @property
    def broad(self) -> bool:
        return self.a_day > BROAD_A_DAY


def title_of(wish: Wish, label: Callable[[str], str]) -> str:
    """«οδοποιία, πληρωμές άνω των 50.000,00 €, Δήμος Ρόδου». `label`: uid → name."""
    if wish.is_watch:
        return f"{'πράξη' if len(wish.adas) == 1 else 'πράξεις'} {', '.join(wish.adas)}"
    words = " ".join(group.shown[0] for group in wish.words.groups)
    parts = [wish.words.title or words, _kind(wish), *_codes(wish)]
    parts = parts if any(parts) else ["όλες οι πράξεις"]
    parts += [organization_name(label(uid)) for uid in wish.organizations]
    unwanted = [group.shown[0] for group in wish.words.exclude]
    unwanted += [_plural(uid) for uid in wish.without_types]
    said = ", ".join(part for part in parts if part)
    return f"{said}{', εκτός: ' + ', '.join(unwanted) if unwanted else ''}"


def _kind(wish: Wish) -> str:
    stage = STAGES[wish.stage].plural if wish.stage else ""
    kind = stage or join_and([_plural(uid) for uid in wish.decision_types])
    limits = [f"άνω των {euro(wish.least)}"] if wish.least is not None else []
    limits += [f"έως {euro(wish.most)}"] if wish.most is not None else []
    kind = kind or ("πράξεις" if limits else "")
    return " ".join([kind, *limits]).strip()


def _plural(uid: str) -> str:
    return lowered(DECISION_TYPES[uid].plural) if uid in DECISION_TYPES else uid


def _codes(wish: Wish) -> list[str]:
    said = [f"ΑΦΜ {wish.payee_afm}"] if wish.payee_afm else []
    said += [f"ΚΑ {wish.kae}"] if wish.kae else []
    said += [f"CPV {wish.cpv}…"] if wish.cpv else []
    return said + (["όπου η πράξη γράφει «απευθείας»"] if wish.direct_only else [])


def when(frequency: Frequency, weekday: int) -> str:
    match frequency:
        case Frequency.DAILY:
            return "κάθε μέρα στις 09:00"
        case Frequency.WEEKLY:
            return f"κάθε {WEEKDAYS[weekday]} στις 09:00"
        case Frequency.IMMEDIATE:
            return "μόλις εντοπιστεί, από τις 08:00 έως τις 22:00"


def asked(title: str, wish: Wish, frequency: Frequency, weekday: int, shown: Preview, *, notes: Sequence[str]) -> str:
    """The question before a subscription is made."""
    question = f"Να σας ειδοποιώ για «{bold(title)}», {when(frequency, weekday)}, μόνο όταν υπάρχει κάτι νέο;"
    where = "Ψάχνω στο θέμα της πράξης, όχι στο PDF." if wish.words.groups else ""
    apart = "Όσες δεν δηλώνουν ποσό θα έρχονται χωριστά." if wish.least is not None or wish.most is not None else ""
    first = " ".join(part for part in (question, where, apart) if part)
    lines = [first, " ".join([preview(shown), STOP_HINT]), *notes, unread(shown), *_examples(shown)]
    return "\n".join(line for line in lines if line)


def preview(shown: Preview) -> str:
    """«Τις τελευταίες 7 μέρες θα είχατε λάβει 2 πράξεις.»"""
    last = athens_day(shown.until)
    span = f"{short_day(last - timedelta(days=_DAYS - 1))} – {short_day(last)}"
    time = f"Στις 7 τελευταίες μέρες των στοιχείων μας ({span})" if shown.stale else "Τις τελευταίες 7 μέρες"
    if not shown.found:
        return f"{time} δεν θα είχατε λάβει καμία πράξη."
    silent = f" ({shown.unstated} χωρίς δηλωμένο ποσό)" if shown.unstated else ""
    pace = f", περίπου {_a_day(shown.a_day)} την ημέρα" if shown.found > _DAYS else ""
    told = f"{time} θα είχατε λάβει {decisions(shown.found)}{silent}{pace}."
    return told + (" Είναι πολλές: μια πιο στενή ειδοποίηση διαβάζεται ευκολότερα." if shown.broad else "")


def _a_day(number: float) -> str:
    return f"{number:.0f}" if number >= 2 else f"{number:.1f}".replace(".", ",").removesuffix(",0")


def _examples(shown: Preview) -> list[str]:
    """The newest, so that it is seen what the words bring."""
    lines = [row_line(place, row) for place, row in enumerate(shown.examples, start=1)]
    return ["Οι πιο πρόσφατες:" if len(lines) > 1 else "Η πιο πρόσφατη:", *lines] if lines else []


def unread(shown: Preview) -> str:
    """A promise that is not kept yet is told before it is made."""
    if shown.unread_all:
        return (
            "Προσοχή: αυτή τη στιγμή δεν διαβάζω νέες πράξεις από τη Διαύγεια, μόνο φορτωμένο αρχείο. Η ειδοποίηση "
            "θα αρχίσει να δουλεύει μόλις διαβαστούν."
        )
    if shown.unread:
        names = join_and([organization_name(label) for label in shown.unread])
        return f"Προσοχή: τις νέες πράξεις του φορέα {names} δεν τις διαβάζω ακόμη από τη Διαύγεια, μόνο αρχείο."
    return ""


def line(number: int, each: Subscription, at: datetime) -> str:
    """One line of the list."""
    return f"{number}. {bold(each.title)} · {state(each, at)}"


def state(each: Subscription, at: datetime) -> str:
    if each.is_active(at):
        return when(each.frequency, each.weekday)
    if each.state is SubscriptionState.STOPPED:
        return "σταματημένη"
    last = each.paused_until - timedelta(seconds=1) if each.paused_until else None
    until = f" έως και {short_day(athens_day(last))}" if last else ""
    return f"σε παύση{until}"


def outage(since: date) -> str:
    """Silence would be taken for «nothing new»."""
    return (
        f"Από {short_day(since)} δεν έχω νέα στοιχεία από τη Διαύγεια, γι' αυτό δεν λαμβάνετε ειδοποιήσεις. "
        "Δεν χάνεται κάτι: ό,τι αναρτηθεί στο μεταξύ θα έρθει σε μία σύνοψη μόλις διαβαστεί."
    )


def found(number: int) -> str:
    """«βρέθηκε 1 πράξη», «βρέθηκαν 47 πράξεις»."""
    return f"{'βρέθηκε' if number == 1 else 'βρέθηκαν'} {decisions(number)}"


def titles(many: Sequence[Subscription]) -> str:
    return join_and([f"«{each.title}»" for each in many])
