"""The page about unseen statements: `python tools/unseen_page.py` writes it from the records.

reports/benchmarks/unseen.md has the scores of each set, in its first run and again, and the statements that
were missed. The score of each statement is in the records, benchmarks/unseen/*.jsonl.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from perturb.pages.markdown import joined, prose, table  # noqa: E402
from perturb.statements.claim import Claim  # noqa: E402
from tools.unseen import FOLDER, LIMITS, rows, statements  # noqa: E402

PAGE = ROOT / "reports" / "benchmarks" / "unseen.md"
RECORDS = {
    "first": ("First half, first run", "first"),
    "first-again": ("First half, seen, the search as improved", "first"),
    "second": ("Second half, first run", "second"),
    "second-again": ("Second half, seen, the search as improved", "second"),
    "third": ("Third set, first run", "third"),
    "third-again": ("Third set, seen, the search as improved", "third"),
    "fourth": ("Fourth set, first run", "fourth"),
    "fourth-again": ("Fourth set, seen, the search as improved", "fourth"),
    "fifth": ("Fifth set, first run", "fifth"),
    "complex": ("Complex matrices, first run", "complex"),
    "complex-again": ("Complex matrices, seen, the search as improved", "complex"),
}
ABOUT = """\
Statements about matrices from the literature that are not in the catalogue, with reference and, where
false, a known counterexample: refuted conjectures, converses and generalisations that books warn of, and
textbook theorems. They were chosen, written as a user would write them, without equality cases and hints,
and committed before the engine was run on any of them; `benchmarks/unseen/` holds them, with the
counterexamples, which the engine is not shown. A test certifies that each false one is violated at its
counterexample as it is encoded. `tools/unseen.py` makes the records: a false statement has 20 seconds,
and 60 where it survives them, of one core by the clock of the processor; witnesses against other
statements are not tried. Three in four false statements of the third set have equations among their
hypotheses. The first score of a statement is never replaced. "Points" in the first table are those
certified of the true statements. The score of each statement is a line of the records,
`benchmarks/unseen/*.jsonl`; below are those that did not fall in 20 seconds, and the true ones that have no
verdict."""

REMARKS = {
    "fourth": """\
Questions and answers, refuted conjectures, errata and textbooks' warnings. In 47 of the 80 false ones the
known counterexample has n >= 3, or matrices have a structure (graphs, stochastic, totally nonnegative,
...), or equations are among the hypotheses. Six were missed, in 20 seconds and in 60:

- **a word of ten letters**: the counterexample has eigenvalues from 1 to 6,000 in two bases, and a
  relative violation of half a percent; climbs ran to products that vanish, where both sides are equal.
- **a product of four**: points where the product is symmetric were found, the tightest of them with
  diagonal factors; the counterexample of the literature is badly conditioned, with long fractions.
- **nilpotent matrices with a nilpotent commutator**: three equations of degree 4 and 8 at n = 4. The 32
  points that met them have a product of trace zero; all are equalities, from which no climb led on.
- **von Neumann's inequality for three contractions**: climbs ended at multiples of the identity, where
  both sides are equal; no triple was found that commutes in another way and comes near the bound.
- **the two Zagreb indices**: a star and a triangle, nine vertices. 1.8 million graphs were drawn and
  screened in 20 seconds, but none was followed: the search takes no step from a graph to one with an edge
  more or less.
- **correlation is transitive**: an easy one, missed. One in a thousand correlation matrices violates it;
  of points with unit diagonal the search solved for some hundreds, many of them the matrix of ones.

Four of the true ones have no verdict. Two (the geometric mean, entrywise; trace of the geometric mean)
are equalities wherever the matrices commute, and at n = 1, and no kernel decides roots and logarithms
there. Of two strong correlations 16 points are certified, and 20 are needed. Lyapunov's equation ended in
an error: a point moved inside the hypothesis was rounded to A = 0, which is not positive definite, where
the statement fails; no witness is kept before its membership is checked, which stopped it, and the run
with it. Such points stay in the domain since; the score is the first.""",
    "fourth-again": """\
Three of the six that were missed still are, in 20 seconds and in 60: a word of ten letters, nilpotent
matrices with a nilpotent commutator, and von Neumann's inequality for three contractions. Every true one has
a verdict.""",
    "fifth": """\
Chosen as the fourth set was: warnings of textbooks, questions and answers, refuted conjectures, constants
that are quoted wrong, and for many of them the theorem beside. One false statement was missed, in 20 seconds
and in 60:

- **the numerical radius of a commuting product**: powers of a shift of nine dimensions. The pairs that were
  found to commute are diagonal, the tightest too, and for those it is true; no pair of nilpotent matrices
  of high order was met. One draw in 70 commutes as far as a screen sees; 13 points were left undecided.

Two of the 70 true ones have no verdict, 3 % where 2 % is the target, and none is refuted:

- **Reich 1949**: 1,400 points are certified. Eight touch the strict inequality to all digits that the kernels
  have (climbs went to matrices with entries of hundreds of digits, where the spectral radius tends to one);
  they stay undecided and hold back the verdict.
