"""False statements, first half: the order of symmetric matrices, and inequalities for each eigenvalue.

And: norms, singular values, condition numbers, exponentials.
"""

from fractions import Fraction

from benchmarks.unseen import FALSE, FIRST, LAST, ONES, RAISE, SHIFT
from perturb import claim, given, then
from perturb.domains import orthogonal, psd, square, symmetric, together
from perturb.vocab import (
    I,
    T,
    block,
    commutator,
    entries,
    exp,
    fro,
    hadamard,
    inv,
    kappa,
    lam,
    lam_max,
    lam_min,
    leading,
    mat_exp,
    mat_sqrt,
    matpow,
    moduli,
    numerical_radius,
    op,
    s,
    spectral_radius,
    sq,
    sym,
    total,
    trailing,
    upper_right,
)

KNOWN = {}


@claim(
    FALSE,
    "the Jordan product of positive matrices",
    id="jordan-product",
    domain=psd(count=2, n=(1, 4)),
)
def jordan_product(A, B):
    yield then(0, "loewner", A @ B + B @ A)


KNOWN["jordan-product"] = {"A": ONES, "B": FIRST}


@claim(
    FALSE,
    "each eigenvalue is subadditive",
    id="eigenvalues-subadditive",
    domain=symmetric(count=2, n=(1, 4)),
)
def eigenvalues_subadditive(A, B):
    """Fan: true of the sum of the k largest."""
    yield then(lam(A + B), "<=", lam(A) + lam(B))


KNOWN["eigenvalues-subadditive"] = {"A": FIRST, "B": LAST}


@claim(
    FALSE,
    "the partial transpose of a positive matrix",
    id="partial-transpose",
    domain=psd(n=4),
)
def partial_transpose(M):
    """Peres 1996: true of separable states."""
    X = upper_right(M, 2)
    yield then(0, "loewner", block(leading(M, 2), T(X), X, trailing(M, 2)))


KNOWN["partial-transpose"] = {"M": [[1, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 1]]}


@claim(
    FALSE,
    "the cube is convex in order",
    id="cube-convex",
    domain=psd(count=2, n=(1, 3)),
)
def cube_convex(A, B):
    """True of the square; of the cube for each eigenvalue."""
    yield then(matpow(A + B, 3), "loewner", 4 * (matpow(A, 3) + matpow(B, 3)))


KNOWN["cube-convex"] = {"A": [[10, -7], [-7, 13]], "B": [[5, 1], [1, 1]]}


@claim(
    FALSE,
    "the exponential is convex in order",
    id="exponential-convex",
    domain=symmetric(count=2, n=(1, 3)),
)
def exponential_convex(A, B):
    yield then(2 * mat_exp((A + B) / 2), "loewner", mat_exp(A) + mat_exp(B))


KNOWN["exponential-convex"] = {"A": [[-2, 2], [2, 6]], "B": [[-6, 3], [3, -2]]}


@claim(
    FALSE,
    "Heinz's inequality for each singular value",
    id="heinz-each",
    domain=together(A=psd(), B=psd(), X=square(), n=(1, 3)),
)
def heinz_each(A, B, X):
    """Bhatia and Davis: true of every unitarily invariant norm."""
    yield then(2 * s(mat_sqrt(A) @ X @ mat_sqrt(B)), "<=", s(A @ X + X @ B))


KNOWN["heinz-each"] = {"A": [[5, 4], [4, 5]], "B": [[8, -2], [-2, 1]], "X": [[2, 2], [-1, -2]]}


@claim(
    FALSE,
    "squares of corners stay positive",
    id="squares-of-blocks",
    domain=psd(n=4),
)
def squares_of_blocks(M):
    A, X, B = leading(M, 2), upper_right(M, 2), trailing(M, 2)
    yield then(0, "loewner", block(A @ A, X @ X, T(X) @ T(X), B @ B))


KNOWN["squares-of-blocks"] = {"M": [[4, 1, 0, 2], [1, 3, -3, 0], [0, -3, 4, 0], [2, 0, 0, 2]]}


@claim(
    FALSE,
    "moduli of eigenvalues and the commutator",
    id="kress-with-one",
    domain=square(n=(1, 4)),
)
def kress_with_one(A):
    """Kress, de Vries, Wegmann 1974: true with 1/2 before the commutator."""
    yield then(sq(total(sq(moduli(A)))), "<=", sq(sq(fro(A))) - sq(fro(commutator(A, T(A)))))


KNOWN["kress-with-one"] = {"A": RAISE}


@claim(
    FALSE,
    "a vanishing product makes norms add like squares",
    id="orthogonal-norms",
    domain=square(count=2, n=(1, 3)),
)
def orthogonal_norms(A, B):
    """True where A'B = 0."""
    yield given(entries(A @ B), "==", 0)
    yield then(sq(op(A + B)), "<=", sq(op(A)) + sq(op(B)))


KNOWN["orthogonal-norms"] = {"A": RAISE, "B": RAISE}


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
