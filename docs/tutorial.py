# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A lemma of one's own
#
# You have drafted a lemma about a ReLU layer and want to know, before anybody else reads it,
# whether it is true. This notebook states it, reads the verdict, mends the statement and asks how
# sharp the mended one is. Every cell was run when this page was built.
#
# ## State it
#
# A layer sends `x` to `max(0, Wx + b)`. The draft says: two inputs that are at least a distance
# apart are still apart behind the layer, by the smallest singular value of `W`.

# %%
from perturb import claim, given, paper, then
from perturb.domains import square, together, vector
from perturb.vocab import larger, norm, s1, s_min

ME = paper("draft")
LAYER = together(W=square(), b=vector(), x=vector(), y=vector(), n=(1, 3))


def layer(W, b, x):
    return larger(0, W @ x + b)


@claim(ME, "Lemma 1, as drafted", domain=LAYER)
def keeps_apart(W, b, x, y):
    yield then(norm(layer(W, b, x) - layer(W, b, y)), ">=", s_min(W) * norm(x - y))


# %% [markdown]
# A statement is a generator: hypotheses with `given`, conclusions with `then`. The same body runs
# on floating-point batches to search, on balls and rationals to decide, and on symbols to print.

# %%
from IPython.display import Markdown

from perturb.report.pages.statement import stated

Markdown(stated(keeps_apart))

# %% [markdown]
# ## Read the verdict

# %%
from perturb.examine.claims import examine
from perturb.search.attack import PROFILES

found = examine(keeps_apart, PROFILES["brief"], 0)
found.outcome.value

# %% [markdown]
# It is refuted: not by a number that came out slightly wrong in floating point, but at an exact
# point where the violation is certified. This is the simplest one that was found.

# %%
{name: entry["value"] for name, entry in found.simplest.data["inputs"].items()}

# %% [markdown]
# Check it by hand: with these numbers the layer sends both inputs to 0, so the left side is 0, and
# the right side is 1. What decided it:

# %%
found.certificate.kernel

# %% [markdown]
# ## Mend it
#
# ReLU forgets what it switches off. Where both inputs leave every unit switched on it forgets
# nothing, and the layer is affine between them.

# %%


@claim(ME, "Lemma 1, all units on", domain=LAYER)
def keeps_apart_where_on(W, b, x, y):
    yield given(W @ x + b, ">", 0)
    yield given(W @ y + b, ">", 0)
    yield then(norm(layer(W, b, x) - layer(W, b, y)), ">=", s_min(W) * norm(x - y))


mended = examine(keeps_apart_where_on, PROFILES["brief"], 0)
mended.outcome.value, dict(mended.found.verdicts)

# %% [markdown]
# It survives. That is evidence and no proof: so many points were certified, one by one, to satisfy
# the statement, and at these it is as sharp as it can be, both sides being equal:

# %%
mended.found.equality

# %% [markdown]
# The other direction needs no hypothesis. ReLU never moves two numbers apart:

# %%


@claim(ME, "Lemma 2", domain=LAYER)
def lipschitz(W, b, x, y):
    yield then(norm(layer(W, b, x) - layer(W, b, y)), "<=", s1(W) * norm(x - y))


examine(lipschitz, PROFILES["brief"], 0).outcome.value

# %% [markdown]
# ## Keep it
#
# Put the statements into a file of yours and let the command line answer: `perturb check
# my_lemma.py` prints the verdict and saves the witness, `perturb tighten` brackets constants,
# `perturb mutants` asks whether a stronger statement would still be true. [The
# cookbook](cookbook.md) has ten more statements to start from.
