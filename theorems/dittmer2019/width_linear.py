"""Lemma 14, Corollary 11: widths of linear operators and of layers with one input, between norms.

Omega(A) = 2 E|A'g| (Lemma 14) is computed to any precision from the characteristic polynomial of A'A, so that
nothing here rests on samples. c_m is half the width of the unit matrix of order m.
"""

from __future__ import annotations

from perturb import claim, given, named, term, then
from perturb.domains import rectangular, together, vector
from perturb.vocab import T, eye, fro, indices, norm, operator_width, pi, rank, rows, s, s1, sq, sqrt
from perturb.vocab.grammar.tree import Expr
from theorems.dittmer2019 import DITTMER, readings
from theorems.dittmer2019.notation import relu
from theorems.dittmer2019.polar import chi_mean

ANY = rectangular(m=(2, 4), n=(1, 3))
ONES = [{"A": [[1, 0], [0, 1]]}, {"A": [[3, 4], [4, -3]]}]
LINES = [{"A": [[3], [4]]}, {"A": [[1, 2], [2, 4]]}]


@term("c_m")
def mean_length(A: Expr) -> Expr:
    """(19) for the m rows of A, as half the width of the unit matrix."""
    return operator_width(eye(T(A))) / 2


@claim(
    DITTMER,
    "Lemma 14, (21) for linear operators",
    id="lem-14.21~linear",
    status="proved",
    printed=("lem-14.21", "lem-14.lin-a"),
    depends=["lem-14.20"],
    domain=ANY,
    equality=ONES,
)
def the_width_of_a_linear_operator(A):
    """Attained where AA' is a multiple of the unit matrix."""
    yield then(operator_width(A), "<=", 2 * mean_length(A) * s1(A))


@claim(
    DITTMER,
    "Lemma 14, (21) by the Frobenius norm",
    id="lem-14.21~frobenius",
    status="sharpened",
    sharpens="lem-14.21~linear",
    printed=("lem-14.21", "lem-14.accum"),
    domain=ANY,
    equality=ONES,
)
def the_width_by_the_frobenius_norm(A):
    """c_m/sqrt(m) grows to 1, so Omega(A) < 2 |A|_F; with the rank of A in place of m it is sharper yet.

    Proof: for p_i = sigma_i^2/|A|_F^2 the mean of sqrt(sum p_i g_i^2) is concave and symmetric in p, hence
    largest where all m are equal, where it is E|g|/sqrt(m).
    """
    yield then(operator_width(A), "<=", 2 * mean_length(A) / sqrt(rows(A)) * fro(A))


@claim(
    DITTMER,
    "Lemma 14, the width of a linear operator from below",
    id="lem-14.21~below",
    status="sharpened",
    sharpens="lem-14.21~linear",
    printed=("lem-14.21", "lem-14.accum"),
    domain=ANY,
    equality=LINES,
)
def the_width_from_below(A):
    """With the bound above, the accumulated effect of the singular values is 2 |A|_F up to a factor 0.8.

    Proof: the same concave mean is least at a vertex, rank 1, where it is E|g_1| = sqrt(2/pi).
    """
    yield then(2 * sqrt(2 / pi) * fro(A), "<=", operator_width(A))


@claim(
    DITTMER,
    "Lemma 14, the width of a linear operator of low rank from above",
    id="lem-14.21~rank",
    status="sharpened",
    sharpens="lem-14.21~linear",
    printed=("lem-14.21", "lem-14.accum"),
    domain=ANY,
    equality=[*ONES, *LINES],
)
def the_width_by_the_rank(A):
    """By (19) at the rank, the equality of every flat spectrum.

    Proof: as for all m, with the r singular values that are not 0.
    """
    yield given(rank(A), ">=", 1)
    yield then(operator_width(A), "<=", 2 * chi_mean(rank(A)) / sqrt(rank(A)) * fro(A))


