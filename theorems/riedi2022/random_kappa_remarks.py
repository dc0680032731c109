"""Theorems 38 to 42: what is said of condition numbers in law, in the limit, in simulations."""

from __future__ import annotations

from perturb import remark
from theorems.riedi2022 import RIEDI

REMARKS = [
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
        kind="asymptotic",
        reason="Of the order 1/sqrt(n), as n grows. By (129) that serves ReLU only while few outputs are "
        "affected: r > r' + r' nu + theta leaves the order n^(-3/2) for a share of them. The sharpened (128) "
        "bounds kappa for all standard deviations below 1/(2 sqrt(n)), asymptotically, whatever the masks.",
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
        "lem-41.152",
        kind="asymptotic",
        reason="A limit of probabilities. Its proof uses Edelman's theorem and (109), both for Gaussian "
        "entries, while Lemma 36 admits Uniform ones; these need the universality of the smallest "
        "singular value (Tao and Vu 2010). The probability is 0.991 already at n = 5, r = 1.1.",
        seen_by=["lem-41.152", "thm-42", "num-order-n", "thm-42.153"],
        depends=["num-s1-lim", "eq-120.bound"],
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
        "Gaussian entries, which serves absolute value; that (154) is a density, with a law in closed form, "
        "is the claim. With ReLU the limit of kappa is finite where m/n and m~/n stay apart.",
        seen_by=["num-order-n~law", "thm-42", "num-order-n"],
    ),
]
