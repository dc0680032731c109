"""The largest |ReLU(Ax) - ReLU(Lx)| on the sphere to a given accuracy, by branch and bound over cones.

A node has decided the signs of (u_i, v_i) = (a_i x, l_i x) for some rows i. There g = |ReLU(Ax) -
ReLU(Lx)|^2 is at most
    x'Qx + sum over pairs N_cd (cx)(dx),   N >= 0 entry by entry,
where Q sums the forms of the decided rows and (u - v)^2 of the open ones, and c, d run through the normals
of the decided rows, turned so that cx >= 0: every term added is nonnegative on the cone. For an open row 2
n uv, 0 <= n <= 1, may be added too: u^2 + v^2 - 2 (1 - n) uv is at least (u - v)^2 where uv >= 0 and
max(u^2, v^2) where uv < 0. So if tI - Q - C'NC is positive definite for some N, no x of the cone has g > t;
any N proves it, a good one is found by steps along the (smoothed) gradient of the largest eigenvalue. Where
that fails, the row whose form is furthest above the truth at the eigenvector is decided in four ways.

This shares with `faces` the forms and the test of definiteness, no step of the argument.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perturb.networks.relu import two_layers
from perturb.networks.relu.definite import Flags, Floats, certainly_definite
from perturb.networks.relu.two_layers import certified_value, climb, values

OPEN = 4
TURN = np.concatenate([two_layers.SIGNS, [[1, 1]]])
ORDER = np.array(
    [two_layers.NONE, two_layers.SECOND, two_layers.FIRST, two_layers.BOTH], dtype=np.int8
)  # the last comes first
BLOCK, STEPS, SMOOTHING, PATIENCE = 512, 16, 0.01, 12
GREATEST = 2.0**20  # multiplier
AIM = 0.9  # the steps aim below what is to be proved, or they would only ever come near it


class Search(NamedTuple):
    """Forms (m, 5, n, n), the last for an open row; normals (m, 2, n) of length about 1; caps of open
    pairs.
    """

    A: Floats
    L: Floats
    forms: Floats
    normals: Floats
    caps: Floats


class Nodes(NamedTuple):
    """States (B, m), multipliers N (B, 2m, 2m), and how often one with nothing left to decide was tried."""

    state: NDArray[np.int8]
    N: Floats
    age: NDArray[np.int64]

    def pick(self, which: Flags | slice | NDArray[np.int64]) -> Nodes:
        return Nodes(self.state[which], self.N[which], self.age[which])


class Forms(NamedTuple):
    """What belongs to nodes: Q, oriented normals C (B, 2m, n), greatest multipliers, and the rounding of it
    all.
    """

    Q: Floats
    C: Floats
    caps: Floats


class Best(NamedTuple):
    """The multipliers with the least largest eigenvalue so far, that, and its eigenvector."""

    N: Floats
    root: Floats
    x: Floats

    def with_better(self, N: Floats, root: Floats, x: Floats) -> Best:
        better = root < self.root
        return Best(
            np.where(better[:, None, None], N, self.N),
            np.minimum(root, self.root),
            np.where(better[:, None], x, self.x),
        )


def largest(A: Floats, L: Floats, x: Floats, tolerance: float, budget: int = 20_000) -> tuple[float, float]:
    """Ends around the maximum of |ReLU(Ax) - ReLU(Lx)| over the sphere; x a point where it is large.

    The ends differ by `tolerance`, relative, unless `budget` visits of nodes did not suffice or a cone
    resists.
    """
    least = certified_value(A, L, x)
    if least < two_layers.NOTHING:
        return 0.0, float(np.sqrt(two_layers.size(A, L)))
    problem, m = _problem(A, L), len(A)
    best, upper = x, 0.0
    stack = [Nodes(np.full((1, m), OPEN, np.int8), np.zeros((1, 2 * m, 2 * m)), np.zeros(1, np.int64))]
    while stack:
        nodes = stack.pop()
        stack += [nodes.pick(slice(0, -BLOCK))] if len(nodes.age) > BLOCK else []
        nodes = nodes.pick(slice(-BLOCK, None))
        reached = max(least, float(values(A, L, best[None])[0]))
        t, goal = (reached * (1 + part * tolerance) for part in (1, AIM))
        nodes, tops = _tried(problem, nodes, t**2, goal**2)
        budget -= len(nodes.age)
        best = _better(A, L, best, tops)
        given_up = (nodes.age >= PATIENCE) | (budget < 0)
        upper = max([upper, *_bounds(problem, nodes.pick(given_up)).tolist()])
        left = ~given_up
        stack += _children(problem, nodes.pick(left), tops[left])
    target = max(least, float(values(A, L, best[None])[0])) * (1 + tolerance)
    return max(least, certified_value(A, L, best)), max(float(np.nextafter(target, np.inf)), upper)


def _problem(A: Floats, L: Floats) -> Search:
    lengths = np.sqrt(np.stack([(A * A).sum(axis=1), (L * L).sum(axis=1)], axis=1))
    normals = np.stack([A, L], axis=1) / np.where(lengths > 0, lengths, 1.0)[:, :, None]
    forms = np.concatenate([two_layers.forms(A, L), two_layers.outer(A - L)[:, None]], axis=1)
    caps = np.asarray(
        np.kron(np.diag(lengths.prod(axis=1)), 1 - np.eye(2)) * (1 - 2.0**-40), dtype=np.float64
    )
    return Search(A, L, forms, normals, caps)


def _forms(problem: Search, nodes: Nodes) -> Forms:
    m, _, n = problem.normals.shape
    C = (TURN[nodes.state][..., None] * problem.normals).reshape(-1, 2 * m, n)
    decided = np.repeat(nodes.state != OPEN, 2, axis=1)
    pairs = decided[:, :, None] & decided[:, None, :] & ~np.eye(2 * m, dtype=bool)
    return Forms(
        problem.forms[np.arange(m), nodes.state].sum(axis=1), C, np.where(pairs, GREATEST, problem.caps)
    )


def _sum(forms: Forms, N: Floats) -> Floats:
    M = forms.Q + np.swapaxes(forms.C, 1, 2) @ (N @ forms.C)
    found: Floats = (M + np.swapaxes(M, 1, 2)) / 2
    return found


def _slack(problem: Search, N: Floats) -> Floats:
    """What rounding adds to Q + C'NC, that of the normals' lengths and directions included."""
    total: Floats = two_layers.size(problem.A, problem.L) + N.sum(axis=(1, 2))
    return 4 * two_layers.rounding(problem.A) * total


def _tried(problem: Search, nodes: Nodes, t: float, goal: float) -> tuple[Nodes, Floats]:
    """The nodes not proved to stay below t, with better multipliers, and the top eigenvectors of their
    forms.
    """
    forms = _forms(problem, nodes)
    N, kept = (
        nodes.N,
        Best(nodes.N, np.full(len(nodes.age), np.inf), np.zeros((len(nodes.age), len(problem.A[0])))),
    )
    for _ in range(STEPS):
        M = _sum(forms, N)
        roots, vectors = np.linalg.eigh(M)
        kept = kept.with_better(N, roots[:, -1], vectors[:, :, -1])
        left = ~_below(problem, M, N, roots[:, -1], t)
        nodes, forms, kept = (
            nodes.pick(left),
            Forms(*(x[left] for x in forms)),
            Best(*(x[left] for x in kept)),
        )
        if not left.any():
            break
        N = _stepped(forms, N[left], roots[left], vectors[left], goal, nodes.age / 2)
    return nodes._replace(N=kept.N), kept.x


def _below(problem: Search, M: Floats, N: Floats, roots: Floats, t: float) -> Flags:
    """Which forms are certainly below t; definiteness is asked only where it seems so."""
    below = roots < t
    gap = t * np.eye(M.shape[-1]) - M[below]
    below[below] = certainly_definite(gap, _slack(problem, N[below]))
    found: Flags = below
    return found


def _stepped(forms: Forms, N: Floats, roots: Floats, vectors: Floats, goal: float, age: Floats) -> Floats:
    """A step down a smooth largest eigenvalue towards `goal`, of Polyak's length, into 0 <= N <= caps."""
    weights = np.exp((roots - roots[:, -1:]) / (SMOOTHING * goal / (1 + age[:, None])))
    images = forms.C @ vectors
    slope = (images * (weights / weights.sum(axis=1, keepdims=True))[:, None]) @ np.swapaxes(images, 1, 2)
    free = (forms.caps > 0) & ((slope < 0) | (N > 0)) & ((slope > 0) | (forms.caps > N))
    square = np.where(free, slope * slope, 0.0).sum(axis=(1, 2))
    length = (roots[:, -1] - goal) / np.maximum(square, 1e-12) / (1 + age)
    moved: Floats = np.clip(N - np.maximum(length, 0.0)[:, None, None] * slope, 0.0, forms.caps)
    return moved


