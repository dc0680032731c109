"""Errata of riedi2022, B: statements on matrices that are false as printed, and what is true."""

from __future__ import annotations

from perturb import erratum
from theorems.riedi2022 import RIEDI

TIGHTEST = erratum(
    RIEDI,
    "tightest-bound",
    "After Theorem 22 and in Lemma 36 (iv): the tightest of the bounds",
    "thm-22.rem-4",
    section="B",
    printed=r"\text{The first bound of (77) is the tightest of all four bounds for the random matrices of "
    "interest}",
    read=r"so for $r\ge(1+\sqrt2)/2=1.207\ldots$ in the limit. For $1<r<1.207$ the first bound of (76) is "
    "smaller, and (116) is not tighter than (114).",
    why=r"In the limit the divisors are $1-1/(\sqrt2r)$ and $\sqrt{1-1/r}$, which cross there.",
    examples={
        "thm-22.rem-4~limit": r"at $r=[[r]]$ the divisors are $[[lhs]]$ for (76) and $[[rhs]]$ for (77).",
        "lem-36.116a~tighter": "nor does it hold for every matrix: $W_1=[[W_1]]$ gives $[[lhs]]$ by (116) "
        "and $[[rhs]]$ by (114).",
    },
    consequence=r"The bounds themselves stand, and so does the remark at $r=2$ and $3$ of the figures.",
    repair=r"The divisor $1+\frac12\underline{\tau}$ is at least that of (76), and that of (77) where "
    r"$s_n(M_o)\le-\frac12\underline{\tau}$; the larger of the two gives a bound below all four, see E3.",
    seen_by=[
        *(
            "thm-22.rem-4",
            "thm-22.rem-4~corrected",
            "thm-22.rem-4~limit-corrected",
            "lem-36.116a~tighter-corrected",
        ),
        "lem-36",
    ],
)

SHARPER_74 = erratum(
    RIEDI,
    "sharper-74",
    "After Lemma 21: which lower bound is the sharper one",
    "lem-21.compare",
    section="B",
    printed=r"\text{The advantage of (71) is its simple form, while (74) is sharper}",
    read=r"true of the upper bounds; of the lower bounds neither implies the other, and their maximum holds.",
    why=r"(74) pairs the smallest singular value of $M_o$ with $\underline{\tau}$, which other directions "
    "may reach.",
    examples={
        "lem-21.compare~lower": r"$M_o=[[M_o]]$, $\rho=[[rho]]$: (71) says $s_n\ge[[lhs]]$, (74) says "
        r"$s_n^2\ge[[rhs]]$; at $M_o=\mathrm{diag}(0,-2)$ and $\rho=3$ it is $s_n\ge1$ against "
        r"$s_n^2\ge-3$."
    },
    consequence="Theorem 22 stands: (76) takes its divisor from (71), (77) from (74).",
    repair=r"$s_n(\rho)\ge\rho+\frac12\underline{\tau}$ is never below (71), and above (74) where "
    r"$\rho\ge-\frac12\underline{\tau}>s_n(M_o)$; proof: $\|M(\rho)u\|\ge u^TM(\rho)u$.",
    seen_by=["lem-21.compare~corrected", "lem-21.74a~sharpened"],
)

REAL_ROOT = erratum(
    RIEDI,
    "real-root",
    "(73): the root on the left",
    "eq-73a",
    section="B",
    printed=r"\sqrt{s_i^2(M_o)+\rho\underline{\tau}+\rho^2}\le s_i(\rho)",
    read=r"$\sqrt{\max(0,\ s_i^2(M_o)+\rho\underline{\tau}+\rho^2)}\le s_i(\rho)$.",
    why=r"(70) keeps the number under the root below $s_i(\rho)^2$, and nothing keeps it above $0$ for "
    r"$i\ge2$.",
    examples={
        "eq-73a~real": r"$M_o=[[M_o]]$, $\rho=[[rho]]$, $i=2$: $\underline{\tau}=-2$, and the root is of "
        "$[[lhs]]$."
    },
    consequence="None: (74) and all that follows bound squares.",
    seen_by=["eq-73a~corrected"],
)

ELLIPSOID = erratum(
    RIEDI,
    "ellipsoid",
    "After (48) and in Section 3.5: the level sets of the loss as ellipsoids",
    *("eq-48.shape",),
    section="B",
    printed=r"\text{the loss surface is in each region a part of an exact ellipsoid}",
    read="the level sets, which Section 1 speaks of, are elliptic cylinders: ellipsoids with "
    r"$\mathrm{rank}(MD)$ axes "
    r"times a flat space of dimension $n^2-\mathrm{rank}(MD)$.",
    why=r"There are $n^2$ unknowns, and $\Delta W$ counts by the $n$ numbers $\Delta W z$ only. The "
    "condition number, which leaves zeros out, is that of the cross-section.",
    examples={
        "eq-48.shape": r"$MD=[[MD]]$, $z=[[z]]$, $\Delta W=[[E]]$ give $[[lhs]]$, where an ellipsoid has "
        "more than $[[rhs]]$."
    },
    consequence=r"Nothing later suffers, with $\kappa(Q)$ for the eccentricity of the cross-section.",
    seen_by=["eq-48.shape~corrected"],
)

