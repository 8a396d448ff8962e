"""Of a share: which words say the whole, and which the part."""

from collections.abc import Iterable
from dataclasses import replace

from core.answer.reading.sheet import Sheet
from core.domain.request import Request, Sides

OF_TURN = "share:turn"  # the whole is what the answer before was about
OF_SAME = "share:same"  # nor has it a part of its own
OF_WHOLE = "share:whole"  # the words of the topic belong to the whole: the part is something else
_VERBS = ("plain.verb", "money.moved", "money.given")


def names_no_whole(sheet: Sheet, places: Iterable[int]) -> bool:
    """Every word of the topic at `places` stands after the verb: «ποσοστό | πήρε | η Χ»."""
    verbs = [each.places[0] for cue in _VERBS for each in sheet.signs.of(cue)]
    return all(any(place > verb for verb in verbs) for place in places)


def split(made: Request, sheet: Sheet) -> Request:
    """«ποσοστό των αναθέσεων για καύσιμα | πήρε | η Χ»: what stands between the share and the verb is of the whole.

    With topics on both sides `Sides.topics` holds the part, then the whole.
    """
    starts = [each.places[-1] for each in sheet.signs.of("average.percent")]
    verbs = [each.places[0] for cue in _VERBS for each in sheet.signs.of(cue) if starts and each.places[0] > starts[0]]
    if not starts or not verbs:
        return made
    whole = tuple(word for place, word in sheet.topic.parts if starts[0] < place < min(verbs))
    part = tuple(word for place, word in sheet.topic.parts if place > min(verbs) or place < starts[0])
    if whole and part:
        return replace(made, sides=Sides(topics=(part, whole)))
    return replace(made, notes=(*made.notes, OF_WHOLE)) if whole else made
