"""Inputs that may be diagonal: which statements allow it, and which do not."""

from __future__ import annotations

from typing import Any

import pytest

from perturb import claim, paper
from perturb import then as states
from perturb.domains import hermitian
from perturb.prove.checker.check import MALFORMED, check_data
from perturb.prove.checker.numbers import Rejected
from perturb.prove.prover import attempt
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.vocab import lam_max
from tests.prove.handmade import ONE, goal, identity, proof

SQUARE = r"\mathbb{R}^{n \times n}"
ROWS = {
    "A": (["A", "general", "n", "n"], rf"A \in {SQUARE}"),
    "B": (["B", "general", "n", "n"], rf"B \in {SQUARE}"),
    "S": (["S", "symmetric", "n", "n"], rf"S = S^T \in {SQUARE}"),
    "C": (["C", "bounded", "n", "n", "1"], r"C \in [-1, 1]^{n \times n}"),
    "Q": (["Q", "orthogonal", "n"], r"Q \in O(n)"),
    "R": (["R", "orthogonal", "n"], r"R \in O(n)"),
    "x": (["x", "vector", "n"], r"x \in \mathbb{R}^{n}"),
    "b": (["b", "vector", "n"], r"b \in \mathbb{R}^{n}"),
    "P": (["P", "psd", "n", "n"], rf"0 \preceq P \in {SQUARE}"),
    "t": (["t", "scalar"], r"t \in \mathbb{R}"),
    "E": (["E", "general", "n", "1"], r"E \in \mathbb{R}^{n \times 1}"),
}
LOOSE = {"A": ["p", "q"], "B": ["b", "c"]}


def about(names: str, then: str, n: int = 3, given: tuple[str, ...] = (), **more: Any) -> Any:
    """A statement that is proved at once if at all: the tree has one leaf."""
    leaf = {"true": 1} if then.startswith("(==") else more.pop("leaf")
    inputs, domain = zip(*[ROWS[name] for name in names], strict=True)
    made = {**goal(leaf, use=tuple(range(len(given)))), **more}
    return proof(n, list(inputs), r",\quad ".join(domain), list(given), [then], [made])


def reason(data: Any) -> str:
    """Why it is refused; nothing where it holds."""
    try:
        check_data(data)
    except (Rejected, *MALFORMED) as why:
        return f"{type(why).__name__}: {why}"
    return ""


def refused(names: str, then: str, turn: Any = None, which: tuple[str, ...] = ("A",), **more: Any) -> bool:
    """By the rule of turns, not for another reason."""
    why = diagonal(names, then, turn, which, **more)
    return any(
        word in why for word in ("turn", "move", "TypeError", "KeyError", "AttributeError", "ValueError")
    )


def diagonal(names: str, then: str, turn: Any = None, which: tuple[str, ...] = ("A",), **more: Any) -> str:
    return reason(about(names, then, turn=LOOSE if turn is None else turn, diagonal=list(which), **more))


INVARIANT = [
    "(== (nuclear A) (nuclear (T A)))",
    "(== (sum (s A)) (nuclear (neg A)))",
    "(== (trace (matmul (T A) A)) (sum (sq (s A))))",
    "(== (fro (mul t A)) (fro (mul (T A) t)))",
    "(== (fro (div A 2)) (fro (mul 1/2 A)))",
]


@pytest.mark.parametrize("then", INVARIANT)
def test_what_depends_on_singular_values_is_said_of_a_diagonal_matrix(then: str) -> None:
    assert not diagonal("At", then, {"A": ["p", "q"]})


EIGENVALUES = "(== (component (lam (matmul A (T A))) 1) (sq (s1 A)))"


def test_eigenvalues_are_read_of_no_turned_matrix() -> None:
    """True, but no claim needs the rule."""
    assert refused("A", EIGENVALUES, {"A": ["p", "q"]}, n=2)


