"""Relations with complex sides, as relations of real ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from perturb.vocab.complexes.arithmetic import as_matrix, beside_rows
from perturb.vocab.complexes.meanings import applied
from perturb.vocab.complexes.values import Complex, Multiple, is_complex, lifted
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import WORDS, Expr, as_expr, const
from perturb.vocab.words.lists import Identity

Related = tuple[Any, Any, Any]


def related(name: str, sides: Sequence[Any], ops: Sequence[Any], loewner: Sequence[str]) -> list[Related]:
    """The relations of real sides that a chain says. TypeError where complex numbers have none.

    An equality is one of the real and one of the imaginary parts; Hermitian matrices are ordered as their
    doubles are; a number is not another where the modulus of the difference is not 0.
    """
    pairs = [(sides[k], op, sides[k + 1]) for k, op in enumerate(ops)]
    return [one for pair in pairs for one in _related(name, *pair, loewner)]


def _related(name: str, lhs: Any, op: Any, rhs: Any, loewner: Sequence[str]) -> list[Related]:
    if not is_complex(lhs) and not is_complex(rhs):
        return [(_sized(lhs, rhs), op, _sized(rhs, lhs))]
    if op in loewner:
        return [(_ordered(lhs, rhs), op, _ordered(rhs, lhs))]
    if op not in ("==", "!="):
        side = lhs if is_complex(lhs) else rhs
        kind = getattr(side, "kind", Kind.SCALAR if isinstance(side, complex) else Kind.MATRIX)
        what = "number" if kind is Kind.SCALAR else kind.value
        raise TypeError(
            f"{name}: {op!r} joins real sides, and one is a complex {what}: "
            + (
                "'loewner' joins Hermitian ones"
                if kind is Kind.MATRIX
                else "write real(...), imag(...) or abs(...)"
            )
        )
    x, y = beside_rows(lifted(lhs, rhs), lifted(rhs, lhs), is_complex(lhs), is_complex(rhs))
    if op == "==":
        return [(x.re, op, y.re), (x.im, op, y.im)]
    return [(applied(WORDS["abs"], (applied(WORDS["sub"], (x, y)),)), op, const(0))]


def _sized(side: Any, other: Any) -> Any:
    """A multiple of I beside a real matrix, in a chain with complex sides."""
    fits = isinstance(side, Identity) and isinstance(other, Expr) and other.kind is Kind.MATRIX
    return side.beside(other) if fits else side


def _ordered(side: Any, other: Any) -> Expr | Identity:
    """A side of the Loewner order: the double of a matrix, and 0."""
    if not is_complex(side) and not isinstance(side, Identity) and as_expr(side) is const(0):
        return const(0)
    found = lifted(side, other) if isinstance(side, Complex | Multiple | Identity) else lifted(as_expr(side))
    return as_matrix(found).double
