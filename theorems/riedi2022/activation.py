"""Section 5: D(m, n, eta), and which way a diagonal matrix of slopes moves singular values."""

from __future__ import annotations

from perturb import claim, given, indices, term, then
from perturb.domains import activation, integer, orthogonal, rectangular, scalar, square, together
from perturb.vocab import I, absolute, cols, diagonal, entries, eye, larger, rank, s, s1, trace
from theorems.riedi2022 import RIEDI

i, j = indices("i j")
COUNTED = together(P=activation(0), eta=scalar(), m=integer(0, "n"), n=(1, 4))
SLOPED = together(P=activation(0), eta=scalar(), n=(1, 4))
RELU = together(M=square(), D=activation(0), n=(1, 4))
LEAKY = together(M=square(), P=activation(0), eta=scalar(0, 1), n=(1, 4))
ANY_SLOPE = together(M=square(), P=activation(0), eta=scalar(), n=(1, 4))
PROJECTED = [{"M": [[2, 0], [0, 1]], "D": [[1, 0], [0, 0]]}]
IDENTITY = {"M": [[2, 0], [0, 1]], "P": [[1, 0], [0, 1]], "eta": "1/2"}


@term("D")
def sloped(P, eta):
    """The member of D(m, n, eta) that is 1 where the 0/1 matrix P is 1 and eta where P is 0."""
    return P + eta * (I - P)


@term("m")
def affected(P):
    """How many diagonal entries of a member of D(m, n, 0) are 0, which is m."""
    return cols(P) - trace(P)


def has_trace(D, m, eta):
    """The condition of (78) on the trace."""
    return given(trace(D), "==", m * eta + cols(D) - m)


@claim(RIEDI, "(78), the trace counts the entries", id="eq-78", status="misprint", domain=COUNTED)
def the_trace_counts_the_entries(P, eta, m):
    """(78) writes "exactly m entries are eta and n - m are 1" as a trace. For eta = 1, the end of the range
    in Theorem 32, the trace is n for every m and all the entries are eta: "exactly" is meant for the other
    eta. The set is {Id} there in either way of counting, and nothing in the paper depends on it.
    """
    D = sloped(P, eta)
    yield has_trace(D, m, eta)
    yield then(cols(D) - rank(D - eta * eye(D)), "==", m)
    yield then(cols(D) - rank(D - eye(D)), "==", cols(D) - m)


@claim(
    RIEDI,
    "(78), the trace counts the entries, eta not 1",
    id="eq-78~corrected",
    status="corrected",
    corrects="eq-78",
    domain=COUNTED,
)
def the_trace_counts_the_entries_of_a_slope(P, eta, m):
    """Proof: k entries eta give the trace n - k (1 - eta), which is one to one in k when eta is not 1."""
    D = sloped(P, eta)
    yield given(eta, "!=", 1)
    yield has_trace(D, m, eta)
    yield then(cols(D) - rank(D - eta * eye(D)), "==", m)
    yield then(cols(D) - rank(D - eye(D)), "==", cols(D) - m)


@claim(RIEDI, "(78), m = 0", id="eq-78.ends", status="proved", domain=SLOPED)
def no_entry_affected(P, eta):
    """D(0, n, eta) = {Id}: each entry is eta or 1, their sum is n; for eta = 1 both are 1."""
    D = sloped(P, eta)
    yield has_trace(D, 0, eta)
    yield then(entries(D), "==", entries(eye(D)))


@claim(RIEDI, "(78), m = n", id="eq-78.ends~all", status="proved", domain=SLOPED)
def every_entry_affected(P, eta):
    """D(n, n, eta) = {eta Id}: each entry is eta or 1, their sum is n eta."""
    D = sloped(P, eta)
    yield has_trace(D, cols(D), eta)
    yield then(diagonal(D), "==", eta)


@claim(
    RIEDI,
    "Proposition 23, (79)",
    id="prop-23.79",
    status="proved",
    domain=together(M=square(), D=activation(-1), n=(1, 4)),
)
def absolute_value_changes_no_singular_value(M, D):
    """D is orthogonal, so (DM)'DM = M'M and MD(MD)' = MM'."""
    yield then(s(M), "==", s(M @ D), "==", s(D @ M))


@claim(
    RIEDI,
    "Proposition 23, (79), for orthogonal D and rectangular M",
    id="prop-23.79~sharpened",
    status="sharpened",
    sharpens="prop-23.79",
    domain=together(M=rectangular("m", "n"), D=orthogonal(), m=(1, 3), n=(1, 3)),
)
def rotation_changes_no_singular_value(M, D):
    """That D is diagonal and M square is not used. Proof: MD(MD)' = MM', and DM' = (MD')'."""
    yield then(s(M), "==", s(M @ D), "==", s(D @ M.T))