def _better(A: Floats, L: Floats, best: Floats, tops: Floats) -> Floats:
    """The best point so far; a new one is climbed from."""
    both = np.concatenate([best[None], tops, -tops])
    heights = values(A, L, both)
    if heights.argmax() == 0:
        return best
    found: Floats = climb(A, L, both[heights.argmax()][None], 10)[0]
    return found


def _bounds(problem: Search, nodes: Nodes) -> Floats:
    """Upper bounds of |ReLU(Ax) - ReLU(Lx)| at nodes that are given up."""
    if not len(nodes.age):
        return np.zeros(0)
    M = _sum(_forms(problem, nodes), nodes.N)
    slack = _slack(problem, nodes.N)
    top = np.linalg.eigvalsh(M)[:, -1] * (1 + 2.0**-30) + 4 * slack
    held = certainly_definite(top[:, None, None] * np.eye(M.shape[-1]) - M, slack)
    bounds: Floats = np.nextafter(np.sqrt(np.where(held, top, np.inf)), np.inf)
    return bounds


def _children(problem: Search, nodes: Nodes, x: Floats) -> list[Nodes]:
    """Four nodes for each with an open row, and those without one again."""
    full = (nodes.state != OPEN).all(axis=1)
    again = nodes.pick(full)
    parents, x = nodes.pick(~full), x[~full]
    U, V = x @ problem.A.T, x @ problem.L.T
    truth = [(np.maximum(s * U, 0.0) - np.maximum(s * V, 0.0)) ** 2 for s in (1, -1)]
    excess = np.where(parents.state == OPEN, (U - V) ** 2 - np.minimum(*truth), -1.0)
    children = parents.pick(np.repeat(np.arange(len(parents.age)), 4))
    row = np.repeat(excess.argmax(axis=1), 4)
    children.state[np.arange(len(row)), row] = np.tile(ORDER, len(parents.age))
    _inherit(problem, children, row)
    kinds = [again._replace(age=again.age + 1), children]
    return [kind for kind in kinds if len(kind.age)]


def _inherit(problem: Search, children: Nodes, row: NDArray[np.int64]) -> None:
    """Multipliers with which a child's bound is no worse than its parent's u^2 + v^2 - 2 (1 - n) uv.

    Of opposite signs: u^2 - 2 (1 - n) uv or v^2 - 2 (1 - n) uv, and -uv is a product of turned normals.
    """
    which = np.flatnonzero(np.abs(TURN[children.state[np.arange(len(row)), row]].sum(axis=1)) == 0)
    u, v = 2 * row[which], 2 * row[which] + 1
    rest = problem.caps[u, v] - children.N[which, u, v]
    children.N[which, u, v] = children.N[which, v, u] = rest
