"""What derivations say is so at points: each of their facts, and each conclusion as the checker reads it.

A thirtieth of the 10^5 values that are compared in the deep profile.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

from perturb.certify.point import screen
from perturb.derive import store
from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.checker.member import Relation, statement
from perturb.derive.checker.polynomials import Poly
from perturb.derive.header import header
from perturb.derive.known import Citable
from perturb.prove.reading.lowering import with_forms
from perturb.prove.reading.ring import Unsupported as NoForm
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.relations.decide import assignments
from perturb.vocab.systems.evaluate import Evaluation, Floats
from tests.derive.values import Normal

ROOT = Path(__file__).parents[2]
DEEP = settings().max_examples >= 2_000
CLAIMS = {k: x for k, x in catalogue().items() if isinstance(x, Claim)}
KEPT = [*store.every(ROOT / "proofs")]
KNOWN = Citable()
TRIED, LARGEST_INDEX, COMPONENT = 30, 5, "_"
OFF = 1e-7  # of the terms of a polynomial: what rounding may do
Values = dict[str, Any]


def points(of: Claim, seed: int, count: int) -> Iterator[Values]:
    """Points where the hypotheses hold: matrices, columns and numbers by name, and the sizes."""
    batch = of.domain.draw(np.random.default_rng([seed, 7]), 20)
    inputs, inside = of.domain.inputs(batch), np.flatnonzero(screen(of, batch).inside)
    for k in inside[:count]:
        yield {**batch.sizes, **{name: plain(of, name, x, k, batch.count) for name, x in inputs.items()}}


def plain(of: Claim, name: str, x: Any, k: int, count: int) -> Any:
    if of.domain.kinds[name] is Kind.INTEGER:
        return x
    one = np.asarray(x)[k if len(x) == count else 0]
    kind = of.domain.kinds[name]
    return float(one[0, 0]) if kind is Kind.SCALAR else one[:, 0] if kind is Kind.VECTOR else one


def indexed(kernel: Kernel, point: Values, rng: Any) -> Normal | None:
    """With indices at which the conclusion exists; None where none was met."""
    names = [name for kind, name, *_ in kernel.R.names if kind == "index" and name not in point]
    for _ in range(TRIED):
        normal = Normal(kernel.R, {**point, **{name: int(rng.integers(1, LARGEST_INDEX)) for name in names}})
        if all(normal.number(p) >= 0 for p in kernel.indices):
            return normal
    return None


def off(normal: Normal, fact: Relation) -> float:
    """By how much a fact fails, of what its terms are."""
    p, how = fact
    value = float(normal.number(p))
    terms = sum(abs(float(normal.number(Poly({m: c})))) for m, c in p.terms.items())
    return (abs(value) if how == "==" else -value) - OFF * terms - OFF


def kernels(kept: store.KeptProof) -> Iterator[tuple[Claim, Kernel]]:
    """What the checker has found of each conclusion."""
    claim, data = CLAIMS[kept.id], store.content(kept)
    cited = KNOWN.cited(claim)
    for k, steps in enumerate(data["goals"]):
        kernel = Kernel(statement(data), lambda name: cited(name)[2])
        kernel.goal(k)
        kernel.run(steps)
        yield claim, kernel


@pytest.mark.parametrize("seed", range(12 if DEEP else 1))
def test_every_fact_holds_where_the_hypotheses_do(seed: int) -> None:
    count, rng = 0, np.random.default_rng(seed)
    for claim, kernel in (pair for kept in KEPT for pair in kernels(kept)):
        for point in points(with_forms(claim), seed, 6 if DEEP else 3):
            normal = indexed(kernel, point, rng)
            for fact in kernel.facts if normal else ():
                with suppress(LookupError, ZeroDivisionError):  # a word as it is, or no value
                    assert off(normal, fact) <= 0, (claim.id, point, fact)  # type: ignore[arg-type]
                    count += 1
    assert count > 1_500


def read_by_the_checker() -> Iterator[tuple[Claim, Kernel, int, list[Relation]]]:
    """The conclusions of the claims that it reads: of a sixth, or of all."""
    for claim in list(CLAIMS.values())[:: 1 if DEEP else 6]:
        try:
            of = statement(header(claim))
            for k in range(len(of.then)):
                kernel = Kernel(of, KNOWN.cited(claim))  # type: ignore[arg-type]
                yield with_forms(claim), kernel, k, kernel.goal(k)
        except (Unspoken, NoForm, ValueError, LookupError):
            continue


def gap(of: Claim, k: int, point: Values, at: Values) -> float | None:
    """The greater side less the smaller one, of the engine's own values; None where it is not defined."""
    link = of.conclusions[k]
    inputs = {name: shaped(of, name, point[name]) for name in of.domain.spaces}
    read = Evaluation(Floats(inputs))
    found = [x for x in assignments(link, read) if all(at.get(name) == i for name, i in x.items())]
    if len(found) != 1:
        return None
    lhs, rhs = (np.asarray(read(side, found[0]), dtype=float) for side in link.parts)
    less = np.ravel(rhs - lhs if link.op in ("<", "<=") else lhs - rhs)
    return float(less[at[COMPONENT] - 1 if len(less) > 1 else 0])


def shaped(of: Claim, name: str, x: Any) -> Any:
    kind = of.domain.kinds[name]
    if kind is Kind.INTEGER:
        return x
    return np.reshape(x, (1, *(*np.shape(x), 1, 1)[:2]))


@pytest.mark.parametrize("seed", range(3 if DEEP else 1))
def test_a_conclusion_is_read_as_the_engine_reads_it(seed: int) -> None:
    count, rng = 0, np.random.default_rng(seed)
    for claim, kernel, k, wanted in read_by_the_checker():
        if claim.conclusions[k].op not in ("<", "<=", ">", ">=") or len(wanted) != 1:
            continue
        for point in points(claim, seed, 3):
            normal = indexed(kernel, point, rng)
            if normal is None:
                continue
            at = {COMPONENT: 1, **normal.point}
            try:
                with np.errstate(all="ignore"):
                    mine, its = float(normal.number(wanted[0][0])), gap(claim, k, point, at)
            except (ZeroDivisionError, np.linalg.LinAlgError, LookupError):  # no value, or a word as it is
                continue
            if its is not None and np.isfinite([mine, its]).all():
                assert abs(mine - its) <= 1e-5 * max(abs(its), 1), (claim.id, k, at)
                count += 1
    assert count > 150
