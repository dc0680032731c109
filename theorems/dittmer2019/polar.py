"""Lemma 13: length and direction of a Gaussian vector, its densities, and the constant (19)."""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, term, then
from perturb.domains import integer, rectangular, scalar, together, vector
from perturb.vocab import (
    T,
    cols,
    column_matrix,
    entries,
    exp,
    gamma,
    hadamard,
    largest,
    mean_width,
    norm,
    pi,
    power,
    smallest,
    spherical_width,
    sq,
    sqrt,
    total,
)
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Then
from theorems.dittmer2019 import DITTMER, readings
from theorems.dittmer2019.notation import inner

NEARLY = 1 + Fraction(1, 10**20)
RADIUS = together(r=scalar(0), n=integer(1, 6))
SET = together(K=rectangular("N", "n"), N=(1, 4), n=(1, 3))
SEGMENT = [{"K": [[0], [5]]}, {"K": [[1, 2], [4, 6]]}]


def agree(x: Expr, y: Expr) -> Then:
    """x = y > 0, as far as balls can tell."""
    return then(y / NEARLY, "<=", x, "<=", NEARLY * y)


@term("c_{{{0}}}")
def chi_mean(n: Expr) -> Expr:
    """(19)."""
    return sqrt(2) * gamma((n + 1) / 2) / gamma(n / 2)


@term("p_{{{0}}}(u|{1})")
def on_the_sphere(n: Expr, r: Expr) -> Expr:
    """The density of the uniform law on the sphere of radius r of R^n."""
    return gamma(n / 2) / (2 * sqrt(power(pi, n))) * power(r, 1 - n)


@term(r"\chi_{{{0}}}({1})")
def of_the_length(n: Expr, r: Expr) -> Expr:
    """The density of the chi law of degree n."""
    return 2 / (sqrt(power(2, n)) * gamma(n / 2)) * power(r, n - 1) * exp(-sq(r) / 2)


@claim(
    DITTMER,
    "Lemma 13, length and direction",
    id="lem-13.bij",
    status="proved",
    covers=["lem-13.decomp", "lem-13.chain-b"],
    domain=together(x=vector(), r=scalar(0), n=(1, 3)),
)
def length_and_direction(x, r):
    """Every x != 0 is its length times a unit vector, and r s has the length r and the direction s: the map
    is one to one and onto. That the length and the direction of g are independent, with the chi law and the
    uniform one, is the product of the densities.
    """
    yield given(norm(x), ">", 0)
    yield given(r, ">", 0)
    s = x / norm(x)
    yield then(norm(x) * s, "==", x)
    yield then(norm(r * s), "==", r)
    yield then(r * s / norm(r * s), "==", s)


@claim(
    DITTMER,
    "Lemma 13, the density of the uniform law on a sphere",
    id="lem-13.pdf-u",
    reading=readings.BY_STEPS,
    status="proved",
    domain=RADIUS,
)
def the_density_on_the_sphere(r, n):
    """One over the area: of two points, of a circle, and of a sphere in two dimensions more, whose area is 2
    pi r^2/n times as large, because two coordinates of a uniform point of it are those of a point of a disc
    (Archimedes).
    """
    yield agree(on_the_sphere(1, r), 1 / 2 * power(r, 0))
    yield agree(on_the_sphere(2, r), 1 / (2 * pi * r))
    yield agree(on_the_sphere(n + 2, r), n / (2 * pi * sq(r)) * on_the_sphere(n, r))


@claim(
    DITTMER,
    "Lemma 13, the density of the chi law",
    id="lem-13.pdf-chi",
    reading=readings.BY_STEPS,
    status="proved",
    domain=RADIUS,
    true_mutants=dict.fromkeys(
        ("conclusion-1:strict", "conclusion-2:strict"),
        "for one component the density is positive at every r, and 1 + 10^-20 times as much is more",
    ),
)
def the_density_of_the_length(r, n):
    """Of |g| for one and for two components, and r^2/n times that of degree n for n + 2: by parts the
    integral of r^(n+1) exp(-r^2/2) is n times that of r^(n-1) exp(-r^2/2).
    """
    yield agree(of_the_length(1, r), sqrt(2 / pi) * exp(-sq(r) / 2))
    yield agree(of_the_length(2, r), r * exp(-sq(r) / 2))
    yield agree(of_the_length(n + 2, r), sq(r) / n * of_the_length(n, r))


@claim(
    DITTMER,
    "Lemma 13, the product of the densities",
    id="lem-13.prod-b",
    status="misprint",
    depends=["lem-13.pdf-u", "lem-13.pdf-chi"],
    domain=RADIUS,
)
def the_product_of_the_densities(r, n):
    """For n = 2 the product is exp(-r^2/2)/(2 pi), and not exp(-r^2/2)/sqrt(2 pi^2)."""
    product = on_the_sphere(n, r) * of_the_length(n, r)
    yield then(product, "==", exp(-sq(r) / 2) / sqrt(2 * power(pi, n)))


@claim(
    DITTMER,
    "Lemma 13, the product of the densities is the Gaussian density",
    id="lem-13.prod-b~corrected",
    reading=readings.AGREE,
    status="corrected",
    corrects="lem-13.prod-b",
    covers=["lem-13.prod-a", "lem-13.decomp", "lem-13.chain-b"],
    depends=["lem-13.pdf-u", "lem-13.pdf-chi"],
    domain=RADIUS,
    true_mutants={"domain:rim": "the powers of r cancel for a negative r, too"},
)
def the_product_is_the_gaussian_density(r, n):
    """(2 pi)^n under the root. So length and direction of g are independent, with these two densities.

    Proof: the Gamma functions, the powers of r and the 2 before them cancel; sqrt(2^n pi^n) is left.
    """
    product = on_the_sphere(n, r) * of_the_length(n, r)
    yield agree(product, exp(-sq(r) / 2) / sqrt(power(2 * pi, n)))


