"""Section 6.2: how K_n becomes W_1 (Theorem 33, (107)-(113)), realisation by realisation, any K_n.

The laws behind it are statements about distributions; here stands what holds for every matrix.
"""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, named, term, then
from perturb.domains import scalar, square, together
from perturb.vocab import T, cols, entries, lam_max, lam_min, power, s1, sq, sqrt, trace
from theorems.riedi2022 import RIEDI, readings_random
from theorems.riedi2022.centre_and_scale import mu, q
from theorems.riedi2022.notation import tau_low, tau_up

POSITIVE = "the hypotheses keep it positive"
REALISED = together(K=square(), r=scalar(1), n=(2, 4)).lettered(K="K_n")
SIZED = together(x=scalar(), r=scalar(1), n=scalar(2)).lettered(x="s_1").reads(readings_random.BY_ITS_NORM)
CENTRE = [{"x": 2 * 10**8, "r": 2, "n": 10**16}]
SCALED = (
    together(K=square(), r=scalar(1), e=scalar(0), p=scalar(0), n=(2, 3))
    .lettered(K="K_n")
    .reads(readings_random.ANY_SCALE)
)
FLUCTUATING = (
    together(K=square(), r=scalar(1), e=scalar(0), m=scalar(0), w=scalar(0), n=(2, 3))
    .lettered(K="K_n")
    .reads(readings_random.ANY_CENTRE)
)
ANY_R = dict.fromkeys(
    ("hypothesis-1:dropped", "hypothesis-1:non-strict", "hypothesis-1:relaxed-10%"),
    "the statement is true for every r > 0",
)
BEYOND = ANY_R | dict.fromkeys(("domain:rim-r", "domain:rim-e", "domain:rim-p"), POSITIVE)


@term(r"\overline{t}({0})")
def upper_edge(K):
    """The upper edge, of Theorem 33."""
    return lam_max(T(K) + K)


@term(r"\underline{t}({0})")
def lower_edge(K):
    """The lower edge, of Theorem 33."""
    return lam_min(T(K) + K)


@term("W_1")
def weights(K, r):
    """The scaling (111)."""
    return K / (r * sqrt(8 * cols(K)))


def Y(K):
    """(110)."""
    return Y_of(s1(K), cols(K))


@term("Y_{{1}}")
def Y_of(x, n):
    """The fluctuation (110) of s_1(K_n)^2 about its centre, in units of its scale."""
    return (sq(x) - mu(n)) / q(n)


def expansion(Y_n, r, n):
    """The right side of (113)."""
    return (1 + power(n, Fraction(-2, 3)) * Y_n / sqrt(2)) / (2 * sq(r))


@claim(
    RIEDI,
    "Lemma 36 (i), (112)",
    id="lem-36.112a",
    status="proved",
    covers=["lem-36.112b", "lem-36.111", "thm-33.107", "thm-33.108"],
    domain=SCALED,
    true_mutants=BEYOND,
)
def edges_of_the_scaled_matrix(K, r, e, p):
    """Identities, for any e, p > 0 in the place of sqrt(8n), n^(1/6), so that rational points decide them:
    tau = t / (re), and Z / (ep) = t/e - 1.
    """
    W_1 = named("W_1", K / (r * e))
    yield given(r, ">", 1)
    yield given(e, ">", 0)
    yield given(p, ">", 0)
    yield then(tau_up(W_1), "==", (1 + (upper_edge(K) - e) * p / (e * p)) / r)
    yield then(-tau_low(W_1), "==", (1 + (-lower_edge(K) - e) * p / (e * p)) / r)


@claim(
    RIEDI,
    "Lemma 36 (i), the two events",
    id="lem-36.i-prob",
    status="proved",
    covers=["eq-119.a"],
    depends=["lem-36.112b"],
    domain=SCALED,
    true_mutants=BEYOND,
)
def event_of_the_lower_edge(K, r, e, p):
    """1 + tau and (r-1) sqrt(8) n^(2/3) - Z~ have one sign, so {tau > -1} = {Z~ < ...}. Lemma 36 prints <=,
    (119) prints <: they differ by {det(K^T + K + r sqrt(8n) I) = 0}, of probability 0 for a density.
    Any e, p > 0 in the place of sqrt(8n), n^(1/6).
    """
    yield given(r, ">", 1)
    yield given(e, ">", 0)
    yield given(p, ">", 0)
    yield then(
        1 + tau_low(named("W_1", K / (r * e))),
        "==",
        ((r - 1) * e * p - (-lower_edge(K) - e) * p) / (r * e * p),
    )


@claim(
    RIEDI,
    "(135): the lower edge at r against the event at r'",
    id="thm-39.rem-prob",
    status="proved",
    depends=["lem-36.i-prob"],
    domain=together(W_1=square(), r=scalar(1), r1=scalar(1), n=(2, 4)).lettered(r1="r'"),
    true_mutants=dict.fromkeys(
        (
            *("hypothesis-1:dropped", "hypothesis-1:non-strict", "domain:rim-r"),
            *("hypothesis-2:dropped", "hypothesis-2:non-strict", "domain:rim-r1"),
        ),
        "r, r' > 0 are kept by the domain or by the hypotheses",
    ),
)
def event_at_another_scale(W_1, r, r1):
    """tau_n(r') = (r/r') tau_n(r), so {-tau_n(r) > r'/r} is {tau_n(r') < -1}: E but for a null event."""
    yield given(r, ">", 0)
    yield given(r1, ">", 0)
    yield then(r1 * (1 + tau_low(named(r"\tilde{W}_1", r / r1 * W_1))), "==", r1 + r * tau_low(W_1))


