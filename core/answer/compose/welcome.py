"""/start and /help: what it can do, for whom, until when, and what it cannot."""

from core.answer.compose.words import bold, join_and, organization_name
from core.answer.setting import Setting
from core.domain.organization import Coverage
from core.greek.dates import short_day
from core.greek.numbers import format_count

_BODIES_NAMED = 5


def _holdings(setting: Setting) -> str:
    lines = [
        f"• {organization_name(item.label)}: {format_count(item.decisions)} πράξεις, {short_day(item.first_on)} – "
        f"{short_day(item.last_on)}{_published(item)}"
        for item in sorted(setting.coverage.values(), key=lambda item: -item.decisions)
        if item.first_on and item.last_on
    ]
    return "\n".join(("Έχουμε:", *lines)) if lines else "Δεν έχουν φορτωθεί ακόμη πράξεις."


def _published(item: Coverage) -> str:
    return f", αναρτήσεις έως {short_day(item.published_through)}" if item.published_through else ""


def start(setting: Setting) -> str:
    """Short: two ways in, what every answer shows, what this is not."""
    bodies = [organization_name(body.label) for body in setting.covered]
    if len(bodies) > _BODIES_NAMED:
        bodies[_BODIES_NAMED - 1 :] = [f"άλλοι {len(bodies) - _BODIES_NAMED + 1} φορείς"]
    whose = f" ({join_and(bodies)})" if bodies else ""
    return "\n".join(
        (
            bold("Καλώς ήρθατε.") + f" Ρωτήστε για πράξεις του Δημοσίου στη Διαύγεια{whose}.",
            "• Γράψτε μια ερώτηση με δικά σας λόγια",
            "• Ή στείλτε έναν ΑΔΑ και θα δείτε την πράξη",
            "",
            "Κάθε απάντηση δείχνει τις πράξεις στις οποίες βασίζεται. Δεν είμαι επίσημη υπηρεσία: ελέγξτε την πράξη.",
        )
    )


def help_text(setting: Setting) -> str:
    """What can be asked, and what is not answered."""
    return "\n".join(
        (
            bold("Τι μπορείτε να ρωτήσετε"),
            "• Έναν ΑΔΑ ή τον σύνδεσμο μιας πράξης: δείχνω την πράξη, το ποσό, τον ανάδοχο, το PDF",
            "• «αποφάσεις για αδέσποτα το 2024»: βρίσκω πράξεις",
            "• «πόσα ανατέθηκαν για καύσιμα το 2024»: αθροίζω ποσά, κάθε στάδιο χωριστά",
            "• «πόσες αποφάσεις εξέδωσε ο δήμος ανά έτος»: μετρώ πράξεις",
            "• «ποια ήταν η μεγαλύτερη ανάθεση του 2023»: κατατάσσω πράξεις κατά ποσό",
            "• «ειδοποίησέ με για αδέσποτα»: σας γράφω όταν αναρτηθεί κάτι νέο",
            "",
            _holdings(setting),
            "",
            "Δεν απαντώ για πρόσωπα, δεν κρίνω νομιμότητα και δεν μαντεύω: όταν κάτι δεν υπάρχει στα στοιχεία, το λέω.",
        )
    )
