"""Messages that the rules leave unclear today, how a good model writes them anew, and the plain question of each."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Awkward:
    """`plain`: the question whose figures are wanted, in other words than the rewrite's where that can be."""

    text: str
    anew: tuple[str, ...]
    plain: tuple[str, ...]
    previous: tuple[str, ...] = ()


def _one(text: str, anew: str, plain: str, *previous: str) -> Awkward:
    return Awkward(text=text, anew=(anew,), plain=(plain,), previous=previous)


AWKWARD = (
    _one("how much did the municipality pay in 2024?", "πόσα πληρώθηκαν το 2024", "πόσα πλήρωσε ο δήμος το 2024"),
    _one(
        "how much did the town pay for fuel in 2025?",
        "πόσα πληρώθηκαν για καύσιμα το 2025",
        "πληρωμές για καύσιμα το 2025 σύνολο",
    ),
    _one(
        "how much was awarded for fuel in 2025, in total?",
        "πόσα ανέθεσε ο δήμος για καύσιμα το 2025",
        "πόσα ανατέθηκαν για καύσιμα το 2025",
    ),
    _one(
        "show me the largest award of 2025", "ποια ήταν η μεγαλύτερη ανάθεση το 2025", "η μεγαλύτερη ανάθεση του 2025"
    ),
    _one(
        "show me the largest three payments of 2024",
        "οι 3 μεγαλύτερες πληρωμές το 2024",
        "οι τρεις μεγαλύτερες πληρωμές του 2024",
    ),
    _one(
        "how many decisions were issued in 2024?",
        "πόσες αποφάσεις εξέδωσε ο δήμος το 2024",
        "πόσες αποφάσεις βγήκαν το 2024",
    ),
    _one("how many awards were made in 2025?", "πόσες αναθέσεις έγιναν το 2025", "πλήθος αναθέσεων 2025"),
    _one(
        "who was paid the most by the municipality in 2024?",
        "ποιοι πληρώθηκαν περισσότερο το 2024",
        "ποιοι πήραν τα περισσότερα το 2024",
    ),
    _one(
        "which contractor received the most awards in 2025?",
        "ποιοι πήραν τις περισσότερες αναθέσεις το 2025",
        "ποιος πήρε τις πιο πολλές αναθέσεις το 2025",
    ),
    _one(
        "compare the payments of 2024 with 2025",
        "σύγκριση πληρωμών 2024 με 2025",
        "σύγκρινε τις πληρωμές του 2024 και του 2025",
    ),
    _one(
        "why did payments change so much from 2024 to 2025?",
        "γιατί άλλαξαν οι πληρωμές από το 2024 στο 2025",
        "γιατί άλλαξαν οι πληρωμές από το 2024 στο 2025;",
    ),
    _one(
        "what is the total of commitments in 2024 for the municipality?",
        "πόσα δέσμευσε ο δήμος το 2024",
        "σύνολο δεσμεύσεων 2024",
    ),
    _one(
        "how much did the municipality spend last year?", "πόσα πλήρωσε ο δήμος πέρσι", "πόσα πλήρωσε ο δήμος το 2025"
    ),
    _one(
        "how much was paid by the municipality in March 2025?",
        "πόσα πληρώθηκαν τον Μάρτιο του 2025",
        "πληρωμές Μαρτίου 2025 σύνολο",
    ),
    _one("show me the payments per month for 2025", "πληρωμές ανά μήνα το 2025", "πόσα πληρώθηκαν ανά μήνα το 2025"),
    _one("what was the average award of 2025?", "μέσος όρος αναθέσεων το 2025", "μέση ανάθεση 2025"),
    _one("2024 vs 2025", "σύγκριση πληρωμών 2024 με 2025", "σύγκρινε τις πληρωμές του 2024 και του 2025"),
    _one(
        "σύγκρινε το 2024 με το 2025", "σύγκριση πληρωμών 2024 με 2025", "σύγκρινε τις πληρωμές του 2024 και του 2025"
    ),
    _one("2024 2025 διαφορά", "σύγκριση πληρωμών 2024 με 2025", "σύγκρινε τις πληρωμές του 2024 και του 2025"),
    Awkward(
        text="σύγκρινε πόσες αποφάσεις βγήκαν το 2024 και το 2025",
        anew=("πόσες αποφάσεις εξέδωσε ο δήμος το 2024", "πόσες αποφάσεις εξέδωσε ο δήμος το 2025"),
        plain=("πόσες αποφάσεις βγήκαν το 2024", "πόσες αποφάσεις βγήκαν το 2025"),
    ),
    _one("δήμος 2024", "πόσα πληρώθηκαν το 2024", "πόσα πλήρωσε ο δήμος το 2024"),
    Awkward(
        text="how much did the town pay in 2024 and who received the most?",
        anew=("πόσα πληρώθηκαν το 2024", "ποιοι πληρώθηκαν περισσότερο το 2024"),
        plain=("πόσα πλήρωσε ο δήμος το 2024", "ποιοι πήραν τα περισσότερα το 2024"),
    ),
    _one(
        "and why did they increase so much?",
        "γιατί αυξήθηκαν οι πληρωμές από το 2024 στο 2025",
        "γιατί αυξήθηκαν οι πληρωμές από το 2024 στο 2025;",
        "σύγκρινε τις πληρωμές του 2024 και του 2025",
    ),
    _one(
        "and what about the awards of 2025?",
        "πόσα ανατέθηκαν για καύσιμα το 2025",
        "πόσα ανατέθηκαν για καύσιμα το 2025;",
        "πόσα ανατέθηκαν για καύσιμα το 2024",
    ),
)
