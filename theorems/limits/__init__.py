"""Classical limit laws, tail bounds and bounds on means, and false ones beside them that must be refuted.

A limit says nothing at a finite n: each law here declares how far the law at n may be from its limit. Where
no source prints such a number it is ours, and the status is then "conjectured" although the limit is proved.
"""

from perturb import paper

LIMITS = paper(
    "limits",
    "Limit laws and tail bounds of random matrices",
    "C. A. Tracy and H. Widom, A. Edelman, I. M. Johnstone, K. R. Davidson and S. J. Szarek and others",
    "Each statement names its own source",
)
