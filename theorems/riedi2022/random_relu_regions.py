"""Corollary 40: one bound for all regions, the masks D_1 and D being arbitrary.

The printed statement fixes D_1, D first and then speaks of a probability; the bound of the sharpened (128)
holds on one event for the 4^n pairs of masks together, which is what the text draws from it.
W_1 = X / 8, X / (4r) or X / (8r) runs over all matrices as X does.
"""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, named, term, then
from perturb.domains import scalar, square, together
from perturb.vocab import cols, kappa, s, s1, s_star, trace
from theorems.riedi2022 import RIEDI, readings_random
from theorems.riedi2022.random_relu import MASKS as BOTH
from theorems.riedi2022.random_relu import bound, idle, layer, needed, nu, zeros

TUNED = together(X=square(), **BOTH, theta=scalar(4), e=scalar(0), n=(1, 3)).reads(
    readings_random.ALL_WEIGHTS
)
PRINTED = together(
    X=square(),
    **BOTH,
    theta=scalar(4, Fraction(4472, 1000)),
    e=scalar(0),
    n=(5, 6),
).reads(readings_random.ALL_WEIGHTS)
ONE_OFF = [[1, 0], [0, 0]]
OPPOSITE = [["8/3", 0, 0], [0, "-8/3", 0], [0, 0, 0]]
TWO_OF_THREE = [[1, 0, 0], [0, 1, 0], [0, 0, 0]]
ALL_OF_THREE = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
IDLE = idle("1:dropped", "1:relaxed-10%", "2:dropped", "2:non-strict", "2:relaxed-10%")
SAID_TWICE = dict.fromkeys(("domain:rim-theta", "domain:rim-e"), "the hypotheses ask the same")
MASKS = together(**BOTH, theta=scalar(4), e=scalar(0), n=(1, 4)).reads(readings_random.ABOVE_THE_THRESHOLD)


def needed_for_all(D, theta):
    """2 + 2n + theta."""
    return 2 + 2 * cols(D) + theta


def far_above(D, theta, e):
    """r > 2 + 2n + theta, drawn large, where c and C/c are near their limits 1/2 and 2."""
    return needed_for_all(D, theta) + 10**4 * e


@term("c")
def lower(r, D, theta):
    """The lower constant of (151)."""
    return (1 - needed_for_all(D, theta) / r) / 2


@term("C")
def upper(r):
    """The upper constant of (151)."""
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
        IDLE, "nu <= n for all masks, and the right side of (128) increases with what is subtracted"
    )
    | SAID_TWICE,
    equality=[{"D_1": [[1]], "D": [[0]], "theta": 5, "e": 1}],
)
def bound_for_all_masks(D_1, D, theta, e):
    """r = 2 + 2n + theta + e > 2 + 2 nu + theta: (128) applies, and its right side increases with nu <= n."""
    r = named("r", needed_for_all(D, theta) + e)
    yield from hypotheses(D_1, D, theta, e)
    yield then(bound(r, needed(D_1, D, theta)), "<=", bound(r, needed_for_all(D, theta)))
    yield then(lower(r, D, theta), ">", 0)


@claim(
    RIEDI,
    "Text before Corollary 40: nu replaced by n in part (2)",
    id="cor-40.pre~second",
    status="proved",
    depends=["thm-39.129", "thm-39.nu"],
    domain=together(**BOTH, theta=scalar(4), r1=scalar(1), e=scalar(0), t=scalar(0), n=(1, 4))
    .lettered(r1="r'", t="s_1(W_1)")
    .reads(readings_random.ABOVE_THE_THRESHOLD),
    equality=[{"D_1": [[1]], "D": [[0]], "theta": 5, "r1": 2, "e": 1, "t": "1/4"}],
    true_mutants=dict.fromkeys(("hypothesis-1:dropped", "hypothesis-1:relaxed-10%"), "nu <= n for all masks")
    | {
        "hypothesis-2:non-strict": "at e = 0 the right side has no value",
        "domain:rim-e": "the hypothesis asks the same",
    },
)
def bound_by_the_edge_for_all_masks(D_1, D, theta, r1, e, t):
    """r = r' + r'n + theta + e exceeds r' + r' nu + theta: (129) applies, and grows with nu <= n."""
    r = named("r", r1 + r1 * cols(D) + theta + e)
    yield given(zeros(D) + zeros(D_1), ">=", 1)
    yield given(e, ">", 0)
    by_nu = 1 - (r1 + r1 * nu(D_1, D) + theta) / r
    yield then(2 * (1 + t) / by_nu, "<=", 2 * (1 + t) / (1 - (r1 + r1 * cols(D) + theta) / r))


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
    r = named("r", needed_for_all(D, theta) + e)
    W_1 = named("W_1", X / (8 * r))
    yield from hypotheses(D_1, D, theta, e)
    yield given(s1(W_1), "<=", 1 / r)
    yield then(lower(r, D, theta), "<=", s(layer(W_1, D_1, D)))


