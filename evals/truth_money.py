"""Totals, counts and ranks straight from the raw JSON, by rules written anew, to compare the store's figures with."""

import argparse
import gzip
import json
import re
import sys
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

ATHENS = ZoneInfo("Europe/Athens")
STAGES = {
    "Β.1.3": "commitment",
    "Β.1.2": "commitment",
    "Δ.1": "award",
    "Δ.2.2": "award",
    "Γ.3.4": "contract",
    "Β.2.1": "approval",
    "Β.2.2": "payment",
}
_ONE_AMOUNT = {"Β.1.3": "amountWithVAT", "Δ.1": "awardAmount", "Δ.2.2": "awardAmount", "Γ.3.4": "contractAmount"}
_LATIN_TWINS = str.maketrans("abehikmnoptxyz", "αβεηικμνορτχυζ")
_TIPPER_LORRY = ("ανατρεπομεν", "με ανατροπη", "μεσω ανατροπησ", "φορτηγ", "καροτσ")
_UNDOES = ("ανατροπ", "αποδεσμευσ")
_RECALLS = re.compile(
    r"\b(?:ανακλησ|ακυρωσ|ανακαλ)\w*\b.{0,60}?\b(?:δεσμευσ|αναληψ|υποχρεωσ|πιστωσ|ααυ|α\.α\.υ|αποφ)"
    r"|^\W*μερικη ανακληση|\(ανακληση\)\W*$"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One act of the raw file, published or not. `amount`: None where no number stands, negative in reversals."""

    ada: str
    organization: str
    decision_type: str
    issued_on: date
    year: int
    status: str
    words: tuple[str, ...]
    amount: Decimal | None
    subject: str = ""
    unread: bool = False  # the amount was not fetched, which says nothing about whether the source states one
    payees: tuple[str, ...] = ()
    posted_on: date | None = None  # of the first posting, where the row has its time

    @property
    def stage(self) -> str | None:
        return STAGES.get(self.decision_type)


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """`acts` and `without_amount` are numbers of acts; `net` = `gross` − `reversed`."""

    acts: int
    without_amount: int
    gross: Decimal
    reversed: Decimal

    @property
    def net(self) -> Decimal:
        return self.gross - self.reversed


def bare(text: str) -> str:
    """Small letters without accents, σ for ς, Greek letters for the symbols that look like them."""
    plain = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).lower()
    return plain.replace("ς", "σ").replace("µ", "μ").replace("∆", "δ")


def one_alphabet(word: str) -> str:
    """Capitals of two alphabets look alike and get mixed in one word: «KΑΥΣΙΜΑ»."""
    return word.translate(_LATIN_TWINS) if re.search("[α-ω]", word) else word


def _words(text: str) -> tuple[str, ...]:
    return tuple(map(one_alphabet, re.findall(r"[^\W_]+", bare(text))))


def _number(value: Any) -> Decimal | None:
    inner = value.get("amount") if isinstance(value, dict) else value
    return Decimal(str(inner)) if isinstance(inner, int | float) and not isinstance(inner, bool) else None


def _sum(values: Iterable[Decimal | None]) -> Decimal | None:
    known = [value for value in values if value is not None]
    return sum(known, Decimal(0)) if known else None


def _amount(row: Mapping[str, Any]) -> Decimal | None:
    kind, fields = row["decisionTypeId"], row.get("extraFieldValues") or {}
    if kind in ("Β.2.1", "Β.2.2"):
        return _sum(_number(each.get("expenseAmount")) for each in fields.get("sponsor") or ())
    if kind == "Β.1.2":
        return _sum(_number(each.get("amountWithVAT")) for each in fields.get("amountWithVATAndKae") or ())
    if kind == "Β.1.3" and _number(fields.get("amountWithVAT")) is None:
        return _sum(_number(each.get("amountWithVAT")) for each in fields.get("amountWithKae") or ())
    return _number(fields.get(_ONE_AMOUNT.get(kind, "")))


def _is_reversal(row: Mapping[str, Any], amount: Decimal | None) -> bool:
    fields, subject = row.get("extraFieldValues") or {}, bare(row.get("subject") or "")
    if row["decisionTypeId"] != "Β.1.3":
        return False
    if fields.get("recalledExpenseDecision") or (amount is not None and amount < 0):
        return True
    if any(mark in subject for mark in _TIPPER_LORRY):
        return False
    if subject.lstrip().startswith("συμψηφιστικη"):
        return True
    return any(mark in subject for mark in _UNDOES) or bool(_RECALLS.search(subject))


def _is_unread(row: Mapping[str, Any], amount: Decimal | None) -> bool:
    if amount is not None:
        return False
    if "_detail_fetched" in row:
        return row["_detail_fetched"] is False
    fields = row.get("extraFieldValues") or {}
    return fields.get("sponsor") == [] and not fields.get("skipVatReason")


def _payees(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """Tax numbers of the parties, as written."""
    parties = [each.get("sponsorAFMName") for each in fields.get("sponsor") or () if isinstance(each, dict)]
    persons = fields.get("person") or []
    parties += persons if isinstance(persons, list) else [persons]
    return tuple(str(party["afm"]) for party in parties if isinstance(party, dict) and party.get("afm"))


def _posted(milliseconds: int | None) -> date | None:
    return None if milliseconds is None else datetime.fromtimestamp(milliseconds / 1000, tz=ATHENS).date()


def _act(row: Mapping[str, Any]) -> Act:
    issued_on = datetime.fromtimestamp(row["issueDate"] / 1000, tz=ATHENS).date()
    amount = _amount(row)
    if amount is not None and _is_reversal(row, amount):
        amount = -abs(amount)
    fiscal_year = (row.get("extraFieldValues") or {}).get("financialYear")
    commitment = STAGES.get(row["decisionTypeId"]) == "commitment"
    return Act(
        ada=row["ada"],
        organization=row["organizationId"],
        decision_type=row["decisionTypeId"],
        issued_on=issued_on,
        year=fiscal_year if commitment and fiscal_year else issued_on.year,
        status=row["status"],
        words=_words(row.get("subject") or ""),
        amount=amount,
        subject=row.get("subject") or "",
        unread=_is_unread(row, amount),
        payees=_payees(row.get("extraFieldValues") or {}),
        posted_on=_posted(row.get("publishTimestamp")),
    )


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


def read(paths: Iterable[Path]) -> list[Act]:
    """Every act of the files; of several versions of one ΑΔΑ the last posted."""
    newest: dict[str, dict[str, Any]] = {}
    for path in paths:
        for row in _lines(path):
            held = newest.get(row["ada"])
            if held is None or (row.get("submissionTimestamp") or 0) >= (held.get("submissionTimestamp") or 0):
                newest[row["ada"]] = row
    return [_act(row) for row in newest.values()]


def holds(act: Act, topic: Sequence[Collection[str]]) -> bool:
    """For each word of the topic one of its forms is in the subject; «καυσιμ*» is any word that begins so."""

    def is_form(form: str, word: str) -> bool:
        return word.startswith(form[:-1]) if form.endswith("*") else word == form

    return all(any(is_form(form, word) for form in forms for word in act.words) for forms in topic)


def chosen(
    acts: Iterable[Act],
    *,
    organizations: Collection[str] = (),
    stage: str | None = None,
    years: Collection[int] = (),
    year_of: Callable[[Act], int] = lambda act: act.year,
    topic: Sequence[Collection[str]] = (),
    without: Collection[str] = (),
) -> list[Act]:
    """The published acts that a question is about; `without`: ΑΔΑs set aside."""
    return [
        act
        for act in acts
        if act.status == "PUBLISHED"
        and (not organizations or act.organization in organizations)
        and (stage is None or act.stage == stage)
        and (not years or year_of(act) in years)
        and act.ada not in without
        and holds(act, topic)
    ]


def total(acts: Iterable[Act]) -> Total:
    listed = list(acts)
    amounts = [act.amount for act in listed if act.amount is not None]
    return Total(
        acts=len(listed),
        without_amount=len(listed) - len(amounts),
        gross=sum((amount for amount in amounts if amount > 0), Decimal(0)),
        reversed=-sum((amount for amount in amounts if amount < 0), Decimal(0)),
    )


def ranked(acts: Iterable[Act], *, largest: bool = True, limit: int = 10) -> list[Act]:
    """Acts with an amount; equal amounts the newest first, then by ΑΔΑ."""
    known = [act for act in acts if act.amount is not None and act.amount > 0]
    return sorted(
        known,
        key=lambda act: (-(act.amount or 0) if largest else (act.amount or 0), -act.issued_on.toordinal(), act.ada),
    )[:limit]


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m evals.truth_money", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="JSON lines of decisions, gzipped")
    parser.add_argument("--org", action="append", default=[], help="uid of a body; may be repeated")
    parser.add_argument("--stage", choices=sorted(set(STAGES.values())))
    parser.add_argument("--year", type=int, action="append", default=[])
    parser.add_argument("--word", action="append", default=[], help="forms of one topic word: «καυσιμ*,πετρελαιο»")
    return parser.parse_args()


def main() -> None:
    asked = _asked()
    topic = [[bare(form) for form in word.split(",")] for word in asked.word]
    acts = chosen(read(asked.files), organizations=asked.org, stage=asked.stage, years=asked.year, topic=topic)
    found = total(acts)
    answer = {
        "acts": found.acts,
        "without_amount": found.without_amount,
        "gross": str(found.gross),
        "reversed": str(found.reversed),
        "net": str(found.net),
        "largest": [[act.ada, str(act.amount)] for act in ranked(acts, limit=5)],
    }
    json.dump(answer, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
