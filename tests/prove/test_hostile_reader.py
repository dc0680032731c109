"""What a hostile reader wrote: files of false or ill-formed statements that use rules against each other."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from hashlib import sha256
from itertools import product
from typing import Any

import pytest

from perturb.prove.checker.check import MALFORMED, check_data
from perturb.prove.checker.numbers import Rejected
from perturb.prove.checker.spaces import TABLE, variants
from perturb.prove.checker.statements import Statement
from perturb.prove.checker.text import DEFINED
from perturb.prove.checker.words import WORDS
from perturb.prove.judging import attacked, checked
from perturb.prove.store import HOLDS, REJECTED, is_about
from perturb.vocab.grammar import ranges
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.relations.order import parse_link
from tests.prove.handmade import ONE, SQUARE, general, goal, identity
from tests.prove.meeting import TRUE, file, free, leaf, lemmas, same
from tests.prove.test_lowering import TRUE as CLAIMS
from tests.prove.test_lowering import proof_of, said
from tests.prove.test_rules import refused
from tests.prove.test_sizes import file as sized
from tests.prove.test_sizes import named, square

UNDEFINED, END = {"undefined": 1}, {"true": 1}


def between(low: str, high: str, part: str, *numbers: int) -> Any:
    """(mul k 2) <= C of a C in [-2, 2], k from low to high, with one leaf and a free part for all k."""
    domain = rf"k \in \{{{low}, \dots, {high}\}},\quad C \in [-2, 2]^{{1 \times 1}}"
    inputs = [["k", "integer", low, high], ["C", "bounded", "1", "1", "2"]]
    made = {**leaf(*[(1, [k]) for k in numbers]), "let": [part] if part else []}
    sizes = [{"k": k} for k in range(int(low), int(high) + 1)]
    data = sized(inputs, domain, f"[('k', ({low}, {high}))]", ["(<= (mul k 2) (entry C 1 1))"], n=2)
    return {**data, "proofs": [{"sizes": at, "goals": [made]} for at in sizes]}


def test_the_bound_of_an_input_is_no_part_that_may_be_anything() -> None:
    """-2 <= C_11 is a condition; with k x 2 free, and -2 its text at k = -1, it said 0 <= C_11 at k = 0."""
    check_data(between("-1", "-1", "", 2, 1))
    for low, high in (("-1", "-1"), ("-1", "0"), ("0", "0")):
        assert refused(between(low, high, "(mul k 2)", 2, 1))
    assert refused(between("-1", "0", "", 2, 1))


@pytest.mark.parametrize("space", TABLE)
def test_no_part_of_a_condition_is_a_part_of_some_statement(space: str) -> None:
    """Each has the letter of the input in it, which no text of a file has, or is a number."""
    name, parameters = space.split()[0], ["2", "2", "1/2"]
    count = {"orthogonal": 1, "activation": 2, "bounded": 3, "scalar": 0, "vector": 1}.get(name, 2)
    given = ["-1" if "from" in space else "", "1" if "to" in space else ""] if " " in space else None
    extent = () if name in ("scalar", "integer") else (2,) if name == "vector" else (2, 2)
    for case in variants(name, given or parameters[3 - count :], extent):
        for condition in case.split(" with ")[1:]:
            read = Statement({"inputs": [], "given": [], "then": []}, {})
            inner = read.parts(read.read(condition))[1:]
            assert all("X" in part for part in inner if part[0] == "("), condition


# Texts that no statement has, though a formula of the checker would do for their arguments.
UNEVEN = [
    ("tr A^2 >= 0, by entries", "(<= 0 (trace (sq A)))", "(<= 0 (trace (hadamard A A)))"),
    ("A * A", same("(trace (mul A A))"), same("(trace (matmul A A))")),
    ("A^2 by entries", same("(trace (pow A 2))"), same("(trace (matpow A 2))")),
    ("A + 1", same("(entry (add A 1) 1 2)"), same("(entry (add A (eye A)) 1 2)")),
    ("1 / A", "(== (trace (div 2 (mul 0 A))) 0)", "(== (trace (div (mul 0 A) 2)) 0)"),
    ("|A| by entries", "(== (trace (abs (mul 0 A))) 0)", "(== (trace (mat_abs (mul 0 A))) 0)"),
    ("the root by entries", "(== (trace (sqrt (mul 0 A))) 0)", "(== (trace (mat_sqrt (mul 0 A))) 0)"),
    ("the larger matrix", "(== (trace (larger (mul 0 A) 0)) 0)", "(== (larger (trace (mul 0 A)) 0) 0)"),
    ("a product of numbers by entries", "(== (hadamard 2 3) 6)", "(== (mul 2 3) 6)"),
]


@pytest.mark.parametrize(("which", "false", "holds"), UNEVEN, ids=[which for which, *_ in UNEVEN])
def test_words_take_what_they_are_defined_for(which: str, false: str, holds: str) -> None:
    """A^2 is the product, not the matrix of squares: tr A^2 is -2 for the rotation by a right angle."""
    made = goal(identity((1, ONE, [0]), (2, {"A.u1": 1}, []), (2, {"A.v1": 1}, [])))
    for then in (false, holds):
        data = general(2, [], [then], [made if "(<= 0" in then else TRUE])
        assert refused(data) == (then is false)


def test_a_vector_has_no_rows() -> None:
    check_data(file("x", "(== (length x) 2)"))
    for then in ("(== (rows x) 2)", "(== (rows (head x 0)) 0)", "(== (cols x) 1)"):
        assert refused(file("x", then))


KINDS = {"A": Kind.MATRIX, "B": Kind.MATRIX, "x": Kind.VECTOR, "t": Kind.SCALAR, "k": Kind.INTEGER}
INPUTS = [["A", "general", "n", "n"], ["x", "vector", "n"], ["t", "scalar"], ["k", "integer", "1", "1"]]
ARGUMENTS = ["A", "x", "t", "k", "1", "1/2", "(head x 0)", "(s A)"]


def read_by_checker(relation: str, n: int) -> bool:
    try:
        statement = Statement({"inputs": INPUTS, "given": [], "then": [relation]}, {"n": n, "k": 1})
    except (Rejected, *MALFORMED):
        return False
    return bool(statement.then[0])


def read_by_engine(relation: str) -> bool:
    try:
        return bool(parse_link(relation, KINDS))
    except ValueError:
        return False


@pytest.mark.parametrize("word", sorted({*WORDS, *DEFINED} - {"index"}))
def test_what_the_checker_reads_the_language_has(word: str) -> None:
    """Every word on all arguments of three kinds: what is read without complaint is a statement."""
    for count in (1, 2, 3):
        for args in product(ARGUMENTS if count < 3 else ["A", "x", "k"], repeat=count):
            part = f"({word} {' '.join(args)})"
            for relation in (f"(== {part} 1)", f"(== (entry {part} 1 1) 1)", f"(== (cols {part}) 1)"):
                for n in (1, 2):
                    assert read_by_engine(relation) or not read_by_checker(relation, n), relation


def test_an_input_does_not_print_like_a_size() -> None:
    r"""`n_` prints n: n \in [3, 3] beside an n x n matrix would be a statement about 3 x 3 matrices."""
    domain, then = r"{} \in [3, 3],\quad A \in " + SQUARE, "(== (trace (matmul A A)) (sq (trace A)))"
    for name, shown in (("m_", "m"), ("n_", "n")):
        inputs = [[name, "scalar", "3", "3"], ["A", "general", "n", "n"]]
        data = sized(inputs, domain.replace("{}", shown), "[('n', (1, 4))]", [then], {"n": 1})
        assert refused(data) == (shown == "n")


@pytest.mark.parametrize("index", ["n_", "A_", "A", "n"])
def test_an_index_does_not_print_like_a_size_or_an_input(index: str) -> None:
    then = "(== (component (entries A) {0}) (component (entries A) {0}))"
    assert refused(general(1, [], [then.format(index)], [TRUE]))
    check_data(general(1, [], [then.format("i_")], [TRUE]))


def test_an_index_has_one_range() -> None:
    """Of 1..2 and 1..1 only what they share would be looked at."""
    ranged = "(component (entries A) (index i 1 {}))"
    then = f"(== {ranged} {ranged})"
    check_data(general(2, [], [then.format(2, 2)], [TRUE] * 2))
    for high, other in ((1, 2), (2, 1)):
        for count in (1, 2):
            assert refused(general(2, [], [then.format(high, other)], [TRUE] * count))


def number(then: str, tree: Any, given: tuple[str, ...] = (), **more: Any) -> Any:
    data = {**named("x", then=then, given=list(given)), **more}
    return {**data, "proofs": [{"sizes": {}, "goals": [goal(tree, use=tuple(range(len(given))))]}]}


def turned(weights: list[dict[str, int]], *fixed: str) -> Any:
    return [{"weights": w, "fix": z} for w, z in zip(weights, fixed, strict=True)]


def by_turns(names: str, then: str, gauge: Any, *numbers: int) -> Any:
    return file(names, then, goal(identity(*[(1, ONE, [k]) for k in numbers], gauge=0), gauges=(gauge,)))


def tied(relation: str, order: str) -> Any:
    """s_2 beside s_1 of a diagonal matrix, by the order of its two coordinates."""
    above, below = (identity((1, ONE, [3]), (2, ONE, [k])) for k in (1, 0))
    return file("D", f"({relation} (component (s D) 2) (s1 D))", goal({"ask": {order: above, "<": below}}))


SQUARED_0 = identity((1, ONE, [0, 0]), equations=([1, {"1": -1}],))
APART_FROM_0 = {">": SQUARED_0, "<": SQUARED_0}
FIRST = "(<= 0 (entry A 1 1))"
APART = turned([{"A.u": 1}, {"A.v": 1}], "A.u", "A.v")
ONCE = turned([{"A.u": 1, "A.v": 1}, {"A.u": 1, "A.v": -1}], "A.u", "A.v")
PAIRS: dict[str, tuple[Any, Any]] = {
    "a norm in whose place there is a number": (
        file("x", "(<= 0 (norm x))", leaf((1, [0]), (1, [1]))),
        file("x", "(<= 0 (norm x))", {**leaf((1, [0]), (1, [1])), "let": ["(norm x)"]}),
    ),
    "singular values in whose place there is a vector": (
        file("A", "(== (sum (s A)) (nuclear A))", free("(s A)")),
        file("A", "(<= (component (s A) 2) (s1 A))", {**leaf((1, [0])), "let": ["(s A)"]}),
    ),
    "a subscript that is free": (
        file("A", "(== (component (entries A) (add 1 1)) (entry A 1 2))"),
        file("A", "(== (component (entries A) (add 1 1)) (entry A 1 2))", free("(add 1 1)")),
    ),
    "a free part of which another is made": (
        file("AB", same("(trace (matmul (T A) B))"), free("(T A)", "(matmul (T A) B)")),
        file("AB", "(== (trace (matmul (T A) B)) (trace (T A)))", free("(T A)", "(matmul (T A) B)")),
    ),
    "a free part twice transposed": (
        file("A", "(== (trace (T (T A))) (trace (T (T (T A)))))", free("(T (T A))")),
        file("A", "(== (entry (T (T A)) 1 2) (entry (T A) 1 2))", free("(T (T A))")),
    ),
    "a lemma of a part that another free part hides": (
        file("A", same("(trace (T A))"), lemmas(free("(T A)"), (same("(trace A)"), TRUE))),
        file("A", "(== (trace (T A)) 0)", lemmas(free("(T A)"), ("(== (trace A) 0)", free("(mul 1 A)")))),
    ),
    "a coordinate is turned to the right": (
        by_turns("A", "(<= (mul 0 (trace A)) 0)", APART, 0),
        by_turns("A", FIRST, APART, 0, 1, 2),
    ),
    "two turns of one coordinate": (
        by_turns("A", "(<= (mul 0 (trace A)) 0)", APART[:1], 0),
        by_turns("A", "(<= (mul 0 (trace A)) 0)", ONCE, 0),
    ),
    "a diagonal matrix has no angle": (
        by_turns("A", "(<= (mul 0 (trace A)) 0)", APART, 0),
        by_turns("D", "(<= 0 (entry D 1 1))", turned([{"D.u": 1}], "D.u"), 0, 1),
    ),
    "what is not 0 by a hypothesis": (
        number("(!= (sq x) 0)", {"ask": APART_FROM_0 | {"=": {"outside": 1}}}, ("(!= x 0)",)),
        number("(!= (sq x) 0)", {"ask": APART_FROM_0}, ("(!= x 0)",)),
    ),
    "a number over itself at 0": (
        number("(== (div x x) 1)", {"ask": {">": END, "<": END, "=": UNDEFINED}}, defined=False),
        number("(== (div x x) 1)", {"ask": {">": END, "<": END, "=": END}}),
    ),
    "the power 0 of what has no value": (
        number("(== (pow x 0) 1)", END),
        number("(== (pow (sqrt x) 0) 1)", END),
    ),
    "two values that are tied": (
        tied("<=", ">="),
        tied("<", ">"),
    ),
    "a row of constants and its length": (
        file("A", "(== (nuclear matrix[3,4]) 5)"),
        file("A", "(== (nuclear matrix[3,4]) 7)"),
    ),
    "the inverse of 0": (
        general(1, [], [same("(trace (inv A))")], [goal({"ask": {"=": UNDEFINED, ">": END, "<": END}})]),
        general(1, [], ["(== (mul (trace A) (trace (inv A))) 1)"], [goal(END)]),
    ),
    "a larger matrix by the rule of 2 x 2": (
        file("A", "(== (det A) (trace (matmul A (adjugate A))))", n=1),
        file("A", "(== (mul 2 (det A)) (trace (matmul A (adjugate A))))", n=3),
    ),
    "a size that is left at its lower end": (
        square("n", "[('n', (1, 1))]", {"n": 1}, then="(== (trace (matmul A A)) (sq (trace A)))"),
        square("n", "[('n', (1, 2))]", {"n": 1}, then="(== (trace (matmul A A)) (sq (trace A)))", n=2),
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_beside_what_holds_what_is_false_is_refused(name: str) -> None:
    holds, false = PAIRS[name]
    check_data(holds)
    assert refused(false)


# Of proofs of claims in other words and spaces: what was written for one of these, by another that makes the
# statement false. The cases, multipliers and hypotheses that are used stay.
ALTERED: dict[str, tuple[str, str]] = {
    "nonnegative": ("(<= 0 (entries A))", "(<= 0 (sum (entries A)))"),
    "doubly stochastic": ("(matmul (T A)", "(matmul A"),
    "positive contraction": ("(<= 0 (lam_min A))", "(<= -1 (lam_min A))"),
    "mask": ("(<= 1/2 (entries A))", "(<= -1 (entries A))"),
    "m-matrix": ("(sub A (diag (diagonal A)))", "(sub A A)"),
    "unit vector": ("(sum (sq x))", "(sum x)"),
    "probabilities": ("(<= 0 v)", "(<= -1 v)"),
    "box": ("(<= v 1)", "(<= v 2)"),
    "commuting": ("(sub (matmul A B) (matmul B A))", "(sub (matmul A B) A)"),
    "rows": ("(row A 1)", "(diagonal A)"),
    "columns": ("(row (T A) 2)", "(entries A)"),
    "triangles": (" (trace A))", " (entry A 1 2))"),
    "below": ("(sub A (upper A))", "(upper A)"),
    "band": ("(banded A 0)", "(banded A -1)"),
    "sums": ("(sum (matmul (T A) (ones (rows A))))", "(component (matmul (T A) (ones (rows A))) 1)"),
    "ones": ("(mul 2", "(mul 1"),
    "matrix of ones": ("(T (column_matrix (ones 2)))", "(T (column_matrix (row A 1)))"),
    "units": ("(row (diag (ones 2)) 1)", "(row (diag (ones 2)) 2)"),
    "reshape": ("(fro (reshape A 1 4))", "(s1 (reshape A 2 2))"),
    "sorted": ("1) (norm v)", "2) (mul 1/2 (norm v))"),
    "entries of absolute value": ("(fro (reshape", "(s1 (reshape"),
    "entrywise squares": ("(entries A) 2)", "(entries A) 3)"),
    "polar": (" 1)", " 1/2)"),
    "lists": ("(component v 2)", "(component v 1)"),
    "correlation": ("(== (diagonal A) 1)", "(== (component (diagonal A) 1) 1)"),
    "dominant": ("(mul 2 (abs", "(mul 3 (abs"),
    "strictly dominant": ("(> (mul", "(>= (mul"),
    "laplacians": ("(ones (cols A))) 0)", "(ones (cols A))) 1)"),
    "stochastic": ("(<= 0 (entries A))", "(<= -1 (entries A))"),
    "signs": ("(abs (det A)) 2)", "(abs (det A)) 1)"),
    "zeros": ("(<= 0 (entries A))", "(<= 0 (diagonal A))"),
    "rank one": ("(sub B A)) 1)", "(sub B A)) 2)"),
    "two rows": ("(mul 2", "(mul 3"),
    "rank of two rows": (" (rank A))", " (rank (matmul A A)))"),
    "majorized": ("(partial_sums (lam A))", "(partial_sums (diagonal A))"),
}


def again(real: dict[str, Any], given: list[str], then: list[str], **more: Any) -> dict[str, Any]:
    """The file with another statement, which it states with its fingerprint."""
    text = "\n".join([real["domain"], real["ranges"], "; ".join(given), "; ".join(then)])
    digest = sha256(text.encode()).hexdigest()[:12]
    return {**deepcopy(real), "given": given, "then": then, "fingerprint": digest, **more}


@pytest.mark.parametrize("name", ALTERED)
def test_what_stands_for_a_word_or_a_space_is_not_exchanged(name: str) -> None:
    """The checker refuses it, and the net alone would."""
    real, change = proof_of(name).certificate, ALTERED[name]
    assert real is not None
    forged = again(real, *[[line.replace(*change) for line in real[key]] for key in ("given", "then")])
    assert forged["fingerprint"] != real["fingerprint"]
    assert checked(forged).outcome != HOLDS
    assert attacked(forged).outcome == REJECTED
    assert not is_about(forged, said(name, *CLAIMS[name]))


@pytest.mark.parametrize("name", ["doubly stochastic", "mask", "probabilities", "box", "correlation"])
def test_what_makes_an_element_is_of_the_element_that_is_spoken_of(name: str) -> None:
    """Free parts in its place, a turn of the input, a lemma by itself: each forgets it."""
    real = proof_of(name).certificate
    assert real is not None
    (goal_of,) = [goal for proof in real["proofs"] for goal in proof["goals"]]
    given, then, number = real["given"], real["then"], len(real["given"])
    letter = real["inputs"][0][0]
    forgotten = {**goal_of, "use": [number], "lemmas": [{"state": then[0], "goal": {**goal_of, "use": []}}]}
    itself = {**goal_of, "lemmas": [{"state": then[0], "goal": {**goal_of, "use": [number]}}]}
    kept = "diagonal" if "diagonal" in given[0] else "entries"
    parts = [f"({kept} A)"] if letter == "A" else [f"(sq {letter})", f"(sum {letter})"]
    for made in (
        {**goal_of, "use": []},
        {**goal_of, "use": [0]} if number > 1 else {**goal_of, "use": []},
        {**goal_of, "use": [*goal_of["use"], number]},
        {**goal_of, "use": [-1]},
        {**goal_of, "let": parts},
        {**goal_of, "turn": {letter: ["p", "q"][: 1 + (letter == "A")]}, "diagonal": [letter]},
        {**goal_of, "tree": {"outside": 1}},
        {**goal_of, "tree": UNDEFINED},
        {**goal_of, "tree": END},
        forgotten,
        itself,
    ):
        forged = {**real, "proofs": [{**proof, "goals": [made]} for proof in real["proofs"]]}
        assert checked(forged).outcome != HOLDS, made
    looser = [["A", "general", *real["inputs"][0][2:]]] if letter == "A" else [["v", "scalar"]]
    for change in ({"inputs": looser}, {"ranges": "[('n', (1, 2))]"}, {"n": 1}):
        if any(real[key] != x for key, x in change.items()):
            assert checked({**real, **change}).outcome != HOLDS, change
    never = again(real, [*given, "(< 1 0)"], then)
    assert not is_about(never, said(name, *CLAIMS[name]))


# Relations with places for subscripts, of words that are formulas.
PLACED = [
    "(<= (component (eigenvector A {0}) {1}) 1)",
    "(<= (entry (spectral_projection A {0} {0}) {1} 1) 1)",
    "(<= (entry (pinv B) {0} {1}) (component (eig_re A) {0}))",
    "(<= (eigenvector A {0}) (component x {1}))",
]
PLACES = ["1", "3", "i", "j", "k", "(larger 1 i)", "(smaller i 2)", "(add i 1)", "(sub (rows A) k)"]
PLACES += ["(larger 1 (rows B))", "(smaller 2 k)", "(length (eig_im A))", "(index j 1 (rows A))"]
PLACES += ["(index i (larger k 1) 2)", "(index i 0 (smaller 1 (rows B)))"]
SIDES = [["A", "symmetric", "n", "n"], ["B", "general", "m", "n"], ["x", "vector", "n"]]


def counted(relation: str, sizes: dict[str, int]) -> int | None:
    """The instances of the checker, None of what it refuses."""
    with suppress(Rejected, *MALFORMED):
        data = {"inputs": [*SIDES, INPUTS[3]], "given": [], "then": [relation]}
        return len(Statement(data, sizes).then[0])
    return None


@pytest.mark.parametrize("text", PLACED)
def test_a_formula_has_the_instances_that_the_engine_says(text: str) -> None:
    """The checker finds them by shapes alone; it may refuse a statement, never leave out an instance."""
    told = 0
    for places in product(PLACES, PLACES):
        relation = text.format(*places)
        if not read_by_engine(relation):  # an index with two ranges
            continue
        link = parse_link(relation, KINDS)
        for n, m, k in ((1, 1, 1), (2, 2, 1), (2, 1, 2), (2, 3, 2), (1, 2, 1)):
            mine = counted(link.canonical(), {"n": n, "m": m, "k": k})
            if mine is not None:
                shapes = {"A": (n, n), "B": (m, n), "x": (n,), "k": k}
                said = ranges.assignments(link, shapes) if ranges.meaningful(link, shapes) else ()
                assert mine == len(said) * (n if link.lhs.kind is Kind.VECTOR else 1), (places, n, m, k)
                told += mine > 0
    assert told > 50
