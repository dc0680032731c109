"""Gradients by one walk back over a statement: as dear as a few values, however many parameters there are.

Every part that was computed passes its slope on to its arguments by the `gradient` of its word, or by what
the word means in other words, from the margin to the inputs and through the domain's maps to the parameters
(reverse accumulation: Griewank and Walther, Evaluating Derivatives, 2nd ed. 2008, Chapter 3). A word that has
neither makes the statement one for differences. float64, for searches alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from perturb.certify.point import reachable
from perturb.domains.space import Batch
from perturb.numbers.errors import Undefined
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr
from perturb.vocab.relations.decide import assignments, beside_nought, terms
from perturb.vocab.relations.order import Link
from perturb.vocab.systems.evaluate import Evaluation, Floats

Seed = tuple[Expr, Mapping[str, int], Any]  # a part, its indices, and the slope by it
Place = tuple[Expr, tuple[tuple[str, int], ...]]  # a part, and what its indices are there


def gradient(claim: Claim, batch: Batch) -> dict[str, Any] | None:
    """The slopes of the least margin of the conclusions by each parameter (its shape); NaN where none is.

    Terms that measure a relation with 0 count as constant. None where a word has no gradient.
    """
    if not differentiable(claim):
        return None
    with np.errstate(all="ignore"):
        inputs = claim.domain.inputs(batch)
        read = Evaluation(Floats(inputs))
        try:
            by_input = walked_back(_seeds(claim, read, batch.count), read)
            return by_parameter(claim, batch, by_input)
        except (np.linalg.LinAlgError, Undefined, ArithmeticError):
            return None


def differentiable(claim: Claim) -> bool:
    """Have all words of the conclusions and of the domain's maps a gradient?"""
    found = _known.get(claim.fingerprint)
    if found is None:
        links = [link for link in claim.conclusions if link.op in ("<", "<=", ">", ">=", "==")]
        sides = [side for link in links for side in link.parts]
        trees = [claim.domain.tree(n) for n, k in claim.domain.kinds.items() if k is not Kind.INTEGER]
        found = len(links) == len(claim.conclusions) and all(smooth(expr) for expr in [*sides, *trees])
        _known[claim.fingerprint] = found
    return found


_known: dict[str, bool] = {}


def smooth(expr: Expr) -> bool:
    """Has every word that a real value passes through a gradient?"""
    if expr.word in (CONST, INPUT, INDEX) or expr.kind is Kind.INTEGER:
        return True
    if not expr.args:
        return True  # a constant
    meant = _meaning(expr)
    if meant is not None:
        return smooth(meant)
    return expr.word.gradient is not None and all(smooth(arg) for arg in expr.args)


def _meaning(expr: Expr) -> Expr | None:
    """The same in other words, for a word that has no gradient of its own."""
    word = expr.word
    if word.gradient is None and word.formula is not None:
        return word.formula(*expr.args)
    return expr.expansion


def by_parameter(claim: Claim, batch: Batch, by_input: Mapping[str, Any]) -> dict[str, Any]:
    """Slopes by the inputs as slopes by the parameters, (..., count, *shape)."""
    params = claim.domain.params
    columns = {k: a.reshape(*a.shape, *[1] * (2 - len(params[k].shape))) for k, a in batch.params.items()}
    read = Evaluation(Floats(columns))
    seeds: list[Seed] = [(claim.domain.tree(name), {}, g) for name, g in by_input.items()]
    for tree, at, _ in seeds:
        read(tree, at)
    found = walked_back(seeds, read)
    lead = next(iter(by_input.values())).shape[:-2] if by_input else (batch.count,)
    shapes = {key: (*lead, *array.shape[1:]) for key, array in batch.params.items()}
    return {k: found[k].reshape(s) if k in found else np.zeros(s) for k, s in shapes.items()}


