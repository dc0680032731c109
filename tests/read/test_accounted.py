"""What is said of a letter is never lost without a word."""

from __future__ import annotations

import pytest

from perturb.read.errors import NotUnderstood
from perturb.read.reader import read

KEPT = {
    r"If $A, B \succeq 0$ are $n \times n$, then $\det(A + B) \ge \det A$.": ["psd(count=2)", 0],
    r"If $A \succ 0$ is $n \times n$, then $\det A > 0$.": ["positive_definite()", 0],
    r"Let $B \in \mathbb{R}^{m \times n}$ and $C \in \mathbb{R}^{n \times n}$ symmetric. Then"
    r" $\|B C\| \le \|B\| \|C\|$.": ["C=symmetric()", 0],
    r"Let $A$ be symmetric with eigenvalues $\lambda_1 \ge \dots \ge \lambda_n > 0$. Then $\det A > 0$.": [
        "symmetric()",
        1,
    ],
    r"Let $A$ be $m \times n$ with singular values $\sigma_1 \ge \dots \ge \sigma_n \ge 0$. Then"
    r" $\sigma_1 \le \|A\|_F$.": ["rectangular()", 0],
    r"Let $K \in \mathbb{R}^{n \times n}$ be skew-symmetric, $K^T = -K$. Then $\det K \ge 0$.": [
        "square()",
        1,
    ],
}


@pytest.mark.parametrize("text", KEPT)
def test_a_property_is_in_the_domain_or_a_hypothesis(text: str) -> None:
    domain, hypotheses = KEPT[text]
    found = read(text)
    assert str(domain) in found.understood.domain
    assert len(found.claim.hypotheses) == hypotheses


def test_bars_mean_what_the_text_says() -> None:
    found = read(
        r"Let $A \in \mathbb{R}^{m \times n}$ and let $|A| = (|a_{ij}|)$. Then $\|A\|_2 \le \| |A| \|_2$."
    )
    assert found.claim.canonical == ["then (<= (op A) (op (entrywise_abs A)))"]


@pytest.mark.parametrize("text", [
    r"Let $A$ be a matrix. Then $\|A\| \le \|A\|_F$, symmetric.",
    r"Let $A$ be a matrix. Then $\|A\| \le 1 + \|A\|$ is symmetric.",
    r"Let $A$ be symmetric with eigenvalues $\lambda_1 \ge \det A \ge \lambda_n$. Then $\det A > 0$.",
])  # fmt: skip
def test_what_can_be_said_of_nothing_is_an_error(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read(text)
