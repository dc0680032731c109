"""The words of a statement: adjectives and nouns of matrices, what joins clauses, and what says nothing.

Every word of the prose is in one of these tables, or it is an error.
"""

from __future__ import annotations

from typing import TypeVar

from perturb.read.errors import words_of

Meaning = TypeVar("Meaning")


def _table(text: str) -> dict[tuple[str, ...], str]:
    """phrase, phrase = meaning, one meaning a line."""
    found = {}
    for line in text.strip().splitlines():
        said, _, meaning = line.partition("=")
        for phrase in said.split(","):
            found[tuple(phrase.split())] = meaning.strip()
    return found


ADJECTIVES = _table("""
symmetric, self adjoint, selfadjoint = symmetric
hermitian = hermitian
positive semidefinite, nonnegative definite, psd, semidefinite, positive semi definite = psd
positive definite, spd, pd, strictly positive definite = positive_definite
orthogonal, real orthogonal = orthogonal
orthonormal = orthonormal
unitary = unitary
normal = normal
diagonal = diagonal_matrices
nonnegative, entrywise nonnegative, elementwise nonnegative, componentwise nonnegative = nonnegative
positive = positive
entrywise positive, elementwise positive, componentwise positive = entrywise positive
stochastic, row stochastic = stochastic
doubly stochastic, bistochastic = doubly_stochastic
totally nonnegative = totally_nonnegative
strictly diagonally dominant, strictly row diagonally dominant = strictly dominant
row strictly diagonally dominant = strictly dominant
strictly diagonally dominant by rows, strictly diagonally row dominant = strictly dominant
diagonally dominant, row diagonally dominant, diagonally dominant by rows = diagonally_dominant
toeplitz = toeplitz
hankel = hankel
circulant = circulants
correlation = correlation
invertible, nonsingular, regular = invertible
singular = singular
skew symmetric, skewsymmetric, antisymmetric, skew = skew
skew hermitian, skewhermitian, anti hermitian, antihermitian, skew adjoint = skew_hermitian
idempotent = idempotent
nilpotent = nilpotent
hurwitz, hurwitz stable = hurwitz
schur stable = schur stable
column stochastic = column stochastic
substochastic, row substochastic = substochastic
negative definite = negative definite
negative semidefinite, nonpositive definite = negative semidefinite
of full rank = full rank
strictly contractive = strictly contractive
involutory = involutory
contractive = contractive
unit = unit_vector
probability, stochastic row = probability_vector
nonzero = nonzero
commuting = commuting
upper triangular = upper triangular
lower triangular = lower triangular
rank one = rank one
binary = binary
m-matrix, m matrix = m_matrix
h-matrix, h matrix = h_matrix
real = real
complex = complex
square = square
rectangular = rectangular
""")
# Adjectives that say nothing here: what they describe may be anything.
GENERAL = frozenset(
    words_of(
        "arbitrary given fixed general any every each all the a an two three four both one such "
        "partitioned block following another further other usual standard "
    )
)
NOUNS = _table("""
matrix, matrices, operator, operators, block matrix, linear operator = matrix
vector, vectors, column vector, column vectors = vector
number, numbers, scalar, scalars, real, reals, constant, constants, parameter, exponent, real numbers = scalar
integer, integers, index, indices, natural number, natural numbers = integer
contraction, contractions, contraction matrix, contraction matrices = contraction
strict contraction, strict contractions = strictly contractive
projection, projections, projector, projectors = projection
m-matrix, m-matrices, m matrix = m_matrix
h-matrix, h-matrices = h_matrix
permutation matrix = permutation
adjacency matrix of a graph, adjacency matrix of a simple graph, adjacency matrix = graph
laplacian of a graph, graph laplacian, laplacian, laplacian matrix, laplacian matrix of a graph = laplacians
laplacian matrix of a weighted graph, laplacian of a weighted graph, weighted laplacian = laplacians
laplacian matrix of an undirected graph, laplacian of an undirected graph = laplacians
laplacian matrix of an undirected weighted graph, laplacian of an undirected weighted graph = laplacians
laplacian matrix of a weighted undirected graph, laplacian of a weighted undirected graph = laplacians
""")
# What a noun says beyond the kind.
NOUN_KINDS = {"strictly contractive": "matrix"} | {
    "contraction": "matrix",
    "projection": "matrix",
    "m_matrix": "matrix",
    "h_matrix": "matrix",
}
NOUN_KINDS |= {"graph": "matrix", "laplacians": "matrix"}
# Quantities with a name in words, by the word that they are.
NOTIONS = _table("""
spectral norm, operator norm, euclidean operator norm, spectral matrix norm, operator 2 norm = op
frobenius norm, hilbert schmidt norm, euclidean matrix norm = fro
trace norm, nuclear norm, schatten 1 norm = nuclear
euclidean norm, euclidean vector norm, 2 norm = norm
schatten norm, schatten norms, schatten p norm, p norm = schatten
ky fan norm, ky fan k norm, ky fan norms = ky_fan
numerical radius = numerical_radius
spectral radius = spectral_radius
condition number, spectral condition number = kappa
eigenvalues, eigenvalue = lam
singular values, singular value = s
largest eigenvalue, maximal eigenvalue, maximum eigenvalue = lam_max
smallest eigenvalue, least eigenvalue, minimal eigenvalue, minimum eigenvalue = lam_min
largest singular value, maximal singular value = s1
smallest singular value, least singular value, minimal singular value = s_min
trace = trace
determinant = det
permanent = permanent
rank = rank
symmetric part = sym
transpose, conjugate transpose, adjoint, hermitian adjoint, hermitian conjugate = T
inverse = inv
pseudoinverse, moore penrose inverse, moore penrose pseudoinverse = pinv
adjugate = adjugate
absolute value, modulus = mat_abs
entrywise absolute value, matrix of absolute values = entrywise_abs
identity, identity matrix, n x n identity = eye
square root, positive semidefinite square root, positive square root, psd square root = mat_sqrt
unique positive semidefinite square root, principal square root = mat_sqrt
hadamard product, entrywise product, schur product = hadamard
kronecker product, tensor product = kron
geometric mean = geometric_mean
weighted geometric mean = weighted_geometric_mean
commutator = commutator
loewner order, loewner partial order, positive semidefinite order, loewner ordering = loewner
majorization, majorization order = prec
weak majorization = prec_w
positive part = positive part
column, columns = column
row, rows = row
vector of ones, all ones vector, vector of all ones = ones
matrix of ones, all ones matrix, matrix of all ones = ones_matrix
diagonal, diagonal entries, vector of diagonal entries, vector of its diagonal entries = diagonal
vector of the real parts of its eigenvalues, vector of real parts of its eigenvalues = eig_re
vector of the real parts of the eigenvalues, vector of real parts of the eigenvalues = eig_re
vector of eigenvalues, vector of the eigenvalues, vector of its eigenvalues = lam
vector of singular values, vector of the singular values, vector of its singular values = s
main diagonal, vector of the diagonal entries = diagonal
entries, entry = entries
standard basis vector, standard basis vectors, unit vector, unit vectors, standard unit vectors = unit
standard unit vector, canonical basis vector, canonical basis vectors, canonical unit vector = unit
standard basis, canonical basis, basis vector, coordinate vector, coordinate vectors = unit
""")
IF = ("if", "whenever", "provided", "assuming", "when", "supposing", "once")
SUPPOSE = ("suppose", "assume")
LET = ("let", "consider", "fix", "take", "given", "letting", "choose")
PUT = (
    "use",
    "put",
    "set",
    "define",
    "write",
    "denote",
    "setting",
    "putting",
    "writing",
    "denoting",
    "defining",
)
ALL = ("all", "every", "each", "any", "arbitrary")
BESIDE = ("where", "with", "such", "satisfying", "here", "given")
BE = ("be", "is", "are", "denote", "denotes", "denoting", "being", "stands", "stand", "means", "mean")
THEN = ("then", "implies", "imply")
LEAD = frozenset(
    words_of(
        "then hence thus therefore so we it one have has holds hold there that the following "
        "inequality inequalities relation relations identity equality bound estimate bounds estimates "
        "statement is true are valid always satisfies satisfy obeys obey moreover furthermore also "
        "consequently follows and in particular addition both simultaneously namely i e exactly "
        "precisely true, here below above throughout note following, get obtain gets implies imply whole "
        "now these this "
        "chain result results particular show prove verify deduce conclude recall know known see "
        "note notice observe "
    )
)
EMPTY = frozenset(["that", "also", "moreover", "furthermore", "respective", "well", "as"])
HEDGES = ("possibly", "perhaps", "potentially", "necessarily")  # what follows need not hold
WITHOUT_MEANING = LEAD | EMPTY | GENERAL
NOT_READ = (
    "respectively",
    "unless",
    "exists",
    "exist",
    "iff",
    "only",
    "or",
    "not",
    "neither",
    "either",
    "except",
)
ORDERS = _table("""
majorized by = prec
weakly majorized by, weakly submajorized by = prec_w
log majorized by = prec_log
weakly log majorized by = prec_wlog
""")
BESIDE_FORMULAS = _table("""
sum, sums, product, products, difference, average, quantity, expression, block matrix = any
hadamard product, kronecker product, schur product, tensor product, matrix product = any
""")
# What a formula is called, of which no more is said: told as not read.
CALLED = _table("""
rayleigh quotient, cayley transform, gram matrix, residual, residual vector, residual matrix = any
error, deviation, gram matrix, gramian, resolvent, condensation, correction, iterate, next iterate = any
average, mean, arithmetic mean, householder matrix, householder reflector, reflector, update = any
covariance matrix, sample covariance matrix, scatter matrix, hessian, jacobian, companion = any
normal equations matrix, regularized inverse, ridge estimator, perturbed matrix, perturbation matrix = any
""")
CONCLUDES = (("we", "have"), ("one", "has"), ("it", "holds"), ("there", "holds"), ("the", "following"))
IDLE = ("perturbation", "approximation", "perturbed", "estimate")
SHARP = ("equality", "sharp", "best", "optimal", "attained", "improved", "tight")


def longest(words: tuple[str, ...], table: dict[tuple[str, ...], Meaning]) -> tuple[Meaning, int] | None:
    """The longest phrase of a table that words begin with, and how many they are."""
    for count in range(min(len(words), 8), 0, -1):
        found = table.get(words[:count])
        if found is not None:
            return found, count
    return None
