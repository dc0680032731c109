"""Lemma 20: singular values of M(rho) = M_o + rho Id that vanish at some rho."""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import of_rank, orthogonal, scalar, square, together, vector
from perturb.vocab import (
    I,
    T,
    cols,
    det,
    diag,
    entries,
    leading,
    rank,
    s,
    s1,
    s_min,
    sq,
    trace,
    upper_right,
)
from perturb.vocab.grammar.ranges import index
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.eigenvectors import MOVED, gram, in_basis, stays_eigenvector, stays_right_singular
from theorems.riedi2022.notation import with_residual
from theorems.riedi2022.singular_vectors import descending


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
    "Lemma 20, how many singular values vanish",
    id="lem-20.main~zeros",
    status="sharpened",
    sharpens="lem-20.main~corrected",
    domain=of_rank(2, rows="n", cols="n", n=(2, 4)),
    reading="For the rank 2, with any number n - 2 of zeros; other ranks are no different.",
    true_mutants={"domain:rim": "the hypothesis says rank two again"},
    letters={"A": r"M(\rho_o)"},
)
def as_many_vanish_as_there_are_eigenvectors(A):
    """n - rank M(rho_o) of them: the dimension of the space of all w with M_o w = -rho_o w, the geometric
    multiplicity of the eigenvalue -rho_o of M_o. The algebraic one may be larger, as for M_o = [0 1; 0 0].

    Proof: M(rho_o) and M(rho_o)^T M(rho_o) have one kernel.
    """
    yield given(rank(A), "==", 2)
    yield then(s(A)[2], ">", 0)
    yield then(s(A)[2 + index("k", 1, cols(A) - 2)], "==", 0)


@claim(
    RIEDI,
    "Lemma 20, the slope at a simple zero",
    id="lem-20.main~slope",
    status="sharpened",
    sharpens="lem-20.main~corrected",
    domain=together(V=orthogonal(), U=orthogonal(), d=vector(), h=scalar(), n=(2, 3)),
    letters={"h": r"(\rho-\rho_o)"},
    equality=[{"V": [[1, 0], [0, 1]], "U": [[1, 0], [0, 1]], "d": [1, 1], "h": "1/4"}],
)
def slope_where_a_singular_value_vanishes(V, U, d, h):
    """s_n(rho) = |v^T u| |rho - rho_o| + O(|rho - rho_o|^2), with u and v the singular vectors for s_n(rho_o)
    = 0: the slope 1 that Lemma 20 promises only if v = +-u, the slope 0 if they are orthogonal. V diag(sigma)
    U^T with sigma_n = 0 is any such M(rho_o).

    Proof: in these bases M(rho) is [Sigma + hB, hr; hq^T, hc] with c = v^T u, where |r|^2 = |q|^2 = 1 - c^2.
    The values of the diagonal blocks are |hc| and at least sigma_{n-1} - |h|, so that s_n is off |hc| by at
    most h^2 (1 - c^2) over their distance (Mathias 1998, for [0 A; A^T 0]).
    """
    ordered = descending(abs(d))
    sigma = named(r"\sigma", ordered - ordered[cols(V)], "any nonnegative descending list that ends in 0")
    M = named(r"M(\rho)", V @ diag(sigma) @ T(U) + h * I)
    c = named("c", (T(V) @ U)[cols(V), cols(V)])
    error = abs(s_min(M) - abs(h) * abs(c))
    yield then(error * (sigma[cols(V) - 1] - 2 * abs(h)), "<=", sq(h) * (1 - sq(c)))


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
