"""Thirty true textbook inequalities that the catalogue does not hold: how many does `perturb prove` prove?

They were written down before the prover was run on any of them. Sources: Horn and Johnson, Matrix Analysis
and Topics in Matrix Analysis; Bhatia, Matrix Analysis; Zhang, Matrix Theory.
"""

from perturb import claim, given, paper, then
from perturb.domains import positive_definite, psd, square, symmetric, together, vector
from perturb.vocab import (
    I,
    T,
    commutator,
    cond,
    det,
    entries,
    fro,
    hadamard,
    inv,
    lam_max,
    lam_min,
    mat_abs,
    max_entry,
    moduli,
    nuclear,
    numerical_radius,
    product,
    rank,
    s1,
    s_min,
    smaller,
    spectral_radius,
    sq,
    sqrt,
    sym,
    total,
    trace,
)
from perturb.vocab import norm as length

BOOKS = paper("textbook")
N = (1, 3)


def quadratic(A, x, y):
    """x'Ay"""
    return total(x * (A @ y))


@claim(BOOKS, "1", domain=square(n=N))
def trace_and_nuclear_norm(A):
    yield then(abs(trace(A)), "<=", nuclear(A))


@claim(BOOKS, "2", domain=square(n=N))
def spectral_radius_and_norm(A):
    yield then(spectral_radius(A), "<=", s1(A))


@claim(BOOKS, "3", domain=square(n=N))
def spectral_radius_and_numerical_radius(A):
    yield then(spectral_radius(A), "<=", numerical_radius(A))


@claim(BOOKS, "4", domain=square(count=2, n=N))
def frobenius_norm_of_a_product(A, B):
    yield then(fro(A @ B), "<=", s1(A) * fro(B))


@claim(BOOKS, "5", domain=square(count=2, n=N))
def norm_of_a_product(A, B):
    yield then(s1(A @ B), "<=", s1(A) * s1(B))


@claim(BOOKS, "6", domain=square(count=2, n=N))
def least_singular_value_of_a_product(A, B):
    yield then(s_min(A) * s_min(B), "<=", s_min(A @ B))


@claim(BOOKS, "7", domain=square(n=N))
def chain_of_norms(A):
    yield then(s1(A), "<=", fro(A), "<=", nuclear(A))


@claim(BOOKS, "8", domain=square(n=N))
def largest_entry(A):
    yield then(max_entry(A), "<=", s1(A))


@claim(BOOKS, "9", domain=square(count=2, n=N))
def cauchy_schwarz_for_matrices(A, B):
    yield then(abs(trace(T(A) @ B)), "<=", fro(A) * fro(B))


@claim(BOOKS, "10", domain=psd(count=2, n=N))
def determinant_is_superadditive(A, B):
    yield then(det(A) + det(B), "<=", det(A + B))


@claim(BOOKS, "11", domain=psd(n=N))
def determinant_of_a_shift(A):
    yield then(1 + trace(A), "<=", det(I + A))


@claim(BOOKS, "12", domain=together(A=symmetric(), x=vector(), n=N))
def rayleigh_quotient(A, x):
    yield then(lam_min(A) * total(sq(x)), "<=", quadratic(A, x, x), "<=", lam_max(A) * total(sq(x)))


@claim(BOOKS, "13", domain=together(A=square(), x=vector(), n=N))
def the_norm_bounds_the_image(A, x):
    yield then(length(A @ x), "<=", s1(A) * length(x))


@claim(BOOKS, "14", domain=together(A=square(), x=vector(), n=N))
def the_least_singular_value_bounds_the_image(A, x):
    yield then(s_min(A) * length(x), "<=", length(A @ x))


@claim(BOOKS, "15", domain=psd(count=2, n=N))
def trace_of_a_product_of_semidefinite_matrices(A, B):
    yield then(0, "<=", trace(A @ B), "<=", trace(A) * trace(B))


@claim(BOOKS, "16", domain=together(A=symmetric(), B=psd(), n=N))
def trace_of_a_product_by_eigenvalues(A, B):
    yield then(lam_min(A) * trace(B), "<=", trace(A @ B), "<=", lam_max(A) * trace(B))


@claim(BOOKS, "17", domain=square(count=2, n=N))
def square_of_a_sum_in_the_loewner_order(A, B):
    yield then(T(A + B) @ (A + B), "loewner", 2 * (T(A) @ A + T(B) @ B))


@claim(BOOKS, "18", domain=psd(n=N))
def square_of_a_semidefinite_matrix(A):
    yield then(A @ A, "loewner", lam_max(A) * A)


@claim(BOOKS, "19", domain=positive_definite(count=2, n=N))
def inversion_turns_the_order(A, B):
    yield given(A, "loewner", B)
    yield then(inv(B), "loewner", inv(A))


@claim(BOOKS, "20", domain=square(count=2, n=N))
def parallelogram(A, B):
    yield then(sq(fro(A + B)) + sq(fro(A - B)), "==", 2 * sq(fro(A)) + 2 * sq(fro(B)))


@claim(BOOKS, "21", domain=square(count=2, n=N))
def rank_of_a_sum(A, B):
    yield then(rank(A + B), "<=", rank(A) + rank(B))


@claim(BOOKS, "22", domain=square(count=2, n=N))
def rank_of_a_product(A, B):
    yield then(rank(A @ B), "<=", smaller(rank(A), rank(B)))


@claim(BOOKS, "23", domain=square(count=2, n=N))
def condition_number_of_a_product(A, B):
    yield given(det(A) * det(B), "!=", 0)
    yield then(cond(A @ B), "<=", cond(A) * cond(B))


@claim(BOOKS, "24", domain=square(n=N))
def neumann_bound(A):
    yield given(s1(A), "<", 1)
    yield then(s1(inv(I - A)), "<=", 1 / (1 - s1(A)))


@claim(BOOKS, "25", domain=square(n=N))
def product_of_the_eigenvalues(A):
    yield then(product(moduli(A)), "==", abs(det(A)))


@claim(BOOKS, "26", domain=square(count=2, n=N))
def numerical_radius_is_a_norm(A, B):
    yield then(numerical_radius(A + B), "<=", numerical_radius(A) + numerical_radius(B))


@claim(BOOKS, "27", domain=square(n=N))
def kittaneh_numerical_radius(A):
    yield then(2 * numerical_radius(A), "<=", s1(A) + sqrt(s1(A @ A)))


@claim(BOOKS, "28", domain=square(n=N))
def ostrowski_taussky(A):
    yield given(lam_min(sym(A)), ">", 0)
    yield then(det(sym(A)), "<=", det(A))


@claim(BOOKS, "29", domain=square(count=2, n=N))
def norm_of_a_hadamard_product(A, B):
    yield then(s1(hadamard(A, B)), "<=", s1(A) * s1(B))


@claim(BOOKS, "30", domain=together(A=psd(), x=vector(), y=vector(), n=N))
def cauchy_schwarz_in_a_semidefinite_form(A, x, y):
    yield then(sq(quadratic(A, x, y)), "<=", quadratic(A, x, x) * quadratic(A, y, y))
    yield then(trace(commutator(A, T(A))), "==", 0)
    yield then(total(entries(mat_abs(A) - A)), "==", 0)
