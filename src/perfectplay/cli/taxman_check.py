"""The command that checks certificates: files, and folders of chained ones."""

from __future__ import annotations

import re
import shlex
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from perfectplay.cli.base import Command, whole
from perfectplay.cli.completion import complete_file
from perfectplay.cli.output import emit_json, show_progress, shown_path
from perfectplay.core.errors import quote_path
from perfectplay.core.progress import Progress, ProgressCallback

if TYPE_CHECKING:
    from perfectplay.taxman.check import FolderVerdict, Found, Verdict

__all__ = ["check"]

_NO = 1
_BAD_INPUT = 2


@click.command(cls=Command, short_help="Check certificates.", epilog="Example: perfectplay taxman check taxman-20.json")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, shell_complete=complete_file)
@click.option(
    "--jobs",
    type=whole,
    default="1",
    show_default=True,
    metavar="J",
    help="Processes that share the files of a folder.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else on standard output.")
@click.pass_context
def check(ctx: click.Context, *, paths: Sequence[str], jobs: int, as_json: bool) -> None:
    """Check certificates: files (.json, .json.gz), packs of many (.jsonl.xz), or folders of chained ones.

    The checker uses nothing but the rules and whole-number arithmetic.  A folder is checked as one chain, in the order
    of N; so are several files.  Exit status 1 if any proof fails: what can be read and is no certificate, an empty or
    damaged file for one, is not valid; a pipe and what is beyond the checker's limits are not examined.  Exit status 2
    if any file or folder cannot be read, or a folder holds no certificate; the others are checked all the same.
    """
    # Imported on demand, so that the other commands start faster.
    from perfectplay.taxman.check import check_files  # noqa: PLC0415

    files, folders, problems = _readable(paths)
    failed = False
    checked = check_files(files)
    given = {verdict.n for _, verdict in checked}
    for path, word in checked:
        verdict = word if word.cites is None or word.cites in given else _with_advice(path, word)
        failed = failed or not verdict.valid
        if as_json:
            emit_json({"file": str(path)} | asdict(verdict))
        else:
            click.echo(_line(path, verdict))
    for folder in folders:
        valid = _check_folder(folder, jobs, as_json=as_json)
        failed = failed or not valid
    for problem in problems:
        click.echo(f"Error: {problem}", err=True)
    if failed or problems:
        ctx.exit(_BAD_INPUT if problems else _NO)


def _line(path: Path, verdict: Verdict) -> str:
    name = shown_path(path)
    if not verdict.valid:
        grade = "" if verdict.lonely else "NOT valid: " if verdict.examined else "not examined: "
        return f"{name}: {grade}{verdict.reason}"
    if verdict.optimal:
        return f"{name}: valid: {verdict.score} is the best score of {verdict.position}"
    return f"{name}: valid: the best score of {verdict.position} is between {verdict.score} and {verdict.upper}"


def _check_folder(folder: Path, jobs: int, *, as_json: bool) -> bool:
    # Imported on demand, so that the other commands start faster.
    from perfectplay.core.executor import open_executor  # noqa: PLC0415
    from perfectplay.taxman.check import check_folder  # noqa: PLC0415

    began = time.perf_counter()
    with open_executor(jobs) if jobs != 1 else nullcontext() as executor, show_progress() as progress:
        checked = check_folder(folder, _reporting(map if executor is None else executor.map, progress))
    seconds = time.perf_counter() - began
    failures = [(path, verdict) for path, verdict in checked.verdicts if not verdict.valid]
    if as_json:
        emit_json(
            {
                "folder": str(folder),
                "valid": checked.valid,
                "checked": len(checked.verdicts),
                "first": checked.first,
                "last": checked.last,
                "without_hole_up_to": checked.without_hole_up_to,
                "seconds": round(seconds, 3),
                "failures": [
                    {"file": path.name, "reason": verdict.reason, "examined": verdict.examined}
                    for path, verdict in failures
                ],
            }
        )
    else:
        for path, verdict in failures:
            click.echo(_line(path, verdict))
        click.echo(f"{shown_path(folder)}: {_summary(checked, failures)} ({seconds:.1f} s)")
    return checked.valid


