"""What is read of matrices of one entry, or without entries beside the diagonal."""

from __future__ import annotations

from perturb.prove.path import Scalar
from perturb.prove.ring import Unsupported
from perturb.prove.words import Column, Tableau, square_only


def alone(A: Tableau) -> Column:
    """The diagonal of a matrix that has no other entries."""
    n = square_only(A)
    if any(i != j and not x.num.is_zero() for i, row in enumerate(A) for j, x in enumerate(row)):
        raise Unsupported(f"the spectrum of a {n} x {n} matrix")
    return Column([row[i] for i, row in enumerate(A)])


def single(A: Tableau) -> Scalar:
    """The entry of a matrix of one."""
    if len(A) != 1 or len(A[0]) != 1:
        raise Unsupported(f"this word of a {len(A)} x {len(A[0])} matrix")
    return A[0][0]
