"""What rules of the checker may not do: conditions, known constants, what was forgotten, gauges, walks.

Each of these was, or could be, a rule that forgets one of its conditions.
"""

from __future__ import annotations

import hashlib
from itertools import combinations_with_replacement
from typing import Any

import pytest

from perturb import paper, then
from perturb.domains import Domain, rectangular, square
from perturb.prove.checker.check import MALFORMED, check_data
from perturb.prove.checker.formulas import FORMULAS, OF_SQUARES
from perturb.prove.checker.numbers import Rejected
from perturb.statements.claim import Claim
from perturb.vocab import entries
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import WORDS, variable
from tests.prove.beside import formulas_agree
from tests.prove.concrete import statement_of
from tests.prove.handmade import ONE, SQUARE, general, goal, identity, proof
from tests.prove.test_refusals import C0, C1, C2, NOTHING, ranged

FREE, TURN = "(entry A 1 1)", {"A": ["p", "q"]}


def above_zero(**more: Any) -> Any:
    """0 <= A_11, which holds of the A that is diagonal after the turn, and not of every A."""
    leaf = identity((1, ONE, [5]), (1, ONE, [1]))
    made = {**goal(leaf), "turn": TURN, "diagonal": ["A"], **more}
    return general(2, [], [f"(<= 0 (add {FREE} (mul 0 (s1 A))))"], [made])


def test_the_order_of_a_turned_diagonal_is_not_known_of_a_part_before_the_turn() -> None:
    with pytest.raises(Rejected, match="an identity that does not hold"):
        check_data(above_zero(let=[FREE]))
    with pytest.raises(Rejected, match="does not move"):
        check_data(above_zero())


def reflections(then: str, given: str, **more: Any) -> Any:
    """Two orthogonal matrices that turn alike, the second of them into I; a leaf each for det = 1 and -1."""
    rotation = identity((1, ONE, []), (1, ONE, [1]), equations=([0, ONE],))
    reflection = identity((1, ONE, [2]))
    made = {**goal({"variant": [rotation, reflection]}, use=(0,)), "turn": {"Q": ["p", "q"], "P": ["p", "q"]}}
    inputs = [["Q", "orthogonal", "n"], ["P", "orthogonal", "n"]]
    domain = r"Q \in O(n),\quad P \in O(n)"
    data = proof(2, inputs, domain, [given], [then], [{**made, "diagonal": ["P"], **more}])
    return data | {"defined": not more}  # a determinant is no part that has a value for all arguments


def test_the_sign_of_a_turned_determinant_is_not_known_of_the_one_before_the_turn() -> None:
    """det Q <= 0 does not make tr Q'P <= 0: Q = P a reflection."""
    then, given = "(<= (trace (matmul (T Q) P)) 0)", "(<= (det Q) 0)"
    with pytest.raises(Rejected, match="an identity that does not hold"):
        check_data(reflections(then, given, let=["(det Q)"]))
    with pytest.raises(Rejected, match="does not move"):
        check_data(reflections(then, given))


CONTRACTION = [["A", "contraction", "n", "n"]], r"A \in " + SQUARE + r",\ \lVert A \rVert \le 1"


def below_one(leaf: Any, *lets: str) -> Any:
    then = ["(<= (add (s1 A) (mul 0 (entry A 1 1))) 1)"]
    return proof(2, *CONTRACTION, [], then, [{**goal(leaf), "let": list(lets)}])


def test_a_condition_does_not_speak_of_a_part_that_may_be_anything() -> None:
    """|A| <= 1 is not known of the number in the place of |A|, be it also true of that which stands there."""
    check_data(below_one(identity((1, ONE, [3]), (1, ONE, [2]))))
    free = below_one(identity((1, ONE, [1]), (1, ONE, [0])), "(s1 A)")  # what it was when it spoke of it
    for data in (free, *[below_one(identity((1, ONE, [3]), (1, ONE, [k])), "(s1 A)") for k in range(3)]):
        with pytest.raises(Rejected, match=r"an identity that does not hold|an identity without"):
            check_data(data)


