"""Section 6.1, Lemmas 27 and 28: what a bound c on the entries of the weights implies.

A matrix with entries in [-c, c] is written (t/n) V with V in [-1, 1]^(n x n) and t = cn. By Lemma 28 the
product M_o of any number of layers is such a matrix when cn <= 1, and with p = 1 each such matrix is a
product M_o: what is claimed for M_o = (t/n) V is claimed for every p.
"""

from __future__ import annotations

from perturb import claim, given, indices, named, term, then
from perturb.domains import activation, bounded, scalar, together
from perturb.vocab import I, absolute, cols, column_matrix, diag, diagonal, entries, s, s1, sq
from theorems.riedi2022 import RIEDI, readings

(i,) = indices("i")
SLOPES = bounded(1, cols=1)
ANY_BOUND = together(V=bounded(), t=scalar(0), n=(1, 4)).lettered(t="cn").reads(readings.ENTRIES)
LAYERS = (
    together(V_1=bounded(), V_2=bounded(), d_1=SLOPES, d_2=SLOPES, t=scalar(0), n=(1, 3))
    .lettered(t="cn")
    .reads(readings.LAYERS)
)
ONES = [[1, 1], [1, 1]]


@term("c")
def entry_bound(t, V):
    """The bound c on the entries, where t stands for cn."""
    return t / cols(V)


def weights(t, V, letter="W"):
    """The n x n matrix with entries in [-c, c], c = t/n, that V in [-1, 1]^(n x n) stands for."""
    return named(letter, entry_bound(t, V) * V)


def layer(t, V, d, k):
    """D_k W_k, the entries of D_k in the column d bounded by 1."""
    return named(f"D_{k}", diag(entries(d))) @ weights(t, V, f"W_{k}")


def residual(t, V):
    """M(1) = M_o + Id of (44), the entries of M_o bounded by c = t/n."""
    return named("M(1)", weights(t, V, "M_o") + I)


def two_layers(t, V_1, V_2, d_1, d_2):
    """M_o = D_2 W_2 D_1 W_1."""
    return layer(t, V_2, d_2, 2) @ layer(t, V_1, d_1, 1)


@claim(
    RIEDI,
    "Lemma 27, (85)",
    id="lem-27.85",
    status="proved",
    depends=["prop-4.20b"],
    domain=ANY_BOUND,
    equality=[{"V": ONES, "t": 3}, {"V": [[1]], "t": 0}],
)
def largest_singular_value_by_the_entries(V, t):
    """s_1 <= |W|_F, and each of the n^2 entries is at most c; c >= 0 is implied by |W[j,k]| <= c."""
    yield then(s1(weights(t, V)), "<=", entry_bound(t, V) * cols(V))


@claim(
    RIEDI,
    "Lemma 27, (85), all singular values",
    id="lem-27.85~sharpened",
    status="sharpened",
    sharpens="lem-27.85",
    domain=ANY_BOUND,
    equality=[{"V": [[1, 1], [1, -1]], "t": 1}, {"V": ONES, "t": 2}],
)
def singular_values_by_the_entries(V, t):
    """s_i(W) <= cn / sqrt(i); (85) is i = 1, Hadamard matrices are tight at i = n.

    Proof: i s_i^2 <= s_1^2 + ... + s_i^2 <= |W|_F^2 <= (cn)^2.
    """
    bound = entry_bound(t, V) * cols(V)
    yield then(s1(weights(t, V)), "<=", bound)
    yield then(i * sq(s(weights(t, V))[i]), "<=", sq(bound))


@claim(
    RIEDI,
    "Lemma 27, equality",
    id="lem-27.eq",
    status="proved",
    domain=together(X=activation(-1), Y=activation(-1), c=scalar(0), n=(1, 4)),
)
def entries_of_one_modulus_in_rank_one(X, Y, c):
    """W = c xy' with signs x and y; all entries equal to c is X = Y = Id. By |W|_F = cn and rank one."""
    W = named("W", c * (column_matrix(diagonal(X)) @ column_matrix(diagonal(Y)).T))
    yield then(s1(W), "==", c * cols(X))


@claim(
    RIEDI,
    "Lemma 28, p = 1",
    id="lem-28.main~one-layer",
    status="proved",
    domain=together(V_1=bounded(), d_1=SLOPES, t=scalar(0), n=(1, 3)).lettered(t="cn").reads(readings.LAYERS),
    equality=[{"V_1": ONES, "d_1": [[1], [-1]], "t": 1}],
)
def entries_of_one_layer(V_1, d_1, t):
    """D_1 scales the rows by numbers in [-1, 1]; c <= 1/n is idle here."""
    yield then(absolute(entries(layer(t, V_1, d_1, 1))), "<=", entry_bound(t, V_1))


@claim(
    RIEDI,
    "Lemma 28, p = 2",
    id="lem-28.main",
    status="proved",
    domain=LAYERS,
    equality=[{"V_1": ONES, "V_2": ONES, "d_1": [[1], [1]], "d_2": [[1], [1]], "t": 1}],
)
def entries_of_two_layers(V_1, V_2, d_1, d_2, t):
    """Each entry is a sum of n products of two entries: at most n c^2 <= c."""
    c = entry_bound(t, V_1)
    yield given(c, "<=", 1 / cols(V_1))
    yield then(absolute(entries(two_layers(t, V_1, V_2, d_1, d_2))), "<=", c)


@claim(
    RIEDI,
    "Lemma 28, p = 2, any c",
    id="lem-28.main~sharpened",
    status="sharpened",
    sharpens="lem-28.main",
    domain=LAYERS,
    equality=[{"V_1": ONES, "V_2": ONES, "d_1": [[1], [1]], "d_2": [[-1], [1]], "t": "1/2"}],
    true_mutants={"domain:rim-t": "both sides depend on t^2 alone"},
)
def entries_of_two_layers_for_any_bound(V_1, V_2, d_1, d_2, t):
    """The entries are at most c (cn)^(p-1): the bound falls with every layer, and c <= 1/n is not needed.

    Proof: n c^2 = c cn bounds a sum of n products; then by induction on p.
    """
    c = entry_bound(t, V_1)
    yield then(absolute(entries(two_layers(t, V_1, V_2, d_1, d_2))), "<=", c * t)


@claim(
    RIEDI,
    "Lemma 28, p = 3",
    id="lem-28.main~three-layers",
    status="proved",
    domain=together(
        V_1=bounded(),
        V_2=bounded(),
        V_3=bounded(),
        d_1=SLOPES,
        d_2=SLOPES,
        d_3=SLOPES,
        t=scalar(0, 1),
        n=(1, 2),
    )
    .lettered(t="cn")
    .reads(readings.LAYERS),
)
def entries_of_three_layers(V_1, V_2, V_3, d_1, d_2, d_3, t):
    """c (cn)^2, as in the sharpened claim for two layers; at most c where cn <= 1."""
    M_o = layer(t, V_3, d_3, 3) @ two_layers(t, V_1, V_2, d_1, d_2)
    c = entry_bound(t, V_1)
    yield then(absolute(entries(M_o)), "<=", c * sq(t), "<=", c)
