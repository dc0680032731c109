"""Errata on paths and invariances: Definitions 6, 7, 10, Lemmas 1 to 8, Theorem 1 and their proofs."""

from __future__ import annotations

from perturb import erratum
from theorems.le2022 import LE

ERRATA = [
    erratum(
        LE,
        "active-at-zero",
        "Definition 6, Lemmas 2 and 8, Theorem 1: a pre-activation of 0 is not active",
        *("lem-2.5", "lem-2.diff", "eq-41", "eq-49.lem8", "eq-50", "def-6.main", "thm-1.6", "thm-1.case-1"),
        *("thm-1.case-3", "thm-1.case-4", "thm-1.case-7a", "thm-1.case-7b", "thm-1.sig-ftc", "lem-8.main"),
        section="A",
        printed=r"\text{active: linear, or ReLU with nonnegative preactivation}",
        read=r"linear, or ReLU with a positive pre-activation on every training example; more generally, "
        r"any set of neurons that are all positive or all negative on each example.",
        why=r"The statement of Lemma 2 was not at hand: (5) is taken from its proof; that nonnegative counts "
        r"as active is printed twice, in Definition 6 and Lemma 8. A neuron whose output should become "
        r"smaller can reach $0$ in finite time and stops there: gradient flow holds it at $0$ with the slope "
        r"$0$ of the subdifferential $[0,1]$, beside neurons of slope $1$. In the proof, equal sets "
        r"$\partial_{p_1}\mu=\partial_{p_2}\mu$ do not make the elements equal that the flow chooses, and "
        r"they are not equal sets here: $[0,1]$ and $\{1\}$.",
        examples={
            "lem-2.5": r"One example $x=[[x]]$ with $y=1$, $\ell(z)=(1-z)^2$, $w_u=(-1,1)$, so that "
            r"$w_u\cdot x=0$, $w_v=[[v]]$, weights $[[p]]$ and $[[q]]$ behind them. The flow has "
            r"$f=2w_va_v$, which falls from $2$ to $1$; $u$ rests; no weight changes its sign, and "
            r"$w_u\cdot w_v-a_ua_v=-a_v$ grows for all $t\ge0$. At $t=0$ the two sides of (41) are "
            r"$[[lhs]]$ and $[[rhs]]$, times $-\ell'(2)$.",
        },
        consequence=r"Cases 1, 3 and 7 (a layer before a block) of Theorem 1 as printed, and (5); also 4 and "
        r"7 (a block before a layer), if a block ends with a rectifier, as in He et al.: the displays of "
        r"Definition 5 were rebuilt. Cases 2, 5 and 6 have linear neurons and stand; so does (4), at ties "
        r"too. Theorem 2 uses linear layers alone.",
        repair=r"For slopes $s_i$ common to the neurons on example $i$, $\dot W_1W_1^T=W_2^T\dot W_2$, "
        r"whose symmetric part is (6): multiply by an invertible matrix close to $I$ in front and by its "
        r"inverse behind.",
        seen_by=["lem-2.5~corrected", "thm-1.6", "thm-1.6~corrected"],
    ),
    erratum(
        LE,
        "what-a-layer-is",
        "Definition 7 and Lemma 3: disconnected is not enough",
        *("def-7.main", "lem-3.7", "eq-51.main", "eq-11.layer"),
        section="B",
        printed=r"(V,E\setminus F)\text{ is disconnected}",
        read=r"every path from an input to the output contains exactly one edge of $F$: the edges that "
        r"leave a set of neurons with all inputs and without the output, none of which comes back.",
        why=r"The second condition ends in 'is disconnected'; which graph, was rebuilt. Read as 'no input is "
        r"connected to the output' it would be the right one, and the proof of (51) counts all paths. As "
        r"here, the only edge out of one of two inputs fulfils Definition 7, as that input then stands "
        r"alone; most paths miss it.",
        examples={
            "lem-3.7": r"$f=a\rho(w\cdot x)$, $w=[[w]]$, $x=[[x]]$, $a=[[a]]$, $F=\{w_1\}$, $F'=\{a\}$: "
            r"$w_1\dot w_1$ and $a\dot a$ are $[[lhs]]$ and $[[rhs]]$, times $-\ell'(yf)y$.",
        },
        consequence=r"Theorem 2 and Corollary 1 use (7) for layers that every path passes once; they stand.",
        repair=r"(7) holds for all weights and data exactly if every path has as many edges in $F$ as in "
        r"$F'$. Scale what lies between; conversely let all weights off one path vanish. With $F$ the "
        r"in-edges and $F'$ the out-edges of a neuron it is (4).",
        seen_by=["lem-3.7~corrected"],
    ),
    erratum(
        LE,
        "identity-behind-convolution",
        "Proof of Theorem 1, case 6: not for ResNetIdentity",
        "thm-1.proof-6",
        section="C",
        printed=r"\text{ResNetIdentity, ResNetDiagonal or ResNetFree}",
        read=r"ResNetFree, as in the theorem.",
        why=r"A skip that is not learned takes part in the derivative of the convolution and has no square "
        r"of its own.",
        by_hand=r"One weight $t=1$ in front of $u\rho(yz)+z$, $u=y=x=1$: $t\dot t$ is $2$ and $y\dot y$ is "
        r"$1$, "
        r"times $-\ell'(yf)y$.",
        consequence=r"none for Theorem 1, case 6, which names ResNetFree. With a diagonal skip that is "
        r"learned the "
        r"entries $(j,j)$ are conserved.",
        seen_by=["thm-1.proof-6", "thm-1.proof-6~corrected", "thm-1.case-5"],
    ),
    erratum(
        LE,
        "signs-of-paths",
        "Lemma 8: two paths of different signs",
        *("lem-8.proof-sym", "lem-8.proof-swap"),
        section="B",
        printed=r"g(a,b)=g(b,a)",
        read=r"with $h$ in place of $|h|$: off ties $\partial_p\mu=Z_p$, and Lemma 8 is then true.",
        why=r"With $|h|$ the derivative is $Z_p\prod_{e\in p}\mathrm{sign}(w_e)$.",
        examples={
            "lem-8.proof-sym": r"Two active neurons, $a=[[a]]$ and $b=[[b]]$ behind them, "
            r"$|h|=([[s]],[[t]])$: $g$ is $[[lhs]]$, and $[[rhs]]$ with the inputs exchanged.",
            "lem-8.proof-swap": r"A third neuron behind them, with the weights $[[a]]$ and $[[b]]$, is "
            r"active at $|h|=([[s]],[[t]])$, and not with the inputs exchanged, where its pre-activation is "
            r"$[[lhs]]$: so for $\mathrm{ReLU}(\mathrm{ReLU}(x_1)-\mathrm{ReLU}(x_2))$ at $(2,1)$ and "
            r"$(1,2)$.",
        },
        consequence=r"Lemma 8, for $\mu$ of Lemma 1 and off ties, and so (5) for one pattern stand.",
        repair=r"Symmetry alone gives $\partial_1g(a,b)=\partial_2g(b,a)$, at another point; what is "
        r"needed is that both derivatives are $Z_p$.",
        seen_by=["lem-8.proof-sym~corrected"],
    ),
    erratum(
        LE,
        "paths-as-edges",
        "(23): paths as sets of vertices make no tree",
        *("eq-23", "lem-6.iso-edges", "def-10.graph"),
        section="C",
        printed=r"\text{where paths are viewed as set of vertices}",
        read=r"sets of edges, as in Section 2 and Definition 10; $f(p)=p\cup\{uo_G\}$.",
        why=r"$\{a,b,o\}$ contains $\{b,o\}$ and $\{a,o\}$.",
        by_hand=r"With the edges $ab$, $bo$, $ao$, as in every residual block, the Hasse diagram has the "
        r"cycle "
        r"$\{a,b,o\},\{b,o\},\{o\},\{a,o\}$.",
        consequence="none: Lemma 6 is true for sets of edges.",
        seen_by=["lem-6.main"],
    ),
    erratum(
        LE,
        "sign-of-zero",
        "Lemmas 1 and 5: the sign of a weight that is 0",
        *("lem-1.weights", "lem-5.weights", "eq-32.nonzero"),
        section="C",
        printed=r"w_\mu\in\{-1,+1\}",
        read=r"with $\mathrm{sign}(0)=1$, or $-1$.",
        why=r"With the usual $\mathrm{sign}(0)=0$ a weight $0$ of $\nu$ would leave a weight $0$ in $\mu$. "
        r"Whatever $\mathrm{sign}(0)$ is, Assumption 1 lets a weight stay $0$: it does not imply that "
        r"weights are not $0$.",
        by_hand=r"$\nu=w_2\rho(w_1x)$ with $w_2=0$: $h=0$, and $\mu$ has the weights $\mathrm{sign}(w_1)$ "
        r"and "
        r"$\mathrm{sign}(0)$.",
        consequence="none: what passes such an edge is $0$, and (4), (7) do not need that weights are not "
        "$0$.",
        seen_by=["lem-7.25", "lem-1.main"],
    ),
    erratum(
        LE,
        "differentiable-loss",
        "Assumption 3, (31), proof of Lemma 4: differentiable, continuously differentiable, strictly "
        "differentiable",
        *("asm-3.main", "eq-31", "eq-62.singleton"),
        section="D",
        false=["eq-62.singleton"],
        printed=r"\ell\text{ is differentiable everywhere}",
        read=r"continuously differentiable, for (31). For (4) and (7), locally Lipschitz.",
        why=r"A function that is differentiable need not be locally Lipschitz; and a network can be "
        r"differentiable at a $w$ where its subdifferential is no singleton.",
        by_hand=r"$t^2\sin(1/t^2)$ has no Clarke subdifferential at $0$. $p\rho(qy)-r\rho(sy+vw)$ at "
        r"$p=q=r=s=1$, $y=v=w=0$ has the derivative $0$ in $y$, and $1$ where $0<y<-vw$.",
        consequence="none for the logistic, the exponential and the squared loss; Lemma 4 needs neurons "
        "off ties.",
        seen_by=["lem-2.4", "lem-4.12~formula"],
    ),
    erratum(
        LE,
        "chains-of-submatrices",
        "After Theorem 1: singular values along a chain",
        *("thm-1.sig-sv", "thm-1.sig-chain", "thm-1.sig-rank"),
        section="D",
        false=["thm-1.sig-sv"],
        printed=r"\text{all layers considered in the chain have rank }1",
        read=r"rank $1$ at most, where all neurons between the layers are active and each block enters "
        r"with one matrix; singular values are equal but for zeros.",
        why=r"The columns of $W_2$ in $\mathcal{I}_1$ and its rows in $\mathcal{I}_2$ are different "
        r"matrices; so are $[Y;Z]$ and $[U\ Z]$.",
        by_hand=r"$W_1=(1,0)^T$ has the singular value $1$, $W_2=\mathrm{diag}(1,0)$ has $1$ and $0$, and "
        r"$W_1W_1^T=W_2^TW_2$. With the last row $0$ all ranks are $0$.",
        consequence="none for Theorem 2, whose layers are linear. In general ranks differ by those of what "
        "is "
        "conserved.",
        seen_by=["thm-1.6~corrected", "thm-1.sig-rank", "rem-concl.control"],
    ),
    erratum(
        LE,
        "crossing-for-ever",
        "Claim 2: a curve and not a gradient flow",
        "claim-2.cross",
        section="D",
        printed=r"f(t)=tv+\sin(t)u",
        read=r"that directional convergence of a curve does not imply it.",
        why=r"No risk is given of which $f$ is a gradient flow.",
        by_hand=r"$(t-2\sin t)v+(1-2\cos t)u$ converges in direction as well, and crosses $\langle "
        r"u,f\rangle=0$ "
        r"for ever. At $t=\pm a$ with $a=2\sin a>0$ it is at one point with two velocities: it is the "
        r"gradient "
        r"flow of no differentiable risk.",
        consequence="That a flow of a network crosses a boundary for ever is open; nothing else rests on it.",
        seen_by=["claim-2.main"],
    ),
    erratum(
        LE,
        "idle-hypotheses",
        "Lemmas 2 and 3: what is not needed",
        *("lem-2.4", "lem-3.7", "asm-1.main", "lem-2.du-ftc"),
        section="E",
        printed=r"\text{Assumptions 1, 3, a.e. }t",
        read=r"For a locally Lipschitz loss, whatever signs do, for every $t\ge0$.",
        why=r"In-edges times $c$, out-edges times $1/c$: the risk stays, so that $\langle "
        r"w_{in},g_{in}\rangle=\langle w_{out},g_{out}\rangle$ for derivatives, limits and hulls.",
        by_hand=r"$f=a\rho(wx)$ at $w=0$: the derivative in $a$ is $0$, and that in $w$, with any slope, "
        r"counts $w=0$ "
        r"times: $w\dot w=a\dot a=0$.",
        consequence=r"A step $\eta$ of descent moves the difference by $\eta^2(\lVert g_{in}\rVert^2-\lVert "
        r"g_{out}\rVert^2)$, and (6) by $\eta^2(G_1G_1^T-G_2^TG_2)$.",
        seen_by=["lem-2.4", "lem-2.4~descent", "thm-1.6~descent"],
    ),
    erratum(
        LE,
        "the-commutator",
        "Lemma 4: what the derivative is",
        *("lem-4.12", "lem-4.asym", "lem-4.rem"),
        section="E",
        printed=r"\frac{d}{dt}\big(W_1W_1^T-W_2^TW_2\big)\ne0",
        read=r"$-\sum_i[D_i,b_iz_i^T-z_ib_i^T]$, $D_i$ the slopes, $z_i$ the pre-activations, $b_i$ the "
        r"derivatives of the risk behind the neurons: $0$ between neurons of one pattern, of rank $4$ at "
        r"most for one example.",
        why=r"(12) was rebuilt from the proof.",
        by_hand=r"One example $x=1$, $W_1=(1,-1)^T$, $W_2=(1,1)$, derivative $-1$: $z=(1,-1)$, $b=-(1,1)$, "
        r"$D=\mathrm{diag}(1,0)$, and entry $(1,2)$ of (12) is $-2$.",
        consequence=r"For $u$ active and $v$ inactive on one example, with positive weights behind both, "
        r"entry $(u,v)$ is strictly monotone while $u$ is active and $\ell'\ne0$.",
        seen_by=["lem-4.12", "lem-4.12~formula"],
    ),
]
