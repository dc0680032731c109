"""Constants that a claim leaves free: from above a derivation, from below a point, and where they meet."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from perturb import check, claim, free, given, paper, relations, then
from perturb.cli import tighten as cli
from perturb.cli.check import command as checking
from perturb.cli.derive import command as deriving
from perturb.cli.prove import command as proving
from perturb.derive.checker.check import check as accept
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.checker.polynomials import ONE, atom
from perturb.derive.constants import candidates, way
from perturb.derive.known import Chosen, Citable
from perturb.derive.least import FreeConstant, Unbounded, between, least
from perturb.domains import square
from perturb.results import answers as meeting
from perturb.results.answers import answers
from perturb.results.between import Between, TwoSided, Upper, attained, near, only, printed, with_sharp
from perturb.results.claims import KernelsDisagree
from perturb.search.shrink import violated
from perturb.sharpen.directions import one_way, places, sites, with_part
from perturb.sharpen.tighten import ConstantBracket
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.statements.questions import with_numbers
from perturb.vocab import absolute, fro, nuclear, s1, sq, sqrt, trace

ME, LITTLE = paper("me"), TwoSided(seconds=0.5)
NORMS = {"frobenius-nuclear", "frobenius-triangle", "frobenius-spectral-product", "spectral-frobenius"}
WEYL = {"eigenvalues-monotone", "gram-eigenvalues", "weyl-eigenvalues"}


class Few(Citable):
    """With a few lemmas, so that a search takes a moment."""

    few = frozenset(f"classical/{name}" for name in NORMS | WEYL)

    def base(self, claim: Claim, chosen: Chosen = None, without=()):
        return super().base(claim, self.few, without)


KNOWN = Few()


def declared(body, count=1) -> Claim:
    return claim(ME, "a question", domain=square(count=count, n=(1, 2)))(body)


def of_norms(A):
    yield then(fro(A), "<=", free("c") * nuclear(A))


def of_commutators(A, B):
    yield then(fro(A @ B - B @ A), "<=", free("c") * fro(A) * fro(B))


@pytest.fixture(scope="module")
def sharp() -> Between:
    (found,) = answers(declared(of_norms), KNOWN, LITTLE)
    return found


def test_both_sides_meet_in_one_exact_number(sharp):
    assert sharp.upper.number == 1
    assert sharp.sharp
    assert sharp.told == "c = 1: sharp, derived for every n"
    accept(sharp.upper.found.data, KNOWN.base(sharp.upper.claim))
    assert sharp.bracket.refuted < 1
    assert violated(with_numbers(declared(of_norms), {"c": sharp.bracket.refuted}), sharp.bracket.witness)


def test_both_sides_differ_and_say_so(monkeypatch):
    question = declared(of_commutators, 2)
    refuted, point = Fraction(14142, 10_000), {"A": [[0, 1], [0, 0]], "B": [[0, 0], [1, 0]]}
    witness = question.domain.point(point)
    assert violated(with_numbers(question, {"c": refuted}), witness)
    monkeypatch.setattr(
        meeting, "from_below", lambda one, site, *rest: ConstantBracket(site, refuted, witness)
    )
    (found,) = answers(question, KNOWN, LITTLE)
    assert found.upper.number == 2
    assert not found.sharp
    assert found.told == (
        "c = 2: derived for every n; refuted from 1.4142 (certified); what lies between is a task"
    )


def test_the_printed_8_of_lemma_11_becomes_2():
    lemma = catalogue()["le2022/lem-11.main"]
    (site,) = sites(lemma)
    question = only(with_part(lemma, site, free("c", low=0)), 0)
    (best,), *_ = candidates(
        question, [FreeConstant("c", 1, Fraction(0))], (Fraction(16),), KNOWN.base(lemma), 10, Fraction(2)
    )
    assert best == 2
    point = lemma.domain.point({"U": [[1, 0]], "Y": [[0, 0], [0, 1]], "Z": [[0, 1]]})
    found = printed(lemma, ConstantBracket(site, Fraction(2) - Fraction(1, 10**13), point), KNOWN, LITTLE)
    assert found.better
    assert found.upper.number == 2
    assert {*found.upper.lemmas} == {f"classical/{name}" for name in WEYL}


def test_a_point_near_equality_makes_nothing_sharp():
    question = declared(of_norms)
    one, (site,) = with_numbers(question, {"c": Fraction(1)}), places(question, "c", Fraction(1))
    near_one, exact = [[1, 0], [0, Fraction(1, 2**60)]], [[1, 0], [0, 0]]
    assert not attained(one, site, one.domain.point({"A": near_one}))
    assert attained(one, site, one.domain.point({"A": exact}))


def test_a_derivation_and_a_point_cannot_contradict_each_other(sharp):
    question = declared(of_norms)
    (site,) = places(question, "c", Fraction(1))
    half = with_numbers(question, {"c": Fraction(1, 2)})
    bracket = ConstantBracket(site, Fraction(9, 10), half.domain.point({"A": [[1]]}))
    forged = Between(bracket, Upper(Fraction(1, 2), half, sharp.upper.found), name="c")
    with pytest.raises(KernelsDisagree, match="derived, and refuted at a point"):
        with_sharp(forged, site, question)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            lambda A: then(0, "<=", fro(A) + free("c") * 0),
            "free('c') is unbounded, with c = -1000000 it is derived",
        ),
        (
            lambda A: then(fro(A), "<=", free("c") * trace(A)),
            "free('c') is unbounded, with c = 1000000 it is refuted",
        ),
    ],
)
def test_what_is_unbounded_is_told_with_its_place_a_value_and_a_cure(body, told):
    def unbounded(A):
        yield body(A)

    with pytest.raises(ValueError, match=r"^conclusion 1, ") as error:
        answers(declared(unbounded), KNOWN, LITTLE)
    text = str(error.value)
    assert told in text
    assert "free('c', low=0)" in text or "let it stand beside" in text


def test_a_constant_stands_once():
    def twice(A):
        yield then(fro(A), "<=", free("c") * s1(A) + free("c") * nuclear(A))

    with pytest.raises(ValueError, match=r"free\('c'\) stands in 2 places; write it once"):
        answers(declared(twice), KNOWN, LITTLE)


@pytest.mark.parametrize(
    "side",
    [
        lambda c, A: absolute(c) * nuclear(A),  # c <= -1 holds, too
        lambda c, A: sq(c - 2) * nuclear(A),  # fails from 1 to 3 alone
        lambda c, A: nuclear(A) / c,
    ],
)
def test_what_a_point_refutes_is_said_of_constants_that_enter_linearly_or_one_way(side):
    def bent(A):
        yield then(fro(A), "<=", side(free("c"), A))

    with pytest.raises(ValueError, match=r"^conclusion 1, .* does not enter linearly.*low=0"):
        answers(declared(bent), KNOWN, LITTLE)


def test_which_constants_move_a_side_one_way():
    def one(A):
        yield then(fro(A), "<=", (3 - free("c")) * trace(A))
        yield then(fro(A), "<=", absolute(free("d", 0)) * nuclear(A))
        yield then(fro(A), "<=", sqrt(free("e")) * nuclear(A))
        yield then(fro(A), "<=", absolute(free("f", -1)) * nuclear(A))

    question = declared(one)
    found = [one_way(question, places(question, name, Fraction(1))[0]) for name in "cdef"]
    assert found == [True, True, True, False]


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (float("inf"), None, "an end is a finite number"),
        (1, 1, "low has to be less than high"),
        ("x", None, "finite"),
    ],
)
def test_ends_are_finite_and_leave_an_interval(low, high, told):
    with pytest.raises(ValueError, match=told):
        free("c", low, high)


def test_free_constants_are_of_conclusions_and_have_names_of_their_own():
    def hypothesis(A):
        yield given(fro(A), "<=", free("c"))
        yield then(fro(A), "<=", 1)

    def taken(A):
        yield then(fro(A), "<=", free("A") * s1(A))

    for body, told in ((hypothesis, r"stands in a given"), (taken, "called as an input")):
        with pytest.raises(TypeError, match=told):
            declared(body)
    with pytest.raises(ValueError, match="the name of a constant"):
        free("2c")


FILE = """from perturb import claim, free, paper, then
from perturb.domains import square
from perturb.vocab import absolute, fro, nuclear

