"""Stored proofs as files of Coq: a theorem that reads like the claim, a proof like the certificate.

perturb.v defines the words, facts.v has lemmas about them; both are compiled once. theorem.py writes a file:
scribe.py walks the certificate as the checker does and says in Coq why each step holds (path.py: signs and
equations; values.py: words; inputs.py and planes.py: spaces; leaves.py and turning.py: leaves; defined.py:
where parts have values). coq.py runs Coq, ledger.py keeps what it said. Nothing here is trusted but perturb.v
and the text of a theorem, which speech.py writes; what cannot be said is "not expressible", with the reason.
"""
