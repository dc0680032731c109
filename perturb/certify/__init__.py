"""One exact point, and what is certain there: the only place where a verdict on a point is made.

Start with `point.py`: the ladder of ever stronger number systems, and the float64 look at batches that only
orders points; `witness.py` is the file that keeps a violation (`limits.py`: what it may ask for), `replay.py`
decides it anew; `properties.py` lets Hypothesis draw the points.

Imports process, numbers, vocab, domains and statements; nothing searches here.
"""