def test_no_text_names_the_letter_of_a_condition() -> None:
    """The conditions call the input A', which is neither an input nor a number."""
    for text, lets in (("(== (trace A') 0)", ()), ("(== 0 (trace A))", ("(trace A')",))):
        with pytest.raises(Rejected, match="is not a number"):
            check_data(proof(2, *CONTRACTION, [], [text], [{**goal({"true": 1}), "let": list(lets)}]))


# Words at matrices of numbers: the value that is known, and no other; what has none is refused.


TURNED, MIRRORED, SQUARE_CONSTANTS_KNOWN = "matrix[-1,-2;2,1]", "matrix[2,1;-1,-2]", "matrix[3,-4;4,3]"
THREE = "matrix[1,0,0;0,3,0;0,0,2]"
KNOWN = {
    f"(entry (mat_abs {TURNED}) 1 2)": 1,
    "(entry (mat_abs matrix[0,-1;2,0]) 1 1)": 2,
    f"(entry (mat_abs {MIRRORED}) 1 2)": 1,
    "(entry (mat_sqrt matrix[1,0;0,4]) 2 2)": 2,
    f"(numerical_radius {SQUARE_CONSTANTS_KNOWN})": 5,
    f"(component (moduli {SQUARE_CONSTANTS_KNOWN}) 2)": 5,
    "(component (moduli matrix[1,2;2,1]) 2)": 1,
    "(component (s matrix[0,1;1,0]) 2)": 1,
    f"(component (s {THREE}) 2)": 2,
    "(entry (without_columns matrix[1,2,3] 1) 1 1)": 1,
    "(cols (without_columns matrix[1,2,3] 1))": 2,
    "(pow 4 1/2)": 2,
    "(rows (eye matrix[1,2]))": 2,
    "(rank matrix[1,2;3,4])": 2,
    "(rank matrix[1,2;2,4])": 1,
}
REFUSED = [
    f"(component (lam {THREE}) 1)",
    "(pow 2 -2)",
    "(pow 8 1/3)",
    "(trace matrix[1,2;3,4;5,6])",
    "(norm matrix[1,2;3,4])",
    "(component (lam matrix[1,0,0;5,2,0;0,0,3]) 1)",
    "(component (mat_abs matrix[1,2]) 1)",
]


def held(text: str, value: object) -> bool:
    return not refused(general(1, [], [f"(== {text} {value})"], [goal({"true": 1})]))


@pytest.mark.parametrize("text", KNOWN)
def test_a_word_has_the_value_that_is_known(text: str) -> None:
    assert held(text, KNOWN[text])
    assert not held(text, f"-{KNOWN[text]}")


@pytest.mark.parametrize("text", REFUSED)
def test_a_word_of_what_it_does_not_take_is_refused(text: str) -> None:
    assert not held(text, text)


# What no stored proof tries: uneven rows, walks that are shared too widely, powers beyond the limit.


def refused(data: Any) -> bool:
    try:
        check_data(data)
    except (Rejected, *MALFORMED):
        return True
    return False


def about_a_part(state: str, **more: Any) -> Any:
    """A lemma on constants, and a conclusion that does not need it."""
    lemma = {"state": state, "goal": {**goal({"true": 1}), **more}}
    return general(1, [], ["(< 0 1)"], [{**goal(identity(C0, NOTHING)), "lemmas": [lemma]}])


def squares(part: str) -> str:
    """All entries squared are those of a free matrix of two rows and one column."""
    first, second = (f"(mul (entry {part} {i} 1) (entry {part} {i} 1))" for i in (1, 2))
    return f"(== (sum (mul (entries {part}) (entries {part}))) (add {first} {second}))"


@pytest.mark.parametrize("n", [2, 3])
def test_the_rows_of_a_matrix_are_of_one_length(n: int) -> None:
    """Of [1; 2, 3] a free matrix of its height and width knows two entries: 1 + 4 + 9 = 1 + 4."""
    even, uneven = "(mul 1 matrix[1;2])", "(mul 1 matrix[1;2,3])"
    assert not refused(about_a_part(squares(even), let=[even]))
    assert refused(about_a_part(squares(uneven), let=[uneven]))
    one, two = "matrix[1]", f"matrix[{','.join('1' * n)}]"
    for parts in ([one] * 4, [two, one, two, one], [one, two, one, two]):
        assert not refused(about_a_part(f"(== (entry (block {' '.join(parts)}) 2 2) 1)"))
    for parts in ([two, two, one, one], [one, one, two, one], [one, two, two, one]):
        assert refused(about_a_part(f"(== (entry (block {' '.join(parts)}) 2 1) 1)"))


