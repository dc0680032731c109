"""A second set of true statements for proofs at n = 2: stacks, norms, means, angles, roots, majorization."""

from fractions import Fraction

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import (
    graph,
    integer,
    nonnegative,
    orthogonal,
    positive_definite,
    projection,
    psd,
    rectangular,
    scalar,
    square,
    stochastic,
    symmetric,
    together,
)
from perturb.vocab import (
    I,
    T,
    banded,
    canonical_sines,
    cols,
    column,
    column_matrix,
    column_sums,
    degrees,
    det,
    eig_re,
    entries,
    entrywise_abs,
    fro,
    hadamard,
    hstack,
    indices,
    inv,
    lam,
    lam_max,
    laplacian,
    largest,
    left_singular_vector,
    log,
    lower,
    matpow,
    moduli,
    norm,
    norm_1,
    norm_inf,
    ones,
    op,
    polar,
    power,
    principal_log,
    principal_power,
    reshape,
    right_singular_vector,
    row,
    row_sums,
    rows,
    s,
    s1,
    s_min,
    schatten,
    smallest,
    spectral_projection,
    spectral_radius,
    sq,
    sym,
    total,
    trace,
    vstack,
    weighted_geometric_mean,
)

i = indices("i")[0]
THIRD, QUARTER = Fraction(1, 3), Fraction(1, 4)


@claim(
    TRUE,
    "Columns in Schatten norms",
    domain=together(A=square(), B=square(), p=scalar(2), n=(1, 3)),
    id="language-second-hstack-schatten",
)
def hstack_schatten(A, B, p):
    """|[A B]|_p^2 = |AA' + BB'|_(p/2), the triangle inequality for p/2 >= 1 (Bhatia and Kittaneh 1990)."""
    yield then(sq(schatten(hstack(A, B), p)), "<=", sq(schatten(A, p)) + sq(schatten(B, p)))


@claim(TRUE, "Rows in the trace norm", domain=square(count=2, n=(1, 3)), id="language-second-vstack-nuclear")
def vstack_nuclear(A, B):
    """|X + Y|_q >= |X|_q + |Y|_q for X, Y >= 0 and q = 1/2, X = A'A, Y = B'B (Bhatia and Kittaneh 1990)."""
    yield then(sq(schatten(vstack(A, B), 1)), ">=", sq(schatten(A, 1)) + sq(schatten(B, 1)))


@claim(
    TRUE,
    "Two Schatten norms",
    domain=together(A=square(), p=scalar(1), q=scalar(1), n=(1, 3)),
    id="language-second-schatten-order",
)
def schatten_order(A, p, q):
    """Falling in p (Jensen), the means (mean of s_i^p)^(1/p) rising."""
    yield given(p, "<=", q)
    yield then(schatten(A, q), "<=", schatten(A, p), "<=", power(rows(A), 1 / p - 1 / q) * schatten(A, q))


@claim(TRUE, "Triangular truncation", domain=square(n=2), id="language-second-truncation")
def truncation(A):
    """2 / sqrt 3 is the constant at n = 2, at a rotation with cos^2 = 2/3 (Angelos, Cowen, Narayan)."""
    yield then(3 * sq(op(lower(A))), "<=", 4 * sq(op(A)))


@claim(
    TRUE,
    "Young for means",
    domain=together(A=positive_definite(), B=positive_definite(), t=scalar(0, 1), n=(1, 3)),
    id="language-second-mean-young",
)
def mean_young(A, B, t):
    """x^t <= 1 - t + t x at A^(-1/2) B A^(-1/2) (Bhatia, Positive Definite Matrices, 4)."""
    yield then(weighted_geometric_mean(A, B, t), "loewner", (1 - t) * A + t * B)


@claim(
    TRUE,
    "Trace of a weighted mean",
    domain=positive_definite(count=2, n=(1, 3)),
    id="language-second-mean-trace",
)
def mean_trace(A, B):
    """A positive map: tr(A #_t B) <= tr A #_t tr B (Ando 1979)."""
    bound = power(trace(A), 1 - QUARTER) * power(trace(B), QUARTER)
    yield then(trace(weighted_geometric_mean(A, B, QUARTER)), "<=", bound)


