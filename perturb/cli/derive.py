"""The command `perturb derive`: claims for every size from named theorems; stored ones checked again."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

import click
from rich.markup import escape

from perturb.api.derive import Derived, cost, row
from perturb.cli.replay import CODES, print_not_accepted
from perturb.cli.terminal import OUT, clear_errors, kept
from perturb.cli.verdicts import whole_files
from perturb.derive import store
from perturb.derive.accepted import judged
from perturb.derive.known import Citable, named
from perturb.derive.trying import FINE, found_or_kept
from perturb.process.ending import interrupted
from perturb.process.output import json_text
from perturb.process.signals import keeping
from perturb.prove import store as lines
from perturb.prove.store import FOLDER, HOLDS, KeptProof
from perturb.results import say
from perturb.statements.claim import Claim
from perturb.statements.targets import statements

COLOURS = {"derived": "bold green", "textbook": "green", "refuted": "bold red"}


@click.command("derive")
@click.argument("targets", nargs=-1, metavar="TARGET...")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True, max=10**6),
    default=30.0,
    show_default=True,
    help="A claim.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, a claim each.")
@click.option("--tex", "as_tex", is_flag=True, help="Derivations as proof environments in LaTeX.")
@click.option(
    "--from", "chosen", multiple=True, metavar="NAME,...", help="Lemmas that may be cited: no others."
)
@click.option("--without", multiple=True, metavar="NAME,...", help="Lemmas that may not be cited.")
@click.option(
    "--check",
    "checking",
    is_flag=True,
    help="Check stored derivations again: FILE[#ID]... or TARGET..., by default all in ./proofs.",
)
@whole_files
def command(
    targets: tuple[str, ...],
    seconds: float,
    as_json: bool,
    as_tex: bool,
    chosen: tuple[str, ...],
    without: tuple[str, ...],
    checking: bool,
) -> None:
    """Derive claims for every size from named theorems: the lemmas of the catalogue, and of the claim's file.

    A derivation puts terms of the claim into lemmas, and combines these and the hypotheses; it rests on the
    lemma base. It is a line of a file under ./proofs that `--check` verifies with code of its own. A claim
    that is a lemma itself is textbook, and counts as no derivation; with --from it is tried, from lemmas of
    lower rank. Exit code 0 when all are derived or textbook, 1 when one is not, 2 for bad input. With
    --check, 1 when a derivation does not hold, 2 when a line cannot be read as one.

    \b
    Examples:
      perturb derive my_claim.py
      perturb derive riedi2022/cor-2.18 --from weyl-additive,horn-product
      perturb derive classical --json
      perturb derive --check
    """
    known = Citable()
    if checking:
        with clear_errors():
            code = _check(targets or [str(FOLDER)], known, as_json)
        sys.exit(code)
    if not targets:
        raise click.UsageError("Missing argument 'TARGET...'.")
    with clear_errors():
        aims = [s for s in statements(targets) if isinstance(s, Claim)]
        if not aims:
            raise click.UsageError("TARGET names laws only: a law is no statement about every matrix")
        every = {name: one for claim in aims for name, one in known.of(claim).items()}
        use, leave = named(chosen, every, "--from") if chosen else None, named(without, every, "--without")
    done, complaints = list[str](), list[str]()
    with keeping() as ended:
        for claim in aims:
            found = Derived(claim, found_or_kept(claim, known, seconds, use, leave), known)
            where, complaint = kept(partial(_saved, found))
            _print(found, where, as_json, as_tex)
            done.append(found.outcome)
            complaints += [complaint] if complaint else []
    if ended.interrupted:
        interrupted(f"{len(done)} claims finished; what is derived is in {FOLDER}" if done else "")
    if complaints:
        raise click.UsageError("; ".join(complaints))
    sys.exit(0 if all(outcome in FINE for outcome in done) else 1)


def _saved(found: Derived) -> KeptProof | None:
    return store.save(found.claim, found.found.data) if found.found.data else None


def _print(found: Derived, where: KeptProof | None, as_json: bool, as_tex: bool) -> None:
    if as_json:
        click.echo(json_text(row(found.claim, found.found, str(where) if where else None)))
        return
    if as_tex and found:
        click.echo(f"{found.tex}\n")
        return
    colour = COLOURS.get(found.outcome, "bold yellow")
    word = f"[{colour}]{say.headline(found.outcome)}[/]"
    head = f"{'% ' if as_tex else ''}[bold]{escape(found.claim.id)}[/]  {word}  {cost(found.found)}"
    OUT.print(head + (f", {escape(say.visible(where.quoted))}" if where else ""), highlight=False)
    for line in found.told:
        OUT.print(f"{'%' if as_tex else ' '} {escape(say.visible(line))}", highlight=False)


def _check(targets: Sequence[str], known: Citable, as_json: bool) -> int:
    """0 when every derivation holds for what the catalogue means by its id; else 1 or 2, as above."""
    outcomes = []
    for one, claim in _stored(targets, known):
        found = judged(one, claim, known)
        outcomes.append(found.outcome)
        if as_json:
            said = {"file": str(one), "holds": found.outcome == HOLDS, "outcome": found.outcome}
            click.echo(json_text({**said, "reason": found.reason or None}))
        elif found.outcome != HOLDS:
            print_not_accepted(one, found)
    if not as_json:
        OUT.print(f"{outcomes.count(HOLDS):,} of {len(outcomes):,} derivations hold", highlight=False)
    return max(CODES[outcome] for outcome in outcomes)


def _stored(targets: Sequence[str], known: Citable) -> Iterator[tuple[KeptProof, Claim | None]]:
    """Lines of files with the claims that they are about, as far as these are known; lines of targets."""
    names = [target for target in targets if not _is_file(target)]
    aims = {s.id: s for s in statements(names) if isinstance(s, Claim)} if names else {}
    files = [file for target in targets if _is_file(target) for file in _files(target)]
    for one in chain.from_iterable(map(lines.named, files)):
        yield one, aims.get(one.id) or known.claims.get(one.id)
    own = [(kept, claim) for claim in aims.values() if (kept := store.find(claim)) is not None]
    if not own and not files:
        raise click.UsageError("no derivation is stored: run perturb derive TARGET first")
    yield from own


def _is_file(target: str) -> bool:
    folder = Path(target).is_dir() or target == str(FOLDER)
    return folder or f"{lines.LINES}#" in target or target.endswith(lines.LINES)


def _files(target: str) -> Iterable[str]:
    """A file, or those of a folder such as ./proofs. UsageError where it has none."""
    folder = Path(target)
    if not folder.is_dir() and folder != FOLDER:
        return [target]
    if not (found := store.files(folder)):
        raise click.UsageError(f"no derivation in {target}: run perturb derive TARGET first")
    return map(str, found)