OFFSET = erratum(
    RIEDI,
    "offset",
    "After (9): the offset and the shape of the loss",
    "eq-1-9.offset",
    section="B",
    printed=r"\text{the optimization of the offset vector}\ b\ \text{has no effect on the shape of the "
    "loss function}",
    read="within one region the offset does not change the quadratic form in $W$; trained together with "
    r"$W$ it appends the entry $1$ to $z$, which for a single datum leaves $\kappa(MD)$.",
    consequence="None for one datum in one region, of which Sections 4 to 6 speak.",
    why="For a batch it does change the shape: the best offset for each $W$ turns the second moments of the "
    "data "
    "into their covariances.",
    examples={
        "eq-1-9.offset~batch": r"the data $[[z]]$ and $[[x]]$, for $n=1$, have $\kappa(Z)^2=[[rhs]]$; with "
        "the "
        r"entry $1$ appended to both it is $(7+3\sqrt5)/2\approx[[lhs]]$.",
        "eq-1-9.offset": r"across regions it fails for one datum, too: with ReLU, $n=1$, $\rho=[[rho]]$, "
        "$W=[[W]]$, "
        "$z=[[z]]$, $W_1=[[W_1]]$, $b_1=[[b_1]]$ the coefficient of the square of $W$ is $[[lhs]]$ at "
        "$b=[[b]]$ and $[[rhs]]$ at $b+[[e]]$, where $f_1$ is off.",
    },
    seen_by=[
        *("eq-1-9.offset~corrected", "eq-1-9.offset~batch-corrected"),
        *("eq-1-9.offset~jointly", "eq-1-9.offset~undone"),
    ],
)

LEAKY = erratum(
    RIEDI,
    "leaky-all-i",
    "After Lemma 24: leaky ReLU",
    "lem-24.leaky",
    section="B",
    printed=r"\text{a similar result holds for leaky ReLU}\ (\eta\ne0),\ \text{however only for}\ i=1",
    read=r"$s_i(MD)\le s_i(M)$ and $s_i(DM)\le s_i(M)$ for every $i$ and $|\eta|\le1$.",
    why=r"$D^2\le\mathrm{Id}$ gives $MD^2M^T\le MM^T$ in the Loewner order, and eigenvalues are monotone "
    "in it.",
    by_hand=r"$M=\mathrm{diag}(2,1)$, $D=\mathrm{diag}(1,\eta)$: $s_2(MD)=\lvert\eta\rvert\le1=s_2(M)$, "
    r"so $i=2$ is no exception; the condition is one on $\eta$: $M=1$, $D=\eta=2$ has $s_1(MD)=2>1$.",
    consequence="(81) has a form for leaky ReLU, which would shorten the proof of Theorem 32.",
    seen_by=["lem-24.leaky~sharpened", "lem-24.leaky~corrected", "prop-25.81~leaky"],
)

COINCIDE = erratum(
    RIEDI,
    "symmetric-vectors",
    "Text after (12): vectors of a symmetric matrix",
    "eq-12.sym",
    section="B",
    printed=r"A=A^T:\ \text{the eigenvectors and right-singular vectors coincide}",
    read="every orthonormal basis of eigenvectors is one of right singular vectors; the converse needs "
    "that $r$ and $-r$ are not both eigenvalues.",
    why="In general $Aw+sw$ and $Aw-sw$ are eigenvectors for $s$ and $-s$ (or $0$) where $w$ is a right "
    "singular vector.",
    examples={
        "eq-12.sym": r"$A=2P-\mathrm{Id}=\mathrm{diag}(1,-1)$ with $P=[[P]]$, $w=[[w]]$: $A^TAw=w$, yet "
        r"$Aw=(1,-1)^T$; $(w^TAw)^2=[[lhs]]$, while an eigenvector for $\pm1$ has $\|w\|^4=[[rhs]]$."
    },
    consequence=r"Lemma 19, where $u_i$ is given, fails at multiple $s_i$, as in A3; (69) uses "
    r"the values $\lvert r_i\rvert$ alone.",
    seen_by=["eq-12.sym~corrected", "eq-12.sym~converse", "eq-12.sym~values"],
)
