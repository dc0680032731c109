"""How often singular values increase, and the condition number decreases, steadily with rho (Figure 8)."""

from __future__ import annotations

from functools import reduce
from operator import and_

import numpy as np

from perturb.laws.ensembles.ends import Extent
from perturb.laws.ensembles.truth import Span, Truth, at_most, less
from perturb.statements.experiment import Bins, Experiment, Probability
from simulations.riedi2022.source import CERTIFIED, PAPER
from simulations.riedi2022.toy import realisations
from simulations.riedi2022.toy_certified import Path, PlainPath, decided, regions
from theorems.riedi2022 import RIEDI

RHO = np.linspace(0.0, 1.0, 41)
STEPS = [(k, k + 1) for k in range(len(RHO) - 1)]
ENDS = [(0, len(RHO) - 1)]
SYMBOLS = {
    "s_1 up": r"s_1(\rho)\ \mathrm{increases}",
    "s_* up": r"s_*(\rho)\ \mathrm{increases}",
    "all up": r"s_1(\rho), \ldots, s_n(\rho)\ \mathrm{increase}",
    "kappa down": r"\kappa(\rho)\ \mathrm{decreases}",
    "kappa less": r"\kappa(1) < \kappa(0)",
    "one region": r"D_2\ \mathrm{does\ not\ depend\ on\ } \rho",
    "s_1 up, (44)": r"(44):\ s_1(\rho)\ \mathrm{increases}",
    "kappa down, (44)": r"(44):\ \kappa(\rho)\ \mathrm{decreases}",
    "kappa less, (44)": r"(44):\ \kappa(1) < \kappa(0)",
    "gain": r"\log_{10}(\kappa(0) / \kappa(1))",
}


def first_rises(a, b):
    return at_most(a.largest, b.largest)


def last_rises(a, b):
    return at_most(a.smallest, b.smallest)


def kappa_falls(a, b):
    return at_most(b.largest * a.smallest, a.largest * b.smallest)


def kappa_is_less(a, b):
    return less(b.largest * a.smallest, a.largest * b.smallest)


def all_rise(a, b):
    return reduce(and_, (at_most(x, y) for x, y in zip(a, b, strict=True)))


def of_all(relation):
    """Of extremes, on all singular values."""
    return lambda a, b: relation(Extent(a[0], a[-1]), Extent(b[0], b[-1]))


def between(one, pairs):
    """The spans at the first and at the second place of each pair."""
    first, second = np.transpose(pairs)
    return Span(one.lo[:, first], one.hi[:, first]), Span(one.lo[:, second], one.hi[:, second])


def every(truth, sure):
    """All pairs of a draw, open where a region of it is uncertain."""
    return Truth(truth.yes.all(axis=1) & sure, truth.no.any(axis=1) & sure)


def compared(relation, path, extents, pairs):
    """A relation of extremes between both places of all pairs, draw by draw."""
    ends = zip(*(between(one, pairs) for one in extents), strict=True)
    found = decided(relation(*(Extent(*one) for one in ends)), of_all(relation), path, pairs)
    return every(found, path.found.sure)


def all_up(path, ends):
    """Where neither the first nor the last is known to fall, all singular values are looked at."""
    no = np.repeat(ends.no[:, None], len(STEPS), axis=1)
    return every(decided(Truth(np.zeros_like(no), no), all_rise, path, STEPS), path.found.sure)


def steadily(n, draws, rng):
    """On a grid of 41 rho: what falls on it does not increase; a rise on it may hide a fall between.

    The events are certified; so are the regions, and a draw near a boundary of one would be open.
    """
    toy = realisations(n, draws, rng)
    found = regions(toy, RHO)
    path, plain = Path(toy, RHO, found), PlainPath(toy, RHO, found)
    own, other = path.extents(), plain.extents()
    first, last = compared(first_rises, path, own, STEPS), compared(last_rises, path, own, STEPS)
    truths = {
        "s_1 up": first,
        "s_* up": last,
        "all up": all_up(path, first & last),
        "kappa down": compared(kappa_falls, path, own, STEPS),
        "kappa less": compared(kappa_is_less, path, own, ENDS),
        "one region": Truth(*(x & found.sure for x in one_region(found.D_2))),
        "s_1 up, (44)": compared(first_rises, plain, other, STEPS),
        "kappa down, (44)": compared(kappa_falls, plain, other, STEPS),
        "kappa less, (44)": compared(kappa_is_less, plain, other, ENDS),
    }
    s = np.linalg.svd(path.matrices[:, list(ENDS[0])], compute_uv=False)
    kappa = s[..., 0] / s[..., -1]
    return {name: truth.column() for name, truth in truths.items()} | {
        "gain": np.log10(kappa[:, 0] / kappa[:, 1])
    }


def one_region(D_2):
    same = (D_2[:, :1] == D_2).all(axis=(1, 2))
    return same, ~same


FIG_8_STEADILY = Experiment(
    name="riedi2022/fig-8-steadily",
    title="Does the condition number of the toy network fall steadily with rho?",
    source=f"{PAPER}, equation (158), Figure 8 and the claims in its caption",
    paper=RIEDI,
    covers=tuple(f"riedi2022/fig-8.{part}" for part in ("inc", "dec", "narrow", "ecc")),
    speaks={
        "riedi2022/fig-8.inc": ("all up",),
        "riedi2022/fig-8.dec": ("kappa down",),
        "riedi2022/fig-8.narrow": ("s_1 up", "s_* up"),
        "riedi2022/fig-8.ecc": ("kappa less",),
    },
    statistic=steadily,
    symbol=SYMBOLS,
    sizes=(6, 12),
    draws=2_000,
    full=100_000,
    bins={name: Bins(-2.5, 3.5, 60) if name == "gain" else Probability(0.95, ">=") for name in SYMBOLS},
    marks={"gain": {"no gain": 0.0}},
    cost=lambda n: 41 * (5 + 0.2 * n**2),
    note=(
        'The verdicts are on "with probability at least 0.95". '
        'Realisations of the network of Figure 8 (n is its width, 6 in the source). "Steadily" is the rare '
        "case, for the network itself and for the form (44) alike. What is typical is the comparison of the "
        "two ends: the condition number at $\\rho = 1$ is usually below that at 0, not always." + CERTIFIED
    ),
    seed=8,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(FIG_8_STEADILY)
