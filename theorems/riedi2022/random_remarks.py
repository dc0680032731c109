"""Section 6: statements about distributions, limits and simulations, and what stands in for them."""

from __future__ import annotations

from perturb import remark
from theorems.riedi2022 import RIEDI

REMARKS = [
    remark(
        RIEDI,
        "thm-33.106",
        kind="asymptotic",
        reason="With fixed constants in O the probability tends to one below 1, that of an interval "
        "under the limit law: high for large constants only.",
        seen_by=["thm-33.conv"],
        depends=["thm-33.conv"],
    ),
    remark(
        RIEDI,
        "thm-33.conv",
        "fig-4.a",
        "fig-4.b",
        "fig-4.collapse",
        kind="asymptotic",
        reason="A limit law. K' + K is sqrt(2) times a GOE matrix with variances 1 and 2, so the limit "
        "of Z_n is sqrt(2) times the Tracy-Widom variable of F_1, not that variable: the distance from "
        "the first falls from 0.111 at n = 5 to 0.036 at n = 100, from the second it stays above 0.22.",
        seen_by=["thm-33.conv", "thm-33.conv~unscaled", "thm-33.conv~uniform", "fig-4", "fig-4-uniform"],
    ),
    remark(
        RIEDI,
        "thm-33.conc",
        kind="qualitative",
        reason="No numbers are named. sqrt(2) TW_1 has mean -1.71 and standard deviation 1.79.",
        seen_by=["thm-33.conv"],
    ),
    remark(
        RIEDI,
        "thm-33.rem-iid",
        kind="definition",
        reason="K[i,j] + K[j,i] with i < j uses each pair of entries once, 2 K[i,i] each diagonal entry "
        "once; the variances are 2 and 4. Read off from the definition of K_n.",
    ),
    remark(
        RIEDI,
        "thm-33.rem-sharp",
        "num-zn5",
        "num-width5",
        kind="empirical",
        reason="Closeness of the law at n = 5 to its limit, seen in histograms; no distance is named. For "
        "Gaussian entries it is 0.111, from the exact law; with n - 1/2 for n in (107) it is 0.012.",
        seen_by=["thm-33.rem-sharp", "thm-33.rem-sharp~exact", "fig-4"],
        depends=["thm-33.conv"],
    ),
    remark(
        RIEDI,
        "thm-33.rem-tail",
        "fig-4.tail",
        "eq-119.c",
        kind="empirical",
        reason="Tails of Z_n at moderate arguments. The limit law gives P[Z > 8] = 1 - F_1(8/sqrt(2)) = "
        "4.6e-6, small yet not 0, and the exact law gives 5.1e-7 at n = 5.",
        seen_by=["thm-33.rem-tail", "thm-33.rem-tail~proved", "eq-119.small", "num-500000"],
        depends=["thm-33.conv"],
    ),
    remark(
        RIEDI,
        "thm-35.109",
        kind="asymptotic",
        reason="An almost sure limit; for Gaussian entries P[s_1(K) >= 2 sqrt(n) + u] <= exp(-u^2/2) at "
        "every n.",
        seen_by=["thm-35.109", "thm-35.109~tail", "eq-120.small"],
    ),
    remark(
        RIEDI,
        "thm-35.110",
        "fig-5.a",
        "eq-120.fast",
        kind="asymptotic",
        reason="Johnstone's limit law (2001) with his centre and scale, here F_1 itself; the speed "
        "is seen in histograms.",
        seen_by=["thm-35.110", "fig-5", "eq-mu-q.mu", "eq-mu-q.qa"],
    ),
    remark(
        RIEDI,
        "num-s1-close",
        kind="empirical",
        reason="Without a width. In the limit s_1(W_1 + Id) is 1.2574 at r = 2 where the bound by tau_up and "
        "s_1 is 1.2748, 1.4 % above it, and 0.7 % at r = 3; fluctuations are of order n^(-2/3).",
        seen_by=["thm-38.121~sharpened", "lem-36.115a"],
        depends=["thm-33.conv", "lem-21.74c"],
    ),
    remark(
        RIEDI,
        "num-one-over-r",
        kind="empirical",
        reason="Concentration, without a width. The edges in units of 1/r are 1 + Z_n / (sqrt(8) "
        "n^(2/3)) by (112), so their spread falls as n^(-2/3): one is within ten per cent of 1/r with "
        "probability 0.17 at n = 5, 0.57 at n = 25, 0.995 at n = 100.",
        seen_by=["lem-36.112a", "cor-37.tau-clar", "thm-33.sym", "thm-33.108"],
        depends=["thm-33.conv", "lem-36.112a"],
    ),
    remark(
        RIEDI,
        "eq-119.lim",
        kind="asymptotic",
        reason="A limit of probabilities; for Gaussian entries P <= exp(-(r-1)^2 n) at every n, and "
        "t_up/sqrt(n) -> sqrt(8) almost surely also for Uniform entries (Bai and Yin).",
        seen_by=["eq-119.lim", "eq-119.lim~exact", "eq-119.small", "lem-36.i-prob"],
        depends=["lem-36.i-prob", "thm-33.conv"],
    ),
    remark(
        RIEDI,
        "eq-119.sim",
        "num-500000",
        kind="empirical",
        reason="A simulation without sizes. 500,000 draws without a hit bound the probability by 2.9e-5 "
        "at level 1e-6 only. By the exact law it is 2.8e-7 at n = 5 and 4.5e-12 at n = 10 for Gaussian "
        "entries: even at n = 5 no hit in 500,000 draws was to be expected, with probability 0.87.",
        seen_by=["num-500000", "eq-119.small~uniform", "eq-119.small"],
    ),
    remark(
        RIEDI,
        "eq-120.lim",
        kind="asymptotic",
        reason="A limit of probabilities; for Gaussian entries P <= exp(-(r sqrt(8) - 2)^2 n/2) at every "
        "n, and s_1/sqrt(n) -> 2 almost surely also for Uniform entries (Bai and Yin): r > "
        "1/sqrt(2) is enough.",
        seen_by=["eq-120.lim", "eq-120.bound~by-samples", "eq-120.small", "eq-120.bound"],
        depends=["eq-120.bound", "thm-35.110"],
    ),
    remark(
        RIEDI,
        "eq-120.spread",
        kind="qualitative",
        reason="Offered as an explanation. In the limit at r = 2, s_1(W_1 + Id) is 1.2574, below 1.2748 "
        "by (115) and below 1 + s_1 = 1.3536, the most that (71) allows.",
        seen_by=["fig-7.claim", "fig-6.claim"],
    ),
    remark(
        RIEDI,
        "thm-38.sqrt2",
        "num-sqrt2",
        kind="asymptotic",
        reason="Not only seen in simulations: t_up/sqrt(n) -> sqrt(8) and s_1(K)/sqrt(n) -> 2 almost "
        "surely also for Uniform entries (Bai and Yin), so the quotient tends to sqrt(2) almost "
        "surely.",
        seen_by=["fig-5.b~probability", "fig-5"],
        depends=["thm-33.conv", "thm-35.109"],
    ),
    remark(
        RIEDI,
        "fig-7.a",
        "fig-7.b",
        kind="empirical",
        reason="Histograms without sizes, laws and numbers of runs; the limits that they approach, 1.6580 at "
        "r = 2 and 1.3979 at r = 3, lie strictly below (121). At n = 5 about 0.5 % and 1.2 % lie "
        "above it.",
        seen_by=["fig-7.claim~probability", "fig-7", "fig-7.claim"],
    ),
    remark(
        RIEDI,
        "fig-7.distr",
        kind="existence",
        reason="Equality of laws by a map: K -> D_1 K changes signs of rows, is its own inverse, and X "
        "has the law of -X.",
        seen_by=["fig-7.distr", "fig-7", "cor-37.tau-clar"],
        depends=["cor-37.tau-clar"],
    ),
    remark(
        RIEDI,
        "thm-39.rem-unif",
        kind="qualitative",
        reason="A theorem for Uniform entries is announced, not stated. The sharpened bound needs "
        "s_1(W_1) < 1 only, and s_1(W_1) -> 1/(sqrt(2) r) almost surely also for Uniform entries "
        "(Bai and Yin).",
        seen_by=["thm-39.128~sharpened"],
    ),
    remark(
        RIEDI,
        "num-std",
        kind="qualitative",
        reason="No constants are named. The sharpened (128) bounds kappa for all standard deviations "
        "below 1/(2 sqrt(n)), asymptotically, however many outputs the ReLU affects: the severer "
        "restriction belongs to (129).",
        seen_by=["thm-39.128~sharpened-by-samples", "thm-39.128~sharpened", "lem-36.116a~sharpened"],
        depends=["lem-36.116a", "thm-39.129"],
    ),
    remark(
        RIEDI,
        "num-batch",
        kind="qualitative",
        reason="That (151) serves every data point of a mini-batch needs one event for all masks, which "
        "the printed order of quantifiers does not give and the sharpened (128) does.",
        seen_by=["thm-39.128~sharpened", "cor-40.151a~sharpened"],
        depends=["cor-11.62", "cor-40.151c"],
    ),
    remark(
        RIEDI,
        "cor-40.151b",
        kind="asymptotic",
        reason="The printed probability counts s_1(W_1) >= 1 where the proof needs s_1(W_1) >= 1/r. It "
        "is open here near theta = 2 sqrt(n): 2 exp(-2n) is allowed, large deviations of the edge "
        "give about exp(-2.15 n).",
        seen_by=["cor-40.151b~by-samples", "thm-39", "cor-40.151b"],
    ),
    remark(
        RIEDI,
        "lem-41.152",
        kind="asymptotic",
        reason="A limit of probabilities. Its proof uses Edelman's theorem and (109), both for Gaussian "
        "entries, while Lemma 36 admits Uniform ones; these need the universality of the smallest "
        "singular value (Tao and Vu 2010). The probability is 0.991 already at n = 5, r = 1.1.",
        seen_by=["lem-41.152", "thm-42", "num-order-n", "thm-42.153"],
        depends=["num-order-n", "num-s1-lim", "eq-120.bound"],
    ),
    remark(
        RIEDI,
        "thm-42.prob",
        "num-abs-smaller",
        kind="asymptotic",
        reason="Lemma 41 with Theorem 42, a limit of probabilities. Where (152) holds for a realisation "
        "(153) is certain.",
        seen_by=["thm-42.prob", "thm-42", "thm-42.153"],
        depends=["lem-41.152", "thm-42.153"],
    ),
    remark(
        RIEDI,
        "num-s1-lim",
        "cor-37.i",
        "lem-36.ii-as",
        kind="asymptotic",
        reason="An almost sure limit, (109) scaled by 1/(r sqrt(8n)); s_1(M_o) = s_1(W_1) for every "
        "realisation.",
        seen_by=["thm-35.109", "cor-37.tau-clar"],
        depends=["thm-35.109"],
    ),
    remark(
        RIEDI,
        "num-s1-tn",
        "thm-35.rem",
        kind="asymptotic",
        reason="s_1(K)/sqrt(n) -> 2 and t_up/sqrt(n) -> sqrt(8), a comparison of limits; t_up <= 2 "
        "s_1(K) always.",
        seen_by=["fig-5.b~probability", "fig-5", "fig-5.b"],
        depends=["thm-33.conv", "thm-35.109"],
    ),
    remark(
        RIEDI,
        "thm-38.121",
        "thm-38.122",
        kind="asymptotic",
        reason="The convergence itself is the continuous mapping theorem at the limits of s_1, tau_up "
        "and tau_low. It is almost sure.",
        seen_by=["thm-38.121~by-samples", "thm-38.122~by-samples", "thm-38", "fig-7.claim"],
    ),
    remark(
        RIEDI,
        "num-order-n",
        kind="asymptotic",
        reason="The convergence of kappa/n to the law with the density (154) is Edelman's theorem for "
        "Gaussian entries; that (154) is a density, with a law in closed form, is the claim.",
        seen_by=["num-order-n~law", "thm-42", "num-order-n"],
    ),
]