- **logarithms in order, one by one**: the hypothesis orders two logarithms, and 130 points are too near its
  edge for the kernels, half of them at n = 1; 129 are certified, and more must be decided than are open.""",
    "complex": """\
Inputs with complex entries, and real ones beside them. Half of the 40 false statements are true of real
matrices: a transpose for the adjoint, symmetric for Hermitian, a form without conjugation, traces that are
real, constants that are best over the real numbers. The others are about norms, numerical radii, unitary and
normal matrices, and states of two qubits. All were refuted, two of them not in 20 seconds:

- **the numerical radius of a product**: a word of float64 at 64 angles of the real matrix of twice the size,
  and a dear kernel. Half of the seconds went into points of the list of corners.
- **eigenvalues of normal matrices move no farther**: false from n = 3 on by a hundredth (Holbrook 1992). A
  climb found it in 50 seconds.""",
    "complex-again": """\
The numerical radius of complex matrices is screened as such, at the best of all angles. One is still missed
in 20 seconds and found in 60: eigenvalues of normal matrices move no farther, false by a hundredth.""",
}

POINTS = """\
Every point that `tools/true_points.py` draws is certified, whatever a screen says of it: of statements of the
catalogue that are asserted to be true, and of the true ones of both halves. One that is violated would be a
fault of a kernel or of a statement."""
KINDS = ("holds", "violated", "undecided", "vacuous")
HEADS = ["", "false", "in 20 s", "in 60 s", "median s", "true", "refuted", "unresolved", "points"]
COLUMNS = ["statement", "outcome", "s", "certified points"]


def main() -> None:
    PAGE.write_text(page())


def page() -> str:
    """Markdown: the scores, then what was missed."""
    found = {name: (title, half, rows(FOLDER / f"{name}.jsonl")) for name, (title, half) in RECORDS.items()}
    known = {half: {c.id: c for c in statements(half)} for _, half in RECORDS.values()}
    parts = [summary(title, record) for title, _, record in found.values() if record]
    tables = [
        t for name, (title, half, record) in found.items() for t in listed(name, title, known[half], record)
    ]
    scores = table(HEADS, parts, "l" + "r" * 8)
    points = true_points(rows(FOLDER / "true_points.jsonl"))
    return joined("# The search on statements that it has not seen", ABOUT, scores, *points, *tables)


def summary(title: str, record: list[dict[str, Any]]) -> list[str]:
    """One row: how many false ones fell, and what became of the true ones."""
    false, true = [r for r in record if not r["true"]], [r for r in record if r["true"]]
    fell = [r for r in false if r["outcome"] == "refuted"]
    points = sum(sum(r["points"].values()) for r in record if r["true"])
    open_ones = [r for r in true if r["outcome"] not in ("survived", "refuted")]
    return [
        title,
        str(len(false)),
        str(sum(r["limit"] == 20 for r in fell)),
        str(len(fell)),
        f"{median(r['seconds'] for r in fell):.2f}",
        str(len(true)),
        str(sum(r["outcome"] == "refuted" for r in true)),
        str(len(open_ones)),
        f"{points:,}",
    ]


def true_points(record: list[dict[str, Any]]) -> list[str]:
    """Random points of statements that are known to be true, by where these are from."""
    sources = dict.fromkeys(row["from"] for row in record)
    counts = {s: [Counter(row["points"]) for row in record if row["from"] == s] for s in sources}
    every = {**counts, "all": [one for own in counts.values() for one in own]} if counts else {}
    lines = [
        [prose(source), str(len(own)), *(f"{sum(one[kind] for one in own):,}" for kind in KINDS)]
        for source, own in every.items()
    ]
    heads = ["statements of", "many", "certified to hold", "violated", "undecided", "outside"]
    return (
        ["## Random points of true statements", POINTS, table(heads, lines, "l" + "r" * 5)] if lines else []
    )


def listed(name: str, title: str, known: dict[str, Claim], record: list[dict[str, Any]]) -> list[str]:
    """What was missed in a half, a row a statement."""
    parts = list(filter(None, [REMARKS.get(name)])) if record else []
    for true, heading in ((False, "False statements"), (True, "True statements")):
        own = [r for r in record if r["true"] is true and missed(r)]
        if own:
            lines = [score(known[r["id"]], r) for r in own]
            parts += [f"### {heading}", table(COLUMNS, lines, "llrr")]
    return [f"## {title}", *parts] if parts else []


def missed(row: dict[str, Any]) -> bool:
    """Is it false and did it not fall within the first limit, or true and without a verdict?"""
    if row["true"]:
        return bool(row["outcome"] != "survived")
    return bool(row["outcome"] != "refuted") or row["limit"] > LIMITS[False][0]


def score(claim: Claim, row: dict[str, Any]) -> list[str]:
    note = " ".join(claim.doc.split())
    counts = row["points"]
    special = [f"{counts[k]} {k}" for k in ("undecided", "vacuous") if k in counts]
    many = f"{sum(counts.values()):,}" + (f" ({', '.join(special)})" if special else "")
    statement = prose(claim.label) + (f": {prose(note)}" if note else "")
    return [statement, row["outcome"], f"{row['seconds']:.2f}", many]


if __name__ == "__main__":
    main()
