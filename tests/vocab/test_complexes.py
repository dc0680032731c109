"""Complex matrices as real ones of twice the size: spectra, permanents and domains beside numpy's."""

from __future__ import annotations

from itertools import permutations
from math import prod
from typing import Any

import numpy as np
import pytest

from perturb.domains import complex_square, hermitian, unitary
from perturb.domains.exact import floats
from perturb.numbers.errors import Undefined
from perturb.vocab import (
    complex_det,
    complex_lam,
    complex_matrix,
    complex_moduli,
    complex_s,
    complex_trace,
    hermitian_permanent,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable
from perturb.vocab.systems.certified import CharPoly
from perturb.vocab.systems.evaluate import Evaluation

A = variable("A", Kind.MATRIX)


def drawn(domain: Any, count: int) -> list[Any]:
    named = domain.named(["A"])
    batch = named.draw(np.random.default_rng(5), count)
    return [named.construct(batch.sizes, batch.params_of(k)).values["A"] for k in range(count)]


def complex_of(exact: Any) -> Any:
    Z = floats(exact)
    n = len(Z) // 2
    return Z[:n, :n] + 1j * Z[n:, :n]


def value(word: Any, exact: Any) -> Any:
    found = Evaluation(CharPoly({"A": exact}))(word(A))
    numbers = found if isinstance(found, tuple) else (found,)
    return np.array([float(x.mid()) if hasattr(x, "mid") else int(x.p) / int(x.q) for x in numbers])


def test_numbers_of_complex_matrices_are_those_of_numpy() -> None:
    for exact in drawn(complex_square(3), 3):
        Z = complex_of(exact)
        assert np.allclose(value(complex_s, exact), np.linalg.svd(Z, compute_uv=False), atol=1e-7)
        assert np.allclose(value(complex_moduli, exact), -np.sort(-abs(np.linalg.eigvals(Z))), atol=1e-4)
        assert np.allclose(value(complex_det, exact), abs(np.linalg.det(Z)), atol=1e-7)
        assert np.allclose(value(complex_trace, exact), np.trace(Z).real)
        assert np.allclose(complex_matrix(Z.real, Z.imag), floats(exact))


def test_hermitian_matrices_have_real_eigenvalues_and_permanents() -> None:
    for exact in drawn(hermitian(3), 3):
        Z = complex_of(exact)
        assert np.allclose(Z, Z.conj().T)
        assert np.allclose(value(complex_lam, exact), np.linalg.eigvalsh(Z)[::-1])
        known = sum(prod(Z[i, j] for i, j in enumerate(p)) for p in permutations(range(3)))
        assert np.allclose(value(hermitian_permanent, exact), known)
    turn = complex_square(1).named(["A"]).point({"A": [[0, -1], [1, 0]]})
    with pytest.raises(Undefined):
        value(hermitian_permanent, turn.values["A"])


def test_unitary_matrices_are_unitary_and_nothing_else_belongs() -> None:
    for exact in drawn(unitary(2), 3):
        U = complex_of(exact)
        assert np.allclose(U @ U.conj().T, np.eye(2))
    domain = unitary(1).named(["A"])
    assert domain.contains(domain.point({"A": [["3/5", "-4/5"], ["4/5", "3/5"]]}))
    assert not domain.contains(domain.point({"A": [["3/5", "4/5"], ["4/5", "-3/5"]]}))
    with pytest.raises(ValueError, match="is not a size of complex matrices"):
        hermitian(0)
