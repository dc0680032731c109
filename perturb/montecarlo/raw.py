"""The values themselves, for those who ask: one Parquet file a chunk, whole or not there."""

from __future__ import annotations

import os
from pathlib import Path

from perturb.montecarlo.chunk import Chunk, Columns
from perturb.statements.experiment import Experiment


class RawFolder:
    """Files such as FOLDER/riedi2022-fig-4-seed-33/[case/]n-100/chunk-000003-256.parquet, 256 rows.

    A single column is called `value`. The folder of a seed holds what all runs with it drew, each chunk once:
    a longer run adds to it. An experiment of version 2 or more has it in the name of its folder, as what it
    drew before is not to be mixed with it. ImportError without the extra `raw`.
    """

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        try:
            import pyarrow.parquet  # noqa: F401 (fail before anything is drawn)
        except ImportError:
            raise ImportError("raw samples need the extra: pip install 'perturb[raw]'") from None
        version = f"-version-{experiment.version}" if experiment.version > 1 else ""
        self.folder = folder / f"{experiment.name.replace('/', '-')}{version}-seed-{experiment.seed}"

    def path(self, chunk: Chunk) -> Path:
        case = [chunk.case.replace("/", "-")] if chunk.case else []
        return self.folder.joinpath(*case, f"n-{chunk.n}", f"chunk-{chunk.index:06}-{chunk.draws}.parquet")

    def has(self, chunk: Chunk) -> bool:
        return self.path(chunk).is_file()

    def put(self, chunk: Chunk, values: Columns) -> None:
        import pyarrow
        from pyarrow import parquet

        path = self.path(chunk)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        parquet.write_table(pyarrow.table({name or "value": column for name, column in values.items()}), part)
        os.replace(part, path)
        for shorter in path.parent.glob(f"chunk-{chunk.index:06}-*.parquet"):
            if shorter != path:
                shorter.unlink()
