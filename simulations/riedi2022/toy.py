"""The network (158) of Figure 8, many realisations at once, and the singular values of its Q along rho."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

SLOPE, INPUT, LAYERS = 0.1, 2, 4


class Toy(NamedTuple):
    """x (draws, 2); W and b of f_-1, f_0, f_1, f_2, each with the axis of draws first."""

    x: np.ndarray
    W: list[np.ndarray]
    b: list[np.ndarray]


def realisations(n, draws, rng):
    """Width n, all entries of x, W, b independent N(0, 1), draw by draw. W_-1 is n x 2, the others n x n."""
    sizes = [INPUT, n * INPUT, *[n * n] * (LAYERS - 1), *[n] * LAYERS]
    parts = np.split(rng.standard_normal((draws, sum(sizes))), np.cumsum(sizes)[:-1], axis=1)
    W = [part.reshape(draws, n, -1) for part in parts[1 : 1 + LAYERS]]
    return Toy(parts[0], W, parts[1 + LAYERS :])


def slopes(t):
    return np.where(t > 0, 1.0, SLOPE)


def apply(W, z):
    return np.einsum("dij,dj->di", W, z)


def before_the_link(toy):
    """z, the input of f_0; D_0; z_1, the input of f_1; D_1; phi(t_1), the output of f_1 without its link."""
    t = apply(toy.W[0], toy.x) + toy.b[0]
    z = slopes(t) * t
    t_0 = apply(toy.W[1], z) + toy.b[1]
    z_1 = slopes(t_0) * t_0
    t_1 = apply(toy.W[2], z_1) + toy.b[2]
    return z, slopes(t_0), z_1, slopes(t_1), slopes(t_1) * t_1


def last_slopes(toy, rhos):
    """D_2 along rho, shape (draws, rhos, n): the region of the network moves with rho."""
    _, _, z_1, _, image = before_the_link(toy)
    z_2 = image[:, None, :] + rhos[:, None] * z_1[:, None, :]
    return slopes(np.einsum("dij,drj->dri", toy.W[3], z_2) + toy.b[3][:, None, :])


def spectra(toy, rhos):
    """Singular values of Q of the layer f_0, each once, decreasing: shape (draws, rhos, n).

    Q = MD x z' as a Kronecker product, M = D_2 W_2 (D_1 W_1 + rho Id): |z| times those of M D_0.
    """
    z, D_0, _, D_1, _ = before_the_link(toy)
    inner = (D_1[:, :, None] * toy.W[2])[:, None] + rhos[:, None, None] * np.eye(D_0.shape[1])
    M = last_slopes(toy, rhos)[..., None] * (toy.W[3][:, None] @ inner)
    values = np.linalg.svd(M * D_0[:, None, None, :], compute_uv=False)
    return np.linalg.norm(z, axis=1)[:, None, None] * values


def spectra_of_44(toy, rhos):
    """The same for M = M_o + rho Id, (44), M_o = D_2 W_2 D_1 W_1 with the D_2 of rho = 0."""
    z, D_0, _, D_1, _ = before_the_link(toy)
    M_o = last_slopes(toy, np.zeros(1))[:, 0, :, None] * (toy.W[3] @ (D_1[:, :, None] * toy.W[2]))
    M = M_o[:, None] + rhos[:, None, None] * np.eye(D_0.shape[1])
    values = np.linalg.svd(M * D_0[:, None, None, :], compute_uv=False)
    return np.linalg.norm(z, axis=1)[:, None, None] * values
