"""Screening and draws: points that look met, draws made once for alike inputs; what a verdict rests on."""

from typing import Any

import numpy as np
import pytest
from flint import fmpq

from perturb import claim, given, indices, paper, then
from perturb.certify.point import LADDER, SECOND_KERNEL, Screened, screen
from perturb.certify.properties import _driven as driven
from perturb.certify.properties import draws, run_property
from perturb.domains import psd, square, together, vector
from perturb.domains.draws import draw
from perturb.domains.space import Batch
from perturb.domains.strategies import alike
from perturb.enclosure import Verdict
from perturb.numbers import residual
from perturb.vocab import (
    I,
    T,
    fro,
    inv,
    kappa,
    pi,
    s,
    s1,
    trace,
)
from perturb.vocab.systems import evaluate
from tests.declared import at, declare

ME = paper("test")
INSIDE = 40  # points: few enough that LAPACK answers, however they are batched


@claim(ME, "inside and outside", domain=square(n=(3, 3)))
def partly(M: Any) -> Any:
    yield given(s1(M), "<", 1)
    yield given(trace(M), ">=", 0)
    yield then(kappa(I + M), "<=", 2 + trace(M))
    yield then(trace(M @ M), "<=", 3 * s1(M))


def batch_of(share: float) -> Batch:
    """Points of which about this share is inside."""
    drawn = draw(partly.domain, np.random.default_rng(3), 4000, {"n": 3})
    met = screen(partly, drawn).inside
    outside = int(INSIDE / share) - INSIDE
    kept = np.concatenate([np.flatnonzero(met)[:INSIDE], np.flatnonzero(~met)[:outside]])
    return Batch(drawn.sizes, {key: array[kept] for key, array in drawn.params.items()}, len(kept))


def singly(batch: Batch) -> Screened:
    parts = [
        screen(partly, Batch(batch.sizes, {key: array[k : k + 1] for key, array in batch.params.items()}, 1))
        for k in range(batch.count)
    ]
    met = [np.concatenate([part.met[h] for part in parts]) for h in (0, 1)]
    return Screened(
        np.concatenate([part.inside for part in parts]), np.concatenate([p.margin for p in parts]), met
    )


@pytest.mark.parametrize("share", [0.25, 0.8])
def test_the_share_inside_changes_no_margin(share: float) -> None:
    batch = batch_of(share)
    found, known = screen(partly, batch), singly(batch)
    assert abs(found.inside.mean() - share) < 0.01
    assert (found.inside == known.inside).all()
    assert (found.margin == known.margin).all()
    assert np.isinf(found.margin[~found.inside]).all()
    assert np.isfinite(found.margin[found.inside]).all()
    assert all((a == b).all() for a, b in zip(found.met, known.met, strict=True))


def test_conclusions_are_not_read_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    batch, sizes = batch_of(0.25), []
    lapack = np.linalg.svd
    monkeypatch.setattr(np.linalg, "svd", lambda A, **how: (sizes.append(len(A)), lapack(A, **how))[1])
    screen(partly, batch)
    assert sizes == [batch.count, INSIDE, INSIDE]


def test_singular_matrices_are_not_inverted_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    A = np.random.default_rng(5).standard_normal((500, 4, 4))
    known = np.linalg.inv(A)
    A[::7, :, 1] = 0.0
    A[3], A[4, 0, 0] = 0.0, np.inf
    monkeypatch.setattr(evaluate, "one_by_one", None)
    found = inv.floats(A)
    lost = np.isin(np.arange(500), [*range(0, 500, 7), 3, 4])
    assert np.isnan(found[lost]).all()
    assert (found[~lost] == known[~lost]).all()


# Draws are made once for claims over alike inputs, and are those that Hypothesis makes for each.


def test_points_are_those_of_the_domain() -> None:
    """Also where what is drawn is not yet the input: a positive semidefinite matrix is made of a factor."""
    for domain in (square(count=2, n=(1, 3)), psd(n=(1, 3)), together(A=square(n=(1, 3)), v=vector())):
        drawn = []
        driven(30, domain.strategy(), drawn.append)
        made = [
            domain.construct(n, dict(zip(domain.params, x, strict=True))) for n, x in draws(alike(domain), 30)
        ]
        assert [(p.sizes, p.values) for p in made] == [(p.sizes, p.values) for p in drawn]
        assert len(drawn) == 30


def test_names_of_inputs_do_not_matter() -> None:
    assert alike(square(count=2, n=(1, 3)).named(["A", "B"])) == alike(
        square(count=2, n=(1, 3)).named(["U", "V"])
    )
    assert alike(square(n=(1, 3))) != alike(square(n=(1, 4)))
    assert alike(square(n=(1, 3))) == alike(psd(n=(1, 3)))  # made of a square factor


