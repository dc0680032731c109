"""Theorem 39: one residual layer with ReLU, for every realisation of W_1 and all masks D_1, D at once.

s_1 <= 1 + s_1(W_1) by norms. For unit x = Dx, |(D_1 W_1 + Id) x| >= 1 - s_1(W_1), so no non-zero singular
value is smaller. Hence kappa <= (1 + s_1)/(1 - s_1) wherever s_1(W_1) < 1: no theta, no nu, no large r.
W_1 = X / 8 or X / (4r) runs over all matrices as X does; small ones are those of the hypotheses.
"""

from __future__ import annotations

from perturb import claim, given, named, term, then
from perturb.domains import activation, contraction, scalar, square, together
from perturb.vocab import I, cols, kappa, s, s1, sq, sqrt, trace
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.notation import tau_low, tau_up

MASKS = {"D_1": activation(0), "D": activation(0)}
RELU = together(W_1=square(), **MASKS, n=(1, 3))
TUNED = together(X=square(), **MASKS, e=scalar(0), theta=scalar(4), n=(1, 3)).reads(readings.ALL_WEIGHTS)
OPPOSITE = {"W_1": [["1/2", 0], [0, "-1/2"]], "D_1": [[1, 0], [0, 1]], "D": [[1, 0], [0, 1]]}
BY_THE_SHARPENED = "by the sharpened (128), kappa <= (1 + s_1)/(1 - s_1), with room to spare"

RANGES = {"domain:rim-e": "e > 0 is a hypothesis", "domain:rim-theta": "theta > 4 is a hypothesis"}


def idle(*mutants):
    """Mutants of hypotheses that the sharpened (128) does without."""
    return {f"hypothesis-{name}": BY_THE_SHARPENED for name in mutants}


def layer(W_1, D_1, D):
    return (D_1 @ W_1 + I) @ D


@term("m({0})")
def zeros(D):
    """How many diagonal entries vanish."""
    return cols(D) - trace(D)


@term(r"\nu")
def nu(D_1, D):
    """(127)."""
    m, m_1 = zeros(D), zeros(D_1)
    return m + m_1 - m * m_1 / cols(D)


def needed(D_1, D, theta):
    """2 + 2 nu + theta: r has to be larger in part (1)."""
    return 2 + 2 * nu(D_1, D) + theta


def bound(r, threshold):
    """The right side of (128)."""
    return 2 * (1 + 1 / r) / (1 - threshold / r)


def all_regions(W_1):
    return (1 + s1(W_1)) / (1 - s1(W_1))


@claim(
    RIEDI,
    "Theorem 39, the range of nu",
    id="thm-39.nu",
    status="proved",
    covers=["thm-39.127"],
    domain=together(D_1=activation(0), D=activation(0), n=(1, 5)),
    equality=[
        {"D_1": [[1, 0], [0, 1]], "D": [[1, 0], [0, 0]]},
        {"D_1": [[1, 0], [0, 0]], "D": [[0, 0], [0, 0]]},
    ],
    true_mutants={"hypothesis-1:relaxed-10%": "m + m~ is an integer"},
)
def range_of_nu(D_1, D):
    """nu = n - (n - m)(n - m~)/n, and (n - m)(n - m~) is 0 at least, n(n - 1) at most unless m = m~ = 0."""
    yield given(zeros(D) + zeros(D_1), ">=", 1)
    yield then(1, "<=", nu(D_1, D), "<=", cols(D))


