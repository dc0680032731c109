"""A file of statements run one definition after the other, so that one that fails leaves the others."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from perturb.process import sources


def defined_one_by_one(module: ModuleType, path: Path) -> dict[str, Exception]:
    """Runs the bytes that were read of a file again in `module`; which decorated functions fail, and how.

    Whatever else fails at the top level of the file is raised: what stands below may need it.
    """
    source, flags = sources.source_of(path), 0
    assert source is not None
    for name in [name for name in vars(module) if not name.startswith("__")]:
        delattr(module, name)
    failed: dict[str, Exception] = {}
    for node in ast.parse(source.data).body:
        flags |= _future(node)
        code = compile(ast.Module([node], []), str(path), "exec", flags, dont_inherit=True)
        try:
            exec(code, vars(module))
        except Exception as error:
            if not (isinstance(node, ast.FunctionDef) and node.decorator_list):
                raise
            failed[node.name] = error
    return failed


def _future(node: ast.stmt) -> int:
    """The flags of `from __future__ import ...`, which hold for all that follows."""
    if not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
        return 0
    features: Any = import_module("__future__")
    return sum(getattr(features, alias.name).compiler_flag for alias in node.names)
