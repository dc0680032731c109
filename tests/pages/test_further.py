"""Pages that other pages link to: listed before they are written, when the record of the run is there."""

import shutil
from pathlib import Path

from perturb.pages.runs import further

REPORTS = Path(__file__).parents[2] / "reports"


def test_the_page_of_a_recorded_run_is_listed_before_it_is_rendered(tmp_path):
    shutil.copytree(REPORTS / "records", tmp_path / "records")
    rendered = {page for _, page in further(tmp_path)}
    assert "riedi2022/simulations/fig-4.md" in rendered
    assert "riedi2022/simulations/full/fig-4.md" in rendered
    assert "riedi2022/simulations/fig-2.md" not in rendered  # no run: its page is drawn, not rendered
    assert all((REPORTS / page).is_file() for page in rendered)


def test_nothing_is_listed_of_an_empty_folder(tmp_path):
    assert further(tmp_path) == []
