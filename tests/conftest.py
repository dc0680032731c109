"""Profiles of the test run: `ci` is the default and deterministic; --hypothesis-profile=deep goes further."""

from __future__ import annotations

import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

from hypothesis import settings  # noqa: E402 (BLAS threads are fixed before numpy loads)

for profile, examples in (("ci", 30), ("quick", 200), ("deep", 2_000)):
    settings.register_profile(
        profile, max_examples=examples, derandomize=True, deadline=None, database=None, print_blob=False
    )
settings.load_profile("ci")
