"""The last slides with numbers: activation, condition number and singular values between p = 0 and p = 1."""

from __future__ import annotations

import numpy as np

from perturb.statements.picture import Picture
from simulations.dittmer2019.source import BLUE, GREEN, GREY, PAPER, RED, plain
from theorems.dittmer2019 import DITTMER

SIZE, INPUTS = 8, 40
P = np.linspace(0.0, 1.0, 101)
SLOPES = {
    "ReLU": (RED, lambda y: (y > 0) * 1.0),
    "leaky, 0.2": (GREEN, lambda y: np.where(y > 0, 1.0, 0.2)),
    r"$|x|$": (BLUE, np.sign),
    "tanh": (GREY, lambda y: 1 - np.tanh(y) ** 2),
}


def layer(seed):
    """A Gaussian matrix, 8 x 8, and 40 Gaussian inputs as columns."""
    rng = np.random.default_rng(seed)
    return rng.standard_normal((SIZE, SIZE)) / SIZE**0.5, rng.standard_normal((SIZE, INPUTS))


def singular_values(A, slopes):
    """Of D_p A, D_p = p + (1 - p) diag(slopes): shape (101, 8), decreasing."""
    mixed = P[:, None] + (1 - P[:, None]) * slopes
    return np.linalg.svd(mixed[:, :, None] * A, compute_uv=False)


def median_kappa(A, X, slope):
    """The median over the inputs of s_1/s_8 at each p; infinite where the layer loses a direction."""
    spectra = np.array([singular_values(A, slope(A @ x)) for x in X.T])
    with np.errstate(divide="ignore"):
        kappa = spectra[..., 0] / np.where(spectra[..., -1] > 1e-12, spectra[..., -1], 0.0)
    return np.median(kappa, axis=0)


def draw(figure, seed):
    """Three panels, as on the slides."""
    left, middle, right = figure.subplots(1, 3)
    x = np.linspace(-2, 2, 201)
    for p, shade in ((0.0, 1.0), (0.25, 0.75), (0.5, 0.55), (0.75, 0.4), (1.0, 0.25)):
        left.plot(x, p * x + (1 - p) * np.maximum(x, 0), color=RED, alpha=shade, lw=1.6, label=f"$p={p:g}$")
    left.legend(frameon=False, fontsize=8)
    plain(left, r"$y = p\,x + (1-p)\,\mathrm{ReLU}(x)$", "$x$", "$y$")
    A, X = layer(seed)
    for name, (colour, slope) in SLOPES.items():
        middle.plot(P, median_kappa(A, X, slope), color=colour, lw=1.4, label=name)
    middle.axhline(np.linalg.cond(A), color="k", lw=0.8, ls=":")
    middle.set_yscale("log")
    middle.set_ylim(1, 1e4)
    middle.legend(frameon=False, fontsize=8)
    plain(middle, r"median of $\kappa(D_pA)$; dotted: $\kappa(A)$", "$p$", r"$\kappa$")
    right.plot(P, singular_values(A, SLOPES["ReLU"][1](A @ X[:, 0])), color=RED, lw=1.2)
    for value in np.linalg.svd(A, compute_uv=False):
        right.plot(1.0, value, "o", color="k", ms=3)
    plain(right, r"$s_i(D_pA)$, ReLU, one input", "$p$", "$s_i$")


SL_INTERP = Picture(
    name="dittmer2019/sl-interp",
    title="Between a ReLU layer and its linear part",
    source=f"{PAPER}, the last slides",
    paper=DITTMER,
    covers=(
        "dittmer2019/sl-interp.group-1",
        "dittmer2019/sl-interp.group-2",
        "dittmer2019/sl-interp.group-3",
    ),
    draw=draw,
    size=(13.0, 4.2),
    note=(
        "Matrix and inputs are ours, Gaussian: the slides name none. Singular values of a ReLU layer grow "
        "with $p$, each between $p\\,s_i(A)$ and $s_i(A)$; the condition number is within a factor $1/p$ "
        "of that of $A$ and need not be monotone. With $|x|$ a layer is singular at $p=\\frac12$, where "
        "the activation is ReLU."
    ),
    seed=4,
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(SL_INTERP)
