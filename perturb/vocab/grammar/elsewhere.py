"""What words and domains are called elsewhere, in numpy and in books: for searches, and for errors."""

from __future__ import annotations

import difflib
import fnmatch
import re

from perturb.vocab.grammar.tree import WORDS

# The names of functions of numpy and scipy stand alone, so that an error can say what to write instead. Those
# of a word stand in its declaration; here are those of symbols, of relations and of domains.
SYMBOLS = {
    "I": "eye, identity, identity matrix, Id",
    "given": "if, where, hypothesis, assume, condition",
    "indices": "index, for all, subscript, loop",
    "pi": "3.14159",
    "then": "conclusion, bound, inequality, assert",
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
    "symmetric": "self-adjoint, hermitian, complex symmetric",
    "together": "several inputs, common sizes, joint",
    "vector": "array, column",
    "with_eigenvalues": "given spectrum",
    "with_singular_values": "given singular values, svd",
}
DOMAINS |= {
    "binary": "0/1 matrix, incidence, mask, dropout",
    "box": "interval, cube, hypercube, bounds",
    "circulants": "circulant matrix, convolution, periodic",
    "commuting": "AB = BA, commute, simultaneously triangularisable",
    "commuting_symmetric": "AB = BA, commute, simultaneously diagonalisable",
    "complex_square": "complex matrices, doubled",
    "correlation": "correlation matrix, elliptope, unit diagonal",
    "density": "density matrix, quantum state, trace one",
    "diagonally_dominant": "strictly diagonally dominant, Levy-Desplanques, Gershgorin",
    "doubly_stochastic": "bistochastic, Birkhoff polytope, permutation matrices, Sinkhorn",
    "graph": "adjacency matrix, Laplacian, network",
    "h_matrix": "H-matrix, comparison matrix, generalised diagonally dominant",
    "hankel": "hankel, constant antidiagonals, moments",
    "hermitian": "self-adjoint",
    "laplacians": "graph Laplacian, weighted graph, network",
    "m_matrix": "M-matrix, Z-matrix, diagonally dominant",
    "mask": "entries in an interval, weights, dropout",
    "nonnegative": "entrywise nonnegative, positive matrix, Perron, Frobenius",
    "normal": "normal matrix, A A' = A' A",
    "positive_blocks": "block matrix, positive semidefinite 2 x 2 block, partitioned",
    "positive_contraction": "effect, 0 <= A <= I",
    "probability_vector": "simplex, distribution, weights",
    "rank_one_perturbation": "rank-one update, Sherman-Morrison, low-rank update",
    "sign_matrices": "signs, Rademacher, Hadamard matrix, +1 and -1",
    "skew_hermitian": "anti-Hermitian, skew-adjoint",
    "sparse_nonnegative": "sparse, zero pattern, entrywise nonnegative",
    "stochastic": "transition matrix, Markov chain, row-stochastic",
    "toeplitz": "toeplitz, constant diagonals, convolution",
    "totally_nonnegative": "totally positive, TN, TP, minors",
    "unitary": "complex orthogonal, U(n)",
    "unit_vector": "sphere, normalised, direction",
    "weighted_permutation": "permutation matrix, monomial matrix, generalised permutation",
}


def also() -> dict[str, str]:
    """The names elsewhere of everything that is written in statements, by its own."""
    words = {word.called: word.elsewhere for word in WORDS.values() if word.elsewhere} | SYMBOLS
    return dict(sorted(words.items())) | DOMAINS


def names(word: str) -> list[str]:
    """What a word is called elsewhere."""
    return [name.strip() for name in also().get(word, "").split(",") if name.strip()]


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
    known = {name.lower() for word in also() for name in (word, *names(word))}
    return difflib.get_close_matches(pattern.lower(), sorted(known), n=3, cutoff=0.75)


def instead(function: str) -> str:
    """What to write in a statement for a function of numpy, by its name without the module."""
    own = {word.called for word in WORDS.values() if function in (word.name, word.called) and word.elsewhere}
    known = [word for word in also() if word not in DOMAINS]
    found = [word for word in known if word in own]
    found += [word for word in known if word not in own and function in names(word)]
    if not found:
        return "perturb words lists what a statement can say"
    listed = " or ".join(filter(None, (", ".join(found[:-1]), found[-1])))
    return f"write {listed} of perturb.vocab (perturb words {function})"
