"""The referee's page: what was found of one statement, on a page to paste.

In this order: the statement, the verdict with its rung, the counterexample, then the best constants, the
hypotheses that are idle, equality, the derivation or proof, what was searched and the lines that do it again.
Where a part has nothing to say it says why. Of a law, which no matrix refutes, the page says what there is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from shlex import quote
from typing import Any

from perturb.derive.tell import sentences
from perturb.domains.space import written_values
from perturb.pages.markdown import note
from perturb.results import say
from perturb.results.between import Between
from perturb.results.blocks import stated, values, written_out
from perturb.results.chance import ChanceEvidence
from perturb.results.claim_evidence import entries_named, how, reached, rung, sentence
from perturb.results.for_all import RUNG
from perturb.results.law_evidence import check_line, notes, on_what
from perturb.results.records import row
from perturb.results.refereed import (
    BOUNDING,
    DERIVING,
    EQUATING,
    PROVING,
    Refereed,
    attainable,
    instances,
)
from perturb.results.say import Told
from perturb.results.sheet import (
    Block,
    Code,
    Display,
    Heading,
    Items,
    Paragraph,
    Title,
    document,
    in_sentence,
    markdown,
    tex,
    text,
    typed,
)
from perturb.sharpen.directions import Site, sites
from perturb.sharpen.idle import Need
from perturb.statements.catalogue import Statement, catalogue
from perturb.statements.chance import Law, written
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome
from perturb.statements.printed import printed
from perturb.statements.recorded import Recorded
from perturb.vocab.grammar.tree import CONST

NO_LAW = (
    "A law speaks of chances, so there is no counterexample in matrices, no derivation, no proof at small "
    "sizes, no hypothesis to leave out, and no constant to move: the verdict is that of the drawn samples."
)


@dataclass(frozen=True, repr=False)
class Report(Told):
    """The page of a statement, as text, Markdown and LaTeX; `saved` is the file of its witness."""

    found: Refereed | ChanceEvidence
    target: str = ""
    seed: int = 0
    saved: Path | None = None

    @property
    def statement(self) -> Statement:
        return self.found.claim if isinstance(self.found, Refereed) else self.found.statement

    @property
    def outcome(self) -> Outcome:
        return self.found.outcome

    @property
    def interrupted(self) -> bool:
        return self.found.interrupted

    @cached_property
    def blocks(self) -> list[Block]:
        if isinstance(self.found, Refereed):
            return claim_blocks(self.found, self.target or called(self.statement), self.saved)
        return law_blocks(self.found, self.target or called(self.statement), self.seed)

    def lines(self) -> list[str]:
        return text(self.blocks)

    def markdown(self) -> str:
        return markdown(self.blocks)

    def latex(self) -> str:
        """To paste; it needs amsmath, amssymb and amsthm."""
        return tex(self.blocks)

    def document(self) -> str:
        """A file that compiles by itself."""
        return document([self.latex()])

    def rows(self) -> list[dict[str, Any]]:
        one = self.statement
        plain = {"id": one.id, "outcome": self.outcome.value, "interrupted": self.interrupted}
        if not isinstance(self.found, Refereed):
            return [plain]
        idle = [each.number for each in self.found.hypotheses if each.idle]
        constants = [each.told for each in self.found.constants if each.told]
        return [plain | {"for_all": self.found.every or None, "idle": idle, "constants": constants}]


def called(one: Statement) -> str:
    """What names it on the command line: its id, and that of a file of one's own behind the file."""
    file = one.file if isinstance(one, Claim) else None
    known = file is None or file.suffix != ".py" or not file.is_file() or one.id in catalogue()
    return one.id if known else f"{file}::{one.id.partition('/')[2]}"


def claim_blocks(found: Refereed, target: str, saved: Path | None) -> list[Block]:
    """The parts of the page of a claim, in their order."""
    return [
        *_statement(found.claim),
        *_verdict(found),
        *_constants(found),
        *_hypotheses(found),
        *_equality(found),
        *_derivation(found),
        *_searched(found, target, saved),
    ]


