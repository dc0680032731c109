"""An audit: what the theorems say about the weights of a network, layer by layer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpq

from perturb.enclosure import Enclosure
from perturb.networks.files.reader import BadEntry
from perturb.networks.machine import one_thread
from perturb.networks.weights.composition import Found, Layer, is_gentle
from perturb.networks.weights.convolutions import Stretch, stretch
from perturb.networks.weights.layers import found
from perturb.networks.weights.spectra import ALPHA, Bulk, bulk
from perturb.networks.weights.values import Load, Values, fmpq_of, skew, values
from perturb.process.output import frame
from perturb.types import FloatArray

if TYPE_CHECKING:
    from pandas import DataFrame

TOLERANCE = 1e-6


@dataclass(frozen=True, eq=False)
class Skip:
    """A square layer A with a skip: values of A + rho I, and the ends of the spectrum of A + A' (tau)."""

    rho: float
    values: Values
    tau: tuple[Enclosure, Enclosure]


@dataclass(frozen=True, eq=False)
class AuditedLayer:
    """What is certified of one layer; its spectrum beside the law of Marchenko and Pastur; with its skip. Of
    a tensor that is not `known` to be a layer only what holds for its matrix is told. `gentle`: no
    activation is known to be behind it that may stretch.
    """

    name: str
    places: int
    values: Values
    rank: tuple[int, int]
    bulk: Bulk | None
    skip: Skip | None
    stretch: Stretch | None = None
    known: bool = True
    gentle: bool = True
    role: str = ""
    why: str = ""

    @property
    def part(self) -> str:
        """Its role: map where it is known to be one, else what a graph has it for, or unknown."""
        return "map" if self.known else self.role if self.role not in ("", "layer") else "unknown"

    @property
    def lipschitz(self) -> Enclosure:
        """Of the linear map, for a convolution `stretch`; with a skip that of phi(Ax) + rho x for every phi
        that stretches nothing, [|rho| - |A|, |rho| + |A|].

        The norm of A + rho I bounds no skip around an activation: A = -I, rho = 1 has the norm 0, and
        ReLU(-x) + x moves. Of a tensor whose role is unknown there is no map, and no end; nor of a skip
        around an activation that may stretch.
        """
        if not self.known or (self.skip is not None and not self.gentle):
            return Enclosure()
        norm = self.values.largest if self.stretch is None else self.stretch.norm
        if norm.hi is None or self.skip is None:
            return norm
        rho = abs(fmpq_of(self.skip.rho))
        return Enclosure(max(rho - norm.hi, fmpq(0)), rho + norm.hi, trusts=norm.trusts)


@dataclass(frozen=True)
class Unread:
    """A layer of which nothing is said, and why: an entry that is not finite."""

    name: str
    why: str


@dataclass(frozen=True, eq=False)
class Audit:
    """The layers in their order, tensors that are none, what was guessed, layers that are not finite, which
    are among the others, too, and `breaks`: why the layers one after the other are not the network.
    """

    layers: tuple[AuditedLayer, ...]
    others: tuple[tuple[str, str], ...]
    guessed: tuple[str, ...]
    unread: tuple[str, ...] = ()
    breaks: tuple[str, ...] = ()

    @property
    def lipschitz(self) -> Enclosure:
        """[0, the product of the layers' norms]: an upper bound for activations that stretch nothing; without
        an end where a layer is not finite, and where the layers are not known to be the network.
        """
        top: Any = None if self.unread or self.breaks else fmpq(1)
        for layer in self.layers:
            high = layer.lipschitz.hi
            top = None if top is None or high is None else top * high
        return Enclosure(fmpq(0), top, trusts=frozenset({"weyl", "ostrowski"}))

    def rows(self) -> list[dict[str, Any]]:
        """A mapping of plain values a layer, for tables and JSON."""
        return [_row(layer) for layer in self.layers]

    def to_frame(self) -> DataFrame:
        """A pandas table, a layer a row. ImportError that names the extra."""
        return frame(self.rows())