@claim(
    TRUE,
    "Spectrum of a weighted mean",
    domain=together(A=positive_definite(), B=positive_definite(), t=scalar(0, 1), n=(1, 3)),
    id="language-second-mean-spectrum",
)
def mean_spectrum(A, B, t):
    """Below exp((1 - t) log A + t log B) (Ando and Hiai), that below A^(1 - t) B^t, that by Horn."""
    bound = power(lam(A), 1 - t) * power(lam(B), t)
    yield then(lam(weighted_geometric_mean(A, B, t)), "log-majorized", bound)


@claim(TRUE, "Ando and Hiai", domain=positive_definite(count=2, n=(1, 3)), id="language-second-ando-hiai")
def ando_hiai(A, B):
    """A #_t B <= I implies A^r #_t B^r <= I for r >= 1 (1994)."""
    yield given(weighted_geometric_mean(A, B, THIRD), "loewner", I)
    yield then(weighted_geometric_mean(A @ A, B @ B, THIRD), "loewner", I)


@claim(TRUE, "Eckart and Young", domain=square(n=(2, 3)), id="language-second-eckart")
def eckart(A):
    """A less s_1 u_1 v_1' has the singular values s_2, ..., s_n, 0."""
    u, v = left_singular_vector(A, 1), right_singular_vector(A, 1)
    rest = A - s1(A) * (column_matrix(u) @ T(column_matrix(v)))
    yield then(op(rest), "==", s(A)[2])
    yield then(sq(fro(rest)), "==", sq(fro(A)) - sq(s1(A)))


@claim(TRUE, "Davis and Kahan", domain=symmetric(count=2, n=(2, 3)), id="language-second-davis-kahan")
def davis_kahan(A, B):
    """Q (A - B) u = (lambda_1(A) - QB) Q u, Q = I - P_1(B), A u = lambda_1(A) u (Bhatia, VII.3)."""
    turn = op(spectral_projection(A, 1, 1) - spectral_projection(B, 1, 1))
    yield then((lam(A)[1] - lam(B)[2]) * turn, "<=", op(A - B))


@claim(
    TRUE,
    "Fan's maximum",
    domain=together(A=symmetric(), P=projection(), k=integer(1, "n"), n=(1, 4)),
    id="language-second-fan-maximum",
)
def fan_maximum(A, P, k):
    """tr(AP) is at most the sum of the k largest eigenvalues, k = rank P (Ky Fan 1949)."""
    yield given(trace(P), "==", k)
    yield then(trace(A @ P), "<=", total(lam(A)[:k]))


@claim(
    TRUE,
    "Three lines",
    domain=rectangular("n", 1, count=3, n=(1, 4)),
    id="language-second-three-lines",
)
def three_lines(A, B, C):
    """The sine of the angle of two lines is the distance of their projections; 1 beside the line 0."""
    yield then(canonical_sines(A, C)[1], "<=", canonical_sines(A, B)[1] + canonical_sines(B, C)[1])


@claim(TRUE, "Jacobi's formula", domain=square(n=(1, 3)), id="language-second-log-trace")
def log_trace(A):
    """The eigenvalues of Log A are the principal logarithms, conjugate ones in pairs."""
    yield then(trace(principal_log(A)), "==", log(det(A)))


@claim(TRUE, "Cube roots", domain=square(n=(1, 3)), id="language-second-cube-root")
def cube_root(A):
    """exp((1/3) Log A)^3 = exp(Log A)."""
    yield then(entries(matpow(principal_power(A, THIRD), 3)), "==", entries(A))


@claim(
    TRUE,
    "Nearest orthogonal matrix",
    domain=together(A=square(), Q=orthogonal(), n=(1, 3)),
    id="language-second-nearest",
)
def nearest(A, Q):
    """In each unitarily invariant norm (Fan and Hoffman 1955)."""
    U = polar(A)
    yield then(schatten(A - U, 1), "<=", schatten(A - Q, 1), "<=", schatten(A + U, 1))


@claim(TRUE, "R.-C. Li", domain=square(count=2, n=(1, 3)), id="language-second-polar-change")
def polar_change(A, B):
    """Polar factors differ by at most 2 |A - B| / (s_n(A) + s_n(B)) (1995)."""
    yield then((s_min(A) + s_min(B)) * fro(polar(A) - polar(B)), "<=", 2 * fro(A - B))


@claim(TRUE, "Ando, Horn, Johnson", domain=square(count=2, n=(1, 3)), id="language-second-hadamard-product")
def hadamard_product(A, B):
    """s(A o B) is weakly majorized by s(A) s(B) (Topics, Theorem 5.5.4)."""
    yield then(s(hadamard(A, B)), "weakly majorized", s(A) * s(B))


