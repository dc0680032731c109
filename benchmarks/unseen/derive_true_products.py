"""True statements at every size about products, each a few steps from lemmas of the textbooks."""

from fractions import Fraction

from benchmarks.unseen import TRUE
from perturb import claim, given, indices, then
from perturb.domains import (
    activation,
    positive_definite,
    projection,
    psd,
    rectangular,
    scalar,
    square,
    symmetric,
    together,
    vector,
)
from perturb.vocab import (
    T,
    absolute,
    cols,
    commutator,
    cond,
    det,
    diag,
    diagonal,
    fro,
    hadamard,
    inv,
    kron,
    lam_max,
    larger,
    max_entry,
    norm,
    nuclear,
    numerical_radius,
    op,
    power,
    rank,
    s,
    s1,
    sq,
    sqrt,
    total,
    trace,
)

i, j = indices("i j")
QUARTER = Fraction(1, 4)


@claim(
    TRUE,
    "The factor in the middle",
    domain=together(
        A=rectangular("m", "n"),
        B=rectangular("n", "l"),
        C=rectangular("l", "k"),
        k=(1, 3),
        l=(1, 3),
        m=(1, 3),
        n=(1, 3),
    ),
    id="derive-product-middle",
)
def product_middle(A, B, C):
    """Topics, 3.3 and Horn and Johnson, 5.6: s_i(XY) <= |X| s_i(Y) on both sides, |X| <= |X|_F."""
    yield then(s(A @ B @ C)[i], "<=", fro(A) * s(B)[i] * op(C))


@claim(TRUE, "A factor taken off", domain=square(count=2, n=(1, 4)), id="derive-product-off")
def product_off(A, B):
    """Topics, 3.3: A = (AB) B^(-1)."""
    yield then(s(A)[i + j - 1], "<=", s(A @ B)[i] * s(inv(B))[j])


@claim(
    TRUE,
    "Singular values of a commutator",
    domain=square(count=2, n=(1, 4)),
    id="derive-product-commutator",
)
def product_commutator(A, B):
    """Topics, 3.3: Weyl and Fan for AB and -BA, then for each product."""
    yield then(s(commutator(A, B))[i + j - 1], "<=", (s(A)[i] + s(A)[j]) * op(B))


@claim(TRUE, "Trace of three factors", domain=square(count=3, n=(1, 4)), id="derive-product-trace")
def product_trace(A, B, C):
    """Horn and Johnson, 7.4 and Topics, 3.3: von Neumann for AB and C, then s_i(AB) <= |A| s_i(B)."""
    yield then(absolute(trace(A @ B @ C)), "<=", s1(A) * total(s(B) * s(C)), "<=", s1(A) * fro(B) * fro(C))


@claim(TRUE, "Determinants and a trace", domain=psd(count=2, n=(1, 4)), id="derive-product-determinants")
def product_determinants(A, B):
    """Horn and Johnson, 7.8: the means of the eigenvalues of A^(1/2) B A^(1/2)."""
    yield then(det(A) * det(B), "<=", power(trace(A @ B) / cols(A), cols(A)))


@claim(TRUE, "Condition in the Frobenius norm", domain=square(n=(1, 4)), id="derive-product-condition")
def product_condition(A):
    """Horn and Johnson, 5.8 and 5.6: n = tr(A A^(-1)), and |X|_F <= sqrt(n) |X|."""
    yield then(cols(A), "<=", fro(A) * fro(inv(A)), "<=", cols(A) * cond(A))


@claim(
    TRUE,
    "Relative error of a solution",
    domain=together(A=square(), b=vector(), c=vector(), n=(1, 4)),
    id="derive-product-solution",
)
def product_solution(A, b, c):
    """Horn and Johnson, 5.8: |b| <= |A| |x| and |x - y| <= |A^(-1)| |b - c|."""
    x, y = inv(A) @ b, inv(A) @ c
    yield then(norm(x - y) * norm(b), "<=", cond(A) * norm(x) * norm(b - c))


@claim(
    TRUE,
    "Congruence below a multiple",
    domain=together(B=symmetric("m"), C=rectangular(), m=(1, 4), n=(1, 4)),
    id="derive-product-congruence",
)
def product_congruence(B, C):
    """Horn and Johnson, 7.7: B <= lambda_1(B) I, and the order is kept by congruence."""
    yield then(T(C) @ B @ C, "loewner", lam_max(B) * (T(C) @ C))
    yield then(trace(T(C) @ B @ C), "<=", lam_max(B) * sq(fro(C)))


@claim(
    TRUE,
    "A negative multiple",
    domain=together(A=symmetric("m"), B=symmetric("m"), C=rectangular(), c=scalar(), m=(1, 3), n=(1, 3)),
    id="derive-product-negative",
)
def product_negative(A, B, C, c):
    """Horn and Johnson, 7.7: congruence keeps the order, a factor c <= 0 reverses it."""
    yield given(c, "<=", 0)
    yield given(A, "loewner", B)
    yield then(c * (T(C) @ B @ C), "loewner", c * (T(C) @ A @ C))


