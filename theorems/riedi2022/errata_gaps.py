"""Errata of riedi2022, D: true statements whose printed proofs leave a gap."""

from __future__ import annotations

from perturb import erratum
from theorems.riedi2022 import RIEDI

MINIMUM = erratum(
    RIEDI,
    "minimum",
    "(48), the minimum $W_o$",
    "eq-48",
    section="D",
    printed=r"W_o=\text{the minimum of}\ h(W)=P(W)+\|MDWz\|_2^2",
    why="A polynomial of degree 1 plus a singular form need not have a minimum.",
    repair=r"This one has, for $z\ne0$: $W_o=(MD)^+(y-B)z^T/\|z\|^2$, since $y-B-MDW_oz$ is orthogonal to "
    "the range of $MD$.",
    read=r"a minimum, one of many.",
    by_hand=r"$w_1+w_2^2$ has no minimum.",
    consequence=r"None: (48) holds with each of them.",
    seen_by=["eq-48"],
)

BATCH_FORM = erratum(
    RIEDI,
    "batch-form",
    "Lemma 10, (56)",
    "lem-10.56",
    section="D",
    printed=r"L_{\rm batch}=P_{\rm batch}(W)+w^TQ_{\rm batch}^TQ_{\rm batch}w",
    why=r"The construction takes the $Q^{(g)}$ of (49), see A1.",
    repair=r"With $Q^{(g)}=(M^{(g)}D^{(g)})\otimes z^{(g)T}$ the mean $A$ of $Q^{(g)T}Q^{(g)}$ is positive "
    "semidefinite, and its symmetric root serves.",
    read=r"with the $Q^{(g)}$ of the loss.",
    by_hand=r"the first example of A1 is one for $G=1$.",
    consequence=r"(57), (58), (63) are told in A1.",
    seen_by=["lem-10.56"],
)

HARD_RELU = erratum(
    RIEDI,
    "hard-relu",
    "Theorem 31, (90), and the number 8 of Section 6.3",
    *("thm-31.90", "num-kappa8"),
    section="D",
    printed=r"m\le n(1-cn)^2:\quad\kappa(M(1)D)\le\frac{1+cn}{1-cn-\sqrt{m/n}}",
    why=r"(99) uses $2cn<1/(1+n)$, a hypothesis of (89) and not of (90); $cn=\frac13$ never meets it.",
    repair=r"Deleting columns leaves $s_{n-m}(MD)\ge s_n(M)\ge1-cn$, so (87) holds for every $m<n$ and "
    "$cn<1$, and (90) follows.",
    read=r"with another proof.",
    by_hand=r"$n=4$, $m=1$, $cn=\frac13$: $2cn=\frac23>\frac15$, and the bound is "
    r"$\frac43/(\frac23-\frac12)=8$.",
    consequence=r"The number $8$ stands.",
    seen_by=["thm-31.90", "num-kappa8", "thm-31.89~sharpened"],
)

RELU_EVENT = erratum(
    RIEDI,
    "relu-event",
    "Theorem 39 (1) and Corollary 40, the probability",
    *("thm-39.128", "thm-39.149", "cor-40.151b", "cor-40.151c"),
    section="D",
    printed=r"1-2\exp(-\theta^2/2)-P[E_{s_1(W_1)}]",
    why=r"The proof, from (146) on, needs $s_1(W_1)\le1/r$, and the probability counts $\{s_1(W_1)\ge1\}$ "
    "only.",
    repair=r"(128) holds on $\{s_1(W_1)\le\frac13\}$, as $\kappa\le(1+s_1)/(1-s_1)\le2$ there, and (149) "
    r"on $\{s_1(W_1)\le5/(2r)\}$; the complements are rarer than $\exp(-\theta^2/2)$ (Davidson and Szarek "
    r"2001). The upper bound of (151) is true as printed: by Slepian's inequality it fails with a "
    r"probability below $1.12\exp(-2.147n)$, and $2\exp(-\theta^2/2)\ge2\exp(-2n)$.",
    read=r"with $P[s_1(W_1)>1/r]$, or with the repair.",
    by_hand=r"$W_1=\frac9{10}$, $n=1$: outside the event, and above $1/r$ for all $r$ that are "
    r"asked for.",
    consequence=r"The printed probability stands.",
    seen_by=[
        "thm-39.128",
        "thm-39.128~probability",
        "thm-39.149",
        *("cor-40.151b", "cor-40.151b~maximum", "cor-40.151b~probability", "cor-40.151b~by-samples"),
        "cor-40.151c",
    ],
)