def bounded(bound: str, then: str, *leaves: Any) -> Any:
    """|a| <= k for the integer k in 1..2; a leaf for each of its values."""
    proofs = [{"sizes": {"n": 1, "k": k + 1}, "goals": [goal(leaf)]} for k, leaf in enumerate(leaves)]
    inputs = [["k", "integer", "1", "2"], ["A", "bounded", "n", "n", bound]]
    domain = rf"k \in \{{1, \dots, 2\}},\quad A \in [-{bound}, {bound}]^{{n \times n}}"
    return ranged("[('k', (1, 2)), ('n', (1, 4))]", inputs, domain, then, proofs)


def test_the_bound_of_an_input_is_a_number() -> None:
    """a <= 1 from |a| <= k is true for k = 1 alone, by the same tree; a <= 2 needs another leaf for k = 1."""
    leaf, slack = identity(C2, C0), identity(C2, C0, NOTHING)
    assert not refused(bounded("1", "(<= (entry A 1 1) 1)", leaf, leaf))
    assert refused(bounded("k", "(<= (entry A 1 1) 1)", leaf, leaf))
    assert not refused(bounded("1", "(<= (entry A 1 1) 2)", slack, slack))
    assert refused(bounded("k", "(<= (entry A 1 1) 2)", slack, leaf))  # nothing needs it


@pytest.mark.parametrize("k", [-1, 0, 2, 64, 65, 100])
def test_a_power_beyond_the_limit_is_refused_not_left_out(k: int) -> None:
    """As a subscript that does not exist it would say nothing, and any bound of it would hold."""
    entry, rest = f"(entry (matpow A {k}) 1 1)", goal({"true": 1})
    assert refused(general(1, [], [f"(== {entry} {entry})", "(== 0 0)"], [rest, rest])) is not (0 <= k <= 64)
    assert refused(general(1, [], [f"(<= {entry} 0)", "(== 0 0)"], [rest]))


def test_a_question_without_answers_closes_nothing() -> None:
    """|a| <= -1 is false; beside a true conclusion a question that nobody answers must not hide it."""
    then, true = ["(<= (abs (entry A 1 1)) -1)", "(== 0 0)"], goal({"true": 1})
    for answers in ({}, {"<": {"ask": {}}, ">=": {"ask": {}}}, {"<": identity(C0), ">=": {"ask": {}}}):
        assert refused(general(1, [], then, [goal({"ask": answers}), true]))
    closed = goal({"ask": {"<": identity(C0, C1), ">=": identity(C0, C1)}})
    assert not refused(general(1, [], ["(<= 0 (abs (entry A 1 1)))", then[1]], [closed, true]))


def test_a_subscript_is_no_part_that_may_be_anything() -> None:
    """As a variable it was read as its leading coefficient: the second entry was the first."""
    for part in ("(add 1 1)", "(rows (matmul A A))"):
        for text in (part, f"(mul 1 {part})"):
            then = "(== (entry A {} 1) (entry A {} 1))"
            held = {**goal({"true": 1}), "let": [part]}
            assert refused(general(2, [], [then.format(text, 1)], [held]))
            assert refused(general(2, [], [then.format(text, 2)], [held]))
            assert not refused(general(2, [], [then.format(text, 2)], [goal({"true": 1})]))
    fixed = {**goal({"true": 1}), "let": ["(matmul A A)"]}
    assert not refused(general(2, [], ["(== (entry A (rows (matmul A A)) 1) (entry A 2 1))"], [fixed]))


# Rotations that a leaf may assume: what they would prove if one of their conditions were forgotten.


U, V = {"weights": {"A.u": 1}, "fix": "A.u"}, {"weights": {"A.v": 1}, "fix": "A.v"}
BOTH = {"A.u": 1, "A.v": 1}
A, B, C, D = (f"(entry A {i} {j})" for i in (1, 2) for j in (1, 2))
# 4 (u1 v1 + u2 v2), which only the rotation of u and v together leaves as it is.
PRODUCT = f"(sub (add (sq {A}) (sq {C})) (add (sq {B}) (sq {D})))"


