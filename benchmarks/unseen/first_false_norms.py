"""False statements, first half: norms, singular values, condition numbers, exponentials."""

from fractions import Fraction

from benchmarks.unseen import (
    FALSE,
    FIRST,
    ID,
    LAST,
    LOWER,
    ONES,
    RAISE,
    SWAP,
)
from perturb import claim, given, then
from perturb.domains import projection, psd, square, symmetric
from perturb.vocab import (
    T,
    commutator,
    entries,
    exp,
    fro,
    hadamard,
    larger,
    mat_abs,
    mat_exp,
    nuclear,
    numerical_radius,
    op,
    s,
    spectral_radius,
    trace,
)

KNOWN = {}


@claim(
    FALSE,
    "the norm of a sum and of the absolute values",
    id="norm-of-absolute-values",
    domain=square(count=2, n=(1, 4)),
)
def norm_of_absolute_values(A, B):
    """True of normal matrices; sqrt 2 is needed in general."""
    yield then(op(A + B), "<=", op(mat_abs(A) + mat_abs(B)))


KNOWN["norm-of-absolute-values"] = {"A": FIRST, "B": RAISE}


@claim(
    FALSE,
    "a symmetric product is the shorter one",
    id="symmetric-product",
    domain=square(count=2, n=(1, 3)),
)
def symmetric_product(A, B):
    """The other way round it is true (Bhatia, Matrix Analysis, Proposition IX.1.1)."""
    yield given(entries(B @ A), "==", entries(T(B @ A)))
    yield then(op(A @ B), "<=", op(B @ A))


KNOWN["symmetric-product"] = {"A": RAISE, "B": LAST}


@claim(
    FALSE,
    "the spectral radius is subadditive",
    id="spectral-radius-sum",
    domain=square(count=2, n=(1, 4)),
)
def spectral_radius_sum(A, B):
    yield then(spectral_radius(A + B), "<=", spectral_radius(A) + spectral_radius(B))


KNOWN["spectral-radius-sum"] = {"A": RAISE, "B": LOWER}


@claim(
    FALSE,
    "the spectral radius of a product, entries not negative",
    id="nonnegative-product",
    domain=square(count=2, n=(1, 4)),
)
def nonnegative_product(X, Y):
    A, B = hadamard(X, X), hadamard(Y, Y)
    yield then(spectral_radius(A @ B), "<=", spectral_radius(A) * spectral_radius(B))


KNOWN["nonnegative-product"] = {"X": RAISE, "Y": LOWER}


@claim(
    FALSE,
    "the exponential and the spectral radius",
    id="exponential-radius",
    domain=square(n=(1, 4)),
)
def exponential_radius(A):
    yield then(op(mat_exp(A)), "<=", exp(spectral_radius(A)))


KNOWN["exponential-radius"] = {"A": RAISE}


@claim(
    FALSE,
    "the norm of the exponential of a sum",
    id="exponential-sum-norm",
    domain=square(count=2, n=(1, 3)),
)
def exponential_sum_norm(A, B):
    """True of symmetric matrices (Segal)."""
    yield then(op(mat_exp(A + B)), "<=", op(mat_exp(A)) * op(mat_exp(B)))


KNOWN["exponential-sum-norm"] = {"A": [[0, 4], [0, 0]], "B": [[0, 0], [4, 0]]}


@claim(
    FALSE,
    "Golden and Thompson without symmetry",
    id="golden-thompson-general",
    domain=square(count=2, n=(1, 3)),
)
def golden_thompson_general(A, B):
    yield then(trace(mat_exp(A + B)), "<=", trace(mat_exp(A) @ mat_exp(B)))


KNOWN["golden-thompson-general"] = {"A": [[0, 2], [0, 0]], "B": [[0, 0], [2, 0]]}


@claim(
    FALSE,
    "each singular value of an entrywise product",
    id="hadamard-each",
    domain=square(count=2, n=(1, 4)),
)
def hadamard_each(A, B):
    yield then(s(hadamard(A, B)), "<=", s(A) * op(B))


KNOWN["hadamard-each"] = {"A": ONES, "B": ID}


@claim(
    FALSE,
    "norm times numerical radius",
    id="norm-times-radius",
    domain=square(count=2, n=(1, 4)),
)
def norm_times_radius(A, B):
    yield then(numerical_radius(A @ B), "<=", op(A) * numerical_radius(B))


KNOWN["norm-times-radius"] = {"A": LOWER, "B": RAISE}


@claim(
    FALSE,
    "the numerical radius of an entrywise product",
    id="radius-of-hadamard",
    domain=square(count=2, n=(1, 4)),
)
def radius_of_hadamard(A, B):
    yield then(numerical_radius(hadamard(A, B)), "<=", numerical_radius(A) * numerical_radius(B))


KNOWN["radius-of-hadamard"] = {"A": [[0, 2], [0, 0]], "B": [[0, 2], [0, 0]]}


@claim(
    FALSE,
    "the commutator of symmetric matrices",
    id="symmetric-commutator",
    domain=symmetric(count=2, n=(1, 4)),
)
def symmetric_commutator(A, B):
    yield then(fro(commutator(A, B)), "<=", fro(A) * fro(B))


KNOWN["symmetric-commutator"] = {"A": [[1, 0], [0, -1]], "B": SWAP}


@claim(
    FALSE,
    "the commutator of positive matrices",
    id="positive-commutator",
    domain=psd(count=2, n=(1, 4)),
)
def positive_commutator(A, B):
    """Kittaneh: true with 1/2."""
    yield then(op(commutator(A, B)), "<=", Fraction("0.49") * op(A) * op(B))


KNOWN["positive-commutator"] = {"A": FIRST, "B": ONES}


@claim(
    FALSE,
    "a sum of positive matrices and their product",
    id="davidson-power-product",
    domain=psd(count=2, n=(1, 4)),
)
def davidson_power_product(A, B):
    """Davidson and Power have the root of the product on the right."""
    yield then(op(A + B), "<=", larger(op(A), op(B)) + op(A @ B))


KNOWN["davidson-power-product"] = {"A": [["1/2"]], "B": [["1/2"]]}


@claim(
    FALSE,
    "the norm of a sum of projections",
    id="norm-of-projections",
    domain=projection(count=2, n=(1, 4)),
)
def norm_of_projections(P, Q):
    """True unless both vanish (Duncan and Taylor)."""
    yield then(op(P + Q), "==", 1 + op(P @ Q))


KNOWN["norm-of-projections"] = {"P": [[0]], "Q": [[0]]}


@claim(
    FALSE,
    "the trace norm of a product",
    id="trace-norm-product",
    domain=square(count=2, n=(1, 4)),
)
def trace_norm_product(A, B):
    yield then(nuclear(A @ B), "<=", nuclear(mat_abs(A) @ mat_abs(B)))


KNOWN["trace-norm-product"] = {"A": RAISE, "B": LOWER}
