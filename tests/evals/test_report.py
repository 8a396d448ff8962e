"""What a run leaves behind: scores, gates, the row of the scoreboard, and what has changed since the last one."""

from datetime import date
from pathlib import Path

from evals import report
from evals.cases import Case, Kind, Suite
from evals.graders.verdict import Verdict
from evals.run import Result


def result(name: str, verdict: Verdict, kind: Kind = Kind.TOTAL) -> Result:
    intent = "aggregate" if kind is Kind.UNDERSTOOD else None
    case = Case(
        id=name, text=f"ερώτηση {name}", trap="…", kind=kind, today=date(2026, 1, 1), relevant="x", intent=intent
    )
    return Result(case=case, verdict=verdict, outcome="answered", text="", milliseconds=12.0)


GOOD = Verdict()
WRONG = Verdict(problems=["off"], wrong_figure=True)


def scored(*results: Result, pending: str = "") -> dict[str, tuple[Suite, list[Result]]]:
    suite = Suite(name="totals", corpus="world", cases=tuple(each.case for each in results), pending=pending)
    return {"totals": (suite, list(results))}


def test_gates_count_the_cases_that_break_them_but_not_those_of_pending_suites() -> None:
    assert report.gates(scored(result("A", GOOD), result("B", WRONG)))["wrong_figures"] == 1
    assert report.gates(scored(result("B", WRONG), pending="not built"))["wrong_figures"] == 0


def test_a_list_is_scored_by_the_place_of_its_first_relevant_act() -> None:
    places = [result(str(place), Verdict(place=place), Kind.RECORDS) for place in (1, 2, None, 6)]
    suites = scored(*places)
    assert report.score(*suites["totals"]).bars == {"success@5": 0.5, "mrr": 0.417}


def test_what_a_list_cites_is_scored_against_what_answers() -> None:
    seen = [
        result("A", Verdict(place=1, shown=5, shown_relevant=4, could_show=5), Kind.RECORDS),
        result("B", Verdict(place=1, shown=3, shown_relevant=2, could_show=2), Kind.RECORDS),
        result("C", Verdict(could_show=5, problems=["none"]), Kind.RECORDS),
    ]
    bars = report.score(*scored(*seen)["totals"]).bars
    assert (bars["precision@5"], bars["recall@5"]) == (0.75, 0.5)
    assert "precision" not in report.row(report.summed_up("x", "world", scored(*seen), seconds=1))


def test_slots_are_scored_by_f1_and_intents_by_their_own_misses() -> None:
    read = [
        result("A", Verdict(hits=3, missed=1, problems=["years: None, not [2024]"]), Kind.UNDERSTOOD),
        result("B", Verdict(hits=1, extra=1, problems=["intent records, not aggregate"]), Kind.UNDERSTOOD),
    ]
    assert report.score(*scored(*read)["totals"]).bars == {"intents": 0.5, "slots_f1": 0.8}


def test_the_row_of_a_label_and_corpus_is_replaced_and_others_stay(tmp_path: Path) -> None:
    board = tmp_path / "README.md"
    board.write_text(
        "| label | date | corpus |\n| other | 1 | world | x |\n<!-- rows end -->\nafter\n", encoding="utf-8"
    )
    first = report.summed_up("one", "world", scored(result("A", WRONG)), seconds=1)
    report.post(first, path=board)
    report.post(report.summed_up("one", "world", scored(result("A", GOOD)), seconds=1), path=board)
    lines = board.read_text(encoding="utf-8").splitlines()
    assert [line.split("|")[1].strip() for line in lines if line.startswith("|")] == ["label", "other", "one"]
    assert "1/1" in lines[2] and "0/0/0" in lines[2]
    assert lines[-1] == "after"


def test_what_changed_since_the_last_run_is_told_case_by_case(tmp_path: Path) -> None:
    before = scored(result("A", GOOD), result("B", WRONG))
    report.save(report.summed_up("old", "world", before, seconds=1), before["totals"][1], folder=tmp_path)
    after = scored(result("A", WRONG), result("B", GOOD))
    summary = report.summed_up("new", "world", after, seconds=1)
    earlier = report.last_before(summary, folder=tmp_path)
    assert earlier is not None
    told = "\n".join(report.compared(summary, after["totals"][1], earlier))
    assert "A: now red" in told and "B: now green" in told and "1/2 → 1/2" in told


def test_a_run_on_another_corpus_is_no_comparison(tmp_path: Path) -> None:
    real = scored(result("A", GOOD))
    report.save(report.summed_up("old", "real", real, seconds=1), real["totals"][1], folder=tmp_path)
    assert report.last_before({"label": "new", "corpus": "world"}, folder=tmp_path) is None


def test_the_revision_is_read_from_the_checkout(tmp_path: Path) -> None:
    assert report.revision(tmp_path) == ""
    (tmp_path / ".git" / "refs" / "heads").mkdir(parents=True)
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    (tmp_path / ".git" / "packed-refs").write_text("abc refs/heads/main\n", encoding="utf-8")
    assert report.revision(tmp_path) == "abc"
    (tmp_path / ".git" / "refs" / "heads" / "main").write_text("def\n", encoding="utf-8")
    assert report.revision(tmp_path) == "def"


def test_a_whole_answer_that_holds_what_it_must_not_fails_the_run() -> None:
    suites = scored(result("A", Verdict(problems=["holds «…»"], forbidden=True), Kind.WHOLE))
    summary = report.summed_up("x", "real", suites, seconds=1)
    assert summary["suites"]["totals"]["bars"]["must_not"] == 1
    assert not report.holds(summary)
    assert report.holds(report.summed_up("x", "real", scored(result("A", GOOD, Kind.WHOLE)), seconds=1))


def test_what_moved_since_the_last_run_is_told_with_its_delta() -> None:
    suites = scored(result("A", WRONG))
    now = report.summed_up("now", "world", suites, seconds=1)
    earlier = {
        **report.summed_up("then", "world", scored(result("A", GOOD)), seconds=1),
        "cases": {"A": {"passed": True}},
    }
    lines = report.compared(now, suites["totals"][1], earlier)
    assert "totals: 1/1 → 0/1" in lines
    assert "  wrong_figures 0 → 1 (+1)" in lines
    assert "  A: now red  ερώτηση A" in lines


def test_the_revision_is_read_from_a_worktree_too(tmp_path: Path) -> None:
    own, place = tmp_path / ".git" / "worktrees" / "side", tmp_path / "side"
    for folder in (own, place, tmp_path / ".git" / "refs" / "heads"):
        folder.mkdir(parents=True)
    (place / ".git").write_text(f"gitdir: {own}\n", encoding="utf-8")
    (own / "HEAD").write_text("ref: refs/heads/side\n", encoding="utf-8")
    (tmp_path / ".git" / "refs" / "heads" / "side").write_text("abc\n", encoding="utf-8")
    assert report.revision(place) == "abc"
