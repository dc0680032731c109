"""Errata of riedi2022, A: three errors on which other results rest."""

from __future__ import annotations

from perturb import erratum
from theorems.riedi2022 import RIEDI

DATA_FACTOR = erratum(
    RIEDI,
    "data-factor",
    "Lemma 8, (50): the matrix of the quadratic form, and with it the data factor and mini-batches",
    *("eq-7", "eq-8", "lem-8.50", "cor-9.54", "eq-55", "lem-10.57", "lem-10.58", "cor-11.63", "num-data"),
    "num-batch",
    section="A",
    printed=r"\|MDWz\|_2^2=w^TQ^TQw,\qquad Q=\mathrm{diag}(z)\otimes(MD)",
    read=r"$Q=(MD)\otimes z^T$ for $W$ listed row by row, as before Lemma 8; $Q=z^T\otimes(MD)$ column by "
    r'column, as after (7) ("columnized"). Both are $n\times n^2$.',
    why=r"On the left the $n$ vectors $z[j]\,MD\,We_j$ are added before they are squared. The $Q$ of (49) "
    "squares each by itself, so that the products of different $z[j]$ are lost. They agree for "
    "all $W$ and $z$ only if $n=1$ or $MD=0$.",
    examples={
        "lem-8.50": "Row by row, take $M=[[M]]$, $D=[[D]]$, $W=[[W]]$, $z=[[z]]$. Here $Wz=0$, so the "
        "left side of (50) is $[[lhs]]$. On the right $w=(0,0,1,0)^T$; the first block of $Q$ is "
        r"$z[1]\,MD=0$, and the second, $MD$, leaves $(1,0)^T$ as it is: the right side is $[[rhs]]$.",
        "lem-8.50~columns": "Column by column, take $M=[[M]]$, $D=[[D]]$, $W=[[W]]$, $z=[[z]]$. Here "
        "$MDWz=(0,2)^T$, so the left side is $[[lhs]]$; each of the two blocks of $Q$ takes a column "
        "$(1,0)^T$ of $W$ to $(0,1)^T$, so the right side is $[[rhs]]$.",
        "cor-11.63~form": "For (63), take the data $z^{(1)}=[[z]]$, $z^{(2)}=[[x]]$ with "
        r"$M^{(g)}D^{(g)}=[[A]]$ for both, so that $C=c=1$. Squared, (63) promises $\kappa^2\le[[rhs]]$. "
        r"The form of the loss is $\mathrm{Id}\otimes\frac12\begin{bmatrix}2&1\\1&1\end{bmatrix}$, so "
        r"$\kappa^2=(7+3\sqrt5)/2\approx[[lhs]]$.",
        "num-data": r"For tempering, take $MD=[[A]]$ for both of $z^{(1)}=[[z]]$ and $z^{(2)}=[[x]]$: each "
        "datum "
        r"alone has $\kappa(Q)^2=[[rhs]]$, the batch has $\kappa^2=[[lhs]]$.",
    },
    consequence=r"With the right $Q$ one has $QQ^T=\|z\|^2(MD)(MD)^T$, hence $\kappa(Q)=\kappa(MD)$ in (8) "
    "and (54): a single datum has no data factor, its length only scales the loss. Your case for the "
    r"architecture gains by this, and the theorems on $\kappa(MD)$ of Sections 4 to 6 do not change. (57), "
    "(58) and (63) are true of the blocks (59), which are not those of the loss. In the loss of a batch "
    "the data enter through the matrix $Z$ with the rows $z^{(g)}$: nearly parallel data are badly "
    "conditioned, whatever the size of their entries. So the third conclusion of Section 1 (extreme "
    "values harm least squares, averaging over a mini-batch tempers this) and its echoes in Sections 6.3 and "
    "7 do not follow: one datum has no factor to be tempered, and a batch in one region brings "
    "$\\kappa(Z)\\ge1$.",
    repair=r"(51): $s_i(Q)=\|z\|\,s_i(MD)$, the other singular values being $0$. (54): "
    r"$\kappa(Q)=\kappa(MD)$. (57) and (58), row by row: in the Loewner order "
    r"$Q_{\rm batch}^TQ_{\rm batch}$ lies between "
    r"$\mathrm{Id}\otimes\frac1G\sum_g s_n^2(M^{(g)}D^{(g)})\,z^{(g)}z^{(g)T}$ and the same with "
    r"$s_1^2$. (63): $\kappa(Q_{\rm batch})\le\frac Cc\,\kappa(Z)$, and $\kappa(Q_{\rm "
    r"batch})=\kappa(MD)\,\kappa(Z)$ where all data share one $MD$.",
    seen_by=[
        *("lem-8.50~corrected", "lem-8.50~columns-corrected", "cor-9.54~form", "cor-9.54~corrected", "eq-55"),
        *("lem-10.57~form", "lem-10.57~corrected", "lem-10.58~form", "lem-10.58~corrected"),
        *("cor-11.63~corrected", "cor-11.63~one-region", "num-data~corrected"),
    ],
)

