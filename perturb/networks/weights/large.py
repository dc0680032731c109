"""Large matrices in the memory of little more than two: eigenvectors, singular values, the ends of A + A'.

Eigenvectors of a large symmetric matrix in the memory of two: LAPACK without its copies.

Nothing here is trusted: what uses the vectors measures how orthogonal they are and what they leave over.
The routines are those that scipy hands to Cython. Called through ctypes they work in place, on parts of an
array, and without Python's lock, so that a thread that waits for them answers Ctrl-C.

All singular values of a large matrix with certified bars, in the memory of little more than two.

With nearly orthonormal columns V from the Gram matrix, the columns of W = AV are nearly orthogonal and
their lengths nearly the singular values. LAPACK is not trusted. Below u = 2^-53, g_k = k u / (1 - k u), norms
without a letter are spectral, and |.|_F bounds them. A is m x n with m >= n.

 1. |V'V - I| <= b < 1/2: the values of AV are those of A times numbers in [sqrt(1 - b), sqrt(1 + b)]
    (Ostrowski). |fl(AV) - AV| <= e: those of W = fl(AV) are within e of them (Weyl).
 2. W = [W_1 W_2], P the projection on the range of W_1. [W_1, (I - P) W_2] has the values of W_1 and those
    of (I - P) W_2, as these ranges are orthogonal. It is W less P W_2, and
    |P W_2| = |(W_1'W_1)^(-1/2) W_1'W_2| <= |W_1'W_2| / s_min(W_1) =: c. So the values of W are, in order,
    within c of those of W_1 and of (I - P) W_2 together, and the latter within c of those of W_2 (Weyl).
 3. Let C = fl(W_1'W_1), k x k, q_j = fl(|w_j|^2), D = diag(sqrt q_j). Entries of the rounding error are at
    most g |w_i| |w_j| <= g/(1 - g) sqrt(q_i q_j), so that it lies between -r D^2 and r D^2 with
    r = k g / (1 - g). So W_1'W_1 lies between (1 - r) D^2 - h and (1 + r) D^2 + h, h = |C - D^2|, and its
    i-th eigenvalue between (1 - r) q_i - h and (1 + r) q_i + h, q in decreasing order (Weyl).
 4. W_2 holds the columns shorter than 1/16 of the longest: its values are found in the same way from W_2
    itself, as an error of u |A|^2 in a square is a large one of a small value. What is below e as a whole
    is not resolved any further.

A product of matrices is summed in pieces of `PIECE` terms, each in any order, fused or not, and the pieces
one after the other: t terms have an error of at most g_(PIECE + t/PIECE + 1) times the sum of their sizes
(Higham, Accuracy and Stability, 2002, (3.13) and section 4.2); of sums of products Cauchy's inequality makes
products of lengths. `UP` = 1 + 2^-16 covers the rounding of norms and of bounds in float64. The largest entry
of A is in [1, 2), so that what underflows is below 2^-500, which `TINY` covers.

The ends of the spectrum of A + A' for a large square A, certified in the memory of little more than two.

With S = fl(A + A'), nearly orthonormal columns V and D = diag(d), d increasing:
 1. |S - (A + A')|_F <= u |S|_F, rounding once an entry (Weyl).
 2. |V'V - I| <= b < 1/2, |SV - VD| <= e. V'SV = D + E with E = V'(SV - VD) + (V'V - I) D, hence
    |E| <= sqrt(1 + b) e + b |D|, and the i-th eigenvalue of V'SV is that of S times a number in
    [1 - b, 1 + b] (Ostrowski). So those of S are in (d_i + [-|E|, |E|]) / [1 - b, 1 + b].
 3. |fl(SV) - SV|_F <= g |S|_F |V|_F as above; VD and the difference are rounded once.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from functools import cache
from tempfile import TemporaryFile
from typing import IO, Any

import numpy as np
from scipy.linalg import cython_lapack, lapack
from scipy.linalg.blas import dsyrk

from perturb.laws.ensembles.certified import UP, U
from perturb.networks.machine import room
from perturb.types import FloatArray

PANEL = 64  # columns of LAPACK's own blocks


def eigenvectors(S: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Eigenvalues of the symmetric S, increasing, shape (n,), and nearly orthonormal columns to them.

    S: shape (n, n), in Fortran order, of which the lower triangle is read and all is overwritten. Shape of
    the columns: (n, n), in Fortran order. ArithmeticError where LAPACK gives up.
    """
    n = len(S)
    if n == 1:
        return S[0].copy(), np.ones((1, 1))
    diagonal, off, tau = (np.zeros(n) for _ in range(3))
    work = np.empty(PANEL * n)
    _call("dsytrd", b"L", n, S, n, diagonal, off, tau, work, len(work))
    Z = room((n, n), "F")
    values = _tridiagonal(diagonal, off, Z)
    S[0, 1:] = 0  # above the reflectors, which from the second row on are those of a factor Q
    reflectors = S.reshape(-1, order="F")[1 : 1 + n * (n - 1)].reshape((n, n - 1), order="F")
    turn(reflectors, tau[: n - 1], Z)
    return values, Z


