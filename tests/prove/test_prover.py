"""The prover: true statements are proved, false ones never; Gram matrices where linear programs fail."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from flint import fmpq, fmpq_mat

from perturb import claim, given, paper, then
from perturb.cli import main
from perturb.domains import m_matrix, positive_definite, psd, scalar, square, symmetric, together, vector
from perturb.prove import store
from perturb.prove.checker.check import check_data
from perturb.prove.identities import linear_program, semidefinite_program
from perturb.prove.identities.conditions import Conditions
from perturb.prove.identities.grams import face, flips, squares
from perturb.prove.identities.linear_program import Width
from perturb.prove.identities.semidefinite_program import Program, solved
from perturb.prove.prover import attempt
from perturb.prove.reading.path import Constraint
from perturb.prove.reading.ring import Poly, Ring
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.vocab import (
    I,
    T,
    det,
    entries,
    fro,
    inv,
    kappa,
    lam_max,
    lam_min,
    mat_sqrt,
    nuclear,
    rank,
    s1,
    s_min,
    sq,
    sqrt,
    trace,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import LEAVES, WORDS, Word, as_expr, variable
from tests.samples import KINDS, uses

ME = paper("me")
CATALOGUE = catalogue()


def body(statement, domain):
    return claim(ME, statement.__name__, domain=domain)(statement)


@pytest.mark.parametrize(
    ("name", "n"),
    [
        ("classical/fan-hoffman", 1),
        ("classical/fan-hoffman", 2),
        ("classical/hadamard-determinant", 2),
        ("classical/weyl-eigenvalues", 2),
        ("classical/cauchy-interlacing-columns", 2),
        ("riedi2022/lem-29.87", 2),  # by lemmas
    ],
)
def test_theorems_of_the_catalogue_are_proved(name, n):
    found = attempt(CATALOGUE[name], n, 20)
    assert found.outcome == "proved", found.note
    assert found.certificate["fingerprint"] == CATALOGUE[name].fingerprint


def too_small_a_constant(A):
    yield then(trace(A), "<=", 1.999 * s1(A))


def strict_at_equality(A):
    yield then(abs(det(A)), "<", s1(A) * s_min(A) + 0 * fro(A))


def rank_of_zero(A):
    yield then(1, "<=", rank(A))


def a_sign_is_lost(A):
    yield then(lam_max(A), "<=", fro(A) - 0.001 * sqrt(lam_max(A @ A)))


@pytest.mark.parametrize(
    "statement", [too_small_a_constant, strict_at_equality, rank_of_zero, a_sign_is_lost]
)
def test_a_false_statement_is_not_proved(statement):
    assert attempt(body(statement, symmetric(n=(1, 3))), 2, 3).outcome in ("open", "timeout", "false")


@pytest.mark.parametrize("statement", [strict_at_equality, rank_of_zero])
def test_a_model_counts_when_the_engine_certifies_it(statement):
    found = attempt(body(statement, symmetric(n=(1, 3))), 2, 3)
    assert found.outcome == "false", found
    assert found.note.startswith("violated at A = [[")
    assert all(len(digits) < 4 for digits in re.findall(r"\d+", found.note)), found.note


@pytest.mark.parametrize(
    "name", ["refuted/loewner-square", "refuted/shift-monotone", "refuted/growth-without-one"]
)
def test_what_the_catalogue_refutes_is_not_proved(name):
    assert attempt(CATALOGUE[name], 2, 1.5).outcome not in ("proved", "no size")


def neumann(A):
    yield given(s1(A), "<", 1)
    yield then(0, "<=", s_min(inv(I - A)))


def undefined_somewhere(A):
    yield then(1, "<=", kappa(A))


def root_of_a_negative_number(A):
    yield then(0, "<=", sqrt(lam_min(A)))


def never_defined(A):
    yield then(mat_sqrt(A - (1 + s1(A)) * I)[1, 1], "<=", 7)


@pytest.mark.parametrize(
    ("statement", "everywhere"),
    [(neumann, True), (undefined_somewhere, False), (root_of_a_negative_number, False)],
)
def test_a_proof_says_whether_everything_is_defined(statement, everywhere):
    found = attempt(body(statement, square(n=(1, 3)) if statement is neumann else symmetric(n=(1, 3))), 2, 10)
    assert found.outcome == "proved", found.note
    assert found.certificate["defined"] is everywhere


def test_nothing_is_proved_of_what_has_no_value():
    assert attempt(body(never_defined, psd(n=(1, 3))), 1, 10).outcome == "no size"


@pytest.mark.parametrize(
    ("name", "n"), [("refuted/absolute-value-triangle", 2), ("dittmer2019/fig-1.setup", 3)]
)
def test_lengths_that_are_zero_and_shapes_that_do_not_fit_are_no_crash(name, n):
    """A vector that is 0 on a path; a product at a size that the statement does not have."""
    assert attempt(catalogue()[name], n, 4).outcome != "proved"


def test_sizes_and_subscripts_that_do_not_exist():
    found = attempt(CATALOGUE["classical/horn-product"], 1, 10)
    assert found.outcome == "no size"


USER = """
from perturb import claim, paper, then
from perturb.domains import symmetric
from perturb.vocab import lam_max, s1

