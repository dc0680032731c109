"""An inequality between vectors.

Vectors have components `v[i]`, sums `total(v)` and the Euclidean norm `norm(v)`. A constant that is a
little too small is found out by climbing, and `perturb tighten` then brackets the best one.
"""

from perturb import claim, paper, then
from perturb.domains import vector
from perturb.vocab import length, norm, sqrt, total

ME = paper("cookbook")


@claim(ME, "sums and the Euclidean norm", domain=vector(n=(1, 4)))
def sums(v):
    yield then(total(abs(v)), "<=", sqrt(length(v)) * norm(v))


@claim(ME, "sums and the Euclidean norm of three numbers, with 1.73", domain=vector(n=3))
def three(v):
    yield then(total(abs(v)), "<=", 1.73 * norm(v))
