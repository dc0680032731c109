"""Bounds of kappa((X + I) D), D with m zeros (ReLU) on the diagonal: printed, sharpened, and of X itself.

Lemma 29 and Theorem 31 of riedi2022. Each statement is a claim of the catalogue, named here by its id; the
proof of what is "sharpened" stands there.
"""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq

from perturb.networks.weights.residual import MaskBound, ShiftedLayer, bound, bound_in_t
from perturb.networks.weights.shift_bounds import shift_bounds


def mask_bounds(of: ShiftedLayer, m: int) -> list[MaskBound]:
    """All of them for m zeros among n >= 1, 0 <= m < n; those of Theorem 22 are for m = 0."""
    rows = shift_bounds(of) if m == 0 else _relu(of, m)
    return [*rows, _entry_bound(of, m), _interlacing(of, m)]


def _relu(of: ShiftedLayer, m: int) -> list[MaskBound]:
    n, t = of.n, of.t
    entry, share = t * of.size, fmpq(m, n)
    root = arb(share).sqrt()
    kept = t * (1 - share)
    return [
        bound_in_t(
            "thm-31.89",
            "Theorem 31 (89)",
            "2 cn (1 + n) < 1",
            t,
            lambda t: 1 - 2 * t * (1 + n),
            lambda t: (1 + t) / (1 - 2 * t * (1 + n)).sqrt(),
            2 * entry * (1 + n),
        ),
        bound_in_t(
            "thm-31.90",
            "Theorem 31 (90)",
            "m < n (1 - cn)^2, cn < 1",
            t,
            lambda t: 1 - t - root,
            lambda t: (1 + t) / (1 - t - root),
            None,
        ),
        bound_in_t(
            "thm-31.91",
            "Theorem 31 (91)",
            "2 cn (1 + 2m) < 1",
            t,
            lambda t: 1 - 2 * t * (1 + 2 * m),
            lambda t: (1 + t) / (1 - 2 * t * (1 + 2 * m)).sqrt(),
            2 * entry * (1 + 2 * m),
        ),
        bound_in_t(
            "thm-31.90~sharpened",
            "Theorem 31, kept block",
            "c (n - m) < 1",
            t,
            lambda t: 1 - arb(kept),
            lambda t: (
                _ball(arb(kept)) ** 2 + t * t * arb(share * (1 - share)) / (1 - arb(kept)) ** 2
            ).sqrt(),
            entry * (1 - share),
            "sharpened",
        ),
    ]


def _ball(x: Any) -> Any:
    """f of the sharpened (87)."""
    return (1 + x * (2 - x * x).sqrt()) / (1 - x * x)


def _entry_bound(of: ShiftedLayer, m: int) -> MaskBound:
    label = "Lemma 29 (87), interlacing" if m else "Lemma 29 (87)"
    source, kind = ("thm-31.89~sharpened", "sharpened") if m else ("lem-29.87", "printed")
    return bound_in_t(
        source, label, "cn < 1", of.t, lambda t: 1 - t, lambda t: (1 + t) / (1 - t), of.t * of.size, kind
    )


def _interlacing(of: ShiftedLayer, m: int) -> MaskBound:
    """kappa(MD) <= s_1(M) / s_n(M), M = X + I, for every m < n.

    Proof: to delete columns lowers s_1, and the n - m columns that are left span a subspace of unit vectors u
    with |Mu| >= s_n(M): their least singular value is at least s_n(M). With m = 0 it is kappa(M).
    """
    return bound(
        "",
        "s_1 / s_n of A + rho I itself",
        "s_n(A + rho I) > 0",
        (of.sum_s_n,),
        lambda x: x,
        (of.sum_s_1, of.sum_s_n),
        lambda top, least: top / least,
        None,
        "sharpened",
    )
