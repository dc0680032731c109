"""Texts and their normal forms have the same values: random texts at random points, also degenerate."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

from perturb.derive.checker.matrices import Matrix, Unspoken
from perturb.derive.checker.member import Wording, reader
from perturb.derive.checker.polynomials import Poly
from perturb.derive.checker.reading import Tree
from perturb.derive.texts import text
from tests.derive.values import Normal, meaning

SPACES = """A general m n; B general m n; C general n n; S symmetric n n; P projection n n; G psd n n;
x vector n; Q orthogonal n;
D activation n 0; E activation n -1; U diagonal n n; O orthogonal m; K general 1 1;
y vector m; z vector 1; c scalar; d scalar; i integer 1 n; j integer 0 m"""
INPUTS = [line.split() for line in SPACES.split(";")]
ENDS = {"i": ("1", "n"), "j": ("0", "m"), "m": ("1", "4"), "n": ("1", "4")}
MATRICES = {"mn": "AB", "nn": "CSPQDEGU", "mm": "O", "11": "K"}
CUT = {"p": ("n", "i"), "q": ("m", "j")}  # sides n - i and m - j, which may be 0
PLAIN: list[Tree] = ["c", "d", "2", "-1/2", "-2", "i", ("cols", "A"), ("rows", "A")]
LARGE = 1e6


class Texts:
    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)

    def matrix(self, sides: str, depth: int) -> Tree:
        a, b = sides[0], sides[1]
        plain = MATRICES.get(sides, "")
        if depth <= 0 or self.draw.random() < 0.25:
            if plain:
                return self.draw.choice(plain)
            if a in CUT and b != "1":
                return "without_rows", self.matrix(CUT[a][0] + b, depth - 1), CUT[a][1]
            if b in CUT and a != "1":
                return "without_columns", self.matrix(a + CUT[b][0], depth - 1), CUT[b][1]
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
            plain = {"n": "x", "m": "y", "1": "z"}
            return plain[side] if side in plain else ("matmul", self.matrix(side + "n", 0), "x")
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
        x, y, side = self.number(depth - 1), self.number(depth - 1), self.draw.choice("nnm1pq")
        sides = self.draw.choice(["mn", "nm", "nn", "1n", "m1", "11", "qn", "mp", "pn", "qp", "nq"])
        v, w, A = self.vector(side, depth - 1), self.vector(side, depth - 1), self.matrix(sides, depth - 1)
        B = self.matrix(self.draw.choice([sides, sides[::-1]]), depth - 1)
        n: list[Tree] = [(word, x, y) for word in ("add", "sub", "mul", "div", "larger", "smaller")]
        n += [("abs", x), ("sqrt", ("sq", x)), ("pow", x, "3"), ("sum", ("mul", v, w))]
        n += [(word, A) for word in ("fro", "s1", "s_min", "nuclear", "rank", "max_entry")]
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
        "j": int(rng.integers(0, m + 1)),
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
            except (ZeroDivisionError, np.linalg.LinAlgError, IndexError, ValueError):
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
