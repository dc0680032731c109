"""After (9), for a mini-batch: the offset takes the mean of the data out of the shape of the loss."""

from __future__ import annotations

from perturb import claim, given, named, term, then
from perturb.domains import square, together, vector
from perturb.vocab import I, T, block, column_matrix, kappa, norm, trace
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.batches import moments
from theorems.riedi2022.notation import squared_length

TWO_DATA = together(z=vector(), x=vector(), n=(1, 3)).lettered(z="z^{(1)}", x="z^{(2)}")
STEPPED = together(MD=square(), E=square(), e=vector(), z=vector(), x=vector(), n=(1, 3)).lettered(
    MD="MD", E=r"\Delta W", e=r"\Delta b", z="z^{(1)}", x="z^{(2)}"
)


@term(r"\overline{z}")
def mean(z, x):
    return (z + x) / 2


@claim(
    RIEDI,
    "After (9), the offset and the shape of the loss of a mini-batch",
    id="eq-1-9.offset~batch",
    status="refuted",
    domain=TWO_DATA,
    reading=readings.BATCH_AND_OFFSET,
    depends=["eq-55"],
)
def offset_leaves_the_shape_of_a_batch(z, x):
    """Trained together, W and b see the data with an entry 1 more. For a single datum that changes its length
    only; for a batch it changes the second moments S of the data, and with them the condition number.
    """
    yield given(norm(z) + norm(x), ">", 0)
    m = column_matrix(mean(z, x))
    appended = named("S_1", block(moments(z, x), m, T(m), 0 * (T(m) @ m) + I))
    yield then(kappa(appended), "==", kappa(moments(z, x)))


@claim(
    RIEDI,
    "After (9), the offset of a mini-batch turns second moments into covariances",
    id="eq-1-9.offset~batch-corrected",
    status="corrected",
    corrects="eq-1-9.offset~batch",
    domain=STEPPED,
    reading=readings.BATCH_AND_OFFSET,
    depends=["eq-55"],
)
def offset_leaves_the_covariance(MD, E, e, z, x):
    """Once the offset is the best one for each W, its step being -E times the mean of the data, the shape in
    W is that of the covariance C of the data in place of their second moments S. For one datum C = 0: an
    offset undoes every step of the weights.

    Proof: the mean of |u_g|^2 is |mean of u_g|^2 and the mean of |u_g - mean|^2.
    """
    m = mean(z, x)
    C = named("C", moments(z, x) - column_matrix(m) @ T(column_matrix(m)))
    of_batch = (squared_length(MD @ (E @ z + e)) + squared_length(MD @ (E @ x + e))) / 2
    yield then(of_batch, "==", squared_length(MD @ (E @ m + e)) + trace(MD @ E @ C @ T(E) @ T(MD)))
