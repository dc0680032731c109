"""Words of layered networks: the slopes of a piecewise linear activation, circular convolution."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import arb, fmpq

from perturb.balls.errors import Undefined
from perturb.vocab.arrays import column, may_be_empty, require_entries
from perturb.vocab.values import as_scalar
from perturb.vocab.word import M, S, V, Word


def _float_slopes(t: Any, eta: Any) -> Any:
    """NaN at a zero, where the slope is not defined."""
    known = np.where(t > 0, 1.0, np.where(t < 0, eta, np.nan))
    return np.where(np.isnan(t), np.nan, known)


def _slope(t: Any, eta: Any) -> Any:
    t, eta = as_scalar(t), as_scalar(eta)
    if t > 0:
        return fmpq(1)
    if t < 0:
        return eta
    if isinstance(t, arb) and not t.is_zero():
        return arb("nan")  # a ball that holds 0: the slope may be either
    raise Undefined("the slope of an activation at 0")


def _float_circulant(v: Any) -> Any:
    require_entries(v)
    n = v.shape[-2]
    shift = (np.arange(n)[:, None] - np.arange(n)[None, :]) % n
    return v[..., shift, 0]


def _circulant(field: Any, v: tuple[Any, ...]) -> Any:
    n, values = len(v), column(v)
    return type(values)(n, n, [values[(i - j) % n, 0] for i in range(n) for j in range(n)])


slopes = Word(
    "slopes",
    V,
    r"\phi_{{{1:0}}}'({0:0})",
    _float_slopes,
    lambda field, t, eta: tuple(_slope(x, eta) for x in t),
    meaning="1 where a component is positive and eta where it is negative, as a vector; undefined at 0",
    accepts=(V, S),
    indexed=r"\phi_{{{1:0}}}'({0:0})",
    partial=True,
)
circulant = Word(
    "circulant",
    M,
    r"\mathrm{{circ}}({0:0})",
    _float_circulant,
    _circulant,
    meaning="the n x n matrix with entries v[i - j mod n], so that its product is circular convolution",
    accepts=(V,),
    shape=lambda v: (v[0], v[0]),
    partial=may_be_empty,
)
