"""What is read of matrices of one entry."""

from __future__ import annotations

from perturb.prove.path import Scalar
from perturb.prove.ring import Unsupported
from perturb.prove.words import Tableau


def single(A: Tableau) -> Scalar:
    """The entry of a matrix of one."""
    if len(A) != 1 or len(A[0]) != 1:
        raise Unsupported(f"this word of a {len(A)} x {len(A[0])} matrix")
    return A[0][0]
