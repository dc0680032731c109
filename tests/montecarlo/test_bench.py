"""Timings of the samplers, printed: `make bench`."""

from __future__ import annotations

from time import perf_counter

import numpy as np
import pytest

from perturb.ensembles import symmetrised_largest


@pytest.mark.bench
@pytest.mark.parametrize("n", [5, 25, 100])
def test_symmetrised_largest(n):
    draws = 100_000 // n
    start = perf_counter()
    symmetrised_largest(n, draws, np.random.default_rng(0))
    print(f"\nsymmetrised_largest n = {n}: {1e6 * (perf_counter() - start) / draws:.1f} us a draw")
