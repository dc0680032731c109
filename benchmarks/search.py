"""Points a second of the search: screened batches against a plain loop, and certified points."""

from __future__ import annotations

from time import perf_counter

import numpy as np
from pandas import Series

from perturb import claim, given, paper, then
from perturb.certify.point import certify
from perturb.certify.screen import screen
from perturb.domains import square
from perturb.domains.families import draw
from perturb.vocab import I, T, kappa, lam_max, s1, sq, sqrt

BATCH = 4096


@claim(paper("bench"), "kappa of a shifted contraction", domain=square(n=(4, 4)))
def shifted(M):
    yield given(s1(M), "<", 1)
    yield then(kappa(I + M), "<=", sqrt(1 + lam_max(M + T(M)) + sq(s1(M))) / (1 - s1(M)))


def plain(matrices: np.ndarray) -> float:
    """What an author would write."""
    worst = np.inf
    for M in matrices:
        s = np.linalg.svd(M, compute_uv=False)[0]
        if s < 1:
            tau = np.linalg.eigvalsh(M + M.T)[-1]
            worst = min(worst, np.sqrt(1 + tau + s**2) / (1 - s) - np.linalg.cond(np.eye(len(M)) + M))
    return float(worst)


def rate(f, count: int) -> float:
    start = perf_counter()
    f()
    return count / (perf_counter() - start)


if __name__ == "__main__":
    batch = draw(shifted.domain, np.random.default_rng(0), BATCH, {"n": 4})
    matrices = shifted.domain.inputs(batch)["M"]
    points = [shifted.domain.construct(batch.sizes, batch.params_of(k)) for k in range(300)]
    screened = max(rate(lambda: screen(shifted, batch), BATCH) for _ in range(5))
    loop = max(rate(lambda: plain(matrices), BATCH) for _ in range(3))
    certified = max(rate(lambda: [certify(shifted, p) for p in points], len(points)) for _ in range(3))
    rates = Series({"plain loop": loop, "screened": screened, "certified": certified})
    table = rates.to_frame("points a second, n = 4").assign(ratio=rates / loop)
    print(table.round({table.columns[0]: 0, "ratio": 2}).to_string())
