"""Section 1: the number 3 of random initialisation, and what averaging over a mini-batch does.

To the data, and for random ReLU (Section 6.3) to the bound of all regions.
"""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, named, remark, then
from perturb.domains import activation, scalar, square, together
from perturb.vocab import cols, kappa, larger, norm, s1, sq, sqrt, trace
from theorems.riedi2022 import RIEDI, readings_random
from theorems.riedi2022.batches import ONE_REGION, batch_gram
from theorems.riedi2022.random_relu import all_regions, layer, zeros
from theorems.riedi2022.random_relu_regions import lower, needed_for_all, upper

RATIO = scalar()
MASKED = {
    "P_1": activation(0, called=r"\tilde{m}^{(1)}"),
    "P": activation(0, called="m^{(1)}"),
    "Q_1": activation(0, called=r"\tilde{m}^{(2)}"),
    "Q": activation(0, called="m^{(2)}"),
}
LETTERS = {"P_1": "D_1^{(1)}", "P": "D^{(1)}", "Q_1": "D_1^{(2)}", "Q": "D^{(2)}"}
TWO_NUMBERS = {"a": scalar(0), "b": scalar(0)}


def limit_of_121(r):
    """The right side of (121)."""
    return sqrt((sq(r) + r + Fraction(1, 2)) / (sq(r) - r))


def limit_of_122(r):
    """The right side of (122)."""
    return sqrt(sq(r) + r + Fraction(1, 2)) / (r - 1 / sqrt(2))


@claim(
    RIEDI,
    "Section 1: a mini-batch tempers extreme data, two data of one region",
    id="num-data",
    status="refuted",
    domain=ONE_REGION,
    depends=["cor-11.63"],
    covers=["num-batch"],
    printed=("num-data", "lem-8.50", "cor-11.63"),
)
def averaging_tempers(A, z, x):
    """For the Q of the loss: one datum has kappa(Q) = kappa(MD), whatever its entries are, so that there is
    nothing to temper; a batch brings the factor kappa(Z). Squared.
    """
    yield given(norm(A @ z) * norm(A @ x), ">", 0)
    yield then(kappa(batch_gram(A, A, z, x)), "<=", sq(kappa(A)))


@claim(
    RIEDI,
    "Section 1: a mini-batch can only worsen the condition number, two data of one region",
    id="num-data~corrected",
    status="corrected",
    corrects="num-data",
    domain=ONE_REGION,
    true_mutants=dict.fromkeys(
        ("hypothesis-1:dropped", "hypothesis-1:non-strict"), "where all data vanish kappa has no value"
    ),
    printed=("num-data", "lem-8.50", "cor-11.63"),
    equality=[{"A": [[2, 0], [0, 1]], "z": [1, 3], "x": [2, 6]}, {"A": [[1]], "z": [1], "x": [5]}],
)
def averaging_worsens(A, z, x):
    """kappa(Q_batch) = kappa(MD) kappa(Z) with the rows z^(g) of Z: the same only if the non-zero singular
    values of Z agree. Between regions with different MD either may happen: for
    diag(1, 0) and diag(0, 1) with one z the forms add up to the identity.

    Proof: G Q_batch^T Q_batch = (MD)^T(MD) x Z^T Z, and kappa(Z) >= 1.
    """
    yield given(norm(A @ z) * norm(A @ x), ">", 0)
    yield then(kappa(batch_gram(A, A, z, x)), ">=", sq(kappa(A)))


@claim(
    RIEDI,
    "Section 1: at most 3, the limits (121) and (122) for r >= 2",
    id="num-three",
    status="proved",
    depends=["thm-38.121", "thm-38.122"],
    domain=RATIO,
    true_mutants={
        "conclusion-1:right-1%": "by the sharpened claim",
        "hypothesis-1:relaxed-10%": "r >= 27/20 is enough",
    },
)
def limits_at_most_three(r):
    """Both fall in r; at r = 2 they are sqrt(13)/2 = 1.8028 and 1.9719."""
    yield given(r, ">=", 2)
    yield then(larger(limit_of_121(r), limit_of_122(r)), "<=", 3)


@claim(
    RIEDI,
    "Section 1: at most 2, the limits (121) and (122) for r >= 2",
    id="num-three~sharpened",
    status="sharpened",
    sharpens="num-three",
    domain=RATIO,
    equality=[{"r": 2}],
)
def limits_at_most_two(r):
    """The constant for r >= 2 is below 2. Proof: both limits fall in r."""
    yield given(r, ">=", 2)
    yield then(limit_of_121(r), "<=", sqrt(13) / 2)
    yield then(limit_of_122(r), "<=", sqrt(Fraction(13, 2)) / (2 - 1 / sqrt(2)))