@claim(TRUE, "Ando and Visick", domain=positive_definite(count=2, n=(1, 3)), id="language-second-visick")
def visick(A, B):
    """Products of the smallest eigenvalues: those of A o B are at least those of AB (1995, 2000)."""
    yield then(1 / lam(hadamard(A, B)), "weakly log-majorized", 1 / moduli(A @ B))


@claim(TRUE, "Araki, Lieb, Thirring", domain=psd(count=2, n=(1, 3)), id="language-second-araki")
def araki(A, B):
    """lambda(AB)^r is log-majorized by lambda(A^r B^r), r >= 1 (Bhatia, IX.2)."""
    yield then(sq(moduli(A @ B)), "log-majorized", moduli(A @ A @ B @ B))


@claim(TRUE, "Fan's real parts", domain=square(n=(1, 4)), id="language-second-real-parts")
def real_parts(A):
    """Re of the triangular form of Schur, its diagonal (Marshall and Olkin, 9.F.1)."""
    yield then(eig_re(A), "majorized", lam(sym(A)))


@claim(TRUE, "A column and a row", domain=square(n=(1, 4)), id="language-second-column-row")
def column_row(A):
    """The i-th row of the inverse times the i-th column is 1: Cauchy and Schwarz, Hoelder."""
    yield then(norm(row(inv(A), i)) * norm(column(A, i)), ">=", 1)
    yield then(norm_1(row(inv(A), i)) * norm_inf(column(A, i)), ">=", 1)


@claim(TRUE, "Ostrowski's mixed sums", domain=square(n=(1, 4)), id="language-second-ostrowski")
def ostrowski(A):
    """r(A) is at most the largest r_i^a c_i^(1 - a) (Horn and Johnson, 6.4.1)."""
    R, C = row_sums(entrywise_abs(A)), column_sums(entrywise_abs(A))
    yield then(spectral_radius(A), "<=", largest(power(R, THIRD) * power(C, 1 - THIRD)))


@claim(TRUE, "One long row", domain=rectangular(m=(1, 3), n=(1, 3)), id="language-second-long-row")
def long_row(A):
    """A is the sum of the a_ij e_i e_j', of trace norm |a_ij|; a single row has one singular value."""
    line = reshape(A, 1, rows(A) * cols(A))
    yield then(schatten(A, 1), "<=", norm_inf(line))
    yield then(s1(line), "==", fro(A))


@claim(TRUE, "Pinching inequality", domain=psd(n=(1, 4)), id="language-second-pinching")
def pinching(A):
    """n diag(A) is the sum of n conjugates of A by roots of unity, A one of them."""
    yield then(A, "loewner", rows(A) * banded(A, 0))


@claim(TRUE, "London", domain=nonnegative(n=(1, 4)), id="language-second-london")
def london(A):
    """(1'S1)^k <= n^(k - 1) 1'S^k 1 for symmetric S >= 0 (Blakley and Roy 1965, London 1966)."""
    S, e = sym(A), ones(rows(A))
    yield then(power(total(S @ e), 3), "<=", sq(rows(A)) * total(S @ (S @ (S @ e))))


@claim(TRUE, "Fiedler's connectivity", domain=nonnegative(n=(2, 4)), id="language-second-fiedler")
def fiedler(A):
    """e_i - 1/n is orthogonal to 1 and of squared length 1 - 1/n, with x'Lx = d_i (1973)."""
    n, W = rows(A), sym(A) - banded(sym(A), 0)
    yield then((n - 1) * lam(laplacian(W))[n - 1], "<=", n * smallest(degrees(W)))
    yield then(n * largest(degrees(W)), "<=", (n - 1) * lam_max(laplacian(W)))


@claim(TRUE, "Grone and Merris", domain=graph(n=(2, 4)), id="language-second-grone")
def grone(A):
    """Schur's theorem for D - A; the Laplacian of a star inside gives the largest degree and 1 (1994)."""
    yield given(1, "<=", largest(degrees(A)))
    yield then(degrees(A), "majorized", lam(laplacian(A)))
    yield then(largest(degrees(A)) + 1, "<=", lam_max(laplacian(A)))


@claim(TRUE, "Roots of chains", domain=stochastic(n=(1, 3)), id="language-second-chain-root")
def chain_root(A):
    """1 is an eigenvector of A to 1, so of A^(1/3), too (Higham and Lin 2011)."""
    yield then(row_sums(principal_power(A, THIRD)), "==", 1)
