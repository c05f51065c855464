"""``perfectplay check``: check certificates of any game, from single files, packs and folders."""

from __future__ import annotations

import json
import re
import shlex
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from perfectplay.cli.base import Command, jobs_option, refuse
from perfectplay.cli.completion import complete_file
from perfectplay.cli.output import displayed_path, emit_json, file_option, json_option, show_progress
from perfectplay.core.errors import quote, quote_path
from perfectplay.core.progress import Progress, ProgressCallback
from perfectplay.core.proof.certificates import (
    ENDS,
    CheckedCertificate,
    FolderReport,
    Report,
    check_files,
    check_folder,
    list_certificates,
    summary,
    unproven,
    verdict_line,
)

_NO = 1
_BAD_INPUT = 2
_RANGE = re.compile("([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?")


def _numbers(_context: click.Context, _option: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Parse a range of N, such as ``1-2000``, or a single N."""
    if text is None:
        return None
    match = _RANGE.fullmatch(text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if last < first:
        raise click.BadParameter(f"{quote(text)} is not a range of N; give it as in 1-2000")
    return first, last


@click.command(
    "check",
    cls=Command,
    short_help="Check certificates of any game.",
    epilog="Example: perfectplay check certificates --expect 1-1000",
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, shell_complete=complete_file)
@click.option(
    "--expect",
    metavar="A-B",
    callback=_numbers,
    help="Fail unless the score of every N from A to B is proven optimal, and name the others.",
)
@file_option("--manifest", text="Fail unless the folder holds what this manifest says, no more and no less.")
@jobs_option("Processes that share the files of a folder.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    paths: Sequence[str],
    expect: tuple[int, int] | None,
    manifest: str | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Check certificates: files (.json, .json.gz, .json.xz), packs of many (.jsonl.xz), or folders of them.

    Each game has its own checker, which shares no code with its solver and uses only the rules and exact arithmetic.  A
    folder is checked as one chain, in the order of N; so are several files.  Exit status 1 if any proof fails: a
    readable file that is not a certificate, such as an empty or damaged one, is not valid; a pipe, and a file beyond
    the checker's limits, are not examined.  Exit status 2 if any file or folder cannot be read, or a folder holds
    no certificate; the others are still checked.
    """
    status = _tell(paths, expect, manifest, jobs, as_json=as_json)
    if status:
        ctx.exit(status)


def _tell(
    paths: Sequence[str],
    expect: tuple[int, int] | None,
    manifest: str | None,
    jobs: int,
    *,
    as_json: bool,
) -> int:
    """Check certificates and print the verdicts; return the exit status."""
    files, folders, problems = _readable(paths)
    if manifest is not None and len(folders) != 1:
        refuse("--manifest is about one folder; give one")
    shell = _Shell(jobs, as_json=as_json)
    reports = [shell.files(files)] if files else []
    reports += [shell.folder(folder, None if manifest is None else Path(manifest)) for folder in folders]
    valid = all(report.valid for report in reports)
    if expect is not None and reports:
        everything = Report(tuple(check for report in reports for check in report.checked))
        valid = shell.expected(everything, *expect) and valid
    for problem in problems:
        click.echo(f"Error: {problem}", err=True)
    return _BAD_INPUT if problems else 0 if valid else _NO


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """The answer to ``--expect``, which says whether every N of a range is proven optimal and, if not, why."""

    expect: str
    valid: bool
    reason: str


class _Shell:
    """A checker of files and folders that prints the verdicts."""

    def __init__(self, jobs: int, *, as_json: bool) -> None:
        self.jobs = jobs
        self.as_json = as_json

    def files(self, files: list[Path]) -> Report:
        """Check files, and print the verdict on each."""
        report = check_files(files)
        given = {getattr(check.verdict, "n", None) for check in report.checked}
        for certificate in report.checked:
            cites = getattr(certificate.verdict, "cites", None)
            advice = "" if cites is None or cites in given else f"; {_advice(certificate.path, cites)}"
            if self.as_json:
                known = certificate.to_dict()
                emit_json(known | {"reason": known["reason"] + advice})
            else:
                click.echo(f"{_line(certificate)}{advice}")
        return report

    def folder(self, folder: Path, manifest: Path | None) -> Report:
        """Check a folder, and print its failures and a summary."""
        from perfectplay.core.running.executor import open_executor

        with open_executor(self.jobs) if self.jobs != 1 else nullcontext() as executor, show_progress() as progress:
            run = _reporting(map if executor is None else executor.map, progress)
            report = check_folder(folder, run, manifest)
        if self.as_json:
            emit_json(FolderReport.of(report))
        else:
            for failure in report.failures:
                click.echo(_line(failure))
            if manifest is not None and report.valid:
                head = json.loads(manifest.read_bytes())["head"]
                click.echo(
                    f"{displayed_path(folder)}: all that {displayed_path(manifest)} names, and no more; head {head}"
                )
            click.echo(f"{displayed_path(folder)}: {summary(report)} ({report.seconds:.1f} s)")
        return report

    def expected(self, report: Report, first: int, last: int) -> bool:
        """Return whether every N of the range given by ``--expect`` is proven, and print the result."""
        lacking = unproven(report, first, last)
        if self.as_json:
            emit_json(Expectation(expect=f"{first}-{last}", valid=not lacking, reason=lacking))
        elif lacking:
            click.echo(f"expected N = {first}-{last}: NOT proven: {lacking}")
        else:
            click.echo(f"expected N = {first}-{last}: every one is proven optimal")
        return not lacking


def _line(check: CheckedCertificate) -> str:
    return f"{displayed_path(check.path)}: {verdict_line(check)}"


def _reporting(
    run: Callable[[Callable[[Path], Any], list[Path]], Iterable[Any]], progress: ProgressCallback
) -> Callable[[Callable[[Path], Any], list[Path]], Iterator[Any]]:
    """Wrap a ``map`` function to report its progress."""
    began = time.perf_counter()

    def reporting(function: Callable[[Path], Any], files: list[Path]) -> Iterator[Any]:
        for done, report in enumerate(run(function, files), 1):
            progress(Progress("certificates", time.perf_counter() - began, done=done, total=len(files)))
            yield report

    return reporting


def _readable(names: Iterable[str]) -> tuple[list[Path], list[Path], list[str]]:
    """Return the files to check, the folders to check, and an error for each path that cannot be checked.

    Report unreadable files first, because checking the others may take an hour.
    """
    files: list[Path] = []
    folders: list[Path] = []
    problems: list[str] = []
    for name in names:
        if not name:
            problems.append("'' is not a file; give certificates or folders of them")
            continue
        path = Path(name)
        is_folder = path.is_dir()
        try:
            listed = list_certificates(path) if is_folder else [path]
            for file in listed:
                # Avoid opening a pipe, which may block forever; the checker refuses pipes and devices.
                kind = file.stat().st_mode
                if stat.S_ISREG(kind) or stat.S_ISDIR(kind):
                    with file.open("rb") as stream:
                        stream.read(1)
        except OSError as error:
            file_name = quote_path(error.filename or name)
            problems.append(f"cannot read {file_name}: {error.strerror or error}; give certificates or folders of them")
            continue
        if not listed:
            ends = f"their names end in {', '.join(ENDS[:-1])} or {ENDS[-1]}"
            problems.append(f"the folder {quote_path(name)} holds no certificate; {ends}")
        elif is_folder:
            folders.append(path)
        else:
            files.append(path)
    return files, folders, problems


def _advice(path: Path, cites: int) -> str:
    """Return advice for a single link of a chain: check the whole folder, or add the missing certificate."""
    beside = (re.findall("[0-9]+", file.name) for file in path.parent.glob("*.json*"))
    if any(str(cites) == digits.lstrip("0") for numbers in beside for digits in numbers):
        folder = shlex.quote(str(path.parent)) if str(path.parent).isprintable() else quote_path(path.parent)
        return f"check the whole folder with perfectplay check {folder}"
    return f"give the certificate for N = {cites} too, or the folder that holds the whole chain"