@claim(
    RIEDI,
    "Lemma 36 (ii), (113), equality",
    id="lem-36.113a",
    status="proved",
    depends=["thm-35.110"],
    domain=FLUCTUATING,
    true_mutants=ANY_R
    | dict.fromkeys(("domain:rim-r", "domain:rim-e", "domain:rim-w"), POSITIVE)
    | {"domain:rim-m": "an identity in m"},
)
def largest_singular_value_by_its_fluctuation(K, r, e, m, w):
    """An identity, for any e, m, w > 0 in the place of sqrt(8n), mu_n, q_n, and e^2 / 8 in that of n:
    s_1(W_1) = s_1(K) / (re) and s_1(K)^2 = m + w Y by (110).
    """
    n = named("n'", sq(e) / 8)
    yield given(r, ">", 1)
    yield given(e, ">", 0)
    yield given(w, ">", 0)
    deviation = named("Y", (sq(s1(K)) - m) / w)
    yield then(sq(s1(named("W_1", K / (r * e)))), "==", (m / (4 * n) + w / (4 * n) * deviation) / (2 * sq(r)))


@claim(
    RIEDI,
    "Lemma 36 (ii), (113), inequality",
    id="lem-36.113b",
    status="refuted",
    depends=["eq-mu-q.mu", "eq-mu-q.qc"],
    domain=REALISED,
)
def largest_singular_value_from_above(K, r):
    """q_n is replaced by its upper bound in front of Y_n, which turns the inequality where Y_n is negative.
    It can fail from n = 4 on, and fails for Y_n below a threshold of order -n^(-1/3): the probability of that
    tends to F_1(0) = 0.83.
    """
    yield given(r, ">", 1)
    yield then(sq(s1(weights(K, r))), "<=", expansion(Y(K), r, cols(K)))


@claim(
    RIEDI,
    "Lemma 36 (ii), (113), inequality, Y_n >= 0",
    id="lem-36.113b~corrected",
    status="corrected",
    corrects="lem-36.113b",
    domain=SIZED,
    equality=CENTRE,
    true_mutants={
        "conclusion-1:strict": "mu_n < 4n",
        "domain:rim-r": "r^2 cancels",
        "conclusion-1:right:1-1%#2": "takes less than 1/(100n), and mu_n <= 4n - 2 leaves 1/(2n)",
        "conclusion-1:right:2+1%": "q_n <= 2^(4/3) n^(1/3) leaves 12 % of the factor",
    },
)
def largest_singular_value_from_above_beyond_the_centre(x, r, n):
    """The matrix enters by x = s_1(K_n) alone, so that large n are drawn, real ones too. Tight as n grows.

    Proof: mu_n <= 4n, q_n <= 2^(3/2) n^(1/3), and now Y_n >= 0 in (113a).
    """
    yield given(Y_of(x, n), ">=", 0)
    yield then(sq(x / (r * sqrt(8 * n))), "<=", expansion(Y_of(x, n), r, n))


@claim(
    RIEDI,
    "Lemma 36 (ii), (113), inequality, best constants",
    id="lem-36.113b~sharpened",
    status="sharpened",
    sharpens="lem-36.113b~corrected",
    domain=SIZED,
    equality=CENTRE,
    true_mutants={"conclusion-1:strict": "mu_n < 4n - 2", "domain:rim-r": "r^2 cancels"},
)
def largest_singular_value_from_above_by_the_best_scale(x, r, n):
    """Proof: mu_n <= 4n - 2 and q_n <= 2^(4/3) n^(1/3) in (113a), Y_n >= 0."""
    fluctuation = power(2, Fraction(-2, 3)) * power(n, Fraction(-2, 3)) * Y_of(x, n)
    yield given(Y_of(x, n), ">=", 0)
    yield then(sq(x / (r * sqrt(8 * n))), "<=", (1 - 1 / (2 * n) + fluctuation) / (2 * sq(r)))


@claim(
    RIEDI,
    "Remark after Theorem 33: the entries of K' + K",
    id="thm-33.rem-iid",
    status="proved",
    domain=together(K=square(), A=square(), B=square(), n=(1, 3)).lettered(K="K_n"),
    reading=readings_random.COVARIANCE,
)
def entries_of_the_symmetrised_matrix(K, A, B):
    """K' + K is symmetric, and <K' + K, A> = <K, A + A'>: for entries of mean 0 and variance 1 the covariance
    of <K' + K, A> and <K' + K, B> is <A + A', B + B'>. With unit matrices A and B: an entry above the
    diagonal has variance 2, one on it 4, and different ones are made of different entries of K.
    """
    S = named("S", T(K) + K)
    yield then(entries(S), "==", entries(T(S)))
    yield then(trace(T(S) @ A), "==", trace(T(K) @ (A + T(A))))
    covariance = 2 * trace(T(A) @ B) + 2 * trace(A @ B)
    yield then(trace(T(A + T(A)) @ (B + T(B))), "==", covariance)


@claim(
    RIEDI,
    "Theorem 33, equal distributions",
    id="thm-33.sym",
    status="proved",
    domain=square(n=(1, 4)),
    true_mutants=dict.fromkeys(
        ("conclusion-2:left:lam_min->lam_max", "conclusion-2:right:lam_max->lam_min"), "an identity"
    ),
)
def reflection_of_the_edges(K):
    """The map K -> -K keeps the law of K for a symmetric X and takes the lower edge to the upper one.

    Not independent: t_low <= t_up always, so {t_up < 0} and {-t_low < 0}, each of positive probability,
    exclude each other.
    """
    yield then(-lower_edge(K), "==", upper_edge(-K))
    yield then(lower_edge(K), "<=", upper_edge(K))
