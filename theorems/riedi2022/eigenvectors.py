"""Lemmas 18 and 19: singular vectors of M(rho) = M_o + rho Id that are eigenvectors, at every rho or at one.

An orthogonal change of basis carries w to e_1, so a matrix with the eigenvector w = e_1 is [t, r^T; 0, C].
"""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, named, then
from perturb.domains import integer, projection, scalar, square, together, vector
from perturb.vocab import (
    I,
    T,
    absolute,
    block,
    det,
    diag,
    diagonal,
    entries,
    leading,
    lower_left,
    s,
    s1,
    s_min,
    sq,
    trailing,
    upper,
    upper_right,
)
from perturb.vocab.grammar.tree import Expr, const
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.examples import example
from theorems.riedi2022.singular_vectors import SVD, with_vectors

LETTERS = {"X": r"M(\rho_o)", "h": r"(\rho-\rho_o)"}
MOVED = together(X=square(), h=scalar(), n=(2, 4)).lettered(**LETTERS)
SIGNED = together(X=square(), b=integer(0, 1), h=scalar(), n=(2, 4)).lettered(**LETTERS)
REFLECTED = together(P=projection(3), w=vector(3))
HALF = Fraction(1, 2)


def gram(A: Expr) -> Expr:
    return T(A) @ A


def in_basis(t: Expr, r: Expr, X: Expr, h: Expr) -> tuple[Expr, Expr]:
    """M(rho_o) = [t, r^T; 0, C] with w = e_1, and M(rho) for rho = rho_o + h. X is what is drawn for
    M(rho_o), so that the block has no name of its own.
    """
    for symbol, part in (("t", t), ("r^T", r), ("C", trailing(X, 1))):
        if not (part.word.name == "mul" and part.args[0] is const(0)):
            named(symbol, part)
    M = block(t, r, 0 * lower_left(X, 1), trailing(X, 1))
    return M, named(r"M(\rho)", M + h * I)


def stays_eigenvector(M: Expr, value: Expr):
    """M e_1 = value e_1."""
    yield then(entries(lower_left(M, 1)), "==", 0)
    yield then(M[1, 1], "==", value)


def stays_right_singular(M: Expr, value: Expr):
    """M^T M e_1 = value^2 e_1."""
    yield then(entries(lower_left(gram(M), 1)), "==", 0)
    yield then(gram(M)[1, 1], "==", sq(value))


@claim(
    RIEDI,
    "Lemma 18",
    id="lem-18.main",
    status="refuted",
    domain=SIGNED,
    reading=readings.BASIS_AND_BIT,
)
def singular_eigenvectors_stay(X, b, h):
    """[t, r^T; 0, C] has e_1 as a right singular vector exactly if tr = 0; so t = 0 or r = 0, by the bit b.

    False for t = 0 with r != 0, a zero singular value of a matrix such as [0, 1; 0, 0]: M(rho)^T M(rho)e_1
    has the components hr besides h^2. "Obvious", says the text.
    """
    M, moved = in_basis(b * leading(X, 1), (1 - b) * upper_right(X, 1), X, h)
    t = M[1, 1]
    yield from stays_eigenvector(moved, t + h)
    yield from stays_right_singular(moved, t + h)


@claim(
    RIEDI,
    "Lemma 18, for an eigenvalue that is not zero",
    id="lem-18.main~corrected",
    status="corrected",
    corrects="lem-18.main",
    reading=readings.BASIS,
    domain=MOVED,
)
def singular_eigenvectors_stay_if_not_annihilated(X, h):
    """With t != 0, or with M^T w = tw, where r = 0.

    Proof: M^T Mw = t^2 w and Mw = tw give tM^T w = t^2 w, so M^T w = tw; shifted by h, M and M^T take w to
    (t + h)w.
    """
    M, moved = in_basis(leading(X, 1), 0 * upper_right(X, 1), X, h)
    t = M[1, 1]
    yield from stays_eigenvector(moved, t + h)
    yield from stays_right_singular(moved, t + h)


@claim(
    RIEDI,
    "Lemma 18, when an eigenvector is a right singular vector",
    id="lem-18.main~sharpened",
    status="sharpened",
    sharpens="lem-18.main~corrected",
    reading=readings.BASIS,
    domain=MOVED,
)
def eigenvectors_are_right_singular_always_or_once(X, h):
    """An eigenvector w is a right singular vector of M(rho) at every rho, if M^T w = tw (r = 0), and else at
    just one, where its eigenvalue t + h vanishes.

    Proof: the first row of M(rho) is (t + h, r^T), so M(rho)^T M(rho)e_1 = (t + h)(t + h, r^T)^T.
    """
    M, moved = in_basis(leading(X, 1), upper_right(X, 1), X, h)
    value = M[1, 1] + h
    yield from stays_eigenvector(moved, value)
    yield then(entries(upper_right(gram(moved), 1)), "==", value * entries(upper_right(X, 1)))
    yield then(gram(moved)[1, 1], "==", sq(value))


