"""Generated acts for the bench, of any number: invented worlds side by side, with bodies and rare words of their own.

One world has three bodies and few words. Here every fourth one goes to the same three, so that one municipality grows
with the whole (a sixth of all acts) while the others keep the size of a usual one (12,400, 4,400 or 3,200 acts); and
every second subject outside of contracts gets two words out of 300,000, the more frequent the lower their rank (Zipf),
so that the vocabulary grows with the texts as that of real subjects does.
"""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

from core.domain.identifiers import issuer_code
from ingest.world import World, as_source_text, build

FIRST_YEAR = 2015
LARGEST = "710001"  # the municipality that grows with the whole
OF_A_WORLD = 20_000
_LEAST = 800  # smaller worlds have no room for their traps
_EVERY = 4
_BODIES = ("700001", "700002", "700003")
_WORDS = 300_000
_WITH_WORDS = 0.5  # so that subjects are as often distinct as real ones: 22,394 of 37,780
_KNOWN_BY_SUBJECT = ("Δ.1", "Δ.2.2", "Γ.3.4")  # the acts of one contract: another word would part them
_ONSETS = ("β", "γρ", "δ", "ζ", "θ", "κ", "κλ", "λ", "μ", "ν", "π", "πρ", "ρ", "σ", "στ", "τ", "τρ", "φ", "χ", "ψ")
_VOWELS = ("α", "ε", "ι", "ο", "ου")
_ENDINGS = ("ας", "ης", "ος", "ι", "α")

Json = dict[str, object]


def write(place: Path, *, decisions: int) -> None:
    """`decisions.jsonl` and `organizations.json` in that directory. The same number, the same bytes."""
    place.mkdir(parents=True, exist_ok=True)
    register: dict[str, Json] = {}
    with (place / "decisions.jsonl").open("w", encoding="utf-8") as file:
        for made, move in _worlds(decisions):
            register |= {str(entry["uid"]): entry for entry in move.register(made)}
            file.writelines(f"{line}\n" for line in _lines(made, move))
    text = json.dumps({"organizations": list(register.values())}, ensure_ascii=False)
    (place / "organizations.json").write_text(text, encoding="utf-8")


def groups(decisions: int) -> list[tuple[int, int]]:
    """(group of bodies, decisions) of each world."""
    sizes = [OF_A_WORLD] * (decisions // OF_A_WORLD)
    if rest := decisions % OF_A_WORLD:
        sizes = [*sizes, rest] if rest >= _LEAST or not sizes else [*sizes[:-1], sizes[-1] + rest]
    return [(number if number % _EVERY else 0, size) for number, size in enumerate(sizes)]


def pseudo_word(rank: int) -> str:
    """A pronounceable word for each rank, none of them Greek by intent."""
    rest, ending = divmod(rank, len(_ENDINGS))
    word = ""
    for _ in range(3):
        rest, onset = divmod(rest, len(_ONSETS))
        rest, vowel = divmod(rest, len(_VOWELS))
        word += _ONSETS[onset] + _VOWELS[vowel]
    return word + "ξ" + _ENDINGS[ending]


def _worlds(decisions: int) -> Iterator[tuple[World, "_Move"]]:
    for seed, (group, size) in enumerate(groups(decisions), start=1):
        yield build(seed=seed, decisions=size, first_year=FIRST_YEAR), _Move(group)


def _lines(made: World, move: "_Move") -> Iterator[str]:
    """As the source would send them, earlier versions first."""
    rng = random.Random(made.seed)
    for row in (*made.superseded, *made.decisions):
        if row["decisionTypeId"] not in _KNOWN_BY_SUBJECT and rng.random() < _WITH_WORDS:
            tail = " ".join(pseudo_word(int(_WORDS ** rng.random()) - 1) for _ in range(2))
            row = row | {"subject": f"{row['subject']} {tail}"}
        yield move(as_source_text(row))


class _Move:
    """Gives a world's bodies other uids: in ΑΔΑs, units, signers and ΑΦΜ too."""

    def __init__(self, group: int) -> None:
        self._uids = {old: f"71{group:03d}{place}" for place, old in enumerate(_BODIES, start=1)}
        self._name = pseudo_word(group * 997).upper()
        self._said = {_afm(old): _afm(new) for old, new in self._uids.items()}
        self._said |= {f"{issuer_code(old)}-": f"{issuer_code(new)}-" for old, new in self._uids.items()}
        self._said |= self._uids
        self._pattern = re.compile("|".join(map(re.escape, self._said)))

    def __call__(self, text: str) -> str:
        return self._pattern.sub(lambda found: self._said[found[0]], text)

    def register(self, made: World) -> Iterator[Json]:
        """The bodies under names of their own, and their neighbours."""
        for entry in made.organizations:
            moved: Json = json.loads(self(json.dumps(entry, ensure_ascii=False)))
            if entry["uid"] in self._uids:
                latin = f"{entry['latinName']}_{moved['uid']}"
                moved |= {"label": f"{entry['label']} {self._name}", "latinName": latin}
            yield moved


def _afm(uid: str) -> str:
    """The ΑΦΜ of an invented body, as its world makes it of its uid."""
    stem = f"89{uid}"
    total = sum(int(digit) << (8 - place) for place, digit in enumerate(stem))
    return f"{stem}{total % 11 % 10}"