def turn(reflectors: FloatArray, tau: FloatArray, Z: FloatArray) -> None:
    """Z becomes diag(1, Q) Z, a few columns at a time."""
    n = len(Z)
    width = max(32, min(256, n // 16))
    for j in range(0, n, width):
        part = np.zeros((n, min(width, n - j)), order="F")
        part[:-1] = Z[1:, j : j + width]
        turned, _, info = lapack.dormqr("L", "N", reflectors, tau, part, PANEL * n, overwrite_c=1)
        if info:
            raise ArithmeticError(f"dormqr: {info}")
        Z[1:, j : j + width] = turned[:-1]


def _tridiagonal(diagonal: FloatArray, off: FloatArray, Z: FloatArray) -> FloatArray:
    """Eigenvalues, and eigenvectors into Z, shape (n, n), of the tridiagonal matrix with these entries."""
    n = len(diagonal)
    found, values = np.zeros(1, np.intc), np.empty(n)
    support, rows, work = np.empty(2 * n, np.intc), np.empty(10 * n, np.intc), np.empty(18 * n)
    nothing, whole, careful = 0.0, 1, np.ones(1, np.intc)
    _call(
        *("dstemr", b"V", b"A", n, diagonal, off, nothing, nothing, whole, n, found, values, Z, n, n),
        *(support, careful, work, len(work), rows, len(rows)),
    )
    if found[0] != n:
        raise ArithmeticError(f"dstemr: {found[0]} of {n} values")
    return values


def tridiagonal_values(diagonal: FloatArray, off: FloatArray) -> FloatArray:
    """Eigenvalues, increasing, shape (n,), of the symmetric tridiagonal matrix with these entries, which are
    overwritten. ArithmeticError where LAPACK gives up.
    """
    _call("dsterf", len(diagonal), diagonal, off)
    return diagonal


def _call(name: str, *arguments: Any) -> None:
    """By reference, as Fortran takes them; ArithmeticError where the routine says that it failed."""
    info = ctypes.c_int(0)
    _routine(name, len(arguments) + 1)(*map(_reference, arguments), ctypes.byref(info))
    if info.value:
        raise ArithmeticError(f"{name}: {info.value}")


def _reference(x: Any) -> Any:
    if isinstance(x, np.ndarray):
        return ctypes.c_void_p(x.ctypes.data)
    if isinstance(x, bytes):
        return ctypes.c_char_p(x)
    return ctypes.byref(ctypes.c_double(x) if isinstance(x, float) else ctypes.c_int(x))


@cache
def _routine(name: str, arguments: int) -> Callable[..., None]:
    capsule = cython_lapack.__pyx_capi__[name]
    api = ctypes.pythonapi
    named = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(("PyCapsule_GetName", api))
    pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
        ("PyCapsule_GetPointer", api)
    )
    return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * arguments)(pointer(capsule, named(capsule)))


PIECE = 128  # terms of a sum
SHORT = 1 / 16
DEEPEST = 4
TINY = 2.0**-400

Ends = tuple[FloatArray, FloatArray]
Load = Callable[[], FloatArray]


