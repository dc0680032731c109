"""What GitHub reads and what Python-Markdown reads."""

from __future__ import annotations

from perturb.pages.website.page import adapted


def test_a_place_before_a_heading_is_the_headings_own() -> None:
    assert adapted('<a id="lem-8.50"></a>\n\n## Lemma 8\n') == "## Lemma 8 { #lem-8.50 }\n"


def test_lists_within_lists_stand_further_in() -> None:
    assert adapted("- one\n  - two\n") == "- one\n    - two\n"


def test_an_escaped_sign_is_an_entity_but_not_in_code() -> None:
    assert adapted(r"0 \<= k, `a \< b`") == r"0 &lt;= k, `a \< b`"


def test_what_is_folded_holds_markdown() -> None:
    assert adapted("<details><summary>s</summary>") == (
        '<details markdown="1" data-search-exclude><summary>s</summary>'
    )


def test_fences_stay_as_they_are() -> None:
    text = '```python\nx = "\\<"\n  - y\n<details>\n```'
    assert adapted(text) == text


def test_a_picture_opens_at_its_own_size() -> None:
    assert adapted("![A b](p/c.png)") == "[![A b](p/c.png)](p/c.png)"
    assert adapted("[![](p/c.png)](d.md)") == "[![](p/c.png)](d.md)"
