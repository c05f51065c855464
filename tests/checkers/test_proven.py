"""Test that the checker proven in Rocq assumes nothing, and gives the same verdicts as the other checkers.

`tests.checkers.test_taxman_check_c` compares all three checkers on many mutants.
"""

import ast
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from perfectplay.taxman.records import load_records
from tests.checkers.programs import FLATTEN, ROCQ, ROOT, examined, lacking, make, proven_words

SUITE = ROOT / "tests" / "conformance"
VERDICTS = json.loads((SUITE / "verdicts.json").read_text(encoding="utf-8"))
pytestmark = pytest.mark.full


def needs(*programs: str) -> None:
    if missing := lacking(*programs):
        pytest.skip(f"no {missing} found; install Debian's coq, ocaml-nox and cadical to run these tests")


@pytest.fixture(scope="module")
def folder() -> Path:
    """Build the proof and return the root folder; the makefile tests which axioms the proof assumes."""
    needs(*ROCQ)
    make("all")
    return ROOT


def test_nothing_is_assumed(folder: Path) -> None:
    assumptions = (folder / "build" / "formal" / "assumptions.txt").read_text(encoding="utf-8").splitlines()
    assert set(assumptions) == {"Closed under the global context"}
    assert len(assumptions) > 10


ACCEPTED = ROOT / "formal" / "accepted.txt"
"""The digest of the sources and packs with which the last full run accepted every shipped certificate."""
FIRST = 10
"""Number of packs to check if nothing has changed since that run: N up to 1000, in 5 s instead of 180 s of CPU time."""


def code(file: Path) -> bytes:
    """Return a source file without comments, docstrings and line breaks, or a pack unchanged."""
    if file.suffix == ".xz":
        return file.read_bytes()
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                node.value.value = None
        return ast.dump(tree).encode()
    # Remove the innermost of nested comments first.
    comment = r"\(\*((?!\(\*|\*\)).)*\*\)" if file.suffix else r"(?m:^#[^\n]*)"
    while (shorter := re.sub(comment, "", text, flags=re.DOTALL)) != text:
        text = shorter
    return " ".join(text.split()).encode()


def digest(packs: list[Path]) -> str:
    """Return the digest of everything in the repository that the verdicts depend on."""
    formal = ROOT / "formal"
    programs = [formal / "flatten.py", formal / "claims.py", *(formal / "checker").glob("*.ml")]
    whole = sha256()
    for file in sorted([formal / "Makefile", *formal.glob("*.v"), *programs, *packs], key=lambda file: file.name):
        whole.update(f"{file.name} {sha256(code(file)).hexdigest()}\n".encode())
    return whole.hexdigest()


def test_every_shipped_certificate(folder: Path) -> None:
    """Check all certificates if something has changed since the last full run, otherwise the first thousand."""
    shipped_rows = json.loads((folder / "certificates" / "manifest.json").read_text(encoding="utf-8"))["certificates"]
    packs = sorted((folder / "certificates").glob("taxman-*.jsonl.xz"))
    unchanged = ACCEPTED.read_text(encoding="utf-8").strip() == digest(packs)
    chosen, count = (packs[:FIRST], 1000) if unchanged else (packs, len(shipped_rows))
    said = make("check", f"PACKS={' '.join(f'../certificates/{pack.name}' for pack in chosen)}").splitlines()
    assert said[-2:] == [f"{count} certificates, all valid", f"{count} certificates, each accepted for its own claim"]
    assert unchanged, f"all are accepted: write {digest(packs)} into {ACCEPTED}"


def test_the_page_of_a_proof_tells_how_far_the_kernel_checks() -> None:
    page = (ROOT / "web-ui" / "src" / "pages" / "taxman" / "proof.tsx").read_text(encoding="utf-8")
    makefile = (ROOT / "formal" / "Makefile").read_text(encoding="utf-8")
    assert re.findall(r"IN_KERNEL = (\d+);", page) == re.findall(r"^LAST \?= (\d+)$", makefile, re.MULTILINE) == ["600"]


