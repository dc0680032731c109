"""Bounds that are put into each other, through layers and through maxima; the largest of absolute values."""

from __future__ import annotations

import pytest

from perturb import then
from perturb.derive.known import Citable
from perturb.derive.trying import tried
from perturb.domains import rectangular, together, vector
from perturb.vocab import T, absolute, column_matrix, fro, larger, largest, norm, power, s1, smallest, total
from tests.declared import declare
from tests.derive.forging import refused, stated, verify

KNOWN = Citable()
SIZES = {"a": (1, 2), "b": (1, 2), "c": (1, 2), "n": (1, 2)}
TWO = vector(count=2, n=(1, 3))
LAYERS = together(
    U=rectangular("a", "n"), V=rectangular("b", "a"), W=rectangular("c", "b"), x=vector(), y=vector(), **SIZES
)
MEANS = frozenset(f"classical/{name}" for name in ("mean-largest", "mean-smallest", "moduli-nonnegative"))
NETWORKS = frozenset(f"classical/{name}" for name in ("vector-upper", "relu-lipschitz"))
RANK_ONE = frozenset(f"classical/{name}" for name in ("frobenius-triangle", "frobenius-spectral-product"))


def outputs(U, V, W, x):
    return W @ larger(V @ larger(U @ x, 0), 0)


def layers(U, V, W, x, y):
    apart = norm(outputs(U, V, W, x) - outputs(U, V, W, y))
    top = larger(larger(s1(U), s1(V)), s1(W))
    yield then(apart, "<=", s1(U) * s1(V) * s1(W) * norm(x - y), "<=", power(top, 3) * norm(x - y))


def one_layer_too_few(U, V, W, x, y):
    yield then(norm(outputs(U, V, W, x) - outputs(U, V, W, y)), "<=", s1(U) * s1(V) * norm(x - y))


def products(x, y):
    one, other = (column_matrix(v) @ T(column_matrix(v)) for v in (x, y))
    yield then(fro(one - other), "<=", (norm(x) + norm(y)) * norm(x - y))


def mean(x, y):
    weights = absolute(y) / total(absolute(y))
    yield then(smallest(x), "<=", total(weights * x), "<=", largest(x))


@pytest.mark.parametrize(
    ("body", "domain", "lemmas"), [(layers, LAYERS, NETWORKS), (products, TWO, RANK_ONE), (mean, TWO, MEANS)]
)
def test_bounds_are_put_into_each_other(body, domain, lemmas) -> None:
    found = tried(declare(body, domain), KNOWN, 20, lemmas)
    assert found.outcome == "derived", found.missing


def test_nothing_is_left_out_of_a_chain() -> None:
    assert tried(declare(one_layer_too_few, LAYERS), KNOWN, 3, NETWORKS).outcome == "open"


def test_the_largest_of_absolute_values_is_not_negative() -> None:
    of = stated(TWO, lambda x, y: (yield then(0, "<=", largest(absolute(x + y)))))
    verify(of, [])


@pytest.mark.parametrize(
    "vector_of",
    [
        lambda x, y: 2 * larger(x, 0) - y,
        lambda x, y: 3 * larger(x, 0) - 2 * x,
        lambda x, y: x - 2 * larger(x, 0),
        lambda x, y: 2 * larger(x, 0) + 2 * larger(y, 0) - x - 3 * y,
    ],
)
def test_what_is_nearly_an_absolute_value_may_be_negative(vector_of) -> None:
    of = stated(TWO, lambda x, y: (yield then(0, "<=", largest(vector_of(x, y)))))
    refused("", of, [])
    refused("", of, [{"do": "clear", "of": of_text(of)}])


def of_text(of) -> str:
    """The right side of its conclusion."""
    from perturb.derive.checker.member import statement
    from perturb.derive.header import header
    from perturb.derive.texts import text

    return text(statement(header(of)).then[0][2])
