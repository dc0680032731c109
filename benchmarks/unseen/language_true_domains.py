"""True statements for proofs at n = 2: what a domain means, from nonnegative matrices to rank-one changes."""

from benchmarks.unseen import TRUE
from perturb import claim, then
from perturb.domains import (
    binary,
    circulants,
    correlation,
    diagonally_dominant,
    doubly_stochastic,
    graph,
    h_matrix,
    hankel,
    laplacians,
    m_matrix,
    mask,
    nonnegative,
    normal,
    positive_contraction,
    probability_vector,
    projection,
    rank_one_perturbation,
    sign_matrices,
    sparse_nonnegative,
    stochastic,
    symmetric,
    toeplitz,
    together,
    totally_nonnegative,
    unit_vector,
    vector,
    weighted_permutation,
)
from perturb.vocab import (
    I,
    T,
    degrees,
    det,
    diag,
    diagonal,
    entries,
    entrywise_abs,
    fro,
    hadamard,
    indices,
    inv,
    lam,
    lam_max,
    laplacian,
    largest,
    length,
    moduli,
    norm,
    norm_1,
    norm_inf,
    numerical_radius,
    ones,
    op,
    permanent,
    product,
    row_sums,
    rows,
    s,
    s1,
    smallest,
    spectral_radius,
    sq,
    sqrt,
    total,
    trace,
)

i, j = indices("i j")


@claim(TRUE, "Squares of nonnegative matrices", domain=nonnegative(n=(1, 4)), id="language-trace-square")
def trace_square(A):
    """tr A^2 is at least the sum of a_ii^2, at least (tr A)^2 / n by Cauchy and Schwarz."""
    yield then(trace(A @ A), ">=", sq(trace(A)) / rows(A))


@claim(TRUE, "Perron and Frobenius", domain=nonnegative(n=(1, 4)), id="language-perron")
def perron(A):
    """The spectral radius lies between the least and the largest row sum (Horn and Johnson, 8.1.22)."""
    yield then(smallest(row_sums(A)), "<=", spectral_radius(A), "<=", largest(row_sums(A)))


@claim(TRUE, "Stochastic radius", domain=stochastic(n=(1, 4)), id="language-stochastic-radius")
def stochastic_radius(A):
    """A 1 = 1, and the radius is at most the largest row sum."""
    yield then(spectral_radius(A), "==", 1)


@claim(TRUE, "Products of chains", domain=stochastic(count=2, n=(1, 4)), id="language-stochastic-product")
def stochastic_product(A, B):
    """A B 1 = A 1 = 1."""
    yield then(row_sums(A @ B), "==", 1)


@claim(TRUE, "Doubly stochastic norm", domain=doubly_stochastic(n=(1, 4)), id="language-doubly-norm")
def doubly_norm(A):
    """A convex combination of permutations (Birkhoff), and A 1 = 1."""
    yield then(s1(A), "==", 1)


@claim(
    TRUE,
    "Hardy, Littlewood, Polya",
    domain=together(D=doubly_stochastic(), x=vector(), n=(1, 4)),
    id="language-hardy",
)
def hardy(D, x):
    """D x is majorized by x (Marshall, Olkin, Arnold, Theorem 2.B.2)."""
    yield then(D @ x, "majorized", x)


@claim(TRUE, "Hadamard for M-matrices", domain=m_matrix(n=(1, 4)), id="language-m-hadamard")
def m_hadamard(A):
    """0 < det A <= the product of the diagonal (Horn and Johnson, Topics, Theorem 2.5.4)."""
    yield then(0, "<", det(A), "<=", product(diagonal(A)))


@claim(TRUE, "Ostrowski's determinant", domain=h_matrix(n=(1, 4)), id="language-h-ostrowski")
def h_ostrowski(A):
    """|det A| is at least that of the comparison matrix (Ostrowski 1937)."""
    yield then(abs(det(A)), ">=", det(2 * diag(abs(diagonal(A))) - entrywise_abs(A)))


@claim(TRUE, "Inverse of an H-matrix", domain=h_matrix(n=(1, 4)), id="language-h-inverse")
def h_inverse(A):
    """|A^(-1)| is at most the inverse of the comparison matrix, entry by entry (Ostrowski 1937)."""
    bound = inv(2 * diag(abs(diagonal(A))) - entrywise_abs(A))
    yield then(abs(entries(inv(A))), "<=", entries(bound))


@claim(
    TRUE, "Levy and Desplanques", domain=diagonally_dominant(True, n=(1, 4)), id="language-dominant-regular"
)
def dominant_regular(A):
    """A strictly dominant matrix is regular."""
    yield then(det(A), "!=", 0)


