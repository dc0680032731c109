"""Words for norms, all defined by singular values or entries."""

from __future__ import annotations

from perturb.vocab.grammar.kinds import INT, Kind, M, S, V, When
from perturb.vocab.grammar.tree import CONST, Expr, Word
from perturb.vocab.words.arithmetic import power, sq, sqrt
from perturb.vocab.words.spectral import s, s1
from perturb.vocab.words.vector import entries, largest, total


def _schatten_kind(A: Kind, p: Kind) -> Kind:
    if A is not M or p not in (INT, S):
        raise TypeError(f"schatten takes a matrix and a number, not a {A.value} and a {p.value}")
    return S


def _schatten(A: Expr, p: Expr) -> Expr:
    """(sum s_i^p)^(1/p), p >= 1 a constant."""
    return power.node(total.node(power.node(s.node(A), p)), 1 / p)


def _no_norm(A: Expr, p: Expr) -> bool:
    """For p > 0 the sum under the root is never negative."""
    return not (p.word is CONST and p.payload[0] > 0)


op = Word(
    "op",
    S,
    r"\lVert {0:0‖} \rVert",
    meaning="the operator (spectral) norm, s_1",
    nonneg=When.ALWAYS,
    body=lambda A: s1(A),
    accepts=(M,),
)
fro = Word(
    "fro",
    S,
    r"\lVert {0:0‖} \rVert_F",
    meaning="the Frobenius norm, the root of the sum of all squared entries",
    nonneg=When.ALWAYS,
    body=lambda A: sqrt(total(sq(entries(A)))),
    accepts=(M,),
    partial=False,
)
nuclear = Word(
    "nuclear",
    S,
    r"\lVert {0:0‖} \rVert_*",
    meaning="the nuclear (trace) norm, the sum of the singular values",
    nonneg=When.ALWAYS,
    body=lambda A: total(s(A)),
    accepts=(M,),
)
schatten = Word(
    "schatten",
    _schatten_kind,
    r"\lVert {0:0‖} \rVert_{{S_{{{1:0}}}}}",
    meaning="the Schatten norm, (the sum of all s_i^p)^(1/p), p >= 1",
    takes=("matrix", "number p"),
    nonneg=When.ALWAYS,
    counts=True,
    body=_schatten,
    partial=_no_norm,
)
ky_fan = Word(
    "ky_fan",
    S,
    r"\lVert {0:0‖} \rVert_{{({1:0})}}",
    meaning="the Ky Fan norm, the sum of the k largest singular values, 0 <= k <= min(m, n)",
    nonneg=When.ALWAYS,
    body=lambda A, k: total(s(A)[:k]),
    accepts=(M, INT),
)
norm = Word(
    "norm",
    S,
    r"\lVert {0:0‖} \rVert",
    meaning="the Euclidean norm of a vector",
    nonneg=When.ALWAYS,
    body=lambda v: sqrt(total(sq(v))),
    accepts=(V,),
    partial=False,
)
max_entry = Word(
    "max_entry",
    S,
    r"\lVert {0:0‖} \rVert_{{\max}}",
    meaning="the largest |a_ij|; a norm, not a submultiplicative one",
    nonneg=When.ALWAYS,
    body=lambda A: largest(abs(entries(A))),
    accepts=(M,),
)
