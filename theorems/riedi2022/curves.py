"""Printed bounds, sharpened bounds and what is attained, over the natural parameter of each theorem."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from perturb.distributions import bounds_at, shifted_limits
from perturb.statements.experiment import Curves
from perturb.types import FloatArray
from theorems.riedi2022 import RIEDI

OUTPUTS, DELETED, LEAKY = 16, 4, 2
THETA, WIDTH = 4.0, 100


def where(condition: FloatArray, value: FloatArray) -> FloatArray:
    """NaN where the bound does not apply."""
    return np.where(condition, value, np.nan)


def by_the_norm(t: FloatArray) -> FloatArray:
    """(87): only s_1(M_o) <= t is used."""
    return where(t < 1, (1 + t) / (1 - t))


def ball(t: FloatArray) -> FloatArray:
    """The best bound from sum (s_i - 1)^2 <= t^2."""
    return where(t < 1, (1 + t * np.sqrt(2 - t * t)) / (1 - t * t))


HARD = Curves(
    RIEDI,
    "curve-absolute-value",
    "Theorem 30: hard bound, absolute value",
    "cn",
    r"\kappa(M(1)D)",
    np.linspace(0.001, 0.9, 300),
    printed={"(88)": by_the_norm},
    sharpened={"all singular values in one ball": ball},
    truth={"attained wherever n and cn allow": ball},
    of=("riedi2022/thm-30.88", "riedi2022/lem-29.87~sharpened"),
    note="No bound in $cn$ alone is better than the sharpened one: it is attained for $cn = (q - p)/n$ with "
    r"$p + q = n$, by $M_o = c\,[J, J; J, -J]$ with blocks $J$ of ones, the upper ones of $p$ rows. "
    "These values of $cn$ lie dense as $n$ grows, so the dotted curve lies on the sharpened one.",
)


def deleted(t: FloatArray, share: float) -> FloatArray:
    """The block of the kept columns and the rest of their rows, apart; share = m/n."""
    kept, beside = t * (1 - share), t * t * share * (1 - share)
    return where(kept < 1, np.sqrt(ball(kept) ** 2 + beside / (1 - kept) ** 2))


RELU = Curves(
    RIEDI,
    "curve-relu",
    f"Theorem 31: hard bound, ReLU, n = {OUTPUTS}, m = {DELETED} outputs deleted",
    "cn",
    r"\kappa(M(1)D)",
    np.geomspace(0.002, 0.95, 400),
    printed={
        "(89)": lambda t: where(2 * t * (1 + OUTPUTS) < 1, (1 + t) / np.sqrt(1 - 2 * t * (1 + OUTPUTS))),
        "(90)": lambda t: where(
            np.sqrt(DELETED / OUTPUTS) < 1 - t, (1 + t) / (1 - t - np.sqrt(DELETED / OUTPUTS))
        ),
        "(91)": lambda t: where(
            2 * t * (1 + 2 * DELETED) < 1, (1 + t) / np.sqrt(1 - 2 * t * (1 + 2 * DELETED))
        ),
    },
    sharpened={"interlacing": by_the_norm, "kept block": lambda t: deleted(t, DELETED / OUTPUTS)},
    truth={"reached from below": lambda t: ball(t * (1 - DELETED / OUTPUTS))},
    of=("riedi2022/thm-31.89", "riedi2022/thm-31.90", "riedi2022/thm-31.91"),
    note="Every printed bound ends where its condition does; the sharpened ones need $cn < 1$ or less.",
    log_x=True,
    low=1.0,
    top=20.0,
)


def leaky_root(eta: FloatArray, t: float) -> FloatArray:
    """(100) with its condition."""
    under = (1 - t) ** 2 - 4 * (1 - eta) * np.sqrt(LEAKY)
    return where(under > 0, (1 + t) / np.sqrt(np.maximum(under, 0)))


def leaky_sum(eta: FloatArray, t: float) -> FloatArray:
    """(101) with its condition."""
    under = 1 - t - (1 - eta) * LEAKY * (3 * t / 8 + 1)
    return where(under > 0, (1 + t) / under)


LEAKY_RELU = Curves(
    RIEDI,
    "curve-leaky",
    f"Theorem 32: hard bound, leaky ReLU, n = 8, m = {LEAKY}, cn = 1/3",
    r"\eta",
    r"\kappa(M(1)D)",
    np.linspace(0.3, 1.0, 300),
    printed={"(100)": lambda eta: leaky_root(eta, 1 / 3), "(101)": lambda eta: leaky_sum(eta, 1 / 3)},
    sharpened={"ball times 1/eta": lambda eta: ball(np.full_like(eta, 1 / 3)) / eta},
    truth={"attained without D (eta = 1)": lambda eta: ball(np.full_like(eta, 1 / 3))},
    of=("riedi2022/thm-32.100", "riedi2022/thm-32.101"),
    note="The printed bounds need eta near 1; the sharpened one holds for every eta > 0. The dotted line is "
    "the value at eta = 1, which is attained; for eta < 1 the best constant is open.",
    low=1.0,
    top=12.0,
)


def relu_bound(used: float) -> Callable[[FloatArray], FloatArray]:
    """(128) with nu = `used`."""
    need = 2 + 2 * used + THETA
    return lambda r: where(r > need, 2 * (1 + 1 / r) / (1 - need / r))


def every_mask(r: FloatArray) -> FloatArray:
    """(1 + s)/(1 - s) with s = s_1(W_1) below its bound with probability at least 1 - exp(-theta^2/2)."""
    s = (2 + THETA / np.sqrt(WIDTH)) / (r * np.sqrt(8))
    return where(s < 1, (1 + s) / (1 - s))


PROBABLE = Curves(
    RIEDI,
    "curve-random-relu",
    f"Theorem 39: ReLU, with high probability, n = {WIDTH}, theta = {THETA:g}",
    "r",
    r"\kappa((D_1W_1 + \mathrm{Id})D)",
    np.geomspace(0.9, 1000, 500),
    printed={f"(128), nu = {k}": relu_bound(k) for k in (1, WIDTH // 2, WIDTH)},
    sharpened={"all masks at once": every_mask},
    truth={"limit without masks": lambda r: np.array([shifted_limits(float(x)).kappa for x in r])},
    of=("riedi2022/thm-39.128", "riedi2022/cor-40.151c"),
    note="nu counts the rows and columns that the masks delete. The sharpened bound needs no nu: deleting "
    "columns only raises the smallest singular value, and deleting rows of $W_1$ only lowers its norm. It "
    "holds for all masks at once with probability at least $1 - \\exp(-\\theta^2/2)$.",
    log_x=True,
    low=1.0,
    top=30.0,
)


def limit(name: str) -> Callable[[FloatArray], FloatArray]:
    return lambda r: np.array([bounds_at(float(x))[name] for x in r])


def by_the_symmetric_part(r: FloatArray) -> FloatArray:
    """The limit of sqrt(s_1^2 + tau_up + 1) / (1 + tau_low/2)."""
    return where(r > 0.5, np.sqrt(r * r + r + 0.5) / (r - 0.5))


ASYMPTOTIC = {
    "(114), second": limit("(114) second"),
    "(122) = (114), first": limit("(122)"),
    "(116), second": limit("(116) second"),
    "(121) = (116), first": limit("(121)"),
}


def exact(r: FloatArray) -> FloatArray:
    return np.array([shifted_limits(float(x)).kappa for x in r])


LIMITS = Curves(
    RIEDI,
    "curve-limits",
    "Theorem 38: limits of the bounds and of the condition number itself",
    "r",
    r"\kappa(W_1 + \mathrm{Id})",
    np.linspace(0.5, 4.0, 300),
    printed=ASYMPTOTIC,
    sharpened={"Fan-Hoffman": by_the_symmetric_part},
    truth={"exact limit": exact},
    of=("riedi2022/thm-38.121", "riedi2022/thm-38.122"),
    note="The exact limit is that of free probability; it exists for every $r > 1/\\sqrt 8$.",
    low=1.0,
    top=30.0,
)

WASTE = Curves(
    RIEDI,
    "curve-waste",
    "Theorem 38: how much each bound wastes in the limit",
    "r",
    r"\mathrm{bound} / \kappa(W_1 + \mathrm{Id})",
    np.linspace(0.75, 6.0, 300),
    printed={name: (lambda r, f=f: f(r) / exact(r)) for name, f in ASYMPTOTIC.items()},
    sharpened={"Fan-Hoffman": lambda r: by_the_symmetric_part(r) / exact(r)},
    truth={},
    of=("riedi2022/thm-38.121", "riedi2022/num-10-percent"),
    note="At $r = 2$ the first bound of (116) is 8.7 % above the truth: the 10 % of the text.",
    log=False,
    low=1.0,
    top=2.5,
)

EXAMPLE = np.array([[-0.5, 0.6, 0.0], [-0.2, 0.1, 0.4], [0.3, -0.5, -0.3]])


def along(f: Callable[[FloatArray, float], float]) -> Callable[[FloatArray], FloatArray]:
    return lambda rho: np.array([f(EXAMPLE, float(x)) for x in rho])


def tau(M: FloatArray) -> FloatArray:
    return np.linalg.eigvalsh(M + M.T)


def smallest(M: FloatArray) -> float:
    return float(np.linalg.svd(M, compute_uv=False)[-1])


def norm(M: FloatArray) -> float:
    return float(np.linalg.svd(M, compute_uv=False)[0])


GROWTH = Curves(
    RIEDI,
    "curve-growth",
    "Lemma 17 and (73): the smallest singular value of one 3 x 3 matrix plus rho Id, from below",
    r"\rho",
    r"s_3(M_o + \rho\,\mathrm{Id})",
    np.linspace(0.0, 2.5, 300),
    printed={
        "(71)": along(lambda M, rho: rho - norm(M) if rho > norm(M) else np.nan),
        "(73)": along(
            lambda M, rho: (
                float(np.sqrt(x)) if (x := smallest(M) ** 2 + rho * tau(M)[0] + rho**2) >= 0 else np.nan
            )
        ),
    },
    sharpened={"rho + tau_low / 2": along(lambda M, rho: x if (x := rho + tau(M)[0] / 2) >= 0 else np.nan)},
    truth={"s_3": along(lambda M, rho: smallest(M + rho * np.eye(3)))},
    of=("riedi2022/lem-17.71a", "riedi2022/eq-73a"),
    note="$M_o = [-.5, .6, 0; -.2, .1, .4; .3, -.5, -.3]$.",
    log=False,
)
