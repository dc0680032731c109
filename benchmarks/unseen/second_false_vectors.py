"""False statements, second half: condition numbers, vectors, each singular value."""

from benchmarks.unseen.matrices import FALSE, RAISE, SWAP
from perturb import claim, given, then
from perturb.domains import orthogonal, square, symmetric, together, vector
from perturb.vocab import I, block, cond, fro, indices, inv, norm, s, spectral_radius, sq, sym, total

KNOWN = {}


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