def _statement(claim: Claim) -> list[Block]:
    paper = claim.paper
    source = filter(None, [paper.authors, paper.title, paper.reference, claim.label])
    said = f" It is marked as {claim.status.value}." if claim.status else ""
    blocks: list[Block] = [Title(f"Report on {typed(claim.id)}"), Heading("Statement")]
    blocks += [Paragraph(_upper(f"{', '.join(map(typed, dict.fromkeys(source)))}.{said}"))]
    blocks += [Paragraph(_set(claim.doc.partition("\n\n")[0]))] if claim.doc else []
    for one in printed(claim):
        blocks += [Paragraph("Printed:"), Display(one.lines), Paragraph("It is examined in this form.")]
    return blocks + stated(claim) + ([Paragraph(typed(claim.reading))] if claim.reading else [])


def _set(doc: str) -> str:
    """A sentence as one types it, with what is mathematics beyond doubt between dollar signs."""
    plain = in_sentence(typed(" ".join(doc.split())), _noted, lambda formula: f"${formula}$")
    return plain if plain.endswith((".", "?", ":")) else f"{plain}."


def _noted(plain: str) -> str:
    return re.sub(r"\\([*<\[\]`_])", r"\1", re.sub(r"\$`([^`]*)`\$", r"$\1$", note(plain)))


def _verdict(found: Refereed) -> list[Block]:
    """The outcome in a sentence, the rung, and of what is refuted the counterexample."""
    evidence, claim = found.evidence, found.claim
    blocks: list[Block] = [Heading("Verdict")]
    blocks += [Paragraph(f"{say.headline(evidence.outcome)}. {_upper(_meaning(found))}.")]
    blocks += [Paragraph(f"Rung: {_rung(found)}.")]
    if evidence.note:
        blocks += [Paragraph(f"{_upper(evidence.note)}.")]
    if evidence.outcome is Outcome.REFUTED and evidence.simplest is not None:
        blocks += [Heading("Counterexample")]
        blocks += written_out(evidence.simplest, claim.conclusions, claim.hypotheses, claim.names)
        if vary := entries_named(evidence.simplest.data):
            blocks += [Paragraph(f"These entries may vary a little, one at a time: {', '.join(vary)}.")]
    return blocks


def _meaning(found: Refereed) -> str:
    if found.outcome is Outcome.SURVIVED:
        seen = found.evidence.found
        return say.supported(seen.verdicts["holds"], reached(seen), found.every)
    return sentence(found.evidence)


def _rung(found: Refereed) -> str:
    """With what was derived or proved only now."""
    if found.outcome is Outcome.SURVIVED and found.every:
        if found.derivation:
            return f"derived, {RUNG}; the derivation accepted by its checker"
        if found.textbook:
            return f"a theorem of the literature: {found.textbook}"
        sizes = ", for every input of these sizes" if found.claim.domain.ranges else ""
        return f"{found.every}{sizes}, accepted by the checker of proofs"
    return rung(found.evidence)


def _constants(found: Refereed) -> list[Block]:
    """Each from below, where points refute, and from above, where it is derived."""
    if found.outcome is Outcome.VACUOUS or not (found.constants or BOUNDING in found.late):
        return []
    told = [(k, one) for k, one in enumerate(found.constants) if row(found.claim, one.bracket).place != "0"]
    lines = [_constant(found, one, k) for k, one in told]
    if BOUNDING in found.late:
        lines.append("there was no time left for all constants")
    known = found.evidence.constant
    if known is not None and known.refuted is not None and not found.constants:
        lines += filter(None, [say.best_constant(known.refuted, known.printed)])
    return [Heading("Constants"), Items(tuple(dict.fromkeys(lines)))] if lines else []


def _constant(found: Refereed, one: Between, number: int) -> str:
    """What is known of it from both sides, in a sentence that begins with where it stands.

    `number`: of the constants of the statement from 0 on, from left to right; equal ones are counted.
    """
    claim, bracket, value = found.claim, one.bracket, one.name or say.constant(one.bracket.printed)
    alike = [each for each in sites(claim) if _called(each) == _called(bracket.site)]
    before = sum(_called(each) == _called(bracket.site) for each in sites(claim)[:number])
    which = f" (number {before + 1} from the left)" if len(alike) > 1 else ""
    link = claim.conclusions[bracket.site.link]
    alone = link.parts[bracket.site.side].word is CONST
    stands = "in" if bracket.site.path or alone else "as a factor of"
    place = f"{value}{which} {stands} ${link.latex(claim.names) if alone else row(claim, bracket).place}$"
    fallen = bracket.fallen or _fails(found, bracket.site.link)
    if fallen:
        place = f"{place} is refuted as it stands"
    if one.told:
        sharp = one.sharp and one.refuted_from
        return f"{place}: {one.told}" + (f"; refuted from {one.refuted_from}" if sharp else "")
    if fallen:
        weaker = say.best_constant(bracket.refuted, bracket.printed) if bracket.fallen else ""
        return f"{place}: {weaker or 'none is derived'}"
    derived = "the printed one is derived for every n" if found.derivation else "none is derived"
    if bracket.refuted is None:
        return f"{place}: no stronger one is refuted, {derived}"
    end = say.refuted_from(bracket.refuted, bracket.printed)
    return f"{place}: refuted from {end} (certified), {derived}"


