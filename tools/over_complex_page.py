"""The page of real theorems over C: `python tools/over_complex_page.py` writes it from the record.

reports/benchmarks/over-complex.md has the classical statements and those of benchmarks/unseen that are true,
as `tools/over_complex.py` reads them over the complex numbers.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
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

OVER_C = ROOT / "reports" / "benchmarks" / "over-complex.md"
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


if __name__ == "__main__":
    OVER_C.write_text(over_complex(), encoding="utf-8")
