"""False statements, second half: norms, singular values, numerical radii.

And: condition numbers, vectors, each singular value.
"""

from benchmarks.unseen import FALSE, ID, LOWER, ONES, RAISE, SHIFT, SWAP
from perturb import claim, given, then
from perturb.domains import orthogonal, psd, square, symmetric, together, vector
from perturb.vocab import (
    I,
    block,
    commutator,
    cond,
    entries,
    exp,
    fro,
    hadamard,
    indices,
    inv,
    larger,
    mat_exp,
    mat_sqrt,
    max_entry,
    norm,
    nuclear,
    numerical_radius,
    op,
    s,
    s_min,
    spectral_radius,
    sq,
    sym,
    total,
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


@claim(
    FALSE,
    "the condition of the symmetric part",
    id="condition-of-the-symmetric-part",
    domain=square(n=(1, 4)),
)
def condition_of_the_symmetric_part(A):
    """A folklore warning."""
    yield then(cond(sym(A)), "<=", cond(A))


KNOWN["condition-of-the-symmetric-part"] = {"A": [[1, "3/2"], [0, 1]]}


@claim(
    FALSE,
    "a vector and the spectral radius",
    id="vector-and-spectral-radius",
    domain=together(A=square(), v=vector(), n=(1, 4)),
)
def vector_and_spectral_radius(A, v):
    """True of normal matrices."""
    yield then(norm(A @ v), "<=", spectral_radius(A) * norm(v))


KNOWN["vector-and-spectral-radius"] = {"A": RAISE, "v": [0, 1]}


@claim(
    FALSE,
    "a vector, its image and the next",
    id="vector-and-images",
    domain=together(A=square(), v=vector(), n=(1, 4)),
)
def vector_and_images(A, v):
    """True of normal matrices; such operators are called paranormal."""
    yield then(sq(norm(A @ v)), "<=", norm(A @ A @ v) * norm(v))


KNOWN["vector-and-images"] = {"A": RAISE, "v": [0, 1]}


@claim(
    FALSE,
    "a form and its inverse",
    id="form-and-inverse",
    domain=together(A=symmetric(), v=vector(), n=(1, 4)),
)
def form_and_inverse(A, v):
    """True of positive definite matrices."""
    yield then(sq(sq(norm(v))), "<=", total(v * (A @ v)) * total(v * (inv(A) @ v)))


KNOWN["form-and-inverse"] = {"A": [[1, 0], [0, -1]], "v": [1, 1]}


@claim(
    FALSE,
    "the orthogonal matrix nearest to a symmetric one",
    id="nearest-orthogonal",
    domain=together(A=symmetric(), U=orthogonal(), n=(1, 3)),
)
def nearest_orthogonal(A, U):
    """True of positive semidefinite matrices (Fan and Hoffman 1955)."""
    yield then(fro(A - I), "<=", fro(A - U))


KNOWN["nearest-orthogonal"] = {"A": [[-1]], "U": [[-1]]}


@claim(
    FALSE,
    "powers of a matrix with positive symmetric part",
    id="square-of-accretive",
    domain=square(n=(1, 4)),
)
def square_of_accretive(A):
    """Turns by more than 45 degrees."""
    yield given(0, "loewner", sym(A))
    yield then(0, "loewner", sym(A @ A))


KNOWN["square-of-accretive"] = {"A": [["3/5", "-4/5"], ["4/5", "3/5"]]}


@claim(
    FALSE,
    "singular values of a matrix between B and -B",
    id="between-each-singular-value",
    domain=symmetric(count=2, n=(1, 4)),
)
def between_each_singular_value(A, B):
    """The singular values of B twice are the right ones (Bhatia and Kittaneh 2008)."""
    yield given(-B, "loewner", A)
    yield given(A, "loewner", B)
    (i,) = indices("i")
    yield then(s(A)[i], "<=", s(B)[i])


KNOWN["between-each-singular-value"] = {"A": SWAP, "B": [[2, 0], [0, "1/2"]]}


@claim(
    FALSE,
    "singular values of a difference",
    id="difference-and-direct-sum",
    domain=symmetric(count=2, n=(1, 4)),
)
def difference_and_direct_sum(A, B):
    """True of positive semidefinite matrices (Zhan 2000)."""
    (i,) = indices("i")
    yield then(s(A - B)[i], "<=", s(block(A, 0 * A, 0 * A, B))[i])


KNOWN["difference-and-direct-sum"] = {"A": [[1]], "B": [[-1]]}