def _fails(found: Refereed, link: int) -> bool:
    """Is this conclusion the one that fails at the witness?"""
    simplest = found.evidence.simplest
    return found.outcome is Outcome.REFUTED and simplest is not None and simplest.data["failed"] == link


def _called(site: Site) -> tuple[int, int, Fraction]:
    """What sites of equal constants in one side have in common."""
    return site.link, site.side, site.value


def _hypotheses(found: Refereed) -> list[Block]:
    if found.outcome is not Outcome.SURVIVED:
        return []
    if not found.claim.hypotheses:
        return []
    idle = [one for one in found.hypotheses if one.idle or one.proof]
    needed = [one for one in found.hypotheses if one.dropped.need is Need.NEEDED]
    head = f"Left out in turn: {len(needed)} needed, {len(idle)} perhaps or certainly not needed"
    rest = len(found.claim.hypotheses) - len(needed) - len(idle)
    head += f", {rest} neither." if rest else "."
    lines = [f"{_upper(one.sentence)}." for one in found.hypotheses]
    seen = {one.number for one in found.hypotheses}
    lines += [
        f"Hypothesis {k} was not reached." for k in range(1, len(found.claim.hypotheses) + 1) if k not in seen
    ]
    return [Heading("Hypotheses"), Paragraph(head), Items(tuple(lines))]


def _equality(found: Refereed) -> list[Block]:
    if found.outcome in (Outcome.REFUTED, Outcome.VACUOUS) or not attainable(found.claim):
        return []
    if not found.equalities:
        whole = EQUATING in found.done and EQUATING not in found.late
        none = "None at the plain points tried, at which no input is zero."
        why = none if whole else "Not looked for to the end."
        return [Heading("Equality"), Paragraph(why)]
    links = found.claim.conclusions
    blocks, lead = list[Block]([Heading("Equality")]), ""
    for point, equal in found.equalities:
        some = any(instances(links[k]) for k in equal)
        where = f"in conclusion {', '.join(str(k + 1) for k in equal)}, " if len(links) > 1 else ""
        at = "for one choice of the indices at least, " if some else ""
        told = f"Both sides are equal, certified, {where}{at}at"
        blocks += [Paragraph("and at" if told == lead else told)]
        lead = told
        blocks += [values(written_values(point.values), found.claim.names)]
    return blocks


def _derivation(found: Refereed) -> list[Block]:
    """In sentences, with the theorems that it rests on; what is proved at small sizes in one line."""
    if found.outcome is not Outcome.SURVIVED:
        return []
    if found.derivation:
        known, claim = found.known, found.derived or found.claim
        names = sorted(found.derivation["lemmas"])
        cite = {name: f" [{k}]" for k, name in enumerate(names, 1)}
        steps = sentences(claim, found.derivation, known, lambda name: cite[name])
        rests = [f"{cite[name].strip()} {known.of(claim)[name].label} ({name})" for name in names]
        blocks: list[Block] = [Heading("Proof, for every size")]
        if len(claim.hypotheses) < len(found.claim.hypotheses):
            blocks += [Paragraph("Of the statement with a hypothesis left out, those after it counted anew.")]
        blocks += [Paragraph(line.strip()) for line in steps]
        return [*blocks, Paragraph("It rests on"), Items(tuple(rests))] if rests else blocks
    if found.textbook:
        return [Heading("Proof"), Paragraph(f"{_upper(found.textbook)}.")]
    if found.proved:
        sized = bool(found.claim.domain.ranges)
        sizes = f" at {found.proved_said.removeprefix('proved for ')}" if sized else ""
        head = Heading("Proof, at small sizes" if sized else "Proof")
        how_so = "by a certificate that a checker of its own accepts"
        return [head, Paragraph(f"Proved for every input{sizes}, {how_so}.")]
    over = " before time was over" if DERIVING in found.late else ""
    tried = [f"no derivation from the named theorems was found{over}"] if DERIVING in found.done else []
    sizes = " at n = 1, 2" if found.claim.domain.ranges else ""
    tried += [f"no proof{sizes}"] if PROVING in found.done else []
    return [Heading("Proof"), Paragraph(f"{_upper(', '.join(tried) or 'None was looked for to the end')}.")]


