"""The evidence about a claim as a value, and every word said of it: console, notebook, table, JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from perturb.certify.point import Certificate, PointVerdict
from perturb.certify.witness import Witness
from perturb.domains.pairs import pair_of
from perturb.enclosure import Verdict
from perturb.numbers.numerals import latex, short, sides
from perturb.process import sources
from perturb.process.output import json_text
from perturb.results import pictures, say
from perturb.results.blocks import stated, written_out
from perturb.results.for_all import ForAll, for_all
from perturb.results.say import Told
from perturb.results.sheet import Block, Heading, Items, Paragraph, Title, tex
from perturb.results.store import to_plain
from perturb.search.found import SearchResult
from perturb.sharpen.tighten import ConstantBracket
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome, Status
from perturb.vocab.printing.readable import readable
from perturb.vocab.printing.terms import Lexicon
from perturb.vocab.relations.order import Link


@dataclass(repr=False)
class Evidence(Told):
    """What the engine found about a claim: survived, refuted, vacuous or unresolved; never "true".

    `found` counts the certified points by their verdict (`verdicts`) and those where both sides are equal
    (`equality`); `certificate` names the kernel that decided and its bits; `simplest` and `worst` are the
    witnesses of a claim that is refuted.
    """

    claim: Claim
    outcome: Outcome = Outcome.UNRESOLVED
    found: SearchResult = field(default_factory=SearchResult)
    certificate: Certificate | None = None
    simplest: Witness | None = None
    worst: Witness | None = None
    stored: Path | None = None
    note: str = ""
    constant: ConstantBracket | None = None
    seconds: float = 0.0
    interrupted: bool = False
    idle: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        """Do what people assert and what the engine found fit?"""
        return self.outcome is (self.claim.status or Status.PRINTED).expects

    @property
    def inputs(self) -> dict[str, Any]:
        """The exact inputs of the simplest witness by name, rows in lists; empty where nothing is refuted."""
        return {} if self.simplest is None else self.simplest.shown

    @property
    def for_all(self) -> ForAll:
        """What is derived for every n, or proved at small sizes, of a claim that survived."""
        return for_all(self.claim) if self.outcome is Outcome.SURVIVED else ForAll()

    def lines(self) -> list[str]:
        """The head and what stands below it."""
        status = self.claim.status.value if self.claim.status else None
        first = head(self.claim.id, status, self.outcome, how(self))
        return [first, *(f"  {line}" for line in evidence_lines(self))]

    def markdown(self) -> str:
        return evidence_markdown(self)

    def latex(self) -> str:
        """A page to paste into LaTeX, with amsmath."""
        return evidence_latex(self)

    def rows(self) -> list[dict[str, Any]]:
        return [evidence_row(self)]


def head(identifier: str, status: str | None, outcome: str, how: str) -> str:
    """me/commutator (printed)  REFUTED  how."""
    said = f" ({status})" if status else ""
    return f"{identifier}{said}  {say.headline(outcome)}  {how}"


def evidence_lines(evidence: Evidence, saved: Path | None = None) -> list[str]:
    """Below the head: what it means, points, slack, witnesses, a constant, idle hypotheses, how to replay."""
    found, worst, constant = evidence.found, evidence.worst, evidence.constant
    lines = [sentence(evidence)]
    lines += [say.shares(found.verdicts)] if found.points else []
    lines += say.hypotheses(found.met, found.screened, len(evidence.claim.hypotheses))
    if evidence.outcome == "survived":
        tight = f"; least relative margin {found.tightest[0]:.2g}" if found.tightest[1] else ""
        lines.append(f"{found.equality:,} at equality{tight}")
        lines += [*evidence.for_all.lines(evidence.outcome), *evidence.idle]
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


def sentence(evidence: Evidence) -> str:
    """What the outcome means, for a reader who knows mathematics and nothing of this program."""
    match evidence.outcome:
        case Outcome.SURVIVED:
            held, every = evidence.found.verdicts["holds"], evidence.for_all
            return say.supported(held, reached(evidence.found), str(every))
        case Outcome.REFUTED:
            told = say.FALSE_WITH if evidence.claim.hypotheses else say.FALSE
            return told if evidence.simplest is not None else say.FALSE_SOMEWHERE
        case Outcome.VACUOUS:
            return say.EMPTY
    return say.OPEN


def rung(evidence: Evidence) -> str:
    """How strong what was found is, in the words of the ladder of rigour."""
    decided = evidence.certificate
    balls = f"balls ({say.certificate(decided)})" if decided else "balls"
    if evidence.outcome is Outcome.REFUTED:
        exact = decided is not None and decided.kernel == "exact"
        return f"the counterexample is certified in {say.EXACT if exact else balls}"
    if evidence.outcome is not Outcome.SURVIVED:
        return "nothing is certified that would decide it"
    every = evidence.for_all
    if every:
        return f"{every}, for every input"
    exact = decided is not None and decided.kernel == "exact"
    return f"single points, each certified in {say.EXACT if exact else balls}; no proof for all of them"


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


PARTS = ("Re", "Im")


def _varied(data: Mapping[str, Any]) -> str:
    """The entries by name; where it is each of several, that."""
    values = [entry["value"] for entry in data["inputs"].values() if entry["kind"] != "integer"]
    every = sum(np.size(value) for value in values)
    return "every entry" if len(data["vary"]) == every > 1 else ", ".join(entries_named(data))


def entries_named(data: Mapping[str, Any]) -> list[str]:
    """The entries of a witness that may vary: A[1,2], of complex inputs Re A[1,2] and Im A[1,2]."""
    pairs = {head: zip(pair_of(head), PARTS, strict=True) for head in data.get("complex", ())}
    parts = {name: f"{part} {head}" for head, pair in pairs.items() for name, part in pair}
    split = [name.partition("[") for name in data["vary"]]
    return [f"{parts.get(head, head)}{bracket}{rest}" for head, bracket, rest in split]


def plain(value: Any) -> str:
    """[[0, 1], [0, 1/2]] without quotes; numbers of very many digits are rounded, and say so."""
    return short(json_text(value).replace('"', ""))


def evidence_markdown(evidence: Evidence) -> str:
    """The statement in LaTeX, the verdict, its rung, the simplest witness as matrices, a picture of the
    margins.
    """
    claim, refuted = evidence.claim, evidence.outcome == "refuted"
    parts = [f"**{claim.id}**", claim.markdown(), f"**{evidence.outcome}**: {sentence(evidence)}"]
    parts += [f"Rung: {rung(evidence)}.", how(evidence)]
    if evidence.simplest is not None and refuted:
        parts += ["The simplest witness:", *witness_markdown(evidence.simplest)]
    rest = [line for line in _rest(evidence) if not (refuted and line.startswith("simplest"))]
    parts += ["\n".join(f"- {line}" for line in rest)]
    if evidence.found.margins:
        parts.append(pictures.shown(pictures.margins(evidence.found.margins), pictures.MARGINS))
    return "\n\n".join(filter(None, parts))


def evidence_latex(evidence: Evidence) -> str:
    """The same to paste into LaTeX, the witness with both sides in closed form, and no picture."""
    claim = evidence.claim
    blocks: list[Block] = [Title(claim.id), *stated(claim)]
    blocks += [Heading(evidence.outcome.capitalize()), Paragraph(f"{sentence(evidence)}.")]
    blocks += [Paragraph(f"Rung: {rung(evidence)}.")]
    if evidence.simplest is not None and evidence.outcome is Outcome.REFUTED:
        blocks += written_out(evidence.simplest, claim.conclusions, claim.hypotheses, claim.names)
    rest = [line for line in _rest(evidence) if not line.startswith(("simplest witness", "there: "))]
    return tex([*blocks, Items((how(evidence), *rest))])


def _rest(evidence: Evidence) -> list[str]:
    """The lines but for what is said above them."""
    return evidence_lines(evidence)[1:]


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


def reached(found: SearchResult) -> str:
    """The sizes at which points were certified before the time was over: n = 2 to 4, k = 1."""
    return spread(found.sizes)


def spread(every: Iterable[tuple[tuple[str, int], ...]]) -> str:
    """n = 2 to 4, k = 1"""
    ends: dict[str, list[int]] = {}
    for sizes in sorted(every):
        for name, size in sizes:
            ends.setdefault(name, []).append(size)
    return ", ".join(
        f"{name} = {min(all_)}" + (f" to {max(all_)}" if max(all_) > min(all_) else "")
        for name, all_ in ends.items()
    )


def so_far(found: SearchResult) -> str:
    """Best margin (negative: violated), where, and how many points were seen."""
    worst = min(found.violations, key=lambda pair: pair[1].margin, default=None)
    margin, point = (worst[1].margin, worst[0]) if worst else found.tightest
    sizes = ", ".join(f"{k} = {v}" for k, v in point.sizes.items()) if point else "nowhere yet"
    return f"best margin {margin:.3g} at {sizes}; {found.drawn:,} drawn, {found.points:,} certified"


def claim_json(evidence: Evidence, saved: Path | None) -> str:
    """One line; `source` is the hash of the file that was run, null where it is not known.

    Counts are of points of a search: `points` were certified, one by one, with a verdict each. Where a stored
    witness was replayed nothing was searched, and all counts are 0. `derived` lists the lemmas of a
    derivation for every n, null where there is none; `for_all` says what holds for every input, `idle` which
    hypotheses may not be needed.
    """
    found, claim, every = evidence.found, evidence.claim, evidence.for_all
    return json_text(
        {
            "id": claim.id,
            "fingerprint": claim.fingerprint,
            "source": sources.sha256_of(claim.file),
            "status": claim.status.value if claim.status else None,
            "outcome": evidence.outcome,
            "certificate": to_plain(evidence.certificate),
            "drawn": found.drawn,
            "inside": found.inside,
            "points": sum(found.verdicts[v.value] for v in Verdict),
            **{v.value: found.verdicts[v.value] for v in Verdict},
            "replayed": evidence.stored is not None,
            "seconds": round(evidence.seconds, 3),
            "witness": str(saved) if saved else None,
            "agrees": evidence.agrees,
            "derived": every.derived.lemmas if every.derived else None,
            "for_all": str(every) or None,
            "idle": list(evidence.idle),
            "note": evidence.note,
        },
        ensure_ascii=False,
    )
