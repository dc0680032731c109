"""False statements, fifth set: traces, determinants, permanents."""

from benchmarks.unseen.matrices import FALSE, FIRST, ONES
from perturb import claim, given, then
from perturb.domains import (
    positive_definite,
    projection,
    psd,
    square,
    symmetric,
    together,
)
from perturb.vocab import (
    T,
    absolute,
    cond,
    det,
    hadamard,
    inv,
    mat_log,
    mat_sqrt,
    nuclear,
    permanent,
    rows,
    sq,
    sqrt,
    trace,
)

KNOWN = {}


@claim(
    FALSE,
    "a commutator and a variance",
    id="commutator-variance",
    domain=together(A=positive_definite(), B=symmetric(), n=(1, 3)),
)
def commutator_variance(A, B):
    """Asked and refuted on Mathematics Stack Exchange, question 2765446."""
    yield given(trace(A), "==", 1)
    left = trace(A @ A @ B @ B) - trace(A @ B @ A @ B)
    yield then(left, "<=", trace(A @ A) * (trace(A @ B @ B) - sq(trace(A @ B))))


KNOWN["commutator-variance"] = {
    "A": [["66/100", 0, 0], [0, "33/100", 0], [0, 0, "1/100"]],
    "B": [[0, 2, 15], [2, 0, 10], [15, 10, 0]],
}


@claim(FALSE, "the trace of three projections", id="three-projections", domain=projection(count=3, n=(1, 4)))
def three_projections(P, Q, R):
    """Asked and refuted on Mathematics Stack Exchange, question 4389884."""
    yield then(trace(P @ Q @ R), "<=", trace(P @ Q))


KNOWN["three-projections"] = {
    "P": FIRST,
    "Q": [["25/169", "60/169"], ["60/169", "144/169"]],
    "R": [["1/2", "1/2"], ["1/2", "1/2"]],
}


@claim(
    FALSE,
    "a trace with a projection between",
    id="projection-between",
    domain=together(A=positive_definite(), B=positive_definite(), P=projection(), n=(1, 3)),
)
def projection_between(A, B, P):
    """Asked on Mathematics Stack Exchange (trace after projecting one matrix), and refuted."""
    yield then(trace(A @ P @ B @ P), "<=", trace(A @ B))


KNOWN["projection-between"] = {"A": [[9, -8], [-8, 9]], "B": [[9, 8], [8, 9]], "P": FIRST}


@claim(FALSE, "fidelity and trace distance", id="fidelity-distance", domain=psd(count=2, n=(1, 3)))
def fidelity_distance(A, B):
    """Fuchs and van de Graaf 1999 have the square of the fidelity on the right; often misquoted."""
    yield given(trace(A), "==", 1)
    yield given(trace(B), "==", 1)
    yield then(sq(nuclear(A - B)), "<=", 4 - 4 * nuclear(mat_sqrt(A) @ mat_sqrt(B)))


KNOWN["fidelity-distance"] = {"A": FIRST, "B": [["16/25", "12/25"], ["12/25", "9/25"]]}


@claim(
    FALSE,
    "Pinsker's inequality without its half",
    id="pinsker-without-half",
    domain=positive_definite(count=2, n=(1, 3)),
)
def pinsker_without_half(A, B):
    """Hiai, Ohya, Tsukada 1981 have the half."""
    yield given(trace(A), "==", 1)
    yield given(trace(B), "==", 1)
    yield then(sq(nuclear(A - B)), "<=", trace(A @ (mat_log(A) - mat_log(B))))


KNOWN["pinsker-without-half"] = {
    "A": [["1/2", 0], [0, "1/2"]],
    "B": [["3/5", 0], [0, "2/5"]],
}


@claim(
    FALSE,
    "the determinant of an anticommutator",
    id="anticommutator-determinant",
    domain=square(count=2, n=(1, 3)),
)
def anticommutator_determinant(A, B):
    """True of symmetric matrices."""
    yield then(absolute(det(A @ B + B @ A)), "<=", det(T(A) @ A + T(B) @ B))


KNOWN["anticommutator-determinant"] = {"A": [[2, -3], [-2, 3]], "B": [[1, -2], [2, -3]]}


@claim(FALSE, "Minkowski's inequality of permanents", id="permanent-minkowski", domain=psd(count=2, n=2))
def permanent_minkowski(A, B):
    """The permanent itself is superadditive (Marcus and Minc 1965)."""
    yield then(sqrt(permanent(A)) + sqrt(permanent(B)), "<=", sqrt(permanent(A + B)))


KNOWN["permanent-minkowski"] = {"A": ONES, "B": [[1, -1], [-1, 1]]}


@claim(FALSE, "the determinant of relative gains", id="relative-gains", domain=square(n=(1, 3)))
def relative_gains(A):
    """True of positive definite matrices; Johnson and Shapiro 1986."""
    yield then(1, "<=", absolute(det(hadamard(A, T(inv(A))))))


KNOWN["relative-gains"] = {"A": [[1, 1], [1, -1]]}


@claim(
    FALSE,
    "the trace, the trace of the inverse and the condition number",
    id="schweitzer-three",
    domain=positive_definite(n=(2, 4)),
)
def schweitzer_three(A):
    """True for n = 2; Schweitzer 1914 has the right bound."""
    yield then(trace(A) * trace(inv(A)), "<=", rows(A) * rows(A) + sq(sqrt(cond(A)) - 1 / sqrt(cond(A))))


KNOWN["schweitzer-three"] = {"A": [[1, 0, 0], [0, 1, 0], [0, 0, 4]]}
