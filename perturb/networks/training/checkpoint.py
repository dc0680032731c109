"""The file of a training run that can go on: all arrays of its state, and what was measured so far."""

from __future__ import annotations

import io
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from perturb.networks.training.learn import Learner
from perturb.process.output import write_whole

History = list[tuple[float, float, float]]


def write(path: Path, learner: Learner, history: History) -> None:
    """Replace the file, whole or not at all. OSError where it cannot be written."""
    arrays = {f"leaf-{i}": leaf for i, leaf in enumerate(learner.leaves())}
    stream = io.BytesIO()
    np.savez(stream, history=np.array(history), **arrays)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, stream.getvalue())


def read(path: Path, epochs: int, learner: Learner) -> History | None:
    """Put the learner where the file says, and return its history; None if that is longer than `epochs`.

    ValueError that names the file where it is damaged, or of another network.
    """
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as stored:
            history = [(float(a), float(b), float(c)) for a, b, c in stored["history"]]
            leaves = [stored[f"leaf-{i}"] for i in range(len(stored.files) - 1)]
        if len(history) - 1 > epochs:
            return None
        learner.restore(leaves)
    except (BadZipFile, KeyError, ValueError, EOFError) as error:
        raise ValueError(f"{path} is no checkpoint of this run: {error}") from None
    return history
