"""The generated acts of the bench: the same number gives the same ones, each with an ΑΔΑ of its own body."""

import json
from pathlib import Path

from core.domain.identifiers import issuer_uid
from evals.scale.world import LARGEST, groups, pseudo_word, write


def _written(place: Path, decisions: int) -> list[dict[str, object]]:
    write(place, decisions=decisions)
    return [json.loads(line) for line in (place / "decisions.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_same_number_gives_the_same_bytes(tmp_path):
    for name in ("one", "other"):
        write(tmp_path / name, decisions=1_500)

    for name in ("decisions.jsonl", "organizations.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()


def test_as_many_acts_as_asked_are_made_each_with_an_ada_of_its_body(tmp_path):
    acts = _written(tmp_path, 1_500)

    assert len({act["ada"] for act in acts}) == 1_500
    assert {issuer_uid(str(act["ada"])) for act in acts} == {act["organizationId"] for act in acts}
    assert LARGEST in {act["organizationId"] for act in acts}


def test_every_body_is_in_the_register_under_a_name_and_a_valid_afm_of_its_own(tmp_path):
    acts = _written(tmp_path, 1_500)
    listed = json.loads((tmp_path / "organizations.json").read_text(encoding="utf-8"))["organizations"]
    own = {entry["uid"]: entry for entry in listed}

    bodies = {str(act["organizationId"]) for act in acts}
    assert bodies <= own.keys()
    assert len({own[uid]["vatNumber"] for uid in bodies}) == len(bodies) == 3
    said = [act for act in acts if own[str(act["organizationId"])]["vatNumber"] in json.dumps(act)]
    assert said, "payments name the body that pays"


def test_links_lead_to_acts_that_are_there(tmp_path):
    acts = _written(tmp_path, 1_500)
    adas = {act["ada"] for act in acts}
    text = [json.dumps(act["extraFieldValues"], ensure_ascii=False) for act in acts]

    linked = [each for each in text if any(str(ada) in each for ada in adas)]
    assert len(linked) > 100


def test_every_fourth_world_belongs_to_the_bodies_that_grow():
    assert groups(100_000) == [(0, 20_000), (1, 20_000), (2, 20_000), (3, 20_000), (0, 20_000)]
    assert groups(40_500) == [(0, 20_000), (1, 20_500)]
    assert groups(41_000) == [(0, 20_000), (1, 20_000), (2, 1_000)]


def test_each_rank_has_a_word_of_its_own():
    assert len({pseudo_word(rank) for rank in range(50_000)}) == 50_000
