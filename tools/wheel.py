"""The catalogue in a wheel: below perturb, so that an install hides nobody's theorems or simulations.

In a checkout both folders stand at the top. A wheel holds them as perturb._catalogue.theorems and
perturb._catalogue.simulations, with the imports between them renamed, and names them so as entry points.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("theorems", "simulations")
HOME = "perturb._catalogue"
IMPORT = re.compile(rf"^(\s*from )({'|'.join(FOLDERS)})(?=[. ])", re.MULTILINE)
WHOLE = re.compile(rf"^\s*import ({'|'.join(FOLDERS)})\b", re.MULTILINE)
ABOUT = '"""The catalogue and the simulations of this package; found through its entry points."""\n'


def renamed(text: str) -> str:
    """A module of the catalogue as the wheel has it. ValueError for an import that cannot be renamed."""
    if found := WHOLE.search(text):
        raise ValueError(f"write from {found[1]}... import ..., which a wheel can rename: {found[0].strip()}")
    return IMPORT.sub(rf"\g<1>{HOME}.\g<2>", text)


class CustomBuildHook(BuildHookInterface):
    """Called by hatchling for each wheel; an editable install takes the folders as they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self.place = Path(tempfile.mkdtemp())
        (self.place / "__init__.py").write_text(ABOUT)
        for folder in FOLDERS:
            for path in sorted((Path(self.root) / folder).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    self._put(path, self.place / path.relative_to(self.root))
        build_data["force_include"][str(self.place)] = HOME.replace(".", "/")
        points = self.metadata.core.entry_points
        for group in ("perturb.claims", "perturb.simulations"):
            points[group] = {name: f"{HOME}.{module}" for name, module in points[group].items()}

    def _put(self, path: Path, to: Path) -> None:
        to.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".py":
            to.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8")
        else:
            shutil.copyfile(path, to)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            shutil.rmtree(self.place)
