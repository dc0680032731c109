"""Errata of riedi2022, B: what is said of random matrices and of networks, and is false as printed."""

from __future__ import annotations

from perturb import erratum
from theorems.riedi2022 import RIEDI

NORM_113 = erratum(
    RIEDI,
    "norm-113",
    "Lemma 36 (ii), (113): the inequality",
    "lem-36.113b",
    section="B",
    printed=r"\frac{1}{2r^2}\left(\frac{\mu_n}{4n}+n^{-2/3}\frac{q_n}{4n^{1/3}}Y_n\right)\le\frac{1}{2r^2}\left(1+n^{-2/3}\frac{1}{\sqrt2}Y_n\right)",
    read=r"for $Y_n\ge0$; for $Y_n<0$ the larger factor of $Y_n$ makes the right side smaller.",
    why="It fails below a threshold of $Y_n$ of order $-n^{-1/3}$, in the limit with probability "
    "$F_1(0)=0.832$.",
    examples={
        "lem-36.113b": "at $K_4=0$, $r=[[r]]$ the left side is $[[lhs]]$ and the right side $[[rhs]]$, so "
        "on an open set near it, too."
    },
    consequence=r"(120), (145) and (156) use (113) where $Y_n>0$ only, and stand.",
    repair=r"For $Y_n\ge0$ as printed, even with $\mu_n\le4n-2$ and $q_n\le2^{4/3}n^{1/3}$.",
    seen_by=["lem-36.113b~sure", "lem-36", "lem-36.113b~corrected", "lem-36.113b~sharpened"],
)

ALL_REGIONS = erratum(
    RIEDI,
    "all-regions",
    "Corollary 40, (151), and its use for mini-batches",
    *("cor-40.151a", "num-batch"),
    section="B",
    printed=r"c\le s_i((D_1W_1+\mathrm{Id})D)\le C,\quad c=(1-(2+2n+\theta)/r)/2",
    read=r"the lower bound for $i\le n-m$, as in the proof of Theorem 39; the other $m$ singular values "
    "are $0$.",
    why=r"So (151) cannot serve (62), which asks for $s_n\ge c>0$: a ReLU that is off somewhere never "
    'meets it, and "(151) carries over to mini-batches" does not follow from (63). '
    r"In the samples $D$ and $D_1$ delete $m$ and $\tilde m$ outputs, and $r=2+2n+\theta+$ more.",
    examples={
        "cor-40.151a": r"$W_1=0$, $n=5$, $\theta=[[theta]]$, $r=2+2n+\theta+[[e]]$, and one deleted output, "
        r"$D=\mathrm{diag}(1,1,1,1,0)$: the singular values are $1,1,1,1,[[rhs]]$, and $c=[[lhs]]$.",
        "num-batch": r"for (63) with this $C$ and $c$: $W_1=0$, $n=5$, $\theta=[[theta]]$, "
        r"$r=2+2n+\theta+[[e]]$, so that $(C/c)^2=[[rhs]]<19$, and the data $z^{(1)}=5e_1$, $z^{(2)}=e_1$, "
        "whose data factor is $1$, apart and together. The first keeps the output 1 alone, the second the "
        r"output 2 alone. Then $2\,Q_{\rm batch}^TQ_{\rm batch}$ has the eigenvalues $25$, $1$ and $0$, and "
        r"$\kappa(Q_{\rm batch})^2=[[lhs]]$.",
    },
    consequence=r"The bound $C/c$ of $\kappa$ in (151) does not count the zeros, and stands.",
    repair=r"With ReLU, $p=1$ and $s_1=s_1(W_1)<1$, for the $Q$ of the loss: "
    r"$\kappa(Q_{\rm batch})\le\frac{1+s_1}{1-s_1}\,\max_k s_1(Z_k)/\min_k^*s_*(Z_k)$, where the rows of "
    "$Z_k$ are the data that keep output $k$. For data along one axis the factor is that of the masked "
    "averages, of each output over the data that keep it.",
    seen_by=[
        "cor-40.151a~by-samples",
        "cor-40.151a~corrected",
        *("num-batch~corrected", "cor-11.63~relu", "cor-11.62~relu"),
    ],
)