@claim(
    DITTMER,
    "Lemma 13, (19): the mean of the chi law",
    id="lem-13.19",
    reading=readings.AGREE,
    status="proved",
    covers=["lem-13.chain-e"],
    depends=["lem-13.pdf-chi"],
    domain=RADIUS,
)
def the_mean_of_the_length(r, n):
    """r chi_n(r) = c_n chi_{n+1}(r) at every r, and chi_{n+1} is a density: so E alpha = c_n. With it c_n is
    known from c_1 = sqrt(2/pi) and c_n c_{n+1} = n, as r^2 chi_n(r) = n chi_{n+2}(r).
    """
    yield agree(r * of_the_length(n, r), chi_mean(n) * of_the_length(n + 1, r))


@claim(
    DITTMER,
    "Lemma 13, (19): c_n by steps, and between roots",
    id="lem-13.19~watson",
    status="proved",
    printed=("lem-13.19",),
    reading=readings.AGREE,
    domain=together(n=integer(1, 40)),
)
def the_constant_between_roots(n):
    """c_n c_{n+1} = n, for Gamma(x + 1) = x Gamma(x); and the bounds of G. N. Watson (1959), the right one
    with equality at n = 1. (19) counts as the shifted factorial, Gamma(n + 1) = n!.
    """
    yield agree(chi_mean(n) * chi_mean(n + 1), n)
    yield then(sqrt(n - 1 / 2), "<=", chi_mean(n), "<=", NEARLY * sqrt(n - 1 + 2 / pi))


@claim(
    DITTMER,
    "Lemma 13, a positive factor of the direction",
    id="lem-13.chain-c",
    status="proved",
    domain=together(K=rectangular("N", "n"), u=vector(), alpha=scalar(0), N=(1, 4), n=(1, 3)).lettered(
        alpha=r"\alpha"
    ),
)
def a_factor_leaves_the_supremum(K, u, alpha):
    """The supremum over x in K - K of <alpha u, x> is alpha times that of <u, x>, alpha >= 0, for each u."""
    width = largest(K @ u) - smallest(K @ u)
    yield then(largest(K @ (alpha * u)) - smallest(K @ (alpha * u)), "==", alpha * width)


@claim(
    DITTMER,
    "Lemma 13, the mean of a product of independent factors",
    id="lem-13.chain-d",
    reading=readings.FINITE_LAWS,
    status="proved",
    domain=together(
        a=vector("m"), alpha=vector("m"), b=vector("n"), h=vector("n"), m=(1, 3), n=(1, 3)
    ).lettered(alpha=r"\alpha"),
)
def the_mean_of_a_product(a, alpha, b, h):
    """E alpha h = E alpha E h where the pairs have the products of the probabilities: the link that needs
    that length and direction are independent, which no line says.
    """
    joint = column_matrix(sq(a)) @ T(column_matrix(sq(b)))
    products = column_matrix(alpha) @ T(column_matrix(h))
    yield then(total(entries(hadamard(joint, products))), "==", inner(sq(a), alpha) * inner(sq(b), h))


@claim(
    DITTMER,
    "Lemma 13 for finite sets",
    id="lem-13.main",
    reading=readings.FINITE,
    status="proved",
    covers=[
        "lem-13.19",
        "lem-13.chain-a",
        "lem-13.chain-f",
        "lem-14.proof-a",
        "lem-14.proof-b",
        "sl-width.sph",
    ],
    depends=["lem-13.chain-c", "lem-13.chain-d", "lem-13.chain-e"],
    domain=SET,
    equality=SEGMENT,
)
def gaussian_and_spherical_width(K):
    """omega(K) = c_n times the spherical width: of Gaussian directions the mean width of a segment of length
    1 is E|g_1| = sqrt(2/pi), of uniform ones 1, 2/pi, 1/2, ... for n = 1, 2, 3, ...; images of a layer are
    sets, too.
    """
    of_sphere = chi_mean(cols(K)) * spherical_width(K)
    yield then(of_sphere / NEARLY, "<=", mean_width(K), "<=", NEARLY * of_sphere)


@claim(
    DITTMER,
    "Lemma 14, (20) at a direction and its opposite",
    id="lem-14.20",
    reading=readings.WITH_ITS_OPPOSITE,
    status="proved",
    covers=["lem-14.proof-c", "lem-14.proof-d", "lem-14.proof-e", "lem-14.end-a"],
    depends=["lem-13.main"],
    domain=together(Y=rectangular("N", "m"), u=vector("m"), N=(1, 4), m=(1, 3)),
)
def the_width_by_one_supremum(Y, u):
    """The supremum over Y - Y is that over Y at u and at -u; of both signs together it is twice as much.
    Nothing of the operator is used: (20) holds with a bias too.
    """
    ahead, back = largest(Y @ u) - smallest(Y @ u), largest(Y @ -u) - smallest(Y @ -u)
    yield then(ahead, "==", largest(Y @ u) + largest(Y @ -u))
    yield then(ahead + back, "==", 2 * (largest(Y @ u) + largest(Y @ -u)))
