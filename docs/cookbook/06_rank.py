"""A condition on the rank.

A rank is an exact integer: nothing is rounded. `of_rank(1)` draws matrices of rank at most one from their
factors, so the condition costs no draw; a hypothesis `given(rank(A), "==", cols(A))` is decided at each
point.
"""

from perturb import claim, given, paper, then
from perturb.domains import of_rank, square, together
from perturb.vocab import cols, rank

ME = paper("cookbook")
CHANGED = together(A=square(), U=of_rank(1, "n", "n"), n=(1, 4))


@claim(ME, "a rank-one change moves the rank by at most one", domain=CHANGED)
def rank_one_change(A, U):
    yield then(rank(A) - 1, "<=", rank(A + U), "<=", rank(A) + 1)


@claim(ME, "a factor of full rank keeps the rank", domain=square(count=2, n=(1, 4)))
def full_rank(A, B):
    yield given(rank(A), "==", cols(A))
    yield then(rank(A @ B), "==", rank(B))


@claim(ME, "the rank of a product in the other order", domain=square(count=2, n=(1, 4)))
def other_order(A, B):
    yield then(rank(A @ B), "==", rank(B @ A))
