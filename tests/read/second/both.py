"""What the last statements of `typed.toml` and of `pasted.toml` say, as claims."""

from __future__ import annotations

from perturb import claim, given, indices, paper, then
from perturb.domains import (
    commuting_symmetric,
    complex_square,
    contraction,
    integer,
    positive_contraction,
    positive_definite,
    projection,
    psd,
    rectangular,
    scalar,
    square,
    symmetric,
    together,
    unit_vector,
    vector,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    cols,
    column_sums,
    complex_det,
    complex_matrix,
    complex_s,
    det,
    diagonal,
    entries,
    exp,
    eye,
    fro,
    hadamard,
    inv,
    kappa,
    kron,
    lam,
    lam_max,
    lam_min,
    larger,
    largest,
    leading,
    mat_abs,
    mat_exp,
    mat_sqrt,
    matpow,
    moduli,
    norm,
    op,
    power,
    product,
    rank,
    row_sums,
    rows,
    s1,
    s_min,
    smallest,
    sq,
    sqrt,
    total,
    trace,
    vec_columns,
)

TYPED = paper("typed")
PASTED = paper("pasted")
(i,) = indices("i")


@claim(TYPED, "rows and columns", id="hadamard-rows-columns", domain=rectangular(count=2), status="proved")
def hadamard_rows_columns(A, B):
    across = largest(sqrt(row_sums(hadamard(A, A))))
    yield then(op(hadamard(A, B)), "<=", across * largest(sqrt(column_sums(hadamard(B, B)))))


@claim(TYPED, "Cayley", id="cayley", domain=square(), status="proved")
def cayley(K):
    Q = (I - K) @ inv(I + K)
    yield given(entries(T(K)), "==", entries(-K))
    yield then(entries(T(Q) @ Q), "==", entries(eye(K)))


@claim(TYPED, "Guggenheimer, Edelman and Johnson", id="guggenheimer", domain=square(), status="proved")
def guggenheimer(A):
    n = cols(A)
    yield given(det(A), "!=", 0)
    yield then(kappa(A), "<", 2 / absolute(det(A)) * power(fro(A) / sqrt(n), n))


@claim(TYPED, "Yu and Gu", id="least-from-determinant", domain=square(n=(2, 5)), status="proved")
def least_from_determinant(A):
    n = cols(A)
    yield given(det(A), "!=", 0)
    yield then(s_min(A), ">=", absolute(det(A)) * power((n - 1) / sq(fro(A)), (n - 1) / 2))


@claim(
    TYPED,
    "a block of the inverse",
    id="block-of-inverse",
    domain=together(A=positive_definite(), k=integer(1, "n")),
    status="proved",
)
def block_of_inverse(A, k):
    yield then(inv(leading(A, k)), "loewner", leading(inv(A), k))


@claim(
    TYPED,
    "vec",
    id="vec",
    domain=together(A=rectangular("m", "n"), X=rectangular("n", "p"), B=rectangular("p", "q")),
    status="proved",
)
def vec(A, X, B):
    yield then(vec_columns(A @ X @ B), "==", kron(T(B), A) @ vec_columns(X))


@claim(TYPED, "a sum", id="kronecker-sum", domain=together(A=square("m"), B=square("n")), status="proved")
def kronecker_sum(A, B):
    yield then(op(kron(A, eye(B)) + kron(eye(A), B)), "<=", op(A) + op(B))


@claim(TYPED, "exponentials", id="exponential-perturbed", domain=square(count=2), status="proved")
def exponential_perturbed(A, E):
    yield then(op(mat_exp(A + E) - mat_exp(A)), "<=", op(E) * exp(op(A)) * exp(op(E)))


@claim(TYPED, "logarithmic norm", id="logarithmic-norm", domain=square(), status="proved")
def logarithmic_norm(A):
    yield then(op(mat_exp(A)), "<=", exp(lam_max((A + T(A)) / 2)))


@claim(
    TYPED,
    "a residual block",
    id="residual-block",
    domain=together(W=square(), x=vector(), y=vector()),
    status="proved",
)
def residual_block(W, x, y):
    moved = x + larger(W @ x, 0) - (y + larger(W @ y, 0))
    yield given(op(W), "<", 1)
    yield then((1 - op(W)) * norm(x - y), "<=", norm(moved))


@claim(TYPED, "moduli", id="commuting-moduli", domain=commuting_symmetric(), status="proved")
def commuting_moduli(A, B):
    yield then(mat_abs(A + B), "loewner", mat_abs(A) + mat_abs(B))