@claim(
    RIEDI,
    "Theorem 39 (1), (128)",
    id="thm-39.128",
    status="gap",
    depends=["thm-39.149", "lem-36.113b", "cor-2.18"],
    domain=together(X=contraction(), **MASKS, e=scalar(0), theta=scalar(4), n=(1, 3)),
    reading=readings.THIRD,
    true_mutants=idle("1:dropped", "1:relaxed-10%", "3:dropped", "3:non-strict", "3:relaxed-10%")
    | RANGES
    | {"conclusion-1:strict": "kappa <= 2 for s_1 <= 1/3, and (128) is above 2"},
)
def kappa_with_relu(X, D_1, D, e, theta):
    """On the event s_1(W_1) <= 1/3; r = 2 + 2 nu + theta + 10^4 e, and as e grows the bound nears 2, which
    kappa attains. The printed proof needs s_1(W_1) <= 1/r but counts the event s_1(W_1) >= 1 only.

    Proof: kappa <= (1 + s_1)/(1 - s_1) <= 2 for s_1 <= 1/3, and (128) is above 2. P[s_1(W_1) > 1/3] is at
    most exp(-n(r sqrt(8)/3 - 2)^2/2) (Davidson and Szarek 2001), below the printed exp(-theta^2/2): the next
    claim. For D = 0 (m = n) there is no condition number; theta <= 2 sqrt(n) is not used.
    """
    r = named("r", needed(D_1, D, theta) + 10**4 * e)
    W_1 = named("W_1", X / 3)
    yield given(zeros(D) + zeros(D_1), ">=", 1)
    yield given(e, ">", 0)
    yield given(theta, ">", 4)
    yield given(trace(D), ">", 0)
    yield then(kappa(layer(W_1, D_1, D)), "<=", bound(r, needed(D_1, D, theta)))


@claim(
    RIEDI,
    "Theorem 39 (1), its probability",
    id="thm-39.128~probability",
    reading=readings.EXPONENT,
    status="gap",
    domain=together(n=scalar(5), theta=scalar(4), e=scalar(0)),
    true_mutants=dict.fromkeys(
        (
            "hypothesis-1:dropped",
            "hypothesis-1:relaxed-10%",
            "conclusion-1:right+1%",
            "conclusion-1:left:2+1%",
            "conclusion-1:right:2-1%",
        ),
        "not used: n (r sqrt(8)/3 - 2)^2 >= (8/9) n theta^2 >= (40/9) theta^2",
    )
    | {"domain:rim-n": "4n >= theta^2 >= 16 gives n >= 4, and (8/9) n > 1 still"},
)
def exponent_of_the_exceptional_event(n, theta, e):
    """r > 2 + 2 nu + theta >= 4 + theta. Proof: r sqrt(8)/3 - 2 > theta sqrt(8)/3, and (8/9) n > 1."""
    r = named("r", 4 + theta + e)
    yield given(sq(theta), "<=", 4 * n)
    yield then(n * sq(r * sqrt(8) / 3 - 2) / 2, ">=", sq(theta) / 2)


@claim(
    RIEDI,
    "Theorem 39, all regions, any scale",
    id="thm-39.128~sharpened",
    status="sharpened",
    sharpens="thm-39.128",
    covers=["thm-39.rem-theta"],
    domain=RELU,
    equality=[OPPOSITE],
    true_mutants={"conclusion-1:right:s1->s2": "the next claim; at n = 1 there is no s_2"},
)
def kappa_with_relu_by_the_norm(W_1, D_1, D):
    """At s_1(W_1) near its limit 1/(sqrt(2) r): (sqrt(2) r + 1)/(sqrt(2) r - 1), for every r > 1/sqrt(2)
    where (128) needs r > 8 at the least and r > 2n for all regions. Proof: in the docstring of this module.
    """
    yield given(s1(W_1), "<", 1)
    yield given(trace(D), ">", 0)
    yield then(kappa(layer(W_1, D_1, D)), "<=", all_regions(W_1))


@claim(
    RIEDI,
    "Theorem 39, all regions, by the two largest singular values",
    id="thm-39.128~two",
    status="sharpened",
    sharpens="thm-39.128~sharpened",
    domain=together(W_1=square(), D_1=activation(0), D=activation(0), n=(2, 3)),
    equality=[OPPOSITE],
)
def kappa_with_relu_by_two_singular_values(W_1, D_1, D):
    """(1 + s_2)/(1 - s_1) for n >= 2. Proof: as for (114), with D and D + D_1 W_1 D, whose difference has no
    larger s_1 and s_2 than W_1; the n - m singular values that count are 1 for D.
    """
    yield given(s1(W_1), "<", 1)
    yield given(trace(D), ">", 0)
    yield then(kappa(layer(W_1, D_1, D)), "<=", (1 + s(W_1)[2]) / (1 - s1(W_1)))


