"""Complex matrices in proofs: words of doubles beside the engine, unitary turns, what is false of them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq, fmpq_mat

from perturb import paper, then
from perturb.domains import Domain, rectangular
from perturb.prove.checker.formulas import FORMULAS, OF_SQUARES
from perturb.statements.claim import Claim
from perturb.vocab import complex_matrix, entries
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import WORDS, variable
from tests.prove.beside import formulas_agree
from tests.prove.concrete import statement_of
from tests.prove.handmade import ONE, goal, identity, proof
from tests.prove.test_frames import reason

Complex = list[list[tuple[Fraction, Fraction]]]

# Real and imaginary parts by rows: zero, of rank one, nilpotent, triangular, diagonal, turned about,
# Hermitian (also with equal eigenvalues), unitary, of equal singular values, of a real trace, of any kind.
EDGES = """
0,0 | 3,-4 | -2,0 | 0,1 | 0,0 0,0 | 3,4 0,0 | 1,2 -2,1 | 0,0; 5,-12 | 1,1; 2,-3 | 0,0 0,0; 0,0 0,0
| 1,0 0,1; 0,1 -1,0 | 0,0 1,2; 0,0 0,0 | 0,0 0,0; 0,3 0,0 | 1,2 3,4; 0,0 -2,1 | 0,3 0,0; 1,1 0,-3
| 3,0 0,0; 0,0 0,4 | 0,1 0,0; 0,0 1,0 | 0,0 3,4; 0,5 0,0 | 0,0 1,0; 0,2 0,0 | 2,0 0,0; 0,0 0,0
| 2,0 1,1; 1,-1 2,0 | 3,0 0,0; 0,0 3,0 | -1,0 0,2; 0,-2 -1,0 | 1,0 0,1; 0,-1 1,0 | -1,0 2,1; 2,-1 3,0
| 3/5,0 0,4/5; 0,4/5 3/5,0 | 1,0 0,1; 0,1 1,0 | 1,0 1,0; 1,0 -1,0 | 0,1 0,0; 0,0 0,1 | 0,0 0,1; 0,-1 0,0
| 1,1 2,2; 2,2 4,4 | 1,0 0,1; 2,0 0,2 | 1/2,1/3 -2,1; 0,1 3/4,-1 | 1,2 2,-1; 3,0 -1,1 | 2,1 1,0; -1,0 2,-1
| 1,0 2,0; 3,0 4,0 | 0,1 0,2; 0,3 0,4 | 1,0 1,0; -1,0 1,0 | 5,0 1,0; -1,0 3,0"""
OF_FOUR = ["s", "s1", "s_star", "lam", "moduli", "rank", "det", "adjugate", "inv", "mat_sqrt"]
OF_ROWS = {"complex_s", "complex_fro", "complex_norm", "complex_rank", "s", "s1", "s_star", "rank"}


def read(text: str) -> Complex:
    pairs = [[place.split(",") for place in row.split()] for row in text.split(";")]
    return [[(Fraction(x), Fraction(y)) for x, y in row] for row in pairs]


def exact(rows: list[list[Fraction]]) -> fmpq_mat:
    return fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in rows])


def parts(Z: Complex) -> tuple[list[list[Fraction]], list[list[Fraction]]]:
    X, Y = ([[z[k] for z in row] for row in Z] for k in (0, 1))
    return X, Y


def doubled(Z: Complex) -> list[list[Fraction]]:
    every = list(zip(*parts(Z), strict=True))
    return [x + [-b for b in y] for x, y in every] + [y + x for x, y in every]


def hermitian(Z: Complex) -> bool:
    sides = range(len(Z))
    return len(Z) == len(Z[0]) and all(Z[i][j] == (Z[j][i][0], -Z[j][i][1]) for i in sides for j in sides)


def told(name: str, matrix: Any, domain: Domain) -> Claim:
    found = WORDS[name](matrix)
    whole = entries(found) if found.kind is Kind.MATRIX else found
    return Claim(f"edges/{name}", paper("edges"), "", domain, (), then(whole, "<=", 0).links, "")


@pytest.mark.parametrize("name", [*[name for name in FORMULAS if name.startswith("complex_")], *OF_FOUR])
def test_a_word_of_doubles_is_what_the_engine_says_where_its_cases_meet(name: str) -> None:
    """Of a constant, in which zeros are seen, and of an input at that point, in which they are not."""
    agreed = 0
    for text in EDGES.split("|"):
        Z = read(text)
        m, n = len(Z), len(Z[0])
        if (name in OF_SQUARES or name not in OF_ROWS) and m != n:
            continue
        if name in ("complex_lam", "lam", "mat_sqrt") and not hermitian(Z):
            continue
        A, (X, Y) = doubled(Z), parts(Z)
        said = told(name, variable("A", Kind.MATRIX), rectangular(2 * m, 2 * n).named(["A"]))
        data = statement_of(said)
        assert data is not None
        constant = f"matrix[{';'.join(','.join(map(str, row)) for row in A)}]"
        data["then"] = [line.replace(" A)", f" {constant})") for line in data["then"]]
        point = said.domain.point({"A": exact(A)})
        agreed += formulas_agree(said, data, point.sizes, point)
        if name == "inv":  # quotients of many terms
            continue
        pair = complex_matrix(variable("A_re", Kind.MATRIX), variable("A_im", Kind.MATRIX))
        said = told(name, pair, rectangular(m, n, 2).named(["A_re", "A_im"]))
        point = said.domain.point({"A_re": exact(X), "A_im": exact(Y)})
        agreed += formulas_agree(said, statement_of(said), point.sizes, point)
    assert agreed > 20


# Files by hand: complex inputs A and B (any), H (Hermitian), v (vectors), R of one column; M of mixed parts,
# W of parts of other sides; real C (any), K (skew), O, P, Q (orthogonal).
N = r"\mathbb{R}^{n \times n}"


def pair(head: str, spaces: Any, texts: Any) -> list[tuple[list[str], str]]:
    return [
        ([f"{head}_{end}", *space.split()], text.replace("X", f"{head}_{{{end}}}"))
        for end, space, text in zip(("re", "im"), spaces, texts, strict=True)
    ]


ANY, EVEN, ODD = rf"X \in {N}", rf"X = X^T \in {N}", rf"X = -X^T \in {N}"
COLUMN, SPACE_OF = r"X \in \mathbb{R}^{n \times 1}", {"K": ("skew n n", ODD), "C": ("general n n", ANY)}
SPACE_OF |= {"O": ("orthogonal 4", r"X \in O(4)")} | dict.fromkeys("PQ", ("orthogonal 2", r"X \in O(2)"))
ROWS = {head: pair(head, ["general n n"] * 2, [ANY] * 2) for head in "AB"}
ROWS |= {"H": pair("H", ["symmetric n n", "skew n n"], [EVEN, ODD])}
ROWS |= {"M": pair("M", ["symmetric n n", "general n n"], [EVEN, ANY])}
ROWS |= {"W": pair("W", ["general n n", "general n 1"], [ANY, COLUMN])}
ROWS |= {"R": pair("R", ["general n 1"] * 2, [COLUMN] * 2)}
ROWS |= {"v": pair("v", ["vector n"] * 2, [r"X \in \mathbb{R}^{n}"] * 2)}
ROWS |= {k: [([k, *space.split()], text.replace("X", k))] for k, (space, text) in SPACE_OF.items()}
ROWS |= {"A!": [(["A", "general", "n", "n"], rf"A \in {N}")]}
WHOLE = {head: f"(complex_matrix {head}_re {head}_im)" for head in "ABHMWR"}
WHOLE |= {"v": "(complex_matrix (column_matrix v_re) (column_matrix v_im))"}
TRUE = {"true": 1}
BOTH = {"ask": {">=": TRUE, "<": TRUE}}
PQ: dict[str, Any] = {"unitary": {"A": ["p", "q"]}}
PP: dict[str, Any] = {"unitary": {"A": ["p", "p"]}}
SINGULAR, SCHUR = PQ | {"diagonal": ["A"]}, PP | {"triangular": ["A"]}
EIGEN: dict[str, Any] = {"unitary": {"H": ["p", "p"]}, "diagonal": ["H"]}


def file(names: str, then: str, n: int = 2, leaf: Any = TRUE, given: Any = (), **more: Any) -> Any:
    """In its relations [A] is the double of A."""
    inputs, domain = zip(*[row for name in names.split() for row in ROWS[name]], strict=True)
    made = {**goal(leaf, use=tuple(range(len(given)))), **more}
    if "let" in more:
        made["let"] = [spelled(part) for part in more["let"]]
    given = [spelled(line) for line in given]
    return proof(n, list(inputs), r",\quad ".join(domain), given, [spelled(then)], [made])


def spelled(text: str) -> str:
    return re.sub(r"\[(\w)\]", lambda found: WHOLE[found[1]], text)


NEGATIVE = identity((1, ONE, [3]), (1, ONE, [1, 2]))
U = {"A": ["p", "q"], "B": ["q", "p"]}
HOLD: dict[str, Any] = {
    "the Frobenius norm": file("A", "(== (complex_fro [A]) (complex_fro (T [A])))", **SINGULAR),
    "the determinant": file(
        "A",
        "(== (complex_det [A]) (prod (complex_s [A])))",
        leaf={"ask": {">=": TRUE, "<": NEGATIVE}},
        **SINGULAR,
    ),
    "eigenvalues": file("H", "(== (trace [H]) (mul 2 (sum (complex_lam [H]))))", **EIGEN),
    "a larger Hermitian matrix": file("H", "(== (trace [H]) (trace (T [H])))", n=3, **EIGEN),
    "values twice": file("A", "(== (sum (s [A])) (mul 2 (sum (complex_s [A]))))", **SINGULAR),
    "a triangular matrix": file("A", "(== (trace [A]) (trace (T [A])))", **SCHUR),
    "a vector": file(
        "A v",
        "(== (complex_norm (matmul [A] [v])) (complex_norm (neg (matmul [A] [v]))))",
        unitary={"A": ["p", "q"], "v": ["q"]},
        diagonal=["A"],
    ),
    "one column": file(
        "R", "(== (complex_fro [R]) (complex_s [R]))", unitary={"R": ["p", "q"]}, diagonal=["R"]
    ),
    "a part in a hypothesis that is not used": {
        **file(
            "A", "(== (complex_fro [A]) (complex_fro (T [A])))", given=("(<= 0 (trace A_im))",), **SINGULAR
        ),
        "proofs": [{"sizes": {"n": 2}, "goals": [{**goal(TRUE), **SINGULAR}]}],
    },
    "a part without a turn": {
        **file("A", "(== (trace [A]) (mul 1 (trace [A])))", let=["[A]"]),
        "defined": False,
    },
    "a skew matrix": file("K", "(== (trace K) 0)"),
    "a skew number": file("K", "(== (det K) 0)", n=1),
}
MOVES, SPACE, ALONE = "does not move", "leave this space", "turned as a whole"
TWICE, INPUT, DOUBLE = "used twice", "no complex input", "no double|is not \\[\\["
BY_PART = "(== (sub (trace (matmul [A] (T [A]))) (mul 2 (prod (s [A])))) (sq (entry (neg A_im) 1 1)))"
BELOW = identity((1, ONE, [3, 3]), (2, ONE, [3, 1]), (1, {"A_re.11": 1}, []))
IMAGINARY = "(mul (larger 0 (add 5 (det (matmul Q P)))) (complex_det_im {}))"
TURNED_BACK: dict[str, Any] = {"turn": {"Q": ["p", "q"], "P": ["q", "p"]}, "diagonal": ["Q"]}
FALSE: dict[str, tuple[Any, str]] = {
    "a determinant of two sides": (
        file("A", "(== (complex_det_re [A]) (complex_det [A]))", n=1, **SINGULAR),
        MOVES,
    ),
    "its imaginary part": (file("A", "(== (complex_det_im [A]) 0)", **SINGULAR), MOVES),
    "a permanent": (file("A", "(== (complex_permanent_im [A]) 0)", **(PP | SCHUR)), MOVES),
    "a trace of two sides": (file("A", "(== (trace [A]) (mul 2 (complex_fro [A])))", n=1, **SINGULAR), MOVES),
    "an eigenvalue of two sides": (
        file("A", "(== (sum (complex_moduli [A])) (sum (complex_s [A])))", **SINGULAR),
        MOVES,
    ),
    "I of two sides": (file("A", "(== (trace (matmul (T [A]) (eye [A]))) 1)", **SINGULAR), MOVES),
    "an adjugate": (file("A", "(== (complex_fro (matmul [A] (adjugate [A]))) 1)", **SINGULAR), MOVES),
    "a root": (file("A", "(== (complex_fro (mat_sqrt [A])) 1)", **SINGULAR), MOVES),
    "a square": (
        file("A", "(== (complex_fro (matmul [A] [A])) (sum (sq (complex_s [A]))))", n=1, **SINGULAR),
        MOVES,
    ),
    "an entry": (file("A", "(== (entry [A] 1 2) 0)", **SINGULAR), MOVES),
    "a congruence": (  # A of one turn on both sides is no diagonal matrix
        file("A", "(== (sum (complex_moduli [A])) (sum (complex_s [A])))", **(PP | {"diagonal": ["A"]})),
        TWICE,
    ),
    "singular values beside eigenvalues": (
        file("A", "(== (sum (complex_moduli [A])) (sum (complex_s [A])))", **(SCHUR | {"diagonal": ["A"]})),
        TWICE,
    ),
    "Schur's form of two matrices": (
        file(
            "A B",
            "(== (complex_det_re (commutator [A] [B])) 0)",
            unitary={"A": ["p", "p"], "B": ["p", "p"]},
            triangular=["A", "B"],
        ),
        TWICE,
    ),
    "Schur's form twice": (file("A", "(== (trace [A]) 0)", **(PP | {"triangular": ["A", "A"]})), TWICE),
    "Schur's form of two sides": (
        file("A", "(== (complex_fro [A]) 0)", **(PQ | {"triangular": ["A"]})),
        "turned alike",
    ),
    "Schur's form of a number": (file("A", "(== (complex_fro [A]) 0)", n=1, **SCHUR), "of this size"),
    "Schur's form of a Hermitian matrix": (
        file("H", "(== (trace [H]) 0)", unitary={"H": ["p", "p"]}, triangular=["H"]),
        "turned alike",
    ),
    "two matrices of the same turns": (
        file(
            "A B",
            "(== (complex_fro (matmul [A] (T [B]))) (complex_fro (matmul (T [A]) [B])))",
            unitary={"A": ["p", "q"], "B": ["p", "q"]},
            diagonal=["A", "B"],
        ),
        TWICE,
    ),
    "two inner turns": (
        file(
            "A B",
            "(== (sum (complex_s (matmul [A] [B]))) (sum (mul (complex_s [A]) (complex_s [B]))))",
            unitary={"A": ["p", "q"], "B": ["r", "u"]},
            diagonal=["A", "B"],
        ),
        MOVES,
    ),
    "a Hermitian matrix of two turns": (
        file(
            "H",
            "(== (sum (complex_lam [H])) (sum (complex_s [H])))",
            unitary={"H": ["p", "q"]},
            diagonal=["H"],
        ),
        SPACE,
    ),
    "a Hermitian matrix beside its singular values": (
        file(
            "A H", "(== (complex_fro [A]) 0)", unitary=PQ["unitary"] | {"H": ["p", "p"]}, diagonal=["A", "H"]
        ),
        TWICE,
    ),
    "mixed parts": (file("M", "(== (complex_fro [M]) (fro M_re))", unitary={"M": ["p", "p"]}), INPUT),
    "parts of other sides": (file("W", "(== (fro W_re) 0)", unitary={"W": ["p", "q"]}), INPUT),
    "a head that is an input": (file("A! A", "(== (fro A) 0)", **SINGULAR), INPUT),
    "a vector from the right": (file("v", "(== (complex_norm [v]) 0)", unitary={"v": ["p", "q"]}), SPACE),
    "a vector that is diagonal": (
        file("v", "(== (complex_norm [v]) 0)", unitary={"v": ["p"]}, diagonal=["v"]),
        "both sides",
    ),
    "a column of one turn": (file("R", "(== (complex_fro [R]) 0)", unitary={"R": ["p", "p"]}), "two sizes"),
    "a turn of two sizes": (
        file("A R", "(== (complex_fro [R]) 0)", unitary={"A": ["p", "q"], "R": ["p", "q"]}),
        "two sizes",
    ),
    "a part by itself": (file("A", "(== (complex_fro [A]) (fro A_re))", **SINGULAR), ALONE),
    "a part in a hypothesis": (
        file("A", "(== (complex_fro [A]) (complex_fro (T [A])))", given=("(<= 0 (trace A_im))",), **SINGULAR),
        ALONE,
    ),
    "a part in an index": (
        file("A", "(== (component (complex_s [A]) (cols (T A_re))) 0)", **SINGULAR),
        ALONE,
    ),
    "the conjugate": (
        file(
            "A B", "(== (s1 (matmul [A] (complex_matrix B_re (neg B_im)))) (s1 (matmul [A] [B])))", unitary=U
        ),
        ALONE,
    ),
    "the transpose": (
        file("A", "(== (complex_matrix (T A_re) (T A_im)) 0)", **SINGULAR),
        "shapes|as a whole|different",
    ),
    "parts of two": (file("A B", "(== (s1 (complex_matrix A_re B_im)) 0)", unitary=U), ALONE),
    "a column of a vector": (
        file("v", "(== (norm (entries (column_matrix v_im))) 0)", unitary={"v": ["p"]}),
        ALONE,
    ),
    "a part that is turned besides": (
        file("A", "(== (complex_fro [A]) 0)", turn={"A_im": ["p", "q"]}, **SINGULAR),
        "turned twice",
    ),
    "a real turn by the name of a unitary one": (
        file("A O", "(== (complex_fro [A]) 0)", turn={"O": ["~p", "~q"]}, **SINGULAR),
        "this name of a turn",
    ),
    "a real turn beside a unitary one": (
        file("A Q", "(== (complex_det (add Q [A])) 0)", n=1, turn={"Q": ["p", "q"]}, **SINGULAR),
        MOVES,
    ),
    "a relation between what is turned": (
        file("v", "(== (norm v_re) (norm v_im))", unitary={"v": ["p"]}),
        ALONE,
    ),
    # what was accepted: a part before the turn and after it, a double that a reflection makes another
    "a free part of the double": (
        file("A", BY_PART, n=1, leaf={"ask": {">=": TRUE, "<": BELOW}}, let=["(neg A_im)"], **SINGULAR),
        "free part of",
    ),
    "a free column of the double": (
        file("v", "(== (complex_norm [v]) 0)", let=["(column_matrix v_im)"], unitary={"v": ["p"]}),
        "free part of",
    ),
    "a product of reflections": (
        file(
            "Q P",
            f"(== {IMAGINARY.format('(matmul Q P)')} {IMAGINARY.format('(matmul P Q)')})",
            leaf={"variant": [BOTH, identity((1, ONE, [1]), (1, {"P.v1": 1}, []), (1, {"P.v2": 1}, []))]},
            given=("(> (det (matmul Q P)) 0)",),
            **TURNED_BACK,
        ),
        MOVES,
    ),
    "a double by a turn": (
        file("O", "(== (complex_det O) 1)", turn={"O": ["p", "q"]}, diagonal=["O"]),
        MOVES,
    ),
    "a norm of a double by a turn": (
        file("O", "(== (complex_fro O) 2)", turn={"O": ["p", "q"]}, diagonal=["O"]),
        MOVES,
    ),
    "a skew matrix that turns": (file("K", "(== (fro K) 0)", turn={"K": ["p", "p"]}), SPACE),
    "a skew matrix as a number": (file("K", "(== (det K) 0)"), "the tree says true"),
    "a larger skew matrix": (file("K", "(== (fro K) 0)", n=3), "the tree says true"),
    # what is no double, and what has no value
    "a real matrix": (file("C", "(== (complex_fro C) (complex_fro C))"), DOUBLE),
    "a double by hypotheses": (
        file(
            "C",
            "(== (complex_fro C) (complex_s C))",
            given=("(== (entry C 1 1) (entry C 2 2))", "(== (entry C 1 2) (neg (entry C 2 1)))"),
        ),
        DOUBLE,
    ),
    "a conjugate by blocks": (file("A", "(== (rank (block A_re A_im A_im A_re)) 1)"), DOUBLE),
    "a constant": (file("C", "(== (complex_det matrix[1,0;0,-1]) 1)"), DOUBLE),
    "odd sides": (file("C", "(== (complex_fro matrix[1,0,0;0,1,0;0,0,1]) 1)"), "odd sides"),
    "larger sides": (file("A", "(== (complex_fro [A]) (complex_fro [A]))", n=3), "at this size"),
    "larger values": (file("A", "(== (sum (s [A])) (sum (s [A])))", n=3), "at this size"),
    "a permanent of a double": (file("A", "(== (permanent [A]) 0)"), "at this size"),
    "a numerical radius": (file("A", "(== (numerical_radius [A]) 0)"), "at this size"),
    "two doubles": (file("A", "(== (complex_fro [A] [A]) 0)"), "does not take|TypeError"),
    "eigenvalues of i": (
        file("C", "(== (sum (complex_lam matrix[0,-1;1,0])) 0)"),
        "says undefined|evaluation says",
    ),
    "eigenvalues of a nilpotent matrix": (
        file("C", "(== (sum (complex_lam matrix[0,1,0,0;0,0,0,0;0,0,0,1;0,0,0,0])) 0)"),
        "evaluation says undefined",
    ),
    "eigenvalues of a double": (
        file("C", "(== (sum (lam matrix[0,0,-1,0;0,0,0,0;1,0,0,0;0,0,0,0])) 0)"),
        "evaluation says undefined",
    ),
    "a root of what is negative": (
        file("C", "(== (trace (mat_sqrt matrix[-1,0,0,-1;0,-1,1,0;0,1,-1,0;-1,0,0,-1])) 0)"),
        "evaluation says undefined",
    ),
    "an inverse of 0": (
        file("C", "(== (trace (inv matrix[0,0,0,0;0,0,0,0;0,0,0,0;0,0,0,0])) 0)"),
        "evaluation says undefined",
    ),
}


@pytest.mark.parametrize("name", HOLD)
def test_what_holds_of_complex_matrices_is_accepted(name: str) -> None:
    assert not reason(HOLD[name])


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_of_complex_matrices_is_refused(name: str) -> None:
    data, why = FALSE[name]
    found = reason(data)
    assert re.search(why, found), found
