"""Lemma 20: singular values of M(rho) = M_o + rho Id that vanish at some rho."""

from __future__ import annotations

from perturb import claim, given, then
from perturb.domains import scalar, square, together
from perturb.vocab import (
    det,
    entries,
    leading,
    s1,
    s_min,
    sq,
    trace,
    upper_right,
)
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.eigenvectors import MOVED, gram, in_basis, stays_eigenvector, stays_right_singular
from theorems.riedi2022.notation import with_residual


@claim(
    RIEDI,
    "Lemma 20",
    id="lem-20.main",
    status="refuted",
    domain=MOVED,
    depends=["lem-18.main"],
    reading=readings.BASIS,
)
def kernel_vectors_stay(X, h):
    """M(rho_o) = [0, r'; 0, C] has s_n = 0 with w = e_1. The eigenvector stays, the right singular vector
    does not if r != 0: the gap of Lemma 18 at t = 0, on which this lemma rests.
    """
    _, moved = in_basis(0 * leading(X, 1), upper_right(X, 1), X, h)
    yield from stays_eigenvector(moved, h)
    yield from stays_right_singular(moved, h)


@claim(
    RIEDI,
    "Lemma 20, eigenvector only",
    id="lem-20.main~corrected",
    status="corrected",
    corrects="lem-20.main",
    reading=readings.BASIS,
    domain=MOVED,
)
def kernel_vectors_stay_eigenvectors(X, h):
    """|rho - rho_o| bounds s_n(rho) from above, and is a singular value where M(rho_o)'w = 0 too.

    Proof: M(rho)w = M(rho_o)w + (rho - rho_o)w; s_n(rho) is the least |M(rho)x| over unit vectors.
    """
    _, moved = in_basis(0 * leading(X, 1), upper_right(X, 1), X, h)
    yield from stays_eigenvector(moved, h)
    yield then(s_min(moved), "<=", abs(h))
    yield then(entries(upper_right(gram(moved), 1)), "==", h * entries(upper_right(X, 1)))


@claim(
    RIEDI,
    "Lemma 20, no eigenvectors, 2 x 2",
    id="lem-20.cons",
    status="proved",
    domain=together(M_o=square(2), rho=scalar()),
    depends=["lem-20.main"],
)
def without_eigenvectors_nothing_vanishes(M_o, rho):
    """Survives: it needs the eigenvector of Lemma 20 only. A singular M(rho) has the eigenvector w of M_o for
    -rho; for n = 2 there is none exactly if the discriminant is negative, for odd n there always is one.
    """
    yield given(sq(trace(M_o)), "<", 4 * det(M_o))
    yield then(s_min(with_residual(M_o, rho)), ">", 0)


@claim(
    RIEDI,
    "Lemma 20, no eigenvectors, 2 x 2, how far from zero",
    id="lem-20.cons~sharpened",
    status="sharpened",
    sharpens="lem-20.cons",
    domain=together(M_o=square(2), rho=scalar()),
    equality=[{"M_o": [[0, 1], [-1, 0]], "rho": 0}, {"M_o": [[1, 2], [-2, 1]], "rho": -1}],
)
def without_eigenvectors_the_product_is_bounded(M_o, rho):
    """Proof: s_1 s_2 >= det M(rho) = (rho + tr/2)^2 + det M_o - tr^2/4."""
    M = with_residual(M_o, rho)
    yield then(det(M_o) - sq(trace(M_o)) / 4, "<=", s1(M) * s_min(M))