@claim(paper("me"), "1", domain=symmetric(n=(1, 3)))
def top(A):
    yield then(lam_max(A), "<=", s1(A))

@claim(paper("me"), "2", domain=symmetric(n=(1, 3)))
def false(A):
    yield then(lam_max(A), "<=", s1(A) / 2)
"""


def test_the_command_proves_a_users_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(USER)
    done = CliRunner().invoke(main, ["prove", "mine.py", "--n", "2", "--seconds", "10", "--json"])
    rows = [json.loads(line) for line in done.output.splitlines()]
    assert [(row["id"], row["outcome"]) for row in rows] == [("me/top", "proved"), ("me/false", "refuted")]
    assert done.exit_code == 1
    assert rows[0]["file"] == "proofs/me/mine.n2.jsonl#me/top"
    (kept,) = store.named(rows[0]["file"])
    assert json.loads(kept.raw)["id"] == "me/top"


@pytest.mark.parametrize("words", [["prove"], ["prove", "nothing-like-this"], ["prove", "x", "--n", "3"]])
def test_bad_input_is_one_line(words):
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2
    assert "Traceback" not in done.output


# Gram matrices where linear programs fail: faces, exact points, and statements that need them.


ME_SEMIDEFINITE = paper("semidefinite")
SOON = 60.0
QUARTIC = Width(1, 4, gram=True)


@claim(ME_SEMIDEFINITE, "1", domain=together(A=square(), B=square(), n=(1, 3)))
def nuclear_norm_of_a_product(A, B):
    yield then(2 * nuclear(A @ T(B)), "<=", sq(fro(A)) + sq(fro(B)))


def conditions(*constraints: tuple[str, str], root: str = "") -> Conditions:
    """Constraints in x, y, z and the root r1 of a polynomial, written as Python."""
    ring = Ring(["x", "y", "z"])
    made = [Constraint(eval(text, dict(ring.variables)), kind) for text, kind in constraints]
    rules = {ring.first_root: eval(root, dict(ring.variables))} if root else {}
    return Conditions(ring, made, rules)


def total(system: Conditions, found: dict) -> Poly:
    """The sum that an identity says is 0."""
    ring = system.ring

    def read(written: dict[str, str]) -> Poly:
        value = ring.zero
        for monomial, c in written.items():
            p, q = (int(part) for part in [*c.split("/"), "1"][:2])
            term = ring.constant(fmpq(p, q))
            for factor in [] if monomial == "1" else monomial.split("*"):
                name, _, power = factor.partition("^")
                term = term * ring.variables[name] ** int(power or 1)
            value = value + term
        return value

    value = ring.zero
    for c, root, numbers in found["sum"]:
        term = read({"1": c}) * read(root) ** 2
        for k in numbers:
            term = term * system.constraints[k].poly
        value = value + term
    for k, multiple in found["equations"]:
        value = value + read(multiple) * system.constraints[k].poly
    return system.reduced(value)


def test_a_form_that_is_no_sum_of_squares_of_binomials() -> None:
    """(x + y + z)^2 + (x - 2y)^2 < 0: no square of two monomials is in it."""
    system = conditions(("-(x + y + z)**2 - (x - 2*y)**2", ">"))
    assert linear_program.identity(system, Width(1, 2, True), process_time() + SOON) is None
    found = semidefinite_program.identity(system, Width(1, 2, gram=True), process_time() + SOON)
    assert found is not None
    assert total(system, found).is_zero()
    assert all(fmpq(*[int(p) for p in [*c.split("/"), "1"][:2]]) > 0 for c, _, _ in found["sum"])


def test_equality_on_a_line_is_cut_away() -> None:
    """x^4 + 2 y^4 + z^4 - 4 x y^2 z >= 0 with equality where x = z, y = x: a thin set of Gram matrices."""
    system = conditions(("4*x*y**2*z - x**4 - 2*y**4 - z**4", ">"))
    found = semidefinite_program.identity(system, QUARTIC, process_time() + SOON)
    assert found is not None
    assert total(system, found).is_zero()


def test_equations_take_multiples() -> None:
    """x y > 1 on the unit circle."""
    system = conditions(("x**2 + y**2 - 1", "="), ("x*y - 1", ">"))
    found = semidefinite_program.identity(system, Width(1, 2, gram=True), process_time() + SOON)
    assert found is not None
    assert found["equations"]
    assert total(system, found).is_zero()


def test_a_positive_form_that_is_no_sum_of_squares_is_left_alone() -> None:
    """Motzkin's form: no Gram matrix, and no solution is made up."""
    system = conditions(("3*x**2*y**2*z**2 - x**4*y**2 - x**2*y**4 - z**6", ">"))
    assert semidefinite_program.identity(system, Width(1, 6, gram=True), process_time() + SOON) is None


