"""Which stored proofs rest on which rule of the checker: the tables of AUDIT.md, counted."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from functools import cache
from typing import Any

import pytest

from perturb.prove import proved, store
from perturb.prove.checker import frames, words
from perturb.prove.checker.check import check_data
from perturb.prove.checker.definitions import SPACES
from perturb.prove.checker.statements import Statement, assignments

FEW = 10
ROW = re.compile(r"^\| (.+?) \| (.+?) \|(?: (.*?) ?\|)?$", re.MULTILINE)
CODED = words.OWN.split() + words.ENTRYWISE.split()  # what is more than a formula for each entry
WRITTEN = {"split": '"split":', "circle": '"circle":', "outside": '"outside":'}
KEYS = {"gauge": "gauges", "free parts": "let", "squares": "squared", "turn": "turn", "lemmas": "lemmas"}
Carried = dict[str, set[str]]  # paper, name and size of proofs by the rule


@cache
def table() -> dict[str, list[str]]:
    """The cells behind the name of a rule."""
    text = (
        (proved.CHECKER / "AUDIT.md").read_text(encoding="utf-8").partition("## What each rule carries")[2]
    )
    return {rule: cells for rule, *cells in ROW.findall(text) if rule not in ("rule", "---")}


def names(cell: str) -> set[str]:
    """Of proofs: "eq-5a n2, n3; data.few n1"."""
    entries = [re.split(r" (?=n\d)", entry, maxsplit=1) for entry in cell.split("; ") if entry]
    return {f"{name} {n}" for name, sizes in entries for n in sizes.split(", ")}


def read(text: str, data: Any) -> set[str]:
    """The rules that a file names."""
    goals = [goal for proof in data["proofs"] for goal in proof["goals"]]
    lemmas = [lemma for goal in goals for lemma in goal.get("lemmas", [])]
    stages = goals + [lemma["goal"] for lemma in lemmas]
    found = {rule for rule, sign in WRITTEN.items() if sign in text}
    found |= {rule for rule, key in KEYS.items() if any(goal.get(key) for goal in stages)}
    spaces = {name: space for name, space, *_ in data["inputs"]}
    found |= {f"space {space}" for space in spaces.values()}
    found |= {f"diagonal {spaces[name]}" for goal in stages for name in goal.get("diagonal", [])}
    found |= {f"turn of a {spaces[name]}" for goal in stages for name in goal.get("turn", {})}
    statement = Statement(data, next(assignments(data)))
    found |= {"indices" for relation in data["then"] if statement.free[statement.read(relation)]}
    said = [*data["given"], *data["then"], *[lemma["state"] for lemma in lemmas]]
    return found | {word for relation in said for word in re.findall(r"\((\w+) ", relation)}


@cache
def carried() -> Carried:
    """Those that a file names, and those that the checker comes upon in turns and in larger matrices."""
    found, here = defaultdict[str, set[str]](set), set[str]()
    moves, scattered, rank = frames.moves, words.scattered, words.Words.rank

    def moving(part: str, known: Any, lets: Any, statement: Any) -> Any:
        turn = moves(part, known, lets, statement)
        word, *args = statement.args[part]
        inner = statement.args[args[0]]
        args = [*inner[1:]] if (word, inner[0]) == ("norm", "entries") and args[0] not in lets else args
        here.update(f"turn through {word}" for arg in args if known[arg] != frames.STILL)
        return turn

    def larger(A: Any) -> Any:
        here.add("larger matrix")
        return scattered(A)

    def ranked(self: Any, A: Any) -> Any:
        here.update(["rank of a larger matrix"] * (max(len(A), len(A[0])) > 2 and min(len(A), len(A[0])) > 1))
        return rank(self, A)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frames, "moves", moving)
        patch.setattr(words, "scattered", larger)
        patch.setattr(words.Words, "rank", ranked)
        for kept in store.every():
            text = kept.raw.decode()
            data = json.loads(text)
            here.clear()
            if '"turn"' in text or data["n"] > 2 or re.search(r"\((kron|block|diag) ", text):
                check_data(data)
            for rule in here | read(text, data) | {"stored"}:
                paper, _, name = kept.id.partition("/")
                found[rule].add(f"{paper} {name} n{data['n']}")
    return found


def test_the_numbers_are_those_of_the_files() -> None:
    counts = {
        rule: int(cells[0].replace(",", "")) for rule, cells in table().items() if cells[0][0].isdigit()
    }
    assert len(counts) > 20
    assert counts == {rule: len(carried()[rule]) for rule in counts}


def test_rules_with_few_proofs_are_listed_with_them() -> None:
    """All of those that are more than formulas for entries: words, spaces, and what a turn goes through."""
    rules = [*CODED, *(rule for rule in carried() if rule.startswith(("space", "turn", "diagonal")))]
    rules += [f"space {line.split()[0]}" for line in SPACES.strip().splitlines()]
    few = {rule for rule in [*rules, *WRITTEN, *KEYS] if len(carried()[rule]) < FEW}
    listed = {rule: names("; ".join(cells)) for rule, cells in table().items() if not cells[0][0].isdigit()}
    assert few <= listed.keys()
    assert listed == {rule: {name.partition(" ")[2] for name in carried()[rule]} for rule in listed}
