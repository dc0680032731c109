"""The values themselves, for those who ask: one Parquet file a chunk, whole or not there."""

from __future__ import annotations

import os
from pathlib import Path

from perturb.montecarlo.work import Columns, Job


class RawFolder:
    """`folder` holds FOLDER/[case/]n-100/chunk-000003-256.parquet, a column each (`value` for a single one).

    ImportError without the extra `raw`.
    """

    def __init__(self, folder: Path) -> None:
        try:
            import pyarrow.parquet  # noqa: F401 (fail before anything is drawn)
        except ImportError:
            raise ImportError("raw samples need the extra: pip install 'perturb[raw]'") from None
        self.folder = folder

    def path(self, job: Job) -> Path:
        case = [job.case.replace("/", "-")] if job.case else []
        return self.folder.joinpath(*case, f"n-{job.n}", f"chunk-{job.index:06}-{job.draws}.parquet")

    def has(self, job: Job) -> bool:
        return self.path(job).is_file()

    def put(self, job: Job, values: Columns) -> None:
        import pyarrow
        from pyarrow import parquet

        path = self.path(job)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        parquet.write_table(pyarrow.table({name or "value": column for name, column in values.items()}), part)
        os.replace(part, path)
