"""The command line, one file a command; `COMMANDS` is the table of them. Start with `check`.

The file of a command holds a function `command`, which reads options, asks the rooms and prints; the words
of a finding are in perturb.results. `terminal` is what every command uses; `verdicts` prints verdicts in
colours and lets one bad statement of a file stop no other. It may import every room, and no room imports it.

Exit codes: 0 all agree, 1 something does not, 2 bad input or no place to write, 130 interrupted, 143 told
to end.
"""

from __future__ import annotations

from importlib import import_module

import click

from perturb.process.ending import Ending, loaded
from perturb.version import VERSION

# Said here, so that `perturb --help` loads no command: these would load the whole engine.
COMMANDS = {
    "attack": "Give all the time to the search for a violation.",
    "audit": "Say what the theorems say about trained weights.",
    "check": "Decide claims and laws.",
    "derive": "Derive claims for every size from named theorems, or check stored ones.",
    "domains": "List the domains that statements quantify over.",
    "kernel": "Write stored proofs as theorems of Coq, and check them there.",
    "law": "Say which distribution samples of your own have, or how well they fit one.",
    "list": "List the claims and laws of the catalogue.",
    "mutants": "Make each claim a little too strong and see if it falls.",
    "new": "Write a file with a statement to start from.",
    "prove": "Prove claims for every matrix of size 1 and 2, or check stored proofs.",
    "read": "Read a printed statement, LaTeX and English, as a claim.",
    "referee": "Write the report of a referee on a statement: one page to paste.",
    "replay": "Decide a saved witness again from its file alone.",
    "report": "Examine the whole catalogue and write its pages.",
    "show": 'Show a claim or law, or all that examines "Lemma 20" of a paper.',
    "simulate": "Run a declared experiment and write its page.",
    "site": "Build the site: reports, cookbook, tutorial, reference.",
    "tighten": "Find how far each constant of a claim can be moved.",
    "train": "Train a network and record the singular values of its layers.",
    "watch": "Check a file again each time it is saved.",
    "words": "List the words for statements, and the domains.",
}
FILES = {"list": "listing"}  # where the file is not named as the command
RENAMED = {"goodness": "law"}


class Commands(Ending, click.Group):
    """Loads a command when it is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name in RENAMED:
            raise click.UsageError(f"perturb {name} is now perturb {RENAMED[name]}", ctx)
        if name not in COMMANDS:
            return None
        found = import_module(f"perturb.cli.{FILES.get(name, name)}").command
        assert isinstance(found, click.Command)
        loaded()
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="perturb")
def main() -> None:
    """Attack statements about matrices and return certified verdicts.

    \b
    Examples:
      perturb new my_claim.py            a file with a statement to start from
      perturb read statement.tex -o my_claim.py    the same from LaTeX
      perturb check my_claim.py          is it true? if not: the simplest witness
      perturb check 'riedi2022/thm-*'    the same for claims of the catalogue
      perturb replay witnesses/x.json    decide a saved witness again
      perturb report                     examine everything, write reports/README.md
    """
