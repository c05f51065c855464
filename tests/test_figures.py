"""Compare figures and outputs in the documentation, if no snippet produces them, with their sources."""

from __future__ import annotations

import doctest
import json
import lzma
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from perfectplay.cli.main import main
from perfectplay.taxman.records import load_bounded, load_records
from tests.checkers.programs import compiled

ROOT = Path(__file__).parents[1]
MEGABYTE = 1_000_000


def page(name: str) -> str:
    """Return the text of a page as a single line."""
    return " ".join((ROOT / name).read_text(encoding="utf-8").split())


def test_the_leaves_of_proofs_are_those_of_the_table() -> None:
    leaves, table_end = load_records().leaves(), load_records().largest_without_hole
    most = max(leaves[n] for n in range(1, table_end + 1))
    assert f"Some proofs have one leaf, the largest has {most}." in page("docs/questions.md")
    text = page("docs/solver.md")
    assert f"The one that is shipped has {leaves[2000]} leaves." in text
    rows = re.findall(r"\| (\d+) to (\d+) \| (\d+) \| ([\d.]+) \|", text.replace("{{table_end}}", str(table_end)))
    assert [int(start) for start, *_ in rows] == [1, *(int(end) + 1 for _, end, *_ in rows[:-1])]
    for start, end, largest, mean in rows:
        trees = [leaves[n] for n in range(int(start), int(end) + 1) if leaves[n]]
        assert (largest, mean) == (str(max(trees)), f"{sum(trees) / len(trees):.1f}")


FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
ENDS = {
    "README.md": "read where Sphinx fills nothing in; the next test compares it",
    "docs/certificates.md": "sizes of files that were measured together",
}
"""Map pages that may have the end of the table as a number outside snippets to the reason; snippets are run anyway."""


def test_the_end_of_the_table_is_filled_in_by_sphinx() -> None:
    end = load_records().largest_without_hole
    number = re.compile(rf"\b(?:{end}|{end:,}|{end + 1}|{end + 1:,})\b")
    pages = [ROOT / "README.md", *(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts)]
    named = {
        path.relative_to(ROOT).as_posix() for path in pages if number.search(FENCE.sub("", path.read_text("utf-8")))
    }
    assert named == ENDS.keys()


def test_the_readme_knows_where_the_table_and_the_list_end() -> None:
    end, last = load_records().largest_without_hole, max(load_bounded())
    text = page("README.md")
    assert f"for every N from 1 to {end}," in text
    assert f"| N = {end + 1} to {last}, a bound for each |" in text
    assert f"games and proven bounds continues to {last}." in text


@pytest.mark.full
def test_the_largest_certificate_is_the_one_that_the_format_names() -> None:
    largest = 0
    for pack in (ROOT / "certificates").glob("taxman-*.jsonl.xz"):
        with lzma.open(pack) as lines:
            largest = max(largest, *(len(line) - 1 for line in lines))
    told = f"The largest certificate for N ≤ 3000 has {largest / MEGABYTE:.1f} MB."
    assert told in page("docs/certificate-format.md")


@pytest.mark.full
def test_certificates_are_as_large_as_the_readme_says(tmp_path: Path) -> None:
    """Compare sizes with a tolerance, because searches depend on the version of the linear solver, and scores."""
    text = page("README.md")
    folder = tmp_path / "many"
    assert CliRunner().invoke(main, ["taxman", "range", "1", "300", "--certificates", str(folder)]).exit_code == 0
    sizes = {
        r"\| every N from 1 to 300 \|.*?(\d+) kB in 300 files": sum(path.stat().st_size for path in folder.iterdir())
    }
    for n, score in ((500, 78934), (800, 201990), (1000, 315426)):
        path = tmp_path / f"{n}.json"
        asked = ["taxman", "solve", str(n), "--no-records", "--certificate", str(path)]
        assert CliRunner().invoke(main, asked).exit_code == 0
        assert json.loads(path.read_bytes())["claim"] == {"score": score, "upper": score}
        sizes[rf"\| N = {n} \|.*?(\d+) kB"] = path.stat().st_size
    for pattern, size in sizes.items():
        told = re.search(pattern, text)
        assert told is not None, pattern
        assert abs(int(told[1]) - size / 1000) < 0.6 + size / 10_000, (told[0], size)


@pytest.mark.full
def test_the_checkers_in_c_say_what_the_pages_show(tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    (tmp_path / "certificates").symlink_to(ROOT / "certificates")
    for game in ("taxman", "pursuit"):
        compiled(game, tmp_path / "build", "-O2")
    proofs = {"100.json": "taxman solve 100", "hit.json": "pursuit solve 3 6 9 10 50 100 --target 951"}
    for proof, question in proofs.items():
        words = [*question.split(), "--certificate", str(tmp_path / proof)]
        assert CliRunner().invoke(main, words).exit_code == 0

    @cache
    def output(command: str) -> str:
        return subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False).stdout  # noqa: S602  # the command is on the page

    for name in ("checkers/README.md", "docs/certificates.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        block = re.search(r"(?s)<!-- skip: it needs a C compiler[^\n]*\n```console\n\$ make checkers\n(.*?)```", text)
        assert block is not None, name
        for command, wanted in re.findall(r"\$ ([^\n]*)\n([^$]*)", block[1]):
            # `tests.checkers.test_taxman_check_c` runs the command that checks every certificate of Taxman.
            if not command.startswith("xzcat certificates/taxman"):
                assert doctest.OutputChecker().check_output(wanted, output(command), doctest.ELLIPSIS), output(command)
