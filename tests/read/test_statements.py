"""Statements as textbooks and papers print them, each read as it was encoded: its domain and its text.

`statements.txt` and `statements_*.txt` have a statement, its domain and its
canonical text, a blank line between two; `wrong.txt` has texts that are not understood, and what is said.
"""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

import perturb.domains
from perturb.domains.domain import Domain
from perturb.read.errors import NotUnderstood
from perturb.read.reader import read

HERE = Path(__file__).parent


def blocks(name: str) -> list[tuple[str, list[str]]]:
    """The texts of a file, each with the lines beneath it that are indented."""
    found = []
    for block in (HERE / name).read_text(encoding="utf-8").strip().split("\n\n"):
        lines = block.splitlines()
        told = [line.strip() for line in lines if line.startswith("    ")]
        found.append(("\n".join(line for line in lines if not line.startswith("    ")), told))
    return found


FILES = tuple(sorted(path.name for path in HERE.glob("statements*.txt")))
STATEMENTS, WRONG = [one for name in FILES for one in blocks(name)], blocks("wrong.txt")


def spaces(source: str, names: list[str]) -> list[str]:
    """What the inputs of a domain are, in LaTeX, and the ranges of sizes."""
    made: Domain = eval(source, vars(perturb.domains).copy())
    bound = made.named(names)
    return [bound.describe(), repr(sorted(bound.all_ranges().items()))]


def test_there_are_as_many_as_are_promised() -> None:
    assert len(STATEMENTS) >= 250
    assert len(WRONG) >= 50


@pytest.mark.parametrize(("text", "told"), STATEMENTS, ids=range(len(STATEMENTS)))
def test_a_printed_statement_is_read(text: str, told: list[str]) -> None:
    claim = read(text).claim
    names = list(claim.domain.heads)
    assert claim.canonical == told[1:]
    assert spaces(told[0], names) == [
        claim.domain.describe(),
        repr(sorted(claim.domain.all_ranges().items())),
    ]


@pytest.mark.parametrize(("text", "told"), WRONG, ids=range(len(WRONG)))
def test_what_is_not_understood_is_named_with_its_place(text: str, told: list[str]) -> None:
    with pytest.raises(NotUnderstood) as caught:
        read(text)
    assert [caught.value.placed(text)] == told


def test_a_reading_is_chosen_and_reported() -> None:
    text = r"For $A \in \mathbb{R}^{n\times n}$: $\|A\| \le \|A\|_*$."
    plain, chosen = read(text), read(text, {r"\|A\|": "frobenius"})
    assert plain.claim.canonical == ["then (<= (op A) (nuclear A))"]
    assert chosen.claim.canonical == ["then (<= (fro A) (nuclear A))"]
    (one,) = plain.understood.scope.choices.values()
    assert (one.sign, one.taken, one.others) == (r"\|A\|", "spectral", ("frobenius", "nuclear"))