def audit(
    layers: Any,
    settings: Mapping[str, Any] | None = None,
    *,
    tolerance: float = TOLERANCE,
    alpha: float = ALPHA,
    seen: Callable[[AuditedLayer], None] | None = None,
) -> Audit:
    """What holds for the weights of a network: certified numbers, and laws beside them.

    `layers` is a file of weights, a mapping of names to arrays, or a sequence of arrays, a network in its
    order; `settings` are those of `perturb.networks.weights.layers.found`. Nothing is said of a whole
    network where no order is declared and no graph has one. `tolerance` is that of the rank, relative to
    s_1; `alpha` is the chance that the largest value of independent entries is called an outlier. `seen` is
    told of each layer as soon as it is done. BadWeights for weights that cannot be read, ValueError for the
    other arguments.
    """
    there = found(layers, settings)
    done, unread = [], []
    for one in audited(there, tolerance, alpha):
        if isinstance(one, Unread):
            unread.append(one)
            continue
        done.append(one)
        if seen is not None:
            seen(one)
    return together(there, done, unread)


def audited(
    there: Found, tolerance: float = TOLERANCE, alpha: float = ALPHA
) -> Iterator[AuditedLayer | Unread]:
    """One layer after the other, of which only one is in memory; one that is not finite hides no other."""
    for layer in there.layers:
        try:
            yield _audited(layer, tolerance, alpha)
        except BadEntry as error:
            yield Unread(layer.name, str(error).removeprefix(f"{layer.name}: "))


def together(there: Found, done: Sequence[AuditedLayer], unread: Sequence[Unread]) -> Audit:
    """BadEntry where no layer is finite."""
    if unread and not done:
        raise BadEntry(f"{unread[0].name}: {unread[0].why}")
    others = (*there.others, *((one.name, one.why) for one in unread))
    names = tuple(one.name for one in unread)
    return Audit(tuple(done), others, there.guessed, names, there.breaks)


@one_thread()
def _audited(layer: Layer, tolerance: float, alpha: float) -> AuditedLayer:
    spectrum = values(layer.load)
    skip = None if layer.skip is None else _with_skip(layer.load, layer.skip)
    return AuditedLayer(
        layer.name,
        layer.places,
        spectrum,
        spectrum.rank(tolerance),
        bulk(spectrum, alpha),
        skip,
        None if layer.convolution is None else stretch(layer.load, layer.convolution, spectrum),
        layer.known,
        is_gentle(layer.activation),
        layer.role,
        layer.why,
    )


def _with_skip(load: Load, rho: float) -> Skip:
    """A + rho I is rounded on the diagonal, by at most u |s| a place: Weyl's inequality lets that through."""
    largest = 0.0

    def shifted() -> FloatArray:
        nonlocal largest
        S = load()
        S[np.diag_indices(len(S))] += rho
        largest = float(np.abs(S.diagonal()).max())
        return S

    found = values(shifted)
    wider = Values(found.shape, found.values, found.radius + 2.0**-52 * largest, found.norm)
    return Skip(rho, wider, skew(load))


def _row(layer: AuditedLayer) -> dict[str, Any]:
    own = layer.values
    row: dict[str, Any] = {"layer": layer.name, "role": layer.part, "why": layer.why}
    row |= {"m": own.shape[0], "n": own.shape[1], "places": layer.places}
    for name, x in (
        ("s_1", own.largest),
        ("s_min", own.smallest),
        ("kappa", own.condition),
        ("frobenius", own.frobenius),
        ("stable_rank", own.stable_rank),
        ("lipschitz", layer.lipschitz),
    ):
        row[f"{name}_low"], row[f"{name}_high"] = x.floats
    row["rank_low"], row["rank_high"] = layer.rank
    if layer.stretch is not None:
        row["stretch"] = layer.stretch.how
        if layer.stretch.least is not None:
            row["map_s_min_low"], row["map_s_min_high"] = layer.stretch.least.floats
    if (law := layer.bulk) is not None:
        row |= {"mp_ratio": law.ratio, "mp_variance": law.variance, "mp_distance": law.distance[1]}
        row |= {"outliers_low": law.outliers[0], "outliers_high": law.outliers[1], "edge": law.edge}
        row |= {"edge_tail": law.tail, "alpha": law.alpha}
    if layer.skip is not None:
        row |= {"rho": layer.skip.rho, "skip_s_1_high": layer.skip.values.largest.floats[1]}
        row |= {"skip_s_min_low": layer.skip.values.smallest.floats[0]}
        row |= {"tau_low": layer.skip.tau[0].floats[0], "tau_high": layer.skip.tau[1].floats[1]}
    return row
