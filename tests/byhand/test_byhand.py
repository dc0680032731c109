"""Every generated check runs in an empty namespace and its lines can fail."""

from __future__ import annotations

import builtins
import json
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import theorems
from perturb import claim, given, paper, then
from perturb.byhand import kit
from perturb.byhand.script import by_hand
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
from perturb.statements.catalogue import catalogue
from perturb.vocab import (
    I,
    T,
    absolute,
    circulant,
    det,
    diag,
    diagonal,
    entries,
    hadamard,
    inv,
    kappa,
    kron,
    lam_max,
    larger,
    leading,
    mat_abs,
    mat_exp,
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
    slopes,
    smaller,
    spectral_radius,
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


@pytest.mark.parametrize(
    ("domain", "body", "inputs"), FALSE, ids=[f"{k}-{f[1].__name__}" for k, f in enumerate(FALSE)]
)
def test_a_check_runs_uses_every_input_and_ends_in_the_violation(domain, body, inputs):
    code = check(statement(domain, body), inputs)
    lines = re.sub("#.*", "", code)
    for name in [name for name, x in inputs.items() if isinstance(x, list)]:
        assert len(re.findall(rf"\b{name}\b", lines.split(f"\n{name} = ")[1])) > 0, name
    shown, said = code.rstrip().splitlines()[-2:]
    relation = shown.removeprefix("assert ")
    assert relation.startswith("lhs ")
    assert said.startswith(f'print("the statement fails here: {relation}')


@pytest.mark.parametrize(
    ("line", "change"),
    [("A = ", "A = [[F(1), F(0)], [F(0), F(1)]]"), ("lhs = ", "lhs = F(0)"), ("rhs = ", "rhs = F(9)")],
)
def test_a_check_fails_when_a_line_is_another(line, change):
    domain, body, inputs = FALSE[1]
    code = check(statement(domain, body), inputs)
    broken = [change if text.startswith(line) else text for text in code.splitlines()]
    assert broken != code.splitlines()
    with pytest.raises(AssertionError):
        run("\n".join(broken))


def test_a_true_statement_has_no_check():
    domain, body, _ = FALSE[0]
    of = statement(domain, body)
    assert by_hand(of, of.domain.point({"A": [[1]], "B": [[2]]})) is None


EQUALITIES = {
    "sum": lambda A, B: (s1(A) + s1(B), s1(B) + s1(A)),
    "difference": lambda A, B: (s1(A) - s1(B), -(s1(B) - s1(A))),
    "negative product": lambda A, B: ((s1(A) - s1(B)) * s1(A), sq(s1(A)) - s1(A) * s1(B)),
    "quotient": lambda A, B: (s1(A) / s1(B) * s1(B), s1(A)),
    "negative quotient": lambda A, B: ((s1(A) - s1(B)) / (0 - s1(B)), 1 - s1(A) / s1(B)),
    "absolute value": lambda A, B: (absolute(s1(A) - s1(B)), absolute(s1(B) - s1(A))),
    "roots": lambda A, B: (sqrt(s1(A)) * sqrt(s1(B)), sqrt(s1(A) * s1(B))),
    "powers": lambda A, B: (s1(A) ** Fraction(-3, 2) * sq(s1(A)), sqrt(s1(A))),
    "extremes": lambda A, B: (smaller(s1(A), s1(B)) + larger(s1(A), s1(B)), s1(A) + s1(B)),
    "spectra": lambda A, B: (s1(A), sqrt(lam_max(T(A) @ A))),
    "moduli": lambda A, B: (spectral_radius(A + T(A)), s1(A + T(A))),
    "inverse": lambda A, B: (s1(inv(A)), 1 / s_min(A)),
    "negation": lambda A, B: (0 - s1(A), -sqrt(lam_max(T(A) @ A))),
    "matrix root": lambda A, B: (lam_max(mat_sqrt(T(A) @ A)), s1(A)),
}


IRRATIONAL = [
    [[1, 2], [0, 1]],
    [[3, 1], [1, "1/3"]],
    [[5, 1], [2, 1]],
    [[1, 1], [0, 7]],
    [[2, 9], [1, 3]],
    [[1, 4], [4, 0]],
]


@pytest.mark.parametrize("sign", ["<=", ">="])
@pytest.mark.parametrize("sides", EQUALITIES.values(), ids=EQUALITIES)
def test_equal_irrational_numbers_are_never_shown_to_differ(sides, sign):
    def body(A, B):
        lhs, rhs = sides(A, B)
        yield then(lhs, sign, rhs)

    of = statement(square(count=2, n=(1, 2)), body)
    for A, B in zip(IRRATIONAL, reversed(IRRATIONAL), strict=True):
        assert by_hand(of, of.domain.point({"A": A, "B": B})) is None


def test_a_point_outside_the_hypotheses_has_no_check():
    domain, body, _ = FALSE[13]
    of = statement(domain, body)
    assert by_hand(of, of.domain.point({"M": [[2, 0], [0, -2]]})) is None


def test_a_point_outside_the_domain_has_no_check():
    domain, body, _ = FALSE[6]
    of = statement(domain, body)
    assert by_hand(of, of.domain.point({"A": [[0, 1], [0, 0]], "C": [[1, 0], [0, 0]]})) is None


def test_words_beyond_fractions_have_no_check():
    def exponential(A):
        yield then(s1(mat_exp(A)), "<=", 1)

    of = statement(square(n=(1, 2)), exponential)
    assert by_hand(of, of.domain.point({"A": [[1]]})) is None


def test_names_that_the_check_needs_are_given_way():
    def body(F, times):
        yield then(s(F @ times), "<=", s(F) * s(times) / 2)

    check(statement(square(count=2, n=(1, 2)), body), {"F": [[1]], "times": [[1]]})


def test_names_that_python_needs_are_given_way():
    def body(sum, print):
        yield then(s(sum @ print), "<=", s(sum) * s(print) / 2)

    ones = [[1, 1], [1, 2]]
    code = check(statement(square(count=2, n=(1, 2)), body), {"sum": ones, "print": ones})
    assert "\nprint_ = " in code


def test_the_named_instance_is_the_one_shown():
    domain, body, _ = FALSE[0]
    of = statement(domain, body)
    diagonals = {"A": [[1, 0, 0], [0, 0, 0], [0, 0, 0]], "B": [[0, 0, 0], [0, 1, 0], [0, 0, 1]]}
    code = check(of, diagonals, at={"i": 3})
    assert "# the statement says lhs <= rhs at i = 3" in code
    assert 'print("the statement fails here: lhs > rhs at i = 3")' in code


def test_slopes_come_with_the_sign_that_they_rest_on():
    def body(W, z, eta):
        yield then(s1(diag(slopes(W @ z, eta)) @ W), "<=", s1(W) / 4)

    domain = together(W=rectangular(), z=vector(), eta=scalar(), m=2, n=2)
    code = check(statement(domain, body), {"W": [[1, 0], [0, -1]], "z": [1, 1], "eta": 0})
    assert "> 0  # so the slope is 1" in code
    assert "< 0  # so the slope is" in code


def test_an_irrational_multiple_is_within_a_stated_distance():
    def body(A):
        yield then(s(sqrt(2) * A), "<=", Fraction(7, 5) * s(A))

    code = check(statement(square(n=(1, 2)), body), {"A": [[1, 1], [0, 1]]})
    assert "(Frobenius norm) of what it stands for" in code


def test_a_circular_convolution_is_written_out():
    def body(v):
        yield then(s1(circulant(v)), "<=", v[1])

    assert "[[v[0], v[1]], [v[1], v[0]]]" in check(statement(vector(n=2), body), {"v": [1, 2]})


BEYOND = {"mat_exp", "numerical_radius", "mat_abs"}
WITNESSES = sorted(Path(theorems.__file__).parent.glob("*/witnesses/*.json"))


def test_every_stored_witness_has_a_check_that_runs():
    """Only statements about matrix functions and numerical radii may do without one."""
    known = catalogue()
    silent = []
    for path in WITNESSES:
        content = json.loads(path.read_text())
        of = known[content["claim"]]
        point = of.domain.point({name: x["value"] for name, x in content["inputs"].items()})
        code = by_hand(of, point, content["failed"], content["at"])
        if code is None:
            nodes = {node for link in of.conclusions for side in link.parts for node in side.walk()}
            silent.append({node.word.name for node in nodes} & BEYOND)
        else:
            assert run(code)[-1].startswith("the statement fails here")
    assert all(silent)
    assert len(silent) < len(WITNESSES) / 2


def exact(A):
    return [[Fraction(int(x)) for x in row] for row in A]


def test_counts_of_eigenvalues_agree_with_lapack():
    rng = np.random.default_rng(1)
    for n in (1, 2, 3, 4):
        for _ in range(20):
            A = rng.integers(-3, 4, size=(n, n))
            S, t = A + A.T, int(rng.integers(-3, 4))
            values = np.linalg.eigvalsh(S)
            more, least = kit.above(exact(S), Fraction(t))
            assert more == np.sum(values > t + 1e-8)
            assert least == np.sum(values > t - 1e-8)
            # 7/13 is no modulus of a matrix of integers, nor a product of two: its circle is never touched.
            r = Fraction(7, 13) * int(rng.integers(1, 9))
            assert kit.inside(exact(A), r) == np.sum(np.abs(np.linalg.eigvals(A)) < float(r))


def test_inverse_determinant_and_permanent_agree_with_numpy():
    A = [[0, 2, 1], [1, 1, 0], [3, 0, 1]]
    assert kit.times(exact(A), kit.inverse(exact(A))) == kit.identity(3)
    assert kit.determinant(exact(A)) == round(np.linalg.det(A))
    assert kit.permanent(exact(A)) == 0 + 2 * 1 * 1 + 2 * 0 * 3 + 1 * 1 * 0 + 1 * 1 * 3