@claim(TRUE, "Price", domain=diagonally_dominant(n=(1, 4)), id="language-dominant-determinant")
def dominant_determinant(A):
    """|det A| is at least the product of |a_ii| - sum over j != i of |a_ij| (Ostrowski 1937)."""
    yield then(abs(det(A)), ">=", product(2 * abs(diagonal(A)) - row_sums(entrywise_abs(A))))


@claim(
    TRUE, "Ahlberg, Nilson, Varah", domain=diagonally_dominant(True, n=(1, 4)), id="language-dominant-inverse"
)
def dominant_inverse(A):
    """The inverse in the infinity-norm is at most 1 over the least dominance of a row (Varah 1975)."""
    yield then(norm_inf(inv(A)) * smallest(2 * abs(diagonal(A)) - row_sums(entrywise_abs(A))), "<=", 1)


@claim(TRUE, "Laplacians", domain=laplacians(n=(1, 4)), id="language-laplacian-psd")
def laplacian_psd(A):
    """x'Lx is the sum of w_ij (x_i - x_j)^2; Gershgorin's discs lie in [0, 2 l_ii]."""
    yield then(0, "loewner", A)
    yield then(lam_max(A), "<=", 2 * largest(diagonal(A)))


@claim(TRUE, "Handshakes", domain=graph(n=(1, 4)), id="language-graph-edges")
def graph_edges(A):
    """tr A^2 and the sum of the degrees count each edge twice; so does the trace of the Laplacian."""
    yield then(trace(A @ A), "==", total(degrees(A)), "==", trace(laplacian(A)))


@claim(TRUE, "Index of a graph", domain=graph(n=(1, 4)), id="language-graph-index")
def graph_index(A):
    """The mean degree is a Rayleigh quotient at 1, the largest degree a norm (Collatz and Sinogowitz)."""
    yield then(total(degrees(A)) / rows(A), "<=", lam_max(A), "<=", largest(degrees(A)))


@claim(TRUE, "Oppenheim", domain=correlation(count=2, n=(1, 3)), id="language-oppenheim")
def oppenheim(A, B):
    """det(A o B) >= det A times the product of the b_ii, which are 1 (Horn and Johnson, Theorem 7.8.16)."""
    yield then(det(hadamard(A, B)), ">=", det(A))


@claim(TRUE, "Entries of correlation", domain=correlation(n=(1, 4)), id="language-correlation-entries")
def correlation_entries(A):
    """2 x 2 principal minors are not negative; lambda_1 is at most the trace."""
    yield then(abs(A[i, j]), "<=", 1)
    yield then(1, "<=", lam_max(A), "<=", rows(A))


@claim(
    TRUE,
    "Bapat and Sunder",
    domain=together(A=symmetric(), C=correlation(), n=(1, 3)),
    id="language-correlation-multiplier",
)
def correlation_multiplier(A, C):
    """A o C is a mean of A by unitary conjugations, so its eigenvalues are majorized by those of A."""
    yield then(lam(hadamard(A, C)), "majorized", lam(A))


@claim(TRUE, "Hadamard's bound", domain=sign_matrices(n=(1, 4)), id="language-sign-determinant")
def sign_determinant(A):
    """det(A)^2 is at most the product of the squared lengths of the rows, which are n."""
    yield then(sq(det(A)), "<=", product(row_sums(hadamard(A, A))))


@claim(TRUE, "Norm of signs", domain=sign_matrices("m", "n", m=(1, 3), n=(1, 4)), id="language-sign-norm")
def sign_norm(A):
    """s_1^2 >= |A|_F^2 / min(m, n), and |A|_F^2 = mn."""
    yield then(sq(s1(A)), ">=", rows(A))


@claim(TRUE, "Normal matrices", domain=normal(n=(1, 4)), id="language-normal-moduli")
def normal_moduli(A):
    """The moduli of the eigenvalues are the singular values."""
    yield then(moduli(A), "==", s(A))


@claim(TRUE, "Radii of normal matrices", domain=normal(n=(1, 4)), id="language-normal-radius")
def normal_radius(A):
    """w(A) = |A|, and |A^2| = |A|^2."""
    yield then(numerical_radius(A), "==", op(A))
    yield then(op(A @ A), "==", sq(op(A)))


@claim(TRUE, "One entry a row", domain=weighted_permutation(n=(1, 4)), id="language-permutation-permanent")
def permutation_permanent(A):
    """One product alone is not 0."""
    yield then(permanent(A), "==", abs(det(A)), "==", product(row_sums(A)))


@claim(TRUE, "Permanents by rows", domain=sparse_nonnegative(n=(1, 4)), id="language-permanent-rows")
def permanent_rows(A):
    """The product of the row sums has more terms."""
    yield then(permanent(A), "<=", product(row_sums(A)))


