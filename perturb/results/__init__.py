"""What an examination gives, and what is said of it: evidence, records, and every word of a finding.

Start with `claims` (a claim is examined) and `chance` (a law, tail or mean is). `claim_evidence` and
`law_evidence` are the values with their words, `say` has the phrases that console and pages share, and the
protocol of all results, `Told`. `records`, `plain` and `store` keep what was
found, `run` examines a catalogue, `refereed` one claim in every way. `sheet` and `blocks` are what short
pages are made of. It may import montecarlo and what finds (search, sharpen, prove, certify)
with all that they stand on, but not networks, pages, api or cli.
"""
