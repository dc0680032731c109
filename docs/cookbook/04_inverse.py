"""An inverse.

`inv(A)` has no value where A is singular: such a point lies outside the statement, as one does where a
hypothesis fails, and nobody has to write det(A) != 0. The first-order bound for the inverse holds only to
first order.
"""

from perturb import claim, given, paper, then
from perturb.domains import square
from perturb.vocab import inv, op

ME = paper("cookbook")


@claim(ME, "the perturbed inverse, with both inverses", domain=square(count=2, n=(1, 3)))
def with_both(A, E):
    yield then(op(inv(A + E) - inv(A)), "<=", op(inv(A)) * op(inv(A + E)) * op(E))


@claim(ME, "the perturbed inverse, to first order", domain=square(count=2, n=(1, 3)))
def first_order(A, E):
    yield given(op(inv(A)) * op(E), "<", 1)
    yield then(op(inv(A + E) - inv(A)), "<=", op(inv(A)) ** 2 * op(E))
