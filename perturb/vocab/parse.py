"""Canonical text back into trees: a saved statement can be decided again from its file alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from flint import fmpq, fmpq_mat

from perturb.enclosure import OPERATORS
from perturb.vocab.identity import constant_matrix
from perturb.vocab.order import Link, ranged
from perturb.vocab.tree import INDEX, Expr, const, index, indices, variable
from perturb.vocab.word import WORDS, Kind


def parse_link(text: str, kinds: Mapping[str, Kind]) -> Link:
    """The relation written by `Link.canonical`. Raises ValueError for anything else."""
    try:
        return _link(text, kinds)
    except (TypeError, ZeroDivisionError, RecursionError) as error:
        raise ValueError(f"statement: {error}") from None


def _link(text: str, kinds: Mapping[str, Kind]) -> Link:
    tokens = re.findall(r"\(|\)|[^\s()]+", text)
    if len(tokens) < 4 or tokens[0] != "(" or tokens[-1] != ")":
        raise ValueError(f"statement {text!r} is not a relation")
    op, rest = tokens[1], tokens[2:-1]
    if op not in OPERATORS:
        raise ValueError(f"statement: {op!r} is not one of {', '.join(OPERATORS)}")
    lhs, rest = _read(rest, kinds)
    rhs, rest = _read(rest, kinds)
    if rest:
        raise ValueError(f"statement {text!r} goes on after its end")
    if Kind.MATRIX in (lhs.kind, rhs.kind):
        raise ValueError(f"statement {text!r} relates matrices")
    return ranged("statement", (Link(lhs, op, rhs),))[0]


def _read(tokens: list[str], kinds: Mapping[str, Kind]) -> tuple[Expr, list[str]]:
    if not tokens or tokens[0] == ")":
        raise ValueError("statement ends too early")
    if tokens[0] != "(":
        return _leaf(tokens[0], kinds), tokens[1:]
    if len(tokens) < 2:
        raise ValueError("statement ends too early")
    name, rest = tokens[1], tokens[2:]
    args: list[Expr] = []
    while rest and rest[0] != ")":
        arg, rest = _read(rest, kinds)
        args.append(arg)
    if name == "index":
        return _index(args), rest[1:]
    if name.startswith("matrix["):
        return _constant(name), rest[1:]
    if name not in WORDS or not rest:
        raise ValueError(f"statement: unknown word {name!r}")
    return WORDS[name].node(*args), rest[1:]


def _leaf(token: str, kinds: Mapping[str, Kind]) -> Expr:
    if token in kinds:
        return variable(token, kinds[token])
    if re.fullmatch(r"-?\d+(/\d+)?", token):
        return const(Fraction(token))
    if re.fullmatch(r"[A-Za-z_]\w*", token):
        return indices(token)[0]
    raise ValueError(f"statement: {token!r} is neither a number nor a name")


def _index(args: list[Expr]) -> Expr:
    if len(args) != 3 or args[0].word is not INDEX:
        raise ValueError("statement: an index has a name and two ends")
    return index(args[0].payload[0], args[1], args[2])


def _constant(name: str) -> Expr:
    rows = [[fmpq(*map(int, x.split("/"))) for x in row.split(",")] for row in name[7:-1].split(";")]
    if len({len(row) for row in rows}) != 1:
        raise ValueError(f"statement: {name} is ragged")
    return constant_matrix(fmpq_mat(len(rows), len(rows[0]), [x for row in rows for x in row]))
