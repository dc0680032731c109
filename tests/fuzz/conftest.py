"""How many cases a fuzzing test draws: few in the ordinary run, many in the deep profile."""

from __future__ import annotations

import pytest
from hypothesis import settings


@pytest.fixture(scope="session")
def deep(request: pytest.FixtureRequest) -> bool:
    return request.config.getoption("--hypothesis-profile") == "deep" or settings().max_examples >= 2_000
