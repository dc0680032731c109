"""A block.

`block(A, B, C, D)` is the matrix [[A, B], [C, D]]; blocks beside each other agree in rows. The norm of a
block matrix is at most that of the 2 x 2 matrix of the norms of its blocks.
"""

from perturb import claim, paper, then
from perturb.domains import square
from perturb.vocab import block, larger, op, sq

ME = paper("cookbook")
BLOCKS = square(count=3, n=(1, 2))


@claim(ME, "a block triangular matrix, squared", domain=BLOCKS)
def squares(A, B, D):
    yield then(sq(op(block(A, B, 0 * A, D))), "<=", sq(op(A)) + sq(op(B)) + sq(op(D)))


@claim(ME, "a block triangular matrix has the larger norm of its diagonal", domain=BLOCKS)
def diagonal_blocks(A, B, D):
    yield then(op(block(A, B, 0 * A, D)), "<=", larger(op(A), op(D)))
