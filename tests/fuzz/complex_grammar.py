"""Random statements with complex inputs, over the words that have a meaning for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from tests.fuzz.complex_statements import Node, Relation, Sub, constant, say

NAMES = [*"ABCKPUaxyzwRDSut"]
KINDS = {**dict.fromkeys("ABCKPURDS", "m"), **dict.fromkeys("axyu", "v"), **dict.fromkeys("zwt", "n")}
INPUT = {name: Node("input", (name,), KINDS[name], name not in "RDSut") for name in NAMES}
WHOLE, EXPONENTS = (0, 1, 2, 3, -1, -2), (Fraction(1, 2), Fraction(3, 2), 2, -1, Fraction(-1, 2))
REAL_CONSTANTS = (0, 1, 1, 2, -1, Fraction(1, 2), Fraction(-3, 2), 3, "pi", "root")
COMPLEX_CONSTANTS = (1j, 2j, -1j, 1 + 1j, 0.5 - 1.5j, 2 + 0j, 0j)
OPERATORS = ("<=", "<", ">=", ">", "==", "!=")
OF_ANY = [
    "fro",
    "op",
    "s1",
    "s_min",
    "s_star",
    "kappa",
    "cond",
    "nuclear",
    "max_entry",
    "norm_1",
    "norm_inf",
    "rank",
]


@dataclass
class Grammar:
    """C and D are m x n, other matrices n x n; a has length m, other vectors n."""

    rng: np.random.Generator
    sizes: tuple[int, int]
    names: str = ""

    def one(self, choices: Sequence[Any]) -> Any:
        return choices[int(self.rng.integers(len(choices)))]

    def chance(self, p: float) -> bool:
        return bool(self.rng.random() < p)

    def leaf(self, names: str) -> Node:
        return INPUT[self.one(names)]

    def form(self, depth: int, leaves: str, forms: Sequence[Callable[[int], Node]]) -> Node:
        return self.leaf(leaves) if depth <= 0 or self.chance(0.2) else self.one(forms)(depth - 1)

    def sub(self) -> Sub:
        if not self.names or self.chance(0.15):
            return Sub(self.one([1, 1, 1, 2, 2, 3]))
        name = self.one(self.names)
        return self.one([Sub(0, name), Sub(0, name), Sub(1, name), Sub(-1, name), Sub(3, name, -1)])

    def place(self) -> Sub:
        return Sub(1 + int(self.rng.integers(self.sizes[1])))

    def square(self, depth: int) -> Node:
        q, c = self.square, self.number
        return self.form(
            depth,
            "AAABKPURS",
            [
                lambda d: say("matmul", q(d), q(d)),
                lambda d: say("matmul", q(d), q(d)),
                lambda d: say(self.one(["add", "sub", "hadamard", "commutator"]), q(d), q(d)),
                lambda d: say("plus_multiple", q(d), c(d)),
                lambda d: say("mul", c(d), q(d)),
                lambda d: say("div", q(d), c(d)),
                lambda d: say(self.one(["neg", "H", "T", "conj", "H", "real", "imag", "eye"]), q(d)),
                lambda d: say(
                    self.one(["inv", "inv", "pinv", "polar", "laplacian", "range_projection"]), q(d)
                ),
                lambda d: say(self.one(["upper", "lower", "strict_upper", "strict_lower"]), q(d)),
                lambda d: say("matpow", q(d), self.one([0, 2, 3, -1])),
                lambda d: say("mat_exp", q(d)),
                lambda d: say("diag", self.vector(d)),
                lambda d: self.outer(d),
                lambda d: self.hermitian(d),
                lambda d: say("banded", q(d), self.one([0, 1])),
                lambda d: say("matmul", say("H", self.leaf("CD")), self.leaf("CC")),
            ],
        )

    def outer(self, d: int) -> Node:
        y = self.vector(d)
        return say("outer", self.vector(d), y if y.over_c else INPUT["y"])  # H of a real vector is no row

    def hermitian(self, depth: int) -> Node:
        h, r = self.hermitian, self.real
        return self.form(
            depth,
            "KKPS",
            [
                lambda d: self.twice(self.square(d), "add"),
                lambda d: self.twice(self.square(d), "matmul"),
                lambda d: say("mul", constant(1j), self.twice(self.square(d), "sub")),
                lambda d: say(self.one(["add", "sub", "hadamard"]), h(d), h(d)),
                lambda d: say("mul", r(d), h(d)),
                lambda d: say("plus_multiple", h(d), r(d)),
                lambda d: say(self.one(["inv", "conj", "T", "neg", "real"]), h(d)),
                lambda d: say("diag", self.reals(d)),
                lambda d: say("matpow", h(d), self.one([2, 3])),
                lambda d: self.between(self.square(d), h(d)),
                lambda d: say("mat_abs", self.square(d)),
                lambda d: say(self.one(["mat_sqrt", "mat_log", "mat_sqrt"]), self.positive(d)),
                lambda d: say("mat_power", self.positive(d), self.one([Fraction(1, 4), Fraction(1, 2)])),
                lambda d: say("eigenprojection", h(d), self.place()),
                lambda d: say("spectral_projection", h(d), Sub(1), self.place()),
                lambda d: say("mat_exp", h(d)),
            ],
        )

    def positive(self, d: int) -> Node:
        P = self.one([INPUT["P"], self.twice(self.square(d), "matmul"), self.hermitian(d)])
        return self.one([P, say("plus_multiple", P, constant(1))])

    def twice(self, X: Node, word: str) -> Node:
        return say(word, X, say("H", X))

    def between(self, X: Node, H: Node) -> Node:
        return say("matmul", say("matmul", X, H), say("H", X))

    def matrix(self, depth: int) -> Node:
        """Of any shape."""
        m = self.matrix
        words = ["leading", "trailing", "upper_right", "lower_left", "without_columns", "without_rows"]
        return self.form(
            depth,
            "CCCDA",
            [
                lambda d: self.square(d),
                lambda d: say(self.one(words), m(d), self.sub()),
                lambda d: say(
                    self.one(["H", "T", "conj", "real", "imag", "neg", "pinv", "entrywise_abs"]), m(d)
                ),
                lambda d: say("matmul", self.leaf("CD"), self.square(d)),
                lambda d: say("mul", self.number(d), m(d)),
                lambda d: say(self.one(["add", "sub", "hadamard"]), self.leaf("CD"), self.leaf("CD")),
                lambda d: say("column_matrix", self.vector(d)),
                lambda d: say("kron", self.leaf("Cxau"), self.leaf("yAu")),
                lambda d: say(self.one(["hstack", "vstack"]), self.leaf("CD"), self.leaf("CD")),
                lambda d: say("block", *[self.leaf("AKRU") for _ in range(4)]),
                lambda d: say("schur", self.square(d), self.sub()),
                lambda d: say(self.one(["upper", "strict_lower", "mat_abs", "range_projection"]), m(d)),
            ],
        )

    def vector(self, depth: int) -> Node:
        v = self.vector
        return self.form(
            depth,
            "xxyu",
            [
                lambda d: say("matmul", self.square(d), v(d)),
                lambda d: say(self.one(["add", "sub", "mul"]), v(d), v(d)),
                lambda d: say(self.one(["mul", "add"]), self.number(d), v(d)),
                lambda d: say("div", v(d), self.number(d)),
                lambda d: say(self.one(["conj", "neg", "real", "imag", "abs"]), v(d)),
                lambda d: say("pow", v(d), self.one([0, 2, 3, -1])),
                lambda d: say(self.one(["diagonal", "row_sums", "column_sums"]), self.square(d)),
                lambda d: say(self.one(["row", "column"]), self.square(d), self.place()),
                lambda d: self.reals(d),
            ],
        )

    def reals(self, depth: int) -> Node:
        """A real vector of length n."""
        return self.form(
            depth,
            "u",
            [
                lambda d: say("lam", self.hermitian(d)),
                lambda d: say(self.one(["s", "moduli", "s", "eig_re"]), self.square(d)),
                lambda d: say(self.one(["real", "imag", "abs"]), self.vector(d)),
                lambda d: say(self.one(["sq", "sqrt"]), self.reals(d)),
                lambda d: say(
                    self.one(["add", "sub", "mul", "larger", "smaller"]), self.reals(d), self.reals(d)
                ),
                lambda d: say("mul", self.real(d), self.reals(d)),
            ],
        )

    def any_vector(self, d: int) -> Node:
        if self.chance(0.4):
            return self.vector(d)
        if self.chance(0.3):
            return say("head", self.vector(d), self.sub())
        return say(self.one(["entries", "vec_columns", "vec_rows", "s", "diagonal"]), self.matrix(d))

    def number(self, depth: int) -> Node:
        """Real or complex."""
        c = self.number
        if depth <= 0:
            return self.one([self.leaf("zzwt"), self.constant(), self.component(0)])
        forms: list[Callable[[int], Node]] = [
            lambda d: say(self.one(["add", "sub", "mul", "div"]), c(d), c(d)),
            lambda d: say(self.one(["conj", "neg", "H"]), c(d)),
            lambda d: say("pow", c(d), self.one(WHOLE)),
            lambda d: say(self.one(["det", "trace", "permanent", "det"]), self.square(d)),
            lambda d: self.pairing(self.vector(d), self.vector(d)),
            lambda d: self.form_of(self.vector(d), self.square(d)),
            lambda d: say("sum", self.any_vector(d)),
            self.component,
            self.real,
        ]
        return self.one(forms)(depth - 1)

    def constant(self) -> Node:
        return constant(self.one([*REAL_CONSTANTS, *COMPLEX_CONSTANTS]))

    def pairing(self, x: Node, y: Node) -> Node:
        return say("matmul", say("H", x if x.over_c or y.over_c else INPUT["x"]), y)

    def form_of(self, x: Node, A: Node) -> Node:
        row = say("matmul", say("H", x if x.over_c else INPUT["y"]), A)
        return say("matmul", row, self.leaf("xyu"))

    def component(self, d: int) -> Node:
        if self.chance(0.3):
            return say("entry", self.matrix(d), self.sub(), self.sub())
        return say("component", self.any_vector(d), self.sub())

    def real(self, depth: int) -> Node:
        if depth <= 0:
            return self.made_real(
                self.one([INPUT["t"], constant(self.one(REAL_CONSTANTS)), self.component(0)])
            )
        r, c = self.real, self.number
        forms: list[Callable[[int], Node]] = [
            lambda d: say(self.one(["add", "sub", "mul", "div", "larger", "smaller"]), r(d), r(d)),
            lambda d: say(self.one(["sqrt", "sq", "neg", "abs", "exp", "log", "conj"]), r(d)),
            lambda d: say("pow", r(d), self.one(EXPONENTS)),
            lambda d: say(self.one(["real", "imag", "abs"]), c(d)),
            lambda d: say(self.one(["real", "imag", "abs"]), c(d)),
            lambda d: say(self.one(OF_ANY), self.matrix(d)),
            lambda d: say(self.one(OF_ANY), self.square(d)),
            lambda d: say("schatten", self.matrix(d), self.one([1, 2, 3, Fraction(3, 2)])),
            lambda d: say("ky_fan", self.matrix(d), self.sub()),
            lambda d: say(self.one(["numerical_radius", "spectral_radius"]), self.square(d)),
            lambda d: say(self.one(["lam_max", "lam_min"]), self.maybe_hermitian(d)),
            lambda d: say(self.one(["norm", "norm_1", "norm_inf"]), self.any_vector(d)),
            lambda d: say(self.one(["max", "min", "sum"]), self.reals(d)),
            lambda d: say("component", self.reals(d), self.sub()),
        ]
        return self.made_real(self.one(forms)(depth - 1))

    def maybe_hermitian(self, d: int) -> Node:
        return self.hermitian(d) if self.chance(0.93) else self.square(d)

    def made_real(self, node: Node) -> Node:
        return say(self.one(["real", "imag", "abs"]), node) if node.over_c else node

    def relation(self, depth: int) -> list[Relation]:
        form = self.rng.random()
        if form < 0.2:
            return [self.known_equal()]
        if form < 0.35:
            return [Relation(self.number(depth), self.one(["==", "==", "!="]), self.number(depth - 1))]
        if form < 0.42:
            return [Relation(self.vector(depth), self.one(["==", "!="]), self.vector(depth - 1))]
        if form < 0.5:
            return [Relation(self.hermitian(depth), "loewner", self.hermitian(depth - 1))]
        if form < 0.56:
            return [Relation(self.reals(depth), self.one(["majorized", "weakly majorized"]), self.reals(1))]
        if form < 0.66:
            rhs = self.one([self.reals(depth - 1), self.real(0)])
            return [Relation(self.reals(depth), self.one(OPERATORS), rhs)]
        sides = [self.real(depth), self.real(self.one([0, 1, depth])), self.real(1)][: self.one([2, 2, 2, 3])]
        return [Relation(x, self.one(OPERATORS), y) for x, y in pairwise(sides)]

    def known_equal(self) -> Relation:
        lhs, rhs = self.one(IDENTITIES)(self)
        ops = ["==", "==", "!="] if lhs.over_c or rhs.over_c else OPERATORS
        return Relation(lhs, self.one(ops), say("add", rhs, constant(TINY)) if self.chance(0.2) else rhs)

    def statement(self) -> tuple[list[list[Relation]], list[list[Relation]]]:
        """Hypotheses and conclusions, each a chain."""
        self.names = "ij"[: self.one([0, 0, 0, 1, 1, 2])]
        hypotheses = [self.hypothesis() for _ in range(self.one([0, 0, 0, 1, 1, 2]))]
        return hypotheses, [self.relation(self.one([1, 2, 2, 3])) for _ in range(self.one([1, 1, 1, 2]))]

    def hypothesis(self) -> list[Relation]:
        if self.chance(0.5):
            return [Relation(say(self.one(["fro", "op"]), self.square(1)), ">=", constant(0))]
        return self.relation(1)


def _identities() -> list[Callable[[Grammar], tuple[Node, Node]]]:
    A, B, C, K, P, U = (INPUT[name] for name in "ABCKPU")
    x, y, z, w_ = (INPUT[name] for name in "xyzw")
    H, AA, KK = (lambda X: say("H", X)), say("matmul", A, B), say("sub", A, say("H", A))
    mul, sq = (lambda p, q: say("mul", p, q)), (lambda p: say("mul", p, p))
    on = lambda word: lambda X: say(word, X)  # noqa: E731
    det, tr, s, conj, ab, fro, per = map(on, ("det", "trace", "s", "conj", "abs", "fro", "permanent"))
    turned = say("matmul", say("matmul", U, K), H(U))
    i_K = mul(constant(1j), K)
    pairs = [
        (det(AA), mul(det(A), det(B))),
        (det(H(A)), conj(det(A))),
        (per(H(A)), conj(per(A))),
        (per(say("T", A)), per(A)),
        (tr(AA), tr(say("matmul", B, A))),
        (tr(say("commutator", A, B)), constant(0)),
        (tr(say("matmul", H(C), C)), sq(fro(C))),
        (say("imag", tr(K)), constant(0)),
        (say("imag", det(K)), constant(0)),
        (say("real", tr(KK)), constant(0)),
        (s(A), s(H(A))),
        (s(C), s(conj(C))),
        (s(say("matmul", U, A)), s(A)),
        (say("lam", turned), say("lam", K)),
        (say("lam", say("T", K)), say("lam", K)),
        (say("lam", P), s(P)),
        (say("moduli", say("T", A)), say("moduli", A)),
        (say("moduli", AA), say("moduli", say("matmul", B, A))),
        (say("eig_re", i_K), mul(constant(0), say("lam", K))),
        (say("eig_re", H(A)), say("eig_re", A)),
        (ab(det(A)), ab(det(say("matmul", U, A)))),
        (ab(det(U)), constant(1)),
        (say("op", U), constant(1)),
        (say("op", say("mat_exp", i_K)), constant(1)),
        (say("numerical_radius", K), say("op", K)),
        (say("spectral_radius", K), say("op", K)),
        (sq(say("op", C)), say("lam_max", say("matmul", H(C), C))),
        (fro(say("kron", C, x)), mul(fro(C), say("norm", x))),
        (fro(say("outer", x, y)), mul(say("norm", x), say("norm", y))),
        (say("rank", say("matmul", H(C), C)), say("rank", C)),
        (say("matmul", H(x), x), sq(say("norm", x))),
        (say("matmul", H(x), y), conj(say("matmul", H(y), x))),
        (say("sum", mul(conj(x), y)), say("matmul", H(x), y)),
        (tr(say("outer", x, y)), say("matmul", H(y), x)),
        (say("matmul", say("matmul", H(x), A), y), say("matmul", H(x), say("matmul", A, y))),
        (say("imag", say("matmul", say("matmul", H(x), K), x)), constant(0)),
        (mul(z, conj(z)), sq(ab(z))),
        (ab(mul(z, w_)), mul(ab(z), ab(w_))),
        (say("div", z, w_), say("div", mul(z, conj(w_)), sq(ab(w_)))),
        (say("add", sq(say("real", z)), sq(say("imag", z))), sq(ab(z))),
        (say("pow", z, -2), say("div", constant(1), mul(z, z))),
        (say("add", say("real", x), mul(constant(1j), say("imag", x))), x),
        *[
            (say("entries", p), say("entries", q))
            for p, q in (
                (say("matmul", say("inv", A), A), say("eye", A)),
                (say("matmul", U, H(U)), say("eye", A)),
                (H(AA), say("matmul", H(B), H(A))),
                (say("T", H(C)), conj(C)),
                (say("inv", H(A)), H(say("inv", A))),
                (say("matmul", say("mat_sqrt", P), say("mat_sqrt", P)), P),
                (say("matmul", say("matmul", C, say("pinv", C)), C), C),
                (say("sub", say("plus_multiple", A, z), A), say("plus_multiple", mul(constant(0), A), z)),
                (say("add", say("real", A), mul(constant(1j), say("imag", A))), A),
                (say("matpow", A, 2), say("matmul", A, A)),
                (say("mat_abs", K), say("mat_sqrt", say("matmul", K, K))),
            )
        ],
    ]
    same = lambda g: (lambda p: (p, p))(g.number(2))  # noqa: E731
    doubled = lambda g: (lambda p: (say("add", p, p), mul(constant(2), p)))(g.vector(1))  # noqa: E731
    return [*[(lambda g, pair=pair: pair) for pair in pairs], same, doubled]


IDENTITIES = _identities()
TINY = Fraction(1, 10**30)
