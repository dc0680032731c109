"""The reference: a page for each module that offers public names, and one for the domains.

A module is described by mkdocstrings from its source; a domain says of itself what it is, and what it draws.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import numpy as np

from perturb import domains
from perturb.domains import Domain
from perturb.domains.pairs import joined as joined_parts
from perturb.pages.markdown import bmatrix, display, fence, joined
from perturb.vocab.printing.symbols import symbol

FOLDER = "reference"
# The public modules of the README, and what a reader goes there for; words have the page of the vocabulary.
MODULES: Mapping[str, str] = {
    "perturb": "Statements",
    "perturb.domains": "Domains",
    "perturb.distributions": "Distributions",
    "perturb.ensembles": "Random matrices",
    "perturb.montecarlo": "Experiments",
    "perturb.networks": "Networks",
    "perturb.networks.counts": "Numbers of regions",
    "perturb.networks.exchange": "Files of networks",
    "perturb.relu": "ReLU layers",
    "perturb.strategies": "Matrices for Hypothesis",
    "perturb.testing": "Statements as assertions",
    "perturb.training": "Trained networks",
    "perturb.weights": "Trained weights",
}
HANDLER: dict[str, Any] = {
    "docstring_style": None,
    "filters": "public",
    "heading_level": 2,
    "members_order": "__all__",
    "merge_init_into_class": True,
    "separate_signature": True,
    "show_bases": False,
    "show_if_no_docstring": True,
    "show_root_heading": True,
    "show_root_full_path": False,
    "show_signature_annotations": True,
    "show_source": False,
}


def api() -> dict[str, str]:
    """Markdown by file."""
    return {page(name): _page(name, title) for name, title in MODULES.items()}


def page(module: str) -> str:
    return f"{FOLDER}/{module.partition('.')[2] or module}.md"


def public(module: str) -> list[str]:
    """The public names of a module: those it exports."""
    loaded = import_module(module)
    return list(loaded.__all__)


def _page(module: str, title: str) -> str:
    loaded = import_module(module)
    doc = (loaded.__doc__ or "").partition("\n\n")[0]
    home = loaded.__name__  # mkdocstrings reads files: it wants the name where it stands
    entries = [f"::: {home}.{name}" for name in sorted(public(module), key=str.lower)]
    return joined(f"# {title}: `{module}`", doc, *entries)


DOMAINS = "domains.md"
SEEDS = (6, 9, 11, 14)
FLOAT_NOISE = 1e-12  # what float64 makes of a zero
LEAD = (
    "A domain is what a statement quantifies over. Points are constructed, never filtered: a contraction is "
    "drawn from its singular values, a matrix of rank one from its factors. The numbers drawn are exact "
    "dyadic rationals; here they are shown to three digits, one draw of each of the seeds "
    f"{', '.join(map(str, SEEDS))} at one size, and some draws are meant to be simple. A search goes "
    "through all sizes of a domain, from the smallest, and through its corners: zero, the identity, "
    "repeated and graded singular values, Jordan blocks, permutations, entries 0, 1 and -1."
)
# How each is called, and the sizes that are drawn here.
EXAMPLES: Mapping[str, tuple[str, dict[str, int]]] = {
    "square": ("square()", {"n": 2}),
    "rectangular": ("rectangular()", {"m": 2, "n": 3}),
    "vector": ("vector()", {"n": 3}),
    "scalar": ("scalar(0, 1)", {}),
    "integer": ("integer(1, 5)", {}),
    "symmetric": ("symmetric()", {"n": 2}),
    "psd": ("psd()", {"n": 2}),
    "positive_definite": ("positive_definite()", {"n": 2}),
    "of_rank": ("of_rank(1)", {"m": 2, "n": 3}),
    "bounded": ("bounded(1)", {"n": 2}),
    "diagonal_matrices": ("diagonal_matrices()", {"n": 2}),
    "activation": ('activation("1/8")', {"n": 3}),
    "orthogonal": ("orthogonal()", {"n": 2}),
    "contraction": ("contraction()", {"n": 2}),
    "projection": ("projection()", {"n": 2}),
    "with_singular_values": ("with_singular_values([2, 1])", {"n": 2}),
    "with_eigenvalues": ("with_eigenvalues([1, -1])", {"n": 2}),
    "nonnegative": ("nonnegative()", {"n": 2}),
    "mask": ('mask("1/2")', {"n": 2}),
    "binary": ("binary()", {"n": 2}),
    "graph": ("graph()", {"n": 3}),
    "doubly_stochastic": ("doubly_stochastic()", {"n": 2}),
    "m_matrix": ("m_matrix()", {"n": 2}),
    "totally_nonnegative": ("totally_nonnegative()", {"n": 2}),
    "positive_contraction": ("positive_contraction()", {"n": 2}),
    "box": ("box(-1, 1)", {"n": 3}),
    "unit_vector": ("unit_vector()", {"n": 3}),
    "probability_vector": ("probability_vector()", {"n": 3}),
    "commuting": ("commuting()", {"n": 2}),
    "commuting_symmetric": ("commuting_symmetric()", {"n": 2}),
    "positive_blocks": ("positive_blocks()", {"n": 1}),
    "rank_one_perturbation": ("rank_one_perturbation()", {"n": 2}),
    "normal": ("normal()", {"n": 2}),
    "correlation": ("correlation()", {"n": 2}),
    "diagonally_dominant": ("diagonally_dominant()", {"n": 2}),
    "h_matrix": ("h_matrix()", {"n": 2}),
    "laplacians": ("laplacians()", {"n": 3}),
    "stochastic": ("stochastic()", {"n": 2}),
    "toeplitz": ("toeplitz()", {"n": 3}),
    "hankel": ("hankel()", {"n": 3}),
    "circulants": ("circulants()", {"n": 3}),
    "sign_matrices": ("sign_matrices()", {"n": 2}),
    "sparse_nonnegative": ("sparse_nonnegative()", {"n": 3}),
    "weighted_permutation": ("weighted_permutation()", {"n": 3}),
    "complex_square": ("complex_square(1)", {}),
    "hermitian": ("hermitian(2)", {}),
    "unitary": ("unitary(1)", {}),
    "skew_hermitian": ("skew_hermitian()", {"n": 2}),
    "density": ("density()", {"n": 2}),
    "together": ("together(A=square(), z=vector())", {"n": 2}),
}


def spaces() -> str:
    """Markdown."""
    return joined("# Domains", LEAD, *[_space(name, *given) for name, given in EXAMPLES.items()])


def _space(name: str, call: str, sizes: Mapping[str, int]) -> str:
    maker = getattr(domains, name)
    domain = _named(eval(call, vars(domains).copy()))  # an expression of the table above
    return joined(
        f"## `{name}`",
        (inspect.getdoc(maker) or "").partition("\n\n")[0],
        fence(f"{name}{_signature(maker)}", "python"),
        f"`{call}` stands for all",
        display(r",\quad ".join(domain.shown({head: symbol(head) for head in domain.heads}))),
        "and draws",
        display(r",\quad ".join(_draw(domain, sizes, seed) for seed in SEEDS)),
    )


def _signature(maker: Callable[..., Any]) -> str:
    signature = inspect.signature(maker)
    bare = [p.replace(annotation=inspect.Parameter.empty) for p in signature.parameters.values()]
    return str(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))


def _named(domain: Domain) -> Domain:
    if "A" in domain.heads:
        return domain
    return domain.named(["x"] if len(_shape(domain)) < 2 else list("ABC"[: len(domain.heads)]))


def _shape(domain: Domain) -> tuple[Any, ...]:
    return next(iter(domain.spaces.values())).shape


def _draw(domain: Domain, sizes: Mapping[str, int], seed: int) -> str:
    wanted = next(s for s in domain.sizes() if all(s.get(k, v) == v for k, v in sizes.items()))
    rng = np.random.default_rng(seed)
    found = domain.inputs(domain.draw(rng, 1, wanted if domain.ranges else None))
    written = {name: _written(values) for name, values in found.items()}
    whole = joined_parts(written, domain.complex_inputs)
    shown = ",\\ ".join(rf"{symbol(name)} = {_shown(values)}" for name, values in whole.items())
    return rf"\left({shown}\right)" if len(whole) > 1 else shown


def _written(values: Any) -> Any:
    """The one of a batch: (1, m, n), (1, k, 1), (1, 1, 1), or an integer."""
    return (
        str(values)
        if isinstance(values, int)
        else [[_number(x) for x in row] for row in np.asarray(values)[0]]
    )


def _shown(written: Any) -> str:
    if isinstance(written, str):
        return written
    return written[0][0] if (len(written), len(written[0])) == (1, 1) else bmatrix(written)


def _number(x: float) -> str:
    text = f"{x:.3g}" if abs(x) > FLOAT_NOISE else "0"
    base, _, exponent = text.partition("e")
    return (
        rf"{base} \cdot 10^{{{int(exponent)}}}" if exponent else base.replace("-0", "0") if x == 0 else base
    )
