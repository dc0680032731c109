"""Input spaces: members are constructed, rational or not, what lies outside is none; extreme points."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from flint import fmpq, fmpq_mat
from hypothesis import HealthCheck, given, settings

from perturb.cli import main
from perturb.domains import (
    Domain,
    activation,
    binary,
    bounded,
    box,
    circulants,
    commuting,
    commuting_symmetric,
    complex_square,
    contraction,
    correlation,
    diagonal_matrices,
    diagonally_dominant,
    doubly_stochastic,
    graph,
    h_matrix,
    hankel,
    hermitian,
    integer,
    laplacians,
    m_matrix,
    mask,
    nonnegative,
    normal,
    of_rank,
    orthogonal,
    positive_blocks,
    positive_contraction,
    positive_definite,
    probability_vector,
    projection,
    psd,
    rank_one_perturbation,
    rectangular,
    scalar,
    sign_matrices,
    sparse_nonnegative,
    square,
    stochastic,
    symmetric,
    toeplitz,
    together,
    totally_nonnegative,
    unit_vector,
    unitary,
    vector,
    weighted_permutation,
    with_eigenvalues,
    with_singular_values,
)
from perturb.domains.draws import corners, draw
from perturb.domains.space import Point, exact_array, floats, written

offline = settings(
    derandomize=True, deadline=None, database=None, max_examples=20, suppress_health_check=list(HealthCheck)
)
DOMAINS: dict[str, Domain] = {
    "square": square(n=(1, 3)),
    "rectangular": rectangular(m=(1, 2), n=(1, 3)),
    "vector": vector(n=(1, 3)),
    "scalar": scalar(),
    "scalar >= 1/3": scalar(Fraction(1, 3)),
    "scalar <= -2": scalar(None, -2),
    "scalar in [-1, 1/2]": scalar(-1, 0.5),
    "symmetric": symmetric(n=(1, 3)),
    "psd": psd(n=(1, 3)),
    "positive_definite": positive_definite(n=(1, 3)),
    "of_rank": of_rank(1, m=(1, 3), n=(1, 3)),
    "bounded": bounded(Fraction(3, 2), n=(1, 3)),
    "activation(0)": activation(0, n=(1, 3)),
    "activation(1/3)": activation(Fraction(1, 3), n=(1, 3)),
    "diagonal_matrices": diagonal_matrices(n=(1, 3)),
    "orthogonal": orthogonal(n=(1, 3)),
    "contraction": contraction(n=(1, 2)),
    "projection": projection(n=(1, 3)),
    "with_singular_values": with_singular_values([2, 2, Fraction(1, 3)]),
    "with_eigenvalues": with_eigenvalues([1, 1, -2]),
    "nonnegative": nonnegative(n=(1, 3)),
    "mask(1/3)": mask(Fraction(1, 3), n=(1, 3)),
    "binary": binary(n=(1, 3)),
    "graph": graph(n=(2, 4)),
    "doubly_stochastic": doubly_stochastic(n=(2, 3)),
    "m_matrix": m_matrix(n=(1, 3)),
    "totally_nonnegative": totally_nonnegative(n=(1, 3)),
    "positive_contraction": positive_contraction(n=(1, 3)),
    "box": box(-1, Fraction(1, 2), n=(1, 3)),
    "unit_vector": unit_vector(n=(1, 3)),
    "probability_vector": probability_vector(n=(2, 3)),
    "commuting": commuting(n=(2, 3)),
    "commuting_symmetric": commuting_symmetric(n=(2, 3)),
    "positive_blocks": positive_blocks(n=(1, 2)),
    "rank_one_perturbation": rank_one_perturbation(n=(1, 3)),
    "rank_one_perturbation, symmetric": rank_one_perturbation(symmetric=True, n=(1, 3)),
    "normal": normal(n=(1, 3)),
    "correlation": correlation(n=(1, 3)),
    "diagonally_dominant": diagonally_dominant(n=(1, 3)),
    "diagonally_dominant, strictly": diagonally_dominant(True, n=(1, 3)),
    "h_matrix": h_matrix(n=(1, 3)),
    "laplacians": laplacians(n=(1, 4)),
    "stochastic": stochastic(n=(1, 3)),
    "toeplitz": toeplitz("m", "n", m=(1, 3), n=(1, 3)),
    "hankel": hankel("m", "n", m=(1, 3), n=(1, 3)),
    "circulants": circulants(n=(1, 4)),
    "sign_matrices": sign_matrices(n=(1, 3)),
    "sparse_nonnegative": sparse_nonnegative(n=(1, 3)),
    "weighted_permutation": weighted_permutation(n=(1, 4)),
    "complex_square": complex_square(2),
    "hermitian": hermitian(2),
    "unitary": unitary(2),
    "complex symmetric": symmetric(n=(1, 3), field="complex"),
    "complex orthogonal": orthogonal(n=(1, 3), field="complex"),
    "two squares": square(count=2, n=(1, 2)),
    "sizes in common": together(
        M=square(), D=activation(0), z=vector(), rho=scalar(), k=integer(1, "n"), n=(1, 2)
    ),
    "two sizes": together(A=rectangular(), B=rectangular("n", "p"), m=(1, 2), n=(1, 2), p=(1, 2)),
}
each = pytest.mark.parametrize("name", DOMAINS)


def every_draw(domain: Domain, seed: int, count: int = 4) -> list[Point]:
    rng = np.random.default_rng(seed)
    batches = [draw(domain, rng, count, sizes) for sizes in itertools.islice(domain.sizes(), 8)]
    return [domain.construct(b.sizes, b.params_of(k)) for b in batches for k in range(b.count)]


@each
def test_draws_are_members(name: str) -> None:
    domain = DOMAINS[name]
    assert all(domain.contains(p) for p in every_draw(domain, 1))


@each
def test_corners_are_members(name: str) -> None:
    domain = DOMAINS[name]
    found = list(corners(domain, limit=30))
    assert found
    assert all(domain.contains(p) for p in found)


@each
def test_strategies_give_members(name: str) -> None:
    domain = DOMAINS[name]

    @offline
    @given(domain.strategy())
    def check(p: Point) -> None:
        assert domain.contains(p)
        assert all(n in p.sizes for n in domain.all_ranges())

    check()


@each
def test_float_inputs_are_the_exact_values(name: str) -> None:
    domain, rng = DOMAINS[name], np.random.default_rng(2)
    for sizes in itertools.islice(domain.sizes(), 4):
        batch = draw(domain, rng, 3, sizes)
        inputs = domain.inputs(batch)
        for k in range(batch.count):
            for key, value in domain.construct(sizes, batch.params_of(k)).values.items():
                screened = inputs[key]
                if isinstance(value, int):
                    assert screened == value
                else:
                    one = np.broadcast_to(screened, (batch.count, *screened.shape[1:]))[k]
                    np.testing.assert_allclose(one.ravel(), np.ravel(floats(value)), rtol=1e-9, atol=1e-9)


@each
def test_the_same_seed_draws_the_same_points(name: str) -> None:
    domain = DOMAINS[name]
    one, two, other = (every_draw(domain, seed) for seed in (5, 5, 6))
    assert [p.values for p in one] == [p.values for p in two]
    if name != "activation(0)":
        assert [p.values for p in one] != [p.values for p in other]


@each
def test_a_point_written_down_is_the_same_point(name: str) -> None:
    domain = DOMAINS[name]
    for p in every_draw(domain, 3, count=1):
        again = domain.point({key: written(value) for key, value in p.values.items()})
        assert again.values == p.values
        assert domain.contains(again)


UNCONSTRAINED = {"square", "rectangular", "vector", "scalar", "two squares", "two sizes"}


@pytest.mark.parametrize("name", sorted(set(DOMAINS) - UNCONSTRAINED))
def test_the_rim_reaches_outside(name: str) -> None:
    """At n = 1 some constraints hardly exclude anything, so that no more than a share can be asked for."""
    domain = DOMAINS[name]
    drawn = [p for seed in range(6) for p in every_draw(domain.rim(), seed)]
    outside = sum(not domain.contains(Point(p.sizes, p.values)) for p in drawn)
    assert outside >= 0.15 * len(drawn)


@pytest.mark.parametrize("name", sorted(UNCONSTRAINED))
def test_the_rim_of_everything_is_everything(name: str) -> None:
    domain = DOMAINS[name]
    assert all(domain.contains(p) for p in every_draw(domain.rim(), 4))


OUTSIDE: dict[str, list[Any]] = {
    "scalar >= 1/3": [Fraction(1, 3) - Fraction(1, 10**30), 0, -1],
    "scalar <= -2": [-1.999, 0],
    "scalar in [-1, 1/2]": [-1.001, 0.501],
    "symmetric": [[[1, 2], [3, 4]], [[0, 1e-300], [0, 0]]],
    "psd": [[[-1]], [[1, 2], [2, 1]], [[1, 1], [0, 1]], [[0, 0], [0, Fraction(-1, 10**40)]]],
    "positive_definite": [[[0]], [[1, 1], [1, 1]], [[1, 0], [1, 1]]],
    "of_rank": [[[1, 0], [0, 1]], [[1, 0], [0, Fraction(1, 2**200)]]],
    "bounded": [[[Fraction(3, 2) + Fraction(1, 10**20)]], [[0, -2]] * 2],
    "activation(0)": [[[2]], [[1, 1], [0, 1]], [[Fraction(1, 2)]]],
    "activation(1/3)": [[[0]], [[1 / 3]]],
    "diagonal_matrices": [[[1, 0], [1e-300, 1]]],
    "orthogonal": [[[2]], [[0.6, 0.8], [-0.8, 0.6]], [[1, 1], [0, 1]]],
    "contraction": [[[1 + 2**-50]], [[1, 0], [2**-60, 1]]],
    "projection": [[[2]], [[1, 1], [0, 0]], [[0.5]]],
    "with_singular_values": [[[2, 0, 0], [0, 2, 0], [0, 0, 1 / 3]]],
    "with_eigenvalues": [[[1, 0, 0], [0, -2, 0], [0, 0, 1 + 2**-50]]],
}
INSIDE: dict[str, list[Any]] = {
    "psd": [[[0]], [[1, 1], [1, 1]], [[2, -1], [-1, 1]]],
    "positive_definite": [[[Fraction(1, 10**30)]], [[2, 1], [1, 1]]],
    "of_rank": [[[0]], [[2, 4], [1, 2]]],
    "bounded": [[[Fraction(-3, 2)]]],
    "activation(1/3)": [[[1]], [["1/3", 0], [0, 1]]],
    "orthogonal": [[[-1]], [["3/5", "4/5"], ["-4/5", "3/5"]]],
    "contraction": [[[1]], [["3/5", "4/5"], ["4/5", "-3/5"]], [[0.5, 0.5], [0.5, 0.5]]],
    "projection": [[[0]], [[1]], [[0.5, 0.5], [0.5, 0.5]]],
    "with_singular_values": [[[2, 0, 0], [0, 0, "1/3"], [0, -2, 0]]],
    "with_eigenvalues": [[[1, 0, 0], [0, -2, 0], [0, 0, 1]]],
    "scalar <= -2": [-2, -3],
}


@pytest.mark.parametrize(("name", "values"), OUTSIDE.items(), ids=str)
def test_outside(name: str, values: list[Any]) -> None:
    domain = DOMAINS[name].named(["x"])
    assert [domain.contains(domain.point({"x": value})) for value in values] == [False] * len(values)


@pytest.mark.parametrize(("name", "values"), INSIDE.items(), ids=str)
def test_inside(name: str, values: list[Any]) -> None:
    domain = DOMAINS[name].named(["x"])
    assert [domain.contains(domain.point({"x": value})) for value in values] == [True] * len(values)


def test_two_masks_of_a_statement_may_have_their_own_m_on_a_page():
    both = together(D_1=activation(0, called=r"\tilde{m}"), D=activation(0))
    assert both.shown({"D_1": "D_1", "D": "D"}) == [
        r"D_1 \in \bigcup_{\tilde{m}} \mathcal{D}(\tilde{m}, n, 0)",
        r"D \in \bigcup_{m} \mathcal{D}(m, n, 0)",
    ]
    assert (
        both.describe() == together(D_1=activation(0), D=activation(0)).describe()
    )  # as fingerprints see it


# Elements that no rational parameters give, and what a domain says of irrational ones.


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_projection_on_the_mean_is_a_corner(n: int) -> None:
    domain = projection(n=(n, n)).named(["P"])
    points = list(corners(domain, 5))
    mean = fmpq_mat(n, n, [fmpq(1, n)] * (n * n))
    assert any(point.values["P"] == mean for point in points)
    assert all(domain.contains(point) for point in points)


def test_beside_other_inputs_and_in_pairs() -> None:
    mean = fmpq_mat(3, 3, [fmpq(1, 3)] * 9)
    pair = projection(count=2, n=(3, 3)).named(["P", "Q"])
    found = [(p.values["P"] == mean, p.values["Q"] == mean) for p in corners(pair, 3)]
    assert {(True, True), (True, False), (False, True)} <= set(found)
    mixed = together(P=projection(), A=square(), n=(3, 3))
    assert any(p.values["P"] == mean for p in corners(mixed, 3))
    assert list(corners(pair, 0)) == []


def test_which_domains_draw_rational_points_alone() -> None:
    for domain, alone in ((orthogonal(), True), (unit_vector(), True), (projection(), True), (psd(), False)):
        assert all(space.rational_only is alone for space in domain.spaces.values())


FILE = """
from perturb import claim, paper, then
from perturb.domains import square, together, unit_vector

