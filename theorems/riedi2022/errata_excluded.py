"""Readings of riedi2022 that its text excludes, and what stands beyond it: a footnote of the errata."""

from __future__ import annotations

from perturb import erratum
from theorems.riedi2022 import RIEDI


def excluded(name, title, *items, printed, why, seen_by):
    return erratum(RIEDI, name, title, *items, section="footnote", printed=printed, why=why, seen_by=seen_by)


EXCLUDED = [
    excluded(
        "piecewise-quadratic",
        "Abstract and (4)",
        "eq-4",
        printed=r"L^{(g)}\ \text{is continuous and piecewise-quadratic in}\ W_k,b_k",
        why="in the weights and offset of one layer, all others being fixed, as in Section 3.4: in those of "
        "two "
        "layers at once $(W_1W)^2$ is a quartic.",
        seen_by=["eq-4~jointly", "eq-4"],
    ),
    excluded(
        "all-increase",
        "Before Lemma 21",
        "lem-21.pre",
        printed=r"\text{under mild conditions all singular values should be expected to increase}",
        why=r"an expectation, and sure for $\rho>\max(0,-\underline{\tau})$; near $\rho=0$ they may fall, "
        "as at "
        "$M_o=-1$, and for Gaussian $M_o$ a slope is as likely negative as positive.",
        seen_by=["lem-21.pre", "lem-21.pre~corrected"],
    ),
    excluded(
        "slopes",
        "(1), (2), (35), after Lemma 24",
        *("eq-2", "eq-35", "lem-24.leaky"),
        printed=r"\eta>0\ \text{leaky-ReLU},\quad\text{leaky ReLU}\ (\eta\ne0)",
        why=r"$0<\eta<1$ is meant, as before (35), and $\eta\le1$ in (1) and (2): for $\eta>1$ the slopes "
        "change "
        "places.",
        seen_by=["eq-35", "eq-2", "lem-24.leaky~any-slope", "eq-2~sharpened"],
    ),
    excluded(
        "trace-78",
        "(78) at $\\eta=1$",
        "eq-78",
        printed=r"\mathrm{trace}(D)=m\eta+n-m",
        why=r"the trace does not count the entries there, but every set is $\{\mathrm{Id}\}$ and nothing "
        "depends on it.",
        seen_by=["eq-78"],
    ),
    excluded(
        "any-family",
        "After Lemma 12",
        "lem-12.sv",
        printed=r"\text{any family of square matrices}\ A(\rho)",
        why=r"a polynomial or analytic one is meant; $\mathrm{diag}(1,1+\max(\rho,0))$ shows that it must "
        "be.",
        seen_by=["lem-12.sv", "lem-12.sv~corrected"],
    ),
    excluded(
        "multiple-zeros",
        "After Theorem 16",
        "thm-16.any",
        printed=r"M_o\ \text{having multiple zeros}",
        why="multiple singular values, as after Lemma 3: zeros of a characteristic polynomial.",
        seen_by=["thm-16.any"],
    ),
    excluded(
        "nothing-left",
        "Theorem 31, (89), (91); Theorem 39, (128), (129); (151)",
        *("thm-31.89", "thm-31.91", "thm-39.128", "thm-39.129", "cor-40.151c"),
        printed=r"D\in\mathcal{D}(m,n,0)",
        why="for $m=n$ the matrix is $0$, for which (53) defines no condition number: $m<n$ is meant.",
        seen_by=["thm-31.89", "thm-31.91", "thm-39.128", "thm-39.129", "cor-40.151c"],
    ),
    excluded(
        "easier-to-meet",
        "After Theorem 22",
        "thm-22.rem-5",
        printed=r"\text{the condition of (76) is easier to meet}",
        why=r"said, and true, where $-\underline{\tau}\simeq\sqrt2s_1(M_o)$; a large positive definite "
        "$M_o$ meets (77) only.",
        seen_by=["thm-22.rem-5~any", "thm-22.rem-5~corrected"],
    ),
    excluded(
        "bounds-become-available",
        "Section 1, bounded entries",
        "num-no-guarantee",
        printed=r"\text{for}\ \rho>0\ \text{there are bounds on}\ \kappa(M(\rho))",
        why=r"for entries that are small beside $\rho$, as in Sections 4 and 6: entries in $[-\rho,0]$ allow "
        "any condition number.",
        seen_by=["num-no-guarantee", "num-no-guarantee~residual", "num-no-guarantee~bound"],
    ),
    excluded(
        "beyond-the-text",
        "Figure 5 (b) and the 500,000 matrices before (120)",
        *("fig-5.b", "num-500000"),
        printed=r"r\ge2,\ n\ge5;\quad n\ \text{as small as}\ 10",
        why="we also drew $n=5$ for Figure 5 (b) and $r<2$ for (119) and (120), where exceptions are "
        "common ($0.053$ at $r=1.1$, $n=5$) and the text does not deny it.",
        seen_by=["fig-5", "num-500000"],
    ),
]
