"""Theorems 33 and 35, (119), (120): what is said of norm and edge in law, in the limit, in simulations."""

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
        reason="A limit law, and a theorem: Tracy and Widom (1996) for Gaussian entries, Soshnikov (1999) "
        "for "
        "Uniform ones; only the rate is ours. K' + K is sqrt(2) times a GOE matrix with variances 1 and 2, "
        "so "
        "the limit of Z_n is sqrt(2) times the Tracy-Widom variable of F_1, not that variable: the distance "
        "from "
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
        "4.6e-6, small yet not 0, and the exact law gives 5.1e-7 at n = 5. Proved for every n: below 1.3e-4.",
        seen_by=["thm-33.rem-tail", "thm-33.rem-tail~sharpened", "thm-33.rem-tail~exponent", "num-500000"],
        depends=["thm-33.conv"],
    ),
    remark(
        RIEDI,
        "thm-35.109",
        kind="asymptotic",
        reason="An almost sure limit: by Borel and Cantelli it is that the probabilities of deviations by "
        "more than epsilon add up to a finite sum over n, and a summable bound of them is proved at every n.",
        seen_by=["thm-35.109~almost-surely", "thm-35.109", "thm-35.109~tail", "thm-35.109~below"],
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
        reason="A limit of probabilities; for Gaussian entries P <= exp(-n J(r)) at every n with J(r) = r "
        "sqrt(r^2 - 1) - log(r + sqrt(r^2 - 1)), the best rate, and t_up/sqrt(n) -> sqrt(8) almost surely "
        "also for Uniform entries (Bai and Yin).",
        seen_by=["eq-119.lim~sharpened", "eq-119.lim~exact", "eq-119.small~sharpened", "lem-36.i-prob"],
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
        reason="A limit of probabilities; for Gaussian entries P <= exp(-2n J(sqrt(2) r)) at every n, J as "
        "for (119), and s_1/sqrt(n) -> 2 almost surely also for Uniform entries (Bai and Yin): r > "
        "1/sqrt(2) is enough.",
        seen_by=["eq-120.lim~sharpened", "eq-120.bound~by-samples", "eq-120.small~sharpened", "eq-120.bound"],
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
        "num-s1-lim",
        "cor-37.i",
        "lem-36.ii-as",
        kind="asymptotic",
        reason="An almost sure limit, (109) scaled by 1/(r sqrt(8n)); s_1(M_o) = s_1(W_1) for every "
        "realisation.",
        seen_by=["thm-35.109~almost-surely", "cor-37.tau-clar"],
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
        "fig-5.b",
        kind="empirical",
        reason="Seen in histograms: the ratio is near 1 and between 0.6 and 1.4. That it tends to 1 is a "
        "theorem; at most sqrt(2) for every matrix is a claim; how often it is above 1.4 is drawn.",
        seen_by=["fig-5.b", "fig-5.b~probability", "fig-5"],
    ),
    remark(
        RIEDI,
        "eq-119.small",
        "eq-120.small",
        "num-exceptions",
        kind="empirical",
        reason="Seen in simulations, for Gaussian and for Uniform entries. Gaussian ones have a proof "
        "at every size; for Uniform ones a limit and samples.",
        seen_by=["eq-119.small", "eq-120.small", "eq-119.small~uniform", "num-500000"],
    ),
]