def test_what_is_seen_is_counted_and_a_violation_is_shrunk() -> None:
    @claim(ME, "true", domain=square(n=(1, 3)))
    def true(A):
        yield given(s1(A), "<=", 2)
        yield then(s1(A), "<=", fro(A))

    @claim(ME, "false", domain=square(n=(1, 3)))
    def false(A):
        yield then(fro(A), "<=", s1(A))

    run = run_property(true, 30)
    assert (run.drawn, run.violation) == (30, None)
    assert run.missed[0] == run.verdicts[Verdict.VACUOUS] > 0
    found = run_property(false, 30)
    assert found.violation is not None
    assert found.violation[0].sizes == {"n": 2}
    assert found.verdicts[Verdict.VIOLATED] > 1


# What a verdict rests on: kernels, what they trust, what is settled early.


i, j, k = indices("i j k")


def weyl(A: Any, B: Any) -> Any:
    yield then(s(A + B)[i + j - 1], "<=", s(A)[i] + s(B)[j])


WEYL_POINT = {"A": [[1, 2], [3, 4]], "B": [[0, 1], [1, 1]]}


def test_presupposed_theorems_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The step whose enclosures rest on Weyl may run, but what it says is thrown away."""
    two = square(count=2, n=(1, 3))
    free = at(declare(weyl, two), **WEYL_POINT)
    assert (free.verdict, free.kernel, free.trusts) == (Verdict.HOLDS, "residual", {"weyl", "ostrowski"})
    bound = at(declare(weyl, two, presupposes=["weyl"]), **WEYL_POINT)
    assert (bound.verdict, bound.kernel, bound.trusts) == (Verdict.HOLDS, "charpoly", frozenset())

    def wrong(A: Any) -> Any:
        return [fmpq(10**6 if A[0, 0] == 1 and A[0, 1] == 3 else 0)] * 2

    monkeypatch.setattr(residual, "singular_values", wrong)
    assert at(declare(weyl, two), **WEYL_POINT).verdict is Verdict.VIOLATED
    assert at(declare(weyl, two, presupposes=["weyl"]), **WEYL_POINT).verdict is Verdict.HOLDS


def test_nothing_but_a_circular_kernel() -> None:
    c = declare(weyl, square(count=2, n=(1, 3)), presupposes=["ostrowski"])
    found = at(c, LADDER[:1], **WEYL_POINT)
    assert (found.verdict, found.kernel) == (Verdict.UNDECIDED, "none")
    assert "circular" in found.reason


def test_the_second_kernel_never_calls_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any) -> Any:
        raise AssertionError("the residual kernel was called")

    monkeypatch.setattr(residual, "singular_values", forbidden)
    monkeypatch.setattr(residual, "symmetric_eigenvalues", forbidden)
    c = declare(weyl, square(count=2, n=(1, 3)))
    assert at(c, SECOND_KERNEL, **WEYL_POINT).verdict is Verdict.HOLDS


def test_what_is_settled_early_keeps_what_it_trusts() -> None:
    """The first conclusion is settled by residuals, the second by exact arithmetic that trusts nothing."""

    def body(A: Any) -> Any:
        yield then(s1(A), "<=", 3)
        yield then(s1(A) * s1(T(A)), "<=", 2)

    found = at(declare(body), A=[[1, 1], [0, 0]])
    assert found.verdict is Verdict.HOLDS
    assert found.trusts == {"weyl", "ostrowski"}
    assert found.certificate == "residual@53"
    alone = at(declare(lambda A: (yield then(s1(A) * s1(T(A)), "<=", 2))), A=[[1, 1], [0, 0]])
    assert (alone.certificate, alone.trusts) == ("exact", frozenset())


def test_exact_is_what_rests_on_rational_numbers_alone() -> None:
    def by_balls(A: Any) -> Any:
        yield given(pi * trace(A), ">", 3)
        yield then(trace(A), "<=", 0)

    def rational(A: Any) -> Any:
        yield given(trace(A), ">", 0)
        yield then(trace(A), "<=", 0)

    assert at(declare(by_balls), A=[[1]]).certificate == "residual@53"
    assert at(declare(rational), A=[[1]]).certificate == "exact"


def test_what_is_presupposed_is_not_settled_by_it() -> None:
    def body(A: Any) -> Any:
        yield then(s1(A), "<=", 3)
        yield then(s1(A) * s1(T(A)), "<=", 2)

    found = at(declare(body, presupposes=["weyl"]), A=[[1, 1], [0, 0]])
    assert (found.verdict, found.trusts) == (Verdict.HOLDS, frozenset())