ABUSED = [
    "(== (permanent A) (prod (s A)))",
    "(== (max_entry A) (s1 A))",
    "(== (trace (eye_rows A)) (nuclear (leading A 1)))",
    "(== (fro (eye_rows (matmul A A))) (fro A))",
    "(== (nuclear (add A (eye_rows A))) (fro A))",
    "(== (sum (partial_sums (entries A))) (fro A))",
    "(== (trace (matpow A 2)) (sum (sq (s A))))",
    "(== (fro (kron A A)) (fro (hadamard A A)))",
    "(== (fro (block A A A A)) (fro A))",
    "(== (sum (lam (add A (T A)))) (mul 2 (nuclear A)))",
    "(== (sum (diagonal A)) (nuclear A))",  # read by entries
    "(== (trace A) (nuclear A))",  # by a trace
    "(== (entry A 1 2) 0)",
    "(== (sum (sq (larger (entries A) 0))) (sum (sq (entries A))))",
    "(== (nuclear (add A (eye A))) (add (nuclear A) 3))",  # in a sum with I
    "(== (nuclear (add A (T A))) (mul 2 (nuclear A)))",
    "(== (nuclear (sym A)) (nuclear A))",
    "(== (nuclear (hadamard A A)) (sum (sq (s A))))",
    "(== (nuclear (upper A)) (nuclear A))",
    "(== (nuclear (matmul A A)) (sum (sq (s A))))",  # in a product with itself
    "(== (nuclear (matmul A B)) (sum (mul (s A) (s B))))",  # with another matrix that has turns of its own
    "(== (sum (lam (matmul A (T B)))) (sum (mul (s A) (s B))))",
    "(== (nuclear (add A B)) (add (nuclear A) (nuclear B)))",
    "(== (det A) (prod (s A)))",  # turned, a determinant may change its sign
    "(== (nuclear (commutator A B)) 0)",
    "(== (nuclear (mul t A)) (mul t (nuclear (hadamard A B))))",
    "(== (sum (mul (s B) (diagonal A))) (nuclear A))",
]
# What a turn leaves as it is, and no stored proof needs.
FORGONE = [
    "(== (det (matmul A (T A))) (prod (sq (s A))))",
    "(== (trace (add (matmul (T A) A) (eye A))) (add (sum (sq (s A))) (cols A)))",
    "(== (sum (mul (matmul A x) (matmul A x))) (sum (sq (matmul A x))))",
    "(== (numerical_radius (matmul A (T A))) (sq (s1 A)))",
    "(== (spectral_radius (matmul A (T A))) (sq (s1 A)))",
]


@pytest.mark.parametrize("then", ABUSED)
def test_what_depends_on_more_is_refused(then: str) -> None:
    assert refused("ABt", then, which=("A", "B"), n=2)
    assert refused("ABt", then, {"A": ["p", "q"]}, n=2)


@pytest.mark.parametrize("then", FORGONE)
def test_what_no_proof_needs_is_refused(then: str) -> None:
    assert refused("Ax", then, {"A": ["p", "q"], "x": ["q"]}, n=2)


@pytest.mark.parametrize("given", [s for s in ABUSED if "t A" not in s])
def test_a_hypothesis_may_not_depend_on_more_either(given: str) -> None:
    assert refused("AB", "(== (nuclear A) (nuclear (T A)))", which=("A", "B"), given=(given,), n=2)


@pytest.mark.parametrize("turn", [["p", "p"], ["p", None], [None, None], ["p"], [], "p", [["p"], "q"], None])
def test_both_sides_of_a_matrix_must_be_free(turn: Any) -> None:
    assert refused("A", "(== (nuclear A) (nuclear (T A)))", {"A": turn})


def test_one_turn_does_not_serve_two_matrices() -> None:
    then = "(== (nuclear (matmul A B)) (sum (mul (s A) (s B))))"
    for own in (["q", "c"], ["q", "q"], ["q", "p"], ["q", None]):
        assert refused("AB", then, {"A": ["p", "q"], "B": own}, ("A", "B"))
    apart = "(== (mul (fro A) (fro B)) (mul (fro B) (fro A)))"
    assert not diagonal("AB", apart, {"A": ["p", "q"], "B": ["b", "c"]}, ("A", "B"))
    assert refused("AB", apart, {"A": ["p", "q"], "B": ["p", "c"]}, ("A", "B"))


def test_two_orthogonal_matrices_do_not_vanish_against_each_other() -> None:
    """Q R and R Q may both be turned, but Q and R can not both be I."""
    then = "(== (trace (matmul Q R)) (rows Q))"
    for own in ({"Q": ["p", "q"], "R": ["q", "p"]}, {"Q": ["p", "p"], "R": ["p", "p"]}):
        assert refused("QR", then, own, ("Q", "R"))
        assert refused("QR", "(== (trace Q) (rows Q))", {"Q": own["R"]}, ("Q",))
    assert not diagonal("Q", "(== (nuclear Q) (rows Q))", {"Q": ["p", "q"]}, ("Q",))


