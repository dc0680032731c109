"""Pictures of simulations that a worker draws: it finds what was declared by its name."""

from __future__ import annotations

from pathlib import Path

from perturb.montecarlo import experiments, pictures
from perturb.montecarlo.result import Results
from perturb.pages.figures import histogram, picture
from perturb.pages.places import simulation


def draw_run(name: str, results: Results, out: Path) -> Path:
    """The histograms of a run of an experiment, beside its page under `out`; the file."""
    return histogram.draw(experiments()[name], results, out / simulation(name)[0])


def draw_picture(name: str, out: Path) -> Path:
    """A declared picture and its page under `out`; the file of the picture."""
    return picture.write(pictures()[name], out / simulation(name)[0])[0]
