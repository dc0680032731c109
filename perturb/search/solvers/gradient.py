"""Gradients by one walk back over a statement: as dear as a few values, however many parameters there are.

Every part that was computed passes its slope on to its arguments by the rule of its word (`RULES`, one line a
word), from the margin to the inputs and through the domain's maps to the parameters (reverse accumulation:
Griewank and Walther, Evaluating Derivatives, 2nd ed. 2008, Chapter 3). A word without a rule makes the
statement one for differences. float64, for searches alone.

`RULES[word](g, y, *args)` has g, the derivative of a number by the value y (its shape, perhaps with more axes
before), and gives the derivatives by the arguments, None for integers. Where values tie it is one of the
subgradients, where there is none, NaN. Spectra: Magnus and Neudecker, Matrix Differential Calculus, 3rd ed.
2007, Chapter 8; functions of symmetric matrices: Daleckii and Krein (Bhatia, Matrix Analysis, Theorem V.3.3);
eigenvalues: Horn and Johnson, Matrix Analysis, Theorem 6.3.12.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
from perturb.vocab.systems.evaluate import Evaluation, Floats, inverses, screened

Seed = tuple[Expr, Mapping[str, int], Any]  # a part, its indices, and the slope by it
Place = tuple[Expr, tuple[tuple[str, int], ...]]  # a part, and what its indices are there
Rule = Callable[..., tuple[Any, ...]]


def gradient(claim: Claim, batch: Batch) -> dict[str, Any] | None:
    """The slopes of the least margin of the conclusions by each parameter (its shape); NaN where none is.

    Terms that measure a relation with 0 count as constant. None where a word has no rule.
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
    """Have all words of the conclusions and of the domain's maps a rule?"""
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
    """Has every word that a real value passes through a rule?"""
    if expr.word in (CONST, INPUT, INDEX) or expr.kind is Kind.INTEGER:
        return True
    if expr.expansion is not None:
        return smooth(expr.expansion)
    if not expr.args:
        return True  # a constant
    return expr.word.name in RULES and all(smooth(arg) for arg in expr.args)


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
        if expr.expansion is not None:
            passed = [(expr.expansion, g)]
        else:
            args = [read(arg, at) for arg in expr.args]
            passed = list(zip(expr.args, RULES[expr.word.name](g, read(expr, at), *args), strict=True))
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
        below = expr.args if expr.expansion is None else (expr.expansion,)
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


def _t(A: Any) -> Any:
    return np.swapaxes(A, -1, -2)


_inverse = screened(inverses)


def _sound(A: Any) -> Any:
    """Zeros for what is not finite: LAPACK raises there, and nothing has a slope by it."""
    return np.where(np.isfinite(A).all(axis=(-2, -1), keepdims=True), A, 0.0)


def _sym(A: Any) -> Any:
    return (A + _t(A)) / 2


def _like(g: Any, x: Any) -> Any:
    """Zeros of the last two sides of x, with the axes of g before them."""
    return np.zeros((*g.shape[:-2], *np.shape(x)[-2:]))


def _placed(g: Any, x: Any, rows: slice, columns: slice) -> Any:
    found = _like(g, x)
    found[..., rows, columns] = g
    return found


def _on_diagonal(v: Any) -> Any:
    """Columns (..., k, 1) as diagonal matrices."""
    return v * np.eye(v.shape[-2])


def _power(g: Any, y: Any, x: Any, p: Any) -> tuple[Any, ...]:
    x = np.asarray(x, dtype=float)
    by_exponent = (
        None if isinstance(p, int) else g * np.where(x > 0, y * np.log(np.where(x > 0, x, 1.0)), 0.0)
    )
    return g * p * np.power(x, np.asarray(p, dtype=float) - 1.0), by_exponent


def _matpow(g: Any, y: Any, A: Any, k: int) -> tuple[Any, ...]:
    powers = [np.broadcast_to(np.eye(A.shape[-1]), A.shape)]
    for _ in range(k - 1):
        powers.append(powers[-1] @ A)
    parts = [_t(powers[i]) @ g @ _t(powers[k - 1 - i]) for i in range(k)]
    return sum(parts, _like(g, A)), None


