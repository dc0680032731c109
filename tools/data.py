"""Fetch the papers' data that a package of Debian holds: Fashion-MNIST, 31 MB, into .data/fashion-mnist.

    make data

Nothing is installed: the package is downloaded and unpacked, which needs no root.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from perturb.networks.training.examples import IDX, kept_in

NAME, PACKAGE = "fashion-mnist", "dataset-fashion-mnist"
PLACE = Path(__file__).parent.parent / ".data" / NAME
BY_HAND = f"put {', '.join(IDX)} into {PLACE.parent.name}/{NAME}, from wherever Fashion-MNIST is to be had"


def fetch(folder: Path) -> Path:
    """The folder of the files of the unpacked package. OSError where apt does not have it."""
    for command in (["apt-get", "download", PACKAGE], ["dpkg-deb", "-x"]):
        if shutil.which(command[0]) is None:
            raise OSError(f"{command[0]} is not here: {BY_HAND}")
    done = subprocess.run(
        ["apt-get", "download", PACKAGE], cwd=folder, capture_output=True, text=True, check=False
    )
    packages = list(folder.glob("*.deb"))
    if done.returncode or not packages:
        told = " ".join(done.stderr.split())
        raise OSError(f"apt-get download {PACKAGE} failed ({told}): {BY_HAND}")
    subprocess.run(["dpkg-deb", "-x", packages[0].name, "."], cwd=folder, check=True)
    return folder / "usr" / "share" / "datasets" / NAME


def main() -> int:
    if (known := kept_in(NAME)) is not None:
        print(f"Fashion-MNIST is in {known}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = fetch(Path(folder))
            PLACE.mkdir(parents=True, exist_ok=True)
            for file in IDX:
                shutil.copyfile(found / file, PLACE / file)
        except OSError as error:
            print(f"make data: {error}", file=sys.stderr)
            return 2
    print(f"Fashion-MNIST is in {PLACE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
