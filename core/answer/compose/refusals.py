"""What we cannot or will not say, each for its own reason, with a way on (REPLIES «What we cannot say»)."""

import re
from collections.abc import Sequence

from core.answer.compose.words import join_and, organization_name
from core.domain.answer import Answer, Choice, ChoiceKind, Outcome, plain
from core.domain.organization import Coverage, Organization
from core.domain.payee_classes import Party
from core.domain.request import Request, Scope
from core.greek.dates import short_day
from core.greek.fold import fold
from core.greek.numbers import format_euro

_OUT_OF_SCOPE = "Απαντώ μόνο για πράξεις δημόσιων φορέων που αναρτώνται στη Διαύγεια."

_SENTENCES: dict[Scope, tuple[Outcome, str]] = {
    Scope.OFF_TOPIC: (Outcome.OUT_OF_SCOPE, _OUT_OF_SCOPE),
    Scope.NOT_IN_DIAVGEIA: (
        Outcome.NOT_IN_DATA,
        "Αυτό δεν περιλαμβάνεται στα στοιχεία της Διαύγειας. Μπορώ να δω τι αποφάσισε, τι ανέθεσε και τι πλήρωσε "
        "ένας φορέας.",
    ),
    Scope.PEOPLE_COUNT: (
        Outcome.WRONG_UNIT,
        "Μετρώ πράξεις, όχι ανθρώπους: πόσους απασχολεί ένας φορέας δεν προκύπτει από τη Διαύγεια. "
        "Μπορώ να δείξω τις πράξεις για προσλήψεις.",
    ),
    Scope.MUNICIPAL_SERVICE: (
        Outcome.OUT_OF_SCOPE,
        "Δεν εξυπηρετώ αιτήματα, βλάβες ή πληρωμές: για αυτά απευθυνθείτε στον δήμο ή σε ένα ΚΕΠ. "
        "Μπορώ να δείξω τι έχει αποφασίσει ο δήμος για το θέμα.",
    ),
    Scope.LEGAL_ADVICE: (
        Outcome.OUT_OF_SCOPE,
        "Δεν κρίνω αν μια πράξη είναι νόμιμη. Μπορώ να δείξω τι γράφει· για τα υπόλοιπα, η Εθνική Αρχή Διαφάνειας ή "
        "ένας δικηγόρος.",
    ),
    Scope.CONTACT_DATA: (
        Outcome.OUT_OF_SCOPE,
        "Δεν δίνω στοιχεία επικοινωνίας και δεν ταυτοποιώ πρόσωπα. Αν έχετε τον ΑΔΑ μιας πράξης, σας τη δείχνω.",
    ),
    Scope.PRIVATE_PERSON: (
        Outcome.REFUSED,
        "Δεν αναζητώ ιδιώτες με το όνομά τους. Αν έχετε τον ΑΔΑ μιας πράξης, μπορώ να σας τη δείξω. Αιρετούς και "
        "υπογράφοντες τους δείχνω μόνο σε πράξεις του αξιώματός τους.",
    ),
    Scope.LOADED_CLAIM: (
        Outcome.REFUSED,
        "Τα στοιχεία της Διαύγειας δεν δείχνουν προσωπικό όφελος. Τι θέλετε να δείτε;",
    ),
    Scope.INSTRUCTIONS: (Outcome.REFUSED, "Απαντώ πάντα με παραπομπές σε πράξεις της Διαύγειας· αυτό δεν αλλάζει."),
    Scope.SECRETS: (Outcome.REFUSED, "Αυτό δεν το δίνω. Ρωτήστε με για πράξεις δημόσιων φορέων."),
    Scope.SQL: (Outcome.REFUSED, "Δέχομαι ερωτήσεις με δικά σας λόγια, όχι εντολές SQL."),
    Scope.FABRICATION: (
        Outcome.REFUSED,
        "Δεν φτιάχνω πράξεις ούτε ΑΔΑ. Μπορώ να σας δείξω πραγματικές πράξεις για το θέμα.",
    ),
    Scope.PASTED_TEXT: (
        Outcome.REFUSED,
        "Το κείμενο που στείλατε δεν έχει ΑΔΑ και δεν μπορώ να το ελέγξω στη Διαύγεια. Αν έχετε τον ΑΔΑ της πράξης, "
        "στείλτε τον.",
    ),
    Scope.GREETING: (Outcome.SMALLTALK, "Γεια σας. Ρωτήστε με για πράξεις δημόσιων φορέων ή στείλτε έναν ΑΔΑ."),
    Scope.THANKS: (Outcome.SMALLTALK, "Παρακαλώ."),
    Scope.ABUSE: (
        Outcome.SMALLTALK,
        "Αν κάποια απάντηση ήταν λάθος, πείτε μου ποια και θα την ξαναδώ με άλλα λόγια.",
    ),
    Scope.RECAP: (Outcome.SMALLTALK, "Δεν έχετε ρωτήσει κάτι τις τελευταίες δύο ώρες."),
}

