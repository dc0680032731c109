"""The proof of `classical/lee-frobenius` at n = 2, by identities found by hand: `python tools/prove_lee.py`.

Let a be the larger and t the smaller of |u| and |v| for A, b and s for B, k = (1 + sqrt 2) / 2. Up to the
factor 2 the difference of the two sides is

    F = (k - 1) (a^2 + b^2 + t^2 + s^2) + 2 k a b - 2 Re e - 2 Re f + 2 k Re(e conj f) / (a b),

with e = u_A conj(u_B), f = v_A conj(v_B). Where the larger part is u for both A and B, or v for both, e and f
are the products of the larger and of the smaller parts; otherwise of a larger and a smaller one each. Because
4 k^2 - 4 k - 1 = 0, the form 6k - 4 + 2k Re(x conj y) - 2 Re x - 2 Re y at |x| = |y| = 1 is the square
k |x + y - 1/k|^2. With it F splits into the terms below, which are >= 0. The checker decides.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from perturb.prove import store  # noqa: E402
from perturb.prove.checker.check import Walker, check_data  # noqa: E402
from perturb.prove.checker.numbers import Poly  # noqa: E402
from perturb.prove.checker.paths import Stop  # noqa: E402
from perturb.prove.checker.statements import Statement  # noqa: E402
from perturb.statements.catalogue import catalogue  # noqa: E402
from tools.identities import Factors, Leaf, Num, Plane  # noqa: E402

NAME = "classical/lee-frobenius"
SMALL = Fraction(1, 100)
ROOTS = {"A.u": "r2", "A.v": "r3", "B.u": "r4", "B.v": "r5"}  # the moduli


class Case(Leaf):
    """A leaf where the larger parts of A and B are known."""

    def __init__(self, path: Walker, end: int, large: list[str]) -> None:
        super().__init__(path, end)
        self.r = self.num(path.variable("r1"))  # the root of 2
        self.k = (self.one + self.r) * Fraction(1, 2)
        other = {"u": "v", "v": "u"}
        self.same = large[0] == large[1]
        (p, q), (x, y) = large, (other[large[0]], other[large[1]])
        self.U, self.V, self.W, self.Z = (self.plane(z) for z in (f"A.{p}", f"A.{x}", f"B.{q}", f"B.{y}"))
        self.a, self.t, self.b, self.s = (self.modulus(z) for z in (f"A.{p}", f"A.{x}", f"B.{q}", f"B.{y}"))

    def positive(self, p: int, q: int, by: Fraction) -> Factors:
        """(p sqrt 2 - q) by, where p / q > 17/24: (3 - 2r)^2 r = 17 r - 24."""
        three = self.one * 3 - self.r * 2
        rest = p - Fraction(17 * q, 24)
        return [(by * Fraction(q, 24), three, [self.r]), (by * rest, self.one, [self.r])]

    def less_one(self) -> Factors:
        """r - 1 = (r - 1)^2 (1 + r)."""
        d = self.r - self.one
        return [(Fraction(1), d, []), (Fraction(1), d, [self.r])]

    def modulus(self, z: str) -> Num:
        return self.num(self.path.variable(ROOTS[z]))

    def turned(self) -> None:
        """A and B change places."""
        self.U, self.V, self.W, self.Z = self.W, self.Z, self.U, self.V
        self.a, self.t, self.b, self.s = self.b, self.s, self.a, self.t

    def general(self) -> dict[str, Any]:
        """t s a^2 b^2 F, for t, s > 0."""
        a, b, s, t, r = self.a, self.b, self.s, self.t, self.r
        ab, less = a * b, self.less_one()
        for d in (a - b, t - s):
            self.multiple(less, Fraction(1, 2), ab * d, t, s)
        if self.same:
            e, f = self.U * self.W.conj(), self.V * self.Z.conj()
            for factors in ((a - t, b), (t, b - s)):
                self.multiple(less, 2, ab, t, s, *factors)
                self.modulus_squared(1, self.U * b - self.W * a, t, s, *factors)
            whole = e * (t * s) + f * ab
        else:
            e, f = self.U * self.Z.conj(), self.V * self.W.conj()
            self.add(2, ab, r, a - t, b - s, t, s)
            self.multiple(less, 2, b * a * s, a - t, t)
            self.modulus_squared(1, self.U * s - self.Z * a, a - t, t, by=b)
            self.multiple(less, 2, a * b * t, b - s, s)
            self.modulus_squared(1, self.W * t - self.V * b, b - s, s, by=a)
            whole = f * (s * a) + e * (t * b)
        whole = Plane(whole.re - (r - self.one) * 2 * ab * t * s, whole.im)
        self.modulus_squared(Fraction(1, 2), whole)
        self.modulus_squared(Fraction(1, 2), whole, r)
        return self.closed(t, s)

    def thin(self) -> dict[str, Any]:
        """a^2 b^2 F, for s = 0: what is linear in the smaller part of B is a part of a square."""
        a, b, s, t, k = self.a, self.b, self.s, self.t, self.k
        ab, less = a * b, self.less_one()
        if self.same:
            e = self.U * self.W.conj()
            self.multiple(less, Fraction(1, 2), ab * (a - b))
            self.multiple(less, 2, ab, a, b)
            self.modulus_squared(1, self.U * b - self.W * a, a, b)
            self.multiple(self.positive(194, 211, Fraction(1, 400)), 1, t * ab)
            plus = self.U * b + self.W * a
            self.modulus_squared(SMALL / 2, plus, by=t)
            self.modulus_squared(SMALL / 2, plus, self.r, by=t)
            q = self.V * ab - self.V * e.conj() * k
        else:
            f = self.V * self.W.conj()
            self.multiple(self.positive(25, 26, Fraction(1, 50)), 1, ab * a)
            self.multiple(less, Fraction(1, 2), ab * b)
            self.multiple(less, 1, ab, a, b)
            self.multiple(self.positive(98, 103, Fraction(1, 200)), 1, ab * t)
            self.modulus_squared(1, self.W * a - self.V * b, a, b)
            self.add(1, b * a, b, a - t)  # a b^3 (a - t) (a + t), in two terms
            self.add(1, b, a, b, a - t, t)
            turn = f.conj() * k
            self.modulus_squared(SMALL, Plane(ab + turn.re, turn.im), by=a)
            q = self.U * ab - self.U * f.conj() * k
        self.modulus_squared(SMALL, q - self.Z * (ab * (1 / SMALL)))
        self.vanish(s, ab * ab * s * (self.k - self.one - self.one * (1 / SMALL)))
        return self.closed()

    def none(self) -> dict[str, Any]:
        """a^2 F, for B = 0; F for A = B = 0."""
        a, b, s, t = self.a, self.b, self.s, self.t
        pairs = [(self.U, self.W), (self.V, self.Z)] if self.same else [(self.U, self.Z), (self.V, self.W)]
        if not self.is_zero(a):
            for x in (a, t):
                self.multiple(self.positive(50, 51, Fraction(1, 100)), 1, a * x)
            for x, y in pairs:
                self.modulus_squared(SMALL, x - y * (1 / SMALL), by=a)
            self.small(b, s, 1 + 1 / SMALL, a)
        else:
            for x, y in pairs:
                self.modulus_squared(1, x - y)
            self.small(a, t, Fraction(2), self.one)
            self.small(b, s, Fraction(2), self.one)
        return self.closed()

    def small(self, b: Num, s: Num, c: Fraction, by: Num) -> None:
        """-c by^2 (b^2 + s^2), from b = 0, s (b - s) >= 0."""
        self.add(c, by, s, b - s)
        self.vanish(b, (b + s) * by * by * -c)


SIGNS = {">": 4, "=": 2, "<": 1}


def closing(path: Walker) -> dict[str, Any]:
    """The leaf at the end of a path, with the cases of smaller parts that are 0."""
    held, end = [c.p for c in path.list], len(path.list) - 1
    pairs = ("r2", "r3"), ("r4", "r5")
    large = ["u" if path.variable(u) - path.variable(v) in held else "v" for u, v in pairs]

    def case(at: Walker, exchanged: bool = False) -> Case:
        made = Case(at, end, large)
        if exchanged:
            made.turned()
        return made

    first = case(path)
    if first.is_zero(first.a) or first.is_zero(first.b):
        return case(path, not first.is_zero(first.b)).none()
    return split(
        path,
        first.t,
        lambda at: split(at, first.s, lambda it: case(it).general(), lambda it: case(it).thin()),
        lambda at: case(at, exchanged=True).thin(),
    )


def split(path: Walker, p: Num, above: Any, at_zero: Any) -> dict[str, Any]:
    """By the sign of a p that is known to be >= 0."""
    answers = {}
    for relation, sign in SIGNS.items():
        twin = path.copy()
        twin.put(p.p, sign)
        answers[relation] = (
            never(twin, p.p) if relation == "<" else (above if relation == ">" else at_zero)(twin)
        )
    return {"split": p.written(), "cases": answers}


def never(path: Walker, p: Poly) -> dict[str, Any]:
    """p < 0 and p >= 0."""
    known = next(k for k, c in enumerate(path.list) if c.p == p and c.kind != 2)
    ends = [["1", {"1": "1"}, [len(path.list) - 1]], ["1", {"1": "1"}, [known]]]
    return {"identity": {"sum": ends, "equations": []}}


def tree(path: Walker) -> dict[str, Any]:
    try:
        path.run()
    except Stop as stop:
        kind, *what = stop.args
        if kind == "close":
            return {"close": closing(path)}
        p, enough = what
        answers = [">", "="] if enough == (1, 2, 4) else [">=", "<"]
        twins = path.cases(p, {answer: answer for answer in answers}, path.signs(p))
        return {"ask": {answer: tree(twin) for twin, answer in twins}}
    raise AssertionError


def main() -> None:
    claim = catalogue()[NAME]
    kept = store.find(claim, 1, ROOT / "proofs")
    assert kept is not None
    data = json.loads(kept.raw)
    data |= {"n": 2, "seconds": 0, "leaves": 0, "proofs": []}
    statement = Statement(data, {"n": 2})
    (step,) = [step for steps in statement.then for step in steps]
    goal: dict[str, Any] = {"use": [], "gauges": []}
    goal["tree"] = tree(Walker(statement, [], step, goal))
    data["proofs"] = [{"sizes": {"n": 2}, "goals": [goal]}]
    data["leaves"] = json.dumps(goal).count('"identity"')
    check_data(json.loads(json.dumps(data)))
    print(store.save(claim, data, ROOT / "proofs"))


if __name__ == "__main__":
    main()
