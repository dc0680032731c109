"""Piecewise-affine networks on arrays: layers z -> phi(Wz + b) + rho z with phi(t) = max(t, eta t).

Riedi, Balestriero and Baraniuk (2022), (1), (5), (33) to (50). Inside a region, where no pre-activation
changes its sign, a network is affine in its input and in the weights of any one layer. Everything here works
on float64 arrays and on object arrays of Fractions, which make it exact. `z` may be a batch (..., n).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

Pattern = tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Layer:
    """z -> phi(Wz + b) + rho z. W is m x n, b has m components; rho != 0 needs m = n (ValueError otherwise).

    eta = 0 is ReLU, 0 < eta < 1 leaky ReLU, eta = -1 the absolute value, eta = 1 the identity.
    rho = 0 is a plain (ConvNet) layer, rho = 1 a residual one.
    """

    W: Any
    b: Any
    eta: Any = 0
    rho: Any = 0

    def __post_init__(self) -> None:
        W, b = np.asarray(self.W), np.asarray(self.b)
        if W.ndim != 2 or b.shape != W.shape[:1]:
            raise ValueError(f"layer: W of shape {W.shape} and b of shape {b.shape} do not fit")
        if self.rho != 0 and W.shape[0] != W.shape[1]:
            raise ValueError(f"layer: rho = {self.rho} needs a square W, not one of shape {W.shape}")
        object.__setattr__(self, "W", W)
        object.__setattr__(self, "b", b)

    def before(self, z: Any) -> Any:
        """The pre-activation t = Wz + b."""
        return np.asarray(z) @ self.W.T + self.b

    def __call__(self, z: Any) -> Any:
        t = self.before(z)
        image = np.maximum(t, self.eta * t)
        return image + self.rho * np.asarray(z) if self.rho != 0 else image

    def linear(self, signs: Any) -> Any:
        """DW + rho Id for pre-activations of these signs."""
        DW = slopes(signs, self.eta)[:, None] * self.W
        return DW + self.rho * _eye_like(self.W) if self.rho != 0 else DW


@dataclass(frozen=True, eq=False)
class Bypass:
    """z -> f_p(...f_1(z)) + rho z: one skip over several layers, as in a DenseNet, (40) and (44)."""

    layers: tuple[Layer, ...]
    rho: Any = 1

    def __call__(self, z: Any) -> Any:
        return forward(self.layers, z) + self.rho * np.asarray(z)


Part = Layer | Bypass
Network = Sequence[Part]


def slopes(t: Any, eta: Any) -> Any:
    """The diagonal of D with phi(t) = Dt: max(1, eta) where t > 0, min(1, eta) where t <= 0.

    At t = 0 every slope serves; the one of the negative side is taken.
    """
    low, up = (eta, 1) if eta <= 1 else (1, eta)
    return np.where(np.asarray(t) > 0, up, low)


def forward(network: Network, z: Any) -> Any:
    """The output for an input (n,) or a batch of inputs (..., n)."""
    z = np.asarray(z)
    for part in network:
        z = part(z)
    return z


def pattern(network: Network, z: Any) -> Pattern:
    """The signs (-1, 0, 1) of all pre-activations, one array a layer, in the order of the layers."""
    found: list[Any] = []
    z = np.asarray(z)
    for part in network:
        if isinstance(part, Bypass):
            found += pattern(part.layers, z)
        else:
            found.append(_sign(part.before(z)))
        z = part(z)
    return tuple(found)


def activations(network: Network, z: Any) -> Pattern:
    """The diagonals of D_1, ..., D_p at z, entries 1 or eta."""
    return tuple(
        slopes(signs, layer.eta) for layer, signs in zip(_layers(network), pattern(network, z), strict=True)
    )


def same_region(network: Network, z: Any, other: Any) -> Any:
    """True where all pre-activations at both inputs are non-zero and of equal signs; batches broadcast."""
    pairs = zip(pattern(network, z), pattern(network, other), strict=True)
    return np.all([np.all(s * t > 0, axis=-1) for s, t in pairs], axis=0)


def region_codes(network: Network, points: Any) -> Any:
    """A number for each of the points (N, n): equal exactly when the signs of all pre-activations are.

    Colours the partition of the input space into regions.
    """
    signs = np.concatenate([np.atleast_2d(s) for s in pattern(network, points)], axis=-1)
    return np.unique(signs.astype(int), axis=0, return_inverse=True)[1].reshape(-1)


def affine(network: Network, z: Any) -> tuple[Any, Any]:
    """(A, B) with network(x) = Ax + B for every x in the region of one input z (n,)."""
    A = _linear(network, list(pattern(network, z)), _eye_like(np.asarray(z)))
    return A, forward(network, z) - A @ np.asarray(z)


def quadratic(M: Any, d: Any, z: Any, order: str = "rows") -> Any:
    """Q of size m x n^2 with MDWz = Qw, D = diag(d): MD x z' for w by rows of W, z' x MD for "columns".

    The printed (49) is not it. ValueError for another order.
    """
    MD, row = np.asarray(M) * np.asarray(d), np.asarray(z)[None, :]
    if order not in ("rows", "columns"):
        raise ValueError(f"quadratic: order = {order!r} is neither 'rows' nor 'columns'")
    return np.kron(MD, row) if order == "rows" else np.kron(row, MD)


@dataclass(frozen=True, eq=False)
class Trained:
    """A network cut at layer k (from 0), whose weights are trained: M, D, B and Q of (42) and (50)."""

    network: tuple[Part, ...]
    k: int

    def __post_init__(self) -> None:
        if not 0 <= self.k < len(self.network) or not isinstance(self.network[self.k], Layer):
            raise ValueError(f"trained: k = {self.k} is not the position of a layer of this network")

    @property
    def layer(self) -> Layer:
        part = self.network[self.k]
        assert isinstance(part, Layer)
        return part

    def with_weights(self, W: Any, b: Any = None) -> Trained:
        """The same network with other weights, and another offset, in the trained layer."""
        layer = replace(self.layer, W=W, b=self.layer.b if b is None else b)
        return replace(self, network=(*self.network[: self.k], layer, *self.network[self.k + 1 :]))

    def input(self, x: Any) -> Any:
        """z, the input of the trained layer."""
        return forward(self.network[: self.k], x)

    def output(self, x: Any) -> Any:
        return forward(self.network, x)

    def loss(self, x: Any, y: Any) -> Any:
        """|y - output|^2, (46), averaged over a batch of data, (3)."""
        errors = np.asarray(y) - self.output(x)
        return (errors * errors).sum() * errors.shape[-1] / errors.size

    def M_and_d(self, x: Any) -> tuple[Any, Any]:
        """M, the linear part of the layers after the trained one, and the diagonal of D, at one input x."""
        z = self.input(x)
        M, _ = affine(self.network[self.k + 1 :], self.layer(z))
        return M, slopes(self.layer.before(z), self.layer.eta)

    def B(self, x: Any) -> Any:
        """The constant of (42): output = MDWz + B for all W in the region."""
        M, d = self.M_and_d(x)
        return self.output(x) - (M * d) @ self.layer.W @ self.input(x)

    def Q(self, x: Any, order: str = "rows") -> Any:
        """The Jacobian of the output in the weights; the Hessian of the loss is 2 Q'Q inside the region."""
        return quadratic(*self.M_and_d(x), self.input(x), order)

    def same_region(self, x: Any, W: Any) -> bool:
        """Are W and the present weights in one region of the loss at x?"""
        cut, moved = self.network[self.k :], self.with_weights(W).network[self.k :]
        z = self.input(x)
        pairs = zip(pattern(cut, z), pattern(moved, z), strict=True)
        return all(bool(np.all(s * t > 0)) for s, t in pairs)