@claim(
    RIEDI,
    "Theorem 39, all regions, with the symmetric part",
    id="thm-39.128~sharpened-2",
    status="sharpened",
    sharpens="thm-39.128",
    domain=RELU,
    equality=[OPPOSITE],
    true_mutants={"domain:rim-D_1": "the proof takes any matrix M_o = D_1 W_1"},
)
def kappa_with_relu_by_the_symmetric_part(W_1, D_1, D):
    """With M_o = D_1 W_1: tau_low > -2 may replace s_1 < 1.

    Proof: deleting columns moves the singular values inside [s_n, s_1] of M_o + Id (interlacing); Lemma 21
    bounds s_1, and s_n >= 1 + tau_low / 2 by Fan and Hoffman (1955), which is at least 1 - s_1(M_o).
    """
    M_o = named("M_o", D_1 @ W_1)
    least = 1 + tau_low(M_o) / 2
    yield given(tau_low(M_o), ">", -2)
    yield given(trace(D), ">", 0)
    yield then(kappa(layer(W_1, D_1, D)), "<=", sqrt(1 + tau_up(M_o) + sq(s1(M_o))) / least)


@claim(
    RIEDI,
    "Theorem 39 (1), half of (128), on a larger event",
    id="thm-39.128~sharpened-3",
    status="sharpened",
    sharpens="thm-39.128",
    domain=TUNED,
    true_mutants=idle("2:relaxed-10%")
    | {
        "conclusion-1:strict": "1 < 2 + 2 nu + theta is strict",
        "domain:rim-e": "e > 0 is a hypothesis",
    },
)
def half_of_the_bound(X, D_1, D, e, theta):
    """With x = 2 + 2 nu + theta, (128) holds without its factor 2 on the event s_1(W_1) <= (1 + x)/(2r). For
    x >= 8 its complement has a probability of at most exp(-n (9 sqrt(2) - 2)^2/2), below exp(-57 n)
    (Davidson and Szarek 2001), so of less than exp(-theta^2/2).

    Proof: kappa <= (1 + s_1)/(1 - s_1) <= (2r + 1 + x)/(2r - 1 - x) <= (r + 1)/(r - x), as x >= 1.
    """
    x = named("x", needed(D_1, D, theta))
    r = named("r", x + 1000 * e)
    W_1 = named("W_1", X / (4 * r))
    yield given(e, ">", 0)
    yield given(s1(W_1), "<=", (1 + x) / (2 * r))
    yield given(trace(D), ">", 0)
    yield then(2 * kappa(layer(W_1, D_1, D)), "<=", bound(r, x))


@claim(
    RIEDI,
    "Theorem 39, remark on leaky ReLU",
    id="thm-39.rem-leaky",
    status="proved",
    domain=together(W_1=square(), P_1=activation(0), P=activation(0), eta=scalar(0, 1), n=(1, 3)),
    equality=[{"W_1": [[0, 0], [0, 0]], "P_1": [[1, 0], [0, 1]], "P": [[1, 0], [0, 0]], "eta": "1/2"}],
    true_mutants={
        "conclusion-1:right:s1->s2": "D costs 1/eta; Id + D_1 W_1 has (1 + s_2)/(1 - s_1): thm-39.128~two"
    },
)
def kappa_with_leaky_relu(W_1, P_1, P, eta):
    """D = P + eta (Id - P), the same for D_1. For unit x, |x| >= |Dx| >= eta |x|, so s_n >= eta (1 -
    s_1(W_1)). No restriction on the number of affected outputs; eta near 1 gives the bound without
    activation.
    """
    D_1, D = named("D_1", P_1 + eta * (I - P_1)), named("D", P + eta * (I - P))
    yield given(eta, ">", 0)
    yield given(s1(W_1), "<", 1)
    yield then(kappa(layer(W_1, D_1, D)), "<=", all_regions(W_1) / eta)
