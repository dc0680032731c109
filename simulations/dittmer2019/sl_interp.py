"""The last slides with numbers: activation, condition number and singular values between p = 0 and p = 1."""

from __future__ import annotations

from functools import cache

import numpy as np
from flint import ctx, fmpq, fmpq_mat

from perturb.numbers import residual
from perturb.numbers.scalar import bounds
from perturb.statements.experiment import Picture
from simulations.dittmer2019.source import BLUE, GREEN, GREY, PAPER, RED, plain
from theorems.dittmer2019 import DITTMER

SIZE, INPUTS, HIGHEST = 8, 40, 1e4
P = np.linspace(0.0, 1.0, 101)
MARKED = (0.0, 0.25, 0.5, 0.75)  # where kappa is enclosed
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


def enclosed(A, slopes, p):
    """The same at one p, in balls: s_1, ..., s_8 of the exact D_p A between the two columns, shape (8, 2)."""
    p, rows = fmpq(*float(p).as_integer_ratio()), fmpq_mat(*A.shape, list(map(exact, A.ravel())))
    mixed = [p + (1 - p) * exact(slope) for slope in slopes]
    D = fmpq_mat(SIZE, SIZE, [mixed[i] if i == j else 0 for i in range(SIZE) for j in range(SIZE)])
    with ctx.workprec(53):
        ends = [bounds(value) for value in residual.singular_values(D * rows)]
    return np.array([[outwards(lo, -1), outwards(hi, 1)] for lo, hi in ends])


def exact(x):
    return fmpq(*float(x).as_integer_ratio())


def outwards(x, way):
    """A float beyond x; singular values are not negative."""
    return max(0.0, float(np.nextafter(int(x.p) / int(x.q), way * np.inf)))


def enclosed_median(A, X, slope, p):
    """The median of kappa over the inputs between two ends; infinite above where s_8 may be 0."""
    spectra = np.array([enclosed(A, slope(A @ x), p) for x in X.T])
    with np.errstate(divide="ignore"):
        low, high = (spectra[:, 0, end] / spectra[:, -1, 1 - end] for end in (0, 1))
    return np.median(low), np.median(high)


@cache
def medians(seed, name):
    """At the marked p, shape (4, 2)."""
    A, X = layer(seed)
    return np.array([enclosed_median(A, X, SLOPES[name][1], p) for p in MARKED])


@cache
def bands(seed):
    """Of the ReLU layer at its first input, at every p, shape (101, 8, 2)."""
    A, X = layer(seed)
    return np.array([enclosed(A, SLOPES["ReLU"][1](A @ X[:, 0]), p) for p in P])


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
        ends = medians(seed, name)
        seen = ends[:, 1] < HIGHEST
        middle.vlines(np.array(MARKED)[seen], *ends[seen].T, color=colour, lw=5)
        middle.plot(np.array(MARKED)[seen], ends[seen].mean(axis=1), "o", color=colour, ms=4)
    middle.axhline(np.linalg.cond(A), color="k", lw=0.8, ls=":")
    middle.set_yscale("log")
    middle.set_ylim(1, HIGHEST)
    middle.legend(frameon=False, fontsize=8)
    plain(middle, r"median of $\kappa(D_pA)$; dotted: $\kappa(A)$", "$p$", r"$\kappa$")
    for low, high in np.moveaxis(bands(seed), 0, -1):
        right.fill_between(P, low, high, color=RED, lw=1.2)
    right.plot(np.ones(SIZE), bands(seed)[-1].mean(axis=1), "o", color="k", ms=3)
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
        "On the right every singular value is a certified band, drawn with a line because it is thinner: its "
        "radius is at most $2\\cdot10^{-14}$, at $p=0$ too, where exact zeros appear. In the middle dots are "
        "certified medians, at $p=0,\\frac14,\\frac12,\\frac34$ where they are below $10^4$, to a relative "
        "$10^{-12}$; curves between them are float64. "
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
