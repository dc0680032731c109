"""The page of a simulation: what, source, figure, tables with verdicts and their alpha, how to reproduce."""

from __future__ import annotations

from pathlib import Path

from perturb.laws.stats.account import Ledger
from perturb.laws.stats.bins import Bins
from perturb.montecarlo.result import PanelCheck, Results, SizeResult, judge_panels
from perturb.pages.figures.histogram import distance, draw, drawn, interval
from perturb.pages.markdown import fence, joined, table
from perturb.pages.report.statement import as_printed, examined
from perturb.process import output
from perturb.statements import recorded
from perturb.statements.experiment import Experiment


def simulation_page(experiment: Experiment, results: Results, figure: str | None = None) -> str:
    """Markdown; `figure` is a relative path to embed."""
    judged, account = judge_panels(experiment, results)
    return joined(
        f"# {experiment.title}",
        as_printed(experiment),
        examined(experiment),
        _what(experiment),
        experiment.note,
        f"Source: {experiment.source}.",
        "**Interrupted**: the run holds what was done, the same as a run with fewer draws."
        if results.interrupted
        else "",
        "" if figure is None else f"![{experiment.title}]({figure})",
        *_tables(experiment, judged),
        _reading(experiment, judged, account),
        _reproduce(experiment, results),
    )


def write(experiment: Experiment, results: Results, folder: Path) -> tuple[Path, Path]:
    """Write `<figure>.png` and `<figure>.md` into `folder` (made if missing); their paths."""
    png = draw(experiment, results, folder)
    page = png.with_suffix(".md")
    output.write_whole(page, simulation_page(experiment, results, png.name))
    return png, page


def _what(experiment: Experiment) -> str:
    if isinstance(experiment.symbol, str):
        return f"`{experiment.name}`: ${experiment.symbol}$"
    columns = [f"- `{name}`: ${experiment.symbol_of(name)}$" for name in experiment.columns]
    return "\n".join([f"`{experiment.name}`:", "", *columns])


def _tables(experiment: Experiment, judged: list[PanelCheck]) -> list[str]:
    """One for each case and column."""
    groups: dict[tuple[str, str], list[PanelCheck]] = {}
    for one in judged:
        groups.setdefault((one.size.case, one.size.column), []).append(one)
    return [_table(experiment, *key, group, len(groups) > 1) for key, group in groups.items()]


def _table(experiment: Experiment, case: str, column: str, group: list[PanelCheck], titled: bool) -> str:
    name = ", ".join(filter(None, (f"`{column}`" if column else "", case)))
    binned = isinstance(experiment.columns[column], Bins)
    head, rows = _binned(experiment, case, column, group) if binned else _events(group)
    align = "r" * (len(head) - 1)
    return (f"### {name}\n\n" if titled and name else "") + table(head, rows, align)


def _sd(size: SizeResult) -> str:
    return "" if size.variance is None else f"{size.variance**0.5:.4f}"


def _binned(
    experiment: Experiment, case: str, column: str, group: list[PanelCheck]
) -> tuple[list[str], list[list[str]]]:
    known = experiment.named(case, column)
    distributions = known.values()
    head = ["n", "draws", "mean", "sd", "outside the frame"]
    for distribution in distributions:
        head += [f"sup distance to ${distribution.latex}$", "of the law, with its band"]
    marks = list(experiment.marks_of(group[0].size.panel))
    head += [*marks, *(["radius of the band"] if distributions else []), "verdict"]
    rows = []
    for one in group:
        size = one.size
        row = [str(size.n), f"{size.draws:,}", f"{size.mean:.4f}", _sd(size)]
        row.append(f"{size.below + size.above:,}")
        for name in known:
            band = one.measured.get(name)
            row += [distance(size, name), "not computed" if band is None else interval(band)]
        row += [f"{value:.6g}" for value in experiment.marks_of(size.panel).values()]
        rows.append([*row, *([f"{one.radius:.4f}"] if distributions else []), _verdict(one)])
    return head, rows


def _events(group: list[PanelCheck]) -> tuple[list[str], list[list[str]]]:
    head = ["n", "draws", "events", "fraction", "probability, with its band", "verdict"]
    rows = [
        [
            str(one.size.n),
            f"{one.size.draws:,}",
            " to ".join(dict.fromkeys(f"{count:,}" for count in one.size.events)),
            f"{one.size.mean:.6g}",
            interval(one.measured["probability"]),
            _verdict(one),
        ]
        for one in group
    ]
    return head, rows


def _verdict(one: PanelCheck) -> str:
    return "shown only" if one.verdict is None else f"{one.statement}: {one.verdict.value}"


def _reading(experiment: Experiment, judged: list[PanelCheck], account: Ledger) -> str:
    """What the numbers are worth."""
    if not judged:
        return ""
    share = judged[0].alpha
    parts = [f"Each panel is judged at alpha = {share:.2g}; all of them together are wrong by chance with"]
    parts.append(f"probability at most {account.spent:.2g} (union bound over {len(judged)}),")
    parts.append(
        "whenever somebody looks, stops or goes on: the bands hold at all numbers of draws together."
    )
    parts.append("The sum over all reports stands on the page of laws, tails and means.")
    if any(one.radius for one in judged):
        parts.append(
            "A sup distance is bracketed from a fine histogram; that of the law behind the draws lies within "
            "its band (Dvoretzky-Kiefer-Wolfowitz with Massart's constant, a little wider so as to hold at "
            "all times; rung: confidence)."
        )
    if any(isinstance(experiment.columns[one.size.column], Bins) and one.measured for one in judged):
        parts.append(
            f"The rate is from: {experiment.rate_source}. {recorded.sentence(experiment)}".rstrip()
            if experiment.rate
            else "No rate is declared, and a limit law says nothing at a finite n: the distance itself is "
            "shown and decides nothing about the limit."
        )
    if any(not isinstance(experiment.columns[one.size.column], Bins) for one in judged):
        parts.append("Probabilities have Clopper-Pearson bands, as much wider.")
    return " ".join(parts)


def _reproduce(experiment: Experiment, results: Results) -> str:
    if results.interrupted:
        return f"Interrupted ({drawn(results)} draws a panel): the same command goes on to the whole run."
    plan = {size.n: size.draws for size in results.sizes}
    profile = experiment.profile(plan)
    command = f"perturb simulate {experiment.name} {_chosen(experiment, plan, profile)} --seed {results.seed}"
    said = (
        f"Profile: {profile or 'set by hand'} ({drawn(results)} draws a panel). To reproduce (the same bits "
        "on any number of workers, threads or processes, killed and resumed or not, with the same libraries "
        "on the same kind of processor):"
    )
    return said + "\n\n" + fence(command, "console")


def _chosen(experiment: Experiment, plan: dict[int, int], profile: str | None) -> str:
    """The options that choose sizes and draws."""
    if profile is not None:
        return f"--profile {profile}"
    sizes = f" --sizes {','.join(map(str, plan))}"
    for name in ("full", "quick"):
        if plan.items() <= experiment.plan(name).items():
            return f"--profile {name}{sizes}"
    return f"--draws {max(plan.values(), default=1)}{'' if tuple(plan) == experiment.sizes else sizes}"
