"""The toy network along rho with proved errors: the regions that it is in, and spectra between neighbours.

W, b, x and rho are the numbers that the floats are; 0.1 is the float. Let e bound the error of z entrywise.
Then that of W z + b, k terms, is at most |W| e + (k + 2) u (|W| |z| + |b|) up to the factor `UP` for terms of
second order, and that of a slope times it at most one more rounding: where every |t| exceeds its bound, all
slopes are right. M D_0 = D_2 W_2 (D_1 W_1 + rho Id) D_0 has slopes of at most 1: what is computed is off by
(n + 6) u |W_2| (|W_1| + |rho| sqrt(n)) in the Frobenius norm, for (44) by (n + 6) u (|W_2| |W_1| + |rho|
sqrt(n)), and each singular value by no more (Weyl).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from flint import arb, arb_mat, ctx

from perturb.laws.ensembles import certified
from perturb.laws.ensembles.certified import UP, U
from perturb.laws.ensembles.ends import Extent, Singular, exact
from perturb.laws.ensembles.truth import Span
from perturb.numbers import residual
from simulations.riedi2022.toy import apply, slopes

BITS = (106, 212, 424)


class Certified(NamedTuple):
    """D_0, D_1 (draws, n), D_2 (draws, rhos, n), and the draws in which all of them are certain."""

    D_0: np.ndarray
    D_1: np.ndarray
    D_2: np.ndarray
    sure: np.ndarray


def affine(W, z, e, b):
    """W z + b and a bound of its error."""
    size = np.abs(W)
    rounding = (W.shape[-1] + 2) * U * (apply(size, np.abs(z)) + np.abs(b))
    return apply(W, z) + b, UP * (apply(size, e) + rounding)


def bent(t, e):
    """phi(t), its error, and where the sign of t is certain."""
    z = slopes(t) * t
    return z, UP * (e + U * np.abs(z)), np.abs(t) > e


def regions(toy, rhos):
    """As in `toy`, step by step."""
    z, e, sure = bent(*affine(toy.W[0], toy.x, np.zeros_like(toy.x), toy.b[0]))
    t_0, e_0 = affine(toy.W[1], z, e, toy.b[1])
    z_1, e_1, sure_0 = bent(t_0, e_0)
    t_1, f_1 = affine(toy.W[2], z_1, e_1, toy.b[2])
    image, e_2, sure_1 = bent(t_1, f_1)
    sure, D_2 = (sure & sure_0 & sure_1).all(axis=1), []
    for rho in rhos:
        z_2, size = image + rho * z_1, np.abs(image) + rho * np.abs(z_1)
        t, e = affine(toy.W[3], z_2, UP * (e_2 + rho * e_1 + 2 * U * size), toy.b[3])
        sure &= (np.abs(t) > e).all(axis=1)
        D_2.append(slopes(t))
    return Certified(slopes(t_0), slopes(t_1), np.stack(D_2, axis=1), sure)


class Path:
    """Matrices along rho, (draws, rhos, n, n), and bounds `off` of their errors, (draws, rhos)."""

    def __init__(self, toy, rhos, found):
        self.toy, self.rhos, self.found = toy, rhos, found
        n = found.D_0.shape[1]
        self.links = rhos[:, None, None] * np.eye(n)
        sizes = (np.linalg.norm(W, axis=(1, 2))[:, None] for W in toy.W[2:])
        self.matrices = self.product() * found.D_0[:, None, None, :]
        self.off = UP**2 * (n + 6) * U * self.size(*sizes, n**0.5)

    def product(self):
        """M = D_2 W_2 (D_1 W_1 + rho Id)."""
        inner = (self.found.D_1[:, :, None] * self.toy.W[2])[:, None] + self.links
        return self.found.D_2[..., None] * (self.toy.W[3][:, None] @ inner)

    def size(self, W_1, W_2, one):
        """In the Frobenius norm, of the norms of W_1, W_2 and Id."""
        return W_2 * (W_1 + self.rhos * one)

    def exact(self, W_1, W_2, D_1, D_2, link):
        return D_2 * W_2 * (D_1 * W_1 + link)

    def balls(self, draw, place):
        """All singular values at one rho, at the working precision."""
        found, n = self.found, self.matrices.shape[-1]
        W = (arb_mat(exact(W[draw])) for W in self.toy.W[2:])
        link = diagonal(np.full(n, self.rhos[place]))
        M = self.exact(*W, diagonal(found.D_1[draw]), diagonal(found.D_2[draw, self.region(place)]), link)
        return residual.singular_values(M * diagonal(found.D_0[draw]))

    def region(self, place):
        return place

    def extents(self):
        """The extreme singular values, certified, shape (draws, rhos)."""
        shape, n = self.off.shape, self.matrices.shape[-1]
        found = Singular(self.matrices.reshape(-1, n, n)).spans
        return Extent(*(wider(one.lo.reshape(shape), one.hi.reshape(shape), self.off) for one in found))

    def closer(self, draws, places):
        """All singular values at some places, decreasing: spans of shape (places,), from vectors as well."""
        found = certified.singular_values(self.matrices[draws, places])
        off = (found.radius + self.off[draws, places][:, None]) * UP
        return [wider(x, x, e) for x, e in zip(found.values.T, off.T, strict=True)]


class PlainPath(Path):
    """M = D_2 W_2 D_1 W_1 + rho Id, (44), with the D_2 of the first rho."""

    def product(self):
        inner = self.found.D_1[:, :, None] * self.toy.W[2]
        return (self.found.D_2[:, 0, :, None] * (self.toy.W[3] @ inner))[:, None] + self.links

    def size(self, W_1, W_2, one):
        return W_2 * W_1 + self.rhos * one

    def exact(self, W_1, W_2, D_1, D_2, link):
        return D_2 * W_2 * D_1 * W_1 + link

    def region(self, place):
        return 0


def wider(lo, hi, off):
    """Singular values of what is off by so much."""
    return Span(np.maximum(np.nextafter(lo - off, -np.inf), 0.0), np.nextafter(hi + off, np.inf))


def diagonal(values):
    places = range(len(values))
    return arb_mat([[arb(float(values[i])) if i == j else arb(0) for j in places] for i in places])


def decided(truth, relation, path, pairs):
    """The truths of a relation between two places, filled in where they are open: closer spans, then balls.

    truth: shape (draws, pairs); `relation` takes the singular values at both. A draw in which one is known to
    fail needs no others.
    """
    pairs = np.array(pairs)
    for look in (_by_spans, _by_balls):
        draws, which = np.nonzero(truth.open & ~truth.no.any(axis=1, keepdims=True))
        if draws.size:
            truth.yes[draws, which], truth.no[draws, which] = look(relation, path, draws, pairs[which])
    return truth


def _by_spans(relation, path, draws, pairs):
    found = relation(*(path.closer(draws, places) for places in pairs.T))
    return found.yes, found.no


def _by_balls(relation, path, draws, pairs):
    found = np.array([_closest(relation, path, *one) for one in zip(draws, pairs, strict=True)])
    return found.T


def _closest(relation, path, draw, pair):
    for bits in BITS:
        with ctx.workprec(bits):
            found = relation(*(path.balls(draw, place) for place in pair))
        if not found.open:
            break
    return bool(found.yes), bool(found.no)
