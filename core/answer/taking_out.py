"""«βγάλε τη 2», «βάλ' την πάλι»: which lines of the answer before stay out, by the numbers that the reader saw."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from core.answer.slots import read_items
from core.domain.request import Item, Metric, Request
from core.errors import InvalidInput
from core.store.conversations import Turn

EDITS = frozenset({"without", "restore"})
MOST = 10
NO_LIST = (
    "Στην προηγούμενη απάντηση δεν υπάρχει αριθμημένη λίστα. Ζητήστε πρώτα τις πράξεις, ή γράψτε «χωρίς την ΑΔΑ …» "
    "με τον ΑΔΑ της."
)
NO_ANSWER = "Δεν υπάρχει προηγούμενη απάντηση για να αλλάξω. Γράψτε την ερώτηση ολόκληρη."
WHICH_ONE = "Ποια να βγάλω; Γράψτε τον αριθμό της στη λίστα, π.χ. «βγάλε τη 1». Δεν άλλαξα κάτι."
NOTHING_OUT = "Δεν έχετε βγάλει κάτι από την προηγούμενη απάντηση: μετρούν όλα."
NOT_BY_AMOUNT = "Η λίστα δεν είναι κατά ποσό: γράψτε τον αριθμό της γραμμής που να βγάλω."
TOO_MANY = f"Μπορώ να αφήσω έξω έως {MOST} γραμμές μαζί. Βάλτε πρώτα κάποια πάλι μέσα."
_NOT_HELD = "Δεν βρήκα πράξη με ΑΔΑ {ada}: δεν έβγαλα τίποτα."


def left_out_of(turn: Turn) -> tuple[Item, ...]:
    """What the reader had taken out of that answer."""
    request = cast(Mapping[str, Any], turn.request)["request"]
    return read_items(request.get("left_out", ()))


def lines(turns: Sequence[Turn]) -> dict[int, Item]:
    """The numbered lines of the last answer, all pages that were shown; numbers go on from page to page."""
    found: dict[int, Item] = {}
    for turn in turns:
        if _asked(turn) != _asked(turns[0]):
            break
        items = read_items(cast(list[list[Any]], turn.answer.get("listed", [])))
        found = {item.place: item for item in items} | found
    return found


def was_edited(turns: Sequence[Turn]) -> bool:
    """The last answer is a list out of which something was just taken."""
    return bool(turns) and bool(turns[0].request.get("again")) and bool(left_out_of(turns[0]))


def _by_amount(turn: Turn) -> bool:
    """Its first line is its largest."""
    slots = cast(Mapping[str, Any], turn.request)["request"].get("slots", {})
    return slots.get("metric") in (Metric.SUM, Metric.SUM_AND_PAYEES, Metric.LARGEST)


def _asked(turn: Turn) -> tuple[object, ...]:
    request = turn.request
    return request["text"], request["organization_uid"], left_out_of(turn)


def changed(request: Request, turns: Sequence[Turn], held: set[str]) -> tuple[Item, ...]:
    """What stays out now. `held`: those of the typed ΑΔΑs that we hold. Raises InvalidInput, worded for the reader."""
    if not turns:
        raise InvalidInput(NO_ANSWER)
    out = left_out_of(turns[0])
    if request.ask == "restore":
        return _restored(request, out)
    if "largest" in request.notes and not _by_amount(turns[0]):
        raise InvalidInput(NOT_BY_AMOUNT)
    new = (*_pointed(request.items, lines(turns)), *_typed(request, held)) or _only_line(lines(turns))
    kept = {item.key: item for item in (*out, *new)}
    if len(kept) > MOST:
        raise InvalidInput(TOO_MANY)
    return tuple(kept.values())


def pointed(request: Request, turns: Sequence[Turn]) -> tuple[Item, ...]:
    """The lines that a message names by number. Raises InvalidInput, worded for the reader."""
    if not turns:
        raise InvalidInput(NO_ANSWER)
    return _pointed(request.items, lines(turns))


def _pointed(places: Sequence[int], seen: Mapping[int, Item]) -> tuple[Item, ...]:
    if places and not seen:
        raise InvalidInput(NO_LIST)
    wanted = [max(seen) if place == -1 else place for place in places]
    absent = [place for place in wanted if place not in seen]
    if absent:
        raise InvalidInput(f"Στη λίστα που είδατε δεν υπάρχει αριθμός {absent[0]}: έχει {min(seen)} έως {max(seen)}.")
    return tuple(seen[place] for place in wanted)


def _only_line(seen: Mapping[int, Item]) -> tuple[Item, ...]:
    """«βγάλ' την»: the one line that there is."""
    if not seen:
        raise InvalidInput(NO_LIST)
    if len(seen) > 1:
        raise InvalidInput(WHICH_ONE)
    return tuple(seen.values())


def _typed(request: Request, held: set[str]) -> tuple[Item, ...]:
    absent = [each.ada for each in request.adas if each.ada not in held]
    if absent:
        raise InvalidInput(_NOT_HELD.format(ada=absent[0]))
    return tuple(Item(place=0, key=each.ada, shown=each.ada) for each in request.adas)


def _restored(request: Request, out: tuple[Item, ...]) -> tuple[Item, ...]:
    """By ΑΔΑ or by the number under which it was taken out; else the last one, or all of several."""
    if not out:
        raise InvalidInput(NOTHING_OUT)
    by_place = {item.place: item.key for item in out}
    named = {each.ada for each in request.adas} | {by_place[place] for place in request.items if place in by_place}
    kept = tuple(item for item in out if item.key not in named)
    if not (request.items or request.adas):
        return () if "several" in request.notes else out[:-1]
    if len(kept) == len(out):
        raise InvalidInput(f"Αυτή δεν είναι έξω. Έξω είναι: {', '.join(item.shown for item in out)}.")
    return kept
