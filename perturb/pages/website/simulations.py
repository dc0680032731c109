"""The simulations side by side: each with its picture."""

from __future__ import annotations

from pathlib import Path

from perturb.pages.markdown import joined, prose
from perturb.pages.material import Material
from perturb.pages.places import SIMULATIONS, key_of

FILE = "simulations.md"
LEAD = (
    "A figure of a paper is a declared experiment: what is drawn, at which sizes, the law that it is held "
    "against. Each has a page with its numbers, their bands and the command that draws the same bits "
    "again. Short runs come with every report; long runs of some stand below."
)


def simulations(of: Material) -> str:
    """Markdown, from the pages that are there."""
    found = [(title, page) for title, page in of.extra if SIMULATIONS in page.split("/")]
    long = [(title, page) for title, page in found if "/full/" in page]
    short = [one for one in found if one not in long]
    return joined(
        "# Simulations", LEAD, _gallery(short, of.folder), "## Long runs", _gallery(long, of.folder)
    )


def _gallery(found: list[tuple[str, str]], folder: Path) -> str:
    return (
        '<div class="gallery" markdown="1">\n\n'
        + "\n\n".join(_card(*one, folder) for one in found)
        + "\n\n</div>"
    )


def _card(title: str, page: str, folder: Path) -> str:
    picture = page.removesuffix(".md") + ".png"
    shown = f"![]({picture}){{ loading=lazy }}<br>" if (folder / picture).is_file() else ""
    return f"[{shown}{prose(title)}]({page}) {key_of(page)}"
