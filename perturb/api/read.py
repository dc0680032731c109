"""`perturb.read`: a printed statement as a claim, as the command of this name does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from perturb.process.output import write_whole
from perturb.read import report
from perturb.read.errors import NotUnderstood
from perturb.read.reader import ReadStatement
from perturb.read.reader import read as from_text
from perturb.statements.claim import Claim


@dataclass(frozen=True, repr=False)
class Understanding:
    """A statement that was read: its `claim`, the `source` of its file, and what was chosen."""

    found: ReadStatement

    @property
    def claim(self) -> Claim:
        """The claim, for `perturb.check` and all else that takes one."""
        return self.found.claim

    @property
    def source(self) -> str:
        """The Python file of the claim."""
        return self.found.source

    @property
    def canonical(self) -> list[str]:
        """The relations as the machine reads them."""
        return self.claim.canonical

    def save(self, file: Path | str) -> Path:
        """Writes the file, for `perturb check`; an existing one is left alone. OSError where it cannot."""
        path = Path(file)
        if path.exists() and path.read_text(encoding="utf-8") != self.source:
            raise FileExistsError(17, "exists already", str(path))
        write_whole(path, self.source)
        return path

    def __repr__(self) -> str:
        return "\n".join(report.lines(self.found))

    def markdown(self) -> str:
        """The statement as it was understood, in LaTeX, and the readings that were chosen."""
        return report.markdown(self.found)

    _repr_markdown_ = markdown


def read(text: str, readings: Mapping[str, str] | None = None, number: int | None = None) -> Understanding:
    """Reads a statement in LaTeX and English: a sentence, or a theorem environment with macros beside it.

    `readings` chooses the meaning of a sign that has several, as {r"\\|A\\|": "frobenius"}; `number` says
    which statement, from 1, where the text has several. A notebook shows the formula as it was understood.
    Raises ValueError, with line and column, for what is not understood: nothing is guessed in silence.
    """
    if not isinstance(text, str):
        raise TypeError(f"read takes the text of a statement, not a {type(text).__name__}")
    try:
        return Understanding(from_text(text, readings, number))
    except NotUnderstood as error:
        raise ValueError(error.placed(text)) from None
