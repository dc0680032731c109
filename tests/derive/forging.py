"""Statements and derivations made by hand, to be offered to the checker."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from perturb import claim, indices, paper
from perturb.derive.checker.check import check
from perturb.derive.header import header
from perturb.derive.lemmas import Base
from perturb.prove.checker.numbers import Rejected
from perturb.statements.claim import Claim

P = paper("forged", "Forged", "Nobody", "2026")
i, j, k = indices("i j k")
Step = dict[str, Any]


def stated(domain: Any, body: Callable[..., Any], rank: int = 0, name: str = "statement") -> Claim:
    body.__name__ = name
    made: Claim = claim(P, name, id=name, status="proved", domain=domain, lemma=rank)(body)
    return made


def verify(of: Claim, *goals: list[Step], lemmas: Iterable[Claim] = ()) -> None:
    """As a file that is read from its text."""
    base = Base(lemmas)
    assert not base.refused
    cited = base.fingerprints(sorted(base.lemmas))
    data = {**header(of), "goals": [*goals], "lemmas": cited}
    check(json.loads(json.dumps(data)), base, of.lemma)


def refused(why: str, of: Claim, *goals: list[Step], lemmas: Iterable[Claim] = ()) -> None:
    with pytest.raises(Rejected, match=why or None):
        verify(of, *goals, lemmas=lemmas)


def places(x: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Of every part of a file, the keys that lead to it."""
    yield at
    for key, y in x.items() if isinstance(x, dict) else enumerate(x) if isinstance(x, list) else ():
        yield from places(y, (*at, key))


def listed(text: str) -> list[str]:
    """Statements that stand beside each other on lines."""
    return [one for line in text.strip().splitlines() for one in line.split("; ")]


