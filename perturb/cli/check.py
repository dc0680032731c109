"""`perturb check`: claims and laws decided one after the other, or side by side over processes."""

from __future__ import annotations

import fnmatch
import math
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn

from perturb.cli import verdicts
from perturb.cli.read import as_file
from perturb.cli.terminal import ERR, FOLDER, OUT, WORKERS, bar, clear_errors, kept, made
from perturb.cli.verdicts import whole_files
from perturb.laws.stats.account import Ledger
from perturb.process.ending import interrupted
from perturb.process.output import write_whole
from perturb.process.pool import cores, processes
from perturb.process.signals import interrupt, keeping
from perturb.results import chance as laws
from perturb.results import pictures, say
from perturb.results.chance import ChanceEvidence
from perturb.results.claim_evidence import Evidence, claim_json, so_far
from perturb.results.claims import KernelsDisagree, save
from perturb.results.idle import examined
from perturb.results.law_evidence import law_json
from perturb.search.found import SearchResult
from perturb.search.method import PROFILES, Effort
from perturb.statements.catalogue import Statement, again
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome
from perturb.statements.recorded import Recorded
from perturb.statements.targets import statements

UNLIMITED = 10**9


class Answer(NamedTuple):
    """What is printed of one statement; its outcome, and does it fit the status; the alpha that it cost.

    `error` is what kept it from a verdict, or its witness from being saved: the rest goes on, and
    the exit code is 2.
    """

    text: str
    outcome: Outcome
    agrees: bool
    booked: Mapping[str, float]
    error: str = ""


@dataclass(frozen=True)
class Options:
    """What the command was asked for; travels to the workers."""

    seconds: float | None
    seed: int
    profile: str
    anew: bool
    store: bool
    as_json: bool
    plot: Path | None

    @property
    def effort(self) -> Effort:
        """A profile's fixed amount of work, or as many rounds as fit into the given seconds."""
        if self.seconds is None:
            return PROFILES[self.profile]
        if not math.isfinite(self.seconds):
            raise click.UsageError(f"--seconds {self.seconds} is not a finite number")
        return replace(PROFILES[self.profile], rounds=UNLIMITED, climb_every=1, seconds=self.seconds)


@click.command("check")
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), help="Time for each claim's search.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Root seed of the draws."
)
@click.option(
    "--profile", type=click.Choice(list(PROFILES)), default="quick", show_default=True, help="Amount of work."
)
@click.option(
    "--search", "anew", is_flag=True, help="Search refuted claims anew instead of replaying their witness."
)
@click.option("--store", is_flag=True, help="Keep witnesses beside the file that declares the claim.")
@click.option(
    "-k", "named_so", metavar="TEXT", help="Only statements whose id contains TEXT, or fits it as a glob."
)
@click.option("--plot", type=FOLDER, metavar="DIR", help="Folder for pictures (SVG) of the margins found.")
@click.option("--workers", type=WORKERS, help="Claims at a time; by default one a core.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line and claim.")
@whole_files
def command(targets: tuple[str, ...], workers: int | None, named_so: str | None, **given: object) -> None:
    """Decide claims and laws: TARGET is an id, a glob, a paper's key, a label in print, a .py file,
    FILE.py::NAME, or a .tex file with a statement, which is read first (`perturb read`).

    Witnesses are saved under ./witnesses. Laws are drawn until decided; the alpha of the run, the probability
    that one of its verdicts on laws is wrong by chance, is printed last. Exit code 0 when every status and
    outcome fit, 1 when one does not (a claim without a status: refuted gives 1), 2 for bad input. The number
    of workers changes no verdict, except that --seconds gives less work on a busy machine.

    \b
    Examples:
      perturb check my_claim.py
      perturb check my_claim.py::commutator
      perturb check refuted --search --seconds 20
      perturb check riedi2022/thm-22.76a --seed 7 --json
      perturb check "Lemma 20"
    """
    options = Options(**given)  # type: ignore[arg-type]
    with clear_errors():
        targets = tuple(as_file(target) if target.endswith(".tex") else target for target in targets)
        named = _wanted(statements(targets), named_so)
        _ = options.effort
    named = sorted(named, key=lambda s: not isinstance(s, Claim))  # laws last, else as they were named
    ledger, done = Ledger(), list[Answer]()
    at_a_time = workers or min(len(named), cores())
    with keeping() as kept, closing(_answers(named, options, at_a_time)) as answers:
        for answer in answers:
            done.append(answer)
            for name, alpha in answer.booked.items():
                ledger.spend(name, alpha)
    verdicts.print_changed(ERR, named)
    if kept.interrupted:
        interrupted(f"{len(done)} of {len(named)} statements finished; their verdicts stand above")
    if not options.as_json and len(named) > 1:
        unfit = [s.status is not None for s, answer in zip(named, done, strict=True) if not answer.agrees]
        OUT.print(say.tally([answer.outcome for answer in done], unfit), highlight=False)
    if not options.as_json and ledger.entries:
        verdicts.print_ledger(OUT, ledger)
    if errors := [answer.error for answer in done if answer.error]:
        raise click.UsageError("; ".join(errors))
    sys.exit(0 if all(answer.agrees for answer in done) else 1)


