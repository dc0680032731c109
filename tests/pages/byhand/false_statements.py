"""False statements with points that violate them, and how a check of one is made and run."""

from __future__ import annotations

import builtins
from fractions import Fraction

from perturb import claim, given, paper, then
from perturb.domains import (
    activation,
    integer,
    orthogonal,
    psd,
    rectangular,
    scalar,
    square,
    together,
    vector,
)
from perturb.pages.byhand.script import by_hand
from perturb.vocab import (
    I,
    T,
    absolute,
    det,
    diagonal,
    entries,
    hadamard,
    kappa,
    kron,
    lam_max,
    leading,
    mat_abs,
    mat_sqrt,
    moduli,
    norm,
    op,
    partial_products,
    partial_sums,
    permanent,
    rank,
    s,
    s1,
    s_min,
    schatten,
    smaller,
    sq,
    sqrt,
    trace,
    without_columns,
)

MINE = paper("mine")


def only_fractions(name, *rest, **more):
    assert name == "fractions", name
    return builtins.__import__(name, *rest, **more)


def run(code):
    """Execute in a namespace that can import `fractions` and nothing else; what it prints."""
    said = []
    allowed = {**vars(builtins), "__import__": only_fractions, "print": said.append}
    exec(compile(code, "check", "exec"), {"__builtins__": allowed})
    return said


def check(of, inputs, **more):
    code = by_hand(of, of.domain.point(inputs), **more)
    assert code is not None
    [said] = run(code)
    assert said.startswith("the statement fails here: lhs ")
    return code


def statement(domain, body):
    return claim(MINE, "label", domain=domain)(body)


def false_statements():
    """False statements over the whole vocabulary that fractions reach, each with a point that violates it."""

    def same_index(A, B):
        yield then(s(A + B), "<=", s(A) + s(B))

    def sums(A, B):
        yield then(partial_sums(s(A @ B)), "<=", partial_products(s(A)) * s(B) / 2)

    def condition(A, B):
        yield then(kappa(A + B), "<=", kappa(A) + kappa(B))

    def absolute_value(A, B):
        yield then(mat_abs(A + B), "loewner", mat_abs(A) + mat_abs(B))

    def squares(A, C):
        yield then(A @ A, "loewner", (A + C) @ (A + C))

    def roots(A, C):
        yield then(mat_sqrt(A + C), "loewner", mat_sqrt(A))

    def eigenvalues(A, B):
        yield then(absolute(moduli(A) - moduli(B)), "<=", op(A - B))

    def shifted(M, rho):
        yield then(s(M + rho * I), ">=", s(M))

    def flattened(M, D, z):
        yield given(norm(z), ">", 0)
        yield then(norm(M @ z), "==", norm(z) * s_min(M @ D) / 3)

    def deletion(A, k):
        yield then(kappa(without_columns(A, k)), "<=", kappa(A))

    def bounded(M):
        yield given(s1(M), "<", 1)
        yield then(kappa(I + M), "<", sqrt(1 + lam_max(M + T(M)) + sq(s1(M))) / (1 - s1(M)))

    def permanents(A, B):
        yield then(permanent(hadamard(A, B)) + det(leading(kron(A, B), 3)), "<", trace(A) - rank(B))

    def powers(A, B):
        yield then(schatten(A, 3) ** 2, "<=", smaller(schatten(B, Fraction(3, 2)), s1(B)) ** -1)

    def unequal(A, B):
        yield then(entries(A), "!=", entries(B))

    def spread(A, B):
        yield then(diagonal(A - B) * (s1(A) - s1(B)), ">", -1)

    two = square(count=2, n=(1, 3))
    ones, cut = [[1, 1], [1, 1]], [[1, 0], [0, 0]]
    skew, turned = [[0, 1], [0, 0]], [["3/5", "4/5"], ["-4/5", "3/5"]]
    wide = [[1, 1, 0], [0, "1/4", 1]]
    deleted = together(A=rectangular(), k=integer(1, 2), m=(1, 3), n=(1, 4))
    return [
        (two, same_index, {"A": cut, "B": [[0, 0], [0, 1]]}),
        (two, same_index, {"A": [[1, 2], [0, 0]], "B": [[0, 0], ["1/7", 3]]}),
        (two, sums, {"A": [[1, 2], [3, 4]], "B": [[1, 1], [0, 2]]}),
        (two, condition, {"A": [[1, 0], [0, 1]], "B": [["-1/2", 0], [0, 1]]}),
        (two, absolute_value, {"A": ones, "B": [[1, 0], [0, -1]]}),
        (two, absolute_value, {"A": skew, "B": [[1, 2], [0, 1]]}),
        (together(A=psd(), C=psd(), n=(1, 3)), squares, {"A": ones, "C": cut}),
        (together(A=psd(), C=psd(), n=(1, 3)), roots, {"A": [[2, 1], [1, 3]], "C": cut}),
        (two, eigenvalues, {"A": skew, "B": [[0, 1], ["1/4", 0]]}),
        (two, eigenvalues, {"A": skew, "B": [[0, 1], ["-1/5", 0]]}),
        (together(M=square(), rho=scalar(low=0), n=(1, 3)), shifted, {"M": [[-1, 0], [1, -2]], "rho": 1}),
        (
            together(M=orthogonal(), D=activation(0), z=vector(), n=(1, 3)),
            flattened,
            {"M": turned, "D": [[1, 0], [0, 1]], "z": [1, 1]},
        ),
        (deleted, deletion, {"A": wide, "k": 1}),
        (square(n=(1, 3)), bounded, {"M": [["1/2", 0], [0, "-1/2"]]}),
        (two, permanents, {"A": [[1, 2], [3, 4]], "B": ones}),
        (two, powers, {"A": [[1, 2], [3, 5]], "B": ones}),
        (two, unequal, {"A": ones, "B": [[2, 1], [3, 4]]}),
        (two, spread, {"A": [[1, 1], [0, -4]], "B": [[2, 1], [1, 2]]}),
    ]


FALSE = false_statements()
