"""WeightWatcher on a .npz of weights, where it is installed (`make peers`): its table, and what it takes.

The path of the file is the argument, JSON comes on stdout; it imports nothing of perturb. WeightWatcher asks
of each array whether it is one of torch: a module of that name with an empty class answers for it, so that
torch need not be there. Run alone it says whether WeightWatcher is there.
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import io
import json
import logging
import sys
import types
import warnings
from time import process_time

import numpy as np

KEPT = ("name", "alpha", "xmin", "num_pl_spikes", "num_spikes", "sv_max", "sv_min", "stable_rank", "D")


def stand_in() -> None:
    stub = types.ModuleType("torch")
    stub.Tensor = type("Tensor", (), {})  # type: ignore[attr-defined]
    stub.__version__ = "none"  # type: ignore[attr-defined]
    stub.__spec__ = importlib.machinery.ModuleSpec("torch", None)
    stub.cuda = types.SimpleNamespace(is_available=lambda: False)  # type: ignore[attr-defined]
    stub.nn = types.ModuleType("torch.nn")  # type: ignore[attr-defined]
    sys.modules |= {"torch": stub, "torch.nn": stub.nn}  # type: ignore[attr-defined]


def answer(path: str) -> None:
    stand_in()
    warnings.simplefilter("ignore")
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        import weightwatcher

        logging.disable(logging.CRITICAL)
        with np.load(path) as stored:
            arrays = {name: stored[name] for name in stored.files}
        seconds, tables = [], []
        for more in ({}, {"mp_fit": True}):
            before = process_time()
            tables.append(weightwatcher.WeightWatcher(model=dict(arrays)).analyze(min_evals=16, **more))
            seconds.append(process_time() - before)
    rows = tables[1][[name for name in KEPT if name in tables[1]]].to_dict("records")
    said = {"version": weightwatcher.__version__, "seconds": seconds, "rows": rows}
    json.dump(said, sys.stdout, default=float)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        answer(sys.argv[1])
    else:
        found = importlib.machinery.PathFinder.find_spec("weightwatcher") is not None
        print("WeightWatcher is here" if found else "no WeightWatcher (`make peers`)")
