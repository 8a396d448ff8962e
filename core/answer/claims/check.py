"""Every sentence of a model against what was found: figures, acts, directions, quotations, words (DESIGN §3.5)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache

from core.answer.claims import agreeing, fitting, receiving
from core.answer.claims.fitting import Bounds, cents, fits_count
from core.answer.claims.reading import Sentence, read, table
from core.answer.claims.sentences import sentences
from core.answer.evidence import Act, Evidence, Kind, acts_of, evidence_of
from core.answer.steps import Situation
from core.domain.answer import Row
from core.domain.condition import DecisionFilter
from core.domain.decision import Status
from core.domain.ledger import OUTSIDE
from core.domain.request import Unit
from core.domain.subjects import shortened
from core.errors import Ungrounded
from core.greek.fold import fold
from core.greek.lexemes import lexemes

_QUOTE = re.compile(r"«([^»]*)»?|[\"“”„]([^\"“”„]*)[\"“”]?|[‘'’]([^‘'’]{3,})[’']")
_UP = re.compile(r"\bαυξ(?:ησ|ηθ)\w*")
_DOWN = re.compile(r"\bμειω(?:σ|θ)\w*")
_CHANGED = re.compile(r"\b(?:διαφορα|μεταβολ|μεταβληθ)\w*")
_LARGEST, _SMALLEST = re.compile(r"\bμεγαλυτερ\w*"), re.compile(r"\bμικροτερ\w*")
_SUM = re.compile(r"\bαθροισ\w*")
_DENIES = re.compile(r"\b(?:μη|μην|δεν|οχι|χωρισ|ανευ|ανακλ|ανατροπ|ακυρω|ματαιω|απορριψ|τροποποι|διορθω|εκτοσ)")
_LONGEST = 1_500

EMPTY = "Η απάντηση δεν λέει κανένα στοιχείο από όσα βρέθηκαν"
NO_DATA = "Καμία αναζήτηση δεν έχει βρει κάτι ακόμη"
UNKNOWN = "Αριθμός που δεν βρέθηκε σε αναζήτηση"


@dataclass(slots=True)
class Told:
    """What the accepted sentences stand on, in their order; `text` is what of them may be shown."""

    text: str = ""
    evidence: list[Evidence] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scene:
    situation: Situation
    evidence: Sequence[Evidence]
    acts: dict[str, Act]
    bounds: Bounds


def checked(prose: str, situation: Situation) -> Told:
    """What may be told of the prose; raises Ungrounded with the reason of the first sentence that says more."""
    scene = _Scene(
        situation=situation,
        evidence=evidence_of(situation),
        acts=acts_of(situation),
        bounds=fitting.bounds_of(situation),
    )
    if not scene.evidence and not scene.acts:
        raise Ungrounded(NO_DATA)
    if len(prose) > _LONGEST:
        raise Ungrounded(f"Η απάντηση πρέπει να έχει έως {_LONGEST} γράμματα")
    told = Told()
    lines = sentences(prose, scene.acts)
    for line in lines:
        for text in line:
            _check(read(text, scene.acts, situation.setting, situation.today), scene, told)
    if not told.evidence and not told.acts:
        raise Ungrounded(EMPTY)
    told.text = "\n".join(" ".join(line) for line in lines)
    return told


def _check(sentence: Sentence, scene: _Scene, told: Told) -> None:
    _check_quotes(sentence, scene)
    used = [*_figures(sentence, scene), *_counts(sentence, scene)]
    _check_limits(sentence, scene, used)
    _check_acts(sentence, scene)
    _check_direction(sentence, used)
    _check_rank(sentence, scene, used)
    _check_receiving(sentence, scene, used)
    _check_number(sentence, scene, used)
    _check_periods(sentence, scene, used)
    _check_words(sentence, scene, used)
    told.evidence += [each for each in used if each not in told.evidence]
    told.acts += [each for each in sentence.acts if each not in told.acts]


def _refused(reason: str, sentence: Sentence) -> Ungrounded:
    return Ungrounded(f"{reason}: «{sentence.text}»")


def _check_quotes(sentence: Sentence, scene: _Scene) -> None:
    """A subject whole as it is shown, the topic, or a name; of a part nobody knows what was cut away."""
    for match in _QUOTE.finditer(sentence.text):
        quoted = fold(next(part for part in (*match.groups(), "") if part is not None)).strip(" .…")
        allowed = [words for act in sentence.acts for words in (act.row.subject, shortened(act.row.subject))]
        allowed += [*scene.situation.request.topic, scene.situation.request.topic_text, *_topic_words(scene, ())]
        allowed += [name for act in sentence.acts for name in act.row.payees]
        allowed += [body.label for body in scene.situation.bodies]
        if quoted not in {fold(words).strip(" .…") for words in allowed}:
            raise _refused("Παράθεμα που δεν βρέθηκε σε αναζήτηση", sentence)


def _figures(sentence: Sentence, scene: _Scene) -> list[Evidence]:
    """Beside an ΑΔΑ an amount is that act's; anywhere else it is a figure of a lookup."""
    used = []
    for unit, values in ((Unit.EURO, sentence.euro), (Unit.PERCENT, sentence.percents)):
        for value in values:
            if sentence.acts:
                _check_of_act(sentence, value, unit)
            else:
                found = [each for each in scene.evidence if each.figure.unit is unit and _is(each, value)]
                used.append(_fitting(found, sentence, scene))
    return used


