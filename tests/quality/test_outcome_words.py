"""One word for one outcome: what console, JSON and Python can say stands in one table of the README."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import perturb
from perturb.cli.law import HEADLINES
from perturb.cli.replay import CODES
from perturb.cli.verdicts import COLOURS
from perturb.enclosure import Verdict
from perturb.results import say
from perturb.statements.paper import Outcome

HOME = Path(perturb.__file__).parent
README = (HOME.parent / "README.md").read_text(encoding="utf-8")
SECTION = README.partition("**Outcome.**")[2].partition('What "survived" takes')[0]
TABLE, _, POINTS = SECTION.partition("Of one point")
ROWS = re.findall(r"^\| `([a-z ]+)` \| ([^|]+) \|", TABLE, re.MULTILINE)
OUTCOMES = {word for word, _ in ROWS} | set(re.findall(r"; `([a-z ]+)` where", TABLE))


def attempts() -> set[str]:
    """What the prover calls its attempts, as it says it."""
    text = "".join((HOME / "prove" / name).read_text() for name in ("prover.py", "worker.py"))
    found = set(re.findall(r'(?:ended|Attempt)\(\s*"([a-z ]+)"', text))
    assert {"proved", "false", "timeout"} <= found
    return found


def test_every_outcome_is_in_the_table() -> None:
    """The prover said false and timeout of what is refuted and unresolved, goodness open."""
    said = {*Outcome, *COLOURS, *HEADLINES, *(set(CODES) - {"holds"})}
    said |= {say.attempted(word, "")[0] for word in attempts()}
    assert {str(word) for word in said} <= OUTCOMES
    assert {verdict.value for verdict in Verdict} <= set(re.findall(r"`([a-z]+)`", POINTS))


def test_no_word_has_two_meanings() -> None:
    """A word stands once for each kind of thing; of a point it is another one than of a statement."""
    assert len(ROWS) == len(set(ROWS))
    assert OUTCOMES & {verdict.value for verdict in Verdict} == {"vacuous"}


def test_nothing_is_shouted_in_another_word() -> None:
    shouts = re.compile(r"\b(VIOLATED|OPEN|FALSE|TIMEOUT|FAILED|REJECT|CONFIRMED)\b")
    files = [p for folder in ("cli", "api", "results") for p in (HOME / folder).glob("*.py")]
    texts = [
        (path.name, node.value)
        for path in [*files, HOME / "pytest_plugin.py", HOME / "testing.py"]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert [(name, text) for name, text in texts if shouts.search(text)] == []
