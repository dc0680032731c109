"""The bound (21) of the width, what sharpens it, and the width itself."""

from __future__ import annotations

import numpy as np
import scipy

from perturb.statements.experiment import Curves
from perturb.types import FloatArray
from theorems.dittmer2019 import DITTMER


def c(n: FloatArray) -> FloatArray:
    """(19)."""
    found: FloatArray = np.sqrt(2) * np.exp(scipy.special.gammaln((n + 1) / 2) - scipy.special.gammaln(n / 2))
    return found


def positive_part(m: FloatArray) -> FloatArray:
    """E|g_+| in R^m: chi(k) where k components are positive."""
    return np.array([scipy.special.binom(n, k := np.arange(1, n + 1)) @ c(k) * 0.5**n for n in m])


LINEAR = Curves(
    DITTMER,
    "curve-linear",
    "Lemma 14: half the width of diag(1, t)",
    "t",
    r"\Omega(A)/2",
    np.linspace(0, 1, 201),
    printed={"(21)": lambda t: c(np.full_like(t, 2.0))},
    sharpened={
        "by the Frobenius norm": lambda t: c(np.full_like(t, 2.0)) * np.sqrt((1 + t**2) / 2),
        "from below": lambda t: np.sqrt(2 / np.pi) * np.sqrt(1 + t**2),
    },
    truth={"the width": lambda t: np.sqrt(2 / np.pi) * scipy.special.ellipe(1 - t**2)},
    of=("dittmer2019/lem-14.cs",),
    note="(21) sees the largest singular value alone. The width is an elliptic integral.",
    log=False,
    low=0.7,
)

LAYER = Curves(
    DITTMER,
    "curve-layer",
    "Lemma 14: half the width of the layer with A = I",
    "m",
    r"\Omega(\mathcal{A})/(2\sqrt{m}\,\|\mathcal{A}\|_*)",
    np.arange(1.0, 31.0),
    printed={"(21)": lambda m: c(m) / np.sqrt(m)},
    sharpened={"positive parts": lambda m: np.full_like(m, 0.5**0.5)},
    truth={"the width": lambda m: positive_part(m) / np.sqrt(m)},
    of=("dittmer2019/lem-14.cs", "dittmer2019/lem-14.cs~sharpened"),
    note="ReLU lets positive outputs through only: the bound falls by the factor $c_m/\\sqrt{m/2}$, $1.13$ "
    "at $m=1$ and $1.40$ at $m=30$, which tends to $\\sqrt2$. For A = I the sharper form with the mean "
    "of $|g_+|$ is the width.",
    log=False,
    low=0.4,
    top=1.05,
)