@claim(
    RIEDI,
    "Corollary 40, (151), lower bound for the non-zero singular values",
    id="cor-40.151a~corrected",
    status="corrected",
    corrects="cor-40.151a",
    domain=TUNED,
    true_mutants=IDLE
    | SAID_TWICE
    | dict.fromkeys(
        (
            *(f"conclusion-1:{name}" for name in ("strict", "left:2-1%", "left:2-1%#2")),
            *(f"conclusion-1:left:{name}" for name in ("2+1%", "2+1%#2", "10000+1%")),
            *("hypothesis-3:dropped", "hypothesis-3:non-strict"),
        ),
        "c < 1/2 <= 1 - s_1(W_1) still",
    ),
    equality=[{"X": [[-4, 0], [0, 0]], "D_1": ONE_OFF, "D": [[1, 0], [0, 1]], "theta": 5, "e": 10**15}],
)
def nonzero_singular_values_from_below(X, D_1, D, theta, e):
    """Those with i <= n - m. Proof: they are at least 1 - s_1(W_1), and c < 1/2; s_1(W_1) <= 1/2 will do."""
    r = named("r", far_above(D, theta, e))
    W_1 = named("W_1", X / 8)
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
    domain=together(W_1=square(), **BOTH, n=(1, 3)),
    equality=[{"W_1": [["-1/2"]], "D_1": [[1]], "D": [[1]]}],
    true_mutants=dict.fromkeys(
        [f"hypothesis-1:{change}" for change in ("dropped", "non-strict", "relaxed-10%")],
        "where s_1(W_1) >= 1 the right side is at most 0",
    ),
)
def nonzero_singular_values_by_the_norm(W_1, D_1, D):
    """Proof: |(D_1 W_1 + Id) x| >= 1 - s_1(W_1) for unit x = Dx."""
    yield given(s1(W_1), "<", 1)
    yield given(trace(D), ">", 0)
    yield then(s_star(layer(W_1, D_1, D)), ">=", 1 - s1(W_1))


@claim(
    RIEDI,
    "Corollary 40, (151), upper bound on one event for all masks",
    id="cor-40.151b~event",
    status="proved",
    depends=["lem-24.80a", "lem-17.71b"],
    domain=together(W_1=square(), **BOTH, n=(1, 3)),
    equality=[{"W_1": [["1/2"]], "D_1": [[1]], "D": [[1]]}],
)
def every_singular_value_from_above(W_1, D_1, D):
    """So C = 1 + 1/r serves all masks at once on {s_1(W_1) <= 1/r}, with probability 1 - exp(-1.06 n) at
    least by the sharpened (120): as printed for theta <= 1.45 sqrt(n). For masks that are fixed first it is
    as printed up to 2 sqrt(n): `cor-40.151b`. Proof: |(D_1 W_1 + Id)x| <= 1 + s_1(W_1) for unit x = Dx.
    """
    yield then(s(layer(W_1, D_1, D)), "<=", 1 + s1(W_1))


@claim(
    RIEDI,
    "Corollary 40, (151), the condition number",
    id="cor-40.151c",
    status="gap",
    depends=["cor-40.pre", "cor-40.151a", "cor-40.151b"],
    domain=TUNED,
    true_mutants=IDLE | SAID_TWICE | {"conclusion-1:strict": "C/c > 2"},
    equality=[{"X": OPPOSITE, "D_1": TWO_OF_THREE, "D": ALL_OF_THREE, "theta": 5, "e": 10**15}],
)
def kappa_for_all_masks(X, D_1, D, theta, e):
    """kappa is over the non-zero singular values, so the false (151a) does no harm; the probability is that
    of (128).

    Proof: kappa <= (1 + s_1)/(1 - s_1) <= 2 for s_1(W_1) <= 1/3, and C/c > 2; the probability as for (128).
    """
    r = named("r", far_above(D, theta, e))
    W_1 = named("W_1", X / 8)
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
    true_mutants=idle("2:relaxed-10%")
    | {"domain:rim-e": "the hypothesis asks the same", "conclusion-1:strict": "1 < 2 + 2n + theta"},
    equality=[{"X": [[0]], "D_1": [[1]], "D": [[1]], "theta": 5, "e": 10**15}],
)
def half_of_the_bound_for_all_masks(X, D_1, D, theta, e):
    """With x = 2 + 2n + theta, on the event s_1(W_1) <= (1 + x)/(2r) the bound holds without its factor 2,
    also for m = m~ = 0; its probability as for (128). Proof: as for (128).
    """
    x = named("x", needed_for_all(D, theta))
    r = named("r", x + e)
    W_1 = named("W_1", X / (4 * r))
    yield given(e, ">", 0)
    yield given(s1(W_1), "<=", (1 + x) / (2 * r))
    yield given(trace(D), ">", 0)
    yield then(2 * kappa(layer(W_1, D_1, D)), "<=", upper(r) / lower(r, D, theta))
