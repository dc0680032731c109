"""Each public name is documented where one looks for it: the reference, the vocabulary, its docstring."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from perturb.pages.website.reference import MODULES, api, page, public
from tests.quality.test_public import PUBLIC

ROOT = Path(__file__).parents[2]
VOCABULARY = "perturb.vocab"  # its page is reports/vocabulary.md


def test_every_public_module_has_a_page() -> None:
    """Strategies, assertions, files and counts of networks had none."""
    assert {*MODULES, VOCABULARY} == set(PUBLIC)
    pages = api()
    for module in MODULES:
        home = re.escape(import_module(module).__name__)
        assert re.findall(rf"^::: {home}\.(\w+)$", pages[page(module)], re.MULTILINE) == sorted(
            public(module), key=str.lower
        )


def test_every_word_is_in_the_vocabulary() -> None:
    text = (ROOT / "reports" / "vocabulary.md").read_text(encoding="utf-8")
    missing = [name for name in import_module(VOCABULARY).__all__ if not re.search(rf"\b{name}\b", text)]
    assert missing == []


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_says_what_it_is(module: str) -> None:
    loaded = import_module(module)
    assert loaded.__doc__
    named = {name: getattr(loaded, name) for name in loaded.__all__}
    silent = [name for name, x in named.items() if callable(x) and not (x.__doc__ or "").strip()]
    assert silent == []
