"""Each letter of a statement that is shown is bound there, and stands for one thing."""

from __future__ import annotations

import re

import pytest

from perturb import claim, given, indices, paper, then
from perturb.domains import integer, rectangular, scalar, square, together, vector
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim, relations, text
from perturb.vocab import I, cols, entries, larger, rank, rows, s, trace, without_columns
from perturb.vocab.grammar.tree import LEAVES, WORDS

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
