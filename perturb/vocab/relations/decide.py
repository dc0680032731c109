"""Deciding relations at one exact point: every instance of a relation, in one field.

What a partly undefined statement means does not depend on the order of its parts: a point where one instance
of one relation has no value lies outside the statement, whatever the others say. So a violation counts only
where every part that may be undefined is certainly defined.

x >= 0 alone has no scale: relative to its sides it is met or missed by 1. Beside the terms that x is made of,
a determinant beside the lengths of its rows, an eigenvalue beside its matrix, it is met by much or by little.
These sizes (`terms`) are float64 only: they steer a search and are printed; they decide nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

import numpy as np
from flint import ctx, fmpq, fmpq_mat

from perturb.enclosure import Enclosure, Rigour, Verdict, all_of, compare
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.vocab.grammar import ranges
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import Shape
from perturb.vocab.grammar.tree import INPUT, Expr, Word, const
from perturb.vocab.relations.order import Link, between
from perturb.vocab.systems.certified import CharPoly, Exact, Field
from perturb.vocab.systems.evaluate import RATIONALS, Evaluation, Floats, agree, nearest
from perturb.vocab.systems.facts import certain, partial_parts, same
from perturb.vocab.words import arithmetic, matrix, spectral, vector

UNSEEN = 1e-300
NOUGHT = Enclosure(fmpq(0), fmpq(0), rigour=Rigour.EXACT)


@dataclass(frozen=True)
class Instance:
    """One relation between two numbers: a link with its indices fixed, one component of a vector relation."""

    at: Mapping[str, int]
    lhs: Any
    rhs: Any


def instances(link: Link, read: Evaluation) -> Iterator[Instance]:
    """The instances that exist at this size. Raises Undefined or Unavailable where a side has no value."""
    for at in assignments(link, read):
        yield from _components(link, at, read(link.lhs, at), read(link.rhs, at))


def assignments(link: Link, read: Evaluation) -> Sequence[Mapping[str, int]]:
    """The values of the free indices for which the link is asserted; none where it has no meaning."""
    shapes = shapes_of(link, read)
    return ranges.assignments(link, shapes) if ranges.meaningful(link, shapes) else ()


def shapes_of(link: Link, read: Evaluation) -> dict[str, Shape]:
    """The shapes of the inputs of a link at the point."""
    return {name: read.system.shape(name, kind) for name, kind in _inputs(link)}


@lru_cache(maxsize=4096)
def _inputs(link: Link) -> tuple[tuple[str, Kind], ...]:
    nodes = (node for side in link.parts for node in side.walk())
    return tuple(dict.fromkeys(node.payload for node in nodes if node.word is INPUT))


@lru_cache(maxsize=4096)
def _partial(link: Link) -> tuple[Expr, ...]:
    return tuple([part for side in link.parts for part in partial_parts(side)])


def _components(link: Link, at: Mapping[str, int], lhs: Any, rhs: Any) -> Iterator[Instance]:
    if not (isinstance(lhs, tuple) or isinstance(rhs, tuple)):
        yield Instance(at, lhs, rhs)
        return
    lengths = [(len(side),) for side in (lhs, rhs) if isinstance(side, tuple)]
    between(lengths)
    for k in range(*lengths[0]):
        left = lhs[k] if isinstance(lhs, tuple) else lhs
        right = rhs[k] if isinstance(rhs, tuple) else rhs
        yield Instance({**at, link.component: k + 1}, left, right)


class Gap(Enum):
    """Why a link, or a statement, has no verdict of its own."""

    NONE = ""
    PRECISION = "precision"
    UNAVAILABLE = "unavailable"
    DOUBT = "definedness"  # violated, if all of it is defined
    UNDEFINED = "undefined"
    MEANINGLESS = "no meaning at this size"
    NO_INSTANCE = "no instance at this size"
    CIRCULAR = "circular"
    NOT_COMPUTED = "not computed"


@dataclass(frozen=True)
class Finding:
    """The verdict on a link, with the instance that settles it and the reason when it stays open.

    `margin` is the least relative margin of its instances, a float for pictures and for steering, never
    decisive. `defined`: every part of every instance is certain to have a value. `exact`: all sides are
    rational. `agreed`: open, with sides that agree to 60 digits in every instance that is open.
    """

    verdict: Verdict
    gap: Gap = Gap.NONE
    detail: str = ""
    instance: Instance | None = None
    margin: float = math.inf
    defined: bool = True
    exact: bool = False
    agreed: bool = False


def decide(link: Link, field: Field, read: Evaluation, whole: bool = True) -> Finding:
    """All instances of a link: one violation decides against it, one open instance leaves it open.

    Without `whole` the first violation ends the look: enough for a hypothesis, beyond which nothing matters.
    """
    shapes = shapes_of(link, read)
    if not ranges.meaningful(link, shapes):
        return Finding(Verdict.VACUOUS, Gap.MEANINGLESS)
    seen = _Seen(link, field, read, beside_nought(link) if whole else None)
    for at in ranges.assignments(link, shapes):
        doubtful = [_side(part, read, at) for part in seen.partial]
        sides = [_side(side, read, at) for side in link.parts]
        undefined = next((x for x in (*doubtful, *sides) if isinstance(x, Undefined)), None)
        if undefined is not None:
            return Finding(Verdict.UNDECIDED, Gap.UNDEFINED, f"{undefined}{_named(at)}", defined=False)
        seen.defined &= all(not isinstance(x, Unavailable) and certain(x) for x in doubtful)
        seen.look(at, sides)
        if seen.violation is not None and not whole:
            margin, instance = seen.violation
            return Finding(Verdict.VIOLATED, Gap.NONE, "", instance, margin, seen.defined, seen.exact)
    return seen.finding()


def _rational(side: Any) -> bool:
    return all(map(_rational, side)) if isinstance(side, tuple) else isinstance(side, RATIONALS)


def _named(at: Mapping[str, int]) -> str:
    return " at " + ", ".join(f"{name} = {k}" for name, k in at.items()) if at else ""


def _side(expr: Expr, read: Evaluation, at: Mapping[str, int]) -> Any:
    """The value, or the reason why there is none."""
    try:
        return read(expr, at)
    except (Undefined, Unavailable) as error:
        return error


class _Seen:
    """What the instances of a link showed so far."""

    def __init__(self, link: Link, field: Field, read: Evaluation, beside_nought: Expr | None) -> None:
        self.link, self.field, self.read = link, field, read
        self.beside_nought = beside_nought  # measured by its terms
        self.partial = _partial(link)
        self.verdicts: list[Verdict] = []
        self.tightest: tuple[float, Instance | None] = (math.inf, None)
        self.violation: tuple[float, Instance] | None = None
        self.missing: Unavailable | None = None
        self.defined = True  # every part that may have no value certainly has one
        self.exact = True
        self.agreed = True

    def look(self, at: Mapping[str, int], sides: list[Any]) -> None:
        """The instances with the indices `at`; a side that is Unavailable leaves them open."""
        missing = next((side for side in sides if isinstance(side, Unavailable)), None)
        if missing is not None:
            self.missing = missing
            return
        self.exact &= all(map(_rational, sides))
        found = list(_components(self.link, at, *sides))
        verdicts = [self.field.decide(x.lhs, self.link.op, x.rhs) for x in found]
        equal = Verdict.UNDECIDED in verdicts and self.defined and self._alike(at)
        for instance, verdict in zip(found, verdicts, strict=True):
            self._count(instance, verdict, equal)

    def _count(self, instance: Instance, verdict: Verdict, equal: bool) -> None:
        if equal:
            verdict, margin = compare(NOUGHT, self.link.op, NOUGHT), 0.0
        else:
            margin = _margin(self.field, self.link.op, instance, verdict)
            if self.beside_nought is not None and UNSEEN < abs(margin) < math.inf:
                margin *= self._part(self.beside_nought, instance)
        self.verdicts.append(verdict)
        if verdict is Verdict.UNDECIDED and self.agreed:
            self.agreed = agree(instance.lhs, instance.rhs)
        if margin < self.tightest[0]:
            self.tightest = margin, instance
        if verdict is Verdict.VIOLATED and self.violation is None:
            self.violation = margin, instance

    def _part(self, side: Expr, instance: Instance) -> float:
        """What is left of the terms of a side that is held against 0, between UNSEEN and 1."""
        left = max(abs(nearest(instance.lhs)), abs(nearest(instance.rhs)))
        terms = terms_at(side, self.field.inputs, {name: instance.at[name] for name in side.free})
        return max(left / terms, UNSEEN) if 0 < left < terms else 1.0

    def _alike(self, at: Mapping[str, int]) -> bool:
        """Are both sides one number because they are made alike? Asked where enclosures cannot tell."""
        return same(self.link.lhs, self.link.rhs, lambda expr: self.read(expr, at))

    def finding(self) -> Finding:
        if self.violation is not None:
            margin, instance = self.violation
            if self.defined:
                return Finding(Verdict.VIOLATED, Gap.NONE, "", instance, margin, True, self.exact)
            return Finding(Verdict.UNDECIDED, Gap.DOUBT, "", instance, margin, False)
        if self.missing is not None:
            return Finding(Verdict.UNDECIDED, Gap.UNAVAILABLE, str(self.missing), defined=self.defined)
        verdict, (least, tightest) = all_of(self.verdicts), self.tightest
        if verdict is Verdict.HOLDS and not self.defined:
            return Finding(Verdict.UNDECIDED, Gap.DOUBT, "", tightest, least, False)
        gap = Gap.PRECISION if verdict is Verdict.UNDECIDED else Gap.NONE
        agreed = self.agreed and verdict is Verdict.UNDECIDED
        return Finding(verdict, gap, "", tightest, least, self.defined, self.exact, agreed)


def _margin(field: Field, op: str, instance: Instance, verdict: Verdict) -> float:
    """With the sign of the verdict; zero only at certified equality: what no float sees is still a gap."""
    margin = field.margin(instance.lhs, op, instance.rhs)
    if margin == 0.0 and field.decide(instance.lhs, "==", instance.rhs) is not Verdict.HOLDS:
        margin = UNSEEN
    signs = {} if math.isinf(margin) else {Verdict.HOLDS: abs(margin), Verdict.VIOLATED: -abs(margin)}
    return signs.get(verdict, margin) or 0.0  # no -0.0


def holds(links: Sequence[Link], values: Mapping[str, Any]) -> bool:
    """Certified: every one of these relations holds at the exact inputs `values`."""
    for link in links:
        found = Verdict.UNDECIDED
        for field in (CharPoly(values, 64), Exact(values)):
            with ctx.workprec(field.bits):
                found = decide(link, field, Evaluation(field), whole=False).verdict
            if found is not Verdict.UNDECIDED:
                break
        if found not in (Verdict.HOLDS, Verdict.VACUOUS):
            return False
    return True


ZERO = const(0)


def beside_nought(link: Link) -> Expr | None:
    """The other side of a relation with 0; None where neither side is 0 itself."""
    return link.rhs if link.lhs is ZERO else link.lhs if link.rhs is ZERO else None


def terms(expr: Expr, read: Evaluation, at: Mapping[str, int]) -> Any:
    """The size of the terms of `expr` at each point, shape (B, 1, 1): read floats, indices at the integers
    `at`.
    """
    if expr.expansion is not None:
        return terms(expr.expansion, read, at)
    word, args = expr.word, expr.args
    if word in OF_SIZES:
        return OF_SIZES[word](*[terms(a, read, at) for a in args])
    if word in OF_FIRST:
        return terms(args[0], read, at)
    if word in BOTH:
        return np.maximum(BOTH[word](read(args[0], at)), terms(args[0], read, at))
    if word in OF_VALUES and expr.kind is Kind.SCALAR:
        return OF_VALUES[word](*[read(a, at) for a in args])
    if word is arithmetic.divide:
        return terms(args[0], read, at) / np.abs(read(args[1], at))
    if word is arithmetic.power and args[1].kind is Kind.INTEGER and not args[1].free:
        return terms(args[0], read, at) ** float(abs(read(args[1], at)))
    return _magnitude(read(expr, at), expr.kind)


def terms_at(side: Expr, inputs: Mapping[str, Any], at: Mapping[str, int]) -> float:
    """The same at one exact input; 0 where floats see no size."""
    with np.errstate(all="ignore"):
        try:
            found = terms(side, Evaluation(Floats({n: _array(x) for n, x in inputs.items()})), at)
        except (Undefined, ArithmeticError, ValueError):
            return 0.0
    size = float(np.max(found, initial=0.0))
    return size if np.isfinite(size) else 0.0


def _array(x: Any) -> Any:
    """An exact input as a batch of one in float64."""
    if isinstance(x, int):
        return x
    if isinstance(x, fmpq_mat | ExactMatrix):
        return np.array([nearest(e) for e in x.entries()]).reshape(1, x.nrows(), x.ncols())
    return np.array([nearest(e) for e in (x if isinstance(x, tuple) else (x,))]).reshape(1, -1, 1)


def _magnitude(value: Any, kind: Kind) -> Any:
    """|x|, the largest component of a vector, the Frobenius norm of a matrix."""
    if kind is Kind.MATRIX:
        return np.sqrt((np.asarray(value, dtype=float) ** 2).sum(axis=(-2, -1), keepdims=True))
    if kind is Kind.VECTOR:
        return np.abs(value).max(axis=(-2, -1), keepdims=True, initial=0.0)
    return np.abs(np.asarray(value, dtype=float))


def _lengths_of_rows(A: Any) -> Any:
    """Their product bounds |det A| (Hadamard)."""
    return np.sqrt((A**2).sum(axis=-1, keepdims=True)).prod(axis=-2, keepdims=True)


def _sums_of_rows(A: Any) -> Any:
    """The product of the sums of |a_ij| over each row bounds the permanent."""
    return np.abs(A).sum(axis=-1, keepdims=True).prod(axis=-2, keepdims=True)


def _lengths(u: Any, v: Any) -> Any:
    """|u| |v|, which bounds u'v (Cauchy and Schwarz)."""
    return np.sqrt((u**2).sum(axis=(-2, -1), keepdims=True) * (v**2).sum(axis=(-2, -1), keepdims=True))


def _diagonal(A: Any) -> Any:
    return np.abs(np.diagonal(A, axis1=-2, axis2=-1)).sum(axis=-1)[..., None, None]


def _sum(v: Any) -> Any:
    return np.abs(v).sum(axis=(-2, -1), keepdims=True)


OF_SIZES: dict[Word, Callable[..., Any]] = {
    arithmetic.add: np.add,
    arithmetic.sub: np.add,
    arithmetic.multiply: np.multiply,
    arithmetic.sq: np.square,
    arithmetic.larger: np.maximum,
    arithmetic.smaller: np.maximum,
}
OF_FIRST = {arithmetic.neg, arithmetic.absolute, matrix.T, spectral.lam_min, spectral.s_min, vector.diagonal}
OF_FIRST |= {vector.component, vector.entry, vector.entries, vector.head, vector.smallest, vector.largest}
BOTH: dict[Word, Callable[..., Any]] = {matrix.trace: _diagonal, vector.total: _sum}
OF_VALUES: dict[Word, Callable[..., Any]] = {
    matrix.det: _lengths_of_rows,
    matrix.permanent: _sums_of_rows,
    matrix.mul: _lengths,
    arithmetic.log: lambda x: 1.0 + np.abs(np.log(np.abs(x))),
}
