"""Section IV: the Gaussian mean width, direction by direction."""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import orthogonal, rectangular, together, vector
from perturb.vocab import (
    T,
    diag,
    larger,
    largest,
    norm,
    smaller,
    smallest,
    total,
)
from theorems.dittmer2019 import DITTMER, readings
from theorems.dittmer2019.notation import inner, relu, squared_length

HULL = together(K=rectangular("N", "n"), g=vector(), a=vector("N"), N=(1, 4), n=(1, 3))
WITH_THE_SUPREMUM = ("lem-14.lin-a", "lem-14.end-a", "lem-14.end-b")  # (20) with sup <u, Ax> = |A'u|
LINEAR = together(A=rectangular(), u=vector("m"), x=vector(), m=(1, 3), n=(1, 3))


def weights(a):
    """Of a convex combination."""
    return abs(a) / total(abs(a))


@claim(
    DITTMER,
    "Corollary 11, (18), for each g",
    id="cor-11.18",
    reading=readings.WEIGHTS,
    status="proved",
    covers=["eq-23"],
    domain=HULL,
    equality=[{"K": [[1], [2]], "g": [1], "a": [0, 1]}],
)
def the_hull_is_no_wider(K, g, a):
    """A convex combination of the values <g, x_i> lies between their least and their largest; the set lies in
    its hull. So (18) holds for every g, before the expectation is taken, and (23) for (22).
    """
    yield then(smallest(K @ g), "<=", inner(named(r"\alpha", weights(a)), K @ g), "<=", largest(K @ g))


@claim(
    DITTMER,
    "(24) to (27), the value of the program in closed form",
    id="eq-27",
    reading=readings.WEIGHTS,
    status="proved",
    covers=["eq-24", "eq-25", "eq-26", "sl-items.lp"],
    depends=["cor-11.18"],
    domain=together(K=rectangular("N", "n"), g=vector(), a=vector("N"), b=vector("N"), N=(1, 4), n=(1, 3)),
    equality=[{"K": [[1], [2]], "g": [1], "a": [0, 1], "b": [1, 0]}],
)
def the_program_has_a_closed_form(K, g, a, b):
    """x = K'alpha - K'beta with weights alpha and beta gives <g, x> <= max Kg - min Kg, attained at unit
    vectors: the value of the linear program is the largest less the smallest component of Kg, two passes
    through a vector.
    """
    x = T(K) @ named(r"\alpha", weights(a)) - T(K) @ named(r"\beta", weights(b))
    yield then(inner(g, x), "<=", largest(K @ g) - smallest(K @ g))


def over_the_ball(ahead, back):
    """The width of {ReLU(ax) : |x| <= 1} along g, from its values at x = 1 and x = -1."""
    return larger(larger(ahead, back), 0) - smaller(smaller(ahead, back), 0)


def over_the_sphere(ahead, back):
    """The same with |x| = 1."""
    return larger(ahead, back) - smaller(ahead, back)


ONE_INPUT = together(a=vector("m"), g=vector("m"), m=(1, 3))


@claim(
    DITTMER,
    "after Corollary 11: ball or sphere, along each g",
    id="cor-11.ball",
    reading=readings.PER_DIRECTION,
    status="refuted",
    depends=["cor-11.18"],
    domain=ONE_INPUT,
)
def ball_and_sphere_are_as_wide(a, g):
    """The image of the ball holds 0, that of the sphere need not: for a = (1, -1) the sphere goes to the ends
    of a segment, the ball to a set whose hull is a triangle. The ball is never less wide, so where the widths
    differ for some g, their expectations differ: 1.362 and 1.128.
    """
    ahead, back = named("h_1", inner(g, relu(a))), named("h_{-1}", inner(g, relu(-a)))
    yield then(over_the_ball(ahead, back), "==", over_the_sphere(ahead, back))


@claim(
    DITTMER,
    "after Corollary 11: ball or sphere, where an input gives 0",
    id="cor-11.ball~corrected",
    reading=readings.PER_DIRECTION,
    status="corrected",
    corrects="cor-11.ball",
    domain=ONE_INPUT,
)
def as_wide_where_an_input_gives_zero(a, g):
    """Enough, for every nonnegatively homogeneous operator, is that 0 lies in the closed hull of the image of
    the sphere; a ReLU layer needs an input x != 0 with Ax <= 0. Here a >= 0, and x = -1.

    Proof: the image of the ball is all t y, 0 <= t <= 1, y in the image of the sphere, so its support
    function is the larger of 0 and that of the image of the sphere, not negative if 0 is in the hull.
    """
    yield given(a, ">=", 0)
    ahead, back = named("h_1", inner(g, relu(a))), named("h_{-1}", inner(g, relu(-a)))
    yield then(over_the_ball(ahead, back), "==", over_the_sphere(ahead, back))


