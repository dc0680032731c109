"""Which printed formula a statement shows, and what a paper refuses."""

from __future__ import annotations

import pytest

from perturb import claim, paper, then
from perturb.domains import square
from perturb.statements.printed import cited, printed
from perturb.vocab import s1

ITEMS = ("thm-1.2a", "thm-1.2b", "thm-1.rem", "lem-3.main")
PRINTED = {"thm-1.2": r"a \leq b \leq c", "thm-1.2a": r"a \leq b", "thm-1.2b": r"b \leq c", "lem-3.main": "d"}
SOURCE = paper("source", items=ITEMS, printed=PRINTED, in_words=["lem-3.main"])


def stated(name: str, **options):
    @claim(SOURCE, "a label", id=name, domain=square(), **options)
    def body(A):
        yield then(s1(A), ">=", 0)

    return body


def lines(statement) -> list[str]:
    return [line for one in printed(statement) for line in one.lines]


def test_a_statement_shows_the_formula_of_its_item() -> None:
    assert lines(stated("thm-1.2a")) == [r"a \leq b"]
    assert lines(stated("thm-1.2a~corrected")) == [r"a \leq b"]


def test_several_links_show_their_chain() -> None:
    assert lines(stated("thm-1.2a", covers=["thm-1.2b"])) == [r"a \leq b \leq c"]
    assert lines(stated("my-name", covers=["thm-1.2a", "thm-1.2b"])) == [r"a \leq b \leq c"]


def test_one_link_covered_twice_is_no_chain() -> None:
    assert lines(stated("thm-1.2a~attained", covers=["thm-1.2a"])) == [r"a \leq b"]


def test_else_it_shows_what_it_covers_and_else_what_it_mends() -> None:
    assert lines(stated("my-name", covers=["lem-3.main"], corrects="thm-1.2a")) == ["d"]
    assert lines(stated("my-name", corrects="thm-1.2a~first")) == [r"a \leq b"]
    assert lines(stated("my-name", sharpens="thm-1.2b")) == [r"b \leq c"]
    assert printed(stated("thm-1.rem")) == []


def test_its_own_formula_comes_first() -> None:
    assert lines(stated("thm-1.2a", printed="e\n\n f ")) == ["e", "f"]
    assert lines(stated("thm-1.2a", printed=("thm-1.2b", "lem-3.main"))) == [r"b \leq c", "d"]
    with pytest.raises(ValueError, match=r"printed names 'thm-1\.rem', of which source has no formula"):
        stated("thm-1.2a", printed=("thm-1.rem",))


def test_words_are_told_from_formulas() -> None:
    assert [one.in_words for one in printed(stated("lem-3.main"))] == [True]
    assert [one.in_words for one in printed(stated("thm-1.2a"))] == [False]


def test_a_printed_formula_changes_no_fingerprint() -> None:
    assert stated("thm-1.2a", printed="e").fingerprint == stated("thm-1.2a").fingerprint
    assert paper("source", items=ITEMS) == SOURCE
    assert hash(paper("source", items=ITEMS)) == hash(SOURCE)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"printed": {"thm-2": "a"}}, "printed names 'thm-2', which is no item"),
        ({"printed": {"lem-3.mai": "a"}}, "printed names 'lem-3.mai', which is no item"),
        ({"printed": {"thm-1.rem": " "}}, "must be LaTeX"),
        ({"printed": {"thm-1.rem": "$a$"}}, "must be LaTeX"),
        ({"in_words": ["thm-1.rem"]}, "in_words names 'thm-1.rem', for which nothing is printed"),
    ],
)
def test_what_a_paper_refuses(options, message) -> None:
    with pytest.raises(ValueError, match=message):
        paper("source", items=ITEMS, **options)


@pytest.mark.parametrize(
    ("item", "place"),
    [
        ("p/thm-22.76a", "Theorem 22, (76)"),
        ("p/thm-22.76", "Theorem 22, (76)"),
        ("p/lem-18.main", "Lemma 18"),
        ("p/thm-22.rem-1", "Theorem 22"),
        ("p/fig-6.a", "Figure 6, (a)"),
        ("p/fig-6.claim", "Figure 6"),
        ("p/eq-73a", "(73)"),
        ("p/eq-12.sym", "at (12)"),
        ("p/eq-1-9.offset", "in the text"),
        ("p/num-three", "in the text"),
    ],
)
def test_places_are_named(item, place) -> None:
    assert cited(item) == place
