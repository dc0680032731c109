"""A bound on a symmetric eigenvalue.

`symmetric()` draws symmetric matrices and `lam` counts their eigenvalues from the largest. Index by index
the eigenvalues of a sum are not below the sums of the eigenvalues, but the largest one is.
"""

from perturb import claim, indices, paper, then
from perturb.domains import symmetric
from perturb.vocab import lam, lam_max

ME = paper("cookbook")
TWO = symmetric(count=2, n=(1, 4))
(i,) = indices("i")


@claim(ME, "the largest eigenvalue of a sum", domain=TWO)
def largest(A, B):
    yield then(lam_max(A + B), "<=", lam_max(A) + lam_max(B))


@claim(ME, "each eigenvalue of a sum", domain=TWO)
def each(A, B):
    yield then(lam(A + B)[i], "<=", lam(A)[i] + lam(B)[i])