def circulant(v: Any) -> Any:
    """The n x n matrix with entries v[i - j mod n]: circular convolution by v."""
    v = np.asarray(v)
    at = np.arange(len(v))
    return v[(at[:, None] - at[None, :]) % len(v)]


def circulant_blocks(kernel: Any) -> Any:
    """Circular convolution of p x q images, listed row by row, by a p x q kernel (block circulant)."""
    kernel = np.asarray(kernel)
    p, q = kernel.shape
    rows, cols = np.divmod(np.arange(p * q), q)
    return kernel[(rows[:, None] - rows[None, :]) % p, (cols[:, None] - cols[None, :]) % q]


def _layers(network: Network) -> list[Layer]:
    nested = [_layers(part.layers) if isinstance(part, Bypass) else [part] for part in network]
    return [layer for group in nested for layer in group]


def _linear(network: Network, signs: list[Any], A: Any) -> Any:
    """The linear part applied to A; `signs` are used up from the front."""
    for part in network:
        if isinstance(part, Bypass):
            A = _linear(part.layers, signs, A) + part.rho * A
        else:
            A = part.linear(signs.pop(0)) @ A
    return A


def _sign(t: Any) -> Any:
    return (t > 0).astype(int) - (t < 0).astype(int)


def _eye_like(A: Any) -> Any:
    """The identity with as many rows; of integers beside Fractions, which absorb them."""
    return np.eye(A.shape[0], dtype=object if A.dtype == object else float)
