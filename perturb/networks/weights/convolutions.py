"""How far a convolution stretches: bounds of the norm of its linear map, certified from both sides.

K is the kernel, K_j (outputs x inputs) its matrix at place j of the window, |K| the norm of all of them side
by side; with groups each is a convolution of its own, and the map has the largest of their norms.

 1. Patches: an output is K times a patch of the input, so that |Cx|^2 <= |K|^2 sum |patch|^2, which is at
    most |K|^2 t |x|^2 if no entry lies in more than t patches; t is the product of ceil(k gcd(s, d) / s) for
    windows of k, stride s and dilation d. An input that lives on one patch, where there is room for one,
    gives |C| >= |K|.
 2. Frequencies: a convolution of stride 1 with zeros around its input is a part of that of all of Z^d, whose
    norm is the largest of |K^(w)|, K^(w) = sum_j K_j e^(-i w j); a stride leaves outputs out, a dilation
    makes several of it. u' K^(w) v is a trigonometric polynomial whose frequencies span k - 1 in each
    direction. Next to where its real part (times a unit) is largest, M, this is at least M cos((k - 1) t / 2)
    at a distance t (M. Riesz), so that a grid of N > k - 1 points has M cos(pi (k - 1) / (2 N)) in each
    direction (Ehlich and Zeller, Math. Z. 86, 1964). So |C| <= max over the grid / product of cosines, for
    every size of the input.
 3. Circular: on N points the map of stride 1 is K^ at the frequencies 2 pi f / N, block by block, in an
    orthonormal basis: its singular values are theirs.

The blocks are computed from cosines and sines of angles reduced to a turn: each has an error of at most 64 u,
and sums of t terms one of g_t, which Weyl's inequality lets through. A complex block is the real one of
twice its size with each of its singular values twice.

Where the input is declared, a lower bound is what the map does to one input, found by iteration and then
certified. Zeros around the input only add outputs, so that the outputs of whole windows bound the map from
below. With t terms of a sum, |fl(Cx) - Cx| <= g_t | |K| * |x| | <= g_t sqrt(overlap) |K|_F |x| (Higham,
Accuracy and Stability, 2002, (3.13); a convolution with |K| is bounded as any other): |C| >= (|fl(Cx)| -
that) / |x|.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from flint import fmpq

from perturb.enclosure import Enclosure
from perturb.laws.ensembles.certified import UP, U
from perturb.networks.weights.values import TRUSTS, Values, fmpq_of, values
from perturb.types import FloatArray

CALL = 4e5  # operations in the time of a call
BUDGET, DECLARED = 2e10, 2e12  # operations for the blocks of one layer; of one whose input is declared
ROUNDS = 30


@dataclass(frozen=True)
class Convolution:
    """How a kernel moves over its input. `padding` is "zeros", however many, or "circular"; `sizes` are those
    of the input without its channels, None for every size.
    """

    window: tuple[int, ...]
    stride: tuple[int, ...]
    dilation: tuple[int, ...]
    groups: int = 1
    padding: str = "zeros"
    sizes: tuple[int, ...] | None = None

    @property
    def overlap(self) -> int:
        """Patches that an entry of the input lies in, at most. Where a circle is no multiple of the stride,
        its ends are nearer to each other.
        """
        if self.padding == "circular" and (
            self.sizes is None or any(n % s for n, s in zip(self.sizes, self.stride, strict=True))
        ):
            return math.prod(self.window)
        around = zip(self.window, self.stride, self.dilation, strict=True)
        return math.prod(-(-k * math.gcd(s, d) // s) for k, s, d in around)


@dataclass(frozen=True, eq=False)
class Stretch:
    """Bounds of the norm of the linear map, of its least singular value where they are known, how, and
    `where`: if the sizes of its input are not known, that from below is of an input with room for a window.
    """

    norm: Enclosure
    least: Enclosure | None
    how: str
    where: str = ""


def stretch(load: Callable[[], FloatArray], there: Convolution, known: Values | None = None) -> Stretch:
    """Of a kernel, outputs x (inputs of a group * places), in the order of the places of the window; `known`
    are its singular values as a matrix, where they are.
    """
    parts = [_group(load, there, g) for g in range(there.groups)]
    own = [known] if known is not None and there.groups == 1 else [values(part) for part in parts]
    low = max(fmpq_of(float(one.low[0])) for one in own)
    top = fmpq_of(float(max(one.high[0] for one in own))) * _root(there.overlap)
    how = "by the patches that overlap"
    if there.padding == "circular" and there.sizes is not None and max(there.stride) == 1:
        grid = there.sizes
        if _work(there, own[0].shape, grid) <= DECLARED:
            return _circular(parts, there, grid)
    if there.sizes is not None and not _room(there, there.sizes):
        low = fmpq(0)
    elif there.sizes is not None and max(there.stride) == 1 and there.padding == "zeros":
        low = max(low, *(_tried(part, there, there.sizes) for part in parts))
    fitting = _fitting(there, own[0].shape)
    if fitting is not None and there.padding == "zeros":
        at_once = Convolution(there.window, there.stride, (1,) * len(there.window), there.groups)
        most = max(fmpq_of(float(one.high[0])) for part in parts for one in _blocks(part, at_once, fitting))
        slack = math.prod(
            math.cos(math.pi * (k - 1) / (2 * n)) for k, n in zip(there.window, fitting, strict=True)
        )
        found = most / fmpq_of(slack * (1 - 2.0**-40))
        if found < top:
            top, how = found, f"by frequencies on a grid of {' x '.join(map(str, fitting))}"
    small = there.sizes is not None or math.prod(there.window) == 1
    room = "" if small else ", from below where a window has room"
    return Stretch(Enclosure(min(low, top), top, trusts=TRUSTS | {"ehlich-zeller"}), None, how, room)


def _circular(parts: list[Callable[[], FloatArray]], there: Convolution, grid: tuple[int, ...]) -> Stretch:
    """The largest and the least value of all blocks."""
    blocks = (one for part in parts for one in _blocks(part, there, grid))
    table = np.array([(one.low[0], one.high[0], one.low[-1], one.high[-1]) for one in blocks])
    ends = [fmpq_of(float(x)) for x in (*table[:, :2].max(axis=0), *table[:, 2:].min(axis=0))]
    norm, least = (Enclosure(low, high, trusts=TRUSTS) for low, high in (ends[:2], ends[2:]))
    return Stretch(norm, least, f"exactly, circular on {' x '.join(map(str, grid))}")


def _group(load: Callable[[], FloatArray], there: Convolution, g: int) -> Callable[[], FloatArray]:
    def part() -> FloatArray:
        K = load()
        rows = len(K) // there.groups
        return K if there.groups == 1 else K[g * rows : (g + 1) * rows].copy()

    return part


def _blocks(load: Callable[[], FloatArray], there: Convolution, grid: tuple[int, ...]) -> Iterator[Values]:
    """The singular values of K^ at half of the frequencies of a grid: their negatives have the same."""
    K = load()
    kernel = K.reshape(len(K), -1, math.prod(there.window))
    size = float(np.sqrt(np.square(K).sum()))
    places = [
        tuple(j * d for j, d in zip(at, there.dilation, strict=True))
        for at in product(*map(range, there.window))
    ]
    off = UP * (len(places) + 72) * U * 2 * size * math.sqrt(len(places))
    for f in product(*map(range, grid)):
        if f > tuple(-x % n for x, n in zip(f, grid, strict=True)):
            continue
        turns = np.array([_turn(f, at, grid) for at in places])
        real, imaginary = kernel @ np.cos(2 * np.pi * turns), kernel @ np.sin(2 * np.pi * turns)
        doubled = bool(imaginary.any())
        block = np.block([[real, imaginary], [-imaginary, real]]) if doubled else real
        found = values(block)
        step = 2 if doubled else 1
        yield Values(real.shape, found.values[::step], found.radius[::step] + off, found.norm)


def _tried(load: Callable[[], FloatArray], there: Convolution, sizes: tuple[int, ...]) -> fmpq:
    K = load()
    if 4.0 * ROUNDS * K.size * math.prod(sizes) > BUDGET:
        return fmpq(0)
    return fmpq_of(at_least(K.reshape(len(K), -1, *there.window), there.dilation, sizes, there.overlap))


def _turn(f: tuple[int, ...], at: tuple[int, ...], grid: tuple[int, ...]) -> float:
    """The angle of e^(i w j) as a part of a turn."""
    return sum((x * p % n) / n for x, p, n in zip(f, at, grid, strict=True)) % 1.0


def _room(there: Convolution, sizes: tuple[int, ...]) -> bool:
    """For a whole window."""
    around = zip(there.window, there.dilation, sizes, strict=True)
    return all(d * (k - 1) < n for k, d, n in around)


def _fitting(there: Convolution, shape: tuple[int, ...]) -> tuple[int, ...] | None:
    """The finest grid that there is time for, from 8 k down to 2 k points; None where there is none."""
    for finer in (8, 4, 2):
        grid = tuple(finer * k if k > 1 else 1 for k in there.window)
        if _work(there, shape, grid) <= BUDGET:
            return grid
    return None


def _work(there: Convolution, shape: tuple[int, ...], grid: tuple[int, ...]) -> float:
    rows, columns = shape[0], shape[1] // math.prod(there.window)
    return there.groups * math.prod(grid) * (80.0 * rows * columns * min(rows, columns) + CALL)


def _root(overlap: int) -> fmpq:
    return fmpq_of(float(np.nextafter(np.sqrt(overlap), np.inf))) if overlap > 1 else fmpq(1)


def at_least(kernel: FloatArray, dilation: tuple[int, ...], sizes: tuple[int, ...], overlap: int) -> float:
    """A lower bound of the norm on inputs of these sizes; kernel: outputs x inputs x window, stride 1."""
    window = kernel.shape[2:]
    outs = tuple(n - d * (k - 1) for n, d, k in zip(sizes, dilation, window, strict=True))
    x = np.random.default_rng(0).standard_normal((kernel.shape[1], *sizes))
    for _ in range(ROUNDS):
        y = np.zeros((len(kernel), *outs))
        for j in product(*map(range, window)):
            y += np.tensordot(_at(kernel, j), x[_part(j, dilation, outs)], 1)
        x, before = np.zeros_like(x), x
        for j in product(*map(range, window)):
            x[_part(j, dilation, outs)] += np.tensordot(_at(kernel, j).T, y, 1)
        x /= max(_norm(x), 2.0**-500)
    terms = kernel.shape[1] + int(np.prod(window)) + 2
    off = terms * U * UP**2 * np.sqrt(overlap) * _norm(kernel) * _norm(before)
    size = _norm(before)
    if not size > 2.0**-200:
        return 0.0
    room = 1 + 2 * (before.size + y.size + 16) * U  # of the two norms, each a sum in any order
    return max(float((_norm(y) - off * room) / size / room), 0.0)


def _at(kernel: FloatArray, j: tuple[int, ...]) -> FloatArray:
    place: Any = (..., *j)
    return np.asarray(kernel[place])


def _part(j: tuple[int, ...], dilation: tuple[int, ...], outs: tuple[int, ...]) -> tuple[slice, ...]:
    """What the place j of the window sees."""
    around = zip(j, dilation, outs, strict=True)
    return (slice(None), *(slice(at * d, at * d + n) for at, d, n in around))


def _norm(x: FloatArray) -> float:
    return float(np.sqrt(np.square(x).sum()))
