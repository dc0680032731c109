"""Labels as people type them, and the ids of the items that stand under them."""

from __future__ import annotations

import pytest

from perturb.statements.places import kind_of, marks_of, range_of, read, respelled, written


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Lemma 20", {("lem", "20")}),
        ("lem. 20", {("lem", "20")}),
        ("LEMMAS 20", {("lem", "20")}),
        ("lem-20", {("lem", "20")}),
        ("(101)", {("eq", "101")}),
        ("Equation (101)", {("eq", "101")}),
        ("eqn 101", {("eq", "101")}),
        ("Theorem 22, (76)", {("thm", "22"), ("eq", "76")}),
        ("(76) of Theorem 22", {("thm", "22"), ("eq", "76")}),
        ("Fig. 6a", {("fig", "6"), ("part", "a")}),
        ("Figure 6 (a)", {("fig", "6"), ("part", "a")}),
        ("Theorem VI.4.1", {("thm", "VI.4.1")}),
        ("Corollary 3.1.3", {("cor", "3.1.3")}),
        ("Corollaries 3", {("cor", "3")}),
        ("Assumption 2", {("asm", "2")}),
        ("", set()),
        ("20", set()),
        ("Lemma", set()),
        ("Nonsense 20", set()),
        ("Lemma 20 is false", set()),
        ("Lemma 20x", set()),
    ],
)
def test_a_label_is_read_whole_or_not_at_all(text, marks) -> None:
    assert read(text) == marks


@pytest.mark.parametrize(
    ("item", "marks"),
    [
        ("p/thm-22.76a", {("thm", "22"), ("eq", "76")}),
        ("p/thm-22.rem-1", {("thm", "22")}),
        ("p/lem-20.main", {("lem", "20")}),
        ("p/fig-6.a", {("fig", "6"), ("part", "a")}),
        ("p/cor-37.i", {("cor", "37"), ("part", "i")}),
        ("p/eq-73a", {("eq", "73")}),
        ("p/eq-12.sym", {("eq", "12")}),
        ("p/eq-3-5", set()),
        ("p/num-8", set()),
        ("p/def-net", set()),
    ],
)
def test_the_label_of_an_item_is_in_its_id(item, marks) -> None:
    assert marks_of(item) == marks


def test_an_item_may_stand_for_several_numbers() -> None:
    assert range_of("p/eq-3-5.sum") == {("eq", "3"), ("eq", "4"), ("eq", "5")}
    assert range_of("p/eq-3") == range_of("p/num-3-5") == frozenset()


def test_a_label_is_written_as_papers_print_it() -> None:
    assert written(read("eq. 76 of thm 22")) == "Theorem 22, (76)"
    assert written(read("fig 6a")) == "Figure 6, (a)"


def test_what_was_meant() -> None:
    assert (respelled("Lema 20"), respelled("Theorm 3"), respelled("101")) == (
        "Lemma 20",
        "Theorem 3",
        "(101)",
    )
    assert respelled("Nonsense 20") == respelled("Lemma") == ""
    assert kind_of("co") is None