@claim(paper("me"), "eq. (1)", domain=together(x=unit_vector(), A=square(), n=(2, 3)), id="one")
def one(x, A):
    yield then(x[1] * A[1, 1], "<=", 1)
"""


def test_a_statement_says_so(tmp_path):
    file = tmp_path / "claims.py"
    file.write_text(FILE)
    shown = CliRunner().invoke(main, ["show", str(file)]).output
    assert "drawn    x with rational entries, irrational ones only where" in shown
    listed = CliRunner().invoke(main, ["domains", "orthogonal"]).output
    assert "rational ones are drawn" in " ".join(listed.split())


# Membership is the definition, at a member and at what just fails it; extreme points are reached.


INSIDE_MEMBERS: list[tuple[str, Any, Any]] = [
    ("nonnegative", [[0, 1], [2, 0]], [[0, 1], [-1, 0]]),
    ("mask(1/3)", [[1, "1/3"], [1, 1]], [[1, "1/4"], [1, 1]]),
    ("binary", [[1, 0], [1, 1]], [["1/2", 0], [1, 1]]),
    ("graph", [[0, 1], [1, 0]], [[1, 1], [1, 0]]),
    ("doubly_stochastic", [["1/4", "3/4"], ["3/4", "1/4"]], [["1/4", "3/4"], ["1/4", "3/4"]]),
    ("doubly_stochastic", [[0, 1], [1, 0]], [[2, -1], [-1, 2]]),
    ("m_matrix", [[2, -1], [-3, 2]], [[2, -2], [-3, 2]]),
    ("totally_nonnegative", [[1, 1], [1, 2]], [[1, 2], [1, 1]]),
    ("totally_nonnegative", [[1, 1, 0], [1, 2, 1], [0, 1, 2]], [[1, 1, 1], [1, 2, 1], [1, 1, 2]]),
    ("positive_contraction", [["1/2", "1/2"], ["1/2", "1/2"]], [["3/4", "1/2"], ["1/2", "3/4"]]),
    ("box", [-1, "1/2"], [0, 1]),
    ("unit_vector", ["3/5", "-4/5"], ["3/5", "3/5"]),
    ("probability_vector", [0, 1], [2, -1]),
    ("normal", [[1, 2], [-2, 1]], [[1, 2], [-2, 2]]),
    ("normal", [[1, 2], [2, 5]], [[1, 2], [3, 5]]),
    ("normal", [[0, 0, 1], [1, 0, 0], [0, 1, 0]], [[0, 0, 1], [1, 0, 0], [0, 2, 0]]),
    ("correlation", [[1, 1], [1, 1]], [[1, "9/8"], ["9/8", 1]]),
    ("correlation", [[1, "-1/2"], ["-1/2", 1]], [["1/2", 0], [0, 1]]),
    ("diagonally_dominant", [[-2, 2], [0, 0]], [[-2, 2], [1, 0]]),
    ("diagonally_dominant, strictly", [[-2, 1], [0, "1/9"]], [[-2, 2], [0, 1]]),
    ("h_matrix", [[1, 5], ["1/6", -1]], [[1, 5], ["1/5", -1]]),
    ("laplacians", [[1, -1], [-1, 1]], [[-1, 1], [1, -1]]),
    ("laplacians", [[1, -1, 0], [-1, 3, -2], [0, -2, 2]], [[1, -1, 0], [-1, 2, -1], [0, -2, 2]]),
    ("stochastic", [["1/4", "3/4"], [1, 0]], [["1/4", "3/4"], [2, -1]]),
    ("toeplitz", [[1, 2, 3], [4, 1, 2]], [[1, 2, 3], [4, 1, 3]]),
    ("toeplitz", [[1, 2, 3]], [[1, 2], [3, 4]]),
    ("hankel", [[1, 2, 3], [2, 3, 4]], [[1, 2, 3], [2, 4, 4]]),
    ("hankel", [[1], [2]], [[1, 2], [3, 4]]),
    ("circulants", [[1, 3, 2], [2, 1, 3], [3, 2, 1]], [[1, 2, 3], [2, 3, 1], [3, 1, 2]]),
    ("sign_matrices", [[1, -1], [-1, -1]], [[1, 0], [-1, -1]]),
    ("sparse_nonnegative", [[0, 1], [0, 0]], [[0, 1], [0, -1]]),
    ("weighted_permutation", [[0, 2], [3, 0]], [[0, 2], [3, 1]]),
    ("weighted_permutation", [[0, 0, 1], [2, 0, 0], [0, 3, 0]], [[0, 0, 1], [2, 0, 0], [0, 0, 3]]),
]


@pytest.mark.parametrize(("name", "member", "other"), INSIDE_MEMBERS)
def test_membership_is_the_definition(name: str, member: Any, other: Any) -> None:
    domain = DOMAINS[name].named(["x"])
    assert domain.contains(domain.point({"x": member}))
    assert not domain.contains(domain.point({"x": other}))


def test_the_extreme_points_are_reached() -> None:
    """What a parametrisation must give: a permutation matrix, a unit vector, an M-matrix by its factors."""
    swap, t, two = np.array([[0, 1], [1, 0]], dtype=object), {"x.t": np.array(fmpq(1))}, np.array([2, 2])
    cases = {
        "doubly_stochastic": ({"x.X": swap, **t}, fmpq_mat([[0, 1], [1, 0]])),
        "probability_vector": ({"x.x": np.array([0, 1], dtype=object), **t}, (0, 1)),
        "m_matrix": ({"x.B": swap * 3, "x.e": two // 2, "x.d": two}, fmpq_mat([[8, -6], [-6, 8]])),
    }
    for name, (params, expected) in cases.items():
        made = DOMAINS[name].named(["x"]).construct({"n": 2}, {k: exact_array(a) for k, a in params.items()})
        assert made.values["x"] == expected


@pytest.mark.parametrize("name", ["commuting", "commuting_symmetric"])
def test_members_commute(name: str) -> None:
    domain = DOMAINS[name].named(["A", "B"])
    apart = {"A": [[0, 1], [1, 0]], "B": [[1, 0], [0, 0]]}
    assert domain.contains(domain.point({"A": [[0, 1], [1, 0]], "B": [[1, 2], [2, 1]]}))
    assert not domain.contains(domain.point(apart))
    assert domain.rim().contains(domain.point(apart))


def test_blocks_are_positive_together() -> None:
    domain = DOMAINS["positive_blocks"].named(["A", "B", "C"])
    one = [[1, 0], [0, 1]]
    assert domain.contains(domain.point({"A": one, "B": [[0, 1], [0, 0]], "C": one}))
    assert not domain.contains(domain.point({"A": one, "B": [[0, 2], [0, 0]], "C": one}))
