"""Weights that many neurons share: Lemma 9 for linear convolutions, and what may stand behind one (Theorem
1).

Row k of P is the patch of the input that the filters meet at position k, so that Y = P T' has the neurons
v_(k,j) as entries. Nothing is used of P: stride and padding are covered, and borders where neurons have
fewer inputs.
"""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import rectangular, scalar, together
from perturb.vocab import T, diagonal, entries, hadamard
from theorems.le2022 import LE
from theorems.le2022 import path_readings as readings

CONVOLUTION = {"F": rectangular("c", "q"), "P": rectangular("m", "q")}
SMALL = {size: (1, 2) for size in "cqm"}


@claim(
    LE,
    "Lemma 9, (54) to (56)",
    id="lem-9.54",
    status="proved",
    covers=["lem-9.55", "lem-9.56", "thm-1.case-2", "eq-60-61", "thm-1.proof-2"],
    reading=readings.TWO_CONVOLUTIONS,
    domain=together(
        **CONVOLUTION,
        S_1=rectangular("p", "m"),
        S_2=rectangular("p", "m"),
        K_1=rectangular("l", "c"),
        K_2=rectangular("l", "c"),
        E=rectangular("p", "l"),
        **SMALL,
        p=(1, 2),
        l=(1, 2),
    ).lettered(F="T"),
    equality=[{n: [[1]] for n in ("F", "P", "S_1", "S_2", "K_1", "K_2", "E")}],
)
def two_convolutions(F, P, S_1, S_2, K_1, K_2, E):
    """Channels of a linear convolution before another one; not only the symmetric part, as in (6).

    Proof: both sides are dY' Y, where dY = S_1' E K_1 + S_2' E K_2 comes back to the neurons. A shorter
    one: mixing the channels by A here and by the inverse of A there does not change the network.
    """
    Y = named("Y", P @ T(F))
    back = named(r"\dot{Y}", T(S_1) @ E @ K_1 + T(S_2) @ E @ K_2)
    D_1, D_2 = named(r"\dot{K}_1", T(E) @ S_1 @ Y), named(r"\dot{K}_2", T(E) @ S_2 @ Y)
    yield then(entries(T(back) @ P @ T(F)), "==", entries(T(K_1) @ D_1 + T(K_2) @ D_2))


@claim(
    LE,
    "Lemma 9, (54) for j = j', for rectified convolutions",
    id="lem-9.54~rectified",
    status="proved",
    printed=["lem-9.54"],
    reading=readings.RECTIFIED_CONVOLUTION,
    domain=together(
        **CONVOLUTION,
        S=rectangular("m", "c"),
        S_1=rectangular("p", "m"),
        S_2=rectangular("p", "m"),
        K_1=rectangular("l", "c"),
        K_2=rectangular("l", "c"),
        E=rectangular("p", "l"),
        **SMALL,
        p=(1, 2),
        l=(1, 2),
    ).lettered(F="T"),
    equality=[{n: [[1]] for n in ("F", "P", "S", "S_1", "S_2", "K_1", "K_2", "E")}],
)
def each_channel_of_a_rectified_one(F, P, S, S_1, S_2, K_1, K_2, E):
    """The diagonal of (54) holds for any slopes, at ties too; off it neurons of two channels need one
    pattern.

    Proof: both sides are sums over positions of slope times pre-activation times what comes back.
    """
    Y = named("Y", hadamard(S, P @ T(F)))
    back = named(r"\dot{Y}", hadamard(S, T(S_1) @ E @ K_1 + T(S_2) @ E @ K_2))
    D_1, D_2 = named(r"\dot{K}_1", T(E) @ S_1 @ Y), named(r"\dot{K}_2", T(E) @ S_2 @ Y)
    yield then(diagonal(T(back) @ P @ T(F)), "==", diagonal(T(K_1) @ D_1 + T(K_2) @ D_2))


@claim(
    LE,
    "Theorem 1, cases 5 and 6; Lemma 9, (57)",
    id="thm-1.case-5",
    status="proved",
    covers=["lem-9.57", "thm-1.case-6", "thm-1.proof-5"],
    reading=readings.CONVOLUTION_AND_MATRIX,
    domain=together(
        **CONVOLUTION, V_1=rectangular("m", "c"), V_2=rectangular("m", "c"), e=scalar(), f=scalar(), **SMALL
    ).lettered(F="T", e="e_1", f="e_2"),
    equality=[{**{n: [[1]] for n in ("F", "P", "V_1", "V_2")}, "e": 1, "f": 1}],
)
def convolution_and_matrix(F, P, V_1, V_2, e, f):
    """A fully-connected layer of two neurons, or Y and Z of a ResNetFree block with one neuron each.

    Proof: both sides are dY' Y with dY = e_1 V_1 + e_2 V_2.
    """
    Y = named("Y", P @ T(F))
    back = named(r"\dot{Y}", e * V_1 + f * V_2)
    yield then(entries(T(back) @ P @ T(F)), "==", entries(T(V_1) @ (e * Y) + T(V_2) @ (f * Y)))


@claim(
    LE,
    "Proof of Theorem 1, case 6, for ResNetIdentity",
    id="thm-1.proof-6",
    status="misprint",
    reading=readings.IDENTITY_BLOCK,
    domain=together(t=scalar(), y=scalar(), u=scalar(), x=scalar()),
)
def convolution_and_identity(t, y, u, x):
    """One filter of one weight t, then u rho(yz) + z with an active neuron: the skip is not learned.

    t = y = u = x = 1: t dt - y dy = 2 - 1. In general it is t x times the derivative of the risk, so that it
    keeps its sign on the whole flow if t does and the loss still falls.
    """
    yield given(abs(t * y * u), ">", 0)
    yield given(y * t * x, ">", 0)
    yield then(t * ((u * y + 1) * x), "==", y * (u * (t * x)))


@claim(
    LE,
    "Proof of Theorem 1, case 6, for ResNetFree",
    id="thm-1.proof-6~corrected",
    status="corrected",
    corrects="thm-1.proof-6",
    reading=readings.FREE_BLOCK,
    domain=together(t=scalar(), y=scalar(), u=scalar(), x=scalar(), z=scalar()),
    equality=[{"t": 1, "y": 1, "u": 1, "x": 1, "z": 1}],
)
def convolution_and_free(t, y, u, x, z):
    """With a skip z that is learned its square belongs to the sum; a diagonal skip will do for entries (j,
    j).

    Proof: t (u y + z) x = y u t x + z t x.
    """
    yield then(t * ((u * y + z) * x), "==", y * (u * (t * x)) + z * (t * x))
