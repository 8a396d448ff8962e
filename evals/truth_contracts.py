"""One contract in several acts, found anew in the raw acts by the published rule (core/store/README.md, «Contracts»).

Pairs of acts are judged one by one and then put together, with words cut to their first letters: nothing of the
store's own way. Which act counts, and which are set aside, is all that it says.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from itertools import pairwise

from evals.truth_money import Act, bare, one_alphabet

_STEM = 5
_STEPS = ("approval", "minutes", "award", "title", "contract")
_WAIT = {"minutes": 366, "award": 183, "title": 60, "contract": 183}
_LATER_WAIT = {"modification": 1098, "repeat": 183}
_SMALL = """
και του της των τον την τησ τουσ τισ στο στη στην στον στα στουσ στισ για απο απ με σε ο η το οι τα ενα προσ
περι υπο κατα λογω εν δια αρ ν ωσ
"""
_OF_PROCEDURE = """
εγκρι απευθ ευθει αναθε συμβα συμφω πρακτ διενε διαγω αποφα δημαρ τιτλο κατακ επιτρ διαδι διαπρ επιλο αναδο
εργου εργο εργων προμη υπηρε παροχ μελετ κατασ τευχη τευχω εκπον τροπο παρατ χρονο ισχυ ορθη ορθησ επανα
δαπαν υπογρ αριθ δημοσ ποσο ποσου ευρω φπα οικον δημοτ συμβο
"""


def _title(subject: str) -> tuple[str, str]:
    """(what is bought, what is said around it)."""
    subject = re.sub(r"\s+", " ", subject)
    quoted = re.search(r"[«\"“„](.{8,})[»\"”]|[«\"“„](.{8,})$|[‘’']{2}(.{8,}?)[‘’']{2}", subject, re.DOTALL)
    if not quoted:
        return subject, subject[:90]
    inside = next(part for part in quoted.groups() if part)
    around = f"{subject[: quoted.start()]} {subject[quoted.end() :]}"
    head = re.split(r"[«\"“„]", inside, maxsplit=1)
    if len(head) == 2 and re.search("αναθεσ|συμβασ|τροποποιησ|παρατασ|κατακυρωσ|συμφωνητ", bare(head[0])):
        return head[1].split("»")[0], f"{around} {head[0]}"
    return inside, around


@cache
def _step(subject: str) -> str:
    whole, frame = re.sub(r"\s+", " ", bare(subject)), bare(_title(subject)[1]).strip(" .,:-–'‘’")
    if re.search(r"(συμπληρωματικ|προγραμματικ)\w+ (\w+ )?συμβασ", whole):
        return "supplement"
    if "ορθη επαναληψ" in whole or "ορθησ επαναληψ" in whole:
        return "repeat"
    if re.search(r"\b(τροποποιησ|παρατασ)\w*\s(\([^)]*\) ?)?(\S+\s){0,6}?(συμβασ|αποφασ|συμφωνητ)", frame):
        return "modification"
    if re.match(r"\W*(υπογραφη |ιδιωτικο |κυρια |δημοσια )?(συμβαση?σ?\b|συμφωνητικ)", frame) or re.search(
        r"[-–]\s*συμβαση\W*$", whole
    ):
        return "contract"
    if re.search(r"εγκρισ?\w* .{0,60}?\bπρακτικ(ο|ου|α|ων)\b", frame):
        return "minutes"
    if re.search(r"\bαναθε[στ]|\bκατακυρω", frame):
        return "award"
    return "approval" if frame.startswith("εγκριση") else "title"


@cache
def _object(subject: str) -> frozenset[str]:
    text = re.sub(r"δημ(ου|ο|οσ) \w+( ?[-–] ?\w+)?", " ", re.sub(r"(?<=\b\w)\.(?=\w\b)", "", bare(_title(subject)[0])))
    words = (one_alphabet(word) for word in re.findall(r"[^\W_]+", text) if word not in _SMALL.split())
    cut = (word if any(map(str.isdigit, word)) else word[:_STEM] for word in words)
    return frozenset(word for word in cut if word not in _OF_PROCEDURE.split())


def _same_object(one: frozenset[str], other: frozenset[str]) -> bool:
    few, many = sorted((one, other), key=len)
    return bool(few) and few <= many and len(many) <= 2 * len(few) + 1


def _taxed(one: Decimal, other: Decimal) -> bool:
    """One amount without VAT of 24 %, the other with it."""
    return abs(max(one, other) - min(one, other) * 124 / 100) < Decimal("0.0051")


def _follows(first: Act, then: Act) -> bool:
    """`then` is a later step of the contract of `first`: same body, stage and payee are known, the amount is asked."""
    one, next_ = _step(first.subject), _step(then.subject)
    days = (then.issued_on - first.issued_on).days
    if "supplement" in (one, next_) or first.amount is None or then.amount is None:
        return False
    alike = first.amount == then.amount or _taxed(first.amount, then.amount)
    same = _same_object(_object(first.subject), _object(then.subject))
    if next_ in _LATER_WAIT:
        if not alike:
            ratio = then.amount / first.amount
            total = 7 <= ratio * 10 <= 15
            return same and days <= (366 if next_ == "modification" else 183) and (total or next_ == "modification")
        words = [word for word in _object(then.subject) if not any(map(str.isdigit, word))]
        says_nothing = len(words) <= 1 and first.amount >= 10_000 and bool(first.amount % 10)
        return days <= _LATER_WAIT[next_] and (same or says_nothing)
    if not alike or not same or one in _LATER_WAIT:
        return False
    if (
        (one, next_) != ("minutes", "minutes")
        and _STEPS.index(one) >= _STEPS.index(next_)
        and (one, next_) != ("title", "award")
    ):
        return False
    return days <= (366 if one == "minutes" and next_ == "contract" else _WAIT.get(next_, 60))


def set_aside(acts: Iterable[Act], own_numbers: Mapping[str, str]) -> dict[str, str]:
    """ΑΔΑ → the act by which its contract counts. `own_numbers`: the tax number of each body, which pays nobody."""
    alike: dict[tuple[object, ...], list[Act]] = defaultdict(list)
    bodies: dict[tuple[object, ...], list[Act]] = defaultdict(list)
    for act in acts:
        payees = frozenset(act.payees) - {own_numbers.get(act.organization)}
        if (
            act.stage in ("award", "contract")
            and act.status == "PUBLISHED"
            and act.amount
            and act.amount > 0
            and payees
        ):
            alike[act.organization, act.stage, payees].append(act)
            bodies[act.organization, act.stage].append(act)
    found: dict[str, str] = {}
    for listed in alike.values():
        for contract in _contracts(sorted(listed, key=_order)):
            counted = _counted(contract)
            found |= {act.ada: counted.ada for act in contract if act is not counted}
    wholly = {ada for pair in found.items() for ada in pair}
    for listed in bodies.values():
        found |= {ada: by for ada, by in _by_lots(sorted(listed, key=_order)) if ada not in wholly}
    return found


def _by_lots(acts: Sequence[Act]) -> Iterator[tuple[str, str]]:
    """Awards that their contracts sum up to, with the largest of those."""
    signed = [act for act in acts if _step(act.subject) == "contract"]
    used: set[str] = set()
    for award in acts:
        if _step(award.subject) not in ("minutes", "award"):
            continue
        lots = _summands(award, [act for act in signed if act.ada not in used and _is_lot(act, award)])
        if any(set(lot.payees) & set(award.payees) for lot in lots):
            used |= {lot.ada for lot in lots}
            yield award.ada, max(lots, key=lambda lot: lot.amount or 0).ada


def _is_lot(act: Act, award: Act) -> bool:
    """It names all that the award names, perhaps more."""
    days = (act.issued_on - award.issued_on).days
    whole, part = _object(award.subject), _object(act.subject)
    return 0 <= days <= 366 and bool(whole) and (whole <= part or _same_object(whole, part))


def _summands(award: Act, may_be: Sequence[Act]) -> tuple[Act, ...]:
    """The fewest of them, two at least, with the sum of the award; of more than twelve any sum could come by chance."""
    smaller = [act for act in may_be if (act.amount or 0) < (award.amount or 0)]
    ways: dict[Decimal, tuple[Act, ...]] = {Decimal(0): ()}
    for act in smaller if len(smaller) <= 12 else ():
        more = {total + (act.amount or 0): (*lots, act) for total, lots in ways.items()}
        ways |= {total: lots for total, lots in more.items() if total not in ways or len(lots) < len(ways[total])}
    return ways.get(award.amount or Decimal(-1), ())


def _order(act: Act) -> tuple[object, ...]:
    step = _step(act.subject)
    return act.issued_on, (*_STEPS, *_LATER_WAIT, "supplement").index(step), act.ada


def _contracts(acts: Sequence[Act]) -> list[list[Act]]:
    """Each act joins the latest contract that one of its acts leads to, unless that has taken the step already."""
    made: list[list[Act]] = []
    for act in acts:
        fitting = [one for one in made if any(_follows(before, act) for before in one) and not _taken(one, act)]
        exact = [one for one in fitting if any(before.amount == act.amount for before in one)]
        if fitting:
            (exact or fitting)[-1].append(act)
        else:
            made.append([act])
    return [one for one in made if len(one) > 1]


def _taken(contract: Collection[Act], act: Act) -> bool:
    step = _step(act.subject)
    steps = [_step(each.subject) for each in contract]
    return step not in (*_LATER_WAIT, "minutes") and (step in steps or (step == "award" and "contract" in steps))


def _counted(contract: Sequence[Act]) -> Act:
    """The first act with the total in force that says what is bought."""
    total = contract[0].amount or Decimal(0)
    for before, act in pairwise(contract):
        if before and act.amount and _taxed(total, act.amount):
            total = max(total, act.amount)
        elif before and act.amount and 7 * total <= 10 * act.amount <= 15 * total:
            total = act.amount
    in_force = [act for act in contract if act.amount == total]
    plain = [act for act in in_force if _step(act.subject) not in _LATER_WAIT and _object(act.subject)]
    return (plain or in_force)[0]
