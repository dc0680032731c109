"""What a run leaves: counts, moments and distances, merged chunk by chunk in a fixed order."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perturb.montecarlo.plan import Experiment
from perturb.stats.bands import sup_distance

FloatArray = NDArray[np.float64]

# Values kept at each size for exact distances (8 MB); beyond it the distances are not computed.
KEEP = 1_000_000


@dataclass(frozen=True)
class SizeResult:
    """One size: `counts` per bin, `below` and `above` the bins, moments, and sup distances by law name.

    `variance` has the divisor draws - 1 (NaN for one draw). `sample` is in draw order, and None after a
    record was read back or when more than KEEP values were drawn; then `distances` may be empty.
    """

    n: int
    draws: int
    counts: tuple[int, ...]
    below: int
    above: int
    mean: float
    variance: float
    smallest: float
    largest: float
    distances: dict[str, float]
    sample: FloatArray | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Results:
    """All sizes of one run. An interrupted run equals a run with fewer draws."""

    experiment: str
    fingerprint: str
    seed: int
    sizes: tuple[SizeResult, ...]
    interrupted: bool = False

    def record(self) -> dict[str, Any]:
        """Plain data for JSON, without the samples; `Results.from_record` is the way back."""
        record = asdict(self)
        for size in record["sizes"]:
            del size["sample"]
        return record

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Results:
        sizes = tuple(SizeResult(**{**size, "counts": tuple(size["counts"])}) for size in record["sizes"])
        return cls(**{**record, "sizes": sizes})


@dataclass(frozen=True)
class Accumulator:
    """Merges chunks of one size; the result depends on their order, so feed them in index order.

    A value, not a thing that changes: an interruption falls before or after a chunk, never inside one.
    """

    experiment: Experiment
    n: int
    draws: int = 0
    mean: float = 0.0
    squares: float = 0.0
    smallest: float = math.inf
    largest: float = -math.inf
    counts: tuple[int, ...] = ()
    kept: tuple[FloatArray, ...] = ()

    def add(self, values: FloatArray) -> Accumulator:
        """With one more chunk; the moments by the stable update of Chan, Golub and LeVeque (1979)."""
        m, mean = len(values), float(values.mean())
        shift, total = mean - self.mean, self.draws + m
        within = float(((values - mean) ** 2).sum())
        return replace(
            self,
            draws=total,
            mean=self.mean + shift * m / total,
            squares=self.squares + within + shift**2 * self.draws * m / total,
            smallest=min(self.smallest, float(values.min())),
            largest=max(self.largest, float(values.max())),
            counts=self._counts(values),
            kept=(*self.kept, values) if total <= KEEP else (),
        )

    def _counts(self, values: FloatArray) -> tuple[int, ...]:
        """Below, each bin, above."""
        bins = self.experiment.bins
        place = np.searchsorted(bins.edges(), values, side="right")
        new = np.bincount(place, minlength=bins.number + 2).tolist()
        return tuple(map(sum, zip(self.counts, new, strict=True))) if self.counts else tuple(new)

    def result(self) -> SizeResult:
        sample = np.concatenate(self.kept) if self.draws <= KEEP else None
        laws = self.experiment.laws() if sample is not None else ()
        return SizeResult(
            n=self.n,
            draws=self.draws,
            counts=self.counts[1:-1],
            below=self.counts[0],
            above=self.counts[-1],
            mean=self.mean,
            variance=self.squares / (self.draws - 1) if self.draws > 1 else math.nan,
            smallest=self.smallest,
            largest=self.largest,
            distances={law.name: sup_distance(sample, law.cdf) for law in laws if sample is not None},
            sample=sample,
        )
