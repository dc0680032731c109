"""One-step mutants of a claim, all in the strengthening direction: false unless the claim has room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from perturb.certify.point import LADDER, certify
from perturb.domains.domain import Domain
from perturb.domains.draws import corners
from perturb.enclosure import Verdict
from perturb.sharpen.directions import Signs
from perturb.statements.claim import Claim
from perturb.statements.paper import Status
from perturb.vocab import I, absolute, lam_max, lam_min, op, s1
from perturb.vocab.grammar.tree import CONST, INDEX, Expr, Word, canonical, const
from perturb.vocab.relations.order import Link
from perturb.vocab.words.arithmetic import add, multiply, sub
from perturb.vocab.words.spectral import s, s_min
from perturb.vocab.words.vector import component

# What people assert to be true; a statement without a status is asserted, too.
SUPPORTED = (None, Status.PROVED, Status.CORRECTED, Status.SHARPENED, Status.PRINTED, Status.GAP)
STEP, WIDER = Fraction(1, 100), Fraction(1, 10)
STRICT = {"<=": "<", ">=": ">"}
WEAK = {"<": "<=", ">": ">="}
SIGN = {add: "+", sub: "-", multiply: "*"}
CORNERS = 60
Change = tuple[str, Expr]


@dataclass(frozen=True)
class Mutant:
    """A claim changed in one place. `proof` says why it is true, where it is known to be."""

    name: str
    claim: Claim
    proof: str | None = None
    dropped: int | None = None


def mutants(claim: Claim) -> list[Mutant]:
    """Every mutant of a claim that is asserted, in the order of the statement; none of any other."""
    if claim.status not in SUPPORTED:
        return []
    found: dict[str, Mutant] = {claim.fingerprint: Mutant("", claim)}
    names: set[str] = set()
    for name, changed, dropped in _changes(claim):
        if changed.fingerprint not in found:
            unique = _unique(name, names)
            new = replace(changed, id=f"{claim.id}!{unique}", true_mutants={}, corrects=None, sharpens=None)
            found[changed.fingerprint] = Mutant(unique, new, claim.true_mutants.get(unique), dropped)
    return list(found.values())[1:]


def _unique(name: str, taken: set[str]) -> str:
    number = next(k for k in range(1, 1_000) if (name if k == 1 else f"{name}#{k}") not in taken)
    taken.add(unique := name if number == 1 else f"{name}#{number}")
    return unique


def _changes(claim: Claim) -> Iterator[tuple[str, Claim, int | None]]:
    signs, touches = Signs(claim.domain, claim.hypotheses), _touches(claim)
    for k, link in enumerate(claim.conclusions):
        for what, new in _stronger(link, signs, touches):
            links = (*claim.conclusions[:k], new, *claim.conclusions[k + 1 :])
            yield f"conclusion-{k + 1}:{what}", replace(claim, conclusions=links), None
    for k, link in enumerate(claim.hypotheses):
        before, after = claim.hypotheses[:k], claim.hypotheses[k + 1 :]
        yield f"hypothesis-{k + 1}:dropped", replace(claim, hypotheses=(*before, *after)), k
        for what, new in _weaker(link):
            yield f"hypothesis-{k + 1}:{what}", replace(claim, hypotheses=(*before, new, *after)), k
    for what, domain in _relaxed(claim.domain):
        if _meaningful(changed := replace(claim, domain=domain)):
            yield what, changed, None


def _stronger(link: Link, signs: Signs, touches: bool) -> Iterator[tuple[str, Link]]:
    """The same relation with less room: by 1 % of its bound, strict, or with one part of a side moved."""
    if link.loewner:
        yield from _loewner(link)
        return
    link = replace(link, shown=None, sign="")  # the sums themselves
    if not _zero(link.lhs) and not _zero(link.rhs) and link.op != "!=":
        larger = link.op != "==" and link.op in ("<=", "<")
        yield f"right{'-' if larger else '+'}1%", replace(link, rhs=_moved(link.rhs, not larger, signs))
    if touches and link.op in STRICT:
        yield "strict", replace(link, op=STRICT[link.op])
    if link.op not in ("==", "!="):
        rising = link.op in ("<=", "<")
        for what, new in parts(link.lhs, rising, signs):
            yield f"left:{what}", replace(link, lhs=new)
        for what, new in parts(link.rhs, not rising, signs):
            yield f"right:{what}", replace(link, rhs=new)


def _loewner(link: Link) -> Iterator[tuple[str, Link]]:
    """A <= B - |B|/100 I: the room of a Loewner relation has no scale of its own, so B lends its norm."""
    assert link.shown is not None
    A, B = link.shown
    less = B - (op(B) * const(STEP)) * I
    smallest = lam_min(less if A is const(0) else less - A)
    yield "right-1%", replace(link, rhs=smallest, shown=(A, less))


def _zero(expr: Expr) -> bool:
    """1 % of zero is no change."""
    return expr.word is CONST and expr.payload[0] == 0


def _moved(expr: Expr, up: bool, signs: Signs, by: Fraction = STEP) -> Expr:
    """The tree plus or minus a part of its absolute value, whatever its sign."""
    if expr.word is CONST:
        value = expr.payload[0]
        return const(value + (by if up else -by) * abs(value))
    if signs.nonneg(expr):
        return const(1 + by if up else 1 - by) * expr
    room: Expr = const(by) * absolute(expr)
    return expr + room if up else expr - room


def parts(expr: Expr, up: bool, signs: Signs) -> Iterator[Change]:
    """Every tree that differs in one constant, subscript or extreme and whose value is larger (`up`) or
    smaller.
    """
    yield from _leaf(expr, up)
    for k, direction in enumerate(signs.directions(expr)):
        rising = up == (direction > 0)
        for what, new in parts(expr.args[k], rising, signs) if direction else ():
            if rising or signs.nonneg(new) or k not in expr.word.while_nonneg:
                yield what, expr.word.node(*expr.args[:k], new, *expr.args[k + 1 :])


def _leaf(expr: Expr, up: bool) -> Iterator[Change]:
    if expr.word is CONST and expr.payload[0] > 0:
        yield (
            f"{expr.payload[0]}{'+' if up else '-'}1%",
            const(expr.payload[0] * (1 + STEP if up else 1 - STEP)),
        )
    if expr.word is component and expr.args[0].word.descending:
        vector, k = expr.args
        if not (up and k is const(1)):
            yield f"shift-{vector.word.name}[{written(k)}]", vector[k - 1 if up else k + 1]
    if (expr.word, up) in EXTREMES:
        other, new = EXTREMES[expr.word, up]
        yield f"{expr.word.name}->{other}", new(expr.args[0])


EXTREMES: dict[tuple[Word, bool], tuple[str, Callable[[Expr], Expr]]] = {
    (s1, False): ("s2", lambda A: s(A)[2]),
    (op, False): ("s2", lambda A: s(A)[2]),
    (s_min, True): ("s1", s1),
    (lam_max, False): ("lam_min", lam_min),
    (lam_min, True): ("lam_max", lam_max),
}


def written(expr: Expr) -> str:
    """A subscript as people write it."""
    if expr.word is INDEX:
        return str(expr.payload[0])
    if expr.word is CONST or not expr.args:
        return canonical(expr)
    inner = [written(a) for a in expr.args]
    if expr.word in SIGN:
        return SIGN[expr.word].join(inner)
    return f"{expr.word.name}({','.join(inner)})"


def _weaker(link: Link) -> Iterator[tuple[str, Link]]:
    """A hypothesis that more points meet: non-strict, or with 10 % more room."""
    if link.op in WEAK:
        yield "non-strict", replace(link, op=WEAK[link.op])
    if link.op in ("<=", "<", ">=", ">") and not link.loewner and not _zero(link.rhs):
        up = link.op in ("<=", "<")
        room = _moved(link.rhs, up, Signs(Domain({}, {})), WIDER)
        yield "relaxed-10%", replace(link, rhs=room, shown=None, sign="")


def _relaxed(domain: Domain) -> Iterator[tuple[str, Domain]]:
    """One constraint of the domain dropped; with several constrained inputs the name says which."""
    constrained = [name for name, space in domain.spaces.items() if space.wider is not None]
    wider = domain.rim().spaces
    for name in constrained:
        spaces = {n: wider[n] if n == name else space for n, space in domain.spaces.items()}
        label = "domain:rim" if len(constrained) == 1 else f"domain:rim-{name}"
        yield label, replace(domain, spaces=spaces, _trees={})


def _touches(claim: Claim) -> bool:
    """Is equality declared or met at a corner? Then a relation made strict is false."""
    if claim.equality or all(link.op not in STRICT for link in claim.conclusions):
        return bool(claim.equality)
    return any(certify(claim, p).margin == 0.0 for p in islice(corners(claim.domain, 10), CORNERS))


def _meaningful(claim: Claim) -> bool:
    """Does the statement still mean something? Eigenvalues of a matrix that is not symmetric do not."""
    points = list(islice(corners(claim.domain, 20), CORNERS))
    try:
        # Each point is looked at, since any one may show that a word has no meaning; the first kernel tells.
        decided = [certify(claim, p, LADDER[:1]).verdict is not Verdict.UNDECIDED for p in points]
        return any(decided) or any(certify(claim, p).verdict is not Verdict.UNDECIDED for p in points)
    except (ValueError, TypeError):
        return False


def unknown_names(claim: Claim, known: Sequence[Mutant]) -> list[str]:
    """Names in `true_mutants` that no mutant has: the statement has changed since they were proved."""
    return sorted(set(claim.true_mutants) - {m.name for m in known})