def _kron(g: Any, y: Any, A: Any, B: Any) -> tuple[Any, ...]:
    (m, n), (p, q) = A.shape[-2:], B.shape[-2:]
    blocks = g.reshape(*g.shape[:-2], m, p, n, q)
    return (
        np.einsum("...ipjq,...pq->...ij", blocks, np.broadcast_to(B, (*g.shape[:-2], p, q))),
        np.einsum("...ipjq,...ij->...pq", blocks, np.broadcast_to(A, (*g.shape[:-2], m, n))),
    )


def _singular(g: Any, A: Any) -> Any:
    U, _, V = np.linalg.svd(_sound(A), full_matrices=False)
    return (U * _t(g)) @ V


def _s_star(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    values = np.linalg.svd(_sound(A), compute_uv=False)[..., None]
    last = np.abs(values - y) == np.abs(values - y).min(axis=-2, keepdims=True)
    return (_singular(g * last / last.sum(axis=-2, keepdims=True), A),)


def _symmetric(g: Any, A: Any) -> Any:
    """Of eigenvalues in descending order."""
    vectors = np.linalg.eigh(_sym(_sound(A)))[1][..., ::-1]
    return (vectors * _t(g)) @ _t(vectors)


def _last(g: Any, A: Any) -> Any:
    found = np.zeros((*g.shape[:-2], min(A.shape[-2:]), 1))
    found[..., -1:, :] = g
    return found


def _moduli(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    """d|z| = Re(conj(z) / |z| y'dA x / y'x), of right and left eigenvectors x and y."""
    values, right = np.linalg.eig(_sound(A))
    order = np.argsort(-np.abs(values), axis=-1, kind="stable")
    right = np.take_along_axis(right, order[..., None, :], axis=-1)
    values = np.take_along_axis(values, order, axis=-1)
    left = _inverse(right)
    phase = np.conj(values) / np.abs(values)
    return (np.real(_t(left) @ _on_diagonal(g * phase[..., None]) @ _t(right)),)


def _of_spectrum(f: Callable[[Any], Any], slope: Callable[[Any], Any]) -> Rule:
    """Of a function of symmetric matrices: divided differences in the basis of the eigenvectors."""

    def rule(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
        values, vectors = np.linalg.eigh(_sym(_sound(A)))
        a, b = values[..., :, None], values[..., None, :]
        near = np.abs(a - b) <= 1e-7 * np.maximum(np.abs(a), np.abs(b))
        divided = np.where(near, slope((a + b) / 2), (f(a) - f(b)) / np.where(near, 1.0, a - b))
        return (vectors @ (divided * (_t(vectors) @ _sym(g) @ vectors)) @ _t(vectors),)

    return rule


_root = _of_spectrum(lambda x: np.sqrt(np.maximum(x, 0)), lambda x: 0.5 / np.sqrt(np.maximum(x, 1e-300)))


def _det(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    """The adjugate by singular values: those of the others for each, also where one is 0."""
    U, values, V = np.linalg.svd(_sound(A))
    n = values.shape[-1]
    others = np.where(np.eye(n, dtype=bool), 1.0, values[..., None, :]).prod(axis=-1)
    sign = np.linalg.det(U) * np.linalg.det(V)
    return (g * sign[..., None, None] * ((U * others[..., None, :]) @ V),)


def _product(g: Any, y: Any, v: Any) -> tuple[Any, ...]:
    k = v.shape[-2]
    return (g * np.where(np.eye(k, dtype=bool), 1.0, _t(v)).prod(axis=-1, keepdims=True),)


def _extreme(g: Any, y: Any, v: Any) -> tuple[Any, ...]:
    there = v == y
    return (g * there / np.maximum(there.sum(axis=-2, keepdims=True), 1),)


def _block(g: Any, y: Any, A: Any, B: Any, C: Any, D: Any) -> tuple[Any, ...]:
    m, n = A.shape[-2:]
    return g[..., :m, :n], g[..., :m, n:], g[..., m:, :n], g[..., m:, n:]


def _flat(g: Any, A: Any) -> Any:
    return g.reshape(*g.shape[:-2], *A.shape[-2:])


RULES: dict[str, Rule] = {
    "add": lambda g, y, a, b: (g, g),
    "sub": lambda g, y, a, b: (g, -g),
    "neg": lambda g, y, a: (-g,),
    **dict.fromkeys(("mul", "hadamard"), lambda g, y, a, b: (g * b, g * a)),
    "div": lambda g, y, a, b: (g / b, -g * y / b),
    **dict.fromkeys(("pow", "entrywise_power"), _power),
    "sqrt": lambda g, y, x: (g / (2 * y),),
    "sq": lambda g, y, x: (2 * g * x,),
    **dict.fromkeys(("abs", "entrywise_abs"), lambda g, y, x: (g * np.sign(x),)),
    **dict.fromkeys(("exp", "entrywise_exp"), lambda g, y, x: (g * y,)),
    "log": lambda g, y, x: (g / x,),
    "larger": lambda g, y, a, b: (g * np.greater_equal(a, b), g * np.less(a, b)),
    "smaller": lambda g, y, a, b: (g * np.less_equal(a, b), g * np.greater(a, b)),
    **dict.fromkeys(("sum", "row_sums"), lambda g, y, v: (g + np.zeros(v.shape[-2:]),)),
    "prod": _product,
    **dict.fromkeys(("max", "min"), _extreme),
    "partial_sums": lambda g, y, v: (np.flip(np.cumsum(np.flip(g, -2), axis=-2), -2),),
    "component": lambda g, y, v, i: (_placed(g, v, slice(i - 1, i), slice(None)), None),
    "entry": lambda g, y, A, i, j: (_placed(g, A, slice(i - 1, i), slice(j - 1, j)), None, None),
    "head": lambda g, y, v, k: (_placed(g, v, slice(0, k), slice(None)), None),
    "T": lambda g, y, A: (_t(g),),
    "matmul": lambda g, y, A, B: (g @ _t(B), _t(A) @ g),
    "eye": lambda g, y, A: (None,),
    "inv": lambda g, y, A: (-_t(y) @ g @ _t(y),),
    "matpow": _matpow,
    "kron": _kron,
    "s": lambda g, y, A: (_singular(g, A),),
    "s_min": lambda g, y, A: (_singular(_last(g, A), A),),
    "s_star": _s_star,
    "lam": lambda g, y, A: (_symmetric(g, A),),
    "lam_min": lambda g, y, A: (_symmetric(_last(g, A), A),),
    "moduli": _moduli,
    "trace": lambda g, y, A: (g * np.eye(A.shape[-1]),),
    "det": _det,
    "diag": lambda g, y, v: (np.diagonal(g, axis1=-2, axis2=-1)[..., None],),
    "diagonal": lambda g, y, A: (_on_diagonal(g),),
    **dict.fromkeys(("entries", "vec_rows"), lambda g, y, A: (_flat(g, A),)),
    "vec_columns": lambda g, y, A: (_t(_flat(g, _t(A))),),
    "upper": lambda g, y, A: (np.triu(g),),
    "strict_upper": lambda g, y, A: (np.triu(g, 1),),
    "lower": lambda g, y, A: (np.tril(g),),
    "strict_lower": lambda g, y, A: (np.tril(g, -1),),
    "column_sums": lambda g, y, A: (_t(g) + np.zeros(A.shape[-2:]),),
    "row": lambda g, y, A, i: (_placed(_t(g), A, slice(i - 1, i), slice(None)), None),
    "column": lambda g, y, A, j: (_placed(g, A, slice(None), slice(j - 1, j)), None),
    "column_matrix": lambda g, y, v: (g,),
    "block": _block,
    "mat_sqrt": _root,
    "mat_abs": lambda g, y, A: (2 * A @ _root(g, y, _t(A) @ A)[0],),
    "mat_log": _of_spectrum(np.log, lambda x: 1 / x),
}