@claim(TRUE, "Toeplitz trace", domain=toeplitz(n=(1, 4)), id="language-toeplitz-trace")
def toeplitz_trace(A):
    """All n entries of the diagonal are the first; |T| is at least |t_0|."""
    yield then(trace(A), "==", rows(A) * A[1, 1])
    yield then(abs(A[1, 1]), "<=", s1(A))


@claim(TRUE, "Toeplitz norms", domain=toeplitz(n=(1, 4)), id="language-toeplitz-norms")
def toeplitz_norms(A):
    """Reversal of rows and columns transposes a Toeplitz matrix, so both norms are alike."""
    yield then(norm_1(A), "==", norm_inf(A))


@claim(TRUE, "Hankel is symmetric", domain=hankel(n=(1, 4)), id="language-hankel-symmetric")
def hankel_symmetric(A):
    """a_ij is a function of i + j."""
    yield then(entries(A), "==", entries(T(A)))


@claim(TRUE, "Circulants commute", domain=circulants(count=2, n=(1, 4)), id="language-circulant-commute")
def circulant_commute(A, B):
    """Polynomials in the cyclic shift."""
    yield then(entries(A @ B), "==", entries(B @ A))


@claim(TRUE, "Circulants are normal", domain=circulants(n=(1, 4)), id="language-circulant-normal")
def circulant_normal(A):
    """Diagonal in the basis of Fourier; the row sum is an eigenvalue."""
    yield then(moduli(A), "==", s(A))
    yield then(abs(row_sums(A)), "<=", s1(A))


@claim(
    TRUE,
    "Interlacing by rank one",
    domain=rank_one_perturbation(symmetric=True, n=(1, 4)),
    id="language-rank-one-interlacing",
)
def rank_one_interlacing(A, B):
    """lambda_(i+1)(B) <= lambda_i(A) (Weyl)."""
    yield then(lam(B)[i + 1], "<=", lam(A)[i])


@claim(
    TRUE,
    "Singular values by rank one",
    domain=rank_one_perturbation(n=(1, 4)),
    id="language-rank-one-singular",
)
def rank_one_singular(A, B):
    """s_(i+1)(B) <= s_i(A) (Thompson 1976)."""
    yield then(s(B)[i + 1], "<=", s(A)[i])


@claim(TRUE, "Hadamard for minors", domain=totally_nonnegative(n=(1, 4)), id="language-minors-hadamard")
def minors_hadamard(A):
    """det A is at most the product of the diagonal (Gantmacher and Krein)."""
    yield then(0, "<=", det(A), "<=", product(diagonal(A)))


@claim(TRUE, "Squares of effects", domain=positive_contraction(n=(1, 4)), id="language-effect-square")
def effect_square(A):
    """A - A^2 = A (I - A), of commuting positive matrices."""
    yield then(A @ A, "loewner", A, "loewner", I)


@claim(
    TRUE, "Distance of projections", domain=projection(count=2, n=(1, 4)), id="language-projection-distance"
)
def projection_distance(A, B):
    """-I <= -B <= A - B <= A <= I."""
    yield then(op(A - B), "<=", 1)


@claim(
    TRUE,
    "Rayleigh quotients",
    domain=together(A=symmetric(), x=unit_vector(), n=(1, 4)),
    id="language-rayleigh",
)
def rayleigh(A, x):
    """x'Ax is at most lambda_1, |x|_inf <= 1 <= |x|_1 <= sqrt(n)."""
    yield then(total(x * (A @ x)), "<=", lam_max(A))
    yield then(norm_inf(x), "<=", 1, "<=", norm_1(x), "<=", sqrt(length(x)))


@claim(TRUE, "The uniform law", domain=probability_vector(n=(1, 4)), id="language-uniform-law")
def uniform_law(x):
    """It is majorized by every probability vector."""
    yield then(ones(length(x)) / length(x), "majorized", x)


@claim(TRUE, "Norm of a mask", domain=mask("1/2", n=(1, 4)), id="language-mask-norm")
def mask_norm(A):
    """1'A1 / n >= n / 2; |A|_F^2 is at most the sum of the entries."""
    yield then(2 * s1(A), ">=", rows(A))
    yield then(sq(fro(A)), "<=", total(entries(A)))


@claim(TRUE, "Binary matrices", domain=binary("m", "n", m=(1, 3), n=(1, 4)), id="language-binary-norm")
def binary_norm(A):
    """|A|_F^2 counts the ones; a column of length |A e_1|."""
    yield then(sq(fro(A)), "==", total(entries(A)))
    yield then(norm(row_sums(A)), "<=", sqrt(length(ones(rows(A)))) * norm_inf(A))