@claim(
    DITTMER,
    "Lemma 14, Cauchy and Schwarz",
    id="lem-14.sup-le-b",
    status="proved",
    covers=["lem-14.sup-le-a", "lem-14.sup-le-c", "lem-14.sup", *WITH_THE_SUPREMUM],
    domain=LINEAR,
    equality=[{"A": [[2]], "u": [1], "x": [1]}],
)
def an_image_along_a_direction(A, u, x):
    """<u, Ax> = <A'u, x>, and |x| <= 1 in the ball."""
    yield then(inner(u, A @ x), "==", inner(T(A) @ u, x))
    yield then(inner(T(A) @ u, x), "<=", norm(T(A) @ u) * norm(x))


@claim(
    DITTMER,
    "Lemma 14, where the supremum is attained",
    id="lem-14.attain",
    status="proved",
    covers=["lem-14.sup", *WITH_THE_SUPREMUM],
    domain=together(A=rectangular(), u=vector("m"), m=(1, 3), n=(1, 3)),
)
def the_supremum_is_attained(A, u):
    """At x = A'u, up to its length: <A'u, x> is |A'u| |x|, without roots |A'u|^2. For A'u = 0 both are 0."""
    x = T(A) @ u
    yield then(inner(u, A @ x), "==", squared_length(T(A) @ u))


@claim(
    DITTMER,
    "Lemma 14, only the singular values matter",
    id="lem-14.lin-b",
    status="proved",
    covers=["lem-14.end-c"],
    reading=readings.TURNED,
    domain=together(U=orthogonal(), V=orthogonal(), d=vector(), u=vector(), n=(1, 3)),
    true_mutants={"domain:rim-U": "that U is orthogonal matters for the law of U'u, not for each u"},
)
def only_the_singular_values_matter(U, V, d, u):
    """|A'u| = |Sigma'U'u| for A = U Sigma V', and U'u is uniform on the sphere when u is."""
    A = U @ diag(d) @ T(V)
    yield then(squared_length(T(A) @ u), "==", squared_length(d * (T(U) @ u)))


@claim(
    DITTMER,
    "Lemma 14, (21) along each direction",
    id="lem-14.cs",
    status="proved",
    covers=["lem-14.21", "lem-14.bound"],
    depends=["lem-14.20"],
    domain=together(u=vector("m"), y=vector("m"), m=(1, 3)),
    equality=[{"u": [1], "y": [1]}],
)
def an_output_along_a_direction(u, y):
    """<u, y> <= |u| |y| for y = A(x), whatever the operator is; with |u| = 1 and the supremum over the ball,
    |y| <= |A|_*, and (21).
    """
    yield then(inner(u, y), "<=", norm(u) * norm(y))


OUTPUT = together(u=vector("m"), y=vector("m"), m=(1, 3))


@claim(
    DITTMER,
    "Lemma 14, Cauchy and Schwarz for the outputs of a ReLU layer",
    id="lem-14.cs~layer",
    status="proved",
    domain=OUTPUT,
    equality=[{"u": [1, 2], "y": [1, 2]}],
    true_mutants={"hypothesis-1:dropped": "Cauchy and Schwarz hold for every y"},
)
def a_nonnegative_output_along_a_direction(u, y):
    """Outputs y = ReLU(Ax) are not negative, and every y >= 0 is one (A = I)."""
    yield given(y, ">=", 0)
    yield then(inner(u, y), "<=", norm(u) * norm(y))


@claim(
    DITTMER,
    "Lemma 14, (21) for a ReLU layer",
    id="lem-14.cs~sharpened",
    status="sharpened",
    sharpens="lem-14.cs~layer",
    domain=OUTPUT,
    equality=[{"u": [1], "y": [1]}, {"u": [1, -1], "y": [1, 0]}],
)
def only_the_positive_part_of_the_direction_matters(u, y):
    """Only u_+ can see an output that is not negative. So Omega <= 2 E|g_+| |ReLU(A.)|_* <= sqrt(2m) times
    the norm. From 2 c_m that is a factor of c_m/E|g_+|, above sqrt(2), and of c_m/sqrt(m/2), below it; both
    tend to sqrt(2) with m.

    Proof: <u, y> <= <u_+, y> for y >= 0, then Cauchy and Schwarz; E|g_+|^2 = m/2.
    """
    yield given(y, ">=", 0)
    yield then(inner(u, y), "<=", norm(relu(u)) * norm(y))
