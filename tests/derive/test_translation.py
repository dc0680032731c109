"""Texts and their normal forms have the same values: random texts at random points, also degenerate."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

from perturb.derive.checker.matrices import Matrix, Unspoken
from perturb.derive.checker.member import Wording, reader
from perturb.derive.checker.polynomials import Poly
from perturb.derive.checker.reading import TermReader, Tree
from perturb.derive.texts import text

SPACES = """A general m n; B general m n; C general n n; S symmetric n n; P projection n n; G psd n n;
x vector n; Q orthogonal n;
D activation n 0; E activation n -1; U diagonal n n; O orthogonal m; K general 1 1;
y vector m; z vector 1; c scalar; d scalar; i integer 1 n"""
INPUTS = [line.split() for line in SPACES.split(";")]
ENDS = {"i": ("1", "n"), "m": ("1", "4"), "n": ("1", "4")}
MATRICES = {"mn": "AB", "nn": "CSPQDEGU", "mm": "O", "11": "K"}
PLAIN: list[Tree] = ["c", "d", "2", "-1/2", "-2", "i", ("cols", "A"), ("rows", "A")]
ILL, LARGE = 1e6, 1e6


def singular(A: Any) -> Any:
    return np.linalg.svd(A, compute_uv=False)


def inverse(A: Any) -> Any:
    if np.linalg.cond(A) > ILL:
        raise ZeroDivisionError
    return np.linalg.inv(A)


def over(x: Any, y: Any) -> Any:
    if np.min(np.abs(y)) < 1 / ILL:
        raise ZeroDivisionError
    return x / y


MEANING: dict[str, Callable[..., Any]] = {
    "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "neg": lambda x: -x, "mul": lambda x, y: x * y,
    "div": over, "sq": lambda x: x * x, "pow": lambda x, k: x ** int(k), "abs": np.abs, "larger": np.maximum,
    "smaller": np.minimum, "sqrt": np.sqrt, "matmul": lambda A, B: A @ B, "T": lambda A: A.T, "diag": np.diag,
    "eye": lambda A: np.eye(A.shape[1]), "sym": lambda A: (A + A.T) / 2, "diagonal": np.diag, "kron": np.kron,
    "commutator": lambda A, B: A @ B - B @ A, "entries": lambda A: A.reshape(-1), "inv": inverse,
    "column_matrix": lambda v: v[:, None], "hadamard": lambda A, B: A * B, "sum": np.sum, "s": singular,
    "component": lambda v, i: v[int(i) - 1], "entry": lambda A, i, j: A[int(i) - 1, int(j) - 1],
    "lam": lambda A: np.linalg.eigvalsh(A)[::-1], "norm": np.linalg.norm, "fro": np.linalg.norm,
    "max": np.max, "min": np.min, "partial_sums": np.cumsum, "head": lambda v, k: v[: int(k)],
    "s1": lambda A: singular(A)[0], "s_min": lambda A: singular(A)[-1], "trace": np.trace,
    "nuclear": lambda A: singular(A).sum(), "rank": lambda A: (singular(A) > 1e-8).sum(),
    "cols": lambda A: A.shape[1], "rows": lambda A: A.shape[0], "length": len,
}  # fmt: skip


def meaning(tree: Tree, point: dict[str, Any]) -> Any:
    """The value of the text, computed from the text."""
    if isinstance(tree, str):
        return point[tree] if tree in point else float(Fraction(tree))
    return MEANING[tree[0]](*[meaning(arg, point) for arg in tree[1:]])


class Normal:
    """Values of normal forms, computed from the names of atoms and letters."""

    def __init__(self, R: TermReader, point: dict[str, Any]) -> None:
        self.R, self.point, self.found = R, point, dict[Any, Any]()

    def number(self, p: Poly) -> Any:
        return sum(
            float(c) * np.prod([over_power(self.atom(k), e) for k, e in m]) for m, c in p.terms.items()
        )

    def side(self, p: Poly) -> int:
        return round(float(self.number(p)))

    def matrix(self, M: Matrix) -> Any:
        rows, cols = self.side(M.rows), self.side(M.cols)
        parts = [self.number(c) * self.word(w, rows) for w, c in M.terms.items()]
        return sum(parts, np.zeros((rows, cols)))

    def word(self, word: Any, n: int = 1) -> Any:
        found = np.eye(n)
        for at, (k, turned) in enumerate(word):
            letter = self.letter(k).T if turned else self.letter(k)
            found = found @ letter if at else letter
        return found

    def atom(self, k: int) -> Any:
        kind, *rest = self.R.names[k]
        if k not in self.found:
            self.found[k] = self.value(kind, rest)
        return self.found[k]

    def letter(self, k: int) -> Any:
        kind, *rest = self.R.names[k]
        if (k, kind) not in self.found:
            x = np.asarray(self.column(kind, rest))
            self.found[k, kind] = x if x.ndim == 2 else x[:, None]
        return self.found[k, kind]

    def value(self, kind: str, rest: list[Any]) -> Any:
        if kind in ("input", "size", "index"):
            return self.point[rest[0]]
        if kind in ("min", "sqrt", "relu", "inv"):
            x = [self.number(p) for p in rest]
            if kind == "min":
                return min(x)
            return np.sqrt(x[0]) if kind == "sqrt" else max(x[0], 0) if kind == "relu" else over(1, x[0])
        if kind in ("fro", "rank", "max"):
            return MEANING[kind](self.matrix(rest[0]))
        if kind == "esum":
            return np.prod([self.word(w) for w in rest[0]], axis=0).sum()
        x, at = self.word(rest[0]), [self.side(p) - 1 for p in rest[1:]]
        return x[(*at, 0)[:2]] if kind in ("comp", "entry") else np.trace(x) if kind == "tr" else x.sum()

    def column(self, kind: str, rest: list[Any]) -> Any:
        if kind == "input":
            return self.point[rest[0]]
        if kind in ("s", "lam", "inv", "hadamard"):
            return MEANING[kind](*map(self.matrix, rest))
        if kind in ("relu", "root", "reciprocal"):
            x = self.matrix(rest[0])
            return np.maximum(x, 0) if kind == "relu" else np.sqrt(x) if kind == "root" else over(1, x)
        if kind == "ones":
            return np.ones(self.side(rest[0]))
        if kind == "had":
            return np.prod([self.word(w) for w in rest[0]], axis=0)
        if kind == "kron":
            return np.kron(*[self.word(w, self.side(u[0])) for w, u in zip(rest[:2], rest[2:], strict=True)])
        x = self.word(rest[0], self.side(rest[1]) if kind == "vec" else 1)
        if kind == "head":
            return x[: self.side(rest[1])]
        if kind in ("psum", "rev", "vec"):
            return np.cumsum(x) if kind == "psum" else x[::-1] if kind == "rev" else x.reshape(-1)
        return np.diag(x[:, 0] if kind == "diag" else x)


def over_power(x: Any, e: int) -> Any:
    return x**e if e > 0 else over(1, x**-e)


class Texts:
    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)

    def matrix(self, sides: str, depth: int) -> Tree:
        a, b = sides[0], sides[1]
        plain = MATRICES.get(sides, "")
        if depth <= 0 or self.draw.random() < 0.25:
            if plain:
                return self.draw.choice(plain)
            column: Tree = ("column_matrix", self.vector(a if b == "1" else b, 0))
            return column if b == "1" else ("T", column if a == "1" else self.draw.choice("AB"))
        words = ["add", "sub", "neg", "T", "scaled", "matmul", "matmul", "hadamard", "kron"]
        words += ["sym", "commutator", "eye", "diag", "inv", "shift"] if a == b else []
        word, k = self.draw.choice(words), self.draw.choice("mnn1")
        if word in ("add", "sub", "hadamard", "commutator"):
            return word, self.matrix(sides, depth - 1), self.matrix(sides, depth - 1)
        if word in ("neg", "sym", "eye", "inv"):
            return word, self.matrix(sides, depth - 1)
        if word in ("T", "diag"):
            return word, self.matrix(b + a, depth - 1) if word == "T" else self.vector(a, depth - 1)
        if word == "scaled":
            return "mul", self.number(depth - 1), self.matrix(sides, depth - 1)
        if word == "shift":
            return "add", self.matrix(sides, 1), ("mul", self.number(1), ("eye", self.matrix(sides, 0)))
        if word == "kron":
            return word, self.matrix("1" + b, depth - 1), self.matrix(a + "1", depth - 1)
        return word, self.matrix(a + k, depth - 1), self.matrix(k + b, depth - 1)

    def symmetric(self, depth: int) -> Tree:
        A, c, k = self.matrix("nn", depth - 1), self.number(depth - 1), self.draw.choice("SPG")
        X, Q = self.matrix(self.draw.choice("mn1") + "n", depth - 1), self.draw.choice("QEC")
        inner: list[Tree] = [k, ("sym", A), ("mul", c, k), ("matmul", ("T", X), X), ("neg", k)]
        inner += [("sub", k, ("mul", c, ("eye", "S"))), ("matmul", Q, ("matmul", k, ("T", Q)))]
        return self.draw.choice(inner)

    def vector(self, side: str, depth: int) -> Tree:
        if depth <= 0 or self.draw.random() < 0.2:
            return {"n": "x", "m": "y", "1": "z"}[side]
        v, w, c = self.vector(side, depth - 1), self.vector(side, depth - 1), self.number(depth - 1)
        inner: list[Tree] = [
            ("add", v, w),
            ("sub", v, w),
            ("mul", v, w),
            ("larger", v, w),
            ("smaller", v, "0"),
        ]
        inner += [("mul", c, v), ("add", v, c), ("div", v, c), ("abs", v), ("sq", v), ("partial_sums", v)]
        inner += [("matmul", self.matrix(side + "n", depth - 1), "x"), ("sqrt", ("sq", v)), ("pow", v, "3")]
        inner += [("entries", self.matrix(self.draw.choice([side + "1", "1" + side]), depth - 1))]
        if side == "n":
            inner += 2 * [("lam", self.symmetric(depth)), ("s", self.matrix("nn", depth - 1))]
            inner += [("diagonal", self.matrix("nn", depth - 1))]
        return self.draw.choice(
            [*inner, ("head", self.vector("n", depth - 1), "1")] if side == "1" else inner
        )

    def number(self, depth: int) -> Tree:
        if depth <= 0 or self.draw.random() < 0.15:
            return self.draw.choice(PLAIN)
        x, y, side = self.number(depth - 1), self.number(depth - 1), self.draw.choice("nnm1")
        sides = self.draw.choice(["mn", "nm", "nn", "1n", "m1", "11"])
        v, w, A = self.vector(side, depth - 1), self.vector(side, depth - 1), self.matrix(sides, depth - 1)
        B = self.matrix(self.draw.choice([sides, sides[::-1]]), depth - 1)
        n: list[Tree] = [(word, x, y) for word in ("add", "sub", "mul", "div", "larger", "smaller")]
        n += [("abs", x), ("sqrt", ("sq", x)), ("pow", x, "3"), ("sum", ("mul", v, w))]
        n += [(word, A) for word in ("fro", "s1", "s_min", "nuclear", "rank")]
        n += [(word, v) for word in ("sum", "norm", "max", "min")]
        n += [("trace", self.matrix(side * 2, depth - 1)), ("sum", ("mul", ("entries", A), ("entries", B)))]
        last: Tree = ("sub", ("add", ("cols", "A"), "1"), "i")
        u = self.vector("n", depth - 1)
        n += [("component", u, k) for k in ("1", "i", last)] + [("sum", ("head", u, "i"))]
        return self.draw.choice([*n, ("entry", self.matrix("nn", depth - 1), "i", "1")])


def at_random(rng: np.random.Generator, m: int, n: int) -> dict[str, Any]:
    kind = rng.choice(["any", "any", "zero", "one", "whole"])

    def matrix(a: int, b: int) -> Any:
        X = rng.normal(size=(a, b))
        zero = kind == "zero" and rng.random() < 0.5
        rank_1 = np.outer(X[:, 0], X[0])
        return 0 * X if zero else rank_1 if kind == "one" else np.round(X) if kind == "whole" else X

    def turn(k: int) -> Any:
        return np.linalg.qr(rng.normal(size=(k, k)))[0]

    C, S, some = matrix(n, n), matrix(n, n), turn(n)[:, : rng.integers(0, n + 1)]
    return {
        **{"A": matrix(m, n), "B": matrix(m, n), "C": C, "S": S + S.T, "P": some @ some.T, "Q": turn(n)},
        **{"D": np.diag(rng.integers(0, 2, n) * 1.0), "E": np.diag(rng.integers(0, 2, n) * 2.0 - 1)},
        **{"G": C @ C.T, "U": np.diag(matrix(n, 1)[:, 0]), "O": turn(m), "K": matrix(1, 1), "m": m, "n": n},
        **{"x": matrix(n, 1)[:, 0], "y": matrix(m, 1)[:, 0], "z": matrix(1, 1)[:, 0], "c": rng.normal()},
        **{"d": float(rng.choice([-2, -1, 1, 0.5])), "i": int(rng.integers(1, n + 1))},
    }


def compared(seed: int, number: int, fixed: int) -> int:
    """How many values were compared."""
    texts, count = Texts(seed), 0
    ends = {**ENDS, **({"n": (str(fixed),) * 2} if fixed else {})}
    for k in range(number):
        R, depth = reader(Wording("", INPUTS, ends, [], [])), texts.draw.choice([1, 2, 2, 3])
        make: Callable[[int], Tree] = texts.draw.choice(
            [texts.number, lambda d: texts.vector("n", d), lambda d: texts.matrix("nm", d)]
        )
        tree = make(depth)
        try:
            value, _ = R.reading(tree)
        except (Unspoken, LookupError):
            continue
        for at in range(3):
            rng = np.random.default_rng([seed, k, at])
            point = at_random(rng, int(rng.integers(1, 5)), fixed or int(rng.integers(1, 5)))
            try:
                x = np.asarray(meaning(tree, point), dtype=float)
                normal = Normal(R, point)
                y = np.asarray(normal.matrix(value) if isinstance(value, Matrix) else normal.number(value))
            except (ZeroDivisionError, np.linalg.LinAlgError, IndexError):
                continue
            if np.isfinite(x).all() and np.abs(x).max(initial=0) < LARGE:
                y = y[:, 0] if isinstance(value, Matrix) and value.vector else y
                assert x.shape == y.shape, text(tree)
                assert np.allclose(x, y, rtol=1e-4, atol=1e-4), (text(tree), point, x, y)
                if isinstance(value, Poly):
                    assert x > -1e-6 or not R.clear(value), text(tree)
                count += 1
    return count


@pytest.mark.parametrize("fixed", [0, 1, 2])
def test_texts_are_their_normal_forms(fixed: int) -> None:
    deep = settings().max_examples >= 2_000
    for seed in range(20 if deep else 1):
        assert compared(seed, 600, fixed) > 900
