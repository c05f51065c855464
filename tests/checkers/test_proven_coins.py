"""Test the verdicts of the coins checker that is proven in Rocq, and the statements that it accepts."""

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from perfectplay.coins.proof import check
from tests.checkers.programs import ROCQ, ROOT, lacking, loaded, make
from tests.coins.mutants import certificates, mutant
from tests.coins.test_check import VERDICTS, content
from tests.conformance.coins.make import FOLDER

COINS = loaded("coins")
pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def program() -> Path:
    if missing := lacking(*ROCQ):
        pytest.skip(f"no {missing} found; install Debian's coq and ocaml-nox to run these tests")
    make("all")
    return ROOT / "build" / "coins-proven"


def accepted(program: Path, texts: Sequence[bytes]) -> list[bool]:
    """Return whether the proven checker accepts each certificate; check that its answer names position and claim."""
    lines = [COINS.flatten(text) for text in texts]
    typed = "".join(f"{line}\n" for line in lines)
    *said, _ = subprocess.run(program, input=typed, capture_output=True, text=True, check=False).stdout.splitlines()
    assert len(said) == len(texts)
    words = [line.split(": ") for line in said]
    for text, (_, word, *told) in zip(texts, words, strict=True):
        assert word != "valid" or told == [" ".join(COINS.head(json.loads(text)))], (text, told)
    return [word == "valid" for _, word, *_ in words]


def test_the_conformance_suite(program: Path) -> None:
    said = accepted(program, [content(FOLDER / name) for name in VERDICTS])
    assert dict(zip(VERDICTS, said, strict=True)) == {name: verdict["valid"] for name, verdict in VERDICTS.items()}
    assert said.count(True) > 20


def test_changed_certificates(program: Path) -> None:
    random = Random(2027)
    pool = certificates(random, 300)
    all_of_them = [*pool, *(mutant(random, pool) for _ in range(10_000))]
    texts = [json.dumps(certificate).encode() for certificate in all_of_them]
    found: Counter[str] = Counter()
    for certificate, text, said in zip(all_of_them, texts, accepted(program, texts), strict=True):
        assert said == check.check_bytes(text).valid, certificate
        found[certificate["proof"]["kind"] if said else "refused"] += 1
    assert found["refused"] > 9_000
    assert set(found) == {"refused", "fusion", "sum", "circle", "search"}


def test_lines_that_say_less_or_more(program: Path) -> None:
    """Test a valid line (one coin, no claim about best moves), and lines with an extra, wrong or missing part."""
    good = "1 row 1 5 0 5 none none fusion 2 . ."
    lines = (
        "",
        f"{good} .",
        good.replace("1 5", "1 -"),
        good.replace("1 5", "2 5"),
        good[:-2],
        "unexamined: too large",
    )
    said = subprocess.run(program, input="\n".join((good, *lines)), capture_output=True, text=True, check=False).stdout
    assert [line.split(": ")[1] for line in said.splitlines()[:-1]] == ["valid", *["NOT valid"] * 5, "not examined"]


def test_a_weaker_statement_is_refused(program: Path, tmp_path: Path) -> None:
    """Test that CoinsAssumptions.v compiles with the statements of CoinsMain.v, but not with a weaker one."""
    for file in (program.parent / "formal").glob("Coins*.v*"):
        shutil.copy2(file, tmp_path)
    main = (tmp_path / "CoinsMain.v").read_text(encoding="utf-8")
    weaker = main.replace("is_best = true <-> fst m", "is_best = true -> fst m")
    weaker = weaker.replace("Proof. apply check_sound. Qed.", WEAKER)
    assert weaker.count("is_best = true ->") == 1
    for text, good in ((main, True), (weaker, False)):
        (tmp_path / "CoinsMain.v").write_text(text, encoding="utf-8")
        for name in ("CoinsMain", "CoinsAssumptions"):
            command = [shutil.which("coqc") or "coqc", "-q", "-Q", ".", "Taxman", f"{name}.v"]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
            assert name != "CoinsMain" or done.returncode == 0, done.stderr
        assert (done.returncode == 0) == good
        assert good or 'The term "accepted_coins_are_true" has type' in done.stderr


WEAKER = """Proof.
  intros Hc. destruct (check_sound c Hc) as (t & Hplay & Hmargin & Hbest & Hcost). exists t.
  repeat (split; [assumption|]). split; [|assumption]. intros best E. specialize (Hbest best E).
  revert Hbest. clear E. generalize (moves t). intros ms Hbest. induction Hbest; constructor; tauto.
Qed."""