UNIFORM = erratum(
    RIEDI,
    "uniform-entries",
    "Theorem 38 and Lemma 41 for Uniform entries",
    *("thm-38.121", "thm-38.122", "lem-41.152", "thm-42.prob", "num-abs-smaller"),
    section="D",
    printed=r"\text{With the notation and assumptions of Theorem 33 and Lemma 36 (Uniform or Gaussian "
    "entries)}",
    why="The proofs rest on (109) and on Edelman's theorem, both for Gaussian entries; that of Lemma 41 "
    "says so.",
    repair=r"$s_1(K_n)/\sqrt n\to2$ for Uniform entries too (Bai and Yin 1993), which mends Theorem 38, "
    "even almost surely; for Lemma 41 take the universality of the smallest singular value (Tao and Vu "
    "2010). Or assume Gaussian entries.",
    read=r"for Gaussian entries, or with the repair.",
    by_hand=r"Uniform entries are at most $\sqrt3$, so that $s_1(K_n)\le\sqrt3n$: of no $n$ is the "
    r"law Edelman's.",
    consequence=r"The conclusions stand.",
    seen_by=[
        "thm-38.121",
        "thm-38.122",
        "thm-38.121~by-samples",
        "thm-38.122~by-samples",
        "lem-41.152",
        "thm-42.prob",
    ],
)

INTERVAL = erratum(
    RIEDI,
    "interval-106",
    "Theorem 33, (106)",
    "thm-33.106",
    section="D",
    printed=r"\left[\sqrt{8n}-O(n^{-1/6}),\ \sqrt{8n}+O(n^{-1/6})\right]\ \text{with high probability}",
    why="With fixed constants in $O$ the probability tends to that of a bounded interval "
    "of the law, below $1$.",
    repair=r"Any $c_n\,n^{-1/6}$ with $c_n\to\infty$ has a probability that tends to $1$. No single $n$ "
    "decides this; checked is the limit law behind it.",
    read=r"with $c_n\to\infty$ for the constant.",
    by_hand=r"with the constant $1$ the limit is $F_1(1/\sqrt2)-F_1(-1/\sqrt2)=0.2587$.",
    consequence="None.",
    seen_by=["thm-33.conv"],
)

QUANTIFIERS = erratum(
    RIEDI,
    "one-event",
    "Corollary 40, for all regions",
    "cor-40.151c",
    section="D",
    printed=r"\text{for any}\ D_1,\ D,\ \text{with probability at least}\ "
    r"1-2\exp(-\theta^2/2)-P[E_{s_1(W_1)}],\ \text{we have (151)}",
    why="In this order each of the up to $4^n$ pairs of masks may have its own event, as in the proof, "
    r"where $V_1$, $V_2$ in (131) depend on the masks. The title and what is said of volatility take one "
    "for all.",
    repair=r"$\{s_1(W_1)\le\frac13\}$ is one, with this probability by D4: there "
    r"$s_i\ge1-s_1(W_1)>\frac12>c$ for $i\le n-m$, and $\kappa\le2<C/c$, for all masks at once. The bound "
    r"$C$ holds on $\{s_1(W_1)\le1/r\}$, which is frequent enough for $\theta\le1.45\sqrt n$.",
    read=r"one event of this probability serves all masks.",
    by_hand=r"two events of probability $\frac9{10}$ may have $\frac8{10}$ in common.",
    consequence=r"With the repair what is said of volatility stands.",
    seen_by=["cor-40.151a~sharpened", "cor-40.151c~sharpened", "cor-40.151b~event", "cor-40.pre"],
)

OWN_SIGNS = erratum(
    RIEDI,
    "own-signs",
    "After Corollary 37: the law of $D_1W_1$",
    *("cor-37.tau-clar", "num-one-over-r", "fig-7.distr"),
    section="D",
    printed=r"\text{the form of}\ D_1\ \text{makes}\ M_o\ \text{and}\ W_1\ \text{equal in distribution}",
    read="for a $D_1$ that is fixed beforehand or independent of $W_1$.",
    why=r"In a network $D_1$ is set by the signs of $W_1z_1+b_1$. For $b_1=0$ then "
    r"$M_oz_1=\lvert W_1z_1\rvert$ has no negative component.",
    by_hand=r"$n=1$, $b_1=0$, $z_1=1$: $M_o=\lvert W_1\rvert$, and $W_1$ is negative with probability "
    r"$\frac12$.",
    consequence=r"(117) and $s_1(M_o)=s_1(W_1)$ hold for every $D_1$. The probability of "
    r"$\underline{\tau}>-1$ in (118) is that of (119) for a fixed $D_1$ only.",
    repair=r"$\underline{\tau}\ge-2s_1(W_1)$ for all $D_1$ at once, so that (118) holds for all of them on "
    r"$\{s_1(W_1)<\frac12\}$, which fails with probability at most $\exp(-n(\sqrt2r-2)^2/2)$ for $r>\sqrt2$.",
    seen_by=["cor-37.tau-clar", "cor-37.tau-clar~own-signs", "cor-37.118a~every-fold", "fig-7.distr~coupled"],
)