@claim(
    TYPED,
    "compressions",
    id="compression-square",
    domain=together(C=contraction(), A=symmetric()),
    status="proved",
)
def compression_square(C, A):
    yield then(matpow(T(C) @ A @ C, 2), "loewner", T(C) @ matpow(A, 2) @ C)


@claim(TYPED, "traces", id="projected-trace", domain=together(P=projection(), A=symmetric()), status="proved")
def projected_trace(P, A):
    middle = trace(P @ A @ P)
    yield then(rank(P) * lam_min(A), "<=", middle, "<=", rank(P) * lam_max(A))


@claim(
    TYPED,
    "Chernoff",
    id="matrix-chernoff",
    domain=together(A=positive_contraction(), theta=scalar()),
    status="proved",
)
def matrix_chernoff(A, theta):
    yield then(mat_exp(theta * A), "loewner", I + (exp(theta) - 1) * A)


@claim(TYPED, "hyperbolic", id="matrix-cosh", domain=symmetric(), status="proved")
def matrix_cosh(A):
    yield then((mat_exp(A) + mat_exp(-A)) / 2, "loewner", mat_exp(matpow(A, 2) / 2))


@claim(TYPED, "ridge", id="ridge", domain=together(A=rectangular(), alpha=scalar()), status="proved")
def ridge(A, alpha):
    yield given(alpha, ">", 0)
    yield then(op(inv(T(A) @ A + alpha * I) @ T(A)), "<=", 1 / (2 * sqrt(alpha)))


@claim(
    TYPED,
    "a residual",
    id="residual-eigenvalue",
    domain=together(A=symmetric(), mu=scalar(), x=unit_vector()),
    status="proved",
)
def residual_eigenvalue(A, mu, x):
    yield then(smallest(absolute(lam(A) - mu)), "<=", norm(A @ x - mu * x))


@claim(TYPED, "a perturbed determinant", id="determinant-perturbed", domain=square(count=2), status="proved")
def determinant_perturbed(A, E):
    n = cols(A)
    bound = n * op(E) * power(larger(op(A), op(A + E)), n - 1)
    yield then(absolute(det(A + E) - det(A)), "<=", bound)


@claim(TYPED, "Cauchy and Khinchin", id="cauchy-khinchin", domain=rectangular(), status="proved")
def cauchy_khinchin(X):
    m, n = rows(X), cols(X)
    left = m * total(sq(row_sums(X))) + n * total(sq(column_sums(X)))
    yield then(left, "<=", sq(total(entries(X))) + m * n * total(sq(entries(X))))


@claim(TYPED, "Oppenheim and Schur", id="oppenheim-schur", domain=psd(count=2), status="proved")
def oppenheim_schur(A, B):
    bound = det(A) * product(diagonal(B)) + det(B) * product(diagonal(A))
    yield then(det(hadamard(A, B)) + det(A @ B), ">=", bound)


@claim(TYPED, "Bergstroem", id="bergstroem", domain=positive_definite(count=2, n=(2, 5)), status="proved")
def bergstroem(A, B):
    less = cols(A) - 1
    C, D = leading(A, less), leading(B, less)
    yield then(det(A + B) / det(C + D), ">=", det(A) / det(C) + det(B) / det(D))


@claim(TYPED, "Hua", id="hua", domain=square(count=2), status="proved")
def hua(A, B):
    yield given(op(A), "<", 1)
    yield given(op(B), "<", 1)
    yield then(det(I - T(A) @ A) * det(I - T(B) @ B), "<=", sq(det(I - T(A) @ B)))


@claim(
    TYPED,
    "Ostrowski and Taussky",
    id="ostrowski-taussky",
    domain=together(X=positive_definite(), Y=symmetric()),
    status="proved",
)
def ostrowski_taussky(X, Y):
    yield then(complex_det(complex_matrix(X, Y)), ">=", det(X))


@claim(TYPED, "a complex shift", id="complex-shift", domain=complex_square(3), status="proved")
def complex_shift(A):
    yield then(complex_det(I + A), "<=", product(1 + complex_s(A)))


@claim(
    PASTED,
    "Weyl, relative",
    id="relative-weyl",
    domain=together(A=positive_definite(), E=symmetric()),
    status="proved",
)
def relative_weyl(A, E):
    eta = op(inv(mat_sqrt(A)) @ E @ inv(mat_sqrt(A)))
    yield given(eta, "<", 1)
    yield then(absolute(lam(A + E)[i] - lam(A)[i]) / lam(A)[i], "<=", eta)