ALERTS_BESIDE = "Για να σας ειδοποιώ για νέες, πατήστε «Ειδοποίηση»."
ALERTS_FOR_ACT = (
    "Να παρακολουθώ αυτή την πράξη; Θα σας γράψω αν ανακληθεί, αν διορθωθεί ή αν αναρτηθεί πληρωμή που συνδέεται με "
    "αυτή. Για διακοπή γράψτε ΣΤΟΠ."
)
ALERTS_FOR_REVOCATION = "Να σας γράψω αν ανακληθεί η ανάρτηση αυτής της πράξης; Για διακοπή γράψτε ΣΤΟΠ."
FOLLOWUP_UNCLEAR = (
    "Δεν κατάλαβα σε τι της προηγούμενης απάντησης αναφέρεστε. Γράψτε την ερώτηση ολόκληρη, με θέμα, φορέα και έτος, ή "
    "τον αριθμό της γραμμής που θέλετε (π.χ. «η 2»)."
)
EACH_ALONE = "Φορείς συγκρίνω μόνο σε ποσά. Διαλέξτε και θα απαντήσω για τον καθένα χωριστά:"
MEASURED_IN_EURO = (
    "Φορείς συγκρίνω σε ποσά πράξεων. Γράψτε τι να συγκρίνω, π.χ. «ποιος δήμος ανέθεσε περισσότερα για καύσιμα "
    "το 2024»."
)
COUNTS_NOT_COMPARED = "Συγκρίνω ποσά, όχι πλήθη πράξεων. Το πλήθος το δίνω χωριστά:"
NOT_SEARCHED_YET = (
    "Με αριθμό πράξης, ΑΔΑΜ, μονάδα ή υπογράφοντα δεν αναζητώ ακόμη. Γράψτε τον ΑΔΑ της πράξης ή λέξεις "
    "από το θέμα της."
)
UNIT_PRICE = (
    "Στη Διαύγεια τα ποσά είναι ανά πράξη, όχι ανά τεμάχιο: τιμή μονάδας δεν προκύπτει. Οι πράξεις για το θέμα:"
)
PER_CAPITA = "Ο πληθυσμός δεν περιλαμβάνεται στη Διαύγεια, γι' αυτό δεν δίνω ποσό ανά κάτοικο. Δείτε τα σύνολα:"
UNCLEAR = "Δεν κατάλαβα τι ζητάτε. Γράψτε θέμα, φορέα και έτος, ή στείλτε έναν ΑΔΑ."
FOREIGN = "Απαντώ μόνο σε ερωτήσεις στα ελληνικά (και σε greeklish), ή σε έναν ΑΔΑ. Γράψτε την ερώτηση στα ελληνικά."
UNCLEAR_WHAT = "Για ποιο θέμα και ποια περίοδο;"
UNCLEAR_PERSON = (
    "Εννοείτε επιχείρηση, αιρετό στις πράξεις του αξιώματός του ή θέμα; Δεν αναζητώ ιδιώτες με το όνομά τους. "
    "Αν έχετε τον ΑΔΑ μιας πράξης, στείλτε τον."
)


_WISHES = 3
_PAYEES = 6
WISHED = (
    "Σημειώθηκε: ο διαχειριστής θα δει ότι τον ζητούν. Αν προστεθεί, οι πράξεις του θα εμφανιστούν εδώ από μόνες τους."
)

_POPULATION = (
    "Ο πληθυσμός δεν περιλαμβάνεται στα στοιχεία της Διαύγειας. Μπορώ να δω τι αποφάσισε και τι πλήρωσε ο δήμος."
)
_HIRING = Choice(label="Πράξεις για προσλήψεις", kind=ChoiceKind.ASK, text="αποφάσεις για προσλήψεις")
_OWN_CHOICES = {Scope.PEOPLE_COUNT: (_HIRING,)}


def refuse(request: Request, choices: Sequence[Choice]) -> Answer:
    """The fixed reply of the request's scope; `choices` are questions known to work."""
    scope = request.scope or Scope.OFF_TOPIC
    outcome, sentence = _SENTENCES[scope]
    choices = _OWN_CHOICES.get(scope, choices)
    if scope is Scope.NOT_IN_DIAVGEIA and re.search(r"κατοικ|πληθυσμ", fold(request.text)):
        sentence = _POPULATION
    chatty = request.scope in (Scope.THANKS, Scope.RECAP)
    if outcome is Outcome.OUT_OF_SCOPE and request.scope is Scope.OFF_TOPIC and choices:
        sentence += " Δοκιμάστε:"
    return Answer(outcome=outcome, text=sentence, request=request, choices=() if chatty else tuple(choices))


def unclear(request: Request, sentence: str, choices: Sequence[Choice] = ()) -> Answer:
    return Answer(outcome=Outcome.UNCLEAR, text=sentence, request=request, choices=tuple(choices))


