"""Screening reads conclusions only where the hypotheses look met, and says the same of those points."""

from typing import Any

import numpy as np
import pytest

from perturb import claim, given, paper, then
from perturb.certify.screen import Screened, screen
from perturb.domains import square
from perturb.domains.draws import draw
from perturb.domains.exact import Batch
from perturb.vocab import I, inv, kappa, s1, trace
from perturb.vocab.systems import evaluate

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
