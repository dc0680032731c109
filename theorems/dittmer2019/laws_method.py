"""Section II-B by samples: (9) and (10) as printed, with few inputs, for Gaussian 4 x 4 matrices.

Adam with its usual constants, 200 steps of rate 0.05 on all of X at once; X is uniform on the sphere. The
text gives none of these. Everything below sigma_k/2 is below s_k, by Lemma 5 from below.
"""

from __future__ import annotations

import numpy as np

from perturb.laws.ensembles.truth import less
from perturb.statements.chance import tail
from theorems.dittmer2019 import DITTMER
from theorems.dittmer2019.reported import sides

SIZE, STEPS, RATE = 4, 200, 0.05


def adam(parameters, gradients, steps=STEPS, rate=RATE):
    """The parameters after so many steps; `gradients` gives those of a list of arrays."""
    first, second = ([np.zeros_like(p) for p in parameters] for _ in range(2))
    for step in range(1, steps + 1):
        for i, g in enumerate(gradients(parameters)):
            first[i] += 0.1 * (g - first[i])
            second[i] += 0.001 * (g**2 - second[i])
            size = np.sqrt(second[i] / (1 - 0.999**step)) + 1e-8
            parameters[i] = parameters[i] - rate * first[i] / (1 - 0.9**step) / size
    return parameters


def relu(y):
    return np.maximum(y, 0)


def fitted(A, X, W, M, steps=STEPS, rate=RATE):
    """L = WM after (9) from the start W, M; A is (draws, n, n), X (draws, n, inputs)."""
    target = relu(A @ X)

    def gradients(parameters):
        W, M = parameters
        seen = M @ X
        output = W @ seen
        error = np.where(output > 0, output - target, 0)
        return error @ seen.swapaxes(1, 2), W.swapaxes(1, 2) @ error @ X.swapaxes(1, 2)

    W, M = adam([W, M], gradients, steps, rate)
    return W @ M


def errors(A, L, X):
    """|ReLU(Ax) - ReLU(Lx)|, shape (draws, inputs)."""
    return np.linalg.norm(relu(L @ X) - relu(A @ X), axis=1)


def truncated(svd, k):
    """W and M of the truncated SVD, for a start."""
    U, values, V = svd
    root = np.sqrt(values[:, :k])
    return U[:, :, :k] * root[:, None, :], root[:, :, None] * V[:, :k, :]


def layers(inputs, draws, rng):
    """Matrices, inputs on the sphere, and the SVD."""
    A, X = rng.standard_normal((draws, SIZE, SIZE)), rng.standard_normal((draws, SIZE, inputs))
    return A, X / np.linalg.norm(X, axis=1, keepdims=True), np.linalg.svd(A)


@tail(
    DITTMER,
    "(10) with few inputs lies below the singular value that it is to bound",
    id="eq-9-10.upper~few-inputs",
    status="conjectured",
    direction=">=",
    bound=lambda inputs, k: 0.5,
    cases=[(5, 1), (10, 2)],
)
def below_every_bound(inputs, k, draws, rng):
    """Below sigma_k/2, hence certainly below s_k, for more than half of the matrices; Adam starts at the
    truncated SVD. With 20 inputs it is so for one in eight at k = 2, with 50 hardly ever.
    """
    A, X, svd = layers(inputs, draws, rng)
    L = fitted(A, X, *truncated(svd, k))
    return sides(lambda e, s: {"": less(2 * e, s)}, A, L, X, k)[""]


@tail(
    DITTMER,
    "(10) from a random start lies above the bound of Lemma 5",
    id="eq-9-10.stronger~random-start",
    status="conjectured",
    direction=">=",
    bound=lambda inputs, k: 0.05,
    cases=[(20, 1)],
)
def above_the_bound_of_lemma_5(inputs, k, draws, rng):
    """The method as run here is not stronger than Lemma 5: (9) has local minima, and it is a sum."""
    A, X, _ = layers(inputs, draws, rng)
    W = rng.standard_normal((draws, SIZE, k)) / k**0.5
    M = rng.standard_normal((draws, k, SIZE)) / SIZE**0.5
    return sides(lambda e, s: {"": less(s, e)}, A, fitted(A, X, W, M), X, k)[""]