def turned(then: str, leaf: Any, *generators: Any) -> Any:
    return general(
        2, [], [then], [goal({"close": {"gauge": 0, **leaf["close"]}}, gauges=(list(generators),))]
    )


def test_one_rotation_does_not_fix_two_numbers() -> None:
    """u v' >= 0 is false, though true where both are real and not negative."""
    leaf = identity((1, ONE, [0]), (4, ONE, [1, 2]))
    twice = [{"weights": BOTH, "fix": z} for z in BOTH]
    with pytest.raises(Rejected, match="does not fix what it says"):
        check_data(turned(f"(<= 0 {PRODUCT})", leaf, *twice))
    with pytest.raises(Rejected, match="changes a constraint"):
        check_data(turned(f"(<= 0 {PRODUCT})", leaf, U, V))


def test_what_is_under_a_root_is_left_as_it_is() -> None:
    """|A|_F <= |diagonal of A| is false, though true where u and v are real: constraints on roots alone."""
    leaf = identity((1, ONE, [2, 2]), (2, ONE, [1, 2]))
    norm = "(norm (entries A))"
    with pytest.raises(Rejected, match="changes a constraint"):
        check_data(turned(f"(<= {norm} (norm (diagonal A)))", leaf, U, V))


def test_rotations_that_leave_all_as_it_is_may_be_assumed() -> None:
    """|A|_F^2 <= 2 s_1^2, which says nothing of the angles of u and v."""
    leaf = identity((1, ONE, [3]), (4, ONE, [1, 2]))
    check_data(turned("(<= (sq (norm (entries A))) (mul 2 (sq (s1 A))))", leaf, U, V))


# A walk that is done once for several goals or sizes: nothing that it depends on may differ.


def below_an_integer(then: str) -> Any:
    """From x <= k for k = 0, 1, one leaf for both: hypothesis and negated conclusion add up to 0 > 0."""
    leaf = identity((1, ONE, [0]), (1, ONE, [1]))
    domain, ranges = r"k \in \{0, \dots, 1\},\quad x \in \mathbb{R}", "[('k', (0, 1)), ('n', (1, 4))]"
    inputs = [["k", "integer", "0", "1"], ["x", "scalar"]]
    proofs = [{"sizes": {"n": 1, "k": k}, "goals": [goal(leaf, use=(0,))]} for k in (0, 1)]
    data = {**proof(1, inputs, domain, ["(<= x k)"], [then], []), "ranges": ranges, "proofs": proofs}
    text = "\n".join([domain, ranges, "(<= x k)", then])
    return {**data, "fingerprint": hashlib.sha256(text.encode()).hexdigest()[:12]}


def test_hypotheses_with_another_integer_are_other_hypotheses() -> None:
    """x <= 0 follows from x <= k at k = 0 only, though the conclusion and the tree are the same at k = 1."""
    check_data(below_an_integer("(<= x k)"))
    with pytest.raises(Rejected, match="identity that does not hold"):
        check_data(below_an_integer("(<= x 0)"))


def test_parts_that_may_be_anything_are_told_apart() -> None:
    """What holds with one free part twice does not hold with two."""
    first, second = "(matmul A A)", "(T A)"

    def made(*lets: str) -> Any:
        once = {**goal({"true": 1}), "let": list(lets)}
        same = f"(== (trace {first}) (trace {first}))"
        return general(2, [], [same, f"(== (trace {first}) (trace {second}))"], [once, once])

    holds = {**goal({"true": 1}), "let": [first]}
    twice = [f"(== (trace {first}) (trace {first}))"] * 2
    check_data(general(2, [], twice, [holds, holds]))
    for lets in ((first, second), (second, first), (first,), (second,)):
        with pytest.raises(Rejected):
            check_data(made(*lets))


