"""Dense layers on numpy arrays, single (a weight A) or double (factors W and M, A = WM), and stacks of them.

Of double layers x -> ReLU(WMx + b): how many parameters they have, and how Definition 15 initialises them.
S. Dittmer, E. J. King and P. Maass, Singular values for ReLU layers (2019), (28) and Definition 15.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from perturb.networks.relu.arguments import listed, seeded, whole
from perturb.types import FloatArray, IntArray

ACTIVATIONS: dict[str, Callable[[FloatArray], FloatArray]] = {
    "relu": lambda t: np.maximum(t, 0),
    "abs": np.abs,
    "tanh": np.tanh,
    "identity": lambda t: t,
}


@dataclass(frozen=True, eq=False)
class Dense:
    """x -> Ax + b, A of shape (m, n): `factors` is (A,) or (W, M), of shapes (m, k) and (k, n)."""

    factors: tuple[FloatArray, ...]
    bias: FloatArray

    @cached_property
    def weight(self) -> FloatArray:
        return self.factors[0] if len(self.factors) == 1 else self.factors[0] @ self.factors[1]

    @property
    def shape(self) -> tuple[int, int]:
        return self.factors[0].shape[0], self.factors[-1].shape[1]

    @property
    def parameters(self) -> int:
        """mn + m for a single layer, k(m + n) + m for a double one."""
        return sum(factor.size for factor in self.factors) + self.bias.size

    @cached_property
    def svd(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """U (m, r), the singular values (r,), decreasing, and V' (r, n), with r = min(m, n) or, if less, k.

        Of a double layer through QR of both factors: WM itself would give zeros beyond k as numbers of
        rounding size.
        """
        m, n = self.shape
        if len(self.factors) == 1 or self.factors[1].shape[0] >= min(m, n):
            return np.linalg.svd(self.weight, full_matrices=False)
        left, above = np.linalg.qr(self.factors[0])
        right, below = np.linalg.qr(self.factors[1].T)
        U, values, Vt = np.linalg.svd(above @ below.T)
        return left @ U, values, Vt @ right.T

    @property
    def rank(self) -> int:
        """How many singular values exceed max(m, n) s_1 eps, as numpy.linalg.matrix_rank counts them."""
        values = self.svd[1]
        if not values.size:
            return 0
        return int((values > max(self.shape) * np.finfo(np.float64).eps * values[0]).sum())

    def cut(self, rank: int) -> Dense:
        """The double layer with the first `rank` singular values: W = U sqrt(S), M = sqrt(S) V'."""
        U, values, Vt = self.svd
        roots = np.sqrt(values[:rank])
        return Dense((U[:, :rank] * roots, roots[:, None] * Vt[:rank]), self.bias)

    def __call__(self, x: FloatArray) -> FloatArray:
        """The images of a batch (N, n), through M first: never slower than through WM where k is small."""
        for factor in reversed(self.factors):
            x = x @ factor.T
        return x + self.bias


@dataclass(frozen=True, eq=False)
class DenseStack:
    """Dense layers with an activation between them, none behind the last: its outputs are logits."""

    layers: tuple[Dense, ...]
    activation: str = "relu"

    @property
    def parameters(self) -> int:
        return sum(layer.parameters for layer in self.layers)

    @property
    def ranks(self) -> tuple[int, ...]:
        return tuple(layer.rank for layer in self.layers)

    @property
    def widths(self) -> tuple[int, ...]:
        """Of the input and of every layer."""
        return (self.layers[0].shape[1], *(layer.shape[0] for layer in self.layers))

    def __call__(self, x: FloatArray, start: int = 0) -> FloatArray:
        """Logits (N, classes) of inputs (N, n) of layer `start`."""
        for layer in self.layers[start:-1]:
            x = ACTIVATIONS[self.activation](layer(x))
        return self.layers[-1](x)

    def inputs(self, x: FloatArray) -> list[FloatArray]:
        """What each layer sees of a batch (N, n)."""
        seen = [x]
        for layer in self.layers[:-1]:
            seen.append(ACTIVATIONS[self.activation](layer(seen[-1])))
        return seen

    def with_layer(self, index: int, layer: Dense) -> DenseStack:
        return replace(self, layers=(*self.layers[:index], layer, *self.layers[index + 1 :]))


