"""What a paper prints: every item has its formula, every statement shows one, all of it sound LaTeX."""

from __future__ import annotations

import re

import pytest

from perturb.statements.catalogue import collect
from perturb.statements.printed import printed

DECLARED = collect()
STATEMENTS = {**DECLARED.claims, **DECLARED.laws, **DECLARED.experiments, **DECLARED.pictures}
OF_A_PAPER = {name: one for name, one in STATEMENTS.items() if one.paper is not None and one.paper.printed}
PAPERS = list(dict.fromkeys(one.paper for one in OF_A_PAPER.values()))


def test_the_catalogue_has_printed_formulas() -> None:
    keys = {"riedi2022", "dittmer2019", "heinecke2019", "le2022"}
    assert {source.key for source in PAPERS} == keys
    assert {name for name in STATEMENTS if name.partition("/")[0] in keys} == set(OF_A_PAPER)


@pytest.mark.parametrize("source", PAPERS, ids=lambda source: source.key)
def test_every_item_has_a_formula(source) -> None:
    assert [item for item in source.items if item not in source.printed] == []


def test_every_statement_of_the_paper_shows_a_formula() -> None:
    assert [name for name, one in OF_A_PAPER.items() if not printed(one)] == []


def faults(line: str) -> list[str]:
    """What is wrong with one displayed formula, as far as its structure goes."""
    bare = re.sub(r"\\[{}]", "", line)
    opened = [bare[:k].count("{") - bare[:k].count("}") for k in range(len(bare) + 1)]
    texts = re.findall(r"\\text\{([^{}]*)\}", line)
    begun, ended = (re.findall(rf"\\{word}\{{(\w+)\}}", line) for word in ("begin", "end"))
    sided = re.findall(r"\\(left|right)(?![A-Za-z])", line)
    commands = set(re.findall(r"\\([A-Za-z]+)", line))
    wrong = {
        "braces": min(opened) < 0 or opened[-1] != 0,
        "left and right": sided.count("left") != sided.count("right"),
        "environments": begun != ended,
        "sizes": bool(re.search(r"\\[bB]igg?[lr]?\\", line)),
        "dollars": "$" in line or "%" in line,
        "prose": any(len(text.split()) > 6 for text in texts) or len(texts) > 4,
        "macros": bool(commands & {"mbox", "rm", "bf", "operatorname", "def", "newcommand", "tag", "label"}),
        "characters": not line.isascii(),
    }
    return [name for name, found in wrong.items() if found]


@pytest.mark.parametrize("source", PAPERS, ids=lambda source: source.key)
def test_formulas_are_sound_and_short(source) -> None:
    for item, text in source.printed.items():
        lines = text.splitlines()
        assert len(lines) <= 4, item
        for line in lines:
            assert faults(line) == [], (item, line)
            assert len(visible(line)) <= 300, (item, line)


def visible(line: str) -> str:
    """Roughly what is seen: a command is one character, braces and blanks are none."""
    return re.sub(r"[{}\s&^_]", "", re.sub(r"\\(?:[A-Za-z]+|.)", "x", re.sub(r"\\text(?=\{)", "", line)))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (r"\frac{1}{n", "braces"),
        (r"}a{", "braces"),
        (r"\left( a", "left and right"),
        (r"\begin{cases} a", "environments"),
        (r"\Big\{ a \Big\}", "sizes"),
        (r"\mbox{if $a$}", "dollars"),
        (r"\text{this is a sentence and no formula at all}", "prose"),
        (r"\operatorname{rank}", "macros"),
        ("≤", "characters"),
    ],
)
def test_a_fault_is_found(line, fault) -> None:
    assert fault in faults(line)
