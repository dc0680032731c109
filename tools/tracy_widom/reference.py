"""Write the Tracy-Widom values that pictures of distributions are measured against (a minute)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from flint import arb, ctx

from perturb.pages.figures.distribution_reference import ROWS, TABLE
from tools.tracy_widom.determinants import distributions, plan

LOW, HIGH, COUNT = -8.5, 5.5, 400  # in the scale of the determinants


def write(path: Path) -> None:
    """The Tracy-Widom values, by the quadrature that the tables of the distributions do not use."""
    s = np.linspace(LOW, HIGH, COUNT)
    columns = []
    for t in s:
        how = plan(float(t), other=True)
        with ctx.workprec(how.bits):
            F = distributions(arb(float(t)), how)
            heads = [float(F[beta]) for beta in ROWS]
            columns.append([heads, [float(F[b] - arb(h)) for b, h in zip(ROWS, heads, strict=True)]])
    head, rest = np.array(columns).transpose(1, 2, 0)
    np.savez_compressed(path, s=s, head=head, rest=rest)


if __name__ == "__main__":
    write(TABLE)
