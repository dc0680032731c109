"""Corollary 40: one bound for all regions, the masks D_1 and D being arbitrary.

The printed statement fixes D_1, D first and then speaks of a probability; the bound of the sharpened (128)
holds on one event for the 4^n pairs of masks together, which is what the text draws from it.
W_1 = X / 8, X / (4r) or X / (8r) runs over all matrices as X does.
"""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, then
from perturb.domains import activation, scalar, square, together
from perturb.vocab import cols, kappa, s, s1, s_star, sq, trace
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.random_relu import all_regions, bound, idle, layer, needed, zeros

TUNED = together(X=square(), D_1=activation(0), D=activation(0), theta=scalar(4), e=scalar(0), n=(1, 3))
PRINTED = together(
    X=square(),
    D_1=activation(0),
    D=activation(0),
    theta=scalar(4, Fraction(4472, 1000)),
    e=scalar(0),
    n=(5, 5),
)
MASKED = {"P_1": activation(0), "P": activation(0), "Q_1": activation(0), "Q": activation(0)}
WEIGHED = {"a": scalar(0), "b": scalar(0), "n": (1, 2)}
MASKS = together(D_1=activation(0), D=activation(0), theta=scalar(4), e=scalar(0), n=(1, 4))


def needed_for_all(D, theta):
    """2 + 2n + theta."""
    return 2 + 2 * cols(D) + theta


def lower(r, D, theta):
    """c = (1 - (2 + 2n + theta)/r)/2."""
    return (1 - needed_for_all(D, theta) / r) / 2


def upper(r):
    """C = 1 + 1/r."""
    return 1 + 1 / r


def hypotheses(D_1, D, theta, e):
    """theta <= 2 sqrt(n) is left out: no true claim needs it, and 4.472 < 2 sqrt(5) where it matters."""
    yield given(zeros(D) + zeros(D_1), ">=", 1)
    yield given(theta, ">", 4)
    yield given(e, ">", 0)


@claim(
    RIEDI,
    "Text before Corollary 40: nu replaced by n",
    id="cor-40.pre",
    status="proved",
    depends=["thm-39.128", "thm-39.nu"],
    domain=MASKS,
    true_mutants=dict.fromkeys(
        (
            f"hypothesis-{name}"
            for name in ("1:dropped", "1:relaxed-10%", "2:dropped", "2:non-strict", "2:relaxed-10%")
        ),
        "nu <= n for all masks, and the right side of (128) increases with what is subtracted",
    ),
    equality=[{"D_1": [[1]], "D": [[0]], "theta": 5, "e": 1}],
)
def bound_for_all_masks(D_1, D, theta, e):
    """r = 2 + 2n + theta + e > 2 + 2 nu + theta: (128) applies, and its right side increases with nu <= n."""
    r = needed_for_all(D, theta) + e
    yield from hypotheses(D_1, D, theta, e)
    yield then(bound(r, needed(D_1, D, theta)), "<=", bound(r, needed_for_all(D, theta)))
    yield then(lower(r, D, theta), ">", 0)


@claim(
    RIEDI,
    "Corollary 40, (151), lower bound for every i",
    id="cor-40.151a",
    status="misprint",
    depends=["thm-39.149"],
    domain=PRINTED,
)
def every_singular_value_from_below(X, D_1, D, theta, e):
    """Printed for s_i without a range of i; 1 <= i <= n - m is meant, as in the proof of Theorem 39: the
    other m vanish, and c > 0. Where (62) asks for s_n >= c, (151) cannot serve: see the text on mini-batches.
    """
    r = needed_for_all(D, theta) + e
    W_1 = X / (8 * r)
    yield from hypotheses(D_1, D, theta, e)
    yield given(s1(W_1), "<=", 1 / r)
    yield then(lower(r, D, theta), "<=", s(layer(W_1, D_1, D)))


def block_of_two(W_1, P_1, P, Q_1, Q, a, b):
    """Q_batch' Q_batch, but for zeros and 1/G: two data sqrt(a) e_1 and sqrt(b) e_1 with their own masks."""
    first, second = layer(W_1, P_1, P), layer(W_1, Q_1, Q)
    return a * first.T @ first + b * second.T @ second


@claim(
    RIEDI,
    "Section 6.3: (151) carries over to mini-batches, read as (63) with its C and c",
    id="num-batch",
    status="refuted",
    depends=["cor-11.63", "cor-40.151c"],
    domain=together(X=square(), **MASKED, theta=scalar(4), e=scalar(0), **WEIGHED),
)
def one_bound_for_a_batch(X, P_1, P, Q_1, Q, theta, e, a, b):
    """Squared, for data with factor 1. Each datum keeps to (151), but (62) asks for s_n >= c, which is 0 once
    an output is deleted. Where only the datum with the small entries keeps an output, it stands there alone.
    """
    r = needed_for_all(P, theta) + e
    W_1 = X / (8 * r)
    yield given(e, ">", 0)
    yield given(s1(W_1), "<=", 1 / r)
    yield given(a * trace(P), ">", 0)
    yield given(b * trace(Q), ">", 0)
    bound_of_151 = sq(upper(r) / lower(r, P, theta))
    yield then(kappa(block_of_two(W_1, P_1, P, Q_1, Q, a, b)), "<=", bound_of_151)