STACK = erratum(
    RIEDI,
    "stack-of-residual-layers",
    "(6), (44): a stack of residual layers is a product",
    *("eq-6", "eq-44", "eq-48.region"),
    section="A",
    printed=r"M(\rho)=D_pW_p\cdots D_1W_1+\rho\,\mathrm{Id}",
    read=r"$M(\rho)=(D_pW_p+\rho\,\mathrm{Id})\cdots(D_1W_1+\rho\,\mathrm{Id})$ for layers of the form (1) "
    "or (39). The printed form is right for $p=1$, and for one skip around all $p$ layers as in (40).",
    why="Each layer of the form (1) has a skip of its own; two of them in a row give mixed terms "
    r"$\rho\,D_kW_k$ and end in $\rho^2\,\mathrm{Id}$.",
    examples={
        "eq-44": r"Take $n=1$, ReLU, $\rho=1$, $W_1=[[W_1]]$, $b_1=[[b_1]]$, $W_2=[[W_2]]$, $b_2=[[b_2]]$, "
        "near $z_1=[[z]]$. Then $f_1(z_1)=1+z_1$ is positive, $f_2(f_1(z_1))=2(1+z_1)$ has the slope "
        "$[[lhs]]$, and "
        "(44) gives $D_2W_2D_1W_1+1=[[rhs]]$.",
        "eq-48.region": r"The region moves with $\rho$, against the remark after (47): let the trained "
        "layer have $W=[[W]]$, $b=[[b]]$, $z=[[z]]$, and let $W_1=[[W_1]]$, $b_1=[[b_1]]$, $W_2=[[W_2]]$, "
        r"$b_2=[[b_2]]$. Then $z_1=2$, $z_2=1+2\rho$, and $f_2$ has the pre-activation $1-2\rho$: "
        r"$D_2=[[rhs]]$ at $\rho=[[rho_1]]$, $D_2=[[lhs]]$ at $\rho=[[rho]]$.",
    },
    consequence=r"The results on $M_o+\rho\,\mathrm{Id}$ are statements about matrices and stand. What "
    r"they say of networks holds for $p=1$ and for one skip around all layers; for a ResNet with $p\ge2$ "
    "residual layers, Lemma 29 and Theorems 30 to 32 do not apply as they are, and neither does the "
    "passage from $M(0)$ to $M(1)$ within one region (Section 3.5). The network of Figure 8, with the "
    r"matrix $D_2W_2(D_1W_1+\rho\,\mathrm{Id})D$, is not of the form (44) either. Sections 6.2 and 6.3 "
    "take $p=1$ elsewhere.",
    repair="The product of $p$ factors each of which satisfies (86) has "
    r"$\kappa(M(1))\le\left(\frac{1+cn}{1-cn}\right)^p$, since $\kappa(AB)\le\kappa(A)\,\kappa(B)$ for "
    "regular matrices; so (87) and (88) hold with this power. For $p=2$ a region stays "
    r"while $|\Delta\rho|\,|W_2z_1|$ is below the modulus of the pre-activation of $f_2$ in each coordinate.",
    seen_by=["eq-6", "eq-6~corrected", "eq-44~corrected", "eq-48.region~corrected"],
)

