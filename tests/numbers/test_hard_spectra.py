"""Spectra that are hard: moduli that balls leave unseparated, numerical radii, graded matrices."""

from __future__ import annotations

import random

import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from perturb.numbers import charpoly, complex_eigenvalues, functions, radius, residual
from perturb.numbers.errors import Unavailable
from perturb.numbers.scalar import as_matrix_balls, hull, to_arb
from perturb.vocab.systems.certified import Residual
from tests.numbers import zoo


def _conjugated(A: fmpq_mat, rng: random.Random) -> fmpq_mat:
    n = A.nrows()
    lower = fmpq_mat(n, n, [rng.randint(-2, 2) if j < i else int(i == j) for i in range(n) for j in range(n)])
    X = lower * lower.transpose()
    return X * A * X.inv()


def _bidiagonal(diagonal: list[int], above: list[int]) -> fmpq_mat:
    A = zoo.diag(*diagonal)
    for i, x in enumerate(above):
        A[i, i + 1] = x
    return A


# Diagonal, superdiagonal, and how many eigenvalues share an eigenvector: the digits are divided by it.
SHAPES = {
    "one repeated": ([3, 3, 3, -1], [0, 0, 0], 1),
    "zero": ([0, 0, 0], [0, 0], 1),
    "two signs": ([2, -2, 2, 1], [0, 0, 0], 1),
    "jordan": ([2, 2, 2], [1, 1], 3),
    "nilpotent": ([0, 0, 0, 0], [1, 1, 1], 4),
    "two blocks": ([2, 2, 1, 1, 0], [1, 0, 1, 0], 2),
    "rank deficient": ([5, 0, 0, 0], [1, 1, 0], 3),
}