def _reporting(
    run: Callable[[Callable[[Path], list[Found]], list[Path]], Iterable[list[Found]]], progress: ProgressCallback
) -> Callable[[Callable[[Path], list[Found]], list[Path]], Iterator[list[Found]]]:
    """Make a ``map`` that says how far it is."""
    began = time.perf_counter()

    def reporting(function: Callable[[Path], list[Found]], files: list[Path]) -> Iterator[list[Found]]:
        for done, found in enumerate(run(function, files), 1):
            progress(Progress("certificates", time.perf_counter() - began, done=done, total=len(files)))
            yield found

    return reporting


def _summary(checked: FolderVerdict, failures: Sequence[tuple[Path, Verdict]]) -> str:
    count = len(checked.verdicts)
    unexamined = sum(not verdict.examined for _, verdict in failures)
    invalid = len(failures) - unexamined
    counts = [f"{invalid} NOT valid"] * (invalid > 0) + [f"{unexamined} not examined"] * (unexamined > 0)
    validity = ", ".join(counts) or "all valid"
    counted = f"{count} certificate{'s' if count > 1 else ''}, {validity}"
    if checked.first is None:
        return f"{counted}; no N is proven optimal"
    upto = checked.without_hole_up_to
    steady = f"every N from {checked.first} to {upto}" if upto != checked.first else f"N = {upto}"
    beyond = f", and others up to {checked.last}" if upto != checked.last else ""
    bounds = sum(verdict.valid and not verdict.optimal for _, verdict in checked.verdicts)
    rest = f"; {bounds} prove{'s' if bounds == 1 else ''} a bound only" if bounds else ""
    return f"{counted}; {steady} is proven optimal{beyond}{rest}"


def _readable(names: Iterable[str]) -> tuple[list[Path], list[Path], list[str]]:
    """List the files and the folders to check, and what is wrong with the others.

    Whether they can be read is better known before the first has been checked for an hour.
    """
    # Imported on demand, so that the other commands start faster.
    from perfectplay.taxman.check import list_certificates  # noqa: PLC0415

    files: list[Path] = []
    folders: list[Path] = []
    problems: list[str] = []
    for name in names:
        path = Path(name)
        is_folder = path.is_dir()
        try:
            found = list_certificates(path) if is_folder else [path]
            for file in found:
                # Opening a pipe might take for ever; the checker has a word on pipes and devices.
                kind = file.stat().st_mode
                if stat.S_ISREG(kind) or stat.S_ISDIR(kind):
                    with file.open("rb") as stream:
                        stream.read(1)
        except OSError as error:
            place = quote_path(error.filename or name)
            problems.append(f"cannot read {place}: {error.strerror or error}; give certificates or folders of them")
            continue
        if not found:
            ends = "their names end in .json, .json.gz or .jsonl.xz"
            problems.append(f"the folder {quote_path(name)} holds no certificate; {ends}")
        elif is_folder:
            folders.append(path)
        else:
            files.append(path)
    return files, folders, problems


def _with_advice(path: Path, verdict: Verdict) -> Verdict:
    """Point from a link of a chain to the folder that holds the whole chain, or to what is missing."""
    beside = (re.findall("[0-9]+", file.name) for file in path.parent.glob("*.json*"))
    if any(str(verdict.cites) == digits.lstrip("0") for numbers in beside for digits in numbers):
        folder = shlex.quote(str(path.parent)) if str(path.parent).isprintable() else quote_path(path.parent)
        advice = f"check the whole folder with perfectplay taxman check {folder}"
    else:
        advice = f"give the certificate for N = {verdict.cites} too, or the folder that holds the whole chain"
    return replace(verdict, reason=f"{verdict.reason}; {advice}")