# Of complex A, B, Hermitian F, G, semidefinite P, Q, a rectangle M, vectors x, y. Each fails somewhere: pairs
# counted once or twice, sizes and ranks, transposes and adjoints, parts and moduli, products, orders.
FALSE_OF_DOUBLES = """
s(A)[2] == s(A)[1]; s(A)[i+1] == s(A)[i]; s(A)[2*i] == s(A)[2*i-1]; s(A)[1] <= s(A)[2]
lam(F)[2] == lam(F)[1]; lam(F)[i] <= lam(F)[i+1]; op(A) <= s_min(A); lam_max(F) <= lam_min(F)
lam(F)[1] <= lam(F)[cols(F)]; total(s(A)) == 2*nuclear(A); 2*nuclear(A) <= total(s(A))
nuclear(A) <= total(s(A))/2; sq(fro(A)) <= total(sq(s(A)))/2; 2*total(sq(s(A))) <= sq(fro(A))
total(lam(F)) == 2*trace(real(F)); 2*total(lam(F)) == real(trace(F)); real(trace(A)) <= nuclear(A)/2
fro(A) <= op(A); 2*sq(op(A)) <= sq(fro(A)); sqrt(2)*op(A) <= fro(A); 2*sq(s(A)[1]) <= sq(fro(A))
3*sq(s(A)[2]) <= sq(fro(A)); cols(A)*sq(s(A)[1]) <= sq(fro(A)); (i+1)*sq(s(A)[i]) <= sq(fro(A))
2*i*sq(s(A)[i]) <= sq(fro(A)); 2*op(A) <= nuclear(A); s(A)[1] + s(A)[2] == 2*s(A)[1]
total(s(A)[:2]) == 2*s(A)[1]; partial_sums(s(A))[2] == 2*s(A)[1]; ky_fan(A,2) <= 2*s(A)[2]
2*op(A) <= ky_fan(A,2); 2*lam_max(F) <= lam(F)[1]+lam(F)[2]; total(sq(lam(F))) <= sq(fro(F))/2
sq(fro(F)) <= total(sq(lam(F)))/2; total(s(A)*s(B)) <= real(trace(A@B))
2*real(trace(A@B)) <= total(s(A)*s(B)); total(s(A)*s(B)) <= op(A)*op(B)
2*total(s(A)*s(B)) <= fro(A)*fro(B); 2*real(trace(A.H@B)) <= fro(A)*fro(B)
total(s(A)*s(A)*s(A)) <= sq(op(A))*nuclear(A)/2; total(s(A)*lam(F)) <= op(A)*real(trace(F))
total(lam(F)*lam(G)) <= real(trace(F@G)); total(lam(P)*lam(Q)) <= real(trace(P@Q))
total(lam(F)*lam(G)) == total(lam(F)*s(G)); largest(s(A)) <= smallest(s(A)); total(s(M)) <= s(M)[1]
s(M)[2] == s(M)[1]; 2*rank(A) <= cols(A); rank(A) <= cols(A)/2; 2*rank(M) <= rows(M)
cols(A) <= rank(A); rank(A) == 2*rank(A@A); rank(A+B) <= rank(A); rank(A)+rank(B) <= rank(A@B)
2*rank(A) <= 2*rank(A@B); rank(A)+rank(B)-cols(A) <= rank(A@B)-1
rank(A)+rank(B)-2*cols(A) >= rank(A@B); sq(nuclear(A)) <= rank(A)*sq(fro(A))/2
2*sq(fro(A)) <= rank(A)*sq(op(A)); sq(fro(A)) <= rank(A)*sq(op(A))/2; nuclear(A) <= rank(A)*op(A)/2
nuclear(A) <= cols(A)*op(A)/2; sq(fro(A)) <= cols(A)*sq(op(A))/2
sq(fro(M)) <= smaller(rows(M),cols(M))*sq(op(M))/2; fro(A) <= sqrt(cols(A)/2)*op(A)
real(trace(F)) <= lam_max(F)*cols(F)/2; real(trace(F)) <= 2*lam_max(F)
2*cols(F)*lam_min(F) <= real(trace(F)); trace(real(eye(A))) == 2*cols(A)
real(trace(eye(A))) == 2*cols(A); sq(fro(eye(A))) == 2*cols(A); fro(eye(A)) == sqrt(2)*sqrt(cols(A))
nuclear(eye(A)) == 2*cols(A); rank(eye(A)) == 2*cols(A); nuclear(eye(A)) <= 1; rows(A) <= 1
sq(op(M)) <= sq(fro(M))/2; op(A@B) <= op(A.T@B); fro(A@B) == fro(A@B.T); fro(A.T@A) == fro(A.H@A)
op(A.T@A) == sq(op(A)); sq(op(A)) <= op(A@A); sq(op(A)) <= op(A.T@A)
sq(fro(A)) == real(trace(A.T@A)); 0 <= real(trace(A.T@A)); 0 <= real(trace(A@A))
real(trace(A@A)) == real(trace(A.H@A)); rank(A) <= rank(A.T@A); rank(A.T@A) == rank(A.H@A)
s(A+A.T) == s(A+A.H); op(A+A.T) <= op(A+A.H); op(A+A.H) <= op(A+A.T); op(A+conj(A)) <= op(A)
s(A@conj(A)) == s(A@A); op(A@A) <= op(A@conj(A)); op(A@conj(A)) <= op(A@A)
real(trace(A@B)) == real(trace(A@conj(B))); real(trace(A@conj(B))) <= real(trace(A@B))
real(trace(A@B)) == real(trace(A.H@B)); fro(A+A.H) == 2*fro(A); fro(A-A.H) == 0
fro(A-A.T) == fro(A-A.H); fro(A-conj(A)) == 0; fro(A+B) == fro(A+conj(B)); op(A+B) == op(A+B.T)
trace(real(A)) == trace(imag(A)); real(trace(A@B.H)) == real(trace(A.T@B))
nuclear(A.T@B) == nuclear(A.H@B); lam_max(real(F)) == lam_max(F); lam_max(F) <= lam_max(real(F))
lam_min(real(F)) <= lam_min(F); 0 <= lam_min(F@G+G@F); lam_max(F@G+G@F) <= lam_max(F)*lam_max(G)
fro(A) <= fro(real(A)); sq(fro(A)) == sq(fro(real(A)))
sq(fro(A)) == sq(fro(real(A))) - sq(fro(imag(A)))
2*sq(fro(A)) == sq(fro(real(A))) + sq(fro(imag(A)))
sq(fro(A)) == 2*sq(fro(real(A))) + 2*sq(fro(imag(A))); fro(A) == fro(real(A)) + fro(imag(A))
fro(real(A)) + fro(imag(A)) <= fro(A); op(A) <= op(real(A)); op(real(A)) + op(imag(A)) <= op(A)
sq(op(A)) <= sq(op(real(A))) + sq(op(imag(A)))/2; op(imag(A)) <= op(real(A))
rank(A) <= rank(real(A)); rank(real(A)) <= rank(A); nuclear(A) <= nuclear(real(A))
nuclear(real(A)) + nuclear(imag(A)) <= nuclear(A); abs(trace(A)) <= abs(real(trace(A)))
abs(trace(A)) <= op(A); op(A+1j*I) <= op(A); op(A+1j*I) == op(A)+1; sq(op(A+1j*I)) == sq(op(A))+1
sq(op(F+1j*I)) <= sq(op(F)); op(F+1j*G) <= op(F); op(F+1j*G) <= larger(op(F),op(G))
sq(fro(F+1j*G)) == sq(fro(F)); real(trace(1j*A)) == real(trace(A))
real(trace(1j*A)) == imag(trace(A)); op(1j*A+A) <= op(A); op(1j*A+A) == 2*op(A)
fro(1j*A+A) == 2*fro(A); fro(1j*A+A) <= fro(A); real(trace((1j*A)@(1j*B))) == real(trace(A@B))
lam_max((1j*A-1j*A.H)/2) == lam_max((A+A.H)/2); lam(F) == lam(-F); norm(x) == norm(real(x))
norm(x) <= norm(real(x)); sq(norm(x)) == sq(norm(real(x)))+2*sq(norm(imag(x)))
2*sq(norm(x)) == sq(norm(real(x)))+sq(norm(imag(x))); norm(real(x))+norm(imag(x)) <= norm(x)
norm(x+y) <= norm(x); norm(x+y) <= (norm(x)+norm(y))/sqrt(2); norm(x)+norm(y) <= norm(x+y)
norm(A@x) <= op(A)*norm(x)/sqrt(2); norm(A@x) <= op(A)*norm(real(x))
norm(A@x) <= op(real(A))*norm(x); s_min(A)*norm(x) <= norm(A@x)/2
2*s_min(A)*norm(x) <= sqrt(2)*norm(A@x); norm(A@x) <= op(A); norm(x) <= norm(A@x)
norm(A.T@x) == norm(A.H@x); norm(A@conj(x)) == norm(A@x); fro(x@y.H) <= norm(x)*norm(y)/2
sqrt(2)*fro(x@y.H) <= norm(x)*norm(y); op(x@x.H) <= norm(x); nuclear(x@x.H) <= sq(norm(x))/2
nuclear(x@x.H) == 2*sq(norm(x)); rank(x@y.H) == 2; real(trace(x@y.H)) == norm(x)*norm(y)
real(trace(x@y.H)) <= norm(x)*norm(y)/2; rank(A+x@x.H) <= rank(A); s(A+x@x.H)[1] <= s(A)[1]
s(A+x@y.H)[2] <= s(A)[2]; lam(F+x@x.H)[2] <= lam(F)[2]; lam(F+x@x.H)[i] <= lam(F)[i]
lam(F+x@x.H)[i+1] <= lam(F)[i+1]; norm(x-y) <= norm(x); op(A@B) <= op(A); op(A)*op(B) <= op(A@B)
op(A@B) <= op(A)*op(B)/2; fro(A@B) <= op(A)*fro(B)/sqrt(2); sqrt(2)*fro(A@B) <= fro(A)*fro(B)
2*fro(A@B) <= fro(A)*fro(B); fro(A@B) == fro(B@A); op(A@B) == op(B@A); op(A@B-B@A) <= op(A)*op(B)
fro(A@B-B@A) <= fro(A)*fro(B); s(A@B)[i] <= s(A)[i]*s(B)[i]; s(A)[i]*s(B)[i] <= s(A@B)[i]
s(A@B)[i+1] <= s(A)[i+1]*s(B)[i+1]; s(A@B)[i+j] <= s(A)[i+1]*s(B)[j+1]
s(A+B)[i+j] <= s(A)[i]+s(B)[j+1]-s(B)[1]; s(A+B)[i+j] <= s(A)[i+1]+s(B)[j+1]
s(A+B)[i+j-1] <= s(A)[i]; lam(F+G)[i+j] <= lam(F)[i+1]+lam(G)[j+1]
lam(F+G)[i+j] <= lam(F)[i]+lam(G)[j]-1; lam(F+G)[i] <= lam(F)[i]; lam(F+G)[i] <= lam(F)[i]+lam(G)[i]
lam(F)[i]+lam(G)[i] <= lam(F+G)[i]; lam(F+G)[i] == lam(F)[i]+lam(G)[i]
lam(F+G)[2] <= lam(F)[2]+lam(G)[2]; lam(F+G)[1] <= lam(F)[2]+lam(G)[1]; lam(F+P)[i] <= lam(F)[i]
lam(P)[1] <= 1; real(trace(P@Q)) <= lam_max(P)*lam_max(Q)
2*real(trace(P@Q)) <= lam_max(P)*real(trace(Q)); real(trace(P@Q)) <= lam_max(P)*real(trace(Q))/2
lam_max(P)*real(trace(Q)) <= real(trace(P@Q)); real(trace(P)) <= lam_max(P); real(trace(P@F)) >= 0
real(trace(P@Q@P@F)) >= 0; sq(fro(P)) <= sq(real(trace(P)))/2; sq(real(trace(P))) <= sq(fro(P))
lam_max(P) <= real(trace(P))/2; lam_min(P@Q+Q@P) >= 0; lam_max(P+Q) == lam_max(P)+lam_max(Q)
lam_max(P)+lam_max(Q) <= lam_max(P+Q); op(P-Q) <= op(P)-op(Q); op(P-Q) <= smaller(op(P),op(Q))
sq(op(P+1j*Q)) <= sq(op(P)); s(P+1j*Q) == s(P-Q); lam(A.H@A)[i] == s(A)[i]
lam(A.H@A)[i] == sq(s(A)[i])/2; lam(A.H@A)[i] <= sq(s(A)[i+1]); lam((A+A.H)/2)[i] <= s(A)[i]/2
s(A)[i] <= lam((A+A.H)/2)[i]; lam(A+A.H)[i] <= s(A)[i]; lam(A.H@A) == lam(A+A.H)
lam((A+A.H)/2)[i] <= s(A)[i+1]; s((A+A.H)/2)[i] <= s(A)[i+1]; s((A+A.H)/2)[2] <= s(A)[2]
lam_max(F) <= lam_max(P); lam_max(F@F) <= lam_max(F); lam_max(F@F) == sq(lam_max(F))
s(F)[i] == lam(F)[i]; s(F)[i] <= abs(lam(F)[i]); abs(lam(F)[i]) <= s(F)[i]; op(F) == lam_max(F)
op(F) <= larger(lam_max(F), lam_min(F)); op(F)+op(G) <= op(F+1j*G)
"""