@claim(
    RIEDI,
    "Text before Lemma 19, eigenvectors achieve extreme growth",
    id="lem-19.pre-eig",
    reading=readings.SCHUR,
    status="refuted",
    domain=MOVED,
    letters={"X": "M_o", "h": r"\rho"},
)
def eigenvalues_are_singular_values(X, h):
    """|M(rho)w| = |t + rho| grows at the rate 1, but no singular value need do so: that of [0, 1; 0, 0] +
    rho Id are sqrt(rho^2 + 1/4) +- 1/2. Read as: |t + rho| is a singular value (that of w).
    """
    M = named(r"M(\rho)", upper(X) + h * I)
    yield then(det(gram(M) - sq(M[1, 1]) * I), "==", 0)


@claim(
    RIEDI,
    "Text before Lemma 19, eigenvectors of M_o and of its transpose",
    id="lem-19.pre-eig~corrected",
    status="corrected",
    corrects="lem-19.pre-eig",
    reading=readings.BASIS,
    domain=MOVED,
)
def common_eigenvectors_grow_at_the_extreme_rate(X, h):
    """Proof: M_o w = tw = M_o^T w gives M(rho)^T M(rho)w = (t + rho)^2 w. Otherwise |t + rho| only lies
    between s_n(rho) and s_1(rho).
    """
    _, shared = in_basis(leading(X, 1), 0 * upper_right(X, 1), X, h)
    yield then(det(gram(shared) - sq(shared[1, 1]) * I), "==", 0)
    M = named(r"\tilde{M}(\rho)", upper(X) + h * I)
    yield then(s_min(M), "<=", abs(M[1, 1]), "<=", s1(M))


@claim(
    RIEDI,
    "Lemma 19, growth 1, s_i perhaps multiple",
    id="lem-19.plus",
    status="misprint",
    domain=REFLECTED,
    depends=["lem-14.66", "lem-18.main"],
)
def extreme_growth_is_along_eigenvectors(P, w):
    """False at a triple singular value: s_2 of diag(1, 1, -1) + h Id is 1 + h on both sides of 0, so s_2' is
    1, but M^T M = I there, u_2 may be any unit vector w and need not be an eigenvector. (s_2 has the slope 1
    at 0 if it is 1 + h at h = 1/2 and at -1/2, as no slope exceeds 1.) An argument by (66) needs rho_o in
    S_i^*, which the sentence before the lemma says, and the lemma does not.
    """
    M = named(r"M(\rho_o)", 2 * P - I)
    yield given(s(M + HALF * I)[2], "==", 1 + HALF)
    yield given(s(M - HALF * I)[2], "==", 1 - HALF)
    yield then(M @ w, "==", w)


@claim(
    RIEDI,
    "Lemma 19, growth -1, s_i perhaps multiple",
    id="lem-19.minus",
    status="misprint",
    domain=REFLECTED,
    depends=["lem-14.66", "lem-18.main"],
)
def extreme_decay_is_along_eigenvectors(P, w):
    """False at a triple singular value, as for the growth 1: take diag(-1, -1, 1)."""
    M = named(r"M(\rho_o)", 2 * P - I)
    yield given(s(M + HALF * I)[2], "==", 1 - HALF)
    yield given(s(M - HALF * I)[2], "==", 1 + HALF)
    yield then(M @ w, "==", -w)


@claim(
    RIEDI,
    "Lemma 19, growth 1, by the angle",
    id="lem-19.plus~corrected",
    status="corrected",
    corrects="lem-19.plus",
    domain=SVD,
    covers=["lem-19.minus"],
)
def distance_from_an_eigenvector(V, U, d):
    """On S_i^* the slope is u_i^T v_i; where that is 1 (-1), u_i is an eigenvector for s_i (for -s_i), of M^T
    too, and stays one by the corrected Lemma 18. At a multiple s_i some choice of u_i is: if s_i' = 1 there,
    u^T v = 1 for some unit vector u of its singular space. (s_i = 0 is a minimum, where s_i' can only be 0.)

    Proof: |Mu -+ su|^2 = s^2 |v -+ u|^2 = 2s^2(1 -+ u^T v), the same for M^T v; zero if u^T v = +-1.
    """
    M, sigma = with_vectors(V, U, d, r"M(\rho_o)")
    slope = named("s'", diagonal(T(U) @ V), "the slopes s_i' of (66)")
    ahead, back = named("F", M @ U - U @ diag(sigma)), named("G", M @ U + U @ diag(sigma))
    yield then(diagonal(gram(ahead)), "==", 2 * sq(sigma) * (1 - slope))
    yield then(diagonal(gram(back)), "==", 2 * sq(sigma) * (1 + slope))


@claim(
    RIEDI,
    "Remarks after Lemmas 18 and 19: the place in the order may change",
    id="lem-18.order",
    status="proved",
    covers=["lem-19.order"],
    domain=together(h=scalar(0), h_1=scalar(0)).lettered(h_1="h'"),
    depends=["ex-1.sv"],
)
def an_eigenvector_changes_its_place(h, h_1):
    """In Example 1 w = e_1 is an eigenvector and a right singular vector of every M(rho), for |rho - 4|: the
    first place before rho = 3, falling at the rate 1, the second after it, rising at the rate 1 from 4 on.
    """
    before, after = named("M(3-h)", example(3 - h)), named("M(3+h')", example(3 + h_1))
    yield then(s(before)[1], "==", 1 + h)
    yield then(s(after)[2], "==", absolute(1 - h_1))
    for M, value in ((before, -1 - h), (after, h_1 - 1)):
        yield then(M[1, 1], "==", value)
        yield then(M[2, 1], "==", 0)
