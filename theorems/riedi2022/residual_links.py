"""Lemma 41 and Theorem 42: when a residual link improves the condition number, for absolute value.

W_1 = X / 8 runs over all matrices as X does; small ones are those of the hypotheses.
"""

from __future__ import annotations

from perturb import claim, given, named, term, then
from perturb.domains import activation, scalar, square, together
from perturb.vocab import I, kappa, larger, s1, s_min, sq, sqrt
from theorems.riedi2022 import RIEDI, readings, readings_random
from theorems.riedi2022.notation import tau_low, tau_up

FOLDED = together(X=square(), D_1=activation(-1, called=r"\tilde{m}"), D=activation(-1), n=(2, 3)).reads(
    readings_random.WEIGHTS_ALONE
)
UNIT = [[1, 0], [0, 1]]
UNIT_3 = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
ANY_M_O = {"domain:rim-D_1": "the proof serves any matrix M_o"}


@term(r"\ell({0})")
def least(M_o):
    """A bound that s_n(M_o + Id) is not below: by Fan and Hoffman (1955), and by Lemma 21."""
    return larger(1 + tau_low(M_o) / 2, sqrt(larger(0, 1 + tau_low(M_o) + sq(s_min(M_o)))))


def edges(M_o):
    """A bound of kappa(M_o + Id), with Lemma 21 above."""
    return sqrt(1 + tau_up(M_o) + sq(s1(M_o))) / least(M_o)


@claim(
    RIEDI,
    "Theorem 42, (153)",
    id="thm-42.153",
    status="proved",
    depends=["cor-37.117a", "prop-23.79"],
    domain=FOLDED,
    true_mutants=ANY_M_O | {"hypothesis-1:non-strict": "(1 + s_1)/(1 - s_1) is never 0"},
)
def residual_links_improve(X, D_1, D):
    """(152) is a hypothesis. D is orthogonal: kappa(D_1 W_1 D) = kappa(M_o) >= (1 + s_1)/(1 - s_1) >=
    kappa(M_o + Id).

    D and D_1 need not have the same m; no randomness, no scale enters.
    """
    M_o = named("M_o", D_1 @ named("W_1", X / 8))
    by_the_norm = (1 + s1(M_o)) / (1 - s1(M_o))
    yield given(by_the_norm, ">", 0)
    yield given(kappa(M_o), ">=", by_the_norm)
    yield then(kappa(M_o @ D), ">=", kappa((M_o + I) @ D))


@claim(
    RIEDI,
    "Theorem 42, (153), weaker hypothesis",
    id="thm-42.153~sharpened",
    status="sharpened",
    sharpens="thm-42.153",
    domain=FOLDED,
    true_mutants=ANY_M_O
    | dict.fromkeys(
        ("hypothesis-1:dropped", "hypothesis-1:non-strict"),
        "the left side is never negative, and where it is 0 there is no bound: about definedness only",
    ),
    equality=[{"X": UNIT, "D_1": UNIT, "D": [[1, 0], [0, -1]]}],
)
def residual_links_improve_sooner(X, D_1, D):
    """s_1(M_o) may exceed 1 and tau_low may be below -2, as long as the bound is defined; and kappa(M_o) has
    less to reach.

    Proof: kappa(M_o + Id) is at most the bound, by Lemma 21 and Fan and Hoffman; D is orthogonal.
    """
    M_o = named("M_o", D_1 @ named("W_1", X / 8))
    yield given(least(M_o), ">", 0)
    yield given(kappa(M_o), ">=", edges(M_o))
    yield then(kappa(M_o @ D), ">=", kappa((M_o + I) @ D))


@claim(
    RIEDI,
    "Theorem 42, (153), with ReLU in place of absolute value",
    id="thm-42.153~relu",
    status="refuted",
    domain=together(X=square(), D_1=activation(0, called=r"\tilde{m}"), D=activation(0), n=(2, 3)).reads(
        readings_random.WEIGHTS_ALONE
    ),
)
def residual_links_improve_with_relu(X, D_1, D):
    """Not printed: why the theorem does not extend. Masks change kappa(W_1), for which (152) is asked: the
    columns that stay may be orthogonal, with kappa = 1, and are so no longer once Id is added.
    """
    W_1 = named("W_1", X / 8)
    by_the_norm = (1 + s1(W_1)) / (1 - s1(W_1))
    yield given(by_the_norm, ">", 0)
    yield given(kappa(W_1), ">=", by_the_norm)
    yield given(s1(D_1 @ W_1 @ D), ">", 0)
    yield then(kappa(D_1 @ W_1 @ D), ">=", kappa((D_1 @ W_1 + I) @ D))


@claim(
    RIEDI,
    "Theorem 42, (153), with ReLU and (152) for the matrix that is left",
    id="thm-42.153~relu-corrected",
    status="corrected",
    corrects="thm-42.153~relu",
    domain=together(X=square(), D_1=activation(0, called=r"\tilde{m}"), D=activation(0), n=(1, 3)).reads(
        readings_random.WEIGHTS_ALONE
    ),
    equality=[{"X": [[4, 0, 0], [0, -4, 0], [0, 0, "4/3"]], "D_1": UNIT_3, "D": UNIT_3}],
    true_mutants={
        "hypothesis-1:non-strict": "at s_1 = 1 the third hypothesis has no value",
        "hypothesis-2:dropped": "kappa(0) has no value",
        "hypothesis-2:non-strict": "kappa(0) has no value",
    },
)
def residual_links_improve_with_relu_where_152_holds_after_masking(X, D_1, D):
    """With (152) for kappa(D_1 W_1 D), which in the limit holds for masks that leave a square block and fails
    for others: their kappa stays bounded.

    Proof: |(D_1 W_1 + Id)x| lies between 1 - s_1(W_1) and 1 + s_1(W_1) for unit x = Dx.
    """
    W_1 = named("W_1", X / 8)
    left = named("L", D_1 @ W_1 @ D)
    yield given(s1(W_1), "<", 1)
    yield given(s1(left), ">", 0)
    yield given(kappa(left), ">=", (1 + s1(W_1)) / (1 - s1(W_1)))
    yield then(kappa(left), ">=", kappa((D_1 @ W_1 + I) @ D))


@term(r"\log F({0})")
def logarithm(t):
    """The logarithm of the law of (154)."""
    return -2 / t - 2 / sq(t)


@term(r"(\log F)'({0})")
def slope(t):
    """The density (154) over its law."""
    return (2 * t + 4) / (t * sq(t))


@claim(
    RIEDI,
    "Lemma 41, (154): the density and its law",
    id="num-order-n",
    reading=readings.INCREMENTS,
    status="proved",
    domain={"t": scalar(0), "u": scalar(0)},
    true_mutants={"domain:rim-t": "the hypothesis asks t > 0"},
)
def law_of_the_limit(t, u):
    """f_K has the distribution function F(t) = exp(-2/t - 2/t^2) (Edelman 1988, Theorem 6.1), from 0 to 1.
    Since log F is increasing and concave with slope f_K / F, its increments lie between the slopes at the
    ends.
    """
    b = t + u
    yield given(t, ">", 0)
    yield then(slope(b) * u, "<=", logarithm(b) - logarithm(t), "<=", slope(t) * u)
