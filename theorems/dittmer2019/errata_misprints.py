"""Errata of dittmer2019, C: misprints, where the text says what is meant; and a reading that it excludes."""

from __future__ import annotations

from perturb import erratum
from theorems.dittmer2019 import DITTMER


def misprint(name, title, *items, **said):
    return erratum(DITTMER, name, title, *items, section="C", **said)


MISPRINTS = [
    misprint(
        "no-minimum",
        "Definition 9, (13), and (9): min for inf",
        *("def-9.13", "eq-9"),
        printed=r"s_{k,X}=\min_{\mathrm{rank}\,L\le k}\max_{x\in X}"
        r"\lVert\mathrm{ReLU}(Ax+b)-\mathrm{ReLU}(Lx+b)\rVert_2",
        read="infimum; on the ball, in Definition 3, the minimum exists.",
        why=r"With $A$, $L_t$ and the three points of A1 and $b=0$ the infimum is $0$. An error $0$ at $e_1$ "
        r"and $e_2$ asks of $L=wm^T$ that $w_1m_1=w_2m_2=1$ and $w_1m_2\le0$; at $e_1+e_2$ it asks "
        r"$w_1(m_1+m_2)=1$, so $w_1m_2=0$, which is impossible.",
        seen_by=["three-points.near", "three-points.never"],
    ),
    misprint(
        "case-table",
        "Lemma 4, the third and the fourth row of the table",
        *("lem-4.case-3", "lem-4.case-4"),
        printed=r"(a-b)^2=(a+b)^2",
        read=r"$(\lvert a\rvert+\lvert b\rvert)^2$.",
        why=r"At $a=-1$, $b=1$ it is $4$ and not $0$, and the row would say $1\le0$.",
        seen_by=["lem-4.case-3", "lem-4.case-3~corrected", "lem-4.case-4", "lem-4.case-4~corrected"],
    ),
    misprint(
        "sigma-of-the-layer",
        "Lemma 5",
        "lem-5.main",
        printed=r"s_k(\mathcal{A})\le\sigma_k(\mathcal{A})",
        read=r"$\sigma_k(A)$, as at the end of the proof and on the slides.",
        seen_by=["lem-5.main"],
    ),
    misprint(
        "density",
        "Lemma 13, the product of the densities",
        "lem-13.prod-b",
        printed=r"\frac{1}{\sqrt{2\pi^n}}e^{-r^2/2}",
        read=r"$(2\pi)^n$ under the root.",
        why=r"Wrong for $n\ge2$ by the factor $2^{(n-1)/2}$.",
        seen_by=["lem-13.prod-b", "lem-13.prod-b~corrected"],
    ),
    misprint(
        "last-link",
        "Lemma 13, the last link of the chain; $ru$ before it",
        *("lem-13.chain-f", "lem-13.ru"),
        printed=r"\ldots=\sqrt{2}\,\frac{\Gamma(\frac{n+1}{2})}{\Gamma(\frac{n}{2})}"
        r"\mathbb{E}_{u}\sup_{x\in K-K}\langle u,x\rangle",
        read=r"$=c_n\overline{\omega}(K)$; the line repeats the one before. $u$ has the length $r$ "
        r"already.",
        seen_by=["lem-13.main", "lem-13.bij"],
    ),
    misprint(
        "projections",
        "Lemma 13, the decomposition",
        "lem-13.proj",
        printed=r"\alpha,u\ \text{are orthogonal projections of}\ \mathcal{N}(0,1_n)",
        read="length and direction, which are independent; the fourth link uses that.",
        seen_by=["lem-13.bij", "lem-13.prod-b~corrected", "lem-13.chain-d"],
    ),
    misprint(
        "sphere",
        "Definition 10, Lemma 14: the sphere of $u$",
        *("def-10.sph-op", "lem-14.20", "lem-14.lin-a", "lem-14.lin-b"),
        printed=r"\Omega(\mathcal{A})=2c_m\mathbb{E}_{u\sim U(\mathcal{S})}\sup_{x\in\mathcal{B}}"
        r"\langle u,\mathcal{A}x\rangle",
        read=r"the unit sphere of $\mathbb{R}^m$, where $u$ lies; $\mathcal{S}$ is that of $\mathbb{R}^n$.",
    ),
    misprint(
        "both-sizes",
        "Definition 15, the variance",
        *("def-15.fulfilled", "def-15.init"),
        printed=r"\mathcal{N}\left(0,\sqrt[2p]{\frac{4/k}{n+n}}\right)",
        read="$m+n$, and the variance as the second parameter.",
        why="An entry of $WM$ has the variance $2/n$, which is $4/(m+n)$ for $m=n$ alone.",
        seen_by=["def-15.fulfilled", "def-15.fulfilled~corrected"],
    ),
    misprint(
        "last-index",
        "Harmonic pruning, Step 2)",
        *("alg-hp.step-2k", "alg-hp.step-2"),
        printed=r"k:=\mathrm{arg}\min_i\left\{\tilde{\Sigma}_{i,i}:\tilde{\Sigma}_{i,i}\neq0\right\}",
        read=r"$k=\mathrm{rank}\,\tilde\Sigma$, the last such index, and $0$ if there is none.",
        why=r"For $\Sigma=\mathrm{diag}(1,1,1)$, $\tilde\Sigma=\mathrm{diag}(1,1,0)$ the index $1$ serves "
        r"too, and the rank falls by two.",
        seen_by=["alg-hp.step-2k", "alg-hp.step-2k~corrected", "alg-hp.step-3", "alg-hp.step-3one"],
    ),
    misprint(
        "step-1",
        "Harmonic pruning, Step 5)",
        *("alg-hp.step-5", "sl-hp.step-5"),
        printed=r"\text{otherwise go to Step 2)}",
        read="Step 1). The slide merges the two branches: stop retraining and go on.",
        why="From Step 2) the same layer would be pruned to rank 0, and no other one.",
    ),
    misprint(
        "initial-ranks",
        "(28) and Figure 5: the initial ranks",
        "eq-28.hyp",
        printed=r"k<\min(m,n)",
        read=r"$k\le\min(m,n)$, or name the ranks: $268+18+8+6=300=3\cdot100$.",
    ),
    misprint(
        "no-parameters",
        "Figure 5: where the pruning ends",
        "alg-hp.exp-stop",
        printed=r"\text{pruned until the network had no parameters left}",
        read="until the ranks are $0$; the biases and the softmax layer are left.",
    ),
    misprint(
        "test-or-training",
        "Figure 5: the set of the accuracy",
        *("num-fig5-test", "fig-5.axes", "sl-hp.fig-5"),
        printed=r"\text{test set (text)},\quad\text{training set (caption)}",
        read="one of the two.",
    ),
]

SLOPE = erratum(
    DITTMER,
    "slopes",
    "Remark 8: the slope of leaky ReLU",
    *("rem-8.lem4", "rem-8.lem5"),
    section="footnote",
    printed=r"\|\phi(x)-\phi(y)\|\le\|x-y\|",
    why=r"No range of the slope $\eta$ is printed, and in reference [21] it is learnt. Lemmas 4 and 5 "
    r"hold for $\lvert\eta\rvert\le1$, which is what leaky means; beyond it with the factor "
    r"$\lvert\eta\rvert$: $s_k\le\max(1,\lvert\eta\rvert)\,\sigma_k$. For $A=[1]$, $k=0$, $\eta=2$ and "
    r"$x=-1$ the error is $2$, and $\sigma_0=1$.",
    seen_by=[
        "rem-8.lem4~any-slope",
        "rem-8.lem4~sharpened",
        "rem-8.lem5~any-slope",
        "rem-8.lem5~sharpened",
    ],
)