@np.errstate(invalid="ignore", over="ignore")
def singular_values(load: Load, depth: int = 0) -> Ends:
    """Lower and upper ends of all singular values, in decreasing order, shape (min(m, n),) each.

    `load` gives the matrix, m x n of float64, at most 2 in size and 1 or more somewhere, or 0: anew at each
    call, as it is overwritten. ArithmeticError where LAPACK gives up.
    """
    V, b = _vectors(load)
    W = _tall(load())
    size = norm(W)
    e = UP * (gamma(len(V)) * size * norm(V)) + TINY
    _multiply(W, V)
    del V
    q = _squares(W)
    cut = _cut(q) if depth < DEEPEST else 0
    low, high, c = _long(W, q, cut)
    whole = UP * float(np.sqrt(q[:cut].sum())) + TINY
    with TemporaryFile() as file:
        stored = _store(file, W[:, :cut]) if whole > e and cut else None
        del W  # what is still to do with a part of it waits in the file: one matrix less in memory
        under, over = np.zeros(cut), np.full(cut, whole)
        if stored is not None:
            under, over = _stored(file, *stored, depth + 1)
    low, high = np.concatenate([low - c, under - 2 * c]), np.concatenate([high + c, over + 2 * c])
    low, high = (low - e) / np.sqrt(1 + b), (high + e) / np.sqrt(max(1 - b, TINY))
    room = 8 * U
    # Bad vectors may lead to infinities that meet: such an end is not a number, and says nothing.
    return np.sort(np.fmax(low, 0))[::-1] * (1 - room), np.sort(np.fmin(high, size))[::-1] * (1 + room)


def _vectors(load: Load) -> tuple[FloatArray, float]:
    """V, and a bound of |V'V - I|."""
    A = _tall(load())
    G = room((A.shape[1], A.shape[1]), "F")
    for rows in pieces(len(A), block(A)):
        G = dsyrk(1.0, np.ascontiguousarray(A[rows]).T, 1.0, G, lower=1, overwrite_c=1)
    del A
    _, V = eigenvectors(G)
    del G
    return V, defect(V)


def defect(V: FloatArray) -> float:
    """A bound of |V'V - I|; inf where that is not below 1/2."""
    n = len(V)
    found = UP * (np.sqrt(_left(V, slice(0, n), np.ones(n))) + gamma(n) * (norm(V) ** 2 + n))
    return float(found) if found < 0.5 else np.inf


def _cut(q: FloatArray) -> int:
    """How many of the first columns hold all that are short; 0 where these are all columns."""
    short = np.flatnonzero(q < SHORT**2 * q.max())
    cut = int(short[-1]) + 1 if len(short) else 0
    return cut if cut < len(q) else 0


def _long(W: FloatArray, q: FloatArray, cut: int) -> tuple[FloatArray, FloatArray, float]:
    """Ends of the values of W_1, the columns from `cut` on, by 3., and c of 2.; inf where W_1 bounds none."""
    g = UP * gamma(len(W))
    h = UP * np.sqrt(_left(W, slice(cut, W.shape[1]), q)) + TINY
    r = UP * g * (W.shape[1] - cut)
    low = np.sqrt(np.maximum((1 - r) * q[cut:] - h, 0)) * (1 - 8 * U)
    high = np.sqrt((1 + r) * q[cut:] + h) * (1 + 8 * U)
    if not cut:
        return low, high, 0.0
    shared = np.sqrt(_shared(W, cut)) + g * np.sqrt(q[:cut].sum() * q[cut:].sum())
    least = float(low.min())
    return low, high, UP * float(shared) / least + TINY if least > 0 else np.inf


def _store(file: IO[bytes], W: FloatArray) -> tuple[int, tuple[int, ...]]:
    """Divided by a power of 2, for which the largest entry is in [1, 2); that power, and the shape."""
    size = float(max(np.abs(W[rows]).max() for rows in pieces(len(W), block(W))))
    power = int(np.frexp(size)[1]) - 1
    for rows in pieces(len(W), block(W)):
        np.ldexp(W[rows], -power).tofile(file)
    return power, W.shape


def _stored(file: IO[bytes], power: int, shape: tuple[int, ...], depth: int) -> Ends:
    def load() -> FloatArray:
        file.seek(0)
        found = room(shape)
        file.readinto(found.data)  # type: ignore[attr-defined]
        return found

    low, high = singular_values(load, depth)
    return np.ldexp(low, power), np.ldexp(high, power)