@pytest.mark.parametrize("bits", [53, 106, 424])
@pytest.mark.parametrize(("diagonal", "above", "share"), SHAPES.values(), ids=SHAPES.keys())
def test_repeated_eigenvalues_of_balls(diagonal, above, share, bits):
    A = _conjugated(_bidiagonal(diagonal, above), random.Random(len(diagonal)))
    expected = sorted((abs(x) for x in diagonal), reverse=True)
    with ctx.workprec(bits):
        found = complex_eigenvalues.ball_eigen_moduli(as_matrix_balls(A) * arb.pi())
        zoo.check_overlap(found, [arb.pi() * x for x in expected])
        assert max(x.rad() for x in found) <= arb((1, 3 - (bits - 36) // share))


@pytest.mark.parametrize(
    "way", [complex_eigenvalues._by_discs, complex_eigenvalues._by_circles], ids=["discs", "circles"]
)
@pytest.mark.parametrize("seed", range(40))
def test_each_way_alone_is_sound(way, seed):
    """Against exact characteristic polynomials, for members of wide and narrow balls alike."""
    rng = random.Random(seed)
    n = rng.randint(1, 5)
    A = fmpq_mat(n, n, [fmpq(rng.randint(-3, 3) * rng.randint(0, 1)) for _ in range(n * n)]) / n
    E = fmpq_mat(n, n, [rng.randint(-1, 1) for _ in range(n * n)]) * fmpq(1, 2 ** rng.choice([4, 12, 40]))
    radius = max(abs(x) for x in E.entries())
    ends = way(zoo.balls(A, arb(radius)))
    if ends is None:
        assert way is complex_eigenvalues._by_discs
        return
    for member in (A, A + E, A - E):
        zoo.check_overlap([hull(lo, hi) for lo, hi in ends], charpoly.moduli(member))


def test_circles_count_what_is_inside():
    """A circle through a cluster, or too near for the gap of the coefficients, is refused."""
    roots, gaps = [arb(2), arb(1), arb(1)], [arb(1e-6)] * 3
    assert complex_eigenvalues._separates(arb(1.5), roots, gaps)
    assert not complex_eigenvalues._separates(arb(1) + arb(1e-4), roots, gaps)
    assert not complex_eigenvalues._separates(arb(1), roots, [arb(0)] * 3)
    assert not complex_eigenvalues._separates(arb(0), roots, gaps)
    assert not complex_eigenvalues._separates(arb(1.5), roots, [arb.nan()] * 3)


def test_groups_of_discs_hold_as_many_as_they_are():
    discs = [(arb(1), arb(2)), (arb(5), arb(6)), (arb(-1), arb(1)), (arb(4.5), arb(5))]
    groups = list(complex_eigenvalues._apart(discs))
    assert groups == [[(arb(4.5), arb(6))] * 2, [(arb(0), arb(2))] * 2]


def test_a_cluster_that_arb_encloses_poorly_is_narrowed():
    with ctx.workprec(106):
        A = as_matrix_balls(fmpq_mat([[3, 2], [fmpq(-1, 2), 1]])) * arb.pi()
        assert complex_eigenvalues._wide(complex_eigenvalues._by_arb(A))
        found = complex_eigenvalues.ball_eigen_moduli(A)
        zoo.check_overlap(found, [2 * arb.pi()] * 2)
        assert found[0].rad() < arb((1, -40))


def test_the_nearby_matrix_has_a_bounded_length():
    A = arb_mat([[1, arb((3, -(10**6)))], [-arb((5, -108)), arb(1) / 3]])
    M = complex_eigenvalues._near(A)
    assert M.numer_denom()[1].bit_length() <= 2 * ctx.prec + 1
    for x, y in zip(A.entries(), M.entries(), strict=True):
        assert abs(x.mid() - y) <= arb((1, -2 * ctx.prec))


@pytest.mark.parametrize("exponent", [-3000, 3000])
def test_the_scale_is_undone(exponent):
    A = as_matrix_balls(zoo.jordan(3, 2) * fmpq(2) ** exponent) * arb.pi()
    zoo.check_overlap(complex_eigenvalues.ball_eigen_moduli(A), [2 * arb.pi() * arb((1, exponent))] * 3)


def test_what_is_too_large_is_unavailable_and_what_is_trusted_is_said(monkeypatch):
    field = Residual({})
    values = field.moduli(as_matrix_balls(zoo.jordan(3, 1)))
    assert [to_arb(x).contains(1) for x in values] == [True] * 3
    assert field.trusts == {"gershgorin", "rouche"}
    assert field.moduli(zoo.jordan(3, 1)) == (1, 1, 1)
    monkeypatch.setattr(complex_eigenvalues, "SIZE_LIMIT", 2)
    monkeypatch.setattr(complex_eigenvalues, "_by_discs", lambda A: None)
    A = as_matrix_balls(_conjugated(zoo.jordan(3, 1), random.Random(0)))
    with pytest.raises(Unavailable, match="not separated"):
        complex_eigenvalues.ball_eigen_moduli(A)


# The numerical radius beyond 64 bits: closed forms, an independent certificate, and what must not pass.


BITS = pytest.mark.parametrize("bits", [106, 424])


# Without trace the range of a 2 x 2 matrix is an ellipse about 0: w^2 = |l|^2 + (|A|_F^2 - 2 |l|^2) / 4.
CLOSED = {
    "jordan 2": (zoo.jordan(2, 0), lambda: arb(1) / 2),
    "jordan 5": (zoo.jordan(5, 0), lambda: (arb.pi() / 6).cos()),
    "shifted jordan": (zoo.jordan(4, -2), lambda: 2 + (arb.pi() / 5).cos()),
    "rank one": (fmpq_mat([[1, 2, 0], [3, 6, 0], [0, 0, 0]]), lambda: (7 + arb(50).sqrt()) / 2),
    "skew": (fmpq_mat([[0, -1, 2], [1, 0, 3], [-2, -3, 0]]), lambda: arb(14).sqrt()),
    "orthogonal": (fmpq_mat([[0, 0, 1], [1, 0, 0], [0, 1, 0]]), lambda: arb(1)),
    "traceless": (fmpq_mat([[1, 3], [5, -1]]), lambda: arb(17).sqrt()),
    "traceless with imaginary eigenvalues": (fmpq_mat([[1, 2], [-4, -1]]), lambda: (arb(7) + 2).sqrt()),
    "off the diagonal": (fmpq_mat([[0, 0, 1], [0, 0, 1], [0, 0, 0]]), lambda: arb(2).sqrt() / 2),
    "huge": (zoo.jordan(2, 0) * fmpq(2) ** 1500, lambda: arb((1, 1499))),
    "symmetric": (fmpq_mat([[0, 1], [1, 1]]), lambda: (1 + arb(5).sqrt()) / 2),
    "1x1": (fmpq_mat([[-3]]), lambda: arb(3)),
    "zero": (fmpq_mat(3, 3), lambda: arb(0)),
    "nearly a disc": (fmpq_mat([[0, 1, 0], [0, 0, 1 + fmpq(1, 2**50)], [0, 0, 0]]), None),
}


@BITS
@pytest.mark.parametrize(("A", "expected"), CLOSED.values(), ids=CLOSED.keys())
def test_the_radius_follows_the_precision(A, expected, bits):
    with ctx.workprec(bits):
        w, scaled = functions.numerical_radius(A), functions.numerical_radius(as_matrix_balls(A) * arb.pi())
        value = expected() if expected else w
        assert w.overlaps(value)
        assert w.rad() <= value * arb((1, 4 - bits))
        assert scaled.overlaps(value * arb.pi())
        assert scaled.rad() <= value * arb((1, 8 - bits))


def _random(seed: int) -> fmpq_mat:
    rng = random.Random(seed)
    n, band = rng.randint(1, 5), rng.choice([-9, 0, 1])
    entries = [rng.randint(-4, 4) * (j >= i + band) for i in range(n) for j in range(n)]
    return fmpq_mat(n, n, entries) * fmpq(1, rng.randint(1, 9))


@pytest.mark.parametrize("seed", range(40))
def test_both_routes_meet(seed):
    """One rests on matrices and floats, the other on polynomials: they share nothing but the definition."""
    A = _random(seed)
    coarse = radius.by_residuals(A)
    with ctx.workprec(212):
        fine = radius.by_polynomials(A)
        assert coarse.is_finite()
        assert fine.overlaps(coarse)
        assert fine.rad() <= fine.abs_upper() * arb((1, -200))
        for c in (fmpq(-1), fmpq(-1, 3), fmpq(0), fmpq(3, 4), fmpq(1)):
            assert not arb(radius.height(radius.level_polynomial(A), c)) > fine


@pytest.mark.parametrize("near", [fmpq(-1), fmpq(0), fmpq(9, 10)])
def test_a_bad_guess_costs_rounds_and_no_digits(near):
    A = zoo.integers(5, 5, 7)
    with ctx.workprec(212):
        assert radius.radius_by_levels(A, near).overlaps(functions.numerical_radius(A))


def test_a_level_below_the_radius_is_crossed():
    """The certificate from above fails for every g that is too small, even by 2^-60."""
    A = zoo.integers(4, 4, 3)
    with ctx.workprec(212):
        w, q = functions.numerical_radius(A), radius.level_polynomial(A)
        assert radius._crossings(q, (w * (1 - arb((1, -60)))).lower().fmpq())
        assert not radius._crossings(q, (w * (1 + arb((1, -60)))).upper().fmpq())


def test_a_level_that_is_an_eigenvalue_at_every_angle_is_no_certificate():
    q = radius.level_polynomial(zoo.jordan(2, 0))
    assert radius._crossings(q, fmpq(1, 2))
    assert not radius._crossings(q, fmpq(1, 2) + fmpq(1, 2**100))


def test_a_level_that_lies_below_all_angles_is_no_certificate(monkeypatch):
    """Where h is constant nothing is crossed at any level, and only t = 0 tells above from below."""
    monkeypatch.setattr(radius, "_floor", lambda x: fmpq(1, 2) - fmpq(1, 2**40))
    with ctx.workprec(106):
        w = radius.radius_by_levels(zoo.jordan(2, 0), fmpq(0))
        assert w.contains(fmpq(1, 2))
        assert w.rad() < 1e-9


def test_a_search_that_stalls_gives_a_wider_answer(monkeypatch):
    A = zoo.integers(5, 5, 7)
    with ctx.workprec(106):
        fine = radius.by_polynomials(A)
        monkeypatch.setattr(radius, "_middles", lambda roots: [])
        coarse = radius.by_polynomials(A)
        assert coarse.overlaps(fine)
        assert fine.rad() < coarse.rad() < 1e-9


def test_members_of_a_ball_matrix_are_covered():
    A = zoo.integers(3, 3, 2)
    with ctx.workprec(106):
        wide = functions.numerical_radius(zoo.balls(A, 1e-6))
        for sign in (1, -1):
            assert wide.overlaps(functions.numerical_radius(A + zoo.jordan(3, 1) * fmpq(sign, 10**6)))
        assert wide.rad() < 1e-5


def test_what_is_trusted_and_what_is_too_large():
    spread = fmpq_mat([[1, fmpq(1, 2**9000)], [0, 1]])
    for A, bits, trusts in (
        (zoo.jordan(3, 1), 106, set()),
        (zoo.jordan(3, 1), 64, {"weyl", "ostrowski"}),
        (zoo.jordan(17, 1), 106, {"weyl", "ostrowski"}),
        (spread, 106, {"weyl", "ostrowski"}),
        (as_matrix_balls(spread), 106, {"weyl", "ostrowski"}),
    ):
        with ctx.workprec(bits):
            field = Residual({}, bits)
            assert field.numerical_radius(A).is_finite()
            assert field.trusts == trusts
    with ctx.workprec(106):
        assert functions.numerical_radius(arb_mat([[arb.nan(), 1], [0, 0]])).is_nan()
        with pytest.raises(ValueError, match="not square"):
            functions.numerical_radius(fmpq_mat(1, 2))


# Relative accuracy of the small singular values of graded matrices, against exact polynomials.


TRUTH_BITS = 1500
B = zoo.integers(4, 4, 3) + zoo.diag(1, 2, 3, 4)


def tens(*exponents: int) -> fmpq_mat:
    return zoo.diag(*[fmpq(10) ** e for e in exponents])


FULL = {
    "diagonal": tens(0, -30),
    "three scales": tens(0, -60, -30),
    "rows": tens(0, -10, -20, -30) * B,
    "columns": B * tens(0, -10, -30, -20),
    "both": tens(3, -10, 2, -8) * B * tens(0, -10, -25, -7),
    "tall": tens(0, -10, -20, -30) * fmpq_mat([row[:3] for row in B.tolist()]),
    "wide": fmpq_mat(B.tolist()[:3]) * tens(0, -10, -20, -30),
    "nearly singular": fmpq_mat([[1, 1], [1, 1 + fmpq(1, 2**34)]]),
}


def check(A: fmpq_mat, digits: int | None) -> None:
    """The enclosures for A and the balls of pi A hold the exact values, to this many bits if one is given."""
    with ctx.workprec(TRUTH_BITS):
        truth = [to_arb(x) for x in charpoly.singular_values(A)]
    for found, factor in (
        (residual.singular_values(A), arb(1)),
        (residual.singular_values(as_matrix_balls(A) * arb.pi()), None),
    ):
        with ctx.workprec(TRUTH_BITS):
            for x, y in zip(found, truth, strict=True):
                assert x.is_finite()
                assert x.overlaps(y * (arb.pi() if factor is None else factor))
                assert digits is None or x.rel_accuracy_bits() >= digits


@pytest.mark.parametrize("bits", [53, 106, 212])
@pytest.mark.parametrize("A", FULL.values(), ids=FULL.keys())
def test_the_smallest_singular_value_keeps_its_digits(A, bits):
    with ctx.workprec(bits):
        check(A, bits // 4)


@pytest.mark.parametrize("seed", range(60))
def test_random_grading(seed):
    rng = random.Random(seed)
    m, n = rng.randint(1, 5), rng.randint(1, 5)
    core = fmpq_mat(m, n, [rng.randint(-3, 3) * rng.randint(0, 2) for _ in range(m * n)])
    left, right = ([rng.randint(-20, 0) for _ in range(k)] for k in (m, n))
    with ctx.workprec(rng.choice([53, 106])):
        check(tens(*left) * core * tens(*right), None)


def test_every_member_of_a_ball_matrix_is_covered():
    """Each entry known to 20 bits: each singular value is then known to nearly as many."""
    A, e = tens(0, -20, -40) * zoo.hilbert(3, 3) * tens(0, 7, -9), fmpq(1, 2**20)
    signs = fmpq_mat([[1, -1, 1], [-1, -1, 1], [1, 1, -1]])
    doubt = arb(1) + zoo.symmetric_ball(arb(e))
    found = residual.singular_values(as_matrix_balls(A) * doubt)
    assert all(x.rel_accuracy_bits() >= 5 for x in found)
    member = fmpq_mat(3, 3, [x * (1 + s * e) for x, s in zip(A.entries(), signs.entries(), strict=True)])
    for each in (A, member):
        with ctx.workprec(TRUTH_BITS):
            zoo.check_overlap(found, charpoly.singular_values(each))


@pytest.mark.parametrize("flip", [False, True], ids=["L", "U"])
def test_doubt_in_one_factor_alone_is_covered(flip):
    tiny = fmpq(1, 10**20)

    def at(x):
        A = arb_mat([[1, 0], [x, arb(tiny)]])
        return A.transpose() if flip else A

    found = residual.singular_values(at(arb(0.5, 0.1)))
    assert found[1] > 0
    for x in (fmpq(2, 5), fmpq(3, 5)):
        with ctx.workprec(300):
            zoo.check_overlap(found, residual.singular_values(at(arb(x))))
    assert flip or residual.eliminated(at(arb(0.1, 0.8))) is None


def test_elimination_reproduces_the_matrix():
    A = as_matrix_balls(FULL["both"])
    L, d, U = residual._ldu(A)
    for pivots, triangle in ((d, L), (d, U.transpose())):
        assert len(pivots) == 4
        assert all(triangle[i, i] == 1 and triangle[i, j] == 0 for i in range(4) for j in range(i + 1, 4))
    assert abs(d[0] * d[1] * d[2] * d[3]).overlaps(abs(A.det()))
    product = sorted(
        (x.mid() for x in (L * residual.scaled_columns(as_matrix_balls(tens(0, 0, 0, 0)), d) * U).entries()),
        key=float,
    )
    for x, y in zip(product, sorted((x.mid() for x in A.entries()), key=float), strict=True):
        assert abs(x - y) <= abs(y) * 1e-9


def test_where_there_is_nothing_to_gain():
    astride = arb_mat([[1, 0], [0, arb(0, 1e-9)]])
    for A in (arb_mat([[1, 2], [2, 4]]), arb_mat(2, 2), astride, as_matrix_balls(tens(0, -3000))):
        assert residual.eliminated(A) is None
    assert residual.singular_values(astride)[1] >= 0
    assert residual.eliminated(zoo.balls(zoo.hilbert(2, 2), 0.1)) is None


def check_all() -> None:
    for A in FULL.values():
        check(A, None)


SABOTAGE = {
    "the pivots are off": ("_ldu", lambda L, d, U: (L, [x * 1.001 for x in d], U)),
    "a factor is off": ("_ldu", lambda L, d, U: (L * 1.001, d, U)),
    "the doubt is forgotten": ("_theta", lambda theta: arb(1)),
}


@pytest.mark.parametrize(("name", "change"), SABOTAGE.values(), ids=SABOTAGE.keys())
def test_the_check_can_fail(name, change, monkeypatch):
    original = getattr(residual, name)

    def broken(*args):
        found = original(*args)
        return change(*found) if isinstance(found, tuple) else found and change(found)

    check_all()
    monkeypatch.setattr(residual, name, broken)
    with pytest.raises(AssertionError):
        check_all()
