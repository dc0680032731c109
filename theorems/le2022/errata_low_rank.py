"""Errata of Sections 1 and 5 and of Appendices D and E: Theorem 2, Corollary 1, Lemmas 10 and 11."""

from __future__ import annotations

from perturb import erratum
from theorems.le2022 import LE

ERRATA = [
    erratum(
        LE,
        "last-convolution",
        "Theorem 2: which $M_j$ up to the last convolution",
        *("thm-2.Mj", "eq-84", "num-convfactor"),
        section="footnote",
        printed=r"M_K=1",
        read=r"$M_j=\min(m,c_K)\prod_{j<i\le K}\min(a_i,b_i)$ for $j\le K$, with the $m$ positions of the"
        r" last convolution, and $1$ for $j>K$.",
        why=r"The display of $M_j$ was not at hand. The text of (84) has four cases: a block (Lemma 11), a "
        r"convolution, one more by Lemma 10, and $1$; and Lemma 10 is stated for any tensor. So the passage "
        r"from the last convolution to the next layer has a factor of its own: Theorem 1 compares $T^{[K]}$ "
        r"with $dm\times c_K$, and the norm in (83) and (84) is that of $d\times mc_K$, which gives "
        r"$\min(m,c_K)$ in $M_j$ for $j\le K$, with $m$ positions. Without it (13) and (14) are false for "
        r"$j\le K$: one example whose $n$ disjoint patches are the rows of an orthogonal $X$, $n$ channels, "
        r"output $\langle VT,X\rangle$. From $T=A$, $V=XA^T$ the flow stays on the ray $tA$, $tXA^T$ and "
        r"diverges for the logistic loss; for $A=X$ all $n$ singular values of $T$ are $t$. With it all "
        r"factors are best possible at once.",
        seen_by=["thm-2.Mj", "thm-2.Mj~without", "thm-2.ray"],
    ),
    erratum(
        LE,
        "reduced-alignment",
        "Section 1: reduced alignment in AlexNet",
        *("rem-intro.alexnet", "rem-lowrank.jt", "num-alexnet-ratio"),
        section="D",
        printed=r"\lim_{t\to\infty}\frac{\|W(t)\|_2}{\|W(t)\|_F}<1\quad\text{by Theorem 2}",
        read="It is compatible with Theorem 2, which is a bound from below.",
        why=r"The layers in question have rectifiers and dropout between them, so that the theorem does "
        r"not speak of them; for linear ones without blocks behind them it gives the limit $1$.",
        by_hand=r"With one block (14) asks for $\frac18$ at least: $W=I$ of two neurons and "
        r"$W=\mathrm{diag}(1,0)$ "
        r"have the ratios $\frac12$ and $1$, and obey it both.",
        consequence="none for Theorem 2.",
        repair=r"That a ratio stays below $1$ for long has a simpler reason. It is at least $1-D/\lVert "
        r"W\rVert_F^2$, and about that in trained networks; $\lVert W\rVert_F^2$ grows like a power "
        r"of $\log t$.",
        seen_by=["thm-2.13", "low-rank"],
    ),
    erratum(
        LE,
        "which-lemma",
        "Section 1: what implies stable signs",
        "rem-intro.regime",
        section="C",
        printed=r"\text{(Lemma 1)}",
        read="(Claim 1).",
        why="Lemma 1 holds at each $w$, whatever signs do later; Claim 1 is about the limit of a direction.",
        by_hand=r"$f=wx$ with $w(t)=\sin t$ has the $\mu$ of Lemma 1 at each $t$, and no stable sign.",
        consequence="none.",
        seen_by=["lem-1.main", "claim-1.ball"],
    ),
    erratum(
        LE,
        "one-norm-for-both",
        "Appendix D: Frobenius norms of the two arrangements of a block",
        "thm-2.proof-rep",
        section="D",
        false=["thm-2.proof-rep"],
        printed=r"\left\lVert\begin{bmatrix}U&Z\end{bmatrix}\right\rVert_F="
        r"\left\lVert\begin{bmatrix}Y\\Z\end{bmatrix}\right\rVert_F",
        read="Their squares differ by a number that is fixed at initialization, which is what (83) needs.",
        why=r"$U$ and $Y$ are different weights. The difference is the trace of what (74) conserves.",
        by_hand=r"$U=2$, $Y=Z=1$: the squares are $5$ and $2$.",
        consequence="(83) and Theorem 2 stand: the difference goes into $D$.",
        seen_by=["thm-2.proof-rep", "thm-2.proof-rep~corrected", "lem-11.79", "lem-3.7~corrected"],
    ),
    erratum(
        LE,
        "two-for-eight",
        "Lemma 11 and Theorem 2: the constant 8",
        *("lem-11.main", "lem-11.75-82", "thm-2.13", "thm-2.14", "thm-2.proof-switch", "num-8"),
        section="E",
        printed=r"8\left\lVert\begin{bmatrix}Y\\Z\end{bmatrix}\right\rVert_2^2+D",
        read=r"$2$ and $2^{N_j}$ in place of $8$ and $8^{N_j}$, with $D=\lambda(U^TU-YY^T)$ or $0$.",
        why=r"$\lVert[U\ Z]\rVert_2^2\le\lVert Y\rVert_2^2+D+\lVert Z\rVert_2^2$. Attained by $N_j$ balanced "
        r"blocks; by limits of flows: open. For the other direction, transpose.",
        by_hand=r"$U=1$, $Y=(1,0)$, $Z=(0,1)$: $2=2\cdot1+0$.",
        consequence=r"$2^{N_j}M_j$ in (13), (14).",
        seen_by=[
            "lem-11.main~sharpened",
            "thm-2.13~block",
            "thm-2.13~two-blocks",
            "thm-2.13~all",
            "low-rank",
        ],
    ),
    erratum(
        LE,
        "wide-enough",
        "Section 5: when the bound is better than the trivial one",
        *("rem-lowrank.better", "rem-intro.c2"),
        section="E",
        printed=r"\frac{1}{8^{N_j}M_j}>\frac{1}{\mathrm{rank}(W^{[j]})}",
        read=r"exactly if $\mathrm{rank}(W^{[j]})>8^{N_j}M_j$: $9$ neurons for one block, $65$ for two; "
        r"$3$ and $5$ with the best constant.",
        why=r"From a balanced start it never is: a block at most doubles the rank, and a convolution "
        r"multiplies it by $\min(a_i,b_i)$ at most.",
        by_hand=r"$W=I$ of $9$ neurons in front of one block: $\frac19<\frac18$; of $8$ neurons they are "
        r"equal.",
        consequence="The bound says something of starts that are far from balanced, or of wide layers that "
        "grow.",
        seen_by=["thm-2.rank", "lem-10.rank"],
    ),
    erratum(
        LE,
        "idle-in-theorem-2",
        "Theorem 2 and Corollary 1: idle hypotheses",
        *("thm-2.13", "thm-2.14", "thm-2.15a", "thm-2.15b", "cor-1.main"),
        section="E",
        printed=r"\text{under Assumptions 1 and 3, for a.e. }t",
        read=r"for every locally Lipschitz loss, without stable signs, for all $t$; in Corollary 1 the "
        r"limiting direction may have entries $0$.",
        why=r"$\mathcal{R}$ does not change under $W_1\mapsto AW_1$, $W_2\mapsto W_2A^{-1}$, so that limits "
        r"of gradients are orthogonal to $(BW_1,-W_2B)$, for symmetric $B$ Theorem 1.",
        by_hand=r"$f=w_2w_1$ with the hinge loss $\max(0,1-f)$: $w_1^2-w_2^2$ is constant, also where "
        r"$w_1$ changes "
        r"its sign, and at the kink $f=1$.",
        consequence="Dead neurons are allowed.",
        seen_by=["thm-2.13", "thm-2.15b", "thm-2.15b~earlier", "asm-2.main~dead"],
    ),
    erratum(
        LE,
        "which-threshold",
        "Corollary 1: the bound on the risk at the start",
        *("cor-1.main", "cor-1.proof-diverge"),
        section="footnote",
        printed=r"\mathcal{R}(w(0))<\ell(0)\quad\text{or}\quad\mathcal{R}(w(0))<1",
        read=r"$\mathcal{R}(w(0))<\ell(0)/n$ for the mean over $n$ examples, as in the sources.",
        why=r"The sources need $\mathcal{R}(w(0))<\ell(0)/n$, for the mean over $n$ examples; with either of "
        r"these the corollary is false. Four examples $(4,2,1)$, $(2,1,-1)$, $(2,4,1)$,"
        r" $(1,2,-1)$, labels the sign of the last coordinate; ReLU layers "
        r"$\begin{bmatrix}1&0&0\\0&1&0\end{bmatrix}$ and $\begin{bmatrix}1&-1\\-1&1\end{bmatrix}$, "
        r"linear ones $\begin{bmatrix}2&1\\1&2\end{bmatrix}$ and $\frac13\log z\,(1,1)$ with "
        r"$z^3=z+2$. The margins are $2\log z$ and $-\log z$, twice each, all derivatives vanish, no"
        r" neuron is at $0$, and $\mathcal{R}=0.642\ldots<\ell(0)=0.693\ldots$. Weights stand still "
        r"and the linear layer keeps singular values $3$ and $1$. A rotation of the inputs removes "
        r"the zeros. Two ReLU layers are needed for this: with one, $\mathcal{R}=\ell(0)$ at every critical "
        r"point on linearly separable data. For the threshold $1$ a dead layer will do.",
        examples={
            "cor-1.main~mean": r"Margins $[[z]]$: the mean loss is below $\ell(0)$, and one is $[[lhs]]$.",
        },
        seen_by=["cor-1.main"],
    ),
    erratum(
        LE,
        "which-flattening",
        "Lemma 10: which of the two readings",
        *("lem-10.68", "lem-10.69", "lem-10.70"),
        section="footnote",
        printed=r"\frac{1}{\min(b,c)}\|T_1\|_2^2\le\|T_2\|_2^2",
        read=r"$\frac{1}{\min(a,b)}\lVert T_2\rVert_2^2\le\lVert T_1\rVert_2^2$, for the squares of "
        r"norms.",
        why=r"Both are true, both constants are best possible, and each is the other with the indices "
        r"reversed. $N_j$ counts blocks behind $j$ exclusively, and (84) has the factor of the layer $j+1$: "
        r"so layer $j$ stands as $c\times ab$, as in Definition 8, and layer $j+1$ is carried from "
        r"$a\times bc$, which meets layer $j$, to $c\times ab$. That is "
        r"$\frac{1}{\min(a,b)}\lVert T_2\rVert_2^2\le\lVert T_1\rVert_2^2$; from the last "
        r"convolution to the next layer, as $d\times m\times c_K$, it is the mirrored one.",
        seen_by=["lem-10.68", "lem-10.68~mirrored"],
    ),
]