@claim(
    RIEDI,
    "Section 1: at most 3, from which r on",
    id="num-three~from",
    status="sharpened",
    sharpens="num-three",
    domain=RATIO,
)
def limits_at_most_three_earlier(r):
    """r >= 27/20 is enough for 3.

    Proof: squared, 8 r^2 - 10 r - 1/2 >= 0 and 8 r^2 - (9 sqrt(2) + 1) r + 4 >= 0 from there on.
    """
    yield given(r, ">=", Fraction(27, 20))
    yield then(larger(limit_of_121(r), limit_of_122(r)), "<=", 3)


@claim(
    RIEDI,
    "Section 1: at most 3, the bound (128)",
    id="num-three~128",
    status="proved",
    depends=["thm-39.128"],
    domain=together(x=scalar(0), nu=scalar(1), theta=scalar(4)),
    equality=[{"x": 0, "nu": 1, "theta": 4}],
)
def relu_bound_at_most_three(x, nu, theta):
    """(128) is at most 3 exactly for r >= 8 + 6 nu + 3 theta, at least 26, where r = 2 serves (121)."""
    r = named("r", 8 + 6 * nu + 3 * theta + x)
    yield then(2 * (1 + 1 / r) / (1 - (2 + 2 * nu + theta) / r), "<=", 3)


def block_of_two(W_1, P_1, P, Q_1, Q, a, b):
    """Q_batch^T Q_batch, but for zeros and 1/G: data sqrt(a) e_1 and sqrt(b) e_1 with their own masks."""
    first = named("M^{(1)}D^{(1)}", layer(W_1, P_1, P))
    second = named("M^{(2)}D^{(2)}", layer(W_1, Q_1, Q))
    return named("G A_1", a * first.T @ first + b * second.T @ second)


@claim(
    RIEDI,
    "Section 6.3: (151) carries over to mini-batches, read as (63) with its C and c",
    id="num-batch",
    status="refuted",
    depends=["cor-11.63", "cor-40.151c"],
    domain=together(X=square(), **MASKED, theta=scalar(4, 5), e=scalar(0), **TWO_NUMBERS, n=(5, 6)),
    letters=LETTERS,
    reading=readings_random.TWO_DATA,
)
def one_bound_for_a_batch(X, P_1, P, Q_1, Q, theta, e, a, b):
    """Squared, for data with factor 1. Each datum keeps to (151), but (62) asks for s_n >= c, which is 0 once
    an output is deleted. Where only the datum with the small entries keeps an output, it stands there alone.
    4 < theta <= 2 sqrt(n) asks for n >= 5.
    """
    r = named("r", needed_for_all(P, theta) + e)
    W_1 = named("W_1", X / (8 * r))
    yield given(theta, ">", 4)
    yield given(sq(theta), "<=", 4 * cols(P))
    yield given(zeros(P) + zeros(P_1), ">=", 1)
    yield given(zeros(Q) + zeros(Q_1), ">=", 1)
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
    domain=together(W_1=square(), **MASKED, **TWO_NUMBERS, n=(1, 2)),
    letters=LETTERS,
    reading=readings_random.TWO_MASKED_DATA,
)
def masked_averages_for_a_batch(W_1, P_1, P, Q_1, Q, a, b):
    """The data factor is that of the masked averages: of a and b over the data that keep an output.

    Proof: (1 - s_1)^2 D <= L^T L <= (1 + s_1)^2 D for L = MD = (D_1 W_1 + Id) D in the Loewner order, for
    either datum.
    """
    masked = a * P + b * Q
    yield given(s1(W_1), "<", 1)
    yield given(trace(masked), ">", 0)
    bound_of_both = sq(all_regions(W_1)) * kappa(masked)
    yield then(kappa(block_of_two(W_1, P_1, P, Q_1, Q, a, b)), "<=", bound_of_both)


REMARKS = [
    remark(
        RIEDI,
        "num-three",
        kind="asymptotic",
        reason="That the limits bound the condition number is a statement about random matrices as n grows; "
        "the claims check the number 3 for the right sides of (121), (122) and (128). No r is named: an "
        "appropriate initialisation is read as r >= 2, as in the figures; below r = 1.298 both exceed 3.",
        seen_by=["num-three", "num-three~from", "num-three~128"],
        depends=["thm-38.121", "thm-38.122", "thm-39.128"],
    ),
    remark(
        RIEDI,
        "num-data",
        kind="qualitative",
        reason="Suffering from extreme data is the data factor of (54), which the Q of (50) does not have: "
        "for "
        "one datum kappa(Q) = kappa(MD). What a batch of two brings is checked.",
        seen_by=["cor-9.54~corrected", "num-data", "num-data~corrected"],
        depends=["cor-9.54", "cor-11.63"],
    ),
]
