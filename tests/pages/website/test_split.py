"""Chapters as pages of statements."""

from __future__ import annotations

from perturb.pages.website.page import Page
from perturb.pages.website.reports import split

CHAPTER = """# Title of it

- [First](#one)

<a id="one"></a>

## First

Text, [second](#two).

<a id="one-sharpened"></a>

### First, sharper

```python
## no heading
```

<a id="two"></a>

## Second

End.
"""


def test_a_statement_goes_with_what_sharpens_it() -> None:
    pages, homes = split(
        {"p/c.md": Page(CHAPTER, "p/c.md"), "p/README.md": Page("# P\n", "p/README.md")}, ["p/c.md"]
    )
    assert set(pages) == {"p/c.md", "p/README.md", "p/claims/one.md", "p/claims/two.md"}
    assert homes == {
        ("p/c.md", "one"): "p/claims/one.md",
        ("p/c.md", "one-sharpened"): "p/claims/one.md",
        ("p/c.md", "two"): "p/claims/two.md",
    }


def test_headings_are_raised_and_code_is_not() -> None:
    pages, _ = split(
        {"p/c.md": Page(CHAPTER, "p/c.md"), "p/README.md": Page("# P\n", "p/README.md")}, ["p/c.md"]
    )
    text = pages["p/claims/one.md"].text
    assert "\n# First\n" in text
    assert "\n## First, sharper\n" in text
    assert "\n## no heading\n" in text
    assert "[p](README.md) › [Title of it](c.md)" in text
    assert "Second" not in text
    assert pages["p/claims/one.md"].origin == "p/c.md"  # its links are still those of the chapter
    assert pages["p/c.md"].text == "# Title of it\n\n- [First](#one)\n\n"