@claim(
    RIEDI,
    "Section 6.3: the condition number of a mini-batch with ReLU, two data",
    id="num-batch~corrected",
    status="corrected",
    corrects="num-batch",
    domain=together(W_1=square(), **MASKED, **WEIGHED),
)
def masked_averages_for_a_batch(W_1, P_1, P, Q_1, Q, a, b):
    """The data factor is that of the masked averages, aP + bQ: of each output over the data that keep it.

    Proof: (1 - s_1)^2 P <= L'L <= (1 + s_1)^2 P for L = (P_1 W_1 + Id) P in the Loewner order, Q likewise.
    """
    masked = a * P + b * Q
    yield given(s1(W_1), "<", 1)
    yield given(trace(masked), ">", 0)
    bound_of_both = sq(all_regions(W_1)) * kappa(masked)
    yield then(kappa(block_of_two(W_1, P_1, P, Q_1, Q, a, b)), "<=", bound_of_both)


@claim(
    RIEDI,
    "Corollary 40, (151), lower bound for the non-zero singular values",
    id="cor-40.151a~corrected",
    status="corrected",
    corrects="cor-40.151a",
    domain=TUNED,
    true_mutants=idle("1:dropped", "1:relaxed-10%", "2:dropped", "2:non-strict", "2:relaxed-10%"),
)
def nonzero_singular_values_from_below(X, D_1, D, theta, e):
    """Those with i <= n - m. Proof: they are at least 1 - s_1(W_1), and c < 1/2; s_1(W_1) <= 1/2 will do."""
    r = needed_for_all(D, theta) + e
    W_1 = X / 8
    yield from hypotheses(D_1, D, theta, e)
    yield given(s1(W_1), "<=", Fraction(1, 2))
    yield given(trace(D), ">", 0)
    yield then(lower(r, D, theta), "<=", s_star(layer(W_1, D_1, D)))


@claim(
    RIEDI,
    "Corollary 40, lower bound without theta and n",
    id="cor-40.151a~sharpened",
    status="sharpened",
    sharpens="cor-40.151a~corrected",
    domain=together(W_1=square(), D_1=activation(0), D=activation(0), n=(1, 3)),
    equality=[{"W_1": [["-1/2"]], "D_1": [[1]], "D": [[1]]}],
)
def nonzero_singular_values_by_the_norm(W_1, D_1, D):
    """Proof: |(D_1 W_1 + Id) x| >= 1 - s_1(W_1) for unit x = Dx."""
    yield given(s1(W_1), "<", 1)
    yield given(trace(D), ">", 0)
    yield then(s_star(layer(W_1, D_1, D)), ">=", 1 - s1(W_1))


@claim(
    RIEDI,
    "Corollary 40, (151), upper bound on the event (146)",
    id="cor-40.151b",
    status="proved",
    depends=["lem-24.80a", "lem-17.71b"],
    domain=TUNED,
    true_mutants=idle("1:dropped", "1:relaxed-10%", "2:dropped", "2:non-strict", "2:relaxed-10%"),
)
def every_singular_value_from_above(X, D_1, D, theta, e):
    """s_1 <= 1 + s_1(W_1) <= 1 + 1/r. The event is {s_1(W_1) <= 1/r}; the printed probability counts s_1(W_1)
    >= 1.
    """
    r = needed_for_all(D, theta) + e
    W_1 = X / (4 * r)
    yield from hypotheses(D_1, D, theta, e)
    yield given(s1(W_1), "<=", 1 / r)
    yield then(s(layer(W_1, D_1, D)), "<=", upper(r))


@claim(
    RIEDI,
    "Corollary 40, (151), the condition number",
    id="cor-40.151c",
    status="gap",
    depends=["cor-40.pre", "cor-40.151a", "cor-40.151b"],
    domain=TUNED,
    true_mutants=idle("1:dropped", "1:relaxed-10%", "2:dropped", "2:non-strict", "2:relaxed-10%"),
)
def kappa_for_all_masks(X, D_1, D, theta, e):
    """kappa is over the non-zero singular values, so the false (151a) does no harm; the probability is that
    of (128).

    Proof: kappa <= (1 + s_1)/(1 - s_1) <= 2 for s_1(W_1) <= 1/3, and C/c > 2; the probability as for (128).
    """
    r = needed_for_all(D, theta) + e
    W_1 = X / 8
    yield from hypotheses(D_1, D, theta, e)
    yield given(s1(W_1), "<=", Fraction(1, 3))
    yield given(trace(D), ">", 0)
    yield then(kappa(layer(W_1, D_1, D)), "<=", upper(r) / lower(r, D, theta))


@claim(
    RIEDI,
    "Corollary 40, the condition number without theta and n",
    id="cor-40.151c~sharpened",
    status="sharpened",
    sharpens="cor-40.151c",
    domain=TUNED,
    true_mutants=idle("2:relaxed-10%"),
)
def half_of_the_bound_for_all_masks(X, D_1, D, theta, e):
    """On the event s_1(W_1) <= 1/r the bound holds without its factor 2, also for m = m~ = 0.

    Proof: kappa <= (1 + s_1)/(1 - s_1) <= (1 + 1/r)/(1 - 1/r), and 1 < 2 + 2n + theta.
    """
    r = needed_for_all(D, theta) + e
    W_1 = X / (4 * r)
    yield given(e, ">", 0)
    yield given(s1(W_1), "<=", 1 / r)
    yield given(trace(D), ">", 0)
    yield then(2 * kappa(layer(W_1, D_1, D)), "<=", upper(r) / lower(r, D, theta))
