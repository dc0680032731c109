"""What words and domains are called elsewhere, in numpy and in books: for searches, and for errors."""

from __future__ import annotations

import difflib
import fnmatch
import re

# The names of functions of numpy and scipy stand alone, so that an error can say what to write instead.
WORDS = {
    "I": "eye, identity, identity matrix, Id",
    "T": "transpose, adjoint, prime",
    "absolute": "abs, fabs, modulus, |x|",
    "block": "bmat, vstack, hstack, stack, concatenate, partitioned matrix",
    "circulant": "convolution, convolve, convnet, toeplitz",
    "cols": "shape, size, width, number of columns",
    "column_matrix": "reshape, outer, outer product, rank one",
    "commutator": "Lie bracket",
    "cond": "condition number",
    "det": "determinant",
    "diag": "diagonal matrix, diagflat",
    "diagonal": "diag, diagonal entries",
    "entries": "ravel, flatten, flat, entrywise, elementwise, componentwise",
    "exp": "exponential, e",
    "eye": "identity, identity matrix",
    "fro": "norm, Frobenius, Hilbert-Schmidt, Schatten 2-norm, l2",
    "given": "if, where, hypothesis, assume, condition",
    "hadamard": "multiply, entrywise product, elementwise product, Schur product, mask",
    "head": "slice, first components",
    "indices": "index, for all, subscript, loop",
    "inv": "inverse, solve, pinv",
    "kappa": "cond, condition number",
    "kron": "tensor product, outer",
    "ky_fan": "Ky Fan norm",
    "lam": "eig, eigh, eigvals, eigvalsh, eigenvalues, spectrum",
    "lam_max": "eigvalsh, largest eigenvalue",
    "lam_min": "eigvalsh, smallest eigenvalue",
    "larger": "max, maximum, fmax, clip, relu, positive part, rectifier, hinge",
    "largest": "max, amax, nanmax, maximum",
    "leading": "principal submatrix, upper left block, minor",
    "length": "len, size, shape, dimension",
    "log": "ln, logarithm",
    "mat_abs": "abs, polar factor, modulus of a matrix",
    "mat_exp": "expm, matrix exponential",
    "mat_sqrt": "sqrtm, matrix square root",
    "matpow": "matrix_power, power of a matrix",
    "max_entry": "max, amax, max norm",
    "mean_width": "Gaussian mean width, Gaussian width, mean width of a polytope, intrinsic volume, points",
    "moduli": "eig, eigvals, complex eigenvalues",
    "mul": "dot, matmul, inner, vdot, matrix product",
    "norm": "length, euclidean norm, l2, 2-norm",
    "nuclear": "norm, trace norm, Schatten 1-norm",
    "numerical_radius": "field of values, numerical range",
    "op": "norm, spectral norm, operator norm, 2-norm, induced norm, Lipschitz",
    "operator_width": "Gaussian mean width, mean width of an ellipsoid, complexity of a layer",
    "partial_products": "cumprod, cumulative product",
    "partial_sums": "cumsum, cumulative sum",
    "pi": "3.14159",
    "permanent": "perm",
    "power": "pow, exponent",
    "product": "prod",
    "rank": "matrix_rank",
    "relu_distance": "distance of layers, approximation error of a layer, ReLU",
    "relu_norm": "norm of a layer, Lipschitz constant at 0, ReLU, positive part",
    "relu_singular_values": "singular values of a layer, approximation numbers, low-rank layer, ReLU",
    "relu_width": "Gaussian mean width, width of a layer, complexity of a layer, ReLU",
    "rows": "shape, size, height, number of rows",
    "s": "svd, svdvals, singular values",
    "s1": "svd, svdvals, largest singular value, spectral norm",
    "s_min": "svdvals, smallest singular value",
    "s_star": "smallest non-zero singular value",
    "schatten": "norm, Schatten norm",
    "schur": "Schur complement",
    "slopes": "heaviside, relu, leaky relu, activation, mask, derivative, sign",
    "smaller": "min, minimum, fmin, clip, negative part",
    "smallest": "min, amin, nanmin, minimum",
    "spectral_radius": "largest modulus",
    "sq": "square",
    "sqrt": "square root",
    "strict_upper": "triu, strictly triangular",
    "sym": "symmetric part, real part, symmetrise",
    "then": "conclusion, bound, inequality, assert",
    "total": "sum, mean, average",
    "trace": "tr, sum of the diagonal",
    "trailing": "principal submatrix, lower right block, minor",
    "upper": "triu, triangular",
    "upper_right": "off-diagonal block",
    "lower_left": "off-diagonal block",
    "vec_columns": "vec, reshape, flatten, stacked columns",
    "vec_rows": "vec, reshape, ravel, flatten, stacked rows",
    "without_columns": "delete, deleted columns, submatrix",
    "without_rows": "delete, deleted rows, submatrix",
}
WORDS |= {
    "adjugate": "adjoint, classical adjoint, cofactors",
    "ascending": "sort, sorted, order statistics",
    "banded": "band, tridiagonal, diags",
    "column": "take, column vector",
    "column_sums": "sum, sums of columns, 1-norm",
    "complex_det": "modulus of a complex determinant",
    "complex_lam": "Hermitian eigenvalues",
    "complex_matrix": "complex, real and imaginary part, 1j, embedding",
    "complex_moduli": "complex eigenvalues",
    "complex_s": "complex singular values",
    "complex_trace": "real part of a trace",
    "descending": "sort, sorted, order statistics, majorisation",
    "eig_im": "eig, eigvals, imag, complex eigenvalues",
    "eig_re": "eig, eigvals, real, complex eigenvalues, spectral abscissa, logarithmic norm, stable",
    "eigenprojection": "eigh, eigenvectors, spectral projection, rank-one projection",
    "eigenvector": "eigh, eigenvectors, principal direction",
    "entrywise_abs": "abs, entrywise modulus, elementwise absolute value",
    "entrywise_exp": "exp, elementwise exponential, Hadamard exponential",
    "entrywise_power": "pow, elementwise power, Hadamard power",
    "geometric_mean": "mean of positive matrices, Pusz, Woronowicz, Ando",
    "hermitian_permanent": "complex permanent",
    "least_minor": "minors, subdeterminants, totally positive",
    "lower": "tril, triangular",
    "mat_log": "logm, matrix logarithm, entropy",
    "mat_power": "fractional_matrix_power, real power of a matrix",
    "matching_distance": "eigvals, optimal matching, spectral variation, distance of spectra",
    "ones": "ones, all-ones vector, 1",
    "ones_matrix": "ones, all-ones matrix, J",
    "pinv": "pinv, pseudoinverse, Moore-Penrose, generalised inverse, least squares",
    "polar": "polar decomposition, orthogonal factor, Procrustes",
    "reshape": "reshape, unflatten",
    "row": "take, row vector",
    "row_sums": "sum, sums of rows, infinity norm, stochastic",
    "strict_lower": "tril, strictly triangular",
    "unit": "standard basis vector, coordinate vector, e_k",
}
DOMAINS = {
    "activation": "relu, leaky relu, mask, dropout, slopes, 0/1 diagonal",
    "bounded": "box, entries in an interval, uniform, max norm",
    "contraction": "norm at most one, Lipschitz",
    "diagonal_matrices": "diag, scaling",
    "integer": "int, natural number, count",
    "of_rank": "low rank, rank one",
    "orthogonal": "rotation, unitary, isometry, qr",
    "positive_definite": "spd, covariance, gram",
    "projection": "projector, idempotent, subspace",
    "psd": "positive semidefinite, covariance, gram, nonnegative definite",
    "rectangular": "m x n, any shape, tall, wide",
    "scalar": "real number, float, constant",
    "square": "n x n",
    "symmetric": "self-adjoint, hermitian",
    "together": "several inputs, common sizes, joint",
    "vector": "array, column",
    "with_eigenvalues": "given spectrum",
    "with_singular_values": "given singular values, svd",
}
DOMAINS |= {
    "binary": "0/1 matrix, incidence, mask, dropout",
    "box": "interval, cube, hypercube, bounds",
    "commuting": "AB = BA, commute, simultaneously triangularisable",
    "commuting_symmetric": "AB = BA, commute, simultaneously diagonalisable",
    "complex_square": "complex matrices",
    "doubly_stochastic": "bistochastic, Birkhoff polytope, permutation matrices, Sinkhorn",
    "graph": "adjacency matrix, Laplacian, network",
    "hermitian": "self-adjoint, complex symmetric",
    "m_matrix": "M-matrix, Z-matrix, diagonally dominant",
    "mask": "entries in an interval, weights, dropout",
    "nonnegative": "entrywise nonnegative, positive matrix, Perron, Frobenius",
    "positive_blocks": "block matrix, positive semidefinite 2 x 2 block, partitioned",
    "positive_contraction": "effect, 0 <= A <= I",
    "probability_vector": "simplex, distribution, weights",
    "totally_nonnegative": "totally positive, TN, TP, minors",
    "unitary": "complex orthogonal, U(n)",
    "unit_vector": "sphere, normalised, direction",
}
ALSO = WORDS | DOMAINS