Network = DenseStack | Sequence[Any]


def dense_stack(network: Network, activation: str = "relu") -> DenseStack:
    """A network as pairs (weight, bias) from input to output; a weight is an array (m, n) or a pair (W, M).

    ValueError that names the layer (from 0) for anything else: other shapes, widths that do not fit, numbers
    that are not finite; and for an activation that is not one of ACTIVATIONS.
    """
    if isinstance(network, DenseStack):
        return network
    if activation not in ACTIVATIONS:
        raise ValueError(f"activation = {activation!r} is none of {', '.join(ACTIVATIONS)}")
    if isinstance(network, (str, np.ndarray)) or not isinstance(network, Iterable):
        raise ValueError(f"network = {network!r} is not a list of layers (weight, bias)")
    layers = tuple(_dense(part, f"network: layer {i}") for i, part in enumerate(network))
    if not layers:
        raise ValueError("network = [] has no layer")
    for i, (before, after) in enumerate(pairwise(layers)):
        if before.shape[0] != after.shape[1]:
            raise ValueError(
                f"network: layer {i} has {before.shape[0]} outputs, layer {i + 1} {after.shape[1]} inputs"
            )
    return DenseStack(layers, activation)


def _dense(part: Any, name: str) -> Dense:
    if isinstance(part, Dense):
        return part
    if isinstance(part, (str, np.ndarray)) or not isinstance(part, Sequence) or len(part) != 2:
        raise ValueError(f"{name} is {_short(part)}, not a pair (weight, bias)")
    weight, bias = part
    double = isinstance(weight, tuple)
    factors = tuple(_numbers(w, 2, f"{name}: weight") for w in (weight if double else (weight,)))
    if double and (len(factors) != 2 or factors[0].shape[1] != factors[1].shape[0]):
        raise ValueError(f"{name}: factors of shapes {[f.shape for f in factors]} have no product WM")
    b = _numbers(bias, 1, f"{name}: bias")
    if not b.size or not factors[-1].shape[1]:
        raise ValueError(f"{name} has no output or no input")
    if b.shape != factors[0].shape[:1]:
        raise ValueError(f"{name}: bias of shape {b.shape} for {factors[0].shape[0]} outputs")
    return Dense(factors, b)


def _numbers(value: Any, dimensions: int, name: str) -> FloatArray:
    try:
        array = np.array(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} = {_short(value)} is not an array of numbers") from None
    if array.ndim != dimensions:
        raise ValueError(f"{name} has shape {array.shape}, not {dimensions} dimension(s)")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} holds {array[~np.isfinite(array)][0]}, which is not finite")
    return array


def _short(value: object) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def labelled(network: DenseStack, data: Any) -> tuple[FloatArray, IntArray]:
    """Data (X, y): inputs (N, n) that the network takes, and N class numbers below its number of outputs.

    ValueError that names the argument and what is wrong with it.
    """
    if not isinstance(data, Sequence) or isinstance(data, str) or len(data) != 2:
        raise ValueError(f"data = {_short(data)} is not a pair (inputs, labels)")
    X, y = _numbers(data[0], 2, "data: inputs"), np.asarray(data[1])
    if X.shape[1] != network.widths[0]:
        raise ValueError(f"data: inputs of width {X.shape[1]} for a network of width {network.widths[0]}")
    if not X.shape[0]:
        raise ValueError("data: there are no inputs")
    if y.shape != X.shape[:1]:
        raise ValueError(f"data: labels of shape {y.shape} for {X.shape[0]} inputs")
    if y.dtype.kind not in "iu" or y.min() < 0 or y.max() >= network.widths[-1]:
        raise ValueError(f"data: labels must be integers from 0 to {network.widths[-1] - 1}")
    return X, y