def test_what_can_be_met_is_not_contradicted() -> None:
    system = conditions(("x**2 + y**2 - x*y - 1", ">"), ("4 - x**2 - y**2", ">="))
    assert semidefinite_program.identity(system, QUARTIC, process_time() + SOON) is None


def test_signs_that_may_be_changed_together() -> None:
    system = conditions(("x*y + z**2", ">="), ("z - x**2", ">="))
    assert [sorted(flip) for flip in flips(system, [0, 1, 2])] == [[0, 1]]


def test_time_that_is_over_ends_the_path() -> None:
    program = Program([1], [[(0, 0, 1.0)]], ([], 0), np.ones(1), [0.0])
    assert solved(program, process_time() - 1) is None
    point = solved(program, process_time() + SOON)
    assert point is not None
    assert abs(point.primal[0][0, 0] - 1) < 1e-6


def test_an_impossible_program_has_no_point() -> None:
    """X = -1."""
    assert solved(Program([1], [[(0, 0, 1.0)]], ([], 0), -np.ones(1), [0.0]), process_time() + SOON) is None


def test_the_face_of_a_singular_matrix() -> None:
    """(1, -1/2) is in the kernel: what is left is along (1/2, 1)."""
    v = np.array([0.5, 1.0])
    w = np.array([1.0, -0.5])
    columns = face(np.outer(v, v) + 1e-10 * np.outer(w, w), np.outer(w, w) + 1e-10 * np.outer(v, v))
    assert columns in ([[fmpq(1), fmpq(2)]], [[fmpq(1, 2), fmpq(1)]])
    assert face(np.eye(2), 1e-9 * np.eye(2)) is None


def test_squares_of_a_matrix_that_is_not_positive() -> None:
    assert list(squares(fmpq_mat(2, 2, [1, 2, 2, 1]))) == []
    assert list(squares(fmpq_mat(2, 2, [0, 1, 1, 5]))) == []
    (one,) = squares(fmpq_mat(2, 2, [1, 2, 2, 4]))
    assert one == (fmpq(1), [fmpq(1), fmpq(2)])


def test_squares_that_are_far_from_small_fractions() -> None:
    """A form with a kernel: columns that are rounded one by one miss the thin set of its Gram matrices."""
    system = conditions(("-(7*x**2 - 5*x*y - 2*z**2)**2 - (2*x*y + 11*y*z - 13*z**2)**2", ">"))
    slow = Width(1, 4, True, rounds=40)
    assert linear_program.identity(system, slow, process_time() + SOON) is None
    found = semidefinite_program.identity(system, Width(2, 4, gram=True), process_time() + SOON)
    assert found is not None
    assert total(system, found).is_zero()


