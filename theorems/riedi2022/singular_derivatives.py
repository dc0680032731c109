"""Corollary 7: derivatives of singular values, as bounds on remainders: Theorem 6 for [0 A; A^T 0]."""

from __future__ import annotations

from perturb import claim, given, index, named, then
from perturb.domains import integer, orthogonal, scalar, square, together, vector
from perturb.vocab import T, cols, diagonal, op, s, sq
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.derivatives import AXES, TILT, ZERO, i, off_by_at_most, rise
from theorems.riedi2022.singular_vectors import with_vectors

PERTURBED = together(V=orthogonal(), U=orthogonal(), d=vector(), E=square(), n=(1, 3))
PLANE, LINE = {"V": AXES, "U": AXES}, {"V": [[1]], "U": [[1]], "d": [1]}


@claim(
    RIEDI,
    "Corollary 7, hypothesis as printed",
    id="cor-7.c1",
    status="vacuous",
    domain=together(
        A=square(), B=square(), h=scalar(), j=integer(1, "n"), l=integer(1, "n"), n=(2, 3)
    ).lettered(j="i", l="j"),
    letters={"A": r"A(\rho_o)", "B": "A'"},
    depends=["thm-6.diff", "thm-6.30"],
)
def simple_points_are_never_isolated(A, B, h, j, l):  # noqa: E741
    """The hypothesis is "S_i^* consists of isolated points only"; but S_i^* is open (Lemma 3), so only the
    empty set does, on which nothing is said. Here, for any i: rho_o in S_i^*, and rho_o + h, for which the
    family moves by less than half the distance of s_i to the others and to 0, not in S_i^*.
    """
    value, moved = s(A)[j], named(r"A(\rho_o + h)", A + h * B)
    others = s(A)[index("k", 1, j - 1)], s(A)[index("m", j + 1, cols(A))]
    yield given(others[0], ">", value)
    yield given(value, ">", others[1])
    yield given(value, ">", 0)
    for distance in (others[0] - value, value - others[1], value):
        yield given(2 * op(h * B), "<", distance)
    yield given(j, "!=", l)
    yield given(s(moved)[j] * (s(moved)[j] - s(moved)[l]), "==", 0)
    yield then(s(moved)[j], "==", value)


@claim(
    RIEDI,
    "Corollary 7, (31), on S_i^*",
    id="cor-7.31~corrected",
    status="corrected",
    corrects="cor-7.c1",
    covers=["cor-7.31"],
    reading=readings.SINGULAR_SLOPE,
    domain=PERTURBED,
    equality=[{**PLANE, "d": [1, 1], "E": ZERO}, {**PLANE, "d": [2, 0], "E": TILT}, {**LINE, "E": [[-2]]}],
    depends=["thm-6.30"],
)
def slope_of_a_singular_value(V, U, d, E):
    """No hypothesis beyond A in C^1: on S_i^* the slope is u_i^T E^T v_i, up to |E|^2 over the gap, and v_i =
    A u_i/s_i is as smooth as u_i. (The complement of S_i^* is perhaps what was to be isolated.)

    Proof: (30) for [0 A; A^T 0] with the eigenvectors (v_i, u_i)/sqrt(2) of s_i; below s_n comes -s_n, so the
    last gap is 2 s_n.
    """
    A, sigma = with_vectors(V, U, d)
    x = named("R", s(A + E) - sigma - diagonal(T(V) @ E @ U))
    last = cols(A)
    yield from off_by_at_most(x, sigma[i] - sigma[i + 1], sq(op(E)))
    yield then(rise(x[last]) * 2 * sigma[last], "<=", sq(op(E)))
    yield then(x[1], ">=", 0)


@claim(
    RIEDI,
    "Corollary 7, (31), less the squared change",
    id="cor-7.31~sharpened",
    status="sharpened",
    sharpens="cor-7.31~corrected",
    reading=readings.SINGULAR_SLOPE,
    domain=PERTURBED,
    equality=[{**PLANE, "d": [3, 1], "E": TILT}, {**LINE, "E": [[-3]]}],
    presupposes=["weyl"],
)
def slope_of_a_singular_value_less_the_squared_change(V, U, d, E):
    """|E|^2 less the square of the change of s_i itself. Proof: as before, by the second sharpened (30): the
    largest and smallest eigenvalue of [0 E; E^T 0] are |E| and -|E|.
    """
    A, sigma = with_vectors(V, U, d)
    change = named("c", s(A + E) - sigma)
    x, last = named("R", change - diagonal(T(V) @ E @ U)), cols(A)
    room = sq(op(E)) - sq(change)
    yield then(rise(x[i]) * (sigma[i] - sigma[i + 1]), "<=", room[i])
    yield then(rise(-x[i + 1]) * (sigma[i] - sigma[i + 1]), "<=", room[i + 1])
    yield then(rise(x[last]) * 2 * sigma[last], "<=", room[last])
    yield then(x[1], ">=", 0)
