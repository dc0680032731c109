"""Chains of norms: networks are bounded layer by layer, and no step is taken that does not hold."""

from __future__ import annotations

import pytest

from perturb import claim, paper, then
from perturb.domains import activation, rectangular, scalar, square, together, vector
from perturb.prove.checker.check import check_data
from perturb.prove.prover import attempt
from perturb.statements.catalogue import catalogue
from perturb.vocab import I, T, lam_max, larger, norm, s, s1, s_min, total

ME = paper("me")
LAYERS = together(
    V=rectangular("a", "b"),
    W=rectangular("b", "c"),
    x=vector("c"),
    y=vector("c"),
    a=(1, 2),
    b=(1, 2),
    c=(1, 2),
)
MASKED = together(V=square(), Q=activation(2, "n"), x=vector("n"), n=(1, 2))


def layers(V, W, z):
    return V @ larger(W @ z, 0)


@claim(ME, "1", domain=LAYERS)
def a_layer_is_lipschitz(V, W, x, y):
    yield then(norm(layers(V, W, x) - layers(V, W, y)), "<=", s1(V) * s1(W) * norm(x - y))


@claim(ME, "2", domain=LAYERS)
def by_a_constant_that_is_too_small(V, W, x, y):
    yield then(norm(layers(V, W, x) - layers(V, W, y)), "<=", 0.999 * s1(V) * s1(W) * norm(x - y))


@claim(ME, "3", domain=LAYERS)
def by_the_larger_one_alone(V, W, x, y):
    yield then(norm(layers(V, W, x) - layers(V, W, y)), "<=", larger(s1(V), s1(W)) * norm(x - y))


@claim(ME, "4", domain=MASKED)
def slopes_that_stretch(V, Q, x):
    """Q has slopes 1 and 2: a step that takes it for a contraction is wrong."""
    yield then(norm(T(V) @ (Q @ (V @ x))), "<=", s1(V) * s1(V) * norm(x))


@pytest.mark.parametrize("n", [1, 2])
def test_a_network_is_bounded_layer_by_layer(n):
    found = attempt(a_layer_is_lipschitz, n, 20)
    assert found.outcome == "proved", found.note
    lemmas = found.certificate["proofs"][0]["goals"][0]["lemmas"]
    assert any("(s1 V)" in lemma["state"] for lemma in lemmas)
    check_data(found.certificate)


@pytest.mark.parametrize(
    "name",
    [
        "classical/mirsky-schatten-3",
        "dittmer2019/sl-interp.group-3~absolute",
        "le2022/lem-11.main~sharpened",
    ],
)
def test_singular_values_are_compared_by_lemmas(name):
    found = attempt(catalogue()[name], 2, 60)
    assert found.outcome == "proved", found.note
    check_data(found.certificate)


def test_the_other_side_says_where_to_go():
    found = attempt(catalogue()["dittmer2019/values.perturbation"], 2, 20)
    assert found.outcome == "proved", found.note
    check_data(found.certificate)


@claim(ME, "5", domain=together(A=square(), P=activation(0, "n"), p=scalar(0, 1), n=(1, 2)))
def one_slope_shrinks_more(A, P, p):
    yield then(1.001 * p * s(A), "<=", s((P + p * (I - P)) @ A))


@claim(ME, "6", domain=square(count=2, n=(1, 2)))
def the_cubes_are_a_little_smaller(A, B):
    yield then(1.001 * total(abs(s(A) - s(B)) ** 3), "<=", total(s(A - B) ** 3))


@claim(ME, "7", domain=together(A=square(), x=vector("n"), y=vector("n"), n=(1, 2)))
def a_half_space_keeps_distances(A, x, y):
    yield then(s_min(A) * norm(x - y), "<=", norm(larger(A @ x, 0) - larger(A @ y, 0)))


@claim(ME, "8", domain=square(count=2, n=(1, 2)))
def eigenvalues_of_sums_are_smaller(A, B):
    yield then(lam_max(A @ T(A) + B @ T(B)), "<=", 1.999 * lam_max(T(A) @ A + T(B) @ B))


FALSE = [by_a_constant_that_is_too_small, by_the_larger_one_alone, slopes_that_stretch]
FALSE += [
    one_slope_shrinks_more,
    eigenvalues_of_sums_are_smaller,
    the_cubes_are_a_little_smaller,
    a_half_space_keeps_distances,
]


@pytest.mark.parametrize("false", FALSE)
def test_a_chain_proves_nothing_false(false):
    assert attempt(false, 2, 1).outcome in ("false", "open", "timeout")
