"""Points that need no search, from lists: known ones, structured corners, then all small inputs.

Known are the equality cases and the points that refuted other statements of the paper. Of small inputs all
are tried where they are few, else products of a dictionary of special matrices. Beyond n = 3 it is the one
where classical counterexamples live (`structured`): 0/1 and sign matrices, permutations, Hadamard and
conference matrices, circulants, Toeplitz, Jordan blocks, graphs, rank-one updates, companions, doubly
stochastic matrices, Pascal, Hilbert, Frank, tensor products and direct sums of what is good at n = 2. Every
entry of it is a rational number; nothing is random.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from perturb.certify.witness import Witness, load
from perturb.domains.domain import Domain
from perturb.domains.draws import corners
from perturb.domains.space import Batch, Param, Point, Sizes, rational
from perturb.search.found import SearchResult, certify_best
from perturb.search.method import Effort, claim_stream
from perturb.statements.claim import Claim

ENTRIES = 4_000_000  # numbers in a batch of the grid: fewer points of inputs with many entries
DICTIONARY_SIZE = 3
ROUNDED = 1e-9  # of a logarithm; numbers of points differ by more
SHARE = 8  # of the points that are looked at: one in so many is from the dictionary of structured matrices
ALPHABETS = {
    "sign": (1.0, -1.0),
    "bit": (0.0, 1.0),
    "unit": (0.0, 1.0, 0.5),
    "nonneg": (0.0, 1.0, 2.0),
    "positive": (1.0, 2.0, 0.5),
}
TERNARY = (0.0, 1.0, -1.0)
LARGEST = 12
Rows = tuple[tuple[Fraction, ...], ...]
Rule = Callable[[int, int], int | Fraction]
GOOD = (  # at n = 2
    ((1, 1), (1, -1)),
    ((0, 1), (0, 0)),
    ((0, 1), (1, 0)),
    ((0, 1), (-1, 0)),
    ((1, 1), (0, 1)),
    ((1, 0), (0, 0)),
)


def known(claim: Claim, effort: Effort, seed: int, found: SearchResult) -> Iterator[None]:
    """Equality cases, witnesses against statements about the same kinds of inputs, structured corners."""
    for point in claim.equality:
        found.certify(claim, point, "equality")
        yield
    for point in related(claim) if effort.related else ():
        found.certify(claim, point, "related")
        yield
    for point in corners(claim.domain, effort.corners):
        found.certify(claim, point, "corners")
        yield


def related(claim: Claim) -> Iterator[Point]:
    """Stored witnesses beside the claim's own file whose inputs have the same kinds, by position, and sizes
    that are searched: which files lie there must not decide of which sizes the verdict speaks.
    """
    folder = claim.file.parent / "witnesses" if claim.file else None
    for path in sorted(folder.glob("*.json")) if folder else ():
        # A file that is damaged, or inputs that do not fit, are no seeds.
        with suppress(ValueError):
            stored = _stored(path, path.stat().st_mtime_ns)
            if stored.claim != claim.id and list(stored.kinds.values()) == list(claim.domain.kinds.values()):
                point = claim.domain.point(dict(zip(claim.domain.kinds, stored.values.values(), strict=True)))
                if claim.domain.searches(point) and claim.domain.contains(point):
                    yield point


@lru_cache(maxsize=1024)
def _stored(path: Path, changed: int) -> Witness:
    """The witness in a file that was changed then: every claim of a paper asks for all files of the paper."""
    return load(path)


def grid(claim: Claim, effort: Effort, seed: int, found: SearchResult) -> Iterator[None]:
    """Small integer and discrete inputs (all of them where they are few), small sizes first."""
    for number, sizes in enumerate(itertools.islice(claim.domain.sizes(), 12)):
        width = sum(int(np.prod(p.extent(sizes))) for p in claim.domain.params.values())
        limit = min(effort.grid, max(ENTRIES // max(width, 1), 256))
        batch = small_inputs(claim.domain, dict(sizes), limit, claim_stream(claim, "grid", seed, number))
        before = len(found.violations)
        yield from certify_best(claim, batch, effort.certified, "grid", found)
        if len(found.violations) > before:
            return


def small_inputs(domain: Domain, sizes: Sizes, limit: int, rng: np.random.Generator) -> Batch:
    """All inputs over small alphabets if there are at most `limit`.

    Otherwise random ones, half of them made of permutations, nilpotents, diagonals and rank one matrices up
    to n = 3 (every combination of those where they are at most `limit`).
    """
    choices = {key: entries(p, p.extent(sizes)) for key, p in domain.params.items()}
    many = sum(width * math.log(len(choice)) for choice, width, _ in choices.values())
    if many <= math.log(limit) + ROUNDED:
        return _batch(sizes, {k: (all_arrays(c, shape)) for k, (c, _, shape) in choices.items()}, limit, rng)
    plain = {k: rng.choice(c, size=(limit // 2, *shape)) for k, (c, _, shape) in choices.items()}
    special = {k: dictionary(p, p.extent(sizes), rng) for k, p in domain.params.items()}
    chosen = _batch(sizes, special, limit, rng)
    params = {k: np.concatenate([chosen.params[k], plain[k]]) for k in choices}
    found = Batch(sizes, params, chosen.count + limit // 2)
    return _with_structured(found, domain, special, limit // SHARE, rng)


def _with_structured(
    found: Batch, domain: Domain, special: dict[str, Any], limit: int, rng: np.random.Generator
) -> Batch:
    """And, beyond n = 3, combinations of matrices from the dictionary of structured ones."""
    lists, any_matrix = dict(special), False
    for key, param in domain.params.items():
        shape = param.extent(found.sizes)
        if len(shape) == 2 and max(shape) > DICTIONARY_SIZE:
            matrices = allowed(param, shape)
            if matrices:
                lists[key], any_matrix = as_floats(matrices), True
    if not any_matrix:
        return found
    more = _batch(found.sizes, lists, limit, rng)
    params = {k: np.concatenate([found.params[k], more.params[k]]) for k in lists}
    return Batch(found.sizes, params, found.count + more.count)


def entries(param: Param, shape: tuple[int, ...]) -> tuple[tuple[float, ...], int, tuple[int, ...]]:
    """The alphabet of a parameter, how many entries it has, and its shape."""
    return ALPHABETS.get(param.range, TERNARY), int(np.prod(shape)), shape


def all_arrays(alphabet: tuple[float, ...], shape: tuple[int, ...]) -> Any:
    """Every array over an alphabet, shape (count, *shape)."""
    return np.array(list(itertools.product(alphabet, repeat=int(np.prod(shape))))).reshape(-1, *shape)


def dictionary(param: Param, shape: tuple[int, ...], rng: np.random.Generator) -> Any:
    """Special values of one parameter: all that the alphabet gives where they are few."""
    alphabet, width, _ = entries(param, shape)
    if width * math.log(len(alphabet)) <= math.log(100) + ROUNDED or param.range in ALPHABETS:
        few = width * math.log(len(alphabet)) <= math.log(1000) + ROUNDED
        return all_arrays(alphabet, shape) if few else rng.choice(alphabet, size=(1000, *shape))
    if len(shape) == 2 and max(shape) <= DICTIONARY_SIZE:
        return special_matrices(*shape)
    return rng.choice(TERNARY, size=(200, *shape))


def special_matrices(m: int, n: int) -> Any:
    """Permutations, ternary nilpotents (both triangles), ternary diagonals, rank one matrices of 0 and 1."""
    square = np.eye(max(m, n))
    found = [square[list(p)][:m, :n] for p in itertools.permutations(range(max(m, n)))]
    above = [(i, j) for i in range(m) for j in range(n) if j > i]
    for places in (above, [(j, i) for i, j in above if j < m and i < n], [(i, i) for i in range(min(m, n))]):
        found += [
            _with_entries(m, n, places, values) for values in itertools.product(TERNARY, repeat=len(places))
        ]
    left, right = itertools.product((0.0, 1.0), repeat=m), list(itertools.product((0.0, 1.0), repeat=n))
    found += [np.outer(u, v) for u in left for v in right]
    return np.unique(np.array(found), axis=0)


def _with_entries(m: int, n: int, places: list[tuple[int, int]], values: tuple[float, ...]) -> Any:
    A = np.zeros((m, n))
    for (i, j), value in zip(places, values, strict=True):
        A[i, j] = value
    return A


def _batch(sizes: Sizes, lists: dict[str, Any], limit: int, rng: np.random.Generator) -> Batch:
    """Every combination of the listed values, or `limit` random ones."""
    counts = [len(values) for values in lists.values()]
    if np.prod([float(c) for c in counts]) <= limit:
        every = list(itertools.product(*[range(c) for c in counts]))
        picks = np.array(every, dtype=int).reshape(len(every), len(counts))
    else:
        picks = np.stack([rng.integers(c, size=limit) for c in counts], axis=1)
    params = {key: values[picks[:, k]] for k, (key, values) in enumerate(lists.items())}
    return Batch(sizes, params, len(picks))


@cache
def structured(m: int, n: int) -> tuple[Rows, ...]:
    """Special m x n matrices without repetition, none above n = 12; rectangular ones are cut out."""
    side = max(m, n)
    if side > LARGEST:
        return ()
    found = [*_by_rule(side), *_graphs(side), *_orthogonal(side), *_made_of_two(side)]
    return tuple(dict.fromkeys(tuple(row[:n] for row in rows[:m]) for rows in found))


@cache
def allowed(param: Param, shape: tuple[int, int]) -> tuple[Rows, ...]:
    """Those whose entries a parameter may take."""
    every = structured(*shape)
    return tuple(rows for rows in every if all(param.allows(rational(x)) for row in rows for x in row))


def _rows(n: int, rule: Rule) -> Rows:
    return tuple(tuple(Fraction(rule(i, j)) for j in range(n)) for i in range(n))


def _by_rule(n: int) -> Iterator[Rows]:
    """Entries given by their places: circulants, Toeplitz, Jordan, companions, updates, Pascal and others."""
    one, half = Fraction(1), Fraction(1, 2)
    rules: list[Rule] = [
        lambda i, j: int(j == (i + 1) % n),  # a cyclic permutation
        lambda i, j: int(i + j == n - 1),  # the reversal
        lambda i, j: int(j == (1 - i if i < 2 else i)),  # an exchange
        lambda i, j: int(i == j) + int(j == (i + 1) % n),
        lambda i, j: int(j == (i + 1) % n) - int(i == (j + 1) % n),
        lambda i, j: half * (int(i == j) + int(j == (i + 1) % n)),  # doubly stochastic
        lambda i, j: one / n,
        lambda i, j: int(i == j) - one / n,
        lambda i, j: 2 * int(i == j) - int(abs(i - j) == 1),  # Toeplitz
        lambda i, j: int(j > i) - int(j < i),
        lambda i, j: int(j >= i),
        lambda i, j: int(i == j) - int(j > i),
        lambda i, j: int(i - j <= 1) * max(n - max(i, j), 0),  # Frank
        lambda i, j: int(j == i + 1),  # Jordan
        lambda i, j: int(j == i) + int(j == i + 1),
        lambda i, j: int(j == i + 1 and j != n // 2),  # two blocks
        lambda i, j: int(i == j + 1) + int(i == 0 and j >= n - 2),  # companions
        lambda i, j: int(i == j + 1) + int(i == 0),
        lambda i, j: 1 + int(i == j),  # updates of rank one
        lambda i, j: n * int(i == j) - 1,
        lambda i, j: int(i == 0),
        lambda i, j: int(i == 0) + int(i == j),
        lambda i, j: int(i == 0 or j == 0) * (1 if i == j == 0 else -1) + int(i == j > 0),
        lambda i, j: comb(i + j, i),  # Pascal
        lambda i, j: comb(i, j),
        lambda i, j: one / (i + j + 1),  # Hilbert
        lambda i, j: min(i, j) + 1,
        lambda i, j: 1 if (i + j) % 2 else -1,  # signs, 0 and 1
        lambda i, j: -1 if i == j else 1,
        lambda i, j: int((i * j) % 2 == 0),
        lambda i, j: int(i == j < (n + 1) // 2) - int(i == j >= (n + 1) // 2),
    ]
    return (_rows(n, rule) for rule in rules)


def _graphs(n: int) -> Iterator[Rows]:
    """Adjacency and Laplacian of paths, cycles, stars, complete and complete bipartite graphs, Petersen's."""
    edges: list[Callable[[int, int], bool]] = [
        lambda i, j: abs(i - j) == 1,
        lambda i, j: i != j and (i - j) % n in (1, n - 1),
        lambda i, j: i != j and 0 in (i, j),
        lambda i, j: i != j,
        lambda i, j: (i < n // 2) != (j < n // 2),
    ]
    if n == 10:
        edges.append(_petersen)
    for joined in edges:
        degrees = [sum(joined(i, j) for j in range(n)) for i in range(n)]
        yield _rows(n, lambda i, j, joined=joined: int(joined(i, j)))  # type: ignore[misc]
        yield _rows(n, lambda i, j, joined=joined, d=degrees: d[i] * int(i == j) - int(joined(i, j)))  # type: ignore[misc]


def _petersen(i: int, j: int) -> bool:
    """An outer five-cycle, an inner one of step 2, and spokes."""
    if (i < 5) != (j < 5):
        return i % 5 == j % 5
    return (i - j) % 5 in ((1, 4) if i < 5 else (2, 3))


def _orthogonal(n: int) -> Iterator[Rows]:
    """Hadamard matrices of Sylvester and Paley, conference matrices of Paley."""
    if n & (n - 1) == 0:
        yield _rows(n, lambda i, j: (-1) ** (i & j).bit_count())
    q = n - 1
    if q not in (3, 5, 7, 11):
        return
    squares = {x * x % q for x in range(1, q)}

    def conference(i: int, j: int) -> int:
        """Symmetric for q = 1 mod 4, skew for q = 3 mod 4."""
        if i == j:
            return 0
        if 0 in (i, j):
            return 1 if i == 0 or q % 4 == 1 else -1
        return 1 if (j - i) % q in squares else -1

    yield _rows(n, conference)
    if q % 4 == 3:
        yield _rows(n, lambda i, j: conference(i, j) + int(i == j))  # Hadamard


def _made_of_two(n: int) -> Iterator[Rows]:
    """What is good at n = 2, beside zeros, ones and itself, and times I or J from either side."""
    for X in GOOD if n > 2 else ():
        inside = lambda i, j, X=X: X[i][j] if max(i, j) < 2 else 0  # noqa: E731
        yield _rows(n, inside)
        yield _rows(n, lambda i, j, f=inside: f(i, j) + int(i == j > 1))  # type: ignore[misc]
        if n % 2:
            continue
        half = n // 2
        yield _rows(n, lambda i, j, X=X: X[i % 2][j % 2] * int(i // 2 == j // 2))  # type: ignore[misc]
        yield _rows(n, lambda i, j, X=X, h=half: X[i // h][j // h] * int(i % h == j % h))  # type: ignore[misc]
        yield _rows(n, lambda i, j, X=X: X[i % 2][j % 2])  # type: ignore[misc]


def as_floats(matrices: tuple[Rows, ...]) -> np.ndarray:
    """A batch (count, m, n) of the nearest float64 numbers."""
    return np.array([[[float(x) for x in row] for row in rows] for rows in matrices])
