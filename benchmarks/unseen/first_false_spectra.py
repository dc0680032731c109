"""False statements, first half: norms, singular values, condition numbers, exponentials."""

from fractions import Fraction

from benchmarks.unseen.matrices import (
    FALSE,
    FIRST,
    RAISE,
    SHIFT,
)
from perturb import claim, given, then
from perturb.domains import orthogonal, psd, square
from perturb.vocab import (
    I,
    T,
    entries,
    exp,
    hadamard,
    inv,
    kappa,
    lam_max,
    lam_min,
    leading,
    mat_exp,
    mat_sqrt,
    moduli,
    numerical_radius,
    op,
    s,
    spectral_radius,
    sq,
    sym,
    trailing,
)

KNOWN = {}


@claim(
    FALSE,
    "the spectral radius and the symmetric part's top",
    id="radius-symmetric-top",
    domain=square(n=(1, 4)),
)
def radius_symmetric_top(A):
    """True of matrices with entries that are not negative (Levinger)."""
    yield then(spectral_radius(A), "<=", lam_max(sym(A)))


KNOWN["radius-symmetric-top"] = {"A": [[-1]]}


@claim(
    FALSE,
    "each modulus below its singular value",
    id="modulus-each",
    domain=square(n=(1, 4)),
)
def modulus_each(A):
    """Weyl: true of the products of the k largest."""
    yield then(moduli(A), "<=", s(A))


KNOWN["modulus-each"] = {"A": [[0, 2], ["1/2", 0]]}


@claim(
    FALSE,
    "singular values of the symmetric part",
    id="symmetric-part-each",
    domain=square(n=(1, 4)),
)
def symmetric_part_each(A):
    """Fan and Hoffman: true of the eigenvalues of the symmetric part."""
    yield then(s(sym(A)), "<=", s(A))


KNOWN["symmetric-part-each"] = {"A": RAISE}


@claim(
    FALSE,
    "the square root is subadditive in order",
    id="root-subadditive",
    domain=psd(count=2, n=(1, 4)),
)
def root_subadditive(A, B):
    """Rotfel'd, Ando and Zhan: true of trace and norms."""
    yield then(mat_sqrt(A + B), "loewner", mat_sqrt(A) + mat_sqrt(B))


KNOWN["root-subadditive"] = {"A": FIRST, "B": [["1/2", "1/2"], ["1/2", "1/2"]]}


@claim(
    FALSE,
    "the exponential stays away from the identity",
    id="exponential-identity",
    domain=square(n=(1, 3)),
)
def exponential_identity(A):
    """A skew matrix turns all the way round."""
    yield then(1 - exp(-op(A)), "<=", op(mat_exp(A) - I))


KNOWN["exponential-identity"] = {"A": [[0, "-25/4"], ["25/4", 0]]}


@claim(
    FALSE,
    "squaring worsens the condition",
    id="condition-of-square",
    domain=square(n=(1, 4)),
)
def condition_of_square(A):
    yield then(kappa(A), "<=", kappa(A @ A))


KNOWN["condition-of-square"] = {"A": [[0, 2], [1, 0]]}


@claim(
    FALSE,
    "the condition of the exponential from below",
    id="condition-of-exponential",
    domain=square(n=(1, 3)),
)
def condition_of_exponential(A):
    """An upper bound for every matrix; equality where A is normal."""
    yield then(exp(lam_max(sym(A)) - lam_min(sym(A))), "<=", kappa(mat_exp(A)))


KNOWN["condition-of-exponential"] = {"A": RAISE}


@claim(
    FALSE,
    "the norm of the inverse of a sum",
    id="inverse-of-sum",
    domain=square(count=2, n=(1, 3)),
)
def inverse_of_sum(A, B):
    yield then(op(inv(A + B)), "<=", op(inv(A)) + op(inv(B)))


KNOWN["inverse-of-sum"] = {"A": [[1]], "B": [["-9/10"]]}


@claim(
    FALSE,
    "a positive block matrix and the sum of its corners",
    id="block-norm",
    domain=psd(n=4),
)
def block_norm(M):
    """True where the block off the diagonal is symmetric (Bourin, Lee, Lin)."""
    yield then(op(M), "<=", op(leading(M, 2) + trailing(M, 2)))


KNOWN["block-norm"] = {"M": [[1, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 1]]}


@claim(
    FALSE,
    "the norm of a third power",
    id="third-power",
    domain=square(n=(1, 4)),
)
def third_power(A):
    yield then(sq(op(A @ A @ A)), "<=", op(A @ A) * op(A @ A) * op(A @ A))


KNOWN["third-power"] = {"A": [[0, 2], ["1/2", 0]]}


@claim(
    FALSE,
    "norms of powers are log-convex",
    id="log-convex-powers",
    domain=square(n=(1, 4)),
)
def log_convex_powers(A):
    yield then(sq(op(A @ A)), "<=", op(A) * op(A @ A @ A))


KNOWN["log-convex-powers"] = {"A": SHIFT}


@claim(
    FALSE,
    "the norm of a square and the numerical radius",
    id="square-and-radius",
    domain=square(n=(1, 4)),
)
def square_and_radius(A):
    """2 is needed, from n = 3 on."""
    yield then(op(A @ A), "<=", Fraction("1.9") * sq(numerical_radius(A)))


KNOWN["square-and-radius"] = {"A": SHIFT}


@claim(
    FALSE,
    "idempotent matrices are contractions",
    id="idempotent-norm",
    domain=square(n=(1, 3)),
)
def idempotent_norm(A):
    yield given(entries(A @ A), "==", entries(A))
    yield then(op(A), "<=", 1)


KNOWN["idempotent-norm"] = {"A": [[1, 1], [0, 0]]}


@claim(
    FALSE,
    "commutators of orthogonal matrices",
    id="orthogonal-commutator",
    domain=orthogonal(count=2, n=(1, 4)),
)
def orthogonal_commutator(A, B):
    """True with the factor 2."""
    yield then(op(A @ B @ T(A) @ T(B) - I), "<=", op(A - I) * op(B - I))


LEFT_I = [["4/5", "-3/5", 0, 0], ["3/5", "4/5", 0, 0], [0, 0, "4/5", "-3/5"], [0, 0, "3/5", "4/5"]]
LEFT_J = [["4/5", 0, "-3/5", 0], [0, "4/5", 0, "3/5"], ["3/5", 0, "4/5", 0], [0, "-3/5", 0, "4/5"]]
KNOWN["orthogonal-commutator"] = {"A": LEFT_I, "B": LEFT_J}


@claim(
    FALSE,
    "the condition of an entrywise product",
    id="condition-of-hadamard",
    domain=square(count=2, n=(1, 3)),
)
def condition_of_hadamard(A, B):
    """True of positive definite matrices."""
    yield then(kappa(hadamard(A, B)), "<=", kappa(A) * kappa(B))


KNOWN["condition-of-hadamard"] = {"A": [[1, 1], [1, -1]], "B": [[1, 1], [1, "-9/10"]]}