def accuracy(logits: FloatArray, y: IntArray) -> float:
    """The share of the inputs whose class has the largest logit; of equal ones the first counts."""
    return float((logits.argmax(axis=1) == y).mean())


def cross_entropy(logits: FloatArray, y: IntArray) -> float:
    """The mean over the inputs of log(sum exp(logits)) minus the logit of the class."""
    top = logits.max(axis=1)
    total = np.log(np.exp(logits - top[:, None]).sum(axis=1)) + top
    return float((total - logits[np.arange(y.size), y]).mean())


def parameter_count(widths: Sequence[int], ranks: Sequence[int | None] | None = None) -> int:
    """Weights and biases of dense layers between `widths`, the input first.

    A layer from n to m with rank None has mn + m, a double one of rank k has k(m + n) + m: less for k <
    mn/(m + n), and only then. ValueError for widths below 1, or ranks that are not between 0 and min(m, n).
    """
    sizes = [whole("widths: m", width, 1) for width in listed("widths", widths)]
    given = [None] * (len(sizes) - 1) if ranks is None else listed("ranks", ranks)
    if len(sizes) < 2 or len(given) != len(sizes) - 1:
        raise ValueError(f"widths = {sizes} with ranks = {given} are no layers")
    return sum(_count(n, m, k) for n, m, k in zip(sizes, sizes[1:], given, strict=False))


def _count(n: int, m: int, k: int | None) -> int:
    if k is not None and whole("ranks: k", k, 0) > min(m, n):
        raise ValueError(f"ranks: k = {k} is not between 0 and {min(m, n)}")
    return m + (m * n if k is None else k * (m + n))


def entry_variance(m: int, n: int, k: int, printed: bool = False) -> Fraction:
    """The variance of an entry of WM: 4/(m + n), or 2/n with n + n for m + n as printed."""
    _check(m, n, k, 1)
    return k * Fraction(4, k * (n + n if printed else m + n))


def entry_kurtosis(k: int, p: int = 1) -> Fraction:
    """E x^4 / (E x^2)^2 of an entry x of WM: 3 + (9^p - 3)/k, so that 9^p at k = 1.

    Proof: x is a sum of k independent terms wm with E (wm)^4 = 9^p (E (wm)^2)^2, and 3k(k - 1) pairs.
    """
    _check(1, 1, k, p)
    return 3 + Fraction(9**p - 3, k)


def factor_entries(shape: tuple[int, int], variance: float, p: int, rng: np.random.Generator) -> FloatArray:
    """Independent entries of the given variance, products of p normal ones."""
    return np.asarray(variance**0.5 * np.prod(rng.standard_normal((p, *shape)), axis=0))


def double_product(
    m: int, n: int, k: int, p: int, rng: np.random.Generator | int, printed: bool = False
) -> tuple[FloatArray, FloatArray]:
    """W (m, k) and M (k, n) of the double-p-product initialisation.

    Entries are products of p normal variables of variance (4/(k(m + n)))^(1/(2p)), so that an entry of W or
    of M has variance (4/(k(m + n)))^(1/2) and one of WM 4/(m + n). `printed`: with n + n for m + n.
    ValueError for sizes or p below 1, a k above min(m, n), which no rank of WM is, or an rng that is neither
    a generator nor a seed.
    """
    _check(m, n, k, p)
    rng = seeded(rng)
    if k > min(m, n):
        raise ValueError(f"k = {k} is above min(m, n) = {min(m, n)}: a product WM has no higher rank")
    variance = (4 / (k * (n + n if printed else m + n))) ** 0.5
    return factor_entries((m, k), variance, p, rng), factor_entries((k, n), variance, p, rng)


def _check(m: int, n: int, k: int, p: int) -> None:
    for name, value in (("m", m), ("n", n), ("k", k), ("p", p)):
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
            raise ValueError(f"{name} = {value!r} is not a positive integer")