DOUBTS = [  # a statement, the sign, what was taken, the canonical text where the other one is chosen
    (r"Let $A$ be square. Then $\operatorname{tr} A^2 \le 1$.", r"\mathrm{tr}\,x^p", "tr of the power",
     {"power of tr": "then (<= (sq (trace A)) 1)"}),
    (r"For $x > 0$ we have $\log x^2 \le x$.", r"\mathrm{log}\,x^p", "log of the power",
     {"power of log": "then (<= (sq (log x)) x)"}),
    (r"For $x > 0$ we have $\log(1+x)^2 \le x$.", r"\mathrm{log}(x)^p", "power of log",
     {"log of the power": "then (<= (log (sq (add 1 x))) x)"}),
    (r"Let $A$ be positive definite. Then $\log\det A^2 \le 1$.", r"\mathrm{log}\,x^p", "log of the power",
     {"power of log": "then (<= (sq (log (det A))) 1)"}),
    (r"Let $A \in \mathbb{C}^{2\times2}$. Then $\operatorname{Re}(\operatorname{tr} A)^2 \le 1$.",
     r"\mathrm{Re}(x)^p", "power of Re", {"Re of the power": ""}),
    (r"For $t > 0$ and real $r$ we have $\log t\,r \le 1$.", r"\log ab", "of a, times b",
     {"of the product": "then (<= (log (mul t r)) 1)"}),
    (r"For $t > 0$ we have $\log 2t \le t$.", r"\log ab", "of the product",
     {"of a, times b": "then (<= (mul (log 2) t) t)"}),
    (r"Let $A$ be square. Then $A^2_{ij} \le 1$.", "A^p_{ij}", "entry of the power",
     {"power of the entry": "then (<= (sq (entry A i j)) 1)"}),
    (r"Let $A$ be square. Then $A_{ij}^2 \le 1$.", "A^p_{ij}", "power of the entry",
     {"entry of the power": "then (<= (entry (matpow A 2) i j) 1)"}),
    (r"Let $A$ be symmetric with $A \le I$. Then $A^3 \le I$.", r"A \le B", "loewner",
     {"entry by entry": "then (<= (entries (matpow A 3)) (entries (eye A)))"}),
    (r"Let $x, y$ be vectors. Then $x \cdot y \le 1$.", r"x \cdot y", "scalar product", {}),
    (r"Let $A$ be symmetric. Then $\lambda_{\max} \le 1$.", r"\lambda_{\max}", "of A", {}),
    (r"Let $A \in \mathbb{C}^{2\times2}$. Then $A^*A$ is symmetric.", "symmetric", "Hermitian", {}),
    (r"Let $A \in \mathbb{C}^{2\times2}$. Then $A$ is orthogonal.", "orthogonal", "unitary", {}),
    (r"$\|P_{\operatorname{im} A}\| \le 1$", r"P_{\operatorname{im} A}",
     "orthogonal projection on the range of A", {}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sign", "taken", "others"), DOUBTS, ids=range(len(DOUBTS)))
def test_a_doubt_is_told_and_may_be_decided_otherwise(
    text: str, sign: str, taken: str, others: dict[str, str]
) -> None:
    (told,) = [one for one in read(text).understood.scope.choices.values() if one.sign == sign]
    assert (told.taken, set(told.others)) == (taken, set(others))
    for other, canonical in others.items():
        if canonical:
            assert read(text, {sign: other}).claim.canonical[-1] == canonical
        else:  # no word says it
            with pytest.raises(NotUnderstood):
                read(text, {sign: other})


@pytest.mark.parametrize(
    "readings", [{r"\|A\|": "euclid"}, {r"\|B\|": "frobenius"}], ids=["no such meaning", "no such sign"]
)
def test_a_reading_that_nothing_asks_for_is_an_error(readings: dict[str, str]) -> None:
    with pytest.raises(NotUnderstood, match="reading"):
        read(r"For $A \in \mathbb{R}^{n\times n}$: $\|A\| \le \|A\|_*$.", readings)


def test_a_letter_without_a_word_on_it_is_told_as_supposed() -> None:
    (one,) = read(r"$\|A\| \le \|A\|_F$").understood.inputs
    assert (one.kind.value, one.supposed) == ("matrix", "matrix")


def test_what_is_said_of_equality_is_told_as_not_read() -> None:
    found = read(r"Let $A$ be positive definite. Then $\det A \le 1$, with equality if and only if $A = I$.")
    assert [text for text, _ in found.understood.story.unread] == ["with equality if and only if ..."]


def test_one_of_several_statements_is_chosen() -> None:
    text = r"\begin{theorem}$\|A\|\ge0$\end{theorem}\begin{lemma}$\|B\|_F\ge0$\end{lemma}"
    assert read(text, number=2).claim.canonical == ["then (>= (fro B) 0)"]


@pytest.mark.parametrize("seed", range(3))
def test_texts_that_are_cut_and_shuffled_end_in_no_traceback(seed: int) -> None:
    """Each is read, or named with its place."""
    rng = random.Random(seed)
    for text, _ in STATEMENTS:
        for changed in (text[: rng.randrange(len(text))], without(text, rng), exchanged(text, rng)):
            with suppress(NotUnderstood):
                read(changed)


def without(text: str, rng: random.Random) -> str:
    """A stretch less."""
    start = rng.randrange(len(text))
    return text[:start] + text[start + rng.randint(1, 6) :]


def exchanged(text: str, rng: random.Random) -> str:
    """Two words change places."""
    words = text.split(" ")
    k, m = rng.randrange(len(words)), rng.randrange(len(words))
    words[k], words[m] = words[m], words[k]
    return " ".join(words)