def foreign(request: Request, when: str, choices: Sequence[Choice]) -> Answer:
    """A question in another language: asked for in Greek, with the numbers that were understood anyway."""
    limits = [format_euro(each) for each in (request.amount_min, request.amount_max) if each is not None]
    known = [each for each in (when.removeprefix("το "), *dict.fromkeys(limits), request.afm, request.kae) if each]
    said = f" Κατάλαβα μόνο: {', '.join(known)}." if known else ""
    return unclear(request, FOREIGN + said + (" Για παράδειγμα:" if choices else ""), choices)


def which_body(request: Request, bodies: Sequence[Organization]) -> Answer:
    """«Ποιον φορέα εννοείτε;», once: the choice is remembered."""
    choices = tuple(
        Choice(
            label=organization_name(body.label),
            kind=ChoiceKind.BODY,
            text=request.text,
            organization_uid=body.uid,
        )
        for body in bodies[:8]
    )
    return Answer(outcome=Outcome.UNCLEAR, text="Ποιον φορέα εννοείτε;", request=request, choices=choices)


def body_chosen(body: Organization, choices: Sequence[Choice]) -> Answer:
    """The chat's body was changed by its name alone."""
    text = f"Από εδώ και πέρα, «ο δήμος» ή «ο φορέας» είναι: {organization_name(body.label)}. Τι θέλετε να δείτε;"
    return Answer(outcome=Outcome.ANSWERED, text=text, choices=tuple(choices))


def which_payee(request: Request, typed: str, parties: Sequence[Party]) -> Answer:
    """«Ποια επιχείρηση εννοείτε;»: each as the same question with its ΑΦΜ, or its whole name, in place of the name."""
    choices = tuple(
        Choice(
            label=party.words,
            kind=ChoiceKind.ASK,
            text=_with_payee(request.text, typed, f"ΑΦΜ {party.afm}" if party.afm else f"εταιρεία «{party.name}»"),
        )
        for party in parties[:_PAYEES]
    )
    more = f" Δείχνω τις {_PAYEES} πιο κοντινές: γράψτε κι άλλη λέξη του ονόματος." if len(parties) > _PAYEES else ""
    text = f"Βρήκα περισσότερες από μία επιχειρήσεις με όνομα κοντά στο «{plain(typed)}». Ποια εννοείτε;{more}"
    return Answer(outcome=Outcome.UNCLEAR, text=text, request=request, choices=choices)


def _with_payee(text: str, typed: str, payee: str) -> str:
    """The question with the payee in place of the name; without the name as it was typed, the payee alone."""
    return text.replace(typed, payee, 1) if typed in text else f"τι έχει αναλάβει: {payee}"


def payee_not_found(request: Request, typed: str) -> Answer:
    """No act of ours gives the name; many give no names at all."""
    name = plain(typed)
    acts = Choice(label="Αναζήτηση στα θέματα", kind=ChoiceKind.ASK, text=f"αποφάσεις για {name}")
    text = (
        f"Δεν βρήκα ανάδοχο ή δικαιούχο με όνομα «{name}». Αυτό δεν σημαίνει ότι δεν υπάρχει: στα στοιχεία πολλών "
        "πράξεων γράφεται μόνο ο ΑΦΜ. Αν έχετε τον ΑΦΜ της εταιρείας, γράψτε τον."
    )
    return Answer(outcome=Outcome.NOT_IN_DATA, text=text, request=request, choices=(acts,))


def not_held(request: Request, named: Sequence[str], covered: Sequence[Coverage], choices: Sequence[Choice]) -> Answer:
    """A body that exists and that we do not hold."""
    have = join_and([organization_name(coverage.label) for coverage in covered[:8]])
    text = f"Δεν έχουμε πράξεις για: {', '.join(organization_name(name) for name in named)}."
    if have:
        text += f" Έχουμε: {have}."
    return Answer(outcome=Outcome.OUTSIDE_COVERAGE, text=text, request=request, choices=tuple(choices))


def wishes(absent: Sequence[Organization]) -> tuple[Choice, ...]:
    """«Ζητήστε τον»: bodies that we do not hold and that the operator may add."""
    return tuple(
        Choice(
            label="Ζητήστε τον" if len(absent) == 1 else f"Ζητήστε: {organization_name(body.label)}",
            kind=ChoiceKind.WANT,
            organization_uid=body.uid,
        )
        for body in absent[:_WISHES]
    )


def outside_period(request: Request, coverage: Coverage, asked: str, choices: Sequence[Choice]) -> Answer:
    """A period for which nothing is held."""
    since = short_day(coverage.first_on) if coverage.first_on else "—"
    until = short_day(coverage.last_on) if coverage.last_on else "—"
    text = (
        f"Διαθέσιμες πράξεις: {organization_name(coverage.label)}, από {since} έως {until}. "
        f"Για την περίοδο που ζητάτε ({asked}) δεν μπορώ να απαντήσω."
    )
    return Answer(outcome=Outcome.OUTSIDE_COVERAGE, text=text, request=request, choices=tuple(choices))
