"""Corollary 37: the bounds of Lemma 36 for a folded layer, and what folding keeps."""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import activation, square, together, vector
from perturb.vocab import I, T, absolute, ascending, entries, entrywise_abs, kappa, lam, lam_max, s, s1, sqrt
from theorems.riedi2022 import RIEDI, readings_random
from theorems.riedi2022.notation import tau_low, tau_up
from theorems.riedi2022.piecewise import D_printed
from theorems.riedi2022.random_bounds import (
    OPPOSITE,
    ZERO,
    by_the_edge,
    by_the_norm,
    by_the_symmetric_part,
)

FOLDED = together(W_1=square(), D_1=activation(-1, called=r"\tilde{m}"), D=activation(-1), n=(2, 3))
ANY_M_O = {"domain:rim-D_1": "the proof serves any matrix M_o"}


@claim(
    RIEDI,
    "Corollary 37 (ii), (117)",
    id="cor-37.117a",
    status="proved",
    covers=["cor-37.117b"],
    depends=["lem-36.114a", "prop-23.79"],
    domain=FOLDED,
    equality=[{"W_1": OPPOSITE, "D_1": [[1, 0], [0, 1]], "D": [[1, 0], [0, -1]]}],
    true_mutants=ANY_M_O
    | {"conclusion-1:right:s1->s2": "thm-22.76a~second; D is orthogonal, and the domain has n >= 2"},
)
def kappa_of_a_folded_layer_by_the_norm(W_1, D_1, D):
    """(114) for M_o = D_1 W_1; D is orthogonal. D and D_1 need not have the same m."""
    M_o = D_1 @ W_1
    yield given(s1(M_o), "<", 1)
    yield then(kappa((M_o + I) @ D), "<=", by_the_norm(M_o), "<=", (1 + s1(M_o)) / (1 - s1(M_o)))


@claim(
    RIEDI,
    "Corollary 37 (iii), (118)",
    id="cor-37.118a",
    status="proved",
    covers=["cor-37.118b"],
    depends=["lem-36.116a", "prop-23.79"],
    domain=FOLDED,
    equality=[{"W_1": ZERO, "D_1": [[1, 0], [0, 1]], "D": [[1, 0], [0, -1]]}],
    true_mutants=ANY_M_O,
)
def kappa_of_a_folded_layer_by_the_edge(W_1, D_1, D):
    """(116) for M_o = D_1 W_1; tau is that of M_o, as Definition 15 has it, not tau_n of W_1."""
    M_o = D_1 @ W_1
    yield given(tau_low(M_o), ">", -1)
    weakest = (s1(M_o) + 1) / sqrt(tau_low(M_o) + 1)
    yield then(kappa((M_o + I) @ D), "<=", by_the_edge(M_o), "<=", weakest)


@claim(
    RIEDI,
    "Corollary 37 (iii), (118), by the symmetric part",
    id="cor-37.118a~sharpened",
    status="sharpened",
    sharpens="cor-37.118a",
    domain=FOLDED,
    equality=[{"W_1": OPPOSITE, "D_1": [[1, 0], [0, 1]], "D": [[1, 0], [0, -1]]}],
    true_mutants=ANY_M_O,
)
def kappa_of_a_folded_layer_by_fan_and_hoffman(W_1, D_1, D):
    """Proof: the sharpened (116) for M_o = D_1 W_1; D is orthogonal."""
    M_o = D_1 @ W_1
    yield given(tau_low(M_o), ">", -2)
    yield then(kappa((M_o + I) @ D), "<=", by_the_symmetric_part(M_o))


