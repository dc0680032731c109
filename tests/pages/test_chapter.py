"""The page of a chapter: title, links, contents, sections."""

from __future__ import annotations

from perturb.pages.render import render
from tests.pages.conftest import CHANCE


def test_the_contents_name_every_statement_with_both_sides(samples):
    claims, folder = samples
    render(claims, folder)
    text = (folder / "sample" / "three.md").read_text()
    assert text.startswith("# sample/three\n\n[Status of the catalogue](../README.md)")
    contents = [line for line in text.splitlines() if line.lstrip().startswith("- [")]
    assert contents == [
        "- [Weyl, the same index](#same): refuted",
        "  - [Weyl, shifted indices](#weyl): proved; survived 1,789 points",
        "- [A shift](#shift): 🔴 vacuous",
    ]


def test_a_chapter_of_laws_has_one_picture_at_its_head(chance):
    text = (chance / CHANCE).read_text()
    assert text.count("![") == 1
    assert text.index("](small_laws.png)") < text.index('<a id="true"></a>')
    assert (chance / "small" / "small_laws.png").stat().st_size > 5_000
    assert "- [A mean, too small](#mean): 🔴 refuted" in text
    assert "- [Twice too wide](#wide-law): refuted" in text
