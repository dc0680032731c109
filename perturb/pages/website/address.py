"""The file that a page becomes."""

from __future__ import annotations


def address(page: str) -> str:
    """From the root of the site: p/README.md -> p/index.html, p/loss.md -> p/loss.html."""
    folder, slash, name = page.rpartition("/")
    return folder + slash + ("index.html" if name == "README.md" else f"{name.removesuffix('.md')}.html")
