"""Movements of a spectrum that are true of symmetric matrices only."""

from fractions import Fraction

from perturb import claim, then
from perturb.domains import rectangular, scalar, square, symmetric, together
from perturb.vocab import I, T, absolute, entries, lam_max, moduli, s, s1, sq, total
from theorems.refuted import REFUTED


@claim(
    REFUTED,
    "adding a multiple of the identity",
    id="shift-monotone",
    status="refuted",
    domain=together(M=square(), rho=scalar(0), delta=scalar(0), n=(1, 3)),
)
def singular_values_grow_with_the_shift(M, rho, delta):
    """The singular values of M + rho I do not decrease as rho >= 0 grows, from rho to rho + delta.

    Believed because the eigenvalues move up by delta, and for a positive semidefinite M they are the singular
    values. True instead: s_i(M + rho I) is non-decreasing in rho >= 0 when the symmetric part of M is
    positive semidefinite, and for every M it moves by at most delta.
    """
    yield then(s(M + rho * I), "<=", s(M + (rho + delta) * I))


@claim(
    REFUTED,
    "eigenvalues move by at most the norm of the perturbation",
    id="eigenvalue-perturbation",
    status="refuted",
    domain=square(count=2, n=(1, 3)),
)
def moduli_of_eigenvalues(A, B):
    """The ordered moduli of the eigenvalues of two matrices differ by at most |A - B|, in the operator norm.

    Believed because it holds for singular values and, A and B symmetric, for eigenvalues (Weyl). True instead
    for general matrices are only bounds of the order |A - B|^(1/n) (Ostrowski, Elsner), or with the condition
    number of a basis of eigenvectors (Bauer and Fike).
    """
    yield then(absolute(moduli(A) - moduli(B)), "<=", s1(A - B))


@claim(
    REFUTED,
    "the growth of singular values under a shift, without the one",
    id="growth-without-one",
    status="refuted",
    domain=square(n=(1, 4)),
)
def squares_of_singular_values_of_a_shift(M):
    """s_i(M + I)^2 - s_i(M)^2 is at most the largest eigenvalue of M + M', for all i.

    Believed because (M + I)'(M + I) - M'M looks like its first order term M + M'. True instead: the
    difference is M + M' + I, so Weyl's inequality gives the bound plus one.
    """
    yield then(sq(s(M + I)) - sq(s(M)), "<=", lam_max(M + T(M)))


@claim(
    REFUTED,
    "Mirsky's inequality with a smaller constant",
    id="mirsky-99",
    status="refuted",
    domain=rectangular(count=2, m=(2, 4), n=(2, 4)),
)
def singular_values_in_99_percent_of_the_distance(A, B):
    """The ordered singular values differ, in Euclidean length, by at most 99/100 of |A - B|_F.

    Believed from experiments: unrelated random matrices have nearly the same singular values. True instead
    is the constant one (Mirsky), which cannot be lowered.
    """
    yield then(total(sq(s(A) - s(B))), "<=", Fraction(99, 100) ** 2 * total(sq(entries(A - B))))


@claim(
    REFUTED,
    "the Hoffman-Wielandt inequality with one symmetric matrix",
    id="hoffman-wielandt-one-symmetric",
    status="refuted",
    domain=together(A=symmetric(), B=square(), n=(1, 3)),
)
def eigenvalues_of_a_symmetric_and_a_general_matrix(A, B):
    """The moduli of eigenvalues differ by at most |A - B|_F in Euclidean length when A is symmetric.

    Believed because it holds when both are symmetric (or normal), and one of the two seems to be enough.
    True instead: with B not normal the bound needs a larger constant (Kahan 1975 has the square root of two
    for the eigenvalues in a suitable order).
    """
    yield then(total(sq(moduli(A) - moduli(B))), "<=", total(sq(entries(A - B))))