def of_two_sizes(then: str, *lets: str) -> Any:
    """About an m x n matrix at (1, 2), (2, 1) and (2, 2), with one leaf for all: the sides are one root."""
    domain, ranges = r"A \in \mathbb{R}^{m \times n}", "[('m', (1, 4)), ('n', (1, 4))]"
    made = {**goal(identity((1, ONE, [1]))), "let": list(lets)}
    sizes = [{"m": 1, "n": 2}, {"m": 2, "n": 1}, {"m": 2, "n": 2}]
    proofs = [{"sizes": at, "goals": [made]} for at in sizes]
    inputs = [["A", "general", "m", "n"]]
    data = {**proof(2, inputs, domain, [], [then], []), "ranges": ranges, "proofs": proofs}
    text = "\n".join([domain, ranges, "", then])
    return {**data, "fingerprint": hashlib.sha256(text.encode()).hexdigest()[:12]}


@pytest.mark.parametrize("lets", [(), ("(T A)",)])
def test_inputs_and_free_parts_of_other_sides_are_others(lets: tuple[str, ...]) -> None:
    """|A|_F <= s_1(A) holds of one row or column, where both are one root, and not of 2 x 2 matrices."""
    check_data(of_two_sizes("(<= (norm (entries (T A))) (norm (entries (T A))))", *lets))
    with pytest.raises(Rejected, match="an identity without"):
        check_data(of_two_sizes("(<= (norm (entries (T A))) (s1 (T A)))", *lets))


def test_equal_squares_are_no_equal_numbers() -> None:
    """a = -a is false of all but 0, though the squares are equal."""
    made = {**goal({"true": 1}), "squared": True}
    a = "(entry A 1 1)"
    check_data(general(1, [], [f"(== (sq {a}) (sq (neg {a})))"], [made]))
    with pytest.raises(Rejected, match="the tree says true"):
        check_data(general(1, [], [f"(== {a} (neg {a}))"], [made]))


# Words that are formulas: at matrices at which one of their cases begins, what the engine says.


EDGES = """
0 | 4 | -3 | 0 0 | 1 -2 | 0; 0 | 3; 4 | 0 0; 0 0 | 1 0; 0 1 | -1 0; 0 -1 | 2 1; 0 2 | -1 1; 0 -1 | 0 1; 0 0
| 1 2; 2 4 | -1 2; 2 -4 | 1 2; 3 6 | 0 0; 1 0 | 0 -1; 1 0 | 0 1; 1 0 | -1 0; 0 2 | 2 0; 0 -1 | 1 0; 0 3
| 3 0; 0 1 | -1 0; 0 -2 | 0 0; 0 -2 | 1 -3; 2 1 | -1 -3; 2 -1 | -5 1; 1 0 | 1 2; 2 -3 | -3 -4; -4 3
| 1 -1; -1 1 | 5 4; 1 2 | 1 1; 4 1 | 2 7; 1 -8 | 0 0 0; 0 0 0 | 1 2 3; 2 4 6 | 1 0 -1; 2 1 0 | 0 0 0; 0 0 3
| 1 4; 2 5; 3 6 | 1 2; 2 4; 0 0"""


@pytest.mark.parametrize("name", [name for name in FORMULAS if not name.startswith("complex_")])
def test_a_formula_is_what_the_engine_says_where_its_cases_meet(name: str) -> None:
    told = 0
    for text in EDGES.split("|"):
        rows = [[int(x) for x in row.split()] for row in text.split(";")]
        m, n = len(rows), len(rows[0])
        asymmetric = rows != [list(column) for column in zip(*rows, strict=True)]
        if (name in OF_SQUARES and m != n) or (WORDS[name].symmetric_in and asymmetric):
            continue
        domain = square(n=n) if m == n else rectangular(m, n)
        subscripts = (WORDS[name].accepts or ()).count(Kind.INTEGER)
        for at in combinations_with_replacement(range(1, n + 1), subscripts):
            told += _agreed(name, domain.named(["A"]), rows, at)
    assert told > 25


def _agreed(name: str, domain: Domain, rows: list[list[int]], at: tuple[int, ...]) -> int:
    found = WORDS[name](variable("A", Kind.MATRIX), *at)
    parts = entries(found) if found.kind is Kind.MATRIX else found
    said = Claim(f"edges/{name}", paper("edges"), "", domain, (), then(parts, "<=", 0).links, "")
    point = domain.point({"A": rows})
    return formulas_agree(said, statement_of(said), point.sizes, point)
