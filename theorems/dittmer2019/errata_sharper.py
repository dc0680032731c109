"""Errata of dittmer2019, D and E: reasons that do not carry, and what can be sharpened."""

from __future__ import annotations

from perturb import erratum
from theorems.dittmer2019 import DITTMER

NOT_THE_REASON = erratum(
    DITTMER,
    "not-the-reason",
    "Definition 15: why the law of Marchenko and Pastur is missed",
    "def-15.mp",
    section="D",
    printed=r"\sigma(WM)\ \text{does not follow Marchenko-Pastur, since the entries are dependent}",
    why="Entries of $WM$ are dependent for every $k$, and for $k$ far above $m$ and $n$ the law is "
    "approached.",
    repair=r"For $k<\min(m,n)$ all singular values but $k$ are $0$, which that law does not have. The "
    r"squares of these $k$ follow, in the limit, the free product of two such laws with the ratios $k/n$ "
    r"and $k/m$.",
    seen_by=["def-15.mp", "def-15.mp~wide", "def-15.mp~limit", "eq-28.rank"],
)

READ_OFF = erratum(
    DITTMER,
    "read-off",
    "Section I-A and Figure 2: lower singular values",
    *("fig-2.claim", "num-lower"),
    section="D",
    printed=r"\text{ReLU layers act like functions with lower singular values}",
    why="What is shown for it are values of (10), which bound nothing on the sphere, see A1.",
    repair=r"$\sigma_k/\sqrt2\le s_k\le\sigma_k$ for every $k$: lower by a factor of $\sqrt2$ at most.",
    seen_by=["lem-5.main", "lem-5.main~kernel", "lem-5.main~values", "eq-9-10.upper"],
)


def sharper(name, title, *items, printed, read, why="", seen_by=()):
    return erratum(
        DITTMER, name, title, *items, section="E", printed=printed, read=read, why=why, seen_by=seen_by
    )


SHARPER = [
    sharper(
        "two-sided",
        "Lemma 5",
        "lem-5.main",
        printed=r"s_k(\mathcal{A})\le\sigma_k(A)",
        read=r"$\sigma_k(A)/\sqrt2\le s_k(\mathcal{A})\le\sigma_k(A)$, both constants best possible for "
        r"every $k$; so $s_k=0$ only if $\mathrm{rank}\,A\le k$.",
        why="$x$ and $-x$ together see all of $Ax$ where $Lx=0$.",
        seen_by=[
            "lem-5.main~kernel",
            "lem-5.main~attained",
            "lem-5.main~below",
            "lem-5.main~values",
            "fig-1.setup~second",
        ],
    ),
    sharper(
        "both-parts",
        "Lemma 4, (8)",
        "lem-4.8",
        printed=r"\lVert\mathrm{ReLU}\,x-\mathrm{ReLU}\,y\rVert\le\lVert x-y\rVert",
        read=r"the squares for positive and for negative parts together are at most $\lVert x-y\rVert^2$.",
        seen_by=["lem-4.8~sharpened"],
    ),
    sharper(
        "positive-part",
        "Lemma 14, (21), for ReLU layers",
        *("lem-14.21", "lem-14.cs"),
        printed=r"\Omega(\mathcal{A})\le2c_m\lVert\mathcal{A}\rVert_*",
        read=r"$2\,\mathbb{E}\lVert "
        r"g_+\rVert\,\lVert\mathcal{A}\rVert_*\le\sqrt{2m}\,\lVert\mathcal{A}\rVert_*$.",
        why="Outputs are not negative, and only $g_+$ sees them.",
        seen_by=["lem-14.cs~sharpened", "lem-14.21~positive-part"],
    ),
    sharper(
        "frobenius",
        "Lemma 14, (21), for linear operators",
        *("lem-14.21", "lem-14.accum"),
        printed=r"\Omega(A)\le2c_m\lVert A\rVert_*",
        read=r"$2\sqrt{2/\pi}\,\lVert A\rVert_F\le\Omega(A)\le2c_r\lVert A\rVert_F/\sqrt r$, $r$ the rank, "
        r"$A\ne0$.",
        seen_by=["lem-14.21~frobenius", "lem-14.21~below", "lem-14.21~rank", "lem-14.accum~above"],
    ),
    sharper(
        "flat-spectra",
        "Lemma 14, the width of a linear operator from below",
        *("lem-14.accum", "cor-11.effdim"),
        printed=r"\Omega(A)\text{ measures the accumulative effect of }\sigma_0,\sigma_1,\ldots",
        read=r"$2c_\rho\lVert A\rVert_*\le\Omega(A)$, $\rho=\lVert A\rVert_F^2/\lVert A\rVert_*^2$ a real "
        r"number, equality for flat spectra; so $\rho-\tfrac12\le"
        r"\big(\Omega(A)/(2\lVert A\rVert_*)\big)^2\le\rho$: the effective dimension is the stable rank.",
        why=r"The root is concave, $\sigma_i^2g_i^2$ below a multiple of a $\chi^2$ in the convex order.",
        seen_by=["lem-14.21~stable-rank", "rem-12.obs"],
    ),
    sharper(
        "no-program",
        "(24) to (27)",
        *("eq-24", "eq-25", "eq-26", "eq-27", "sl-items.lp"),
        printed=r"-\min_{(\alpha:\beta)}\ldots\ \text{s.t. (24), (25)}",
        read="the largest less the smallest component of $Kg$; no program is needed.",
        seen_by=["eq-27"],
    ),
    sharper(
        "any-operator",
        "Lemma 14, (20)",
        "lem-14.20",
        printed=r"\mathcal{A}\in H_+(\mathbb{R}^n,\mathbb{R}^m)",
        read="any operator, with a bias too.",
        why="Only the symmetry of $u$ is used.",
        seen_by=["lem-14.20"],
    ),
    sharper(
        "leaky-two-sided",
        "Remark 8, Lemma 5 for leaky ReLU",
        "rem-8.lem5",
        printed=r"s_k(\mathcal{A})\le\sigma_k(A)",
        read=r"$\sqrt{(1+\eta^2)/2}\,\sigma_k(A)\le s_k(\mathcal{A})\le\sigma_k(A)$ for a slope "
        r"$\lvert\eta\rvert\le1$; so $s_k=\sigma_k(A)$ for the absolute value.",
        why="As for ReLU.",
        seen_by=["rem-8.lem5~kernel"],
    ),
]
