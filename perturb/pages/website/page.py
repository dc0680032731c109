"""A page of the site before it is HTML."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

HIDDEN = "---\nsearch:\n  exclude: true\nhide: [toc]\n---\n\n"  # not found by the search
WIDE = "---\nhide: [toc]\n---\n\n"


@dataclass(frozen=True)
class Page:
    """Markdown, with links as they are from the page `origin` of the reports (or of the site itself)."""

    text: str
    origin: str

    def saying(self, text: str) -> Page:
        return replace(self, text=text)

    @property
    def title(self) -> str:
        """The text of the first heading."""
        return next((line[2:] for line in self.text.splitlines() if line.startswith("# ")), "")


@dataclass
class Website:
    """Pages by file, and further files with their content; both are paths from the root of the site."""

    pages: dict[str, Page] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)

    def add(self, name: str, text: str) -> None:
        """A page of the site's own. Raises ValueError when there is one of that name."""
        if name in self.pages:
            raise ValueError(f"two pages have one name, {name}")
        self.pages[name] = Page(text, name)


def address(page: str) -> str:
    """From the root of the site: p/README.md -> p/index.html, p/loss.md -> p/loss.html."""
    folder, slash, name = page.rpartition("/")
    return folder + slash + ("index.html" if name == "README.md" else f"{name.removesuffix('.md')}.html")
