"""A network cut at one group of neurons, whose weights are trained: Riedi et al. (2022), (42) to (50)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from perturb.networks.arithmetic import array_of, beside, eye_like
from perturb.networks.graph import Network, Neurons


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
    """A network and the number k, from 1, of a group with one source, whose weights are trained."""

    network: Network
    k: int

    def __post_init__(self) -> None:
        if not 1 <= self.k <= len(self.network.nodes) or len(self.layer.sources) > 1:
            raise ValueError(f"trained: k = {self.k} is not the number of a layer of this network")

    @property
    def layer(self) -> Neurons:
        return self.network.nodes[self.k - 1]

    @property
    def W(self) -> Any:
        return self.layer.matrices[0]

    def with_weights(self, W: Any, b: Any = None) -> Trained:
        """The same network with other weights, and another offset, in the trained layer."""
        layer = replace(self.layer, weights=(array_of("W", W, 2),), bias=self.layer.bias if b is None else b)
        nodes = self.network.nodes
        return replace(
            self, network=Network(self.network.inputs, (*nodes[: self.k - 1], layer, *nodes[self.k :]))
        )

    def input(self, x: Any) -> Any:
        """z, the input of the trained layer."""
        source = self.layer.sources[0]
        return self.network.head(source)(x) if source else np.asarray(x)

    def output(self, x: Any) -> Any:
        return self.network(x)

    def loss(self, x: Any, y: Any) -> Any:
        """|y - output|^2, (46), averaged over a batch of data, (3)."""
        errors = np.asarray(y) - self.output(x)
        return (errors * errors).sum() * errors.shape[-1] / errors.size

    def M_and_d(self, x: Any) -> tuple[Any, Any]:
        """M, the linear part of what follows the trained layer, and the diagonal of D, at one input x."""
        pre = [t for t, _ in self.network.run(x)]
        parts = [
            np.zeros((n, self.layer.size), dtype=int).astype(pre[0].dtype)
            for n in self.network.sizes[: self.k]
        ]
        parts.append(eye_like(pre[0], self.layer.size))
        for node, t in list(zip(self.network.nodes, pre, strict=True))[self.k :]:
            parts.append(node.linear(node.activation.slopes(t), parts))
        return parts[-1], self.layer.activation.slopes(pre[self.k - 1])

    def B(self, x: Any) -> Any:
        """The constant of (42): output = MDWz + B for all W in the region."""
        M, d = self.M_and_d(x)
        z = self.input(x)
        return self.output(x) - (M * d) @ beside(self.W, z) @ z

    def Q(self, x: Any, order: str = "rows") -> Any:
        """The Jacobian of the output in the weights; the Hessian of the loss is 2 Q'Q inside the region."""
        return quadratic(*self.M_and_d(x), self.input(x), order)

    def same_region(self, x: Any, W: Any) -> bool:
        """Are W and the present weights in one region of the loss at x?"""
        pairs = zip(self.network.pattern(x), self.with_weights(W).network.pattern(x), strict=True)
        before = sum(node.activation.bends for node in self.network.nodes[: self.k - 1])
        return all(bool(np.all(s * t > 0)) for s, t in list(pairs)[before:])
