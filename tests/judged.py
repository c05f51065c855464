"""Run the checkers on certificates that tests build as objects, and on files; two commands must agree on each file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from perfectplay.coins.proof import check as coins
from perfectplay.core.proof.certificates import Refusal, Report, Run, check_files, check_folder
from perfectplay.pursuit.proof import check as pursuit
from perfectplay.taxman.proof import check as taxman

Words = list[tuple[Path, Any]]


def text_of(certificate: object) -> bytes:
    return json.dumps(certificate, separators=(",", ":")).encode()


def check_taxman(
    certificate: Any, known: dict[int, int | None] | None = None, watch: Callable[[int, int, int], None] | None = None
) -> taxman.Verdict:
    return taxman.check_bytes(text_of(certificate), known, watch)


def check_coins(certificate: object) -> coins.Verdict:
    return coins.check_bytes(text_of(certificate))


def check_pursuit(certificate: object) -> pursuit.Verdict:
    return pursuit.check_bytes(text_of(certificate))


def words(*files: Path, game: str = "taxman") -> Words:
    """Return the verdicts of a game's own checker on files, and check that the command for all games agrees."""
    program: Any = {"taxman": taxman, "coins": coins, "pursuit": pursuit}[game]
    found = (
        program._check_files(list(files)) if game == "taxman" else [(one, program._check_file(one)) for one in files]
    )
    report = check_files(files)
    if all(one.game == game for one in report.checked):
        agree(found, report)
    return list(found)


def word(file: Path, game: str = "taxman") -> Any:
    ((_, verdict),) = words(file, game=game)
    return verdict


def words_of_folder(folder: Path, run: Run = map, manifest: Path | None = None) -> Words:
    """Return the verdicts on a folder, a faulty manifest's last; without ``manifest``, both commands must agree."""
    report = check_folder(folder, run, manifest)
    if manifest is not None:
        return [(one.path, one.verdict) for one in (*report.checked, *filter(None, [report.fault]))]
    found = taxman._check_folder(folder)
    if report.checked:
        agree(found, report)
    return found


def agree(found: Words, report: Report) -> None:
    """Check that two lists of verdicts agree; reasons may differ if a file is refused because it names no game."""
    said = [(one.path, one.verdict) for one in (*report.checked, *filter(None, [report.fault]))]
    refused = {path: verdict.examined for path, verdict in said if isinstance(verdict, Refusal)}
    assert {path: word.examined for path, word in found if path in refused and not word.valid} == refused
    judged = [(path, word) for path, word in said if path not in refused]
    # If no certificate names a game, no checker reads the manifest.
    same = not judged or judged == [(path, word) for path, word in found if path not in refused]
    assert same, [path.name for path, _ in said]
