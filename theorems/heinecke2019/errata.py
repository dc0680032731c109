"""Errata of heinecke2019. Displays are rebuilt from prose, so that only what this says is held against it."""

from __future__ import annotations

from perturb import erratum
from theorems.heinecke2019 import HEINECKE

ERRATA = [
    erratum(
        HEINECKE,
        "one-at-zero",
        "(13): the derivative 1 of the rectifier at 0",
        *("eq-13.dir", "eq-13.at0", "eq-15", "eq-input.a", "num-deriv"),
        section="A",
        printed=r"\rho'(0)=\max\partial\rho(0)=\max[0,1]=1",
        read=r"$D_k=Q_k$, the matrix of the cell, with $0$ at ties as in (6).",
        why=r"The directional derivative is $\max\{gt:g\in[0,1]\}$: it is $1$ in the direction $1$, and "
        r"$0$ in the direction $-1$. It does not multiply along a chain, either.",
        examples={
            "eq-13.at0": r"$\rho(-\rho(w))=0$ for all $w$. Moved from $w=0$ by $t=[[t]]$ it "
            r"changes by $[[lhs]]$; (13) "
            r"with $1$ for both rectifiers gives $[[rhs]]$, which is no directional derivative and not in "
            r"Clarke's gradient.",
            "eq-15": r"$\mathcal{M}x=w\rho(x)$, $w=[[w]]$, $E(y)=y$: at $x=0$ and $x'=-[[t]]$, of "
            r"one cell, the "
            r"gradients in $x$ are $w$ and $0$; they differ by $[[lhs]]$, and the right side is $[[rhs]]$, "
            r"whatever $\mu$ is.",
        },
        consequence=r"(15) and the gradient in the input fail at boundaries of cells. (6) has the other "
        r"value, $0$.",
        repair=r"With one matrix on the whole cell (15) and what follows from it hold. For $\partial "
        r"E/\partial W_l$ they do not, off ties too: for linear $E$ the gradient is $g\,y_{l-1}^T$ with a "
        r"constant $g$, and $\lVert g\rVert\,\lVert y_{l-1}-y_{l-1}'\rVert$ has to be added.",
        seen_by=["eq-13.at0~corrected", "eq-15~corrected", "eq-15~weights", "eq-input.c"],
    ),
    erratum(
        HEINECKE,
        "neglected-ties",
        "Configurations: (9) is neglected and needed",
        *("eq-9.neglect", "def-config.config", "rem-configs.one", "ex-2.zero"),
        *("prop-3.ii-partition", "prop-3.fn2", "cor-4.i-number", "num-count"),
        section="B",
        printed=r"P_q=\{x:\ Q_kz_k\succeq0,\ (I-Q_k)z_k\preceq0\}\neq\emptyset",
        read=r"$z_{k,i}>0$ where $q_{k,i}=1$ and $z_{k,i}\le0$ where $q_{k,i}=0$: what the text says is "
        r"kept in mind has to stand in the definition.",
        why=r"With (7) and (8) alone a tie is in both polytopes. $W_1=(1,1)^T$, $b_1=0$ on $\mathbb{R}$: all "
        r"four $q_1$ have a polytope, and $P_{(0,1)}=P_{(1,0)}=\{0\}$, so there are four configurations and "
        r"three polytopes.",
        examples={
            "prop-3.fn2": r"One neuron on the line, $w=[[w]]$, $b=[[b]]$: $z=0$ fulfils (7) and (8) with "
            r"$Q=[[Q]]$ and with $Q'=[[R]]$. So $P_0=P_1=\mathbb{R}$ are two configurations and one "
            r"polytope, "
            r"and $[[lhs]]$, $[[rhs]]$ and all between them are inner points of both, against footnote 2.",
        },
        consequence=r"If all $\mathbf{M}_l$ vanish every vector of $0$ and $1$ is a "
        r"configuration, and not one "
        r"alone. With (9) all of this is true, and more than is said: every input is in exactly one $P_q$. "
        r"Still a cell may be a point: for $\rho(x)$, $\rho(-x)$ the configuration $(0,0)$ has $P=\{0\}$.",
        seen_by=["prop-3.fn2~corrected", "eq-9.iff", "prop-3.ii-partition~all", "rem-configs.one"],
    ),
    erratum(
        HEINECKE,
        "ties-inside",
        "Footnote 1: ties are not on boundaries alone",
        "eq-9.fn1",
        section="B",
        printed=r"z_{l,i}=0\ \text{concerns the hyperplane boundary between two regions}",
        read=r"the value of $q_{l,i}$ at a tie does not change $\mathcal{M}x$, since $q_{l,i}z_{l,i}=0$.",
        why=r"In a layer $l\ge2$ a pre-activation may be $0$ on an open set, where the layer in front is "
        r"inactive.",
        examples={
            "eq-9.fn1": r"$z_2=w_2\rho(w_1x)$ with $w_1=[[w_1]]$, $w_2=[[w_2]]$ is $0$ at $x=[[lhs]]$ and at "
            r"$x'=[[rhs]]$.",
        },
        consequence=r"The choice decides how many configurations there are and which of two has an "
        r"interior; continuity, which the footnote argues with, is not what makes it harmless.",
        seen_by=["eq-7-9.equiv", "prop-3.i", "eq-13.at0"],
    ),
    erratum(
        HEINECKE,
        "which-width",
        "The bound of the largest entry after (13): which $n$",
        "eq-13.max",
        section="C",
        printed=r"n=\max_{1\le l\le L-1}n_l",
        read=r"$n=\max_{l<k\le L}n_k$, the last width included.",
        why=r"The display was not at hand. This hangs on one reading of it, $(\omega n)^{L-l}\lVert\nabla "
        r"E\rVert_\infty\lVert y_{l-1}\rVert_\infty$, and on $n$ being that of Theorem 6, which leaves "
        r"$n_L$ out. With $\lVert\nabla E\rVert_1$, or with "
        r"$\lVert\nabla E\rVert_2$ and columns of $W_L$ of length $1$, $n_L$ does not enter: nothing is "
        r"misprinted.",
        by_hand=r"$L=2$, $W_2=(1,1)^T$, $\nabla E=(1,1)^T$, $n_1=1$: the entry is $2$, and $(\omega n)^1=1$.",
        consequence=r"none: what is concluded from $\omega n>1$ does not depend on which $n$ it is.",
        seen_by=["eq-13.max"],
    ),
    erratum(
        HEINECKE,
        "one-path",
        "Before Theorem 5: what a path is",
        "rem-atoms.path",
        section="C",
        printed=r"\text{one entry from one nonvanishing column in }W_lQ_{l-1}",
        read=r"entries that meet, of $Q_lW_lQ_{l-1}$: the row of one is the column of the next.",
        why=r"A column of $W_lQ_{l-1}$ that does not vanish has entries in inactive rows, too.",
        by_hand=r"$L=4$, $W_2=(1,1)^T$, $Q_2=\mathrm{diag}(1,0)$, $W_3=(1,1)$: one path, over the active "
        r"neuron. "
        r"Entries of $W_2Q_1$ and $W_3Q_2$ that need not meet nor be active make two pairs.",
        consequence=r"none: Theorem 5 (iii) sums over active neurons, and its entries meet.",
        seen_by=["thm-5.iii-coef", "thm-5.iii-paths"],
    ),
    erratum(
        HEINECKE,
        "from-cell-to-space",
        "Theorem 6 (i): from cells to the whole space",
        "thm-6.proof-global",
        section="D",
        printed=r"\max_{q}\omega^{L-2}\prod_ls_l\le\omega^{L-2}n^{L-1}",
        read="as it stands, and: a segment between two inputs meets finitely many cells, and on each the "
        "bound of that cell holds.",
        why="Bounds on cells say nothing of two inputs of different cells, unless the map is continuous "
        "and the "
        "cells are convex and finitely many.",
        by_hand=r"$x\mapsto1$ for $x>0$ and $0$ elsewhere is affine on two cells with the bound $0$ on "
        r"each, and "
        r"has no Lipschitz bound.",
        consequence="none: the bound is right.",
        seen_by=["thm-6.i-global"],
    ),
    erratum(
        HEINECKE,
        "any-two-inputs",
        "Theorem 6 (ii)",
        "thm-6.ii",
        section="E",
        printed=r"\lVert \mathcal{M}x-\mathcal{M}x'\rVert\le\omega_2^L\lVert x-x'\rVert\quad(x,x'\in P_q)",
        read=r"for any two inputs, and with $\prod_l\lVert W_l\rVert_2$.",
        why=r"$\rho$ is 1-Lipschitz.",
        by_hand=r"$W_1=1$, $W_2=\frac12$, $x=1$, $x'=-1$, of two cells: $\frac12\le\frac12\cdot2<1\cdot2$.",
        consequence="The bound is a global one, as that of (i); gradients in the input keep theirs.",
        seen_by=["thm-6.ii"],
    ),
    erratum(
        HEINECKE,
        "two-conditions",
        "After Theorem 6: the two conditions for stability in depth",
        *("thm-6.rem-wn", "thm-6.rem-spectral"),
        section="E",
        printed=r"\omega n\le1,\qquad\lVert W_l\rVert_2\le1",
        read=r"the second is the weaker one: $\lVert W\rVert_2\le\lVert W\rVert_F\le\omega n$ for "
        r"$n\times n$ matrices.",
        why=r"The normalisation of (i) excludes Frobenius norms below $1$: $W_1$ with $n_1$ rows of length "
        r"$1$ "
        r"has $\sqrt{n_1}$.",
        by_hand=r"$W=I$ fulfils the second, with $\omega n=n$.",
        consequence=r"Orthogonal layers are stable at any depth; weights of at most $1/n$ are not needed.",
        seen_by=["thm-6.rem-spectral", "thm-6.rem-wn"],
    ),
    erratum(
        HEINECKE,
        "fewer-atoms",
        "Theorem 5: the number of atoms",
        *("thm-5.ii", "thm-5.iii", "num-atoms"),
        section="E",
        printed=r"\text{at most }s_1s_{L-1}\text{ atoms}",
        read=r"a sum of $\min_ls_l$ rank one matrices, as the rank is at most that.",
        why=r"The rank of a product is at most that of each factor, and that of $Q_l$ is $s_l$.",
        by_hand=r"$L=3$, $s_1=s_2=2$, all weights $1$: (11) has $4$ atoms, and the linear part is one, "
        r"times $4$.",
        consequence=r"The atoms of (11) are prescribed, these are not: both numbers are right for what "
        r"they count.",
        seen_by=["thm-5.rank", "thm-5.iii"],
    ),
    erratum(
        HEINECKE,
        "five-maps",
        "Example 2: the number of maps",
        *("ex-2.maps", "ex-2.seven"),
        section="E",
        printed=r"\text{up to }7\text{ affine linear maps}",
        read=r"up to $7$ configurations, and at most $5$ different maps if $b_2>0$, $4$ if $b_2<0$.",
        why=r"Where the second layer is inactive the map is $b_3$. The $7$ occur exactly if both weights "
        r"of $W_2$ have the sign opposite to that of $b_2$; for $b_2=0$ there are at most $5$.",
        by_hand=r"$W_1=I$, $b_1=0$, $W_2=(-1,-1)$, $b_2=1$, $W_3=1$, $b_3=0$: $7$ configurations, and the "
        r"maps "
        r"$0$, $1$, $1-x_1$, $1-x_2$, $1-x_1-x_2$.",
        consequence=r"Configurations, cells with inner points and linear pieces are three numbers.",
        seen_by=["ex-2.seven", "ex-2.seven~only", "ex-2.maps"],
    ),
]