STEADILY = erratum(
    RIEDI,
    "steadily",
    "Figure 8: steadily",
    *("fig-8.inc", "fig-8.dec", "fig-8.narrow", "fig-8.ecc"),
    section="B",
    printed=r"\text{the singular values of}\ Q\ \text{increase steadily with}\ \rho,\ \text{the condition "
    "number decreases steadily}",
    read=r"with $\rho=1$ the condition number is usually, not always, below that with $\rho=0$; on the way "
    "both rise and fall.",
    why="Steady change is the rare case for networks drawn as in Section 6.3, on a grid of 41 values of "
    r"$\rho$, so that the eight runs shown, which you report as observed, are a favourable draw; besides, "
    r"$D_2$ depends on $\rho$, so that the curves jump.",
    by_hand=r"$M_o=\frac12\mathrm{diag}(1,-1)$, with $D_1=D=D_2=W_2=\mathrm{Id}$, by large offsets: the "
    r"singular values are $\rho+\frac12$ and $\lvert\rho-\frac12\rvert$, the second falls on "
    r"$[0,\frac12]$, and $\kappa$ is $1$ at $\rho=0$ and $3$ at $\rho=1$; so on an open set near it.",
    consequence=r"None for Lemma 21 and Theorem 22, which bound $M(\rho)$ at one $\rho$ and claim no "
    "steadiness.",
    seen_by=["fig-8-steadily"],
)

CONVNET = erratum(
    RIEDI,
    "convnet-order-n",
    "Section 6.3: the condition number of a ConvNet increases with n",
    "num-order-n",
    section="B",
    printed=r"\text{the relevant condition number}\ \kappa(M(0)D)\ \text{increases with}\ n",
    read=r"so with absolute value, to whose proof in Theorem 42 the text points: $\kappa$ is of order $n$. "
    r"With ReLU, too, if $\tilde m=m$, where $D_1W_1D$ has a square Gaussian block; in general the block is "
    r"$(n-\tilde m)\times(n-m)$.",
    why=r"If $a=1-\tilde m/n$ and $b=1-m/n$ stay apart, $\kappa$ over the non-zero singular values tends to "
    r"$(\sqrt a+\sqrt b)/|\sqrt a-\sqrt b|$ (Bai and Yin 1993): for $\tilde m=0$, $m=n/2$ to $5.83$. No "
    "single matrix shows a limit; checked is what is said of absolute value.",
    examples={
        "thm-42.153~relu": r"Theorem 42 has no form for ReLU: with $8W_1=[[X]]$, $D_1=[[D_1]]$, "
        r"$D=\mathrm{Id}$ one "
        r"has $\kappa(W_1)>(1+s_1)/(1-s_1)$, yet "
        r"$\kappa(D_1W_1D)=[[lhs]]<\kappa((D_1W_1+\mathrm{Id})D)=[[rhs]]$."
    },
    consequence="Lemma 41 and Theorem 42 are for absolute value and stand. With ReLU (153) holds where "
    "(152) does "
    r"for $\kappa(D_1W_1D)$.",
    seen_by=["num-order-n", "num-order-n~law", "thm-42.153~relu-corrected", "thm-42"],
)

DEVIATION = erratum(
    RIEDI,
    "standard-deviation",
    "Section 6.3: how small random weights have to be with ReLU",
    "num-std",
    section="B",
    printed=r"\sigma_n=O(1/\sqrt n):\quad\text{similar bounds for ReLU, with more severe restrictions the "
    r"more outputs are affected}",
    read=r"with restrictions that are the milder the more outputs are affected: $\kappa\le(1+s)/(1-s)$ for "
    r"$s=s_1(D_1W_1D)<1$, as $\|(D_1W_1+\mathrm{Id})x\|\ge1-s$ for unit $x=Dx$, and $s$ falls with each row "
    r"and column deleted. In the limit $\sigma_n<1/(2\sqrt n)$ is enough whatever the masks.",
    why=r"(129) does ask for more, by its proof: where a share of the outputs is affected, $\nu$ is of order "
    r"$n$, and $r>r'+r'\nu+\theta$ leaves $\sigma_n$ of order $n^{-3/2}$ in place of $1/\sqrt n$.",
    by_hand=r"$n=2$, all entries of $W_1$ equal to $-t$, $0\le t<\frac12$: without masks $s=2t$ and "
    r"$\kappa=1/(1-2t)$, beyond all bounds as $t\to\frac12$; with $D=D_1=\mathrm{diag}(1,0)$ $s=t$ and "
    r"$(D_1W_1+\mathrm{Id})D=\mathrm{diag}(1-t,0)$, so that $\kappa=1$ for every $t<1$.",
    consequence="(129) stands as a bound; the order of its condition is one of its proof.",
    seen_by=["thm-39.128~sharpened-by-samples", "thm-39.128~sharpened"],
)
