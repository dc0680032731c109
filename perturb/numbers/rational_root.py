"""Rational roots of rational matrices, guessed from a root of balls and checked exactly."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite

from flint import arb_mat, fmpq, fmpq_mat

from perturb.numbers import charpoly
from perturb.numbers.powers import sqrt

DENOMINATOR = 2**20


def rational_root(P: fmpq_mat, near: arb_mat) -> fmpq_mat | None:
    """The positive semidefinite root of a symmetric P, where it is rational with small denominators.

    `near` only proposes it. X symmetric without a negative eigenvalue and X^2 = P make X the root: there is
    only one (Horn and Johnson, Matrix Analysis, Theorem 7.2.6).
    """
    if not isinstance(sqrt(P.det()), fmpq):  # det X would be that root
        return None
    middles = [float(x.mid()) for x in near.entries()]
    if not all(map(isfinite, middles)):
        return None
    X = fmpq_mat(P.nrows(), P.ncols(), [_simple(x) for x in middles])
    if X * X != P or X.transpose() != X or charpoly.inertia(X)[0]:
        return None
    return X


def _simple(x: float) -> fmpq:
    found = Fraction(x).limit_denominator(DENOMINATOR)
    return fmpq(found.numerator, found.denominator)
