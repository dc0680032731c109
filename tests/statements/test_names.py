"""Names, letters and readings of a claim: shown, and no part of what is stated."""

from __future__ import annotations

from typing import Any

import pytest

from perturb import claim, given, named, paper, then
from perturb.domains import psd, square, symmetric, together
from perturb.domains.domain import Domain
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.vocab import I, fro, kappa, s1
from perturb.vocab.printing.terms import NAMELESS

SOURCE = paper("test")


def plain(X: Any) -> Any:
    yield given(s1(X / 8), "<", 1)
    yield then(kappa(X / 8 + I), "<=", 2)


def with_names(X: Any) -> Any:
    W = named("W_1", X / 8, "small")
    yield given(s1(W), "<", 1)
    yield then(kappa(named("M(1)", W + I)), "<=", 2)


def declared(body: Any, domain: Domain | None = None, **options: Any) -> Claim:
    space = square(n=(1, 3)) if domain is None else domain
    made: Claim = claim(SOURCE, "label", id="one", domain=space, **options)(body)
    return made


def test_names_letters_and_readings_change_nothing_that_is_stated() -> None:
    bare, full = declared(plain), declared(with_names, letters={"X": "M_o"}, reading="Because.")
    assert full.fingerprint == bare.fingerprint
    assert full.canonical == bare.canonical
    assert [link.parts for link in full.conclusions] == [link.parts for link in bare.conclusions]
    assert full.domain.describe() == bare.domain.describe()
    assert full.conclusions[0].latex(full.names) == r"\kappa(M(1)) \le 2"
    assert full.conclusions[0].latex() == bare.conclusions[0].latex()


def test_canonical_lines_say_what_is_given_and_what_follows() -> None:
    assert declared(plain).canonical == [
        "given (< (s1 (div X 8)) 1)",
        "then (<= (kappa (add (div X 8) (eye (div X 8)))) 2)",
    ]


def test_letters_of_the_domain_are_letters_of_the_claim_which_has_the_last_word() -> None:
    space = together(X=square(), n=(1, 3)).lettered(X="A").reads("From the domain.")
    made = declared(plain, space)
    assert made.inputs == [r"A \in \mathbb{R}^{n \times n}"]
    assert made.reading == "From the domain."
    other = declared(plain, space, letters={"X": "B"}, reading="From  the\n    claim.")
    assert other.inputs == [r"B \in \mathbb{R}^{n \times n}"]
    assert other.reading == "From the claim."


def test_letters_survive_an_order_of_their_own() -> None:
    def body(B: Any, X: Any) -> Any:
        yield then(fro(X), "<=", fro(B))

    made = declared(body, together(X=square(), B=square(), n=(1, 2)).lettered(X="M_o"))
    assert made.inputs == [r"B, M_o \in \mathbb{R}^{n \times n}"]


@pytest.mark.parametrize(
    ("letters", "complaint"),
    [
        ({"Y": "W"}, r"with_names: letters\['Y'\] is for no input of X"),
        ({"X": "W_1"}, "with_names: W_1 stands for two things: an input and"),
    ],
)
def test_letters_name_inputs_and_nothing_else(letters: dict[str, str], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        declared(with_names, letters=letters)


def test_two_inputs_have_two_letters() -> None:
    def body(A: Any, B: Any) -> Any:
        yield then(fro(A), "<=", fro(B))

    with pytest.raises(ValueError, match="body: two inputs are called B"):
        declared(body, square(count=2, n=(1, 2)), letters={"A": "B"})


def test_inputs_of_one_space_stand_together_unless_it_names_them_twice() -> None:
    def body(A: Any, N_0: Any, B: Any, N_1: Any, P: Any) -> Any:
        yield then(fro(A), "<=", fro(B))

    spaces = {"A": square(), "N_0": symmetric(), "B": square(), "N_1": symmetric(), "P": psd()}
    found = declared(body, together(**spaces, n=(1, 2))).inputs
    assert found[0] == r"A, B \in \mathbb{R}^{n \times n}"
    assert [text.partition(" =")[0] for text in found[1:3]] == ["N_{0}", "N_{1}"]
    assert len(found) == 4


def test_a_claim_without_names_has_none() -> None:
    made = declared(plain)
    assert made.definitions == []
    assert not made.names.notions
    assert not NAMELESS.used


def test_a_reading_is_given_wherever_an_input_is_scaled_or_stepped() -> None:
    """Where a definition of a claim of a paper divides a bare input by a number, it says why."""
    for one in catalogue().values():
        scaled = [d.symbol for d in one.definitions if r"\frac{X}{" in d.body or r"\frac{E}{8}" in d.body]
        assert not scaled or one.reading, (one.id, scaled)