def names(word: str) -> list[str]:
    """What a word is called elsewhere."""
    return [name.strip() for name in ALSO.get(word, "").split(",") if name.strip()]


def fits(pattern: str, word: str, meaning: str) -> bool:
    """Is it meant: by a glob for its name, or by words in its name, its meaning and its names elsewhere?"""
    if any(sign in pattern for sign in "*?["):
        return fnmatch.fnmatchcase(word, pattern)
    text = " ".join((word, meaning, *names(word))).lower()
    return all(part in text or part.removesuffix("s") in text for part in _parts(pattern))


def closeness(pattern: str, word: str) -> int:
    """0 for the name itself, 1 for a name that it has elsewhere, 2 for what only speaks of it."""
    wanted = " ".join(_parts(pattern))
    if wanted == word.lower():
        return 0
    return 1 if wanted in map(str.lower, names(word)) else 2


def _parts(pattern: str) -> list[str]:
    """Small letters; of numpy.linalg.svd the last name."""
    return re.sub(r"^(?:np|numpy|sp|scipy|torch)\.(?:\w+\.)*(?=\w+$)", "", pattern.strip()).lower().split()


def alike(pattern: str) -> list[str]:
    """Names, of here and of elsewhere, that a misspelt one may have meant."""
    known = {name.lower() for word in ALSO for name in (word, *names(word))}
    return difflib.get_close_matches(pattern.lower(), sorted(known), n=3, cutoff=0.75)


def instead(function: str) -> str:
    """What to write in a statement for a function of numpy, by its name without the module."""
    found = [word for word in WORDS if word == function]
    found += [word for word in WORDS if word != function and function in names(word)]
    if not found:
        return "perturb words lists what a statement can say"
    listed = " or ".join(filter(None, (", ".join(found[:-1]), found[-1])))
    return f"write {listed} of perturb.vocab (perturb words {function})"
