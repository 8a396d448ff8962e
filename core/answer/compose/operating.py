"""What the operator is told of what he did: letters held back, a message to everybody, somebody shut out."""

from collections.abc import Sequence

from core.answer.compose.words import bold, count, italic
from core.store.outbox import Standing

FOOT = "Το μήνυμα πηγαίνει σε όσους έχουν ειδοποιήσεις. Για να σταματήσουν: ΣΤΟΠ."
_LISTED = 50


def broadcast(text: str) -> str:
    """As its readers see it."""
    return f"{bold('Από τη Διαφάνεια')}\n{text}\n\n{italic(FOOT)}"


def switched(standing: Standing, *, paused: bool, changed: bool) -> str:
    waiting = count(standing.waiting, "γράμμα περιμένει", "γράμματα περιμένουν")
    reach = count(standing.subscriptions, "ενεργή ειδοποίηση", "ενεργές ειδοποιήσεις")
    if paused:
        first = "Η αποστολή σταμάτησε." if changed else "Η αποστολή είχε ήδη σταματήσει."
        return (
            f"{first} Νέες πράξεις εξακολουθούν να ταιριάζονται, τίποτα δεν χάνεται: {waiting} τώρα, {reach}. "
            "Για να ξεκινήσει πάλι: /resume_alerts"
        )
    first = "Η αποστολή ξεκίνησε πάλι." if changed else "Η αποστολή δεν είχε σταματήσει."
    return f"{first} Τώρα {waiting}, {reach}."


def asked(receivers: int, *, seconds: int, paused: bool) -> str:
    """Under the preview."""
    if not receivers:
        return "Κανείς δεν έχει ειδοποιήσεις αυτή τη στιγμή: δεν υπάρχει σε ποιον να σταλεί."
    minutes = max(1, round(seconds / 60))
    time = (
        "Η αποστολή είναι σε παύση: θα φύγει μετά το /resume_alerts."
        if paused
        else (f"Φεύγει μετά από όλα τα άλλα γράμματα, σε περίπου {count(minutes, 'λεπτό', 'λεπτά')}.")
    )
    return f"Έτσι θα το δουν. Να σταλεί σε {count(receivers, 'συνομιλία', 'συνομιλίες')}; {time}"


def sent(number: int | None) -> str:
    if number is None:
        return (
            "Αυτό το μήνυμα έχει ήδη σταλεί ή ακυρωθεί, ή γράφτηκε πριν από πάνω από μία ώρα. Δεν στάλθηκε τίποτα τώρα."
        )
    return f"Μπήκε στη σειρά για {count(number, 'συνομιλία', 'συνομιλίες')}."


def cancelled(withdrawn: int, gone: int) -> str:
    if not withdrawn and not gone:
        return "Ακυρώθηκε. Δεν στάλθηκε σε κανέναν."
    left = count(withdrawn, "γράμμα δεν θα φύγει", "γράμματα δεν θα φύγουν")
    return f"Ακυρώθηκε: {left}, {count(gone, 'έφυγε', 'έφυγαν')} ήδη."


def banned(conversation: str, *, new: bool) -> str:
    who = conversation.partition(":")[2]
    return (
        f"Αποκλείστηκε: {who}. Θα το δει μία φορά και μετά δεν θα παίρνει απαντήσεις ούτε ειδοποιήσεις."
        if new
        else (f"Ο {who} ήταν ήδη αποκλεισμένος.")
    )


def unbanned(conversation: str, *, was: bool) -> str:
    who = conversation.partition(":")[2]
    return f"Ο {who} δεν είναι πια αποκλεισμένος." if was else f"Ο {who} δεν ήταν αποκλεισμένος."


def bans(conversations: Sequence[str]) -> str:
    if not conversations:
        return "Κανείς δεν είναι αποκλεισμένος."
    listed = ", ".join(each.partition(":")[2] for each in conversations[-_LISTED:])
    return f"{count(len(conversations), 'αποκλεισμένος', 'αποκλεισμένοι')}: {listed}"