def test_what_is_accepted_is_what_is_claimed(folder: Path, tmp_path: Path) -> None:
    """Test that `claims.py` detects a lying converter when it compares the accepted statements with the pack."""
    pack = folder / "certificates" / "taxman-0001-0100.jsonl.xz"
    program, claims = folder / "build" / "taxman-proven", folder / "formal" / "claims.py"
    lines = list(FLATTEN.lines(str(pack)))
    flat = [FLATTEN.flatten(line) for line in lines]
    # Falsify the certificate of 12 (bound 51 instead of 50), swap, omit or repeat a line, or omit all lines.
    less = flat[11].replace("12 50 50", "12 50 51")
    for forged in (
        [*flat[:11], less, *flat[12:]],
        [flat[1], flat[0], *flat[2:]],
        [*flat[:50], *flat[51:]],
        [*flat, flat[0]],
        [],
    ):
        said = piped("".join(f"{line}\n" for line in forged), program, "--lines")
        compared = piped(said.stdout, sys.executable, claims, pack)
        assert (compared.returncode, "of them not" in compared.stdout) == (1, True), compared.stdout


def piped(text: str, *command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


WAYS_TO_ASSUME = (
    "Axiom magic : False.",
    "Axioms (magic : False).",
    "Parameter magic : False.",
    "Conjecture magic : False.",
    "Hypothesis magic : False.",
    "Hypotheses (magic : False).",
    "Variable magic : False.",
    "Context (magic : False).",
    "Lemma magic : False. Admitted.",
    "Lemma magic : False. Proof. admit. Admitted.",
    "Lemma magic : False. Proof. give_up. Admitted.",
    "Unset Guard Checking. Fixpoint magic (n : nat) : False := magic n.",
    "Unset Universe Checking.",
    "Unset Positivity Checking.",
    "Declare Module Magic : Type.",
    "Primitive magic := #int63_add.",
    "#[bypass_check(guard)] Fixpoint magic (n : nat) : False := magic n.",
)


def ways_that_pass(proof: Path, scratch: Path) -> list[str]:
    """Add ways to assume an axiom to a copy of the proof; return the ways that the test for forbidden words misses."""
    formal = shutil.copytree(proof, scratch / "formal", dirs_exist_ok=True)
    found = []
    for place, way in enumerate(["", *WAYS_TO_ASSUME]):
        file = formal / ("Game.v", "Bounds.v", "Checker.v", "Assumptions.v")[place % 4]
        text = file.read_text()
        file.write_text(f"{text}\n{way}\n")
        command = ["make", "--no-print-directory", "-C", str(formal), "../build/formal/words.txt"]
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            found.append(way)
            (scratch / "build" / "formal" / "words.txt").unlink()
        file.write_text(text)
    return found


def test_no_way_to_assume_passes_the_build(folder: Path, tmp_path: Path) -> None:
    """Test that forbidden words are refused in each file, and that Rocq's final report shows other assumptions."""
    assert ways_that_pass(folder / "formal", tmp_path / "words") == [""]
    # Keep file times, so that make rebuilds only the files changed below.
    formal, built = shutil.copytree(folder / "formal", tmp_path / "formal"), tmp_path / "build" / "formal"
    (tmp_path / "certificates").symlink_to(folder / "certificates")
    command = ["make", "--no-print-directory", "-C", str(formal)]
    shutil.copytree(folder / "build" / "formal", built, dirs_exist_ok=True)
    # Check only the certificates up to 60 inside the kernel, because the usual 600 take minutes.
    (built / "Every.v").unlink(missing_ok=True)
    done = subprocess.run([*command, "kernel", "LAST=60", "PARTS=31 1"], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-2] == "Closed under the global context", done.stderr
    main = (formal / "Main.v").read_text()
    proof = "exact (verdicts_sound cs Empty nothing_known)"
    classical = main.replace(proof, f"destruct (Coq.Logic.Classical_Prop.classic True); {proof}")
    classical = classical.replace("Import ZArith List.", "Import ZArith List Classical.")
    weaker = main.replace("<= upper (snd c)))\n  cs", "<= upper (snd c) + 1))\n  cs")
    weaker = weaker.replace(f"Proof. {proof}. Qed.", WEAKER)
    weaker = weaker.replace("Import ZArith List.", "Import ZArith List Lia.")
    assert weaker.count("+ 1") == 1
    for text, why in ((classical, "classic : forall P"), (weaker, 'The term "accepted_claims_are_true" has type')):
        (formal / "Main.v").write_text(text)
        done = subprocess.run(
            [*command, "../build/formal/assumptions.txt"], capture_output=True, text=True, check=False
        )
        assert done.returncode != 0
        assert why in done.stdout + done.stderr


WEAKER = """Proof.
  assert (H := verdicts_sound cs Empty nothing_known). revert H. generalize (verdicts Empty cs).
  intros vs H. induction H as [|c v l l' H _ IH]; constructor; [|exact IH].
  intros Hv. destruct (H Hv) as (Hpot & Hreached & Hmost). split; [exact Hpot|]. split; [exact Hreached|].
  intros ps Hp. specialize (Hmost ps Hp). lia.
Qed."""


def test_a_line_that_is_refused_is_not_valid_and_one_that_is_left_is_not_examined(folder: Path) -> None:
    lines = "1 0 0 0 0 0 0 1 1 0 0\nrefused: no\nunexamined: too large\n1 0\0 0\n\n99999999999999999999\n"
    said = piped(lines, folder / "build" / "taxman-proven", "--lines").stdout
    words = [line.split(": ")[1] for line in said.splitlines()[:-1]]
    assert words == ["valid", "NOT valid", "not examined", "NOT valid", "NOT valid", "not examined"]


def test_the_conformance_suite(folder: Path) -> None:
    """Test that certificates beyond this checker's limits are not examined, and all others get the expected verdict."""
    names = {name for name in VERDICTS if name.startswith("taxman/") and name.endswith(".json")}
    files = {name: list(FLATTEN.lines(str(SUITE / name))) for name in names}
    single = {name: lines[0] for name, lines in files.items() if len(lines) == 1}
    words = proven_words([*single.values()], "0")
    for (name, text), word in zip(single.items(), words, strict=True):
        assert (word == "valid") == (VERDICTS[name]["valid"] and examined(text)), (name, word)
    elsewhere = re.compile(rb'"taxman:(pot\.|\d+(~end)?/)')  # other pots and games in progress: examined, too
    said = Counter(word for text, word in zip(single.values(), words, strict=True) if elsewhere.search(text))
    assert (said["valid"], said["NOT valid"], len(said)) == (8, 19, 2)
    valid = [text for text, word in zip(single.values(), words, strict=True) if word == "valid"]
    assert len(valid) > 20
    assert sum(b'"kind":"dual"' in text for text in valid) == 7
    packs = names - single.keys()
    assert len(packs) > 3
    for name in packs:
        assert (set(proven_words(files[name])) == {"valid"}) == VERDICTS[name]["valid"], name


def test_scores_from_the_rules_alone(tmp_path: Path) -> None:
    needs("cadical", "cc", "make")
    found = re.findall(r"^N = (\d+): best score (\d+);", make("scores"), re.MULTILINE)
    assert [(int(n), int(s)) for n, s in found] == [(n, load_records()[n].score) for n in range(2, 41)]
    sat = ROOT / "formal" / "sat"
    # A reachable score has no proof that it is unreachable, and a truncated proof proves nothing.
    problem, proof = tmp_path / "game.cnf", tmp_path / "game.drat"
    for n, goal, text in (
        (12, 50, "0\n"),
        (12, 51, ""),
        (12, 51, "4294967298 0\n"),
        (12, 51, "99999999999999999999 0\n"),
    ):
        with problem.open("w") as cnf:
            subprocess.run([sys.executable, sat / "game.py", str(n), str(goal)], stdout=cnf, check=True)
        proof.write_text(text)
        checked = subprocess.run([ROOT / "build" / "rup", problem, proof], capture_output=True, text=True, check=False)
        assert (checked.returncode, checked.stdout[:12]) == (1, "NOT verified")