@claim(
    RIEDI,
    "Clarification after Corollary 37",
    id="cor-37.tau-clar",
    status="proved",
    covers=["eq-120.cor37"],
    depends=["prop-23.79", "thm-33.sym"],
    domain=together(W_1=square(), D_1=activation(-1), n=(1, 4)),
)
def folding_keeps_singular_values(W_1, D_1):
    """D_1 is orthogonal, so s_i(M_o) = s_i(W_1), and {s_1(M_o) >= 1} is {s_1(W_1) >= 1}. D_1 D_1 = Id: the
    map K -> D_1 K is its own inverse, a change of signs, so it keeps the law of a K with symmetric entries.
    """
    yield then(s(D_1 @ W_1), "==", s(W_1))
    yield then(entries(D_1 @ (D_1 @ W_1)), "==", entries(W_1))


@claim(
    RIEDI,
    "Figure 7 and Corollary 37: equal distributions, by a coupling",
    id="fig-7.distr~coupled",
    status="proved",
    covers=["fig-7.distr", "cor-37.tau-clar", "num-one-over-r"],
    depends=["cor-37.tau-clar", "thm-33.sym"],
    domain=together(W_1=square(), D_1=activation(-1), D=activation(-1), n=(1, 4)),
    reading=readings_random.COUPLED,
)
def folded_layer_of_the_same_law(W_1, D_1, D):
    """V = D_1 W_1 has the law of W_1, every entry being multiplied by a fixed sign, and D_1 V = W_1: so all
    that is read off D_1 V + Id is what it is for W_1 + Id, realisation by realisation.
    """
    V = named("V", D_1 @ W_1)
    yield then(entries(entrywise_abs(V)), "==", entries(entrywise_abs(W_1)))
    yield then(s((D_1 @ V + I) @ D), "==", s(W_1 + I))
    yield then(lam(T(D_1 @ V) + D_1 @ V), "==", lam(T(W_1) + W_1))
    yield then(lam(T(-W_1) - W_1), "==", -ascending(lam(T(W_1) + W_1)))


@claim(
    RIEDI,
    "Corollary 37: the D_1 of the network itself is no fixed one",
    id="cor-37.tau-clar~own-signs",
    status="proved",
    domain=together(W_1=square(), z=vector(), n=(1, 4)).lettered(z="z_1"),
    depends=["eq-2"],
)
def own_signs_fold_the_law(W_1, z):
    """D_1 is set by the signs of W_1 z_1 (b_1 = 0 here), and then M_o z_1 has no negative component: M_o has
    not the law of W_1, of which W_1 z_1 has some of each sign. Singular values do not see it.
    """
    t = named("t_1", W_1 @ z)
    M_o = named("M_o", D_printed(t, -1) @ W_1)
    yield then(M_o @ z, "==", absolute(t))
    yield then(s(M_o), "==", s(W_1))


@claim(
    RIEDI,
    "Corollary 37 (iii), (118), for every D_1 at once",
    id="cor-37.118a~every-fold",
    status="proved",
    domain=together(W_1=square(), D_1=activation(-1), n=(1, 4)),
    equality=[{"W_1": [[-1, 0], [0, 2]], "D_1": [[1, 0], [0, -1]]}],
    depends=["def-15.69"],
)
def folding_moves_the_edge_by_the_norm_at_most(W_1, D_1):
    """(69): so tau > -1 wherever s_1(W_1) < 1/2, for the D_1 that the network itself sets, too; for r >
    sqrt(2) that fails with probability at most exp(-n (sqrt(2) r - 2)^2 / 2), Gaussian entries.
    """
    yield then(-2 * s1(W_1), "<=", tau_low(D_1 @ W_1))


@claim(
    RIEDI,
    "Clarification after Corollary 37: tau may differ from tau_n",
    id="cor-37.tau-clar~differ",
    status="proved",
    domain=together(W_1=square(), n=(1, 4)),
)
def folding_may_change_the_edge(W_1):
    """Whenever tau_n_low + tau_n_up > 0, D_1 = -Id lowers the upper edge: it turns the spectrum around."""
    yield given(tau_low(W_1) + tau_up(W_1), ">", 0)
    yield then(lam_max(-W_1 - W_1.T), "<", tau_up(W_1))
