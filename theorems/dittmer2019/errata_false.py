"""Errata of dittmer2019, A and B: what is false as printed, and what is true."""

from __future__ import annotations

from perturb import erratum
from theorems.dittmer2019 import DITTMER

UPPER_BOUND = erratum(
    DITTMER,
    "upper-bound",
    "(9), (10): what is computed is no upper bound of a ReLU singular value",
    *("eq-9-10.upper", "eq-10", "eq-9-10.stronger", "fig-2.claim", "num-lower"),
    section="A",
    printed=r"s_k\lesssim\max_{x\in X}\|\mathrm{ReLU}(Ax)-\mathrm{ReLU}(W_*M_*x)\|_2",
    read="a lower bound of the error of $L=W_*M_*$. The error of $L$ is an upper bound of $s_k$, so (10) "
    "lies on no known side of $s_k$.",
    why="A maximum over $X$ is at most the maximum over the sphere, and nothing binds $L$ between the "
    "points of $X$: it may be very large there, or hidden by ReLU at the points.",
    examples={
        "eq-9-10.upper": r"Take $A=\begin{bmatrix}1&0\\-1&1\end{bmatrix}$, $k=1$, "
        r"$X=\{e_1,e_2,(e_1+e_2)/\sqrt2\}$ "
        r"and $L_t=(1,-t)^T(1,-1/t)$. The errors at the three points are $0$, $0$ and $1/(\sqrt2\,t)$: at "
        r"$t=[[t]]$ "
        r"(10) reports $[[rhs]]$, although $s_1\ge\frac12\sigma_1=[[lhs]]$. With growing $t$ (9) and (10) "
        r"tend to "
        r"$0$, and the error at $-e_1$ is $t-1$.",
    },
    consequence=r"Figure 2, and the sentence that ReLU layers act like maps with lower singular values, "
    r"rest on values of (10). A dense $X$ in dimension 4 may come near, but its size is not given, "
    r"and an upper bound needs one for $\|L\|_*$ too. Nor is the method stronger than Lemma 5: (9) "
    r"minimises a sum, so even its exact minimiser may have a maximum above $\sigma_k$ (an example "
    r"stands with the item). What is certain is $\frac12\sigma_k\le s_k\le\sigma_k$, see E. For a "
    r"finite set $X$ of data, as in Section III, (10) is an upper bound of $s_{k,X}$, without "
    r"approximation.",
    repair=r"If every point of the sphere is within $\varepsilon$ of $X$, then (10) plus "
    r"$\varepsilon(\|A\|_*+\|L\|_*)$ is an upper bound of $s_k$, by Lemma 4.",
    seen_by=["eq-9-10.upper~corrected", "three-points.near", "sum-and-maximum", "lem-5.main~below"],
)

NO_MINIMUM = erratum(
    DITTMER,
    "no-minimum",
    "Definition 9, (13), and (9): the minimum need not exist",
    *("def-9.13", "eq-9"),
    section="B",
    printed=r"s_{k,X}=\min_{\mathrm{rank}\,L\le k}\max_{x\in X}\|\mathrm{ReLU}(Ax+b)-\mathrm{ReLU}(Lx+b)\|_2",
    read="infimum, in (13) and in (9). (In Definition 3, on the ball, the minimum exists.)",
    why=r"With $A$, $X$ and $L_t$ as in A1 and $b=0$ the infimum is $0$. An error $0$ at $e_1$ and $e_2$ "
    r"asks of $L=wm^T$ that $w_1m_1=w_2m_2=1$ and $w_1m_2\le0$; at $e_1+e_2$ it asks "
    r"$w_1(m_1+m_2)=1$, so $w_1m_2=0$, which is impossible.",
    repair=r"Definition 3: $\|Lx\|^2=\|\mathrm{ReLU}(Lx)\|^2+\|\mathrm{ReLU}(-Lx)\|^2$, so the distance "
    r"of the layers is at least $\|L\|_*/\sqrt2-\|A\|_*$ and grows with $L$.",
    seen_by=["three-points.near", "three-points.never"],
)

BALL_OR_SPHERE = erratum(
    DITTMER,
    "ball-or-sphere",
    "After Corollary 11: the width by the ball or by the sphere",
    "cor-11.ball",
    section="B",
    printed=r"\mathbb{E}_g\sup_{y\in\mathcal{A}(\mathcal{B})-\mathcal{A}(\mathcal{B})}\langle g,y\rangle="
    r"\mathbb{E}_g\sup_{y\in\mathcal{A}(\mathcal{S})-\mathcal{A}(\mathcal{S})}\langle g,y\rangle",
    read=r"so if and only if $0$ is in the closed hull of $\mathcal{A}(\mathcal{S})$: for linear "
    r"operators always, for $\mathrm{ReLU}(A\,\cdot)$ where some $x\ne0$ has $Ax\le0$, as for $m\le "
    r"n$.",
    why=r"$\mathcal{A}(\mathcal{B})$ is not the hull of $\mathcal{A}(\mathcal{S})$, so Corollary 11 says "
    r"nothing.",
    examples={
        "cor-11.ball": r"for $n=1$, $A=[[a]]$ and $g=[[g]]$ the widths along $g$ are $[[lhs]]$ by the "
        r"ball and "
        r"$[[rhs]]$ by the sphere; their means are $(2+\sqrt2)/\sqrt{2\pi}=1.362$ and $2/\sqrt\pi=1.128$.",
    },
    repair=r"$\sup_{\mathcal{A}(\mathcal{B})}\langle g,\cdot\rangle$ is the larger of $0$ and "
    r"$\sup_{\mathcal{A}(\mathcal{S})}\langle g,\cdot\rangle$. Of random layers with $m=2n$ it fails "
    r"for half (Wendel 1962).",
    seen_by=["cor-11.ball~corrected", "cor-11.ball~how-often"],
)

ONE_DIRECTION = erratum(
    DITTMER,
    "one-direction",
    "Section IV-B: one $g$ as an estimate of the width",
    "eq-22.one",
    section="B",
    printed=r"\sup_{x\in K-K}\langle g,x\rangle\approx\omega(K)\qquad\text{for one}\ g",
    read="so where the width is large beside the diameter.",
    why=r"For two points the supremum is $\lvert\langle g,x-y\rangle\rvert$ in every dimension, whose "
    r"standard deviation is $0.756$ of its mean; it is off by more than half with probability $0.541$.",
    repair=r"Concentration says $P[\text{off by}\ t]\le2\exp(-t^2/(2\,\mathrm{diam}(K)^2))$.",
    seen_by=["eq-22.one"],
)
