"""Errata of riedi2022, E: what can be sharpened."""

from __future__ import annotations

from perturb import erratum
from theorems.riedi2022 import RIEDI


def sharper(name, title, *items, printed, read, why="", by_hand="", gain="", seen_by):
    return erratum(
        RIEDI,
        name,
        title,
        *items,
        section="E",
        printed=printed,
        read=read,
        why=why,
        by_hand=by_hand,
        consequence=gain,
        seen_by=seen_by,
    )


SHARPER = [
    sharper(
        "growth",
        "Theorem 16, (70)",
        *("thm-16.70a", "thm-16.70b"),
        printed=r"\rho\underline{\tau}+\rho^2\le s_i(\rho)^2-s_i(0)^2",
        read=r"for every matrix and every $\rho$, with $\min(\rho\underline{\tau},\rho\overline{\tau})$ "
        "and the maximum.",
        why=r"Weyl's inequality on $M_o^TM_o+\rho(M_o^T+M_o)+\rho^2\mathrm{Id}$: no multiplicities, no "
        "Theorem 34.",
        by_hand=r"$M_o=\mathrm{Id}$, $\rho=-1$: $-1=-2+1$, an equality at a double value.",
        seen_by=["thm-16.70a~sharpened", "thm-16.70b~sharpened", "thm-34.growth~corrected"],
    ),
    sharper(
        "lower-71",
        "Lemma 17, (71)",
        "lem-17.71a",
        printed=r"\rho-s_1(M_o)\le s_i(M(\rho))",
        read=r"$\rho+\frac12\tau_i\le s_i(M(\rho))$ with the eigenvalues $\tau_1\ge\dots\ge\tau_n$ of "
        "$M_o^T+M_o$.",
        why=r"Fan and Hoffman (1955); $\tau_i\ge-2s_1(M_o)$.",
        by_hand=r"$M_o=\mathrm{diag}(1,-\frac12)$, $\rho=1$: $2$ and $\frac12$, both attained, for "
        r"$0$.",
        seen_by=["lem-17.71a~sharpened"],
    ),
    sharper(
        "kappa-76",
        "Theorem 22, (76), (77)",
        *("thm-22.76a", "thm-22.77a"),
        printed=r"\frac{\sqrt{1+\overline{\tau}+s_1^2}}{1-s_1},\ "
        r"\sqrt{\frac{1+\overline{\tau}+s_1^2}{1+\underline{\tau}+s_n^2}}",
        read=r"$\sqrt{1+\overline{\tau}+s_1^2}\,/\,\ell$, $\ell$ the larger of $1+\frac12\underline{\tau}$ "
        r"and, where real, $\sqrt{1+\underline{\tau}+s_n^2}$.",
        why=r"Both are at most $s_n(M_o+\mathrm{Id})$; $\underline{\tau}>-2$ is enough.",
        by_hand=r"$M_o$ with the one entry $M_o[1,2]=\frac12$: $1.764$ for $2.646$ and $1.871$; "
        r"$\kappa=1.640$.",
        seen_by=["thm-22.76a~sharpened"],
    ),
    sharper(
        "kappa-116",
        "Lemma 36 (iv), (116); Corollary 37 (iii), (118)",
        *("lem-36.116a", "cor-37.118a"),
        printed=r"\sqrt{\frac{s_1^2+\overline{\tau}+1}{\underline{\tau}+1}}",
        read=r"$\sqrt{s_1^2+\overline{\tau}+1}\,/\,(1+\frac12\underline{\tau})$, finite for "
        r"$\underline{\tau}>-2$.",
        why=r"$(1+\frac12\underline{\tau})^2\ge1+\underline{\tau}$.",
        by_hand=r"the same matrix: $1.764$ for $1.871$.",
        seen_by=["lem-36.116a~sharpened", "cor-37.118a~sharpened"],
    ),
    sharper(
        "kappa-114",
        "Lemma 36 (iii), (114)",
        "lem-36.114b",
        printed=r"\kappa(W_1+\mathrm{Id})\le\frac{1+s_1(W_1)}{1-s_1(W_1)}",
        read=r"$(1+s_2(W_1))/(1-s_1(W_1))$.",
        why="Mirsky (1960), for the sum of the two largest singular values.",
        by_hand=r"$W_1=\mathrm{diag}(\frac12,0)$: $2$ for $3$.",
        seen_by=["lem-36.114b~sharpened"],
    ),
    sharper(
        "limit-121",
        "Theorem 38, (121)",
        "thm-38.121",
        printed=r"\sqrt{\frac{r^2+r+1/2}{r^2-r}}",
        read=r"$\sqrt{r^2+r+1/2}\,/\,(r-\frac12)$, finite for $r>\frac12$.",
        gain=r"$1.6997$ for $1.8028$ at $r=2$; the limit of $\kappa$ itself is $1.6580$",
        by_hand=r"$r=1$: $\sqrt{10}$ for $\infty$.",
        seen_by=["thm-38.121~sharpened", "fig-7"],
    ),
    sharper(
        "number-3",
        "Section 1, the number 3",
        "num-three",
        printed=r"\text{bounded above asymptotically by just}\ 3",
        read=r"by $2$ for $r\ge2$, by $3$ for $r\ge1.35$.",
        gain=r"$1.8028$ and $1.9719$ at $r=2$",
        by_hand=r"$r=1.35$: (121) is $2.788$ and (122) is $2.981$.",
        seen_by=["num-three~sharpened", "num-three~from"],
    ),
    sharper(
        "all-regions-39",
        "Theorem 39, Corollary 40",
        *("thm-39.128", "cor-40.151c"),
        printed=r"2\,\frac{1+1/r}{1-(2+2\nu+\theta)/r},\quad r>2+2\nu+\theta",
        read=r"$(1+s_1(W_1))/(1-s_1(W_1))$ for all masks $D_1,D$ at once, on the one event $s_1(W_1)<1$.",
        why=r"$\lVert(D_1W_1+\mathrm{Id})x\rVert\ge1-s_1(W_1)$ for unit $x=Dx$.",
        gain=r"in the limit $(\sqrt2r+1)/(\sqrt2r-1)$ for every $r>1/\sqrt2$, where (128) needs $r>8$",
        by_hand=r"$W_1=\mathrm{diag}(\frac14,-\frac14)$, no mask: $\kappa=\frac53$, attained.",
        seen_by=["thm-39.128~sharpened", "thm-39.128~two", "thm-39.128~sharpened-by-samples"],
    ),
    sharper(
        "hard-87",
        "Lemma 29, (87); Theorem 30, (88)",
        *("lem-29.87", "thm-30.88"),
        printed=r"\frac{1+cn}{1-cn}",
        read=r"$f(cn)=\left(1+cn\sqrt{2-(cn)^2}\right)/(1-(cn)^2)$, the best bound in $cn$.",
        why=r"$\sum_i(s_i-1)^2\le(cn)^2$ by Corollary 2. With $p$ layers in (44) it is $f((cn)^p)$.",
        by_hand=r"$cn=\frac12$: $2.215$ for $3$.",
        seen_by=["lem-29.87~sharpened", "thm-30.88~sharpened", "lem-29.87~two-layers"],
    ),
    sharper(
        "hard-89",
        "Theorem 31, (89)",
        "thm-31.89",
        printed=r"2cn<\frac1{1+n}:\quad\frac{1+cn}{\sqrt{1-2cn(1+n)}}",
        read=r"$(1+cn)/(1-cn)$ for every $m<n$ and $cn<1$, below (90) and (91), too.",
        why="Deleted columns interlace.",
        by_hand=r"$n=4$, $cn=\frac12$: $3$, and (89) does not apply.",
        seen_by=["thm-31.89~sharpened"],
    ),
    sharper(
        "hard-90",
        "Theorem 31, (90)",
        "thm-31.90",
        printed=r"m\le n(1-cn)^2:\quad\frac{1+cn}{1-cn-\sqrt{m/n}}",
        read=r"$\sqrt{f(a)^2+b^2/(1-a)^2}$ with $f$ as above, $b=c\sqrt{m(n-m)}$ and $a=c(n-m)<1$, "
        "a condition that is the weaker the more outputs are off ($p=1$ where $cn>1$).",
        why=r"The kept columns of $M(1)$ are $\mathrm{Id}+A$, $\lVert A\rVert_F\le a$, on top of $B$, "
        r"$\lVert B\rVert_F\le b$.",
        by_hand=r"$n=2$, $m=1$, $c=\frac14$: $1.476$, and (90) does not apply.",
        seen_by=["thm-31.90~sharpened"],
    ),
    sharper(
        "hard-91",
        "Theorem 31, (91)",
        "thm-31.91",
        printed=r"2cn<\frac1{1+2m}:\quad\frac{1+cn}{\sqrt{1-2cn(1+2m)}}",
        read=r"$f(cn\sqrt{1-m/n})$ with $f$ as above, where the argument is below $1$: simpler than E11, "
        "and never smaller.",
        by_hand=r"$n=4$, $m=1$, $cn=\frac12$: $1.948$, and (91) does not apply.",
        seen_by=["thm-31.91~sharpened", "thm-31.90~compared"],
    ),
    sharper(
        "hard-100",
        "Theorem 32, (100)",
        "thm-32.100",
        printed=r"\frac{1+cn}{\sqrt{(1-cn)^2-4(1-\eta)\sqrt m}}",
        read=r"$f(cn)\,\kappa(D)$, with $f$ as above; $\kappa(D)=1/\eta$ for $0<m<n$, $\eta>0$, "
        r"else $1$; no condition on $n$ or $\eta$.",
        by_hand=r"$m=1$, $\eta=cn=\frac12$, $n\ge5$: $4.430$, and (100) does not apply.",
        seen_by=["thm-32.100~sharpened"],
    ),
    sharper(
        "hard-101",
        "Theorem 32, (101)",
        "thm-32.101",
        printed=r"\frac{1+cn}{1-cn-(1-\eta)m(3c+1)}",
        read=r"$\sum_i(s_i(MD)-s_i(D))^2\le c^2n\lVert D\rVert_F^2$ for any slopes (form 2); this bounds "
        r"$s_1$ above, $s_n$ below, and so $\kappa$ (form 1).",
        why=r"And $\kappa\le f(cn)\,\kappa(D)$, with $f$ as above, for any matrix $D\ne0$ (form 3).",
        by_hand=r"$c=0$: $M=\mathrm{Id}$, both sides of form 2 are $0$.",
        seen_by=["thm-32.101~sharpened", "thm-32.101~ball", "thm-32.101~any-factor"],
    ),
    sharper(
        "numbers-2-and-8",
        "Section 6.3, the numbers 2 and 8",
        *("num-kappa2", "num-kappa8"),
        printed=r"\kappa(M(1)D)\le2,\quad\kappa(M(1)D)\le8",
        read=r"$(9+\sqrt{17})/8=1.6404$ for both, with ReLU on any number $m<n$ of outputs.",
        gain=r"$1.22$ over $2$ (form 1), $4.88$ over $8$ (form 2), there without $m\le n/4$",
        by_hand=r"$f(\frac13)=(1+\frac19\sqrt{17})/\frac89$.",
        seen_by=["num-kappa2~sharpened", "num-kappa8~sharpened"],
    ),
    sharper(
        "entries",
        "Lemma 28",
        "lem-28.main",
        printed=r"\lvert M_o[i,j]\rvert\le c",
        read=r"$\lvert M_o[i,j]\rvert\le c\,(cn)^{p-1}$ for every $c$.",
        by_hand=r"$n=p=2$, all entries $c$: those of $W_2W_1$ are $2c^2$, attained.",
        seen_by=["lem-28.main~sharpened"],
    ),
    sharper(
        "deleted-columns",
        "Proposition 25, (82)",
        "prop-25.82",
        printed=r"\sum_i\lvert s_i-\tilde s_i\rvert^2\le\sum_{i}\sum_jM[jk_i]^2",
        read=r"an equality, with $-2\sum_i\tilde s_i(s_i-\tilde s_i)$ on the right.",
        by_hand=r"$M=[1,1;0,0]$ without its second column: $(\sqrt2-1)^2=1-2(\sqrt2-1)$.",
        seen_by=["prop-25.82~sharpened"],
    ),
    sharper(
        "any-orthogonal",
        "Propositions 23 and 26, (79), (84)",
        *("prop-23.79", "prop-26.84"),
        printed=r"s_i(M)=s_i(MD)=s_i(DM)",
        read=r"for rectangular $M$ and every orthogonal $D$; (84) as $s_i(MD)=s_i(D^TM^T)$ for every $D$.",
        by_hand=r"$M=(1,1)$ and $D$ a turn by $45$ degrees: $MD=(\sqrt2,0)$ up to order and sign.",
        seen_by=["prop-23.79~sharpened", "prop-26.84~sharpened"],
    ),
    sharper(
        "link",
        "Theorem 42",
        "thm-42.153",
        printed=r"\kappa(M_o)\ge\frac{1+s_1(M_o)}{1-s_1(M_o)}",
        read=r"$\kappa(M_o)\ge\sqrt{1+\overline{\tau}+s_1^2}\,/\,(1+\frac12\underline{\tau})$ is enough, "
        r"with $\underline{\tau}>-2$.",
        by_hand=r"$M_o=\mathrm{diag}(\frac12,\frac14)$: $\kappa(M_o)=2\ge1.2$, not $3$; "
        r"$\kappa(M_o+\mathrm{Id})=1.2$.",
        seen_by=["thm-42.153~sharpened"],
    ),
    sharper(
        "constants-110",
        "Before Lemma 36; (120)",
        *("eq-mu-q.mu", "eq-mu-q.qa", "eq-120.bound"),
        printed=r"\mu_n\le4n,\ q_n\le2^{3/2}n^{1/3};\ P[Y_n\ge\sqrt2(2r^2-1)n^{2/3}]",
        read=r"$\mu_n\le4n-2$, $q_n\le2^{4/3}n^{1/3}$; $2^{2/3}$ for $\sqrt2$: the best constants.",
        by_hand=r"$\mu_2=3+2\sqrt2=5.83$: at most $6$, for $8$.",
        seen_by=["eq-mu-q.mu~sharpened", "eq-mu-q.qa~sharpened", "eq-120.bound~sharpened"],
    ),
]
