"""Section 3.6 for the loss itself, G = 2: with the Q that satisfies (50), Q_batch'Q_batch is the mean of the
(MD)'(MD) x zz', which mixes the coordinates of the data. Its data factor is that of the matrix of the data.
"""

from __future__ import annotations

from perturb import claim, given, index, named, then
from perturb.domains import square, together, vector
from perturb.vocab import (
    cols,
    diag,
    kappa,
    kron,
    lam,
    lam_max,
    lam_min,
    largest,
    norm,
    rank,
    s1,
    s_min,
    smallest,
    sq,
    total,
    vec_rows,
)
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.batches import (
    BATCH,
    BOUNDED,
    MASKED,
    ONE_REGION,
    WEIGHTS,
    batch_gram,
    constants,
    gram,
    mean_squares,
    moments,
)
from theorems.riedi2022.data_factor import of_rows
from theorems.riedi2022.minibatch import ALIKE
from theorems.riedi2022.notation import squared_length
from theorems.riedi2022.piecewise import STEP
from theorems.riedi2022.trained_network import NET, affine_part_and_MD, loss, one_region

NETWORK = together(**NET, E=square(), x=vector(), y_2=vector(), n=(1, 2)).lettered(
    z="z^{(1)}", x="z^{(2)}", y="y^{(1)}", y_2="y^{(2)}"
)
FIRST, SECOND = "^{(1)}", "^{(2)}"  # the data
# Equal data at right angles: the printed and the true data factor agree, and every bound is met.
TIGHT = [{"A": [[2, 0], [0, 2]], "B": [[2, 0], [0, 2]], "z": [1, 0], "x": [0, 1]}]


@claim(
    RIEDI,
    "(55), with Q = MD x z'",
    id="eq-55~corrected",
    status="corrected",
    corrects="eq-55",
    domain=NETWORK,
    reading=readings.BATCH,
    depends=["eq-3", "eq-47", "lem-8.50~corrected"],
)
def batch_loss(W, b, z, W_1, b_1, eta, rho, y, E, x, y_2):
    """The mean loss of a network over two data, with the W of both regions. Proof: (47) for each datum, and
    MDWz = (MD x z') vec(W').
    """
    moved = named("W'", W + E / STEP)
    yield from one_region(z, W_1, b_1, eta, (W, b), (moved, b), g=FIRST)
    yield from one_region(x, W_1, b_1, eta, (W, b), (moved, b), g=SECOND)
    P, MD = affine_part_and_MD(moved, y, W, b, z, W_1, b_1, eta, rho, FIRST)
    P_2, MD_2 = affine_part_and_MD(moved, y_2, W, b, x, W_1, b_1, eta, rho, SECOND)
    w = named("w'", vec_rows(moved))
    Q, Q_2 = named("Q^{(1)}", of_rows(MD, z)), named("Q^{(2)}", of_rows(MD_2, x))
    quadratic = squared_length(Q @ w) + squared_length(Q_2 @ w)
    both = loss(y, moved, b, z, W_1, b_1, eta, rho) + loss(y_2, moved, b, x, W_1, b_1, eta, rho)
    yield then(named(r"L_{\mathrm{batch}}(W')", both / 2), "==", (P + P_2) / 2 + quadratic / 2)


@claim(
    RIEDI,
    "Lemma 10, (56)",
    id="lem-10.56",
    status="gap",
    domain=WEIGHTS,
    depends=["eq-55", "lem-10.index"],
)
def batch_loss_as_one_form(A, B, z, x, W):
    """True, though the printed construction takes the Q of (49), for which (50) is false.

    Proof: the quadratic part is w'Aw with the mean A of the Q'Q, Q = MD x z'. A is positive semidefinite and
    its symmetric square root serves as Q_batch.
    """
    form, w = batch_gram(A, B, z, x), vec_rows(W)
    mean = (squared_length(A @ W @ z) + squared_length(B @ W @ x)) / 2
    yield then(mean, "==", total(w * (form @ w)))
    yield then(0, "loewner", form)


@claim(
    RIEDI,
    "Lemma 10, (57), for the Q_batch of the loss",
    id="lem-10.57~form",
    status="refuted",
    printed=("lem-10.56", "lem-10.57"),
    domain=BATCH,
    depends=["lem-10.index"],
)
def form_from_above_by_coordinates(A, B, z, x):
    """Whatever the order of the s_ij: the largest exceeds every right side of (57), because it knows the
    length of z and not its largest coordinate.
    """
    bounds = (sq(s1(A)) * sq(z) + sq(s1(B)) * sq(x)) / 2
    yield then(lam_max(batch_gram(A, B, z, x)), "<=", largest(bounds))


@claim(
    RIEDI,
    "Lemma 10, (57), for the Q_batch of the loss, by second moments",
    id="lem-10.57~corrected",
    status="corrected",
    corrects="lem-10.57~form",
    printed=("lem-10.56", "lem-10.57"),
    domain=BATCH,
    equality=TIGHT,
    presupposes=["weyl"],
    depends=["lem-10.56"],
)
def form_from_above_by_moments(A, B, z, x):
    """The squares of the coordinates give way to the eigenvalues of (1/G) sum s_1(MD)^2 zz', n times each.

    Proof: (MD)'(MD) x zz' is at most s_1(MD)^2 I x zz' in the Loewner order, and so are the means.
    """
    i, j = index("i", 1, cols(A)), index("j", 1, cols(A))
    weighted = moments(z, x, sq(s1(A)), sq(s1(B)))
    yield then(lam(batch_gram(A, B, z, x))[cols(A) * (j - 1) + i], "<=", lam(weighted)[j])


