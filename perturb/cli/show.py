"""The command `perturb show`: one statement of the catalogue, or of a file."""

from __future__ import annotations

import click
from rich.markup import escape

from perturb.cli.terminal import OUT, clear_errors
from perturb.statements.catalogue import collect
from perturb.statements.chance import Bound, Law, Mean, written
from perturb.statements.claim import Claim
from perturb.statements.printed import cited, printed
from perturb.statements.targets import statements


@click.command("show")
@click.argument("target", metavar="ID")
@click.option("--canonical", is_flag=True, help="The relations as the machine reads them, without names.")
def command(target: str, canonical: bool) -> None:
    """Show one claim or law: statement, source, status, variants.

    \b
    Example:
      perturb show riedi2022/thm-22.76a
    """
    with clear_errors():
        found = statements([target])
    for statement in found:
        word = statement.status.value if statement.status else "no status"
        OUT.print(f"[bold]{escape(statement.id)}[/]  {word}", highlight=False)
        for line in _claim(statement, canonical) if isinstance(statement, Claim) else _law(statement):
            click.echo(line)
        click.echo(f"file: {statement.file}\n")


def _claim(c: Claim, canonical: bool) -> list[str]:
    source = f"{c.paper.authors} {c.paper.title} {c.paper.reference}".strip()
    told = [
        ("corrects", c.corrects),
        ("sharpens", c.sharpens),
        *_pointing(c),
        ("covers", ", ".join(c.covers)),
    ]
    return [
        *f"{c.label}\n{source}".strip().splitlines(),
        *_printed(c),
        f"\n{c.doc}",
        *([f"\n{c.reading}"] if c.reading else []),
        f"\nfor all  {', '.join(c.inputs)}",
        *(c.canonical if canonical else _named(c)),
        *[f"{title}: {value}" for title, value in told if value],
    ]


def _pointing(c: Claim) -> list[tuple[str, str]]:
    """What corrects or sharpens the claim, and the errata that speak of it."""
    known = collect()
    found = [("corrected by", one.id) for one in known.claims.values() if one.corrects == c.id]
    found += [("sharpened by", one.id) for one in known.claims.values() if one.sharpens == c.id]
    return found + [("erratum", one.title) for one in known.errata.values() if c.id in one.names]


def _named(c: Claim) -> list[str]:
    """The relations in LaTeX, and what their terms are."""
    links = [("given", link) for link in c.hypotheses] + [("then", link) for link in c.conclusions]
    lines = [(title, link.latex(c.names)) for title, link in links]
    lines += [("where", one.latex) for one in c.definitions]
    return [f"{title:6}   {text}" for title, text in lines]


def _law(statement: Law | Bound) -> list[str]:
    covers = [f"covers: {', '.join(statement.covers)}"] if statement.covers else []
    titles = dict.fromkeys((statement.title, statement.source))
    return [*titles, *_printed(statement), f"\n{statement.doc}\n", *_said(statement), *covers]


def _printed(statement: Claim | Law | Bound) -> list[str]:
    """The formulas of the source, each with its place."""
    lines: list[str] = []
    for one in printed(statement):
        where = f", {cited(one.item)}" if one.item else ""
        words = " in words, as a formula" if one.in_words else ""
        lines += [f"\nprinted{words}{where}:", *(f"  {line}" for line in one.lines)]
    return lines


def _said(statement: Law | Bound) -> list[str]:
    if isinstance(statement, Law):
        name, rate = statement.reference.name, statement.rate
        if rate is None:
            return [f"limit   {name}; no rate, so nothing is decided"]
        at = ", ".join(f"{rate(n):.3g} at n = {n}" for n in statement.sizes)
        return [f"then    sup |F_n - {name}| <= rate(n): {at}", f"rate    {statement.rate_source}"]
    left = "E" if isinstance(statement, Mean) else "P"
    bounds = (f"{statement.bound(*case):.3g} at {written(case)}" for case in statement.cases)
    return [f"then    {left} {statement.op} bound: {'; '.join(bounds)}"]