def _wanted(named: list[Statement], text: str | None) -> list[Statement]:
    """Those that -k names; UsageError where it names none."""
    found = [s for s in named if text is None or text in s.id or fnmatch.fnmatchcase(s.id, text)]
    if not found:
        raise click.UsageError(f"-k {text!r} fits none of {len(named)} statements, such as {named[0].id}")
    return found


def _answers(named: Sequence[Statement], options: Options, workers: int) -> Generator[Answer]:
    """One a statement, in order, already printed. Ctrl-C goes on after the last that was finished."""
    drawn = [s for s in named if not isinstance(s, Claim)]
    alpha = laws.share(laws.of_account(drawn)) if drawn else 0.0
    if workers > 1 and len(named) > 1:
        yield from _side_by_side(named, options, alpha, workers)
        return
    for statement in named:
        evidence = _evidence(statement, options, alpha)
        if isinstance(evidence, Answer):
            yield evidence
            continue
        if evidence.interrupted and evidence.outcome != "refuted":
            interrupt()
        answer = answer_of(evidence, options.as_json, options.store, options.plot)
        click.echo(answer.text, nl=False)
        yield answer
        if evidence.interrupted:
            interrupt()


def _side_by_side(
    named: Sequence[Statement], options: Options, alpha: float, workers: int
) -> Generator[Answer]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with bar(*columns) as progress, processes(workers) as pool:
        task = progress.add_task("claims", total=len(named))
        jobs = [pool.submit(_checked, str(s.file), s.id, _stated(s), options, alpha) for s in named]
        for job in jobs:
            answer = job.result()
            click.echo(answer.text, nl=False)
            progress.advance(task)
            yield answer


def _stated(statement: Statement | None) -> str | None:
    return statement.fingerprint if isinstance(statement, Claim) else None


def _checked(file: str, identifier: str, stated: str | None, options: Options, alpha: float) -> Answer:
    """One statement in a worker, which finds it by its file and id. UsageError if it is another one there."""
    with clear_errors():
        statement = again(file).get(identifier)
    if statement is None or _stated(statement) != stated:
        raise click.UsageError(f"claim {identifier}: {file} states something else each time it is run")
    evidence = _evidence(statement, options, alpha, live=False)
    if isinstance(evidence, Answer):
        return evidence
    return answer_of(evidence, options.as_json, options.store, options.plot)


def _evidence(
    statement: Statement, options: Options, alpha: float, live: bool = True
) -> Evidence | ChanceEvidence | Answer:
    """The evidence, or what is said of a statement that makes no sense: it is the user's error."""
    try:
        if isinstance(statement, Claim):
            return _examined(statement, options, live)
        return _judged(statement, options, alpha)
    except KernelsDisagree:
        raise
    except (ValueError, TypeError) as error:
        return Answer("", Outcome.UNRESOLVED, False, {}, f"{statement.kind} {statement.id}: {error}")


def _examined(c: Claim, options: Options, live: bool) -> Evidence:
    """Examine with a live line on stderr."""
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[seen]}"))
    with clear_errors(), bar(*columns, shown=live) as progress:
        task = progress.add_task(c.id, total=None, seen="")

        def show_progress(found: SearchResult) -> None:
            progress.update(task, seen=so_far(found))

        return examined(c, options.effort, options.seed, options.anew, show_progress)


def _judged(law: Law | Bound, options: Options, alpha: float) -> ChanceEvidence:
    """Drawn until decided, or until the seconds are over."""
    looks = laws.PROFILES[options.profile]
    looks = looks if options.seconds is None else replace(looks, limit=2**24)
    return laws.examine_law(law, Ledger(), looks, options.seed, alpha, options.effort.seconds)


def answer_of(evidence: Evidence | ChanceEvidence, as_json: bool, store: bool, plot: Path | None) -> Answer:
    """After the witnesses were saved; the text has colours where the output shows them."""
    text = Console(file=StringIO(), soft_wrap=True, force_terminal=OUT.is_terminal, width=OUT.width)
    assert isinstance(text.file, StringIO)
    if isinstance(evidence, ChanceEvidence):
        recorded = isinstance(evidence.statement, Recorded)  # its alpha is no part of the account
        booked = {} if recorded else {evidence.statement.id: evidence.alpha}
        if as_json:
            text.file.write(law_json(evidence) + "\n")
        else:
            verdicts.print_law(text, evidence)
        return Answer(text.file.getvalue(), evidence.outcome, evidence.agrees, booked)
    saved, error = _saved(evidence, store, plot)
    if as_json:
        text.file.write(claim_json(evidence, saved) + "\n")
    else:
        verdicts.print_evidence(text, evidence, saved)
    return Answer(text.file.getvalue(), evidence.outcome, evidence.agrees, {}, error)


def _saved(evidence: Evidence, store: bool, plot: Path | None) -> tuple[Path | None, str]:
    """The file of the witness; where it or the picture cannot be written, why."""
    saved, error = kept(lambda: save(evidence, store))
    if plot is not None and evidence.found.margins:
        _, unseen = kept(lambda: _plotted(evidence, plot))
        error = error or unseen
    return saved, error


def _plotted(evidence: Evidence, folder: Path) -> None:
    write_whole(made(folder) / f"{evidence.claim.slug}.svg", pictures.margins(evidence.found.margins))
