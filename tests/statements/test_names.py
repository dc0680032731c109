"""Names, readings, letters and fingerprints: what is shown of a statement, and what changes it."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from perturb import claim, given, indices, named, paper, then
from perturb.domains import (
    activation,
    bounded,
    integer,
    of_rank,
    psd,
    rectangular,
    scalar,
    square,
    symmetric,
    together,
    vector,
)
from perturb.domains.domain import Domain
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim, relations, text
from perturb.vocab import (
    I,
    cols,
    entries,
    fro,
    kappa,
    lam_min,
    larger,
    rank,
    rows,
    s,
    s1,
    s_min,
    trace,
    without_columns,
)
from perturb.vocab.grammar.tree import LEAVES, WORDS
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


# Each letter of a statement that is shown is bound there, and stands for one thing.


SAMPLE = paper("sample")
CATALOGUE = catalogue()
i, k = indices("i k")
# Fonts and accents show nothing of their own; text is words.
WORDS_IN_PRINT = re.compile(r"\\\\|\\(?:text|mathrm|mathit)\{[^{}]*\}|\\(?:begin|end)\{\w+\}")
LETTER = re.compile(r"\\[A-Za-z]+|[A-Za-z]")


def letters(latex: str) -> set[str]:
    """The letters of a formula: plain ones, and Greek ones by their names."""
    return set(LETTER.findall(WORDS_IN_PRINT.sub(" ", latex)))


# Of templates {0:2b} and the like stand for arguments, and {{ for a brace.
TEMPLATES = " ".join(
    w.latex + " " + (w.indexed or "") + " " + w.instead for w in WORDS.values() if w not in LEAVES
)
PLAIN = re.sub(r"(?<!\{)((?:\{\{)*)\{[\w:+*|‖>]+\}", r"\1 ", TEMPLATES).replace("{{", "{").replace("}}", "}")
NOTATION = letters(PLAIN)
SETS = letters(
    r"\mathbb{R} \mathcal{D} \mathcal{M} \in \times \quad \ge \le \dots O \bigcup \preceq \prec \ne"
)
STANDARD = letters(r"\qquad \text{} \langle \rangle \tilde \hat \dot \overline \underline \varepsilon \bar")


def bound(one: Claim) -> set[str]:
    """Letters that the statement explains: inputs and sizes in "for all", ranges, sums, named terms."""
    shown = [formula for _, formula in relations(one)]
    found = letters(" ".join(one.inputs)) | set().union(*(letters(d.symbol) for d in one.definitions), set())
    for formula in shown:
        found |= letters(formula.partition(r"\text{for all }")[2])
        found |= set(re.findall(r"\\(?:sum|prod|max|min)_\{([a-z])", formula))
    return found


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_letter_is_bound_where_it_is_shown(name: str):
    one = CATALOGUE[name]
    known = bound(one) | NOTATION | SETS | STANDARD
    free = {name: letters(formula) - known for name, formula in relations(one)}
    assert not any(free.values()), free


def test_the_check_of_letters_can_fail():
    assert letters(r"\mathrm{rank}\left(A\right) - n") - {r"\left", r"\right"} == {"A", "n"}
    known = bound(two_shapes) | NOTATION | SETS | STANDARD
    assert {"m", "n"}.isdisjoint(known)  # what rows and columns were once called
    assert {"p", "q", "r", "A", "B"} <= known


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("classical/sylvester-rank", "rank(A) + rank(B) - k ≤ rank(A B)"),
        ("heinecke2019/thm-6.i-global", "‖W₂‖_max a b ‖x - x'‖"),
        ("heinecke2019/eq-13.max", "max(b, c)"),
        ("dittmer2019/eq-28.rank", "rank(W M) ≤ k"),
        ("dittmer2019/data.few", "rank(L) ≤ N"),
        ("riedi2022/lem-8.51", "for all 1 ≤ k ≤ n²"),
        ("riedi2022/num-apriori", "cumsum(diagonal(D)²)"),
    ],
)
def test_what_was_shown_with_letters_of_another_statement(name: str, shown: str):
    assert shown in text(CATALOGUE[name])


@claim(
    SAMPLE,
    "two shapes",
    domain=together(A=rectangular("p", "q"), B=rectangular("q", "r"), k=integer(1, "q"), p=2, q=2, r=2),
)
def two_shapes(A, B, k):
    yield given(rows(A) + cols(B), ">=", cols(A))
    yield then(rank(A @ B), "<=", cols(A @ B), "<=", rows(A @ B))
    yield then(trace(A @ B @ B.T @ A.T + I), "<=", rows(without_columns(A, k)))
    yield then(s(A)[i] + entries(A)[1], "<=", cols([[1, 2, 3], [4, 5, 6]]))


def test_sizes_are_called_by_the_domain_and_constants_by_numbers():
    assert text(two_shapes).splitlines()[2:] == [
        "sizes    p = q = r = 2",
        "given    p + r ≥ q",
        "then     rank(A B) ≤ r",
        "then     r ≤ p",
        "then     tr(A B Bᵀ Aᵀ + Iₚ) ≤ rows(A[·, 1..q - k])",
        "then     sᵢ(A) + A[1] ≤ 3   for all 1 ≤ i ≤ min(p, q)",
    ]


def clashing(domain, names, body):
    """The error of a claim over inputs called so."""
    scope = {"body": body}
    exec(f"def clash({names}):\n    yield from body({names})", scope)
    with pytest.raises(ValueError, match="clash: ") as refused:
        claim(SAMPLE, "clash", domain=domain)(scope["clash"])
    return str(refused.value)


def test_a_letter_that_stands_for_two_things_is_refused():
    one = [then(1, "<=", 1)]
    both = clashing(together(A=square(), n=scalar()), "A, n", lambda *_: one)
    assert both == "clash: an input and a size are both called n; give one of them another name"
    index = clashing(square("k"), "A", lambda A: [then(s(A)[k], "<=", 1)])
    assert index == "clash: a size and an index are both called k; give one of them another name"


def test_letters_of_print_give_way_to_those_of_a_statement():
    """A bound index is no input, and e^x and the identity are told from inputs called e and I."""

    @claim(SAMPLE, "letters", domain=together(e=vector(), i=scalar(), n=(1, 2)))
    def named_so(e, i):
        yield then(WORDS["exp"].node(i) * e, "<=", larger(e, i))

    assert text(named_so).splitlines()[-1] == "then     exp(i) eⱼ ≤ max(eⱼ, i)   for all 1 ≤ j ≤ n"


# The fingerprint changes exactly when the statement or its domain does.


def fingerprint(body: Callable[..., Any], domain: Any = None, label: str = "a", **options: Any) -> str:
    space = square(n=(1, 3)) if domain is None else domain
    return claim(SOURCE, label, domain=space, **options)(body).fingerprint


def base(A: Any) -> Any:
    yield given(s1(A), "<", 1)
    yield then(kappa(I + A), "<=", 2)


def commented(A: Any) -> Any:
    """The same statement, described."""
    # and commented
    yield given(s1(A), "<", 1.0)
    yield then(kappa(I + A), "<=", Fraction(4, 2))


def without_hypothesis(A: Any) -> Any:
    yield then(kappa(I + A), "<=", 2)


def relaxed_hypothesis(A: Any) -> Any:
    yield given(s1(A), "<=", 1)
    yield then(kappa(I + A), "<=", 2)


def other_constant(A: Any) -> Any:
    yield given(s1(A), "<", 1)
    yield then(kappa(I + A), "<=", 2 + Fraction(1, 2**200))


def other_operator(A: Any) -> Any:
    yield given(s1(A), "<", 1)
    yield then(kappa(I + A), "<", 2)


def other_side(A: Any) -> Any:
    yield given(s1(A), "<", 1)
    yield then(kappa(I - A), "<=", 2)


def hypothesis_as_conclusion(A: Any) -> Any:
    yield then(s1(A), "<", 1)
    yield then(kappa(I + A), "<=", 2)


def renamed(M: Any) -> Any:
    yield given(s1(M), "<", 1)
    yield then(kappa(I + M), "<=", 2)


def test_fingerprint_of_the_same_statement() -> None:
    same = fingerprint(base)
    assert fingerprint(commented) == same
    assert fingerprint(base, label="another label", status="refuted", id="another-id") == same
    assert (
        fingerprint(base, equality=[[[0]]], covers=["x"], corrects="y", sharpens="z", presupposes=["weyl"])
        == same
    )
    assert re.fullmatch(r"[0-9a-f]{12}", same)


def test_fingerprint_of_other_statements() -> None:
    bodies = [without_hypothesis, relaxed_hypothesis, other_constant, other_operator, other_side]
    bodies += [hypothesis_as_conclusion, renamed]
    found = [fingerprint(body) for body in (base, *bodies)]
    assert len(set(found)) == len(found)


def one(X: Any) -> Any:
    yield then(fro(X), ">=", 0)


def test_fingerprint_of_other_domains() -> None:
    spaces = [
        square(n=(1, 3)),
        square(n=(1, 4)),
        square(n=(2, 3)),
        square("m", m=(1, 3)),
        symmetric(n=(1, 3)),
    ]
    spaces += [psd(n=(1, 3)), rectangular(m=(1, 3), n=(1, 3)), bounded(1, n=(1, 3)), bounded(2, n=(1, 3))]
    spaces += [activation(0, n=(1, 3)), activation(Fraction(1, 2), n=(1, 3))]
    spaces += [of_rank(r, m=(1, 3), n=(1, 3)) for r in (1, 2)]
    spaces += [bounded(1, "m", "n", m=(1, 3), n=(1, 3)), bounded(1, "n", "m", m=(1, 3), n=(1, 3))]
    found = [fingerprint(one, space) for space in spaces]
    assert len(set(found)) == len(found)


def test_fingerprint_of_bounds_of_a_number() -> None:
    def body(x: Any) -> Any:
        yield then(x, ">=", 0)

    found = [fingerprint(body, scalar(low, high)) for low in (None, 0, 1) for high in (None, 2, 3)]
    assert len(set(found)) == 9


def test_inputs_that_change_places_change_the_statement() -> None:
    def body(A: Any, B: Any) -> Any:
        yield then(lam_min(A), ">=", 0)
        yield then(s_min(B), ">=", 0)

    spaces = [together(A=psd(), B=square()), together(A=symmetric(), B=square()), together(A=psd(), B=psd())]
    found = [fingerprint(body, space) for space in spaces]
    assert len(set(found)) == 3