def _check_limits(sentence: Sentence, scene: _Scene, used: Sequence[Evidence]) -> None:
    """A limit of the question says nothing by itself: it stands beside a figure that was found."""
    known = all(fitting.is_limit(is_least, value, scene.bounds) for is_least, value in sentence.limits)
    if sentence.limits and not (known and used):
        raise _refused("Όριο που δεν είναι της ερώτησης, ή χωρίς ποσό που βρέθηκε δίπλα του", sentence)


def _check_receiving(sentence: Sentence, scene: _Scene, used: Sequence[Evidence]) -> None:
    names = [each.name for each in scene.evidence if each.name]
    against = next(receiving.misfits(sentence, used, names), None)
    if against or receiving.shares_an_act(sentence):
        raise _refused(against or receiving.ONE_PAYEE, sentence)


def _check_number(sentence: Sentence, scene: _Scene, used: Sequence[Evidence]) -> None:
    found, folded = len(scene.acts), fold(sentence.text)
    against = next(agreeing.misfits(sentence, used, found=found, folded=folded), None)
    if against:
        raise _refused(against, sentence)


def _is(evidence: Evidence, value: Decimal) -> bool:
    own = evidence.figure.value
    return (cents(own) if evidence.figure.unit is Unit.EURO else abs(own)) == value


def _fitting(found: Iterable[Evidence], sentence: Sentence, scene: _Scene) -> Evidence:
    reason = UNKNOWN
    for each in found:
        against = next(fitting.misfits(each, sentence, scene.bounds), None)
        if against is None:
            return each
        reason = against
    raise _refused(reason, sentence)


def _check_of_act(sentence: Sentence, value: Decimal, unit: Unit) -> None:
    row = sentence.acts[0].row
    whole = len(sentence.acts) == 1 and unit is Unit.EURO and row.amount is not None and _stands(row)
    if not whole or cents(row.amount or Decimal(0)) != value:
        raise _refused("Δίπλα σε ΑΔΑ μπαίνει μόνο το δικό του ποσό, ένας ΑΔΑ σε κάθε πρόταση", sentence)
    if sentence.stages != {row.stage}:
        raise _refused(fitting.STAGE, sentence)


def _stands(row: Row) -> bool:
    """Amounts that are doubtful, taken back or counted elsewhere are told by code, with what is wrong about them."""
    return row.sign > 0 and row.status == Status.PUBLISHED and not OUTSIDE & set(row.flags)


def _counts(sentence: Sentence, scene: _Scene) -> list[Evidence]:
    used = []
    for value, stage in sentence.counts:
        acts_counted = [each for each in scene.evidence if each.figure.unit is Unit.DECISIONS and _is(each, value)]
        found = [each for each in acts_counted if fits_count(each, stage, sentence)]
        if sentence.acts or _SUM.search(sentence.rest) or (acts_counted and not found):
            raise _refused("Πλήθος πράξεων άλλου είδους", sentence)
        used.append(_fitting(found, sentence, scene))
    return used


def _check_acts(sentence: Sentence, scene: _Scene) -> None:
    for act in sentence.acts:
        against = next(fitting.act_misfits(act, sentence, scene.bounds), None)
        if against:
            raise _refused(against, sentence)