@claim(
    RIEDI,
    "Lemma 10, (58), for the Q_batch of the loss",
    id="lem-10.58~form",
    status="refuted",
    printed=("lem-10.56", "lem-10.58"),
    domain=BATCH,
    depends=["lem-10.index"],
)
def form_from_below_by_coordinates(A, B, z, x):
    """The smallest s_ij is 0 whenever the data do not span the space, as for G < n, and the right sides of
    (58) may all be positive.
    """
    bounds = (sq(s_min(A)) * sq(z) + sq(s_min(B)) * sq(x)) / 2
    yield then(lam_min(batch_gram(A, B, z, x)), ">=", smallest(bounds))


@claim(
    RIEDI,
    "Lemma 10, (58), for the Q_batch of the loss, by second moments",
    id="lem-10.58~corrected",
    status="corrected",
    corrects="lem-10.58~form",
    printed=("lem-10.56", "lem-10.58"),
    domain=BATCH,
    equality=TIGHT,
    presupposes=["weyl"],
    depends=["lem-10.56"],
)
def form_from_below_by_moments(A, B, z, x):
    """Proof: (MD)'(MD) x zz' is at least s_n(MD)^2 I x zz' in the Loewner order, and so are the means."""
    i, j = index("i", 1, cols(A)), index("j", 1, cols(A))
    weighted = moments(z, x, sq(s_min(A)), sq(s_min(B)))
    yield then(lam(batch_gram(A, B, z, x))[cols(A) * (j - 1) + i], ">=", lam(weighted)[j])


@claim(
    RIEDI,
    "Lemma 10, a coordinate that vanishes in all data, for the Q_batch of the loss",
    id="lem-10.zero~form",
    true_mutants={"domain:rim": "for any matrix K, the data Kz and Kx span at most rank(K) dimensions"},
    status="proved",
    domain=MASKED,
    depends=["lem-10.56"],
)
def form_without_some_coordinates(A, B, z, x, K):
    """Survives: each cleared coordinate costs n dimensions, the weights that it multiplies being free."""
    yield then(rank(batch_gram(A, B, K @ z, K @ x)), "<=", cols(A) * rank(K))


@claim(
    RIEDI,
    "Corollary 11, (63), for the Q_batch of the loss, squared",
    id="cor-11.63~form",
    status="refuted",
    printed=("lem-10.56", "cor-11.63"),
    domain=BOUNDED,
    reading=readings.CONSTANTS,
    depends=["lem-10.57", "lem-10.58"],
)
def condition_number_of_the_batch_by_coordinates(A, B, z, x, more, less):
    """Data that are nearly parallel, such as (1, 1) and (1, 2), are ill-conditioned at any size of their
    coordinates.
    """
    C, c = constants(A, B, more, less)
    yield given(c, ">", 0)
    yield given(norm(mean_squares(z, x)), ">", 0)
    bound = sq(C / c) * kappa(diag(mean_squares(z, x)))
    yield then(kappa(batch_gram(A, B, z, x)), "<=", bound)


@claim(
    RIEDI,
    "Corollary 11, (63), for the Q_batch of the loss, with kappa of the data, squared",
    id="cor-11.63~corrected",
    status="corrected",
    corrects="cor-11.63~form",
    printed=("lem-10.56", "cor-11.63"),
    domain=BOUNDED,
    reading=readings.CONSTANTS,
    equality=[{**TIGHT[0], "more": 0, "less": 0}, {**ALIKE[0], "more": 0, "less": 0}],
    depends=["lem-10.57~corrected", "lem-10.58~corrected"],
)
def condition_number_of_the_batch(A, B, z, x, more, less):
    """kappa(Q_batch) <= (C/c) kappa(Z), where the rows of Z are the data: kappa(Z)^2 = kappa(mean of zz').

    Proof: the form lies between c^2 and C^2 times I x mean(zz'), so that it has the same kernel.
    """
    C, c = constants(A, B, more, less)
    yield given(c, ">", 0)
    yield given(norm(mean_squares(z, x)), ">", 0)
    yield then(kappa(batch_gram(A, B, z, x)), "<=", sq(C / c) * kappa(moments(z, x)))


@claim(
    RIEDI,
    "Corollary 11, all data in one region",
    id="cor-11.63~one-region",
    status="proved",
    domain=ONE_REGION,
    depends=["lem-10.56"],
)
def condition_number_of_a_batch_in_one_region(A, z, x):
    """With one MD for all data the two factors part exactly, ReLU or not: kappa(Q_batch) is kappa(MD) times
    kappa(Z). This is Corollary 9 for the loss: the form is (MD)'(MD) x mean(zz'). With G = 1 kappa(Z) is 1.
    """
    yield given(s1(A), ">", 0)
    yield given(norm(mean_squares(z, x)), ">", 0)
    form = batch_gram(A, A, z, x)
    yield then(kappa(form), "==", kappa(gram(A)) * kappa(moments(z, x)))
    yield then(kappa(form), "==", kappa(kron(gram(A), moments(z, x))))
