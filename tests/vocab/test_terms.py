"""Named terms: what print shows of them, and that nothing else does."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from perturb import claim, indices, named, paper, term, then, vocab
from perturb.domains import scalar, square, together, vector
from perturb.vocab import I, T, entries, kappa, lam_max, larger, matpow, norm, s, s1, sq, total, trace
from perturb.vocab.complexes.values import UNIT, lifted
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable
from perturb.vocab.printing.symbols import latex, subscripted
from perturb.vocab.printing.terms import Lexicon, definitions, noting
from perturb.vocab.systems.evaluate import Evaluation, Floats, OutOfRange
from tests.fuzz.test_complex_statements import DOMAIN, TREES, C, cases

SAMPLE = paper("sample")
A, B = variable("A", Kind.MATRIX), variable("B", Kind.MATRIX)
x, y = variable("x", Kind.VECTOR), variable("y", Kind.VECTOR)
eta, rho = variable("eta", Kind.SCALAR), variable("rho", Kind.SCALAR)
i = indices("i")[0]


@term(r"\overline{\tau}({0})")
def tau(M):
    """The largest eigenvalue. And more."""
    return lam_max(T(M) + M)


@term(r"\phi({0})")
def phi(t, slope):
    return larger(t, slope * t)


@term("M({1})")
def shifted(M_o, rho):
    return M_o + rho * I


def read(*chain_of):
    """The relations of functions of no arguments, with what they name."""
    with noting() as notes:
        links = [link for chain in chain_of for link in then(*chain()).links]
    return links, Lexicon(notions=notes.notions)


def shown(*chain_of):
    links, names = read(*chain_of)
    return [link.latex(names) for link in links], [one.latex for one in definitions(links, names)]


def test_a_term_is_shown_by_its_symbol_and_defined_once_for_its_parameter():
    formulas, where = shown(lambda: (tau(A) + tau(A @ B), "<=", tau(B)))
    assert formulas == [r"\overline{\tau}(A) + \overline{\tau}(A B) \le \overline{\tau}(B)"]
    assert where == [r"\overline{\tau}(M) = \lambda_{\max}(M^T + M)"]


def test_the_first_sentence_of_the_docstring_goes_with_it():
    links, names = read(lambda: (tau(A), "<=", 1))
    assert [one.words for one in definitions(links, names)] == ["The largest eigenvalue"]


def test_trees_do_not_change():
    links, _ = read(lambda: (tau(A), "<=", named("N", B / 8)[1, 1]))
    assert [link.canonical() for link in links] == [
        "(<= (lam_max (add (T A) A)) (entry (div B 8) 1 1))",
    ]
    assert tau(A) is lam_max(T(A) + A)
    assert named("W", A) is A


def test_the_parts_of_a_definition_are_named_too_from_the_top_down():
    def chain():
        z = named("z_2", phi(A @ x, eta))
        return norm(named("z_3", phi(B @ z, eta))), "<=", norm(z)

    formulas, where = shown(chain)
    assert formulas == [r"\lVert z_3 \rVert \le \lVert z_2 \rVert"]
    assert where == [
        r"z_3 = \phi(B z_2)",
        r"z_2 = \phi(A x)",
        r"\phi(t)_{i} = \max(t_{i}, \eta \, t_{i})",
    ]


def test_components_of_named_vectors():
    def chain():
        named("x'", x / 8)
        return phi(x / 8, eta), "<=", named("y_1", x + y)

    formulas, where = shown(chain)
    assert formulas == [r"\phi(x')_{i} \le y_{1,i}"]
    assert where[1:] == [r"x' = \frac{x}{8}", "y_1 = x + y"] or where[:1] == [r"x' = \frac{x}{8}"]


@pytest.mark.parametrize(
    ("symbol", "component"),
    [
        ("x", "x_{i}"),
        ("b_{1}", "b_{1,i}"),
        ("z_2", "z_{2,i}"),
        ("z_1'", "z_{1,i}'"),
        (r"\hat{y}''", r"\hat{y}_{i}''"),
        ("z^{(1)}", "z_{i}^{(1)}"),
        ("t_1^{(2)}", "t_{1,i}^{(2)}"),
        (r"\phi(t_1)", r"\phi(t_1)_{i}"),
    ],
)
def test_a_component_has_one_subscript_before_what_is_raised(symbol, component):
    assert subscripted(symbol, "i") == component


def test_a_vector_made_component_by_component_is_defined_so():
    _, where = shown(lambda: (norm(named("u", sq(x) + 1)), "<=", norm(named("v", A @ x - y))))
    assert where == ["u_{i} = x_{i}^2 + 1", "v = A x - y"]
    _, where = shown(lambda: (norm(named("r", s(A) - x)), ">=", 0))
    assert where == ["r_{i} = s_{i}(A) - x_{i}"]


def test_numbers_are_arguments_like_others():
    formulas, where = shown(lambda: (kappa(shifted(A, 1)), "<=", kappa(shifted(A, rho))))
    assert formulas == [r"\kappa(M(1)) \le \kappa(M(\rho))"]
    assert where == [r"M(\rho) = A + \rho \, I"]


def test_an_argument_that_must_be_an_integer_is_one():
    @term("p_{1}({0})")
    def power_sum(N, k):
        return trace(matpow(N, k))

    formulas, where = shown(lambda: (power_sum(A, 2), ">=", power_sum(B, 4)))
    assert formulas == [r"p_2(A) \ge p_4(B)"]
    assert where == [r"p_k(N) = \mathrm{tr}\left(N^{k}\right)"]


def test_a_parameter_never_captures_what_the_symbol_hides():
    """M(rho) of a matrix that holds rho itself is defined at this argument only."""
    _, where = shown(lambda: (kappa(shifted(A - rho * I, 2 * rho)), ">=", 1))
    assert where == [r"M(2 \, \rho) = A - \rho \, I + 2 \, \rho \, I"]


def test_a_definition_for_parameters_does_not_hide_them_in_other_names():
    @term("L({0})")
    def loss(x):
        return total(sq(A @ x))

    def chain():
        named("t", A @ x)
        return loss(x) + norm(A @ x), "<=", loss(y)

    formulas, where = shown(chain)
    assert formulas == [r"L(x) + \lVert t \rVert \le L(y)"]
    assert where[0] == r"L(x) = \sum_{i} \left(\left(A x\right)_{i}\right)^2"


def test_the_last_name_of_a_tree_is_shown_and_defined_by_the_one_before():
    def chain():
        return s1(named("W", named("V", A / 8))), "<=", 1

    formulas, where = shown(chain)
    assert formulas == [r"s_1(W) \le 1"]
    assert where == ["W = V", r"V = \frac{A}{8}"]


def test_one_name_for_two_things_is_refused_with_both():
    with pytest.raises(ValueError, match=r"clash: N stands for two things: A A and B B"):

        @claim(SAMPLE, "clash", domain=square(count=2, n=(1, 2)))
        def clash(A, B):
            yield then(s1(named("N", A @ A)), "<=", s1(named("N", B @ B)))


def test_one_definition_for_two_meanings_is_refused():
    with pytest.raises(ValueError, match=r"phi\(t\) stands for two things"):

        @claim(SAMPLE, "clash", domain=together(x=vector(), eta=scalar(), n=(1, 2)))
        def clash(x, eta):
            yield then(norm(phi(x, eta)), "<=", norm(phi(x, 2 * eta)))


def test_a_name_that_an_input_has_is_refused():
    with pytest.raises(ValueError, match=r"clash: A stands for two things: an input and"):

        @claim(SAMPLE, "clash", domain=square(count=2, n=(1, 2)))
        def clash(A, B):
            yield then(s1(named("A", B @ B)), "<=", 1)


def test_a_name_that_is_not_shown_does_no_harm():
    @claim(SAMPLE, "quiet", domain=square(count=2, n=(1, 2)))
    def quiet(A, B):
        named("N", A @ A)
        yield then(s1(named("N", B @ B)), "<=", 1)

    assert [one.latex for one in quiet.definitions] == ["N = B B"]


def test_what_cannot_be_named_is_refused():
    with pytest.raises(ValueError, match="a number has no other name"):
        named("c", 2)
    with pytest.raises(ValueError, match="has no argument 1"):
        term("f({1})")(lambda t: t)


def test_names_are_gone_outside_a_claim():
    _, names = read(lambda: (tau(A), "<=", 1))
    assert latex(tau(A)) == r"\lambda_{\max}(A^T + A)"
    assert latex(tau(A), None, names) == r"\overline{\tau}(A)"


def test_a_raised_symbol_and_a_product_take_parentheses():
    _, names = read(lambda: (s1(named("Q^{(1)}", A @ A)) + s1(named("MD", B @ B)), "<=", 1))
    assert latex(T(A @ A), None, names) == r"\left(Q^{(1)}\right)^T"
    assert latex(T(B @ B) @ (B @ B), None, names) == r"\left(MD\right)^T MD"


def test_sums_and_blocks_are_written_as_people_do():
    assert latex((-1) * A + 2 * B + (-3) * (A @ B)) == r"-A + 2 \, B - 3 \, A B"
    assert latex(0 * A + 1 * B) == r"0 \, A + B"  # which has a value where A + B has one
    assert latex(0 + rho + (-2) * eta) == r"\rho - 2 \, \eta"
    assert latex(larger(larger(rho, eta), 1)) == r"\max(\rho, \eta, 1)"
    assert latex(A @ (B @ A)) == "A B A"
    assert latex(total(x) - x, "i") == r"\sum_{j} x_{j} - x_{i}"
    assert latex(entries(A)[i]) == "A[i]"
    with noting() as notes:
        inner = named("c", larger(rho, eta))
    assert latex(larger(inner, 1), None, Lexicon(notions=notes.notions)) == r"\max(c, 1)"


def test_standard_notation_is_shown_and_not_defined():
    @term(r"\lVert {0} \rVert^2", standard=True)
    def squared_length(v):
        return total(sq(v))

    formulas, where = shown(lambda: (squared_length(x - y), "<=", sq(squared_length(named("z", 2 * x)))))
    assert formulas == [r"\lVert x - y \rVert^2 \le \left(\lVert z \rVert^2\right)^2"]
    assert where == [r"z = 2 \, x"]


def test_an_argument_that_is_handed_back_keeps_its_name():
    @term("P({0})")
    def first(N, k):
        return N if k == 0 else N @ N

    formulas, where = shown(lambda: (s1(first(A, 0)), "<=", s1(first(A @ B, 0))))
    assert formulas == [r"s_1(A) \le s_1(A B)"]
    assert where == []


# In print a complex value is as it is written: A - z I, not by its parts.

PRINTED = [
    (lambda A, x, z: vocab.op(A - z * vocab.I), r"\lVert A - z \, I \rVert"),
    (lambda A, x, z: abs(vocab.H(x) @ A @ x), r"\lvert x^* A x \rvert"),
    (lambda A, x, z: abs(z * z - 1j), r"\lvert z \, z - \mathrm{i} \rvert"),
    (lambda A, x, z: vocab.real(vocab.trace((2 - 3j) * vocab.conj(A))), r"\mathrm{Re}\,\mathrm{tr}\left("),
    (lambda A, x, z: vocab.norm(A.T @ x), r"\lVert A^T x \rVert"),
    (lambda A, x, z: vocab.total(abs(x)), r"\sum_{i} \lvert x_{i} \rvert"),
]


@pytest.mark.parametrize(("side", "text"), PRINTED)
def test_a_complex_value_is_printed_as_it_is_written(side: Any, text: str) -> None:
    @claim(SAMPLE, "printed", domain=together(A=square(**C), x=vector(**C), z=scalar(**C)))
    def printed(A, x, z):  # type: ignore[no-untyped-def]
        """As it is written."""
        yield then(side(A, x, z), "<=", 1)

    (link,) = printed.conclusions
    assert text in link.latex(printed.names)


def test_a_word_that_hands_back_an_input_does_not_rename_it() -> None:
    domain = square(**C).named(["A"])
    (A,) = domain.arguments
    with noting():
        assert vocab.H(vocab.H(A)) is A
    assert domain.arguments[0].plain is variable("A", Kind.MATRIX)
    assert A.H.plain is vocab.H.node(A.plain)


def rebuilt(plain: Any) -> Any:
    """What is printed, made anew of complex inputs."""
    if plain.word.name == "input":
        return lifted(1j) if plain is UNIT else TREES.get(plain.payload[0], plain)
    return plain.word(*map(rebuilt, plain.args)) if plain.args else plain


def test_what_is_printed_is_what_is_examined() -> None:
    """A complex value is printed as it is written, not by its parts: made anew of that, it is the same."""
    with noting() as notes:
        assert len(list(cases(0, 150))) == 150
    rng, seen = np.random.default_rng(4), 0
    inputs = DOMAIN.inputs(DOMAIN.draw(rng, 2, {"n": 3, "m": 2}))
    value = Evaluation(Floats(inputs))
    for tree, found in notes.notions.items():
        for one in found:
            again = lifted(rebuilt(one.plain))
            if tree.free:
                continue
            with np.errstate(all="ignore"), suppress(OutOfRange):  # a component beyond the last
                known, other = np.asarray(value(tree)), np.asarray(value(again.re))
                if known.shape != other.shape:
                    other = value(again.double)
                if known.shape != other.shape:  # u^* of a real vector
                    other = np.swapaxes(other, -1, -2)
                assert np.allclose(known, other, equal_nan=True), (tree, one.plain)
                seen += 1
    assert seen > 500
