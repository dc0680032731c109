"""Movements of a spectrum that are true of symmetric matrices only."""

from perturb import claim, then
from perturb.domains import scalar, square, together
from perturb.vocab import I, absolute, moduli, s, s1
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
