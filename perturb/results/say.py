"""What console and pages both say of a finding, said once, as plain text; `Told`, what every result says.

Numbers that bound something are rounded to the safe side. Arguments are plain values, so that what was just
found and what a record holds are said alike.

`Told` is the protocol of the results of an examination: `Evidence` of a claim, `LawEvidence` of a law, tail
or mean, and those of perturb.api (`Several` of several, `Relations`, `Universal`, `Tightened`, `Goodness`,
`Ranking`, `SpectrumGoodness`, `Simulated`). A result gives its lines, its Markdown and its rows, and examines
nothing anew.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import (
    ROUND_CEILING,
    ROUND_FLOOR,
    ROUND_HALF_EVEN,
    Context,
    Decimal,
)
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perturb.numbers.numerals import DIGITS, literal
from perturb.process.output import frame

if TYPE_CHECKING:
    from pandas import DataFrame

    from perturb.certify.point import Certificate


EXACT = "exact arithmetic"
QUANTITY = {"law": "sup distance", "tail": "probability", "mean": "mean", "record": "chance of a yes"}
# Verdicts on points other than "holds", in the order in which they are said.
REST = {"violated": "violated", "undecided": "undecided", "vacuous": "outside the statement"}
# What the prover calls an attempt, in the words for outcomes, and the reason where it gives none.
ATTEMPTS = {
    "false": ("refuted", ""),
    "open": ("unresolved", ""),
    "timeout": ("unresolved", "out of time"),
    "unsupported": ("unresolved", "unsupported"),
}
NO_POWER = "distance as a power of n: none fits the bands"


# What an outcome means: the first line below a verdict.
FALSE = "false: the statement is certified to fail at the witness below"
FALSE_WITH = "false: at the witness below all hypotheses hold and the conclusion fails, both certified"
FALSE_SOMEWHERE = "false: a violation is certified"
EMPTY = "empty as far as was seen: nothing meets its hypotheses, or it has no value where something does"
OPEN = "open: no violation was found, and too few points were decided to speak for it"


def supported(held: int, where: str, every: str) -> str:
    """no violation at 413 certified points, n = 1 to 4: evidence, and no proof; `every`: what is proved."""
    said = f"no violation at {held:,} certified points{f', {where}' if where else ''}"
    return f"{said}; {every}" if every else f"{said}: evidence, and no proof"


def by_chance(outcome: str, alpha: float) -> str:
    """What the outcome of a law means; `alpha`: the probability that chance alone has misled."""
    but = f"except with probability {alpha:.0e} at most"
    if outcome == "consistent":
        return f"the bound holds at every size or case that was looked at, {but}"
    if outcome == "refuted":
        return f"false: the bound fails at a size or case that was looked at, {but}"
    return "open: what was seen decides neither for the bound nor against it"


def headline(outcome: str) -> str:
    """The outcome as a shout: the one word that JSON, records and pages have for it, in capitals."""
    return outcome.upper()


def misfit(status: str, outcome: str) -> str:
    """What people assert and what was found contradict each other."""
    return f"status {status} and outcome {outcome} do not fit"


def attempted(outcome: str, note: str) -> tuple[str, str]:
    """What became of an attempt to prove a claim, and why."""
    word, reason = ATTEMPTS.get(outcome, (outcome, ""))
    return word, ": ".join(part for part in (reason, note) if part)


def leaves(count: int) -> str:
    """Of the tree of a proof: ", 3 leaves"; empty where there is no tree."""
    return f", {count:,} {'leaf' if count == 1 else 'leaves'}" if count else ""


def certificate(found: Certificate | None) -> str:
    """What decided: "exact arithmetic", "residual, 106 bits"; empty where nothing did."""
    if found is None:
        return ""
    return EXACT if found.kernel == "exact" else f"{found.kernel}, {found.bits} bits"


def shares(verdicts: Mapping[str, int]) -> str:
    """373 of 400 points certified to hold, 5 undecided, 22 outside the statement; zeros are left out."""
    held, every = verdicts.get("holds", 0), sum(verdicts.get(key, 0) for key in ("holds", *REST))
    rest = [f", {verdicts[key]:,} {word}" for key, word in REST.items() if verdicts.get(key)]
    return f"{held:,} of {every:,} points certified to hold{''.join(rest)}"


def hypotheses(met: Mapping[int, int], drawn: int, count: int) -> list[str]:
    """Of how many draws each hypothesis is met, where there is one; the draws decide nothing."""
    if not (count and drawn):
        return []
    each = (f"{k + 1}: {percent(Fraction(met.get(k, 0), drawn))}" for k in range(count))
    return [f"draws that meet hypothesis {', '.join(each)}"]


def visible(text: str) -> str:
    """Text of a file as a terminal may show it: what would steer it, or is no character, is written out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def tally(outcomes: Iterable[str], unfit: Sequence[bool]) -> str:
    """3 statements: 2 survived, 1 refuted; 1 outcome does not fit what is asserted.

    `unfit` has an entry for each outcome that does not: does its statement have a status?
    """
    counts = Counter(map(str, outcomes))
    found = ", ".join(f"{n:,} {outcome}" for outcome, n in counts.most_common())
    fit = "each outcome fits what is asserted"
    if unfit:
        fit = f"{len(unfit):,} outcome{'s do' if len(unfit) > 1 else ' does'} not fit what is asserted"
    rule = "" if all(unfit) else " (a statement without a status is asserted to be true)"
    return f"{counts.total():,} statements: {found}; {fit}{rule}"


