"""Which items and statements a label finds, in papers made for it."""

from __future__ import annotations

import pytest

from perturb import claim, paper, then
from perturb.domains import square
from perturb.process import sources
from perturb.statements import targets
from perturb.statements.catalogue import Declared
from perturb.statements.loading import BadTarget
from perturb.statements.places import nearest, places
from perturb.vocab import s1

ONE = paper("one2020", items=["lem-1.2a", "lem-1.2b", "lem-3", "thm-4", "eq-7", "eq-8-9", "fig-9"])
TWO = paper("two2021", items=["lem-3.5", "lem-6"])
BOOK = paper("book")


def stated(source, label, name, **options):
    @claim(source, label, id=name, domain=square(), **options)
    def body(A):
        yield then(s1(A), ">=", 0)

    return body


CLAIMS = [
    stated(ONE, "Lemma 1, (2)", "lem-1.2", covers=["lem-1.2a", "lem-1.2b"]),
    stated(ONE, "sharper", "more~sharpened", sharpens="lem-1.2"),
    stated(ONE, "sharper still", "most~sharpened", sharpens="more~sharpened"),
    stated(ONE, "Lemma 3", "lem-3~first"),
    stated(ONE, "Theorem 4", "thm-4", covers=["eq-7"]),
    stated(ONE, "Between (8) and (9)", "eq-8-9"),
    stated(ONE, "(12): a display of the appendix", "appendix"),
    stated(TWO, "Lemma 3", "lem-3.5"),
    stated(TWO, "Lemma 6: after Lemma 3 of the others", "lem-6"),
    stated(BOOK, "Bhatia, Theorem VI.4.1", "hoffman"),
    stated(BOOK, "Horn and Johnson, Theorem 6.4", "weyl"),
]
KNOWN = Declared(claims={c.id: c for c in CLAIMS})


def found(text: str) -> dict[str, list[str]]:
    return {place.title: [s.id.partition("/")[2] for s in place.statements] for place in places(text, KNOWN)}


def test_statements_of_all_items_under_a_label_and_what_mends_them() -> None:
    every = ["lem-1.2", "more~sharpened", "most~sharpened"]
    for text in ("Lemma 1", "(2)", "Lemma 1, (2)", "lem-1"):
        assert [*found(text).values()] == [every]
    assert [*found("lem-1.2")] == ["Lemma 1, (2) of one2020"]
    assert found("(7)") == {"(7) of one2020": ["thm-4"]}


def test_labels_are_kept_by_paper() -> None:
    both = {"Lemma 3 of one2020": ["lem-3~first"], "Lemma 3 of two2021": ["lem-3.5"]}
    assert found("Lemma 3") == both
    for text in (
        "two2021 Lemma 3",
        "Lemma 3 of two2021",
        "two2021: lem. 3",
        "TWO2021/lem-3",
        "two2021, Lemma 3",
    ):
        assert [*found(text)] == ["Lemma 3 of two2021"]
    assert found("one2020 Lemma 6") == {}


def test_ranges_and_the_labels_of_statements_come_last() -> None:
    assert found("(8)") == {"(8) of one2020": ["eq-8-9"]}
    assert found("(12)") == {"(12) of one2020": ["appendix"]}
    assert found("Theorem VI.4.1") == {"Theorem VI.4.1 of book": ["hoffman"]}
    assert found("Theorem 6") == found("Theorem 4.1") == {}


def test_what_is_printed_nearby() -> None:
    assert nearest("Lemma 5", KNOWN) == "one2020 has Lemma 1, Lemma 3; two2021 has Lemma 3, Lemma 6"
    assert nearest("two2021 Lemma 9", KNOWN) == "two2021 has Lemma 3, Lemma 6"
    assert nearest("Table 1", KNOWN) == nearest("Nonsense", KNOWN) == ""


@pytest.fixture
def known(monkeypatch) -> None:
    monkeypatch.setattr(targets, "collect", lambda *groups: KNOWN)


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("Lemma 3", "'Lemma 3' is found in several papers: 'one2020 Lemma 3', 'two2021 Lemma 3'"),
        ("one2020/lem-1.other", "names no statement; Lemma 1 of one2020: one2020/lem-1.2, "),
        ("one2020/apendix", "did you mean one2020/appendix?"),
        ("two", "did you mean two2021?"),
    ],
)
def test_what_is_refused_says_what_to_type(target, said, known) -> None:
    with pytest.raises(BadTarget) as refused:
        targets.statements([target])
    assert said in str(refused.value)


def test_a_refusal_leaves_every_file_to_be_read_anew(known) -> None:
    with pytest.raises(BadTarget, match="no statement decides it: perturb show 'Figure 9'") as refused:
        targets.statements(["Figure 9"])
    assert refused.traceback
    assert sources._this_run is None


def test_a_short_id_will_do(known) -> None:
    assert [s.id for s in targets.statements(["hoffman", "two2021 Lemma 3"])] == [
        "book/hoffman",
        "two2021/lem-3.5",
    ]
