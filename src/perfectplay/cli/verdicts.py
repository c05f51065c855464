"""What ``perfectplay check`` tells of certificates."""

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

from perfectplay.cli.base import refuse
from perfectplay.cli.output import displayed_path, emit_json, show_progress
from perfectplay.core.errors import quote_path
from perfectplay.core.progress import Progress, ProgressCallback
from perfectplay.core.proof.certificates import (
    ENDS,
    Checked,
    FolderChecked,
    Report,
    check_files,
    check_folder,
    expected,
    list_certificates,
    summary,
    told,
)

_NO = 1
_BAD_INPUT = 2


def tell(
    paths: Sequence[str],
    expect: tuple[int, int] | None,
    manifest: str | None,
    jobs: int,
    *,
    as_json: bool,
) -> int:
    """Check certificates and print the verdicts; the parameters are those of the command.

    Returns
    -------
    int
        The exit status.
    """
    files, folders, problems = _readable(paths)
    if manifest is not None and len(folders) != 1:
        refuse("--manifest is about one folder; give one")
    shell = _Shell(jobs, as_json=as_json)
    reports = [shell.files(files)] if files else []
    reports += [shell.folder(folder, None if manifest is None else Path(manifest)) for folder in folders]
    valid = all(report.valid for report in reports)
    if expect is not None and reports:
        everything = Report(tuple(one for report in reports for one in report.checked))
        valid = shell.expected(everything, *expect) and valid
    for problem in problems:
        click.echo(f"Error: {problem}", err=True)
    return _BAD_INPUT if problems else 0 if valid else _NO


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """Whether the N that were expected are proven optimal.

    Attributes
    ----------
    expect
        The range.
    valid
        Whether every one is.
    reason
        Which are not; empty if all are.
    """

    expect: str
    valid: bool
    reason: str


class _Shell:
    """Checks and prints."""

    def __init__(self, jobs: int, *, as_json: bool) -> None:
        self.jobs = jobs
        self.as_json = as_json

    def files(self, files: list[Path]) -> Report:
        """Check files."""
        report = check_files(files)
        given = {getattr(one.verdict, "n", None) for one in report.checked}
        for one in report.checked:
            cites = getattr(one.verdict, "cites", None)
            advice = "" if cites is None or cites in given else f"; {_advice(one.path, cites)}"
            if self.as_json:
                known = one.to_dict()
                emit_json(known | {"reason": known["reason"] + advice})
            else:
                click.echo(f"{_line(one)}{advice}")
        return report

    def folder(self, folder: Path, manifest: Path | None) -> Report:
        """Check a folder."""
        from perfectplay.core.running.executor import open_executor

        with open_executor(self.jobs) if self.jobs != 1 else nullcontext() as executor, show_progress() as progress:
            run = _reporting(map if executor is None else executor.map, progress)
            report = check_folder(folder, run, manifest)
        if self.as_json:
            emit_json(FolderChecked.of(report))
        else:
            for one in report.failures:
                click.echo(_line(one))
            if manifest is not None and report.valid:
                head = json.loads(manifest.read_bytes())["head"]
                click.echo(
                    f"{displayed_path(folder)}: all that {displayed_path(manifest)} names, and no more; head {head}"
                )
            click.echo(f"{displayed_path(folder)}: {summary(report)} ({report.seconds:.1f} s)")
        return report

    def expected(self, report: Report, first: int, last: int) -> bool:
        """Compare with the N that should be proven optimal."""
        lacking = expected(report, first, last)
        if self.as_json:
            emit_json(Expectation(expect=f"{first}-{last}", valid=not lacking, reason=lacking))
        elif lacking:
            click.echo(f"expected N = {first}-{last}: NOT proven: {lacking}")
        else:
            click.echo(f"expected N = {first}-{last}: every one is proven optimal")
        return not lacking


def _line(one: Checked) -> str:
    return f"{displayed_path(one.path)}: {told(one)}"


def _reporting(
    run: Callable[[Callable[[Path], Any], list[Path]], Iterable[Any]], progress: ProgressCallback
) -> Callable[[Callable[[Path], Any], list[Path]], Iterator[Any]]:
    """Make a ``map`` that says how far it is."""
    began = time.perf_counter()

    def reporting(function: Callable[[Path], Any], files: list[Path]) -> Iterator[Any]:
        for done, found in enumerate(run(function, files), 1):
            progress(Progress("certificates", time.perf_counter() - began, done=done, total=len(files)))
            yield found

    return reporting


def _readable(names: Iterable[str]) -> tuple[list[Path], list[Path], list[str]]:
    """List the files and the folders to check, and what is wrong with the others.

    Whether they can be read is better known before the first has been checked for an hour.
    """
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
            ends = f"their names end in {', '.join(ENDS[:-1])} or {ENDS[-1]}"
            problems.append(f"the folder {quote_path(name)} holds no certificate; {ends}")
        elif is_folder:
            folders.append(path)
        else:
            files.append(path)
    return files, folders, problems


def _advice(path: Path, cites: int) -> str:
    """Point from a link of a chain to the folder that holds the whole chain, or to what is missing."""
    beside = (re.findall("[0-9]+", file.name) for file in path.parent.glob("*.json*"))
    if any(str(cites) == digits.lstrip("0") for numbers in beside for digits in numbers):
        folder = shlex.quote(str(path.parent)) if str(path.parent).isprintable() else quote_path(path.parent)
        return f"check the whole folder with perfectplay check {folder}"
    return f"give the certificate for N = {cites} too, or the folder that holds the whole chain"