def _check_direction(sentence: Sentence, used: Sequence[Evidence]) -> None:
    """«αυξήθηκαν» needs the change that it tells of, with its figure and its sign."""
    up, down = bool(_UP.search(sentence.rest)), bool(_DOWN.search(sentence.rest))
    changes = [each for each in used if each.kind is Kind.CHANGE]
    if (up and down) or ((up or down or _CHANGED.search(sentence.rest)) and not changes):
        raise _refused("Αύξηση ή μείωση λέγεται με το ποσό ή το ποσοστό της από σύγκριση", sentence)
    if any((each.figure.value > 0) is not up or (each.figure.value < 0) is not down for each in changes):
        raise _refused("Η μεταβολή έχει άλλη κατεύθυνση ή δεν λέγεται αν είναι αύξηση ή μείωση", sentence)


def _check_rank(sentence: Sentence, scene: _Scene, used: Sequence[Evidence]) -> None:
    """«η μεγαλύτερη» is the first of a ranking of what was asked, and of the stage that is said."""
    for pattern, largest in ((_LARGEST, True), (_SMALLEST, False)):
        if not pattern.search(sentence.rest):
            continue
        acts = [act for act in sentence.acts if act.place == 1 and act.largest is largest]
        first = [
            act for act in acts if act.where and _is_of_all(act.where, scene) and sentence.stages == {act.row.stage}
        ]
        payees = [each for each in used if each.kind is Kind.PAYEE and each.place == 1 and largest]
        payee = [each for each in payees if _is_of_all(each.where, scene)]
        if len(sentence.acts) > 1 or not (first or payee):
            raise _refused("«Μεγαλύτερο» ή «μικρότερο» είναι μόνο το πρώτο μιας κατάταξης, με τον ΑΔΑ του", sentence)


def _is_of_all(where: DecisionFilter, scene: _Scene) -> bool:
    return fitting.ranks_what_was_asked(where, scene.bounds)


def _check_periods(sentence: Sentence, scene: _Scene, used: Sequence[Evidence]) -> None:
    """A time that no figure or act of the sentence is of must be the question's, or that of something found."""
    if used or sentence.acts:
        return
    known = [scene.bounds.period, *(each.period for each in scene.evidence)]
    spans = {(each.since, each.until) for each in known}
    if any((each.since, each.until) not in spans for each in sentence.periods):
        raise _refused(fitting.TIME, sentence)


def _topic_words(scene: _Scene, used: Iterable[Evidence]) -> list[str]:
    situation = scene.situation
    shown = [*situation.topic.shown, *(word for topic in situation.topics for word in topic.shown)]
    return shown + [word for each in used for group in each.where.condition.groups for word in group.shown]


def _check_words(sentence: Sentence, scene: _Scene, used: Sequence[Evidence]) -> None:
    """Only words that state what was found: no judgement, cause, denial, name or number that nobody looked up."""
    if sentence.says_a_number or re.search(r"\d", sentence.rest):
        raise _refused(UNKNOWN, sentence)
    situation = scene.situation
    own = [*_topic_words(scene, used), *situation.request.topic, situation.request.payee or ""]
    own += [body.label for body in situation.bodies] + [each.name for each in used]
    own += [situation.setting.body(uid).label for uids in sentence.bodies for uid in uids]
    own += [group for act in sentence.acts if act.where for each in act.where.condition.groups for group in each.shown]
    own += [words for act in sentence.acts for words in _words_of(act)]
    strange = set(lexemes(sentence.rest.replace("∎", " "))) - _common() - set(lexemes(" ".join(own)))
    if strange:
        said = [word for word in re.findall(r"\w+", sentence.text) if set(lexemes(word)) & strange]
        raise _refused(f"Λέξεις που δεν στηρίζονται σε εύρημα ({', '.join(dict.fromkeys(said))})", sentence)


def _words_of(act: Act) -> list[str]:
    """Payees, and the subject unless it denies or takes back something, which a part of it might hide."""
    return [*act.row.payees, *([] if _DENIES.search(fold(act.row.subject)) else [act.row.subject])]


@cache
def _common() -> frozenset[str]:
    words = table()["words"]
    assert isinstance(words, str)
    return frozenset(lexemes(words))