@claim(paper("me"), "norms", domain=square(n=(1, 2)))
def norms(A):
    yield then(fro(A), "<=", {factor} * nuclear(A))

@claim(paper("me"), "a statement", domain=square(n=(1, 2)))
def stated(A):
    yield then(fro(A), "<=", nuclear(A))
"""


@pytest.fixture
def mine(tmp_path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(FILE.format(factor='free("c")'))
    return path


@pytest.mark.parametrize("command", [checking, proving, deriving])
def test_a_question_is_no_statement(mine, command):
    result = CliRunner().invoke(command, [f"{mine}::norms"])
    assert result.exit_code == 2
    assert "me/norms is a question, with free('c'): perturb tighten answers it" in result.output


def test_in_python_a_question_is_no_statement():
    question = declared(of_norms)
    for ask in (check, lambda one: relations(one, [[1]])):
        with pytest.raises(ValueError, match="is a question"):
            ask(question)


def test_a_question_in_a_file_leaves_the_others_answered(mine):
    result = CliRunner().invoke(checking, [str(mine), "--seconds", "0.2"])
    assert result.exit_code == 2
    assert "me/stated  " in result.output
    assert "me/norms is a question" in result.output


def test_console_and_json_say_the_same(mine, monkeypatch, sharp):
    monkeypatch.setattr(cli, "constants", lambda *given: iter([sharp]))
    shown = CliRunner().invoke(cli.command, [f"{mine}::norms", "--tell"])
    row = json.loads(CliRunner().invoke(cli.command, [f"{mine}::norms", "--json"]).output)
    assert shown.exit_code == 0
    assert row["told"] == sharp.told
    assert row["told"] in shown.output
    assert (row["free"], row["derived"], row["sharp"], row["printed"]) == ("c", "1", True, None)
    assert row["lemmas"] == ["classical/frobenius-nuclear"]
    assert "(classical/frobenius-nuclear)" in shown.output


def test_an_unbounded_question_is_bad_input(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(FILE.format(factor='(1 + 0 * free("c"))'))
    result = CliRunner().invoke(cli.command, [f"{path}::norms", "--seconds", "0.2"])
    assert result.exit_code == 2
    assert "free('c') is unbounded" in result.output
    assert "give it an end" in result.output


def test_the_program():
    x, y = atom(1), atom(2)
    columns = [(y - x, False), (x, False)]
    found = least(-x, [y], [FreeConstant("c", 1)], columns, 1)  # c y - x >= 0 from y >= x >= 0
    assert found is not None
    assert found[0] == (Fraction(1),)
    assert least(-y, [x], [FreeConstant("c", 1)], columns, 1) is None
    with pytest.raises(Unbounded):
        least(ONE, [x], [FreeConstant("c", -1)], [(x, False), (ONE, False)], 1)


def test_the_normal_form_tells_which_way_is_stronger():
    def divided(A):
        yield given(s1(A), "<", 1)
        yield then(trace(A), "<=", (free("c") - trace(A)) / (1 - s1(A)))

    def below(A):
        yield then(fro(A) - free("c") * s1(A), ">=", 0)

    def neither(A):
        yield then(fro(A), "<=", free("c") * trace(A))

    for body, sense in ((divided, 1), (below, -1), (neither, 0)):
        question = declared(body)
        assert way(question, "c", KNOWN.base(question)) == sense


def test_constants_that_do_not_enter_linearly_are_told():
    def squared(A):
        yield then(fro(A), "<=", sqrt(free("c") + sq(nuclear(A))))

    question = declared(squared)
    with pytest.raises(Unspoken, match="do not enter linearly"):
        candidates(question, [FreeConstant("c", 1)], (Fraction(16),), KNOWN.base(question), 1)


def test_numbers_of_few_digits():
    assert between(Fraction(14, 10), Fraction(15, 10)) == Fraction(3, 2)
    assert near(2 - Fraction(1, 10**9), FreeConstant("c", 1)) == 2
    assert near(Fraction(4, 5), FreeConstant("c", 1)) is None  # is refuted itself
    assert near(Fraction(141421356, 10**8), FreeConstant("c", 1)) is None
    assert replace(FreeConstant("c", 1), low=Fraction(0)).within(Fraction(0))