def _searched(found: Refereed, target: str, saved: Path | None) -> list[Block]:
    """How much was looked at, and how to do all of it again."""
    evidence, seen = found.evidence, found.evidence.found
    lines = [_upper(how(evidence))]
    if seen.points:
        lines.append(f"{say.shares(seen.verdicts)}; sizes {reached(seen) or 'none, it is about numbers'}")
        lines += say.hypotheses(seen.met, seen.screened, len(found.claim.hypotheses))
    lines.append(f"seed {found.seed}, limit {found.seconds:g} s, {found.spent:.1f} s in all")
    if found.late:
        lines.append(f"cut short, or not begun, for want of time: {', '.join(dict.fromkeys(found.late))}")
    if found.interrupted:
        lines.append("interrupted: what stands above was found before")
    target = quote(target)
    again = [f"perturb referee {target} --seed {found.seed} --seconds {found.seconds:g}"]
    again += [f"perturb replay {quote(str(saved))}"] if saved is not None else []
    again += [f"perturb derive {target}"] if found.derivation else []
    again += [f"perturb prove {target}"] if found.proved else []
    return [
        Heading("What was searched"),
        Items(tuple(lines)),
        Paragraph("To do it again"),
        Code("\n".join(again)),
    ]


def law_blocks(found: ChanceEvidence, target: str, seed: int) -> list[Block]:
    """A law, tail or mean: the statement, the verdict at its alpha, the bands, and what there is not."""
    one = found.statement
    blocks: list[Block] = [Title(f"Report on {typed(one.id)}"), Heading("Statement")]
    told = filter(None, (one.title, one.source, one.doc.partition("\n\n")[0]))
    blocks += [Paragraph(_upper(_set(part))) for part in dict.fromkeys(told)]
    blocks += [Items(tuple(_claimed(found)))]
    blocks += [
        Heading("Verdict"),
        Paragraph(f"{say.headline(found.outcome)}. {_upper(say.by_chance(found.outcome, found.alpha))}."),
        Paragraph("Rung: confidence, by bands that hold at every sample size (alpha as stated)."),
        Items(tuple(check_line(one.kind, check) for check in found.checks)),
    ]
    blocks += [Items(tuple(notes(found)))] if notes(found) else []
    blocks += [Heading("Not available"), Paragraph(NO_LAW), Heading("What was drawn")]
    drawn = sum(len(check.sample) for check in found.checks)
    blocks += [
        Paragraph(f"{drawn:,} draws in all, seed {seed}, {on_what(found)}."),
        Paragraph("To do it again"),
    ]
    return [*blocks, Code(f"perturb referee {quote(target)} --seed {seed}")]


def _claimed(found: ChanceEvidence) -> list[str]:
    """The bound at each size or case, in words."""
    one = found.statement
    if isinstance(one, Law):
        if one.rate is None:
            return [f"limit {one.reference.name}; no rate, so nothing is decided"]
        return [
            f"n = {n}: the distance to {one.reference.name} is at most {say.number(one.rate(n))}"
            for n in one.sizes
        ]
    where = one.label_of if isinstance(one, Recorded) else written
    return [
        f"at {where(case)}: {say.QUANTITY[one.kind]} {one.op} {say.number(one.bound(*case))}"
        for case in one.cases
    ]


def _upper(said: str) -> str:
    """As a sentence begins."""
    return said[:1].upper() + said[1:]


def pages(reports: Sequence[Report], form: str) -> str:
    """Several pages in one text: tex (a file that compiles), md or text."""
    if form == "tex":
        return document([one.latex() for one in reports])
    if form == "md":
        return "\n---\n\n".join(one.markdown() for one in reports)
    return "\n\n".join("\n".join(one.lines()) for one in reports) + "\n"
