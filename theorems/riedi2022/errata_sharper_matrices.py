"""Errata of riedi2022, E, continued: exceptional events, and matrices at all indices at once."""

from __future__ import annotations

from theorems.riedi2022.errata_sharper import sharper

SHARPER_STILL = [
    sharper(
        "exceptional-events",
        "(119), (120); (107)",
        *("eq-119.lim", "eq-120.lim", "thm-33.rem-tail", "eq-119.c"),
        printed=r"P[E_{\underline{\tau}_n}]\to0,\ P[E_{s_1(W_1)}]\to0,\ P[Z_n<8]=1",
        read=r"$\exp(-nJ(r))$ and $\exp(-2nJ(\sqrt2r))$ at every $n$, with "
        r"$J(r)=r\sqrt{r^2-1}-\log(r+\sqrt{r^2-1})$; $P[Z_n\ge t]\le\exp(-\frac23(t/\sqrt2)^{3/2})$.",
        why="Slepian's inequality, Gaussian entries.",
        gain=r"at $r=2$, $n=5$: $2\cdot10^{-5}$, $10^{-25}$",
        by_hand=r"$J(2)=2\sqrt3-\log(2+\sqrt3)=2.147$.",
        seen_by=["eq-119.lim~sharpened", "eq-120.lim~sharpened", "thm-33.rem-tail~sharpened"],
    ),
    sharper(
        "every-norm",
        "Proposition 1, (17); Corollary 2, (18)",
        *("prop-1.17", "cor-2.18"),
        printed=r"\sum_i\lvert s_i(A)-s_i(\tilde A)\rvert^2\le\lVert A-\tilde A\rVert_F^2",
        read="in every unitarily invariant norm, so for the sums of the $k$ largest. Lidskii and Mirsky.",
        by_hand=r"$A=\mathrm{diag}(2,1)$, $\tilde A=0$: $2\le2$ and $3\le3$ for $k=1,2$.",
        seen_by=["prop-1.17~sharpened", "cor-2.18~sharpened"],
    ),
    sharper(
        "corners",
        "Proposition 5, (23)",
        "prop-5.23b",
        printed=r"s_i(A)\ge s_i(\tilde A)\ge s_{i+m}(A),\quad m\ \text{rows or}\ m\ \text{columns}",
        read="for any rows and columns together, $m$ in all.",
        by_hand=r"$A=\mathrm{Id}$ of size $3$ without row $1$ and column $1$: $1\ge1\ge "
        r"s_{i+2}(A)$.",
        seen_by=["prop-5.23~both"],
    ),
    sharper(
        "majorised",
        "Theorem 16, (70)",
        *("thm-16.70a", "thm-16.70b"),
        printed=r"s_i(\rho)^2-s_i(0)^2\le\rho\overline{\tau}+\rho^2",
        read=r"any $k$ of the $s_i(\rho)^2-s_i(0)^2$ add up to at most the $k$ largest $\rho\tau_j+\rho^2$, "
        "all $n$ to "
        "their sum: (70) is $k=1$ and $k=n-1$.",
        by_hand=r"$M_o=\mathrm{diag}(1,0)$, $\rho=1$: $3,1$ on both sides.",
        seen_by=["thm-16.70b~majorised"],
    ),
    sharper(
        "zeros",
        "Lemma 20",
        "lem-20.main",
        printed=r"s_i(\rho_o)=0\ \Rightarrow\ M(\rho)w=(\rho-\rho_o)w",
        read=r"as many $s_i(\rho_o)$ vanish as the geometric multiplicity of $-\rho_o$ says; at a simple "
        "zero "
        r"$s_n(\rho)=\lvert v^Tu\rvert\lvert\rho-\rho_o\rvert$ up to $\lvert\rho-\rho_o\rvert^2$.",
        by_hand=r"$M(\rho_o)=[0,1;0,1]$: $u=e_1$, $v=(1,-1)^T/\sqrt2$, so "
        r"$s_2(\rho)\approx\lvert\rho-\rho_o\rvert/\sqrt2$.",
        seen_by=["lem-20.main~zeros", "lem-20.main~slope"],
    ),
    sharper(
        "leaky-below",
        "After Lemma 24",
        "lem-24.leaky",
        printed=r"s_1(M)\ge s_1(MD)",
        read=r"$s_i(MD)\ge\min(1,\lvert\eta\rvert)s_i(M)$ and $s_i(MD)\ge s_{i+m}(M)$, for every slope.",
        by_hand=r"$M=\mathrm{Id}$, $D=\mathrm{diag}(1,\frac12)$: $s_2(MD)=\frac12$, attained.",
        seen_by=["lem-24.leaky~below"],
    ),
    sharper(
        "second-value",
        "Theorem 22, (76); Lemma 36, (114); Corollary 37, (117)",
        *("thm-22.76a", "lem-36.114a", "cor-37.117a"),
        printed=r"\frac{\sqrt{1+\overline{\tau}+s_1^2}}{1-s_1}",
        read=r"$\sqrt{1+\overline{\tau}+s_2^2}\,/\,(1-s_1)$ for $n\ge2$, of all matrices with $s_1<1$.",
        why=r"Where $s_1(M_o+\mathrm{Id})$ exceeds the root, $s_n(M_o+\mathrm{Id})$ exceeds $1-s_1$ by more.",
        by_hand=r"$M_o=\mathrm{diag}(\frac12,0)$: $2\sqrt2$ for $3$.",
        seen_by=["thm-22.76a~second", "thm-22.76a~plane"],
    ),
]