@claim(
    PASTED,
    "roots bounded below",
    id="roots-bounded-below",
    domain=together(A=symmetric(), B=symmetric(), a=scalar()),
    status="proved",
)
def roots_bounded_below(A, B, a):
    yield given(a, ">", 0)
    yield given(sq(a) * I, "loewner", A)
    yield given(sq(a) * I, "loewner", B)
    yield then(op(mat_sqrt(A) - mat_sqrt(B)), "<=", 1 / (2 * a) * op(A - B))


@claim(
    PASTED,
    "ridge, conditioned",
    id="ridge-condition",
    domain=together(X=rectangular(), gamma=scalar()),
    status="proved",
)
def ridge_condition(X, gamma):
    yield given(gamma, ">", 0)
    yield then(kappa(T(X) @ X + gamma * I), "<=", 1 + sq(op(X)) / gamma)


@claim(PASTED, "Fan and Theobald", id="fan-trace", domain=symmetric(count=2), status="proved")
def fan_trace(A, B):
    yield then(trace(A @ B), "<=", total(lam(A) * lam(B)), "<=", fro(A) * fro(B))


@claim(PASTED, "spectra of products", id="eigenvalues-of-product", domain=psd(count=2), status="proved")
def eigenvalues_of_product(A, B):
    value = lam(A)[i]
    yield then(value * lam_min(B), "<=", moduli(A @ B)[i], "<=", value * lam_max(B))


@claim(
    PASTED,
    "a reflexive inverse",
    id="reflexive-inverse",
    domain=together(A=rectangular("m", "n"), X=rectangular("n", "m")),
    status="proved",
)
def reflexive_inverse(A, X):
    yield given(entries(A @ X @ A), "==", entries(A))
    yield given(entries(X @ A @ X), "==", entries(X))
    yield then(rank(X), "==", rank(A), "==", trace(A @ X))


@claim(PASTED, "ranks", id="hadamard-rank", domain=rectangular(count=2), status="proved")
def hadamard_rank(A, B):
    yield then(rank(hadamard(A, B)), "<=", rank(A) * rank(B), "==", rank(kron(A, B)))


@claim(
    PASTED,
    "Vershynin",
    id="approximate-isometry",
    domain=together(B=rectangular(), delta=scalar()),
    status="proved",
)
def approximate_isometry(B, delta):
    yield given(rows(B), ">=", cols(B))
    yield given(op(T(B) @ B - I), "<=", larger(delta, sq(delta)))
    yield given(delta, ">", 0)
    yield then(1 - delta, "<=", s_min(B), "<=", s1(B), "<=", 1 + delta)


@claim(
    PASTED,
    "push-through",
    id="push-through",
    domain=together(A=rectangular("m", "n"), B=rectangular("n", "m")),
    status="proved",
)
def push_through(A, B):
    yield given(det(I + A @ B), "!=", 0)
    yield then(det(I + B @ A), "!=", 0)
    yield then(entries(inv(I + A @ B) @ A), "==", entries(A @ inv(I + B @ A)))


@claim(PASTED, "two inverses", id="difference-of-inverses", domain=square(count=2), status="proved")
def difference_of_inverses(A, B):
    difference = inv(A) - inv(B)
    yield given(det(A), "!=", 0)
    yield given(det(B), "!=", 0)
    yield then(entries(difference), "==", entries(inv(A) @ (B - A) @ inv(B)))
    yield then(op(difference) / op(inv(A)), "<=", kappa(B) * (op(A - B) / op(B)))


@claim(
    PASTED,
    "gradient descent",
    id="gradient-step",
    domain=together(H=positive_definite(), eta=scalar(), x=vector(), z=vector()),
    status="proved",
)
def gradient_step(H, eta, x, z):
    yield given(0, "<", eta, "<=", 1 / lam_max(H))
    yield then(norm(x - eta * H @ (x - z) - z), "<=", (1 - eta * lam_min(H)) * norm(x - z))


@claim(
    PASTED,
    "a distance of roots",
    id="root-distance",
    domain=together(A=psd(), B=psd(), epsilon=scalar()),
    status="proved",
)
def root_distance(A, B, epsilon):
    yield given(A, "loewner", B)
    yield given(op(A - B), "<=", sq(epsilon))
    yield given(epsilon, ">", 0)
    yield then(op(mat_sqrt(B) - mat_sqrt(A)), "<=", epsilon)