def test_two_rows_in_the_inequality_of_bhatia_and_kittaneh() -> None:
    """2 ab' <= s_1(a'a + b'b) for a = (x, 0), b = (y, z)."""
    system = conditions(
        ("x*y", ">="),
        ("r1", ">="),
        ("4*x*y - (x**2 + y**2 + z**2) - 2*r1", ">"),
        root="(x**2 + y**2 + z**2)**2/4 - x**2*z**2",
    )
    found = semidefinite_program.identity(system, Width(2, 4, gram=True), process_time() + SOON)
    assert found is not None
    assert total(system, found).is_zero()


def test_a_statement_about_all_matrices() -> None:
    found = attempt(nuclear_norm_of_a_product, 2, 20)
    assert found.outcome == "proved", found
    assert found.certificate is not None
    check_data(json.loads(json.dumps(found.certificate)))


# Words of which nothing can be said by polynomials in entries and square roots, or not at these sizes.
BEYOND = {"exp", "log", "gamma", "pi", "entrywise_exp", "mat_exp", "mat_log", "principal_log"}
BEYOND |= {
    "mean_width",
    "spherical_width",
    "operator_width",
    "relu_distance",
    "relu_norm",
    "relu_singular_values",
    "relu_width",
}
BEYOND |= {"complex_lam", "complex_moduli", "complex_s", "hermitian_permanent", "matching_distance"}
BEYOND |= {"complex_det_re", "complex_det_im", "complex_permanent_re", "complex_permanent_im"}
OTHERWISE: set[tuple[str, Any]] = {("schatten", 3), ("schatten", Fraction(3, 2))}  # cube roots
OTHERWISE |= {("mat_power", Fraction(1, 3)), ("weighted_geometric_mean", Fraction(1, 3))}
OTHERWISE |= {("weighted_geometric_mean", "y"), ("principal_power", "y")}
OTHERWISE |= {("reshape", 2), ("reshape", 9)}  # other sides than those of 2 x 2
SQUARES = {"symmetric": symmetric, "psd": positive_definite}


def about(word: Word, zoo: str, args: tuple[Any, ...]) -> Claim:
    """w <= w + 1, entry by entry."""
    names = {arg: KINDS[arg] for arg in args if isinstance(arg, str)} or {"A": Kind.MATRIX}
    spaces = {Kind.MATRIX: SQUARES.get(zoo, square), Kind.VECTOR: vector, Kind.SCALAR: scalar}
    found = word.node(*[variable(x, names[x]) if x in names else as_expr(x) for x in args])
    parts = entries(found) if found.kind is Kind.MATRIX else found
    domain = together(**{name: spaces[kind]() for name, kind in sorted(names.items())})
    return Claim(f"me/{word.name}", ME, "", domain, (), then(parts, "<=", parts + 1).links, "")


@pytest.mark.parametrize("name", sorted({word.name for word in WORDS.values() if word not in LEAVES}))
def test_no_claim_is_unsupported_by_its_wording(name: str) -> None:
    """Every word on what it takes, matrices of two rows: it is known, or among those that are not."""
    for zoo, args in uses(WORDS[name]):
        found = attempt(about(WORDS[name], zoo, args), 2, 0.3)
        known = name not in BEYOND and (name, args[-1] if args else None) not in OTHERWISE
        assert (found.outcome == "unsupported") == (not known), (args, found.note)
        assert found.outcome in ("proved", "timeout", "open", "no size", "unsupported"), (args, found.note)


def test_a_free_part_with_a_value_everywhere_leaves_all_defined() -> None:
    """Though a hypothesis that was tried, and left out, may have none: A^(-1) >= 0."""
    one = Claim("me/less", ME, "", m_matrix(n=2).named(["A"]), (), then(0, "<", 1).links, "")
    found = attempt(one, 2, 5)
    assert found.certificate is not None
    assert found.certificate["defined"]
    check_data(found.certificate)