@claim(TRUE, "Change of a Kronecker product", domain=square(count=4, n=(1, 3)), id="derive-product-kron")
def product_kron(A, B, C, D):
    """Topics, 4.2: the difference is (A - C) x B + C x (B - D)."""
    yield then(op(kron(A, B) - kron(C, D)), "<=", op(A - C) * op(B) + op(C) * op(B - D))


@claim(
    TRUE,
    "Trace norm of a Kronecker product",
    domain=together(A=rectangular("m", "n"), B=rectangular("n", "m"), m=(1, 3), n=(1, 3)),
    id="derive-product-kron-trace",
)
def product_kron_trace(A, B):
    """Topics, 4.2 and Horn and Johnson, 5.6: the singular values are the products."""
    bound = sqrt(rank(A) * rank(B)) * fro(A) * fro(B)
    yield then(fro(A) * fro(B), "<=", nuclear(kron(A, B)), "<=", bound)


@claim(TRUE, "A diagonal above", domain=psd(count=2, n=(1, 4)), id="derive-product-hadamard-order")
def product_hadamard_order(A, B):
    """Topics, 5.2: Schur's theorem for (lambda_1(A) I - A) o B."""
    yield then(hadamard(A, B), "loewner", lam_max(A) * diag(diagonal(B)))


@claim(
    TRUE,
    "Frobenius norm of an entrywise product",
    domain=rectangular(count=2, m=(1, 4), n=(1, 4)),
    id="derive-product-hadamard-norm",
)
def product_hadamard_norm(A, B):
    """Horn and Johnson, 5.6 and Topics, 5.5: no entry is beyond the norm; |B|_F <= sqrt(rank B) |B|."""
    yield then(fro(hadamard(A, B)), "<=", max_entry(A) * fro(B), "<=", op(A) * sqrt(rank(B)) * op(B))


@claim(
    TRUE,
    "Two layers with masks",
    domain=together(A=square(), B=square(), D=activation(0), E=activation(0), n=(1, 4)),
    id="derive-product-masks",
)
def product_masks(A, B, D, E):
    """Topics, 3.3: the product inequality for DA and EB, where |D|, |E| <= 1."""
    yield then(s(D @ A @ E @ B)[i + j - 1], "<=", s(A)[i] * s(B)[j])


@claim(
    TRUE,
    "Slopes at least a quarter",
    domain=together(A=square(), D=activation(QUARTER), n=(1, 4)),
    id="derive-product-slopes",
)
def product_slopes(A, D):
    """Topics, 3.3 and Horn and Johnson, 5.8: |D| <= 1, |D^(-1)| <= 4."""
    yield then(s(A)[i], "<=", 4 * s(D @ A)[i])
    yield then(cond(D @ A), "<=", 4 * cond(A))


@claim(
    TRUE,
    "Two rectified layers",
    domain=together(A=square(), B=square(), x=vector(), y=vector(), n=(1, 4)),
    id="derive-product-rectified",
)
def product_rectified(A, B, x, y):
    """Horn and Johnson, 5.6: max(., 0) brings no two numbers further apart."""
    one, other = larger(A @ larger(B @ x, 0), 0), larger(A @ larger(B @ y, 0), 0)
    yield then(norm(one - other), "<=", op(A) * op(B) * norm(x - y))


@claim(TRUE, "Ranks of three factors", domain=square(count=3, n=(1, 4)), id="derive-product-ranks")
def product_ranks(A, B, C):
    """Horn and Johnson, 0.4.5: Sylvester's inequality twice."""
    yield then(rank(A) + rank(B) + rank(C), "<=", rank(A @ B @ C) + 2 * cols(A))


@claim(TRUE, "Radius of a square and a factor", domain=square(count=2, n=(1, 4)), id="derive-product-radius")
def product_radius(A, B):
    """Topics, 1.5: |A^2| <= 2 w(A^2) <= 2 w(A)^2."""
    yield then(numerical_radius(A @ A @ B), "<=", 2 * sq(numerical_radius(A)) * op(B))


@claim(
    TRUE,
    "A form and its inverse",
    domain=together(A=positive_definite(), x=vector(), y=vector(), n=(1, 4)),
    id="derive-product-forms",
)
def product_forms(A, x, y):
    """Horn and Johnson, 7.3 and 7.7: Cauchy and Schwarz for A^(1/2) x and A^(-1/2) y."""
    yield then(sq(total(x * y)), "<=", total(x * (A @ x)) * total(y * (inv(A) @ y)))


@claim(
    TRUE,
    "A projection and the rest",
    domain=together(A=square(), P=projection(), n=(1, 4)),
    id="derive-product-projection",
)
def product_projection(A, P):
    """Bhatia, I and III.2: A'A = A'PA + A'(I - P)A, and Weyl for each index."""
    yield then(sq(s(A)[i]), "<=", sq(s(P @ A)[i]) + sq(op(A - P @ A)))