@claim(
    RIEDI,
    "Lemma 24, (80), MD",
    id="lem-24.80a",
    status="proved",
    depends=["prop-5.23a"],
    domain=RELU,
    equality=PROJECTED,
    presupposes=["weyl", "ostrowski"],
)
def relu_at_the_input(M, D):
    """MD is M with some columns replaced by zeros: MDM' <= MM' in the Loewner order."""
    yield then(s(M), ">=", s(M @ D))


@claim(
    RIEDI,
    "Lemma 24, (80), DM",
    id="lem-24.80b",
    status="proved",
    depends=["prop-5.23a"],
    domain=RELU,
    equality=PROJECTED,
    presupposes=["weyl", "ostrowski"],
)
def relu_at_the_output(M, D):
    """DM is M with some rows replaced by zeros: M'DM <= M'M in the Loewner order."""
    yield then(s(M), ">=", s(D @ M))


@claim(
    RIEDI,
    "Lemma 24, (80), from below: interlacing",
    id="lem-24.80a~below",
    status="proved",
    domain=RELU,
    equality=[{"M": [[1, 0], [0, 2]], "D": [[1, 0], [0, 0]]}, {"M": [[3]], "D": [[1]]}],
    presupposes=["weyl", "ostrowski"],
)
def relu_at_the_input_from_below(M, D):
    """The half of interlacing that (80) leaves out: s_i(MD) >= s_{i+m}(M). The n - m singular values that D
    leaves are no smaller than the smallest of M: no bound of Theorem 31 needs more.

    Written for all i and j: the added term is zero where j >= i + m, and makes the rest trivial.
    """
    beyond = larger(0, i + affected(D) - j)
    yield then(s(M @ D)[i] + beyond * s1(M), ">=", s(M)[j])


@claim(
    RIEDI,
    "Text after Lemma 24, leaky ReLU, i = 1",
    id="lem-24.leaky",
    status="proved",
    depends=["lem-24.submult"],
    domain=LEAKY,
    equality=[IDENTITY],
)
def leaky_relu_and_the_largest_singular_value(M, P, eta):
    """0 <= eta <= 1, the slopes of Theorem 32. By submultiplicativity, as s_1(D) = 1 or eta."""
    yield then(s1(M), ">=", s1(M @ sloped(P, eta)))
    yield then(s1(M), ">=", s1(sloped(P, eta) @ M))


@claim(
    RIEDI,
    "Text after Lemma 24, leaky ReLU, eta not 0",
    id="lem-24.leaky~any-slope",
    status="misprint",
    domain=ANY_SLOPE,
)
def every_slope_and_the_largest_singular_value(M, P, eta):
    """Read with the bracket "eta not 0" as the only condition, or with (35), where every eta > 0 is a leaky
    ReLU: false once |eta| > 1. Section 1 defines the leaky ReLU by 0 < eta < 1, which is meant.
    """
    yield given(eta, "!=", 0)
    yield then(s1(M), ">=", s1(M @ sloped(P, eta)))


@claim(
    RIEDI,
    "Text after Lemma 24, any slope",
    id="lem-24.leaky~corrected",
    status="corrected",
    corrects="lem-24.leaky~any-slope",
    domain=ANY_SLOPE,
    equality=[{"M": [[2, 0], [0, 1]], "P": [[0, 0], [0, 1]], "eta": -3}, IDENTITY],
    presupposes=["ostrowski"],
)
def every_slope_and_all_singular_values(M, P, eta):
    """All i, all eta. Proof: MDD'M' <= max(1, eta^2) MM' in the Loewner order, and D'M' likewise."""
    D = sloped(P, eta)
    yield then(s(M @ D), "<=", larger(1, absolute(eta)) * s(M))
    yield then(s(D @ M), "<=", larger(1, absolute(eta)) * s(M))


@claim(
    RIEDI,
    "Text after Lemma 24, leaky ReLU, all i",
    id="lem-24.leaky~sharpened",
    status="sharpened",
    sharpens="lem-24.leaky",
    domain=together(M=square(), P=activation(0), eta=scalar(-1, 1), n=(1, 4)),
    equality=[IDENTITY, {"M": [[1, 2], [3, 4]], "P": [[0, 0], [0, 1]], "eta": -1}],
    presupposes=["weyl", "ostrowski"],
)
def leaky_relu_and_all_singular_values(M, P, eta):
    """The restriction "however only for i = 1" is idle for |eta| <= 1. Proof: D^2 <= Id gives
    MD^2M' <= MM', hence s_i(MD) <= s_i(M) for every i by Weyl's monotonicity; DM as (MD)'.
    """
    D = sloped(P, eta)
    yield then(s(M), ">=", s(M @ D))
    yield then(s(M), ">=", s(D @ M))


@claim(
    RIEDI,
    "Text after Lemma 24, the modulus",
    id="lem-24.diff",
    status="proved",
    depends=["lem-24.80a"],
    domain=RELU,
)
def relu_only_decreases(M, D):
    """(80) twice: both differences are non-negative."""
    yield then(absolute(s(M) - s(D @ M)), "==", s(M) - s(D @ M))
    yield then(absolute(s(M) - s(M @ D)), "==", s(M) - s(M @ D))
