"""Profiles of the test run: `ci` is the default and deterministic; --hypothesis-profile=deep goes further."""

from __future__ import annotations

import gc
import os
import signal
from contextlib import nullcontext
from importlib import import_module

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

# A shell that starts the tests in the background has Ctrl-C ignored, in what they start too; they send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# BLAS threads are fixed before numpy loads.
import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402
from hypothesis.internal.conjecture import providers  # noqa: E402

# Hypothesis draws the numbers in the source of every module that is loaded, too: the same test would see
# other points beside other tests, and the number of workers would decide what is found.
NO_CONSTANTS = providers.Constants()
providers._get_local_constants = lambda: NO_CONSTANTS

for profile, examples in (("ci", 30), ("quick", 200), ("deep", 2_000)):
    settings.register_profile(
        profile, max_examples=examples, derandomize=True, deadline=None, database=None, print_blob=False
    )
settings.load_profile("ci")


def pytest_collection_finish() -> None:
    """What is loaded by now stays: the collector of garbage need not look through it again and again."""
    gc.collect()
    gc.freeze()


TIMED = ("perturb.search.attack", "perturb.sharpen.kills", "perturb.sharpen.tighten")


class StoppedClock:
    """In place of the module `time`: it is always now."""

    def monotonic(self) -> float:
        return 0.0


class CountingClock:
    """In place of the module `time`: a millisecond passes whenever somebody looks."""

    def __init__(self) -> None:
        self.looks = 0

    def monotonic(self) -> float:
        self.looks += 1
        return self.looks / 1000


@pytest.fixture
def counted_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits in seconds cut a search after so many points, on a busy machine as on an idle one."""
    clock = CountingClock()
    for name in TIMED:
        monkeypatch.setattr(import_module(name), "time", clock)
    # Looks within a batch, a climb or a point are for slow ones: here no time passes in them.
    for name in ("perturb.search.found", "perturb.search.shrink"):
        monkeypatch.setattr(import_module(name), "time", StoppedClock())
        monkeypatch.setattr(import_module(name), "limited", lambda seconds: nullcontext())


@pytest.fixture(scope="session")
def deep(request: pytest.FixtureRequest) -> bool:
    """Whether a fuzzing test draws many cases."""
    return request.config.getoption("--hypothesis-profile") == "deep" or settings().max_examples >= 2_000