def test_only_spaces_that_turns_leave_alone_are_turned() -> None:
    then = "(== (fro {0}) (fro (T {0})))"
    assert refused("C", then.format("C"), {"C": ["p", "q"]}, ("C",))
    assert refused("S", then.format("S"), {"S": ["p", "q"]}, ("S",))
    assert refused("S", then.format("S"), {"S": ["p", "p"]}, ("S",))  # which no stored proof needs
    assert refused("P", then.format("P"), {"P": ["p", "p"]}, ("P",))
    assert not diagonal("A", then.format("A"), {"A": ["p", "q"]}, ("A",))
    assert refused("At", then.format("A"), {"A": ["p", "q"], "t": ["p"]}, ("A",))
    assert refused("Ax", "(== (norm x) (norm (diagonal A)))", {"A": ["p", "q"], "x": ["p"]}, ("A", "x"))


def test_vectors_move_with_the_matrix_beside_them() -> None:
    then = "(== (norm (matmul A x)) (norm (neg (matmul A x))))"
    assert not diagonal("Ax", then, {"A": ["p", "q"], "x": ["q"]})
    for other in (["p"], ["r"], [None], [], ["q", "r"]):
        assert refused("Ax", then, {"A": ["p", "q"], "x": other})
    for then in (
        "(== (norm (mul x (matmul A x))) 0)",
        "(== (sum (matmul A x)) 0)",
        "(== (norm (add x t)) 0)",
    ):
        assert refused("Axbt", then, {"A": ["p", "q"], "x": ["q"]})


def test_a_relation_between_turned_vectors_says_something_else_after_the_turn() -> None:
    turn = {"A": ["p", "q"], "x": ["q"]}
    for then in ("(== (matmul A x) (matmul A x))", "(== x x)"):
        assert "between what is turned" in diagonal("Ax", then, turn, n=1)
        assert not reason(about("Ax", then, n=1))


def test_one_turn_has_one_size() -> None:
    then = "(== (nuclear E) (nuclear (T E)))"
    assert "two sizes" in diagonal("E", then, {"E": ["p", "p"]}, ())
    assert not diagonal("E", then, {"E": ["p", "q"]}, ())


def test_a_number_over_a_vector_does_not_move_like_the_vector() -> None:
    """At a diagonal A the vector may lie along an axis only if it is a singular vector."""
    for then in ("(== (norm (div 1 x)) (norm (div 1 x)))", "(== (norm (div t x)) (norm (div t x)))"):
        assert refused("Axt", then, {"A": ["p", "q"], "x": ["q"]})
    assert not diagonal("Axt", "(== (norm (mul t x)) (norm (mul x t)))", {"A": ["p", "q"], "x": ["q"]})


def test_diagonal_entries_come_in_descending_order_and_are_not_negative() -> None:
    """The smallest singular value is at most the third part of the sum; without the order it is not seen."""
    terms = (1, ONE, [6]), (1, ONE, [1]), (1, ONE, [3])
    then = "(<= (mul 3 (s_min A)) (nuclear A))"
    assert not diagonal("A", then, {"A": ["p", "q"]}, leaf=identity(*terms))
    assert diagonal("A", then, {"A": ["p", "q"]}, leaf=identity(*terms[:2]))


def test_the_prover_takes_diagonal_matrices_where_it_may() -> None:
    """Singular values of any matrix, and of one beside a vector, at n = 3."""
    for name in ("riedi2022/prop-4.20", "dittmer2019/eq-5a"):
        claim = catalogue()[name]
        assert isinstance(claim, Claim)
        certificate = attempt(claim, 3, 20.0).certificate
        assert certificate is not None
        check_data(certificate)
        goals = [goal for entry in certificate["proofs"] for goal in entry["goals"]]
        assert all(goal["diagonal"] == ["A"] for goal in goals)


def test_a_part_that_may_be_anything_is_not_turned() -> None:
    """Nothing asks for its turns, so they would look free, and the checker knows no such input."""
    claim = catalogue()["riedi2022/lem-8.50~corrected"]
    assert isinstance(claim, Claim)
    certificate = attempt(claim, 3, 20.0).certificate
    assert certificate is not None
    check_data(certificate)
    goals = [goal for entry in certificate["proofs"] for goal in entry["goals"]]
    assert all(goal["let"] and "turn" not in goal for goal in goals)


@claim(paper("me"), "", domain=hermitian())
def nonnegative(A: Any) -> Any:
    yield states(lam_max(A), ">=", 0)


@pytest.mark.parametrize("n", [1, 2])
def test_what_is_false_of_hermitian_matrices_has_a_model(n: int) -> None:
    assert attempt(nonnegative, n, 3.0).outcome == "false"
