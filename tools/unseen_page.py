"""The pages about unseen statements: `python tools/unseen_page.py` writes them from the records.

reports/benchmarks/unseen.md has the scores of each set, in its first run and again, and the statements that
were missed. The score of each statement is in the records, benchmarks/unseen/*.jsonl. The other page,
over-complex.md, has these and the classical ones, as `tools/over_complex.py` reads them over C.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from flint import fmpq, fmpz_poly

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from perturb.certify.point import certify  # noqa: E402
from perturb.domains import pairs  # noqa: E402
from perturb.domains.space import Point  # noqa: E402
from perturb.numbers.algebraic import root_between  # noqa: E402
from perturb.pages.markdown import formulas, inline, joined, prose, table, wrapped  # noqa: E402
from perturb.statements.claim import Claim  # noqa: E402
from tools import over_complex as over_c  # noqa: E402
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


OVER_C = PAGE.with_name("over-complex.md")
TITLE_OVER_C = "# Real theorems over the complex numbers"
ABOUT_OVER_C = """\
Theorems that are stated and proved for real matrices, with complex ones in their place: those of the
classical catalogue, and those from the literature that `benchmarks/unseen/` holds as true. Rectangular and
square matrices, vectors and diagonal matrices become complex, symmetric matrices Hermitian, orthogonal ones
unitary, projections Hermitian projections; positive semidefinite and definite matrices and contractions
become complex ones of the same name. Real scalars, probabilities, masks and matrices without negative
entries stay as they are. **As the field reads it** a transpose is the adjoint, the square of a number that
of its modulus, a sum of products of components, $\\sum_i x_i y_i$, the inner product $x^* y$, and the
entrywise square of a matrix, which says that no entry is negative, that of the moduli. **By the letter**
transposes, symmetric matrices and squares of numbers stay what they are; lengths and inner products are
those of $\\mathbb{C}^n$. An equality is one of the real and of the imaginary parts. In an order the real
parts are compared, and Re is written where the imaginary part is not zero. Every point is certified:
"holds" never means that a float looked so. A statement that survives is not thereby proved.
`tools/over_complex.py` makes the record beside this page, a row a reading."""
FALSE_OVER_C = """\
Each is true of real matrices and violated, by exact arithmetic or certified balls, at the complex point
shown. Both sides are those of the relation that fails, of an equality its real or imaginary part."""
WHY = {
    "orthogonal-opposite": (
        "$\\det(A + B) = \\det A\\,\\det(I + A^T B)$, and $A^T B$, orthogonal of determinant $-1$, has "
        "the eigenvalue $-1$; a unitary matrix of determinant $-1$ need not have it."
    ),
    "skew-determinant": (
        "Eigenvalues of a real skew matrix pair to $\\pm it$, $\\det = \\prod (1 + t^2)$; those of a "
        "skew-Hermitian one do not pair. The modulus is still at least 1."
    ),
    "trace-of-three": (
        "A transpose reverses the product and keeps the trace; the adjoint conjugates it. The real "
        "parts agree."
    ),
    "det-one-plus-square": (
        "$\\det(I + A^2) = \\det(I + iA)\\det(I - iA)$, conjugate factors only for real $A$."
    ),
    "ddvv": (
        "The constant belongs to real symmetric matrices; the Pauli matrices have 48 on the left and 36 "
        "on the right."
    ),
    "ostrowski-taussky": (
        "The determinant of a real $A$ with positive symmetric part is positive. Over the complex "
        "numbers $\\det \\mathrm{Re}\\,A \\le \\lvert\\det A\\rvert$ is the theorem, of the modulus."
    ),
    "positive-and-skew": (
        "As for $A = I$: the factors $1 + it$ pair for real matrices alone. It holds of the modulus."
    ),
    "determinant-of-real-form": (
        "It is $\\det(A + iB)\\det(A - iB)$, a squared modulus for real $A$ and $B$ alone."
    ),
    "complex-structure-trace": (
        "The eigenvalues $i$ and $-i$ are equally many where the matrix is real; $iI$ has one kind."
    ),
    "cube-root-determinant": (
        "Non-real roots of unity come in conjugate pairs of product 1 for a real matrix alone. No "
        "Gaussian rational point violates it: there the determinant, a cube root of 1 in "
        "$\\mathbb{Q}(i)$, is 1."
    ),
    "skew-even": "The determinant is the square of the Pfaffian, a real number; $A^* = -A$ has none.",
    "skew-odd": (
        "$A^T = -A$ gives $\\det A = -\\det A$; $A^* = -A$ gives $\\overline{\\det A} = -\\det A$, so "
        "the determinant is imaginary, not zero."
    ),
    "commuting-det-squares": (
        "$\\det(A^2 + B^2) = \\det(A + iB)\\det(A - iB)$, a squared modulus for real matrices alone."
    ),
    "relative-gains-sums": (
        "Row $i$ of $A$ times column $i$ of $A^{-1}$ is 1: the transpose is no adjoint. True by the letter."
    ),
    "commutant-large": (
        "With $A^T$ it is the matrix of $X \\mapsto AX - XA$, whose kernel holds all powers of $A$; "
        "with the adjoint it is that of $X \\mapsto AX - X\\bar{A}$. True by the letter."
    ),
    "toeplitz-persymmetric": (
        "A Toeplitz matrix has $JAJ = A^T$, the transpose, and so has its inverse. True by the letter."
    ),
    "gauss-kernel": (
        "The transpose writes the differences $x_i - x_j$; with the adjoint they are $x_i - "
        "\\bar{x}_j$. True by the letter, of $\\lvert x_i - x_j\\rvert^2$."
    ),
    "negative-determinant-trace": (
        "A real orthogonal matrix of determinant $-1$ has the eigenvalue $-1$, so its trace is at most "
        "$n - 2$; a determinant of negative real part says nothing of the kind."
    ),
    "rotation-five": (
        "5 is the bound of real orthogonal $3 \\times 3$ matrices; the unitary matrix of the discrete "
        "Fourier transform has $3\\sqrt{3} = 5.196\\dots$"
    ),
}
LETTER = """\
Where the transpose is not conjugated, lengths and products of a vector with itself part ways: $x^T x$ may
be 0 or negative. Complex symmetric matrices are not normal in general, and have no real eigenvalues. None
of these is violated as the field reads it, those apart that stand in the table above."""


def main() -> None:
    """Write both."""
    PAGE.write_text(page())
    OVER_C.write_text(over_complex())


def over_complex() -> str:
    """Markdown of the real statements over C: what fails, what survives, what is not read."""
    record = over_c.rows()
    known = {one.id: one for group in GROUPS for one in over_c.sources(group)}
    kinds = {(way, group): _group(record, way, group) for way in WAYS for group in GROUPS}
    scores = [_counted(WAYS[way], GROUPS[group], own) for (way, group), own in kinds.items()]
    heads = [
        "",
        "statements",
        "not read",
        "violated",
        "survive",
        "no point decided",
        "certified points",
        "undecided",
    ]
    failing = [[r for r in record if r["way"] == way and "witness" in r] for way in WAYS]
    parts = [wrapped(formulas(ABOUT_OVER_C)), table(heads, scores, "l" + "r" * 7)]
    parts += ["## False over the complex numbers", wrapped(formulas(FALSE_OVER_C))]
    parts += [
        table([*VIOLATED, "why the proof for real matrices fails"], [_failed(known, r) for r in failing[0]])
    ]
    parts += ["## False by the letter", wrapped(formulas(LETTER))]
    parts += [table(VIOLATED, [_failed(known, r)[:4] for r in failing[1]])]
    for (way, group), own in kinds.items():
        rest = [r for r in own if "points" in r and "witness" not in r]
        lines = [_survivor(known, r) for r in rest if r["points"].get("holds")]
        bare = ", ".join(f"`{r['id']}`" for r in rest if not r["points"].get("holds"))
        parts += [f"## Survive: {GROUPS[group]}, {WAYS[way]}", table(SURVIVE, lines, "llrrr")]
        parts += [f"{BARE} {bare}."] if bare else []
    return joined(
        TITLE_OVER_C, *parts, "## Not read", table(["what has no meaning", "statements"], _unread(record))
    )


WAYS = {"adjoint": "as the field reads it", "letter": "by the letter"}
GROUPS = {"classical": "the classical catalogue", "literature": "from the literature"}
VIOLATED = ["statement", "read as", "point", "sides"]
BARE = "No point that was drawn meets the hypotheses and decides, one way or the other:"
SURVIVE = ["statement", "source", "hold", "undecided", "outside"]


def _group(record: list[dict[str, Any]], way: str, group: str) -> list[dict[str, Any]]:
    return [row for row in record if row["way"] == way and row["group"] == group]


def _counted(way: str, group: str, own: list[dict[str, Any]]) -> list[str]:
    points = sum((Counter(row.get("points", {})) for row in own), Counter())
    read = [row for row in own if "witness" in row or "points" in row]
    alive = [row["points"].get("holds", 0) > 0 for row in read if "witness" not in row]
    many = [len(own), len(own) - len(read), len(read) - len(alive), sum(alive), len(alive) - sum(alive)]
    return [f"{group}, {way}", *(f"{one:,}" for one in (*many, points["holds"], points["undecided"]))]


def _failed(known: dict[str, Claim], row: dict[str, Any]) -> list[str]:
    """The label and id, what is read, the point, the two sides there, and why."""
    reading = over_c.OverComplex(known[row["id"]], row["way"])
    point = point_of(reading.claim, row["witness"])
    found = certify(reading.claim, point)
    heads = [head for head, parts in reading.claim.domain.heads.items() if len(parts) == 2]
    shown = pairs.joined(row["witness"], heads)
    texts = [f"`{name} = {str(value).replace(chr(39), '')}`" for name, value in shown.items()]
    sides = f"{_side(found.lhs)}, {_side(found.rhs)}"
    why = formulas(WHY.get(row["id"].partition("/")[2], ""))
    return [_named(known, row), inline(reading.formula), "<br>".join(texts), sides, why]


def _side(found: Any) -> str:
    return str(found) if found.is_point else f"{sum(found.floats) / 2:.6g}"


def _named(known: dict[str, Claim], row: dict[str, Any]) -> str:
    return f"{prose(known[row['id']].label)}<br><sub>`{row['id']}`</sub>"


def _survivor(known: dict[str, Claim], row: dict[str, Any]) -> list[str]:
    counts = [f"{row['points'].get(kind, 0):,}" for kind in ("holds", "undecided", "vacuous")]
    return [f"`{row['id']}`", prose(known[row["id"]].label), *counts]


def _unread(record: list[dict[str, Any]]) -> list[list[str]]:
    """By what has no meaning, as the field reads it; by the letter what is read otherwise."""
    other = {row["id"] for row in record if row["way"] == "adjoint" and "not read" in row}
    found: dict[str, list[str]] = {}
    for row in record:
        if "not read" in row and (row["way"] == "adjoint" or row["id"] not in other):
            why = row["not read"] + (", by the letter" if row["way"] == "letter" else "")
            found.setdefault(why, []).append(f"`{row['id']}`")
    return [[why, ", ".join(ids)] for why, ids in sorted(found.items())]


def point_of(claim: Claim, witness: dict[str, Any]) -> Point:
    """The exact point of a row; a square root is written sqrt(3)/2."""
    return claim.domain.point({name: _read_back(value) for name, value in witness.items()})


def _read_back(value: Any) -> Any:
    if isinstance(value, list):
        return [_read_back(one) for one in value]
    root = re.fullmatch(r"sqrt\((\d+)\)/(\d+)", str(value))
    if root is None:
        return value
    a, b = map(int, root.groups())
    return root_between(fmpz_poly([-a, 0, b * b]), fmpq(0), fmpq(a))


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
