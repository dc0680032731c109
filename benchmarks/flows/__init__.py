"""The flow of two hundred random networks beside Euler's method; what counts was fixed before the first run.

The flow agrees with Euler's steps where no parameter differs by more than 1e-3 (1 + the largest parameter) at
any of the times with steps of 2^-18, and the risk never rises from one time to the next by more than 1e-9.
What raises NotUnique and what is refused is counted apart; all else disagrees.
"""

STEP = 2.0**-18
TOLERANCE = 1e-3
RISES = 1e-9
