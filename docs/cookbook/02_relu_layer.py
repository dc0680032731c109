"""A ReLU layer.

A layer is a function in the words of the vocabulary: `larger(0, t)` is ReLU, component by component. It
moves two inputs apart by at most the largest singular value of its weights; that it never moves them closer
than the smallest one is what it would do without ReLU.
"""

from perturb import claim, paper, then
from perturb.domains import square, together, vector
from perturb.vocab import larger, norm, s1, s_min

ME = paper("cookbook")
LAYER = together(W=square(), b=vector(), x=vector(), y=vector(), n=(1, 3))


def layer(W, b, x):
    return larger(0, W @ x + b)


@claim(ME, "a ReLU layer is Lipschitz with constant s_1", domain=LAYER)
def from_above(W, b, x, y):
    yield then(norm(layer(W, b, x) - layer(W, b, y)), "<=", s1(W) * norm(x - y))


@claim(ME, "a ReLU layer keeps inputs apart by s_n", domain=LAYER)
def from_below(W, b, x, y):
    yield then(norm(layer(W, b, x) - layer(W, b, y)), ">=", s_min(W) * norm(x - y))