def best_constant(refuted: Any, printed: Any) -> str:
    """What violations up to the constant `refuted`, a weaker demand than the printed one, prove of the best
    one; both are rational. Empty where the digits that are shown do not tell the two apart.
    """
    above = refuted > printed
    side, how = ("smaller", ROUND_FLOOR) if above else ("larger", ROUND_CEILING)
    weaker, known = number(refuted, how, 12), number(printed, digits=12)
    if weaker == known or (Fraction(weaker) > printed) is not above:
        return ""
    put = f"{weaker} in place of {known}"
    return f"still false with {put} (certified), so the best constant is no {side}"


def constant(x: Any) -> str:
    """A constant of a statement: what a float means as it was typed, a fraction of few digits as it is."""
    decimal = literal(x) if x.denominator > 1 else None
    return decimal or (str(x) if len(str(x)) <= 17 else f"about {number(x, digits=12)}")


def refuted_from(refuted: Any, printed: Any, digits: int = 12) -> str:
    """A constant from which on a statement is refuted, rounded away from the printed one: refuted as well."""
    return number(refuted, ROUND_CEILING if refuted > printed else ROUND_FLOOR, digits)


def number(x: Any, how: str = ROUND_HALF_EVEN, digits: int = DIGITS) -> str:
    """A finite float or a rational in decimals, rounded in one step; powers of ten where it is far from 1."""
    over, under = _ratio(x)
    near = Context(prec=digits, rounding=how).divide(Decimal(over), Decimal(under))
    plain = near == 0 or Decimal("1e-4") <= abs(near) < Decimal("1e6")
    return f"{near.normalize():f}" if plain else f"{near:.{digits - 1}e}"


def interval(lo: Any, hi: Any, digits: int = DIGITS) -> str:
    """[0.0312, 0.0715], rounded outwards; an end is a float, a rational, or None where it is not known."""
    low = "(-inf" if _open(lo) else f"[{number(lo, ROUND_FLOOR, digits)}"
    return f"{low}, " + ("inf)" if _open(hi) else f"{number(hi, ROUND_CEILING, digits)}]")


def _ratio(x: Any) -> tuple[int, int]:
    return x.as_integer_ratio() if hasattr(x, "as_integer_ratio") else (int(x.p), int(x.q))


def percent(share: Any, how: str = ROUND_HALF_EVEN) -> str:
    """76.3 %, of a share in [0, 1]."""
    over, under = _ratio(share)
    return f"{number(Fraction(100 * over, under), how)} %"


def percents(lo: Any, hi: Any) -> str:
    """[67.71 %, 83.64 %], rounded outwards; both ends are known."""
    return f"[{percent(lo, ROUND_FLOOR)}, {percent(hi, ROUND_CEILING)}]"


def _open(end: Any) -> bool:
    return end is None or (isinstance(end, float) and math.isinf(end))


def bound(op: str, value: float | None) -> str:
    """<= 0.1105, or that a law has no rate."""
    return "no rate" if value is None else f"{op} {number(value)}"


def measured(kind: str, at: str, lo: Any, hi: Any, op: str, value: float | None) -> str:
    """The line of a check: n = 20: sup distance in [0.0312, 0.0715] <= 0.1105."""
    return f"{at}: {QUANTITY[kind]} in {interval(lo, hi)} {bound(op, value)}"


def exponent(least: float | None, most: float | None) -> str:
    """The p for which the bands allow a distance c n^-p; None or an infinite end is not known.

    A lower end that is not positive is none worth saying: with it the distance may as well grow with n.
    """
    if not _open(least) and least <= 0 and (_open(most) or least <= most):  # type: ignore[operator]
        least = None
    if _open(least) and _open(most):
        return "distance as a power of n: the bands say nothing"
    if not (_open(least) or _open(most)) and least > most:  # type: ignore[operator]
        return NO_POWER
    if _open(least):
        said = f"p <= {_hundredths(most, ROUND_CEILING)}"
    elif _open(most):
        said = f"p >= {_hundredths(least, ROUND_FLOOR)}"
    else:
        said = f"p in [{_hundredths(least, ROUND_FLOOR)}, {_hundredths(most, ROUND_CEILING)}]"
    return f"distance as a power of n: n^-p with {said} (asymptotic: if it is a power)"


def _hundredths(x: Any, how: str) -> str:
    return str(Decimal(x).quantize(Decimal("0.01"), rounding=how))


def usable(tolerance: float | str, n: int) -> str:
    """From which n on a limit may stand for the law."""
    return f"usable within {tolerance} from n = {n} on, at the sizes drawn"


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
