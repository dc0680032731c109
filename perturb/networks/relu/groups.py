"""Where the norm of a ReLU layer is a singular value: rows in groups that do not help each other.

Theorem. If the rows fall into groups with products a_i a_j' >= 0 inside a group and <= 0 between two,
s_0(A) is the largest of s_1(A_G) over the groups G. Proof: for y >= 0, |A'y|^2 is at most the sum of
|A_G'y_G|^2 over the groups, hence at most max s_1(A_G)^2 |y|^2; and as A_G A_G' has no negative entry, it
has a nonnegative top eigenvector (Perron, Frobenius). So it is for one row, two rows, A >= 0, and
orthogonal rows.
"""

from __future__ import annotations

from flint import fmpq_mat


def groups(A: fmpq_mat) -> list[fmpq_mat] | None:
    """The blocks A_G of such a partition of the rows; None where there is none."""
    G = A * A.transpose()
    m = A.nrows()
    found: list[list[int]] = []
    for i in range(m):
        friends = [group for group in found if any(G[i, j] > 0 for j in group)]
        merged = [*(j for group in friends for j in group), i]
        found = [*(group for group in found if group not in friends), merged]
    if any(G[i, j] < 0 for group in found for i in group for j in group):
        return None
    return [fmpq_mat([[A[i, j] for j in range(A.ncols())] for i in sorted(group)]) for group in found]
