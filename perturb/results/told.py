"""What is said of evidence on a console, in a notebook and in a table: one wording, as plain lines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from perturb.certify.sides import sides
from perturb.numbers.short import short
from perturb.numbers.surds import latex
from perturb.process.output import frame, json_text
from perturb.prove.proved import phrase, proofs_of
from perturb.results import pictures, say
from perturb.results.thin import reached
from perturb.vocab.readable import readable

if TYPE_CHECKING:
    from pandas import DataFrame

    from perturb.certify.point import PointVerdict
    from perturb.certify.witness import Witness
    from perturb.results.claims import Evidence
    from perturb.statements.claim import Claim
    from perturb.vocab.order import Link
    from perturb.vocab.terms import Lexicon


class Told:
    """A result that prints as text, shows itself in a notebook, and gives its rows as a pandas table."""

    def lines(self) -> list[str]:
        raise NotImplementedError

    def markdown(self) -> str:
        raise NotImplementedError

    def rows(self) -> list[dict[str, Any]]:
        raise NotImplementedError

    def __repr__(self) -> str:
        return "\n".join(self.lines())

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def to_frame(self) -> DataFrame:
        """A pandas table; ImportError without the extra `report`."""
        return frame(self.rows())


def head(identifier: str, status: str | None, outcome: str, how: str) -> str:
    """me/commutator (printed)  REFUTED  how."""
    said = f" ({status})" if status else ""
    return f"{identifier}{said}  {say.headline(outcome)}  {how}"


def evidence_text(evidence: Evidence) -> list[str]:
    """The head and what stands below it."""
    claim = evidence.claim
    first = head(claim.id, claim.status.value if claim.status else None, evidence.outcome, how(evidence))
    return [first, *(f"  {line}" for line in evidence_lines(evidence))]


def evidence_lines(evidence: Evidence, saved: Path | None = None) -> list[str]:
    """Below the head: points, slack, witnesses, what is known of a constant, notes, how to replay."""
    found, worst, constant = evidence.found, evidence.worst, evidence.constant
    lines = [say.shares(found.verdicts)] if found.points else []
    lines += say.hypotheses(found.met, found.screened, len(evidence.claim.hypotheses))
    if evidence.outcome == "survived":
        tight = f"; least relative margin {found.tightest[0]:.2g}" if found.tightest[1] else ""
        lines.append(f"{found.equality:,} at equality{tight}")
        universal = proofs_of(evidence.claim)
        lines += [f"{phrase(universal)}, for every input: {universal[-1].path}"] if universal else []
    if evidence.simplest is not None and evidence.outcome == "refuted":
        lines += witness_lines("simplest witness", evidence.simplest, evidence.claim)
    if worst is not None and evidence.outcome == "refuted":
        lines.append(f"worst found: relative violation {worst.data['relative_violation']}")
    if constant is not None and constant.refuted is not None:
        lines += filter(None, [say.best_constant(constant.refuted, constant.printed)])
    if found.cut_short and evidence.outcome != "refuted" and found.sizes:
        sizes = reached(found)  # none for numbers
        lines.append("cut short by the clock" + (f"; sizes reached: {sizes}" if sizes else ""))
    lines += [evidence.note] if evidence.note else []
    return lines + ([f"replay: perturb replay {saved}"] if saved is not None else [])


def how(evidence: Evidence) -> str:
    """What decided, after how much work."""
    decided, found = say.certificate(evidence.certificate), evidence.found
    if evidence.stored is not None:
        return f"stored witness replayed ({decided or 'none'}), {evidence.seconds:.1f} s"
    name = f"certified ({decided})" if decided else "not decided" if found.points else "nothing certified"
    inside = f", {found.inside:,} inside" if evidence.claim.hypotheses else ""
    return f"{name} after {found.drawn:,} points drawn{inside}, {evidence.seconds:.1f} s"


def witness_lines(title: str, witness: Witness, claim: Claim) -> list[str]:
    """The inputs, what is certified there, and which entries may vary."""
    data = witness.data
    at = claim.conclusions[data["failed"]].told(data["at"], claim.names)
    there = _there(at, data["lhs"], data["rhs"], data["rigour"])
    vary = [f"may vary: {_varied(data)}"] if data["vary"] else []
    return [say.visible(line) for line in (inputs_line(title, witness), there, *vary)]


def inputs_line(title: str, witness: Witness) -> str:
    """simplest witness  A = [[0, 1], [0, 0]], x = [1, 0]"""
    given = (f"{name} = {plain(value)}" for name, value in witness.shown.items())
    return f"{title}  {', '.join(given)}"


def there_line(found: PointVerdict, link: Link, names: Lexicon) -> str:
    """The sides of a relation as they were just decided, in the words for a witness."""
    rigour = min(found.lhs.rigour, found.rhs.rigour).name.lower()
    return _there(link.told(found.at, names), str(found.lhs), str(found.rhs), rigour)


def _there(at: Mapping[str, int], lhs: str, rhs: str, rigour: str) -> str:
    indices = "".join(f"{readable(name)} = {value}, " for name, value in at.items())
    left, right = sides(lhs, rhs)
    return f"there: {indices}left side {left}, right side {right} ({rigour})"


def _varied(data: Mapping[str, Any]) -> str:
    """The entries by name; where it is each of several, that."""
    values = [entry["value"] for entry in data["inputs"].values() if entry["kind"] != "integer"]
    every = sum(np.size(value) for value in values)
    return "every entry" if len(data["vary"]) == every > 1 else ", ".join(data["vary"])


def plain(value: Any) -> str:
    """[[0, 1], [0, 1/2]] without quotes; numbers of very many digits are rounded, and say so."""
    return short(json_text(value).replace('"', ""))


def evidence_markdown(evidence: Evidence) -> str:
    """The verdict, the statement in LaTeX, the simplest witness as matrices, a picture of the margins."""
    claim, refuted = evidence.claim, evidence.outcome == "refuted"
    parts = [f"**{claim.id}**: **{evidence.outcome}**, {how(evidence)}", claim.markdown()]
    if evidence.simplest is not None and refuted:
        parts += ["The simplest witness:", *witness_markdown(evidence.simplest)]
    rest = [line for line in evidence_lines(evidence) if not (refuted and line.startswith("simplest"))]
    parts += ["\n".join(f"- {line}" for line in rest)]
    if evidence.found.margins:
        parts.append(pictures.shown(pictures.margins(evidence.found.margins), pictures.MARGINS))
    return "\n\n".join(parts)


def witness_markdown(witness: Witness) -> list[str]:
    return [rf"$${name} = {matrix(value)}$$" for name, value in witness.shown.items()]


def matrix(value: Any) -> str:
    """LaTeX of a number, a vector (as a column) or a matrix of texts."""
    if not isinstance(value, list):
        return latex(short(str(value)))
    rows = [row if isinstance(row, list) else [row] for row in value]
    body = r" \\ ".join(" & ".join(latex(short(str(x))) for x in row) for row in rows)
    return rf"\begin{{pmatrix}} {body} \end{{pmatrix}}"


def evidence_row(evidence: Evidence) -> dict[str, Any]:
    """A line of a table: what was asked, the verdict, how many points rest on it."""
    claim, found = evidence.claim, evidence.found
    return {
        "id": claim.id,
        "status": claim.status.value if claim.status else None,
        "outcome": evidence.outcome.value,
        "agrees": evidence.agrees,
        "certificate": say.certificate(evidence.certificate) or None,
        "drawn": found.drawn,
        "inside": found.inside,
        **{name: found.verdicts[name] for name in ("holds", "violated", "undecided", "vacuous")},
        "margin": found.tightest[0] if found.tightest[1] else None,
        "seconds": round(evidence.seconds, 3),
        "note": evidence.note,
    }


class ToldEvidence(Told):
    """How `Evidence` shows itself."""

    def lines(self: Evidence) -> list[str]:  # type: ignore[misc]
        return evidence_text(self)

    def markdown(self: Evidence) -> str:  # type: ignore[misc]
        return evidence_markdown(self)

    def rows(self: Evidence) -> list[dict[str, Any]]:  # type: ignore[misc]
        return [evidence_row(self)]