def _multiply(A: FloatArray, V: FloatArray) -> None:
    """A becomes AV, a few rows at a time."""
    for rows in pieces(len(A), block(A)):
        part = np.ascontiguousarray(A[rows])
        A[rows] = product(part.T, V)


def _left(W: FloatArray, columns: slice, q: FloatArray) -> float:
    """The squared Frobenius norm of fl(W_1'W_1) - diag(q) for these columns; half of it is computed."""
    total = 0.0
    for part in pieces(columns.stop, block(W), columns.start):
        C = product(W[:, part.start : columns.stop], W[:, part])
        own = part.stop - part.start
        np.fill_diagonal(C[:own], C[:own].diagonal() - q[part])
        total += float(np.square(C[:own]).sum() + 2 * np.square(C[own:]).sum())
    return total


def _shared(W: FloatArray, cut: int) -> float:
    """The squared Frobenius norm of fl(W_1'W_2)."""
    parts = pieces(cut, block(W))
    return sum(float(np.square(product(W[:, cut:], W[:, part])).sum()) for part in parts)


def product(X: FloatArray, Y: FloatArray) -> FloatArray:
    """X'Y, summed piece by piece."""
    found = np.zeros((X.shape[1], Y.shape[1]))
    piece = np.empty_like(found)
    for rows in pieces(len(X), PIECE):
        found += np.matmul(X[rows].T, Y[rows], out=piece)
    return found


def _squares(W: FloatArray) -> FloatArray:
    """|w_j|^2 of each column, summed piece by piece."""
    found = np.zeros(W.shape[1])
    for rows in pieces(len(W), PIECE):
        found += np.einsum("ij,ij->j", W[rows], W[rows])
    return found


def norm(A: FloatArray) -> float:
    """The Frobenius norm, from above."""
    return float(UP * np.sqrt(_squares(A).sum()) + TINY)


def gamma(terms: int) -> float:
    return UP * (min(terms, PIECE) + terms // PIECE + 2) * U


def pieces(end: int, length: int, start: int = 0) -> Iterator[slice]:
    return (slice(k, min(k + length, end)) for k in range(start, end, length))


def block(A: FloatArray) -> int:
    """Rows or columns at a time: few beside all, so that what is computed of them is small."""
    return max(32, min(256, int(A.shape[1]) // 16))


def _tall(A: FloatArray) -> FloatArray:
    return A if A.shape[0] >= A.shape[1] else A.T


Interval = tuple[float, float]


def extremes(load: Load) -> tuple[Interval, Interval]:
    """Intervals that hold the least and the largest eigenvalue of A + A'; `load` as for singular values.

    ArithmeticError where LAPACK gives up.
    """
    d, V = eigenvectors(doubled(load()).T)
    b, size = defect(V), norm(V)
    S = doubled(load())
    total = 0.0
    for rows in pieces(len(S), block(S)):
        total += float(np.square(product(S[rows].T, V) - V[rows] * d).sum())
    own, largest = norm(S), float(np.abs(d).max())
    e = UP * (np.sqrt(total) + gamma(len(S)) * own * size + 2 * U * size * largest) + TINY
    off = UP * (np.sqrt(1 + b) * e + b * largest)
    if not (b < 0.5 and (np.diff(d) >= 0).all()):
        return (-own, own), (-own, own)
    least, most = (_divided(float(x), off, b, U * UP * own) for x in (d[0], d[-1]))
    return least, most


def doubled(A: FloatArray) -> FloatArray:
    """A becomes A + A', which is returned, a few rows at a time."""
    width = block(A)
    for i in pieces(len(A), width):
        for j in pieces(len(A), width, i.start):
            A[i, j] = A[i, j] + A[j, i].T
            A[j, i] = A[i, j].T
    return A


def _divided(x: float, off: float, b: float, rounding: float) -> Interval:
    """[x - off, x + off] / [1 - b, 1 + b], and the rounding of the sum, outwards."""
    low, high = (x - off) * (1 - 4 * U * np.sign(x - off)), (x + off) * (1 + 4 * U * np.sign(x + off))
    low, high = low / (1 + b if low > 0 else 1 - b), high / (1 - b if high > 0 else 1 + b)
    room = UP * rounding + 8 * U * max(abs(low), abs(high))
    return float(low - room), float(high + room)
