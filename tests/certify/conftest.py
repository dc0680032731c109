"""A saved witness file."""

from __future__ import annotations

from pathlib import Path

import pytest

from perturb.certify.witness import save
from tests.certify.witness_cases import made


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return save(made(vary=("A[1,2]",)), tmp_path / "deep" / "er" / "w.json")
