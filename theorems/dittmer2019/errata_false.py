"""Errata of dittmer2019, A and B: what is false as printed, and what is true."""

from __future__ import annotations

from perturb import erratum
from theorems.dittmer2019 import DITTMER

UPPER_BOUND = erratum(
    DITTMER,
    "upper-bound",
    "(9), (10): what is computed is no upper bound of a ReLU singular value",
    *("eq-9-10.upper", "eq-10", "eq-9-10.stronger"),
    section="A",
    printed=r"s_k\lesssim\max_{x\in X}\|\mathrm{ReLU}(Ax)-\mathrm{ReLU}(W_*M_*x)\|_2",
    read="a lower bound of the error of $L=W_*M_*$. The error of $L$ is an upper bound of $s_k$, so (10) "
    "lies on no known side of $s_k$.",
    why=r"A maximum over $X$ is at most the maximum over the sphere. For $k=0$, where $L=0$, (10) is "
    r"$\max_{x\in X}\|\mathrm{ReLU}(Ax)\|\le s_0$ for every $X$: a lower bound, and below $s_0$ unless $X$ "
    r"meets a maximiser. For $k=1$, $A=\begin{bmatrix}1&0\\-1&1\end{bmatrix}$ and $X=\{e_1,e_2\}$ the "
    r"minimum of (9) is $0$, attained at $L=\begin{bmatrix}1&-1\\-1&1\end{bmatrix}$, and so is (10), "
    r"although $s_1=\sigma_1=0.618$: $A$ is Figure 1's matrix with its columns exchanged.",
    examples={
        "eq-9-10.upper": r"With $X=\{e_1,e_2,(e_1+e_2)/\sqrt2\}$ the same $A$ has $0$ as an infimum: for "
        r"$L_t=(1,-t)^T(1,-1/t)$ the errors at the three points are $0$, $0$ and $1/(\sqrt2\,t)$; at "
        r"$t=[[t]]$ (10) reports $[[rhs]]$ for a bound of $s_1=[[lhs]]$. The error at $-e_1$ is $t-1$.",
    },
    consequence=r"The text asks for a sufficiently dense $X$ and calls the bound approximate; the caption "
    r"of Figure 2 drops both words, and the size of $X$ is not given. What rests on values of (10) is in D. "
    r"Nor is the method stronger than Lemma 5: (9) minimises a sum, so even its exact minimiser may have a "
    r"maximum above $\sigma_k$ (sum-and-maximum, below). Density alone does not help: for "
    r"$A=\mathrm{diag}(1,2)$, $\sigma_1=1$, 100 points near $(1,0)$, 100 near $(0.6,-0.8)$ and 16 evenly "
    r"spread ones the minimiser has $1.95$; with more points in the two groups it tends to $2$. With 256 "
    r"evenly spread points alone it is $0.999$. Evenly spread points are no cure: for Figure 1's own "
    r"matrix, $k=1$ and 2,000 of them the exact minimiser of (9) has $0.618571$ in (10), and "
    r"$\sigma_1=0.618034$; so with 1,300 ($0.618357$) and 8,192 ($0.618672$) of them, not with 256 "
    r"($0.610804$). These four are certified in balls (`tools/evenly_spaced.py`). What is certain is "
    r"$\sigma_k/\sqrt2\le s_k\le\sigma_k$, see E. For a finite set $X$ of data, as in Section III, "
    r"(10) is an upper bound of $s_{k,X}$, without approximation.",
    repair=r"If every point of the sphere is within $\varepsilon<1/\sqrt2$ of $X$, then (10) plus "
    r"$\varepsilon(\|A\|_*+\|L\|_*)$ is an upper bound of $s_k$, by Lemma 4, and $X$ binds $L$: at its first "
    r"singular vector or the opposite one $\mathrm{ReLU}(L\,\cdot)$ has length $\|L\|_*/\sqrt2$ at "
    r"least, so $\|L\|_*\le\big((10)+\|A\|_*\big)/(1/\sqrt2-\varepsilon)$. A dense $X$ gives a bound "
    r"with a known error of order $\varepsilon$.",
    seen_by=[
        "eq-9-10.upper~corrected",
        "three-points.near",
        "sum-and-maximum",
        "eq-9-10.upper~few-inputs",
        "eq-9-10.stronger~random-start",
        "lem-5.main~kernel",
    ],
)

BALL_OR_SPHERE = erratum(
    DITTMER,
    "ball-or-sphere",
    "After Corollary 11: the width by the ball or by the sphere",
    "cor-11.ball",
    section="B",
    printed=r"\mathbb{E}_g\sup_{y\in\mathcal{A}(\mathcal{B})-\mathcal{A}(\mathcal{B})}\langle g,y\rangle="
    r"\mathbb{E}_g\sup_{y\in\mathcal{A}(\mathcal{S})-\mathcal{A}(\mathcal{S})}\langle g,y\rangle",
    read=r"so, for bounded operators, if and only if $0$ is in the closed hull of "
    r"$\mathcal{A}(\mathcal{S})$: for linear operators always, for $\mathrm{ReLU}(A\,\cdot)$ where some "
    r"$x\ne0$ has $Ax\le0$, as for $m\le n$.",
    why=r"$\mathcal{A}(\mathcal{B})$ is not the hull of $\mathcal{A}(\mathcal{S})$, so Corollary 11 says "
    r"nothing.",
    examples={
        "cor-11.ball": r"for $n=1$, $A=[[a]]$ and $g=[[g]]$ the widths along $g$ are $[[lhs]]$ by the "
        r"ball and "
        r"$[[rhs]]$ by the sphere; their means are $(2+\sqrt2)/\sqrt{2\pi}=1.362$ and $2/\sqrt\pi=1.128$.",
    },
    repair=r"$\sup_{\mathcal{A}(\mathcal{B})}\langle g,\cdot\rangle$ is the larger of $0$ and "
    r"$\sup_{\mathcal{A}(\mathcal{S})}\langle g,\cdot\rangle$. Of random layers with $m=2n$ it fails "
    r"for half (Wendel 1962). The width by the sphere is at least $2(\sqrt2-1)=0.828$ times that by the "
    r"ball, attained at $A=(1,-1)^T$.",
    seen_by=["cor-11.ball~corrected", "cor-11.ball~factor", "cor-11.ball~how-often"],
)

ONE_DIRECTION = erratum(
    DITTMER,
    "one-direction",
    "Section IV-B: one $g$ as a good estimate, for small sets",
    "eq-22.one",
    section="B",
    printed=r"\sup_{x\in K-K}\langle g,x\rangle\approx\omega(K)\qquad\text{for one}\ g",
    read="so where the width is large beside the diameter.",
    why=r"The text has no number; a good estimate is read here as one that is off by more than half with "
    r"probability $1/2$ at most. For two points the supremum is $\lvert\langle g,x-y\rangle\rvert$ in "
    r"every dimension, whose standard deviation is $0.756$ of its mean; it is off by more than half "
    r"with probability $0.541$.",
    consequence="For two points the mean of 100 draws, which the text takes in practice, has a standard "
    r"deviation of $7.6$ in 100 of the width still; that of one draw says nothing of a small set.",
    repair=r"Concentration says $P[\text{off by}\ t]\le2\exp(-t^2/(2\,\mathrm{diam}(K)^2))$.",
    seen_by=["eq-22.one"],
)
