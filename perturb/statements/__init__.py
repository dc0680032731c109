"""What can be declared: claims, statements of chance, remarks, errata, experiments, pictures; finding them.

May import process, numbers, laws, vocab and domains. Start with `claim.Claim`, then `chance` (laws, tails,
means): what every statement has stands in `paper` (its source, a status) and is found by `catalogue`
(installed packages), `loading` (a file) and `targets` (what a command names).
"""