EIGENVECTORS = erratum(
    RIEDI,
    "singular-eigenvectors",
    "Lemmas 18 to 20: an eigenvector that is a singular vector need not stay one",
    *("lem-18.main", "lem-19.pre-eig", "lem-19.plus", "lem-19.minus", "lem-20.main"),
    section="A",
    printed=r"s_i(\rho_o)=0\ \Rightarrow\ M(\rho)w=(\rho-\rho_o)w,\quad "
    r"M(\rho)^TM(\rho)w=|\rho-\rho_o|^2w\quad\text{for all }\rho,\ w=u_i(\rho_o)",
    read=r"In Lemma 20 (quoted): the first equation, always; the second only if $M(\rho_o)^Tw=0$ too. In "
    r"Lemma 18: for $t\ne0$, or with $M(\rho_o)^Tw=tw$ as a hypothesis. In Lemma 19: for $\rho_o\in "
    "S_i^*$, as in the sentence before it.",
    why=r"$M^TMw=t^2w$ and $Mw=tw$ give $t\,M^Tw=t^2w$, hence $M^Tw=tw$ if $t\ne0$ and nothing if $t=0$. "
    r"In that case $M(\rho)^TM(\rho)w=h^2w+h\,M(\rho_o)^Tw$ with $h=\rho-\rho_o$.",
    examples={
        "lem-20.main": r"Take $M(\rho_o)=[[X]]$ and $w=e_1$, with the singular value $0$. At "
        r"$\rho=\rho_o+[[h]]$ the matrix $M(\rho)^TM(\rho)=\begin{bmatrix}1&1\\1&2\end{bmatrix}$ takes "
        "$e_1$ to $(1,1)^T$, whose second coordinate is $[[lhs]]$ and would have to be $[[rhs]]$. The "
        r"singular values are $(\sqrt5\pm1)/2$, not $1$. The same matrix is one for Lemma 18 with $t=0$.",
        "lem-19.pre-eig": "For the sentence before Lemma 19 (eigenvectors achieve extreme growth), at "
        r"$M_o=[[X]]$ and $\rho=[[h]]$ one has $|t+\rho|=1$, yet $\det(M^TM-1\cdot\mathrm{Id})=[[lhs]]$ "
        r"and not $[[rhs]]$. The singular values are $\sqrt{\rho^2+1/4}\pm1/2$, of slope below $1$ "
        "everywhere.",
        "lem-19.plus": "Lemma 19 at a multiple singular value: with $P=[[P]]$ let "
        r"$M(\rho_o)=2P-\mathrm{Id}$. Near $\rho_o$ one has $s_2=1+h$, so $s_2'=1$; but "
        r"$M^TM=\mathrm{Id}$, so that $u_2$ may be $w=[[w]]$, and $Mw$ has the first coordinate $[[lhs]]$ "
        "in place of $[[rhs]]$.",
    },
    consequence="The second half of Lemma 20 (without eigenvectors nothing vanishes) uses the eigenvector "
    r"only and stands, as do (66) and $|s_i'|\le1$. No later result rests on the rest.",
    repair=r"On $S_i^*$ one has $\|Mu_i\mp s_iu_i\|^2=2s_i^2(1\mp u_i^Tv_i)$, and the same for $M^Tv_i$: "
    r"where $s_i'=\pm1$ both vanish, so that $u_i$ is an eigenvector of $M$ and of $M^T$ for $t=\pm "
    r"s_i\ne0$, and the corrected Lemma 18 applies. In general $|\rho-\rho_o|$ is an upper bound of "
    r"$s_n(\rho)$.",
    seen_by=[
        *(
            "lem-18.main",
            "lem-18.main~corrected",
            "lem-19.plus~corrected",
            "lem-19.minus",
        ),
        *("lem-19.pre-eig~corrected", "lem-20.main~corrected", "lem-20.cons"),
    ],
)
