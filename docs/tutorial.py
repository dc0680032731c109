# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A lemma of your own
#
# You have drafted a lemma about a ReLU layer and want to know, before anybody else reads it,
# whether it is true. This notebook states the lemma, reads the verdict, mends the statement and
# asks how sharp the mended one is. Every cell was run when this page was built.
#
# ## State it
#
# A layer sends $x$ to $\max(0, Wx + b)$. The draft says: the layer brings two inputs closer by at
# most the factor $s_{\min}(W)$, the smallest singular value.

# %%
from perturb import check, claim, given, paper, then
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
# A statement is a generator: hypotheses with `given`, conclusions with `then`. One body serves the
# search in floating point, the decision in balls and fractions, and the formula:

# %%
from IPython.display import Math

Math(keeps_apart.conclusions[0].latex())

# %% [markdown]
# The domain says what is quantified over: every square $W$ and all vectors that fit. `n=(1, 3)`
# bounds where the search looks, not the statement.
#
# ## Read the verdict

# %%
found = check(keeps_apart)
found.outcome.value

# %% [markdown]
# The lemma is false. No number came out slightly wrong in floating point: there is an exact point
# at which the violation is certified, and this is the simplest one found.

# %%
found.inputs

# %% [markdown]
# With these numbers the layer sends both inputs to 0, so the left side is 0 and the right side is 1.
# What decided it:

# %%
found.certificate.kernel

# %% [markdown]
# ## Mend it
#
# ReLU forgets what it switches off. Where every unit is on at both inputs it forgets nothing, and
# between them the layer is affine.

# %%


@claim(ME, "Lemma 1, all units on", domain=LAYER)
def keeps_apart_where_on(W, b, x, y):
    yield given(W @ x + b, ">", 0)
    yield given(W @ y + b, ">", 0)
    yield then(norm(layer(W, b, x) - layer(W, b, y)), ">=", s_min(W) * norm(x - y))


mended = check(keeps_apart_where_on)
mended.outcome.value, dict(mended.found.verdicts)

# %% [markdown]
# It survives: so many points were certified, one by one, to satisfy the statement. That is evidence,
# not a proof. The statement is sharp, too, for at some of these points both sides are equal:

# %%
mended.found.equality

# %% [markdown]
# The other direction needs no hypothesis, because ReLU never moves two numbers apart:

# %%


@claim(ME, "Lemma 2", domain=LAYER)
def lipschitz(W, b, x, y):
    yield then(norm(layer(W, b, x) - layer(W, b, y)), "<=", s1(W) * norm(x - y))


check(lipschitz).outcome.value

# %% [markdown]
# ## Keep it
#
# Put the statements into a file and ask from a terminal: `perturb check my_lemma.py` prints the
# verdict and saves the witness, `perturb tighten` brackets the constants, and `perturb mutants`
# asks whether a stronger statement would still be true. [The cookbook](cookbook.md) has ten more
# statements to start from.
