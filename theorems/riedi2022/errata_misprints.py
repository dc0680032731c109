"""Errata of riedi2022, C: misprints, where the text says what is meant."""

from __future__ import annotations

from perturb import erratum
from theorems.riedi2022 import RIEDI


def misprint(name, title, *items, **told):
    return erratum(RIEDI, name, title, *items, section="C", **told)


MISPRINTS = [
    misprint(
        "lost-root",
        "Theorem 32, (101)",
        "thm-32.101",
        printed=r"\frac{1+cn}{1-cn-(1-\eta)m(3c+1)},\quad1-cn>(1-\eta)m(3c+1)",
        read=r"$(1-\eta)\sqrt{m(3c+1)}$, in the hypothesis and in the bound.",
        why="The last line of the proof has the root; the display has lost it and is weaker, though true.",
        seen_by=["thm-32.101~root", "thm-32.101"],
    ),
    misprint(
        "range-of-rho",
        "Theorem 16 to Lemma 21, (70) to (74); Theorem 34",
        *(
            "thm-16.70a",
            "thm-16.70b",
            "thm-16.any",
            "lem-17.71b",
            "eq-72",
            "lem-21.74a",
            "lem-21.74c",
            "thm-34.growth",
        ),
        printed=r"\rho\underline{\tau}+\rho^2\le s_i(\rho)^2-s_i(0)^2\le\rho\overline{\tau}+\rho^2",
        read=r"for $\rho\ge0$, as Section 1 has it; no range is named.",
        why=r"For $\rho<0$ the two $\tau$ change places, and (71), (72) hold with $\lvert\rho\rvert$.",
        seen_by=[
            *(
                "thm-16.70a",
                "thm-16.70b",
                "thm-16.any",
                "lem-17.71b",
                "eq-72",
                "lem-21.74a",
                "lem-21.74c",
                "thm-34.growth",
            ),
            "thm-16.70a~sharpened",
        ],
    ),
    misprint(
        "offset-38",
        "(38)",
        "eq-38",
        printed=r"B_p=D_pW_p\ldots D_2W_2b_1+\ldots+b_p",
        read=r"$B_p=D_pW_p\ldots D_2W_2D_1b_1+\ldots+D_pb_p$, as in (36).",
        seen_by=["eq-38", "eq-38~corrected"],
    ),
    misprint(
        "offset-41",
        "(41)",
        "eq-41",
        printed=r"\phi(Wz+b)=DWz+b",
        read="$DWz+Db$, as in (36).",
        seen_by=["eq-41", "eq-41~corrected"],
    ),
    misprint(
        "isolated-points",
        "Corollary 7",
        *("cor-7.c1", "cor-7.31"),
        printed=r"S_i^*\ \text{consists of isolated points only}",
        read=r"no hypothesis: (31) holds on $S_i^*$. (Or $I\setminus S_i^*$.)",
        why=r"$S_i^*$ is open (Lemma 3), so only the empty set meets the printed one.",
        seen_by=["cor-7.c1", "cor-7.31~corrected"],
    ),
    misprint(
        "vector-of-n",
        "Theorem 6",
        "thm-6.vec",
        printed=r"\text{Its corresponding right singular vector}\ u_i\ \text{is}\ \mathcal{C}^1(S_i)",
        read=r"its eigenvector, where $\lambda_i$ is simple.",
        why=r"$S_i$ is defined by singular values in (13), and $N$ may have the eigenvalues $1$ and $-1$.",
        seen_by=["thm-6.vec"],
    ),
    misprint(
        "zeros-of-s1",
        "Example 1",
        "ex-1.sv",
        printed=r"s_1,s_2:\ \text{not differentiable at their respective zeros}",
        read=r"$s_2$ at its zeros $2$ and $4$, both at $\rho=3$.",
        why=r"$s_1=\max(\lvert\rho-4\rvert,\lvert\rho-2\rvert)\ge1$ has no zero.",
        seen_by=["ex-1.sv~zeros", "ex-1.sv"],
    ),
    misprint(
        "derivative-of-n",
        "Lemma 14, proof, before (67)",
        "lem-14.65",
        printed=r"N'=M+M^T=M_o^T+M_o+2\,\mathrm{Id}",
        read=r"$M_o^T+M_o+2\rho\,\mathrm{Id}$, as in (65).",
        seen_by=["lem-14.65"],
        of_proof=True,
    ),
    misprint(
        "bounded-slopes",
        "Lemma 29",
        *("lem-29.86b", "lem-29.86d", "lem-29.87"),
        printed=r"W_i\ \text{as in Lemma 28}",
        read=r"$W_i$ and $D_i$ as in Lemma 28.",
        why="The bound 1 on the slopes is used.",
        seen_by=["lem-29.86~any-slope"],
    ),
    misprint(
        "zero-divisor",
        "Theorem 31, (90)",
        "thm-31.90",
        printed=r"m\le n(1-cn)^2",
        read=r"$m<n(1-cn)^2$.",
        why=r"With equality, as for $n=4$, $m=1$, $cn=\frac12$, (90) divides by zero.",
        seen_by=["thm-31.90~defined"],
    ),
    misprint(
        "tracy-widom-scale",
        "Theorem 33, read as the law of $F_1$",
        "thm-33.conv",
        printed=r"Z_n\ \stackrel{\rm distr}{\to}\ P_{TW},\quad\text{a Tracy-Widom law}",
        read=r"the law of $\sqrt2\,X$, where $X$ has the distribution function $F_1$ (Tracy and Widom 1996; "
        "Soshnikov 1999): mean $-1.71$, standard deviation $1.79$.",
        why=r"$K_n^T+K_n$ has the variances $2$ and $4$, and (107) does not divide by $\sqrt2$; Figure 4 "
        r"shows the law of $\sqrt2\,X$. $Y_n$ of (110) has the limit $F_1$.",
        seen_by=["thm-33.conv~unscaled", "thm-33.conv"],
    ),
    misprint(
        "theta",
        "After Theorem 39",
        "thm-39.rem-theta",
        printed=r"4\le\theta\le2\sqrt n",
        read=r"$4<\theta\le2\sqrt n$, as in the theorem.",
        seen_by=["thm-39.128~sharpened"],
    ),
    misprint(
        "reference-87",
        "Section 6.3, the number 2",
        "num-kappa2",
        printed=r"\kappa(M(1)D)\ \text{amounts to at most}\ 2\ \text{according to (87)}",
        read=r"(88), which has the $D$; (87) is of $M(1)$.",
        seen_by=["num-kappa2"],
    ),
    misprint(
        "size-of-w",
        "Section 6.3, after (158)",
        "fig-8.setup",
        printed=r"\text{the weight matrix}\ W_2\ \text{of size}\ 6\times2",
        read=r"$W_{-1}$, which takes the two-dimensional $x$.",
        why="The size alone is wrong; the link is to the picture, drawn with $W_{-1}$.",
        seen_by=["fig-8"],
    ),
    misprint(
        "reference-35",
        "After Figure 8",
        "fig-8.narrow",
        printed=r"\text{according to (35) in Section 3.4}",
        read="(48).",
        seen_by=["eq-48"],
    ),
]
