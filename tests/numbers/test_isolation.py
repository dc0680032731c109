"""Real roots by Descartes' rule: the same as FLINT's, also where these take seconds."""

from __future__ import annotations

from itertools import pairwise

import pytest
from flint import arb, ctx, fmpq, fmpz, fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from perturb.numbers.roots import complex_roots, isolated, real_roots

coefficients = st.lists(st.integers(-(10**6), 10**6), min_size=3, max_size=12)
GAP = fmpz(2) ** 40


def irreducible(numbers: list[int]) -> list[fmpz_poly]:
    return [f for f, _ in fmpz_poly(numbers).factor()[1] if f.degree() > 1] if any(numbers) else []


def clustered(d: int) -> fmpz_poly:
    """prod (2^40 x - i) + 2, i = 1..d, for which 2^40 x is a root of prod (y - i) + 2."""
    product = fmpz_poly([1])
    for i in range(1, d + 1):
        product *= fmpz_poly([-GAP - i, GAP])  # near 1, 2^-40 apart
    return product + 2


@given(coefficients, st.sampled_from([20, 53, 200]))
def test_they_are_flints(numbers, bits):
    for f in irreducible(numbers):
        with ctx.workprec(bits):
            known = [z.real for z in complex_roots(f) if z.imag == 0]
        found = isolated(f).balls(bits)
        assert len(found) == len(known)
        assert all(x.is_finite() and x.overlaps(y) for x, y in zip(found, known, strict=True))
        assert all(x < y for x, y in pairwise(found))
        assert all(x.rel_accuracy_bits() >= bits - 2 for x in found)


@given(coefficients)
def test_the_sign_changes_in_each_ball(numbers):
    for f in irreducible(numbers):
        for x in isolated(f).balls(30):
            ends = [fmpq(end.fmpq()) for end in (x.mid() - x.rad(), x.mid() + x.rad())]
            below, above = (f(end) for end in ends)
            assert below * above < 0


@pytest.mark.parametrize("d", [9, 10, 12])
def test_close_roots(d):
    """FLINT's own roots are the reference: a few hundredths of a second at this closeness."""
    f = clustered(d)
    (only, _), *others = f.factor()[1]
    assert not others
    assert only.degree() == d
    with ctx.workprec(53):
        known = [z.real for z in complex_roots(f) if z.imag == 0]
        found = real_roots(f)
    assert isolated(f).depth > 24  # so that `real_roots` takes this way
    assert len(found) == len(known) > 0
    assert all(x.overlaps(y) for x, y in zip(found, known, strict=True))


@pytest.mark.parametrize(("d", "gap"), [(2, 6000), (4, 1500), (8, 400)])
def test_roots_that_flint_takes_a_minute_for(d, gap):
    """i / 2^gap + 1, i = 1..d, moved a little: each lies in its own ball, in a fraction of a second."""
    product = fmpz_poly([1])
    for i in range(1, d + 1):
        product *= fmpz_poly([-(fmpz(2) ** gap) - i, fmpz(2) ** gap])
    with ctx.workprec(53):
        found = isolated(64 * product + 1).balls(53)  # y in place of 2^gap (x - 1): prod (y - i) = -1/64
    near = [(x - 1).mid() * arb((1, gap)) for x in found]
    assert all(abs(y - i) < 0.2 for i, y in enumerate(near, 1))
    assert len(near) == d
