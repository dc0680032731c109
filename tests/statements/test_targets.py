"""What a target on the command line names, and what it says of one that names nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from perturb.statements.loading import BadTarget, changed, load_statements
from perturb.statements.targets import find, select, statements
from tests.cli import cli_files as files

TWO = files.true() + files.false().removeprefix(files.HEAD)


def write(folder: Path, text: str, name: str = "mine.py") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_a_file_gives_its_statements_in_the_order_of_declaration(tmp_path):
    path = write(tmp_path, TWO)
    assert [s.label for s in load_statements(Path(path))] == ["a true one", "a false one"]
    assert [c.label for c in select([path, path])] == ["a true one", "a false one"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\n", "declares no claim"),
        ("x = 1\nx / 0\n", r"ZeroDivisionError: division by zero \(line 2\)"),
        (files.false() + files.false().removeprefix(files.HEAD), "small"),
    ],
)
def test_a_file_that_is_no_use_says_why(tmp_path, text, said):
    with pytest.raises(BadTarget, match=said):
        load_statements(Path(write(tmp_path, text)))


def test_a_missing_file_and_an_id_in_two_files_are_refused(tmp_path):
    with pytest.raises(BadTarget, match="no such file"):
        statements([str(tmp_path / "none.py")])
    pair = [write(tmp_path, files.true(), name) for name in ("a.py", "b.py")]
    with pytest.raises(BadTarget, match=r"is declared in .*a\.py too"):
        statements(pair)


def test_ids_globs_and_papers():
    one = "classical/weyl-additive"
    assert [c.id for c in select([one, one])] == [one]
    assert {c.id for c in select(["classical/weyl-*"])} >= {one, "classical/weyl-eigenvalues"}
    assert all(c.id.startswith("refuted/") for c in select(["refuted"]))


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("classical/weyl-additiv", "did you mean classical/weyl-additive"),
        ("zzzz", "perturb list shows all"),
        ("fig-4", "is an experiment: perturb simulate riedi2022/fig-4"),
        ("fig-8", "is a picture: perturb simulate riedi2022/fig-8"),
    ],
)
def test_what_names_no_statement_gets_a_hint(target, said):
    with pytest.raises(BadTarget, match=said):
        statements([target])


def test_a_simulation_goes_by_its_short_name_and_a_claim_is_none():
    assert find("fig-4") is find("riedi2022/fig-4")
    with pytest.raises(LookupError, match="is a claim: perturb check classical/weyl-additive"):
        find("weyl-additive")
    with pytest.raises(LookupError, match="did you mean"):
        find("fig-44")


def test_a_file_that_changes_after_it_was_read_is_told(tmp_path):
    path = write(tmp_path, files.true())
    judged = load_statements(Path(path))
    assert changed(judged) == []
    write(tmp_path, files.true("another"))
    assert [one.file for one in changed(judged)] == [path]
