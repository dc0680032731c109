"""Files of proofs, a line each: whatever stands beside it, a line is judged by itself, where it stands."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from perturb import Claim, claim, paper, then
from perturb.cli import main
from perturb.domains import square
from perturb.prove import store
from perturb.prove.proved import judged, proofs_of
from perturb.prove.store import HOLDS, LARGEST, REFUSED, KeptProof, proofs_in
from perturb.statements.catalogue import catalogue
from perturb.vocab import T, trace
from tests.prove.handmade import equality

ROOT = Path(__file__).parents[2]
FILE = "proofs/mine/test_kept.n2.jsonl"


def declared(name: str) -> Claim:
    @claim(paper("mine"), name, domain=square(n=(1, 4)), id=name)
    def body(A: Any) -> Any:
        yield then(trace(A), "==", trace(T(A)))

    return body


NAMES = ("a", "b", "c")
CLAIMS = {name: declared(name) for name in NAMES}


def line(name: str, **more: Any) -> bytes:
    """As it is saved."""
    text = json.dumps({**equality(), "id": f"mine/{name}", **more}, separators=(",", ":"))
    return text.encode() + b"\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, in a run that has judged nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("perturb.prove.proved._done", {})
    Path("proofs/mine").mkdir(parents=True)
    return Path(FILE)


def proved() -> list[str]:
    return [name for name in NAMES if proofs_of(CLAIMS[name])]


def replayed(text: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["replay", text])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def test_each_line_is_a_proof(here: Path) -> None:
    for name in ("c", "a", "b"):
        kept = store.save(CLAIMS[name], {**equality(), "id": f"mine/{name}"})
        assert str(kept) == f"{FILE}#mine/{name}"
    assert here.read_bytes() == line("a") + line("b") + line("c")
    assert proved() == ["a", "b", "c"]
    assert replayed(f"{FILE}#mine/b") == (0, replayed(f"{FILE}#mine/b")[1])
    code, said = replayed(FILE)
    assert (code, said.count("PROVED at n = 2")) == (0, 3)


# What stands in place of the line of b, what is said of it, and which of the others are proved.
DAMAGED: dict[str, tuple[bytes, str, list[str]]] = {
    "altered": (line("b").replace(b'"use":[]', b'"use":[0]'), "REJECTED", ["a", "c"]),
    "a conclusion": (line("b", then=["(== 0 0)"]), "REJECTED", ["a", "c"]),
    "another id": (line("d"), "called 'mine/d', which the catalogue has not", ["a", "c"]),
    "an id twice": (line("a"), "two lines have this id", ["c"]),
    "an id that is spelled": (line("a").replace(b"mine/a", rb"mine\/\u0061"), "two lines have", ["c"]),
    "an id after blanks": (b" \t" + line("a"), "two lines have this id", ["c"]),
    "a key twice": (line("b")[:-2] + b',"id":"mine/b"}\n', "a key that stands twice", ["a", "c"]),
    "no id": (line("b").replace(b'"id":"mine/b",', b""), "it is of another id", ["a", "c"]),
    "an id of another kind": (line("b").replace(b'"mine/b"', b"[1]"), "it is of another id", ["a", "c"]),
    "another size": (line("b", n=1), "it is not for n = 2, as its file says", ["a", "c"]),
    "a huge line": (line("b", pad=" " * LARGEST), "longer than 4,000,000 bytes", ["a", "c"]),
    "a huge line of no id": (b" " * (3 * LARGEST) + b"\n", "longer than 4,000,000 bytes", ["a", "c"]),
    "a mark of order": (b"\xef\xbb\xbf" + line("b"), "not JSON", ["a", "c"]),
    "CR LF": (line("b")[:-1] + b"\r\n", "ends in CR LF", ["a", "c"]),
    "NUL": (line("b").replace(b",", b"\0,", 1), "not JSON", ["a", "c"]),
    "NUL in the id": (line("b").replace(b"mine/b", b"mine/b\0"), "not JSON", ["a", "c"]),
    "bytes": (line("b").replace(b"mine/b", b"mine/\xff"), "not JSON", ["a", "c"]),
    "nothing": (b"\n", "not JSON", ["a", "c"]),
    "depth": (b'{"id":"mine/b","format":1,"proofs":' + b"[" * 9000 + b"\n", "not JSON", ["a", "c"]),
    "two on a line": (line("b")[:-1] + line("b"), "not JSON", ["a", "c"]),
    "a carriage return alone": (line("b").replace(b"\n", b"\r") + line("b"), "not JSON", ["a", "c"]),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_a_line_that_is_damaged_is_no_proof_and_the_others_are(what: str, here: Path) -> None:
    raw, reason, others = DAMAGED[what]
    here.write_bytes(line("a") + raw + line("c"))
    assert proved() == others
    code, said = replayed(FILE)
    assert said.count("PROVED") == len(others) + (what == "another id")
    assert (code > 0, reason in " ".join(said.split())) == (what != "another id", True), said
    checked = CliRunner().invoke(main, ["prove", "--check", FILE])
    assert (checked.exit_code, "Traceback" in checked.output) == (code, False)
    for name in others:
        assert replayed(f"{FILE}#mine/{name}")[0] == 0
    if "mine/b" not in said:
        code, said = replayed(f"{FILE}#mine/b")
        assert (code, "the file has no proof of this id, but of mine/" in " ".join(said.split())) == (2, True)


def test_a_file_that_was_cut_has_no_last_proof(here: Path) -> None:
    for last in (line("b")[:-1], line("b")[:-9], line("b")[:30]):
        here.write_bytes(line("a") + last)
        assert proved() == ["a"]
        code, said = replayed(FILE)
        assert (code, "its line has no end: the file was cut" in " ".join(said.split())) == (2, True)


def test_a_line_in_the_file_of_another_size_is_no_proof(here: Path) -> None:
    """It is accepted as it is where its file does not say otherwise."""
    other = here.with_name("test_kept.n1.jsonl")
    other.write_bytes(line("a"))
    assert proved() == []
    assert "it is not for n = 1" in " ".join(replayed(str(other))[1].split())
    free = here.with_name("free.jsonl")
    free.write_bytes(line("a"))
    assert judged(*proofs_in(free)).outcome == HOLDS


def test_what_is_no_file_of_lines_is_said(here: Path) -> None:
    here.mkdir()
    assert proved() == []
    assert judged(*proofs_in(here)) == (REFUSED, "not a file", {})
    assert "is a folder" in replayed(FILE)[1]
    done = CliRunner().invoke(main, ["prove", "--check"])
    assert (done.exit_code, "not a file" in done.output, "0 of 1" in done.output) == (2, True, True)
    here.rmdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(here)
        assert proved() == []
        assert judged(*proofs_in(here)).reason == "not a file"
        here.unlink()
    here.write_bytes(b"")
    for text, said in ((FILE, "it is empty"), (f"{FILE}#mine/a", "no proof in it")):
        code, output = replayed(text)
        assert (code, said in output) == (2, True)
    for text in (f"{FILE}x.jsonl", f"{FILE}x.jsonl#mine/a"):
        code, output = replayed(text)
        assert (code, "No such file" in output) == (2, True)


def test_a_file_of_endless_lines_is_refused(here: Path) -> None:
    here.write_bytes(line("a") + b"\n" * store.MOST)
    assert proved() == []
    assert judged(*proofs_in(here)).reason == "more than 10,000 lines"


def test_the_ids_that_are_there_are_named(here: Path) -> None:
    here.write_bytes(b"".join(line(name) for name in "acdefgh"))
    code, said = replayed(f"{FILE}#mine/b")
    assert code == 2
    assert said.count("mine/") == 1 + 4 + 1  # in the usage, of the file and id; four, and how many more
    assert "and 3 more" in " ".join(said.split())
    code, said = replayed(f"{FILE}#")
    assert (code, "no proof of this id" in " ".join(said.split())) == (2, True)


def test_a_file_that_changes_in_the_run_is_read_again(here: Path) -> None:
    here.write_bytes(line("a"))
    assert proved() == ["a"]
    here.write_bytes(line("b"))
    os.utime(here, ns=(1, 1))
    assert proved() == ["b"]
    store.save(CLAIMS["c"], {**equality(), "id": "mine/c"})
    assert proved() == ["b", "c"]


def test_a_line_is_taken_from_the_file_as_it_is_now(here: Path) -> None:
    """Of the same size and time: what was seen of the file before says only where a line may stand."""
    here.write_bytes(line("a") + line("b"))
    os.utime(here, ns=(1, 1))
    assert proved() == ["a", "b"]
    with here.open("r+b") as stream:
        stream.write(line("a", defined=False).replace(b"false", b"fals "))
        stream.write(line("c"))
    os.utime(here, ns=(1, 1))
    assert "b" not in proved()
    assert "a" not in proved()


def test_many_look_ups_read_a_file_once(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here.write_bytes(b"".join(map(line, NAMES)))
    seen = []

    def counted(stream: Any, real: Callable[[Any], Any] = store._lines) -> Any:
        seen.append(stream.name)
        return real(stream)

    monkeypatch.setattr(store, "_lines", counted)
    assert proved() == proved() == ["a", "b", "c"]
    assert len(seen) == 1


def test_saving_replaces_one_line_and_keeps_what_it_does_not_know(here: Path) -> None:
    here.write_bytes(line("c") + b"hello\n" + line("b", seconds=1) + line("b"))
    store.save(CLAIMS["b"], {**equality(), "id": "mine/b"})
    assert here.read_bytes() == b"hello\n" + line("b") + line("c")
    assert proved() == ["b", "c"]


def test_a_mutant_stands_beside_its_claim(here: Path) -> None:
    mutant = replace(CLAIMS["a"], id="mine/a!strict")
    for one in (mutant, CLAIMS["a"]):
        kept = store.save(one, {**equality(), "id": one.id})
        assert kept.file == here
    assert [one.id for one in proofs_in(here)] == ["mine/a", "mine/a!strict"]
    assert kept.quoted == str(kept)
    assert KeptProof(here, mutant.id).quoted == f"'{FILE}#mine/a!strict'"
    found = store.find(CLAIMS["a"], 2, mutant="strict")
    assert found is not None
    assert found.id == mutant.id


def test_a_claim_of_no_file_has_a_place() -> None:
    for file in (None, Path("<stdin>"), Path("/tmp/ipykernel_1/2.py")):
        kept = store.save(replace(CLAIMS["a"], file=file), {**equality(), "id": "mine/a"})
        assert kept.file == Path("proofs/mine/statements.n2.jsonl")


def saved(names: list[str]) -> None:
    for name in names:
        store.save(declared(name), {**equality(), "id": f"mine/{name}"})


def test_two_runs_that_save_lose_nothing(here: Path) -> None:
    names = [f"x{k}" for k in range(60)]
    runs = [multiprocessing.Process(target=saved, args=(names[k::2],)) for k in range(2)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    assert [run.exitcode for run in runs] == [0, 0]
    assert [one.id for one in proofs_in(here)] == sorted(f"mine/{name}" for name in names)


def test_a_stored_line_that_is_moved_is_no_proof_of_another(here: Path) -> None:
    """Accepted by the record, under the id of another statement: it says itself what it is of."""
    known = catalogue()
    kept = store.find(known["classical/fan-hoffman"], 2, ROOT / "proofs")  # type: ignore[arg-type]
    assert kept is not None
    other = known["classical/kantorovich"]
    assert isinstance(other, Claim)
    place = store.place(other, 2)
    place.parent.mkdir()
    for at, raw in enumerate((kept.raw, kept.raw.replace(b"fan-hoffman", b"kantorovich"))):
        place.write_bytes(raw)
        os.utime(place, ns=(at, at))
        assert proofs_of(other) == []
    assert replayed(f"{place}#classical/kantorovich")[0] == 1


def test_a_single_proof_in_a_file_of_its_own_replays(here: Path) -> None:
    path = here.with_name("a.n2.json")
    path.write_bytes(json.dumps({**equality(), "id": "mine/a"}).encode())
    assert replayed(str(path))[0] == 0
    assert replayed(f"{path}#mine/a")[0] == 2
    assert proved() == []
