"""Regenerate the tables of the Tracy-Widom distributions: python -m tools.tracy_widom.build (15 minutes).

Every function in the tables comes from Fredholm determinants in balls. Each cell is checked at a point of its
own against determinants with other nodes, another cut and other precision, and so is each expansion.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np
from flint import arb, ctx
from mpmath import mp, mpf

from perturb.laws.distributions.tracy_widom import TABLES
from tools.tracy_widom import cells, expansions
from tools.tracy_widom.determinants import distributions, plan

# In halves of a unit: the line that is tabulated, and, near the median, where the tails meet.
LOW, HIGH = -36, 40
SPLIT = {1: -2, 2: -4, 4: -6}
INTERPOLATION, EXPANSION = 1e-18, 2e-14
Tables = dict[int, cells.Values]


def values() -> Tables:
    """F at the nodes of every wide cell."""
    found = {}
    for cell in range(LOW, HIGH):
        found[cell] = cells.distribution_values(cell)
        print(f"determinants on [{cell / 2}, {(cell + 1) / 2}]", flush=True)
    return found


def sides(beta: int) -> dict[str, range]:
    """The wide cells of each tail; they overlap by one on both sides of the split."""
    return {"left": range(LOW, SPLIT[beta] + 1), "right": range(SPLIT[beta] - 1, HIGH)}


def require(gap: float, bound: float, where: str) -> None:
    if not gap < bound:
        raise ArithmeticError(f"{where}: off by {gap:.1e}, more than {bound:.1e}")


def check(found: Tables) -> None:
    """ArithmeticError unless both interpolants agree with independent determinants inside every cell."""
    lagrange = cells.basis()
    for cell in found:
        u = arb(1 + (7 * cell) % 13) / 16
        F = distributions((cell + u) / 2, plan((cell + 1) / 2 if cell >= 0 else cell / 2, other=True))
        for beta in F:
            for side, where in sides(beta).items():
                if cell in where:
                    nodes = cells.logarithms(found[cell][beta], side == "right")
                    there = cells.logarithms([F[beta]], side == "right")[0]
                    gap = abs(float((cells.interpolated(nodes, u, lagrange) - there).mid()))
                    require(gap, INTERPOLATION * max(1.0, abs(float(there))), f"{side} {beta} at {cell / 2}")


def check_expansions() -> None:
    """ArithmeticError unless the expansions agree with determinants at the ends of the table and beyond."""
    for s in (-22, -18, 20, 30):
        F = distributions(arb(s), plan(s, other=True))
        for beta in F:
            direct = cells.logarithms([F[beta]], s > 0)[0]
            terms = expansions.left(beta) if s < 0 else expansions.right(beta)
            gap = abs(expanded(terms, abs(s)) - mpf(direct.str(40, radius=False)))
            require(float(gap), EXPANSION, f"expansion {beta} at {s}")


def expanded(terms: list[mpf], y: int) -> mpf:
    z = mpf(y) ** 1.5
    tail = sum(d * z**-k for k, d in enumerate(terms[4:], 1))
    return terms[0] * z * z + terms[1] * z + terms[2] * mp.log(y) + terms[3] + tail


def moments(found: Tables, beta: int) -> list[float]:
    """Mean, variance, skewness and excess kurtosis; the half units outside the table hold less than 1e-25."""
    lagrange, centre = cells.basis(), arb(SPLIT[beta]) / 2
    raw = [arb(1)]
    for k in range(1, 5):
        total = arb(0)
        for cell in range(LOW, HIGH):
            shift = 0 if cell < SPLIT[beta] else 1
            tail = [F - shift for F in found[cell][beta]]
            total -= cells.integral(tail, lagrange, centre, k - 1, arb(cell) / 2)
        raw.append(k * total)
    _, m, m2, m3, m4 = (mpf(x.str(40, radius=False)) for x in raw)
    var = m2 - m * m
    third, fourth = m3 - 3 * m * m2 + 2 * m**3, m4 - 4 * m * m3 + 6 * m * m * m2 - 3 * m**4
    return [float(m + SPLIT[beta] / 2), float(var), float(third / var**1.5), float(fourth / var**2 - 3)]


def tables(found: Tables) -> dict[str, Any]:
    matrix, out = cells.refinement(), {}
    for beta in (1, 2, 4):
        for side, where in sides(beta).items():
            logs = [cells.logarithms(found[cell][beta], side == "right") for cell in where]
            rows = [row for wide in logs for row in cells.narrow(wide, matrix)]
            out[f"{side}_{beta}"] = np.array(rows)
            out[f"first_{side}_{beta}"] = np.array(where[0] * cells.NARROW_IN_WIDE)
            out[f"expansion_{side}_{beta}"] = np.array([float(t) for t in getattr(expansions, side)(beta)])
        out[f"split_{beta}"] = np.array(SPLIT[beta] / 2)
        out[f"moments_{beta}"] = np.array(moments(found, beta))
    return out | {"per_unit": np.array(cells.PER_UNIT)}


def reference(points: list[float]) -> list[dict[str, Any]]:
    """log F, log(1 - F) and log F' to 25 digits at points of no cell boundary, by the other quadrature."""
    rows = []
    for s in points:
        how, h = plan(s, other=True), arb(2) ** -60
        there, above, below = (distributions(arb(s) + e, how) for e in (arb(0), h, -h))
        for beta in (1, 2, 4):
            with ctx.workprec(how.bits):
                slope = (above[beta] - below[beta]) / (2 * h)
                logs = {"logcdf": there[beta].log(), "logsf": (1 - there[beta]).log(), "logpdf": slope.log()}
                rows.append({"beta": beta, "x": s, **{k: v.str(25, radius=False) for k, v in logs.items()}})
    return rows


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--reference", type=Path, help="also write values for the tests to this JSON file")
    given = parser.parse_args()
    mp.dps, ctx.prec = 60, cells.BITS
    found = values()
    check(found)
    check_expansions()
    np.savez_compressed(TABLES, **tables(found))
    if given.reference:
        write_reference(given.reference)


def write_reference(path: Path) -> None:
    rng = np.random.default_rng(1996)
    points = [*rng.uniform(-8, 5, 24), *rng.uniform(-17, -8, 6), *rng.uniform(5, 20, 8), -19.3, -21.1, 26.7]
    path.write_text(json.dumps(reference([float(p) for p in points]), indent=0) + "\n")


if __name__ == "__main__":
    main()
