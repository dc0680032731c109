"""What was understood of a text, for people: symbols, relations, readings chosen, what is not read."""

from __future__ import annotations

from perturb.read.errors import place
from perturb.read.reader import ReadStatement
from perturb.read.scope import Picked
from perturb.statements.claim import relations
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.printing.readable import readable
from perturb.vocab.printing.symbols import latex, symbol

KINDS = {"scalar": "number", "integer": "integer", "vector": "vector", "matrix": "matrix"}


def lines(found: ReadStatement) -> list[str]:
    """The statement as it was understood, and how each symbol was."""
    claim = found.claim
    sizes = [f"sizes    {said}"] if (said := claim.domain.sizes_said) else []
    return [
        f"for all  {readable(', '.join(claim.inputs))}",
        *sizes,
        *(f"{title:6}   {readable(formula)}" for title, formula in relations(claim)),
        "",
        "symbols",
        *(f"  {name:<10} {said}" for name, said in symbols(found)),
        *_readings(found),
        *_unread(found),
    ]


def symbols(found: ReadStatement) -> list[tuple[str, str]]:
    """Each letter with what it was understood as."""
    told = []
    domain = found.claim.domain
    for one, (name, parts) in zip(found.understood.inputs, domain.heads.items(), strict=True):
        text = domain.spaces[parts[0]].shown or domain.spaces[parts[0]].text
        supposed = f", not said: taken as {_article(one.supposed)}" if one.supposed else ""
        told.append(
            (
                readable(symbol(name)),
                f"{KINDS[one.kind.value]}, {readable(text.replace('{0}', symbol(name)))}{supposed}",
            )
        )
    scope = found.understood.scope
    for name in scope.defined:
        value = scope.value(scope.defined[name]) if name not in scope.inputs else None
        if isinstance(value, Expr):
            told.append(
                (
                    readable(symbol(name.rstrip("'"))) + "'" * name.count("'"),
                    f"short for {readable(latex(value, None, found.claim.names))}",
                )
            )
    for name, spectrum in scope.spectra.items():
        what = "singular values" if spectrum.word == "s" else "eigenvalues"
        order = "ascending" if spectrum.ascending else "descending"
        told.append(
            (
                readable(symbol(name)),
                f"{what} of {readable(latex(scope.expr(spectrum.matrix), None, found.claim.names))}, {order}",
            )
        )
    for name in sorted(
        {letter for link in (*found.claim.hypotheses, *found.claim.conclusions) for letter in link.free}
    ):
        told.append((readable(symbol(name)), "index, for all"))
    return told


def _article(noun: str) -> str:
    return f"a {noun}"


def choices(found: ReadStatement) -> list[Picked]:
    """The readings of signs that have several, each sign once."""
    return sorted(found.understood.scope.choices.values(), key=lambda one: one.pos)


def _readings(found: ReadStatement) -> list[str]:
    """The sign, what was taken, how to choose another."""
    told = []
    for one in choices(found):
        why = " (as the text says)" if one.said and one.sign not in found.understood.scope.wanted else ""
        others = "; ".join(f"--reading '{one.sign} = {other}'" for other in one.others)
        told.append(f"  {one.sign:<10} {one.taken}{why}" + (f"; else {others}" if others else ""))
    for given in found.understood.inputs:
        if given.supposed:
            kinds = [kind for kind in ("matrix", "vector", "scalar") if kind != given.kind.value]
            told.append(
                f"  {given.name:<10} a {given.supposed}; else "
                + "; ".join(f"--reading '{given.name} = {kind}'" for kind in kinds)
            )
    return ["", "readings", *told] if told else []


def _unread(found: ReadStatement) -> list[str]:
    told = []
    for text, pos in found.understood.story.unread:
        line, column = place(found.text, pos)
        told.append(f"  line {line}, column {column}: {text}")
    return ["", "not read, and no part of the claim", *told] if told else []


def markdown(found: ReadStatement) -> str:
    """The same for a notebook: formulas set, readings beneath."""
    told = [*_readings(found)[1:], *_unread(found)[1:]]
    return found.claim.markdown() + ("\n\n" + "\n".join(f"    {line}" for line in told) if told else "")
