"""From values of log F and log(1 - F) at Chebyshev nodes of wide cells to polynomials on the narrow ones."""

from __future__ import annotations

from flint import arb, arb_mat, arb_poly, ctx

from tools.tracy_widom.determinants import distributions, plan

WIDE = 16  # Chebyshev nodes of a wide cell, half a unit long
PER_UNIT, DEGREE = 16, 7  # of the narrow cells that are stored
BITS = 256
NARROW_IN_WIDE = PER_UNIT // 2

Values = dict[int, list[arb]]


def chebyshev(count: int, low: arb, high: arb) -> list[arb]:
    with ctx.workprec(BITS):
        middle, half = (low + high) / 2, (high - low) / 2
        return [middle + half * (arb(2 * k + 1) / (2 * count)).cos_pi() for k in range(count)]


def distribution_values(cell: int) -> Values:
    """F_beta at the nodes of the wide cell [cell / 2, (cell + 1) / 2]."""
    nodes = [x.mid() for x in chebyshev(WIDE, arb(cell) / 2, arb(cell + 1) / 2)]
    end = cell / 2 if cell < 0 else (cell + 1) / 2
    found = [distributions(s, plan(end)) for s in nodes]
    return {beta: [F[beta] for F in found] for beta in (1, 2, 4)}


def logarithms(values: list[arb], upper: bool) -> list[arb]:
    """log F, or log(1 - F) for `upper`, of balls whose own precision is far beyond the working one."""
    with ctx.workprec(1200):
        return [(1 - F if upper else F).log().mid() for F in values]


def _lagrange(nodes: list[arb]) -> list[arb_poly]:
    """The polynomials that are 1 at one node and 0 at the others."""
    out = []
    for i, node in enumerate(nodes):
        others = [x for j, x in enumerate(nodes) if j != i]
        scale = arb(1)
        for x in others:
            scale *= node - x
        out.append(_product(others, scale))
    return out


def _product(roots: list[arb], scale: arb) -> arb_poly:
    result = arb_poly([1 / scale])
    for x in roots:
        result *= arb_poly([-x, 1])
    return result


def basis() -> list[arb_poly]:
    """The Lagrange basis of the nodes of a wide cell, as polynomials in u in [0, 1] along the cell."""
    with ctx.workprec(BITS):
        return _lagrange([x.mid() for x in chebyshev(WIDE, arb(0), arb(1))])


def interpolated(values: list[arb], u: arb, lagrange: list[arb_poly]) -> arb:
    with ctx.workprec(BITS):
        return sum((v * p(u) for v, p in zip(values, lagrange, strict=True)), arb(0))


def refinement() -> arb_mat:
    """From the values of a wide cell to the coefficients, in t in [0, 1), of all its narrow cells."""
    with ctx.workprec(BITS):
        wide, count = basis(), DEGREE + 1
        nodes = [x.mid() for x in chebyshev(count, arb(0), arb(1))]
        fit = [[p[k] for p in _lagrange(nodes)] for k in range(count)]
        rows: list[list[arb]] = []
        for part in range(NARROW_IN_WIDE):
            sample = [[p((part + t) / NARROW_IN_WIDE) for p in wide] for t in nodes]
            rows += (arb_mat(fit) * arb_mat(sample)).tolist()
        return arb_mat(rows)


def narrow(values: list[arb], matrix: arb_mat) -> list[list[float]]:
    """Coefficients, lowest power first, of each narrow cell in a wide one."""
    with ctx.workprec(BITS):
        flat = [float(row[0].mid()) for row in (matrix * arb_mat([[v] for v in values])).tolist()]
    return [flat[i : i + DEGREE + 1] for i in range(0, len(flat), DEGREE + 1)]


def integral(values: list[arb], lagrange: list[arb_poly], centre: arb, power: int, low: arb) -> arb:
    """int (x - centre)^power f(x) dx over the wide cell from `low`, f given at its nodes."""
    with ctx.workprec(BITS):
        nodes = [low + x / 2 for x in chebyshev(WIDE, arb(0), arb(1))]
        weights = [p.integral()(arb(1)) / 2 for p in lagrange]
        terms = (w * (x - centre) ** power * v for w, x, v in zip(weights, nodes, values, strict=True))
        return sum(terms, arb(0))
