"""The page of a paper: every printed item, its verdict, what mends it and what sharpens it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from perturb.pages.items import Item, base, silent, standing
from perturb.pages.markdown import heading, inline, joined, note, prose, table, value
from perturb.pages.material import Material
from perturb.pages.places import Chapter, errata_of, home, key_of, relative, sheet_of, short
from perturb.pages.records import RED, WitnessFile, held
from perturb.pages.report import depends, law
from perturb.pages.report.badge import above, numbered, place, title
from perturb.results.records import ClaimRecord
from perturb.statements.claim import Claim
from perturb.statements.experiment import Curves
from perturb.statements.paper import Paper
from perturb.statements.recorded import Recorded

HEAD = ["Item", "Statement", "Verdict", "Witness or margin", "Corrected", "Sharpened, win factor"]
# The item is encoded in a mended or stronger form only, because another one already falls as printed.
MENDED = "see its correction"
SMALL = 12  # entries of a witness that fits into a cell
COUNTED = (
    "Counted here are printed items, each once, by what the errata say of it, else by the reading that "
    "matters most. Existence, asymptotic, empirical, qualitative and definition are items that are not "
    "checkable at a point. The catalogue counts each reading, correction and sharper form as a claim, and "
    "the errata sheet counts causes, of which one may make several items false."
)
SIMULATED = "## Simulations"
LEAD = (
    "One row an item of the paper, in its order. The verdict is what people assert after examining it, "
    "first of the item, then of each reading of it, with what "
    "the engine found beside it where the two differ. The win factor is the printed bound over "
    "the sharpened one (its median over random points, and the value that one point in ten exceeds); it "
    "describes, it decides nothing. A margin is relative to the larger side, or beside a side 0 to the "
    "terms of the other; at 0 the bound is attained. What samples decide says at which n, what the draws "
    "have and the band of the true value; alpha bounds the chance that the verdict is wrong. What is said "
    "of networks that somebody trained cannot be checked; where others were trained and recorded, the row "
    "says what is seen in those. A letter and a number name the entry of the errata sheet."
)


def sheet(paper: Paper, found: Sequence[Item], of: Material) -> str:
    """Markdown."""
    page = sheet_of(paper.key)
    missing, leaning = silent(found), depends.section(paper, found)
    return joined(
        f"# {prose(paper.title)}",
        f"{prose(paper.authors)}. {prose(paper.reference)}.",
        f"{home(page)} · [Errata]({relative(errata_of(paper.key), page)})"
        + (" · [What leans on what](#what-leans-on-what)" if leaning else ""),
        COUNTED,
        _counts(found, of),
        f"{RED} Nothing speaks of: " + ", ".join(missing) if missing else "",
        _chapters(paper, page, of),
        "## Every item",
        LEAD,
        table(HEAD, [_row(item, page, of) for item in found]),
        leaning,
        _pictures([c for c in of.shelf.curves if c.paper == paper], page),
        _simulations(paper, page, of),
    )


def in_order(key: str, of: Material) -> list[Chapter]:
    """The chapters of a paper, in the order of the items that they begin with."""
    items = [item for paper in of.papers if paper.key == key for item in paper.items]
    order = {item: k for k, item in enumerate(items)}

    def start(chapter: Chapter) -> int:
        names = (name for one in chapter.statements for name in (base(one.id), *one.covers))
        return next((order[name] for name in names if name in order), len(order))

    return sorted((c for c in of.chapters if c.key == key), key=start)


def _chapters(paper: Paper, page: str, of: Material) -> str:
    mine = in_order(paper.key, of)
    lines = [
        f"- [{prose(heading(c.title))}]({relative(c.page, page)}): {len(c.sections)} statements" for c in mine
    ]
    return joined("## Chapters", "\n".join(lines)) if lines else ""


def _simulations(paper: Paper, page: str, of: Material) -> str:
    mine = [(title, name) for title, name in of.extra if key_of(name) == paper.key]
    lines = [f"- [{title}]({relative(name, page)})" for title, name in mine]
    return joined(SIMULATED, "\n".join(lines)) if lines else ""


def _counts(found: Sequence[Item], of: Material) -> str:
    counts = Counter(_word(item, of) for item in found)
    rows = [[kind, str(number)] for kind, number in counts.most_common()]
    return table([f"{len(found)} items", ""], rows, "lr")


def _word(item: Item, of: Material) -> str:
    """How the item stands, as `perturb list` says."""
    if silent([item]) and not item.wrong:
        return "silent"
    return standing(item, {claim.id: claim for claim in of.claims})


def _row(item: Item, page: str, of: Material) -> list[str]:
    shown = "; ".join(dict.fromkeys(title(c) for c in item.printed))
    return [
        above(place(item.id), short(item.id)),
        shown or "; ".join(prose(law.title) for law in item.laws),
        _verdict(item, page, of),
        _evidence(item, page, of),
        "; ".join(_linked(c, page, of) for c in item.corrected),
        "; ".join(filter(None, [*(_linked(c, page, of) for c in item.sharpened), _win(item, of)])),
    ]


def _verdict(item: Item, page: str, of: Material) -> str:
    readings = [of.places.link(c.id, page, str(c.status)) for c in item.printed]
    if _only_recorded(item):  # what is asked of them is another statement than the printed one
        readings = [_remarked(item), *readings]
    readings += [law.verdict(one, item.id, page, of) for one in item.laws]
    told = [*filter(None, readings)] or [_unread(item)]
    told = _worded(_word(item, of), told)
    return ", ".join(dict.fromkeys([*told, *_entries(item, page, of)]))


def _worded(word: str, readings: list[str]) -> list[str]:
    """The word of the item first: that of a reading with its link, where one has it."""
    own = [said for said in readings if said.startswith(f"[{word}]") or said.endswith(f"({word})")]
    return [*(own or [word]), *(said for said in readings if said not in own)]


def _unread(item: Item) -> str:
    """The verdict where no claim and no record speaks."""
    if item.laws:
        return "decided by samples"
    if item.remark is not None:
        return _remarked(item)
    return MENDED if item.corrected or item.sharpened else f"{RED} silent"


def _remarked(item: Item) -> str:
    return "" if item.remark is None else f"not checkable ({item.remark.kind})"


def _only_recorded(item: Item) -> bool:
    """Nothing but recorded runs speaks of it."""
    return not item.printed and bool(item.laws) and all(isinstance(law, Recorded) for law in item.laws)


def _entries(item: Item, page: str, of: Material) -> list[str]:
    """Links to what the errata sheet says of an item."""
    names = numbered(of.shelf.errata)
    there = relative(errata_of(key_of(item.id)), page)
    return [f"[{names[one.id]}]({there}#{names[one.id].lower()})" for one in item.errata if one.id in names]


def _linked(claim: Claim, page: str, of: Material) -> str:
    return of.places.link(claim.id, page, title(claim))


def _evidence(item: Item, page: str, of: Material) -> str:
    expected = {c.id: c.status.expects for c in item.printed if c.status}
    parts = [_witness(of.simplest(name), page) for name, kind in expected.items() if kind == "refuted"]
    parts += [_margin(of.records.get(name)) for name, kind in expected.items() if kind == "survived"]
    parts += [law.words(one, item.id, of) for one in item.laws]
    parts = [part for part in parts if part]
    if _only_recorded(item):
        told = [f"**{prose(one.title)}**: {law.words(one, item.id, of)}." for one in item.laws]
        return " ".join([_reason(item, page, of), *told]).strip()
    if not parts:
        return _reason(item, page, of)
    return "; ".join(dict.fromkeys(parts))


def _reason(item: Item, page: str, of: Material) -> str:
    """What the remark on an item says, with links to what decides a part of it."""
    if item.remark is None:
        return ""
    seen = ", ".join(of.places.link(name, page) for name in item.remark.seen_by)
    return note(item.remark.reason) + (f" See {seen}." if seen else "")


def _witness(found: WitnessFile | None, page: str) -> str:
    if found is None:
        return ""
    given = found.inputs
    if sum(map(_size, given.values())) > SMALL:
        return f"[witness]({relative(found.from_reports, page)})"
    return ", ".join(inline(value(name, x)) for name, x in given.items())  # a line may break between them


def _size(given: object) -> int:
    return sum(map(_size, given)) if isinstance(given, list) else 1


def _margin(record: ClaimRecord | None) -> str:
    if record is None:
        return ""
    if record.slack.equality:
        return f"attained; holds at {held(record):,} points"
    tightest = record.slack.tightest
    return f"{tightest.margin} over {held(record):,} points" if tightest else f"{held(record):,} points"


def _win(item: Item, of: Material) -> str:
    wins = [of.records[c.id].win for c in item.sharpened if c.id in of.records]
    best = max(filter(None, wins), key=lambda w: (w.high or 1.0, w.wider), default=None)
    if best is None:
        return ""
    parts = [] if best.median is None else [f"{best.median:g} ({best.high:g})"]
    if best.wider:
        parts.append(f"applies to {best.wider:.0%} more" if parts else f"{best.wider:.0%} newly covered")
    return "; ".join(parts)


def _pictures(curves: Sequence[Curves], page: str) -> str:
    parts = [
        joined(f"### {prose(c.title)}", f"![{c.title}]({relative(c.file, page)})", c.note) for c in curves
    ]
    return joined("## Printed bound, sharpened bound, truth", *parts) if parts else ""
