"""Traces of products and of exponentials."""

from perturb import claim, then
from perturb.domains import rectangular, symmetric, together
from perturb.vocab import absolute, mat_exp, s, total, trace
from theorems.classical import CLASSICAL


@claim(
    CLASSICAL,
    "von Neumann 1937; Horn and Johnson, Matrix Analysis, Section 7.4",
    id="von-neumann-trace",
    status="proved",
    lemma=3,
    domain=together(A=rectangular("m", "n"), B=rectangular("n", "m"), m=(1, 4), n=(1, 4)),
    equality=[
        {"A": [[2, 0], [0, 1]], "B": [[-3, 0], [0, -1]]},
        {"A": [[0, 2, 0], [1, 0, 0]], "B": [[0, 1], [4, 0], [0, 0]]},
    ],
)
def trace_of_a_product(A, B):
    """The trace of AB is at most the sum of the products of ordered singular values."""
    yield then(absolute(trace(A @ B)), "<=", total(s(A) * s(B)))


@claim(
    CLASSICAL,
    "Golden 1965, Thompson 1965; Bhatia, Matrix Analysis, Section IX.3",
    id="golden-thompson",
    status="proved",
    lemma=3,
    domain=symmetric(count=2, n=(1, 4)),
    equality=[
        {"A": [[0, 0], [0, 0]], "B": [[0, 0], [0, 0]]},
        {"A": [[1, 0], [0, -1]], "B": [[2, 0], [0, 0]]},
        {"A": [[0, 1], [1, 0]], "B": [[1, 1], [1, 1]]},
    ],
)
def trace_of_an_exponential(A, B):
    """tr e^(A+B) <= tr e^A e^B for symmetric A and B, with equality when they commute."""
    yield then(trace(mat_exp(A + B)), "<=", trace(mat_exp(A) @ mat_exp(B)))
