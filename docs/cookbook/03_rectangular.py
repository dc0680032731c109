"""A rectangular factor.

Sizes have names: `rectangular("m", "k")` times `rectangular("k", "n")` fits whatever is drawn. A relation
between two vectors of singular values holds index by index; `s(A)` has min(m, k) of them, and an index
ranges over what both sides have. The second statement is true of square factors.
"""

from perturb import claim, indices, paper, then
from perturb.domains import rectangular, together
from perturb.vocab import s, s1, s_min

ME = paper("cookbook")
FACTORS = together(A=rectangular("m", "k"), B=rectangular("k", "n"), m=(1, 3), k=(1, 3), n=(1, 3))
(i,) = indices("i")


@claim(ME, "a factor scales each singular value by at most its norm", domain=FACTORS)
def product(A, B):
    yield then(s(A @ B)[i], "<=", s1(A) * s(B)[i])


@claim(ME, "the smallest singular value is at least the product of the smallest ones", domain=FACTORS)
def smallest(A, B):
    yield then(s_min(A @ B), ">=", s_min(A) * s_min(B))