@claim(
    DITTMER,
    "Lemma 14, the width of a linear operator of flat spectrum from below",
    id="lem-14.21~stable-rank",
    status="sharpened",
    sharpens="lem-14.21~below",
    printed=("lem-14.21", "lem-14.accum"),
    domain=ANY,
    equality=[*ONES, *LINES],
)
def the_width_by_the_stable_rank(A):
    """(19) at the stable rank r = |A|_F^2/sigma_0^2, a real number, in place of m in (21): equality for every
    flat spectrum. It is at least 2 sqrt(2/pi) |A|_F, as c_r/sqrt(r) grows. As c_r^2 >= r - 1/2 for every r >=
    1 (Watson) and Omega(A) <= 2 |A|_F, the square of the width over the diameter is r but for 1/2 at most.

    Proof: sigma_i^2 g_i^2 has the law Gamma(1/2, 2 sigma_i^2), in shape and scale, and Gamma(sigma_i^2/(2
    sigma_0^2), 2 sigma_0^2) the same mean and the smaller shape, so that it is larger in the convex order.
    The sum of independent ones of the second kind is sigma_0^2 chi^2 of degree r, and the root is concave.
    """
    yield given(s1(A), ">", 0)
    yield then(2 * s1(A) * chi_mean(sq(fro(A)) / sq(s1(A))), "<=", operator_width(A))


@claim(
    DITTMER,
    "Remark 12 for ellipsoids, with the best observations",
    id="rem-12.obs",
    reading=readings.OBSERVED,
    status="proved",
    depends=["lem-14.lin-a"],
    domain=ANY,
    equality=ONES,
)
def what_observations_leave(A):
    """2 sigma_k c_{k+1} <= omega, c_{k+1} > sqrt(k): so k >= omega^2/eps^2 observations leave an error of eps
    at most; k counts from 1 here. Random ones take a factor more (R. Vershynin, Theorem 4.1).

    Proof: |A'g| >= sigma_k times the length of k + 1 components of g, whose mean is c_{k+1}.
    """
    (k,) = indices("k")
    yield then(2 * chi_mean(k) * s(A)[k], "<=", operator_width(A))


def of_the_ball(a: Expr) -> Expr:
    """The image of [-1, 1] under x -> ReLU(ax): two segments from 0 at a right angle, half the perimeter."""
    return named(r"V_{\mathcal{B}}", (norm(relu(a)) + norm(relu(-a)) + norm(a)) / 2)


ONE_INPUT = together(a=vector("m"), m=(1, 3))


@claim(
    DITTMER,
    "(15), the width of a layer with one input",
    id="eq-15.gmw~one-input",
    status="proved",
    printed=("eq-15.gmw",),
    reading=readings.PERIMETER,
    domain=ONE_INPUT,
    equality=[{"a": [1]}, {"a": [1, -1]}],
)
def the_width_of_a_layer_with_one_input(a):
    """Between 1/2 and (1 + sqrt(2))/4 = 0.604 of the width 2|a| of the linear part. 1/2 is a lower bound for
    every layer without bias, and 1 the best upper bound over all sizes
    (`perturb.relu.relu_width_bounds`): ReLU does not halve the width.
    """
    linear = named("V", 2 * norm(a))
    yield then(linear / 2, "<=", of_the_ball(a), "<=", (1 + sqrt(2)) / 4 * linear)


@claim(
    DITTMER,
    "after Corollary 11: how much ball and sphere differ",
    id="cor-11.ball~factor",
    status="sharpened",
    corrects="cor-11.ball",
    reading=readings.PERIMETER,
    domain=ONE_INPUT,
    equality=[{"a": [1, -1]}, {"a": [1, 2]}],
)
def how_much_ball_and_sphere_differ(a):
    """The sphere is never less wide than 2(sqrt(2) - 1) = 0.828 times the ball, whatever the layer (without
    bias) and its size are. Here one input: the sphere goes to the ends of a segment of length |a|.

    Proof: let h(g) be the largest <g, ReLU(Ax)> over the sphere; the widths are 2 E h and 2 E h_+. For any x
    of it ReLU(Ax) and ReLU(-Ax) have disjoint supports and lengths p, q, so that their products with g are
    independent, h is at least the larger of the two, and with c = sqrt(p^2 + q^2) both E h_+ >=
    (p + q + c)/sqrt(8 pi) and E h_- <= (p + q - c)/sqrt(8 pi). As p + q <= sqrt(2) c, E h_-/E h_+ is at most
    (sqrt(2) - 1)/(sqrt(2) + 1).
    """
    sphere = named(r"V_{\mathcal{S}}", norm(a))
    yield then(2 * (sqrt(2) - 1) * of_the_ball(a), "<=", sphere, "<=", of_the_ball(a))