def walked_back(seeds: list[Seed], read: Evaluation) -> dict[str, Any]:
    """The slopes by the inputs that `read` has, from the slopes by some parts at their indices."""
    slopes: dict[Place, Any] = {}
    roots = []
    for expr, at, g in seeds:
        place = _place(expr, at)
        slopes[place] = g if place not in slopes else slopes[place] + g
        roots.append(place)
    found: dict[str, Any] = {}
    for place in _ordered(roots):
        g = slopes.pop(place, None)
        if g is None:
            continue
        expr, at = place[0], dict(place[1])
        if expr.word is INPUT:
            name = expr.payload[0]
            found[name] = g if name not in found else found[name] + g
            continue
        meant = _meaning(expr)
        if meant is not None:
            passed = [(meant, g)]
        else:
            args = [read(arg, at) for arg in expr.args]
            assert expr.word.gradient is not None, f"{expr.word.name} has no gradient"
            passed = list(zip(expr.args, expr.word.gradient(g, read(expr, at), *args), strict=True))
        for arg, slope in passed:
            if slope is not None and _moves(arg):
                below = _place(arg, at)
                slope = _summed(slope, read(arg, at))
                slopes[below] = slope if below not in slopes else slopes[below] + slope
    return found


def _place(expr: Expr, at: Mapping[str, int]) -> Place:
    return expr, tuple((name, at[name]) for name in expr.indices)


def _moves(expr: Expr) -> bool:
    return expr.kind is not Kind.INTEGER and (expr.word is INPUT or bool(expr.args))


def _ordered(roots: list[Place]) -> Iterator[Place]:
    """Every part below, each after all that it enters."""
    done: dict[Place, None] = {}
    waiting = [(root, False) for root in roots]
    while waiting:
        place, left = waiting.pop()
        if place in done:
            continue
        if left:
            done[place] = None
            continue
        waiting.append((place, True))
        expr, at = place[0], dict(place[1])
        meant = _meaning(expr)
        below = expr.args if meant is None else (meant,)
        waiting += [(_place(arg, at), False) for arg in below if _moves(arg)]
    return reversed(list(done))


def _summed(g: Any, x: Any) -> Any:
    """A slope summed over the sides that x was repeated along."""
    for axis in (-2, -1):
        if np.shape(x)[axis:][:1] in ((), (1,)) and g.shape[axis] != 1:
            g = g.sum(axis=axis, keepdims=True)
    return g


def _seeds(claim: Claim, read: Evaluation, count: int) -> list[Seed]:
    """The slopes of the least relative margin by the two sides it is reached at, at each point."""
    every = [
        (link, at, _relative(link, at, read, count)) for link in claim.conclusions for at in _all(link, read)
    ]
    flat = [margin.reshape(count, int(np.prod(margin.shape[1:]))) for _, _, (margin, _, _) in every]
    whole = np.concatenate([*flat, np.full((count, 1), np.inf)], axis=1)
    chosen = np.zeros_like(whole)
    chosen[np.arange(count), whole.argmin(axis=1)] = 1.0  # one component of one relation at each point
    seeds: list[Seed] = []
    start = 0
    for (link, at, (margin, left, right)), part in zip(every, flat, strict=True):
        here = chosen[:, start : start + part.shape[1]].reshape(margin.shape)
        start += part.shape[1]
        if here.any():
            for side, slope in ((link.lhs, left), (link.rhs, right)):
                if _moves(side):
                    seeds.append((side, at, _summed(np.where(here > 0, slope, 0.0), read(side, at))))
    return seeds


def _all(link: Link, read: Evaluation) -> Iterator[Mapping[str, int]]:
    """The indices at which a relation has a value."""
    for at in assignments(link, read):
        with suppress(Undefined):
            for side in link.parts:
                read(side, at)
            yield at


def _relative(link: Link, at: Mapping[str, int], read: Evaluation, count: int) -> tuple[Any, Any, Any]:
    """The relative margin and its slopes by both sides; of the terms that measure it none is taken."""
    lhs, rhs = (np.atleast_3d(np.asarray(reachable(read(side, at)), dtype=float)) for side in link.parts)
    a, b = np.broadcast_arrays(lhs, rhs, np.zeros((count, 1, 1)))[:2]
    up = -np.sign(b - a) if link.op == "==" else 1.0 if link.op in ("<=", "<") else -1.0
    side = beside_nought(link)
    by_terms = 0.0 if side is None else np.nan_to_num(terms(side, read, at), nan=0.0, posinf=0.0)
    size = np.maximum(np.abs(a), np.abs(b))
    measure = np.maximum(size, by_terms)
    margin = up * (b - a) / measure
    own = np.where(size >= by_terms, -margin / measure, 0.0)
    larger = np.abs(a) >= np.abs(b)
    left = -up / measure + own * np.where(larger, np.sign(a), 0.0)
    right = up / measure + own * np.where(larger, 0.0, np.sign(b))
    return np.where(np.isnan(margin), np.inf, margin), left, right
