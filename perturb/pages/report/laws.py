"""The page of all laws, tails and means: the table, and who may be wrong by chance how often."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from perturb.laws.stats.account import CAMPAIGN, RECORDED, REPORTS
from perturb.pages.markdown import joined, table
from perturb.pages.material import Material
from perturb.pages.places import LAWS, Chapter, home, listed
from perturb.pages.records import RED, mismatch, run_words
from perturb.pages.report.badge import above, title
from perturb.pages.report.law import case, found, interval, said, telling
from perturb.results import say
from perturb.results.records import LawRecord
from perturb.statements.chance import ChanceStatement, Law
from perturb.statements.claim import Claim
from perturb.statements.recorded import Recorded, attempts

HEAD = ["Statement", "People say", "Engine found", "At", "Measured, in its band", "Bound", "alpha"]
LEAD = (
    "A limit says nothing at a finite n, so a law states here how far the distribution at n may be from its "
    "limit; a tail or a mean is bounded at each of its cases. Samples decide: distances by the inequality of "
    "Dvoretzky, Kiefer, Wolfowitz and Massart, probabilities by Clopper and Pearson, means by Gaussian "
    "concentration or by betting. Consistent: certified at every size or case. Refuted: "
    "certified to fail at one of them. A verdict on a statement is wrong by chance with probability at most "
    f"its alpha; {RED} marks a mismatch of what people say and what was found."
)
ROWS = (
    "One row a statement. Of its sizes or cases the row shows the last one that is violated, else the first "
    "one left open, else the one closest to its bound. Bands are printed rounded outwards."
)


RUNS = (
    "Networks that take minutes to train are trained once, thirty of each kind, and kept. What a source "
    "says of its own networks is asked of these: is the chance of a yes, over the seeds, at least the bound? "
    "Violated: certified to be less; open: the bound lies in the band, by Clopper and Pearson. A run of "
    "which the record does not tell is a no below and a yes above. Thirty runs cannot bear the alpha of what "
    f"is drawn: these statements have an account of their own, {RECORDED:g} for up to 50 of them together, "
    "which is no part of the sums above. Nothing is asserted of these runs, so none is a mismatch."
)


def laws(of: Material) -> str:
    """Markdown, from the records alone."""
    drawn = _drawn(of)
    computed = [of.law_records[s.id] for s in drawn if s.id in of.law_records]
    return joined(
        "# Laws, tails and means",
        home(LAWS),
        LEAD,
        _summary(of, computed),
        f"Chapters: {listed(_chapters(of), LAWS)}.",
        ROWS,
        table(HEAD, [_row(s, of) for s in drawn], "llllllr"),
        _ledger(computed),
        _sum(computed, of),
        _runs(of),
    )


def _drawn(of: Material) -> list[ChanceStatement]:
    """What more draws can decide."""
    return [s for s in of.statements if not isinstance(s, Recorded)]


def _runs(of: Material) -> str:
    """The statements about recorded runs, with an account of their own."""
    asked = [s for s in of.statements if isinstance(s, Recorded)]
    if not asked:
        return ""
    rows = []
    for one in asked:
        record = of.law_records.get(one.id)
        words = [] if record is None else [run_words(record), f"{record.alpha:.1g}"]
        rows.append(
            [
                above(of.places.link(one.id, LAWS, title(one)), one.id),
                found(one, record),
                *words,
                *[""] * (2 - len(words)),
            ]
        )
    return joined(
        '## <a id="recorded-runs"></a>Recorded runs',
        RUNS,
        table(["Asked of most runs", "Found", "Runs with a yes", "alpha"], rows, "lllr"),
    )


def link(of: Material) -> str:
    """The section of the index that names the page; empty without statements."""
    if not of.statements:
        return ""
    drawn = _drawn(of)
    counts = Counter(found(s, of.law_records.get(s.id)) for s in drawn)
    each = ", ".join(f"{k} {kind}" for kind, k in sorted(counts.items()))
    line = f"[{len(drawn)} laws, tails and means]({LAWS}): {each}."
    if more := len(of.statements) - len(drawn):
        line += f" Beside them {more} are [asked of recorded runs]({LAWS}#recorded-runs)."
    return joined("## Statements about distributions", line)


def _chapters(of: Material) -> list[Chapter]:
    """Those that hold laws, tails or means."""
    return [c for c in of.chapters if any(not isinstance(one, Claim) for one in c.statements)]


def _summary(of: Material, computed: Sequence[LawRecord]) -> str:
    counts = Counter(found(s, of.law_records.get(s.id)) for s in _drawn(of))
    wrong = sum(map(mismatch, computed))
    rows = [[kind, f"{k:,}"] for kind, k in sorted(counts.items())]
    rows.append(["mismatches", f"{RED} {wrong}" if wrong else "0"])
    rows.append(["draws", f"{sum(record.draws for record in computed):,}"])
    return table([f"{len(_drawn(of))} statements", ""], rows, "lr")


def _row(statement: ChanceStatement, of: Material) -> list[str]:
    record = of.law_records.get(statement.id)
    says, finds = said(statement), found(statement, record)
    row = [above(of.places.link(statement.id, LAWS, title(statement)), statement.id), says]
    if record is None:
        return [*row, finds, "", "", "", ""]
    shown = telling(record.checks)
    return [
        *row,
        f"{RED} {finds}" if mismatch(record) else finds,
        case(statement, shown),
        f"{say.QUANTITY[statement.kind]} in {interval(shown)}",
        say.bound(shown.op, shown.bound),
        f"{record.alpha:.1g}",
    ]


def _ledger(records: Sequence[LawRecord]) -> str:
    """Who may be wrong by chance how often; equal entries in one line."""
    if not records:
        return ""
    groups: dict[float, int] = Counter(r.alpha for r in records)
    rows = [[f"{a:.3g}", f"{k}", f"{a * k:.3g}"] for a, k in sorted(groups.items(), reverse=True)]
    spent = sum(a * k for a, k in groups.items())
    return joined(
        "## The alpha of these statements",
        table(["alpha each", "statements", "sum"], rows, "rrr"),
        f"The probability that any of these verdicts is wrong by chance is at most {spent:.3g} (union "
        f"bound over {len(records)} statements). Within a statement its alpha is divided evenly over sizes "
        "or cases, and there over the looks at a growing sample, so the time to stop may depend on the data. "
        "Assumed: the generator gives independent draws; roundings of a statistic are far below any band.",
    )


def _sum(records: Sequence[LawRecord], of: Material) -> str:
    """What all reports may be wrong with by chance: statements and campaigns, each counted once."""
    spent = math.fsum(record.alpha for record in records)
    runs = {(name, run.seed) for found in of.runs.values() for name, run in found.items()}
    again = [one for law in of.shelf.laws if isinstance(law, Law) for one in attempts(law)]
    confirming = math.fsum(found.alpha for found in again)
    total = spent + len(runs) * CAMPAIGN + confirming
    if not total:
        return ""
    rows = [
        ["laws, tails and means", f"{len(records)}", f"{spent:.3g}"],
        ["campaigns of experiments", f"{len(runs)}", f"{len(runs) * CAMPAIGN:.3g}"],
        *([["confirmations of rates of ours", f"{len(again)}", f"{confirming:.3g}"]] if again else []),
        ["all", f"{len(records) + len(runs) + len(again)}", f"**{total:.3g}**"],
    ]
    return joined(
        "## The alpha of all reports",
        table(["what draws decide", "how many", "alpha"], rows, "lrr"),
        f"The probability that any verdict of these reports is wrong by chance is at most {total:.3g}, of "
        f"{REPORTS:.0e} that they may spend. A campaign counts once, with all its panels, both its profiles "
        "and all times at which somebody looked: its bands hold at all numbers of draws together. What is "
        "shown without a verdict, such as benchmarks and power curves, spends nothing.",
    )
