"""False statements, second half: norms, singular values, numerical radii."""

from benchmarks.unseen.matrices import FALSE, ID, LOWER, ONES, RAISE, SHIFT
from perturb import claim, given, then
from perturb.domains import psd, square
from perturb.vocab import (
    commutator,
    entries,
    exp,
    fro,
    hadamard,
    larger,
    mat_exp,
    mat_sqrt,
    max_entry,
    nuclear,
    numerical_radius,
    op,
    s_min,
    spectral_radius,
    sq,
    upper,
)

KNOWN = {}


@claim(
    FALSE, "the largest entry of a product", id="largest-entry-of-a-product", domain=square(count=2, n=(1, 4))
)
def largest_entry_of_a_product(A, B):
    """Horn and Johnson, Matrix Analysis, 5.6: this norm is no matrix norm."""
    yield then(max_entry(A @ B), "<=", max_entry(A) * max_entry(B))


KNOWN["largest-entry-of-a-product"] = {"A": ONES, "B": ONES}


@claim(FALSE, "the norm of the entrywise square", id="norm-of-entrywise-square", domain=square(n=(1, 4)))
def norm_of_entrywise_square(A):
    """Fails at Hadamard matrices, whose entrywise square has rank one."""
    yield then(op(hadamard(A, A)), "<=", max_entry(A) * op(A))


KNOWN["norm-of-entrywise-square"] = {"A": [[1, 1], [1, -1]]}


@claim(
    FALSE,
    "the numerical radius of commuting matrices",
    id="numerical-radius-commuting",
    domain=square(count=2, n=(1, 4)),
)
def numerical_radius_commuting(A, B):
    """Holbrook 1969: a factor of 2 is needed."""
    yield given(entries(A @ B), "==", entries(B @ A))
    yield then(numerical_radius(A @ B), "<=", numerical_radius(A) * numerical_radius(B))


KNOWN["numerical-radius-commuting"] = {
    "A": [[0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]],
    "B": [[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0]],
}


@claim(
    FALSE,
    "the smallest singular value of a sum",
    id="least-singular-value-of-a-sum",
    domain=square(count=2, n=(1, 4)),
)
def least_singular_value_of_a_sum(A, B):
    """The norm of B has to be taken away."""
    yield then(s_min(A) - s_min(B), "<=", s_min(A + B))


KNOWN["least-singular-value-of-a-sum"] = {"A": ID, "B": [[-1, 0], [0, 0]]}


@claim(FALSE, "the Frobenius norm of a square", id="frobenius-of-a-square", domain=square(n=(1, 4)))
def frobenius_of_a_square(A):
    """True of normal matrices."""
    yield then(fro(A @ A), "<=", spectral_radius(A) * fro(A))


KNOWN["frobenius-of-a-square"] = {"A": SHIFT}


@claim(FALSE, "the trace norm of the upper triangle", id="trace-norm-of-a-triangle", domain=square(n=(1, 4)))
def trace_norm_of_a_triangle(A):
    """Bhatia, Pinching, trimming, truncating and averaging of matrices, 2000."""
    yield then(nuclear(upper(A)), "<=", nuclear(A))


KNOWN["trace-norm-of-a-triangle"] = {"A": ONES}


@claim(FALSE, "the square root moves no further", id="root-moves-no-further", domain=psd(count=2, n=(1, 4)))
def root_moves_no_further(A, B):
    """The root has no bounded slope at 0."""
    yield then(fro(mat_sqrt(A) - mat_sqrt(B)), "<=", fro(A - B))


KNOWN["root-moves-no-further"] = {"A": [["1/4"]], "B": [[0]]}


@claim(
    FALSE,
    "the exponential and the larger spectral radius",
    id="exponential-moves",
    domain=square(count=2, n=(1, 4)),
)
def exponential_moves(A, B):
    """With norms in place of spectral radii it is true (Higham, Functions of Matrices)."""
    yield then(
        op(mat_exp(A) - mat_exp(B)), "<=", op(A - B) * exp(larger(spectral_radius(A), spectral_radius(B)))
    )


KNOWN["exponential-moves"] = {"A": [[0, 6], [0, 0]], "B": [[0, 6], ["1/100", 0]]}


@claim(
    FALSE, "numerical radius, norm and spectral radius", id="numerical-radius-mean", domain=square(n=(1, 4))
)
def numerical_radius_mean(A):
    """Kittaneh 2003 has the root of the norm of the square in place of the spectral radius."""
    yield then(2 * numerical_radius(A), "<=", op(A) + spectral_radius(A))


KNOWN["numerical-radius-mean"] = {"A": SHIFT}


@claim(
    FALSE, "three commutators in the Frobenius norm", id="three-commutators", domain=square(count=3, n=(1, 3))
)
def three_commutators(A, B, C):
    """True of symmetric matrices (the DDVV inequality); 4/3 is needed in general (Ge, Li, Zhou 2020)."""
    yield then(
        2 * (sq(fro(commutator(A, B))) + sq(fro(commutator(A, C))) + sq(fro(commutator(B, C)))),
        "<=",
        sq(sq(fro(A)) + sq(fro(B)) + sq(fro(C))),
    )


KNOWN["three-commutators"] = {"A": RAISE, "B": LOWER, "C": [[1, 0], [0, -1]]}
