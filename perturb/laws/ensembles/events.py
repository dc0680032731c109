"""Events of random matrices, decided: in float64 where certified ends leave no doubt, else in balls.

An event is written once, with `at_most`, `less`, `&` and `|`, in extreme values and constants; it is read on
spans, for all draws at once, and draw by draw on balls where that leaves it open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np
from flint import arb, ctx

from perturb.laws.ensembles.ends import EitherEnd, Extent
from perturb.laws.ensembles.truth import Number, Truth, constant
from perturb.types import AnyArray, FloatArray

Extremes = Extent | EitherEnd | tuple[Number, ...]
Constants = Callable[[], Mapping[str, arb]]
Events = Callable[..., Mapping[str, Truth]]

# Precisions in bits; beyond MANY rows only the first, as balls of more bits then take minutes a matrix.
BITS, MANY = (53, 106, 212, 424), 40


class Spectrum(Protocol):
    """What events are asked of: the spectra of samples A, shape (draws, m, n), known as well as it takes.

    Both give the numbers that an event names: `spans` between certified floats, for all draws at once;
    `balls` of one draw, at the working precision, closer the more bits there are. Neither may leave a number
    out of its bounds. `ends` has all that there are: Singular, Symmetric, Squares.
    """

    @property
    def A(self) -> FloatArray: ...
    @property
    def spans(self) -> Extremes: ...
    def balls(self, k: int) -> Extremes: ...


def settled(events: Events, spectra: Mapping[str, Spectrum], constants: Constants) -> dict[str, AnyArray]:
    """A column of shape (draws,) for each event: booleans, or 0, 1 and OPEN where balls leave some open.

    events(**extents, **constants) -> Truth by name; its arguments are an `Extent` for each of `spectra` and
    the constants, which are made anew at each precision.
    """
    with ctx.workprec(BITS[1]):
        known = {name: constant(x) for name, x in constants().items()}
    found = dict(events(**{name: one.spans for name, one in spectra.items()}, **known))
    for k in np.flatnonzero(np.any([truth.open for truth in found.values()], axis=0)):
        _in_balls(found, int(k), events, spectra, constants)
    return {name: truth.column() for name, truth in found.items()}


def holds(
    event: Callable[..., Truth], spectra: Mapping[str, Spectrum], constants: Constants = dict
) -> AnyArray:
    """The column of one event alone."""
    return settled(lambda **known: {"": event(**known)}, spectra, constants)[""]


def _in_balls(
    found: Mapping[str, Truth],
    k: int,
    events: Events,
    spectra: Mapping[str, Spectrum],
    constants: Constants,
) -> None:
    """Fill in what the balls of one draw decide."""
    rows = max(one.A.shape[1] for one in spectra.values())
    for bits in BITS if rows <= MANY else BITS[:1]:
        with ctx.workprec(bits):
            extents = {name: one.balls(k) for name, one in spectra.items()}
            closer = events(**extents, **constants())
        for name, truth in found.items():
            truth.yes[k] |= closer[name].yes
            truth.no[k] |= closer[name].no
        if not any(truth.open[k] for truth in found.values()):
            return
