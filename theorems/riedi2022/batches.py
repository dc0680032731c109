"""Mini-batches of G = 2 data in the paper's letters: what (55) to (63) speak of, for both matrices Q."""

from __future__ import annotations

from perturb import indices, named, term
from perturb.domains import activation, scalar, square, together, vector
from perturb.vocab import T, column_matrix, larger, s1, s_min, smaller, sq
from theorems.riedi2022.data_factor import block_diagonal, of_rows

j = indices("j")[0]
DATA = {"A": square(), "B": square(), "z": vector(), "x": vector()}
LETTERS = {"A": "M^{(1)}D^{(1)}", "B": "M^{(2)}D^{(2)}", "z": "z^{(1)}", "x": "z^{(2)}"}
BATCH = together(**DATA, n=(1, 3)).lettered(**LETTERS)
WEIGHTS = together(**DATA, W=square(), n=(1, 3)).lettered(**LETTERS)
BOUNDED = together(**DATA, more=scalar(0), less=scalar(0), n=(1, 3)).lettered(
    **LETTERS, more=r"\delta", less=r"\varepsilon"
)
MASKED = together(**DATA, K=activation(0), n=(1, 3)).lettered(**LETTERS)
ONE_REGION = together(A=square(), z=vector(), x=vector(), n=(1, 3)).lettered(A="MD", z="z^{(1)}", x="z^{(2)}")


def gram(A):
    return T(A) @ A


@term("A")
def printed_gram(A, B, z, x):
    """(1/G) sum Q'Q with the printed Q, for the data (A, z) and (B, x); A and B are the two matrices MD."""
    Q, Q_2 = named("Q^{(1)}", block_diagonal(A, z)), named("Q^{(2)}", block_diagonal(B, x))
    return (gram(Q) + gram(Q_2)) / 2


@term("A_j")
def printed_block(A, B, z, x):
    """A_j of (59)."""
    return (sq(z[j]) * gram(A) + sq(x[j]) * gram(B)) / 2


def constants(A, B, more, less):
    """Every C and c of (62): what it has to be plus something, or divided by something at least 1."""
    C = named("C", larger(s1(A), s1(B)) + more)
    return C, named("c", smaller(s_min(A), s_min(B)) / (1 + less))


@term(r"\overline{z}^2")
def mean_squares(z, x):
    """The squares of z_bar[j], all j at once."""
    return (sq(z) + sq(x)) / 2


@term("A")
def batch_gram(A, B, z, x):
    """(1/G) sum Q'Q with the Q of (50), W listed row by row; A and B are the two matrices MD."""
    Q, Q_2 = named("Q^{(1)}", of_rows(A, z)), named("Q^{(2)}", of_rows(B, x))
    return (gram(Q) + gram(Q_2)) / 2


@term("S")
def moments(z, x, of_z=1, of_x=1):
    """(1/G) sum weight zz', the second moments of the data."""
    Z, X = column_matrix(z), column_matrix(x)
    return (of_z * (Z @ T(Z)) + of_x * (X @ T(X))) / 2
