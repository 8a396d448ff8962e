"""What the reader took out of an answer: said before anything else, with what it adds and how to put it back."""

from core.answer.compose.words import STAGES, count, decisions, euro
from core.answer.lookups.left_out import LeftOutFinding, Sum
from core.domain.identifiers import is_ada
from core.domain.request import Item

NOTHING_LEFT = "Έξω είναι όλες οι πράξεις αυτής της απάντησης: δεν μένει κάτι να μετρήσω."
COUNTED_AGAIN = "Εδώ μετρούν και όσα είχατε βγάλει."
_NAMED = 5


def told(found: LeftOutFinding, *, new: bool) -> str:
    """«Χωρίς την ΑΔΑ …, 12.400,00 €, όπως ζητήσατε. Με αυτήν: … Για να μετρήσει ξανά …»

    What was taken out before and has no part in this figure goes without saying; `new`: it was taken out just now.
    """
    inside = [(item, part) for item, part in found.parts if part.decisions]
    outside = [item for item, part in found.parts if not part.decisions]
    lines = [_taken(found, inside)] if inside else []
    if outside and new:
        verb = "δεν είναι" if len(outside) == 1 else "δεν είναι καμία"
        lines.append(f"{_names(outside)}: {verb} μέσα σε όσα μετρώ εδώ, δεν άλλαξε κάτι.")
    return "\n".join(lines)


def _taken(found: LeftOutFinding, inside: list[tuple[Item, Sum]]) -> str:
    named = ", ".join(f"{item.shown} ({_worth(found, part, item)})" for item, part in inside[:_NAMED])
    more = f" και {len(inside) - _NAMED} ακόμη" if len(inside) > _NAMED else ""
    one = len(inside) == 1
    back = "βάλ' την πάλι" if one else "βάλ' τες πάλι"
    payees = any(not is_ada(item.key) for item, _ in inside)
    whole = "" if payees else f" {_whole(found)}"  # a ranking tells its own whole
    return (
        f"Χωρίς, όπως ζητήσατε: {named}{more}.{whole} Για να {'μετρήσει' if one else 'μετρήσουν'} ξανά γράψτε «{back}»."
    )


def _worth(found: LeftOutFinding, part: Sum, item: Item) -> str:
    """Of a payee how many acts, too."""
    acts = "" if is_ada(item.key) else f", {decisions(part.decisions)}"
    if found.stage is None:
        return decisions(part.decisions)
    return f"{euro(part.amount)}{acts}" if part.stated else f"χωρίς δηλωμένο ποσό{acts}"


def _whole(found: LeftOutFinding) -> str:
    if found.stage is None:
        return f"Με όλες: {decisions(found.whole.decisions)}."
    words = STAGES[found.stage]
    acts = count(found.whole.decisions, words.singular, words.plural)
    told = found.whole.stated and found.added_up
    return f"Με όλα μέσα: {euro(found.whole.amount)}, {acts}." if told else f"Με όλα μέσα: {acts}."


def _names(items: list[Item]) -> str:
    return ", ".join(item.shown for item in items[:_NAMED])
