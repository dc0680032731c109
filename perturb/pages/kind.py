"""What a kind of page is: the protocol of the family. `perturb.pages.render.KINDS` is the table of them."""

from __future__ import annotations

from typing import Protocol

from perturb.pages.material import Material


class PageKind(Protocol):
    """The pages of one kind, made from everything that was gathered.

    Gets the material: statements, their records and witness files, proofs, notes, runs. Gives Markdown by the
    path of the page from the folder of the reports, which `perturb.pages.places` knows: a title, the link
    home, the body; nothing where there is nothing to show. Equal material gives equal bytes. It examines
    nothing, draws nothing and writes nothing: `perturb.pages.render` does. ValueError for a broken record.
    """

    def __call__(self, of: Material, /) -> dict[str, str]: ...
