"""Eigenvectors of a large symmetric matrix in the memory of two: LAPACK without its copies.

Nothing here is trusted: what uses the vectors measures how orthogonal they are and what they leave over.
The routines are those that scipy hands to Cython. Called through ctypes they work in place, on parts of an
array, and without Python's lock, so that a thread that waits for them answers Ctrl-C.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from scipy.linalg import cython_lapack, lapack

from perturb.networks.memory import room
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
