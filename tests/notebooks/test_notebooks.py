"""Test the stored form of the notebooks of examples/, and their links in the documentation, whose build runs them."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import KernelManager

import perfectplay
from tests.tables import rows

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return found


def test_there_is_one_for_each_game_and_the_documentation_has_all() -> None:
    names = {path.stem for path in NOTEBOOKS}
    assert names >= {*perfectplay.game_names(), "class", "research", "learner"}
    index = (ROOT / "docs" / "notebooks.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^notebooks/(\S+)$", index, re.MULTILINE))
    assert listed == names


@rows("path", NOTEBOOKS, lambda path: path.stem)
def test_a_notebook_is_kept_without_what_differs_from_run_to_run(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    notebook = json.loads(text)
    assert text == json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
    assert notebook["nbformat"] == 4
    # The metadata must not name a Python version or a user's environment.
    assert notebook["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in notebook["cells"]:
        assert cell["metadata"] == {}
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
    assert notebook["cells"][0]["source"][0].startswith("# ")


@rows("path", NOTEBOOKS, lambda path: path.stem)
def test_a_notebook_asks_for_nothing_but_what_it_says_is_needed(path: Path) -> None:
    code = "\n".join("".join(cell["source"]) for cell in cells(path) if cell["cell_type"] == "code")
    # The notebook must also run as a script, so it must not have magic commands.
    tree = ast.parse(code)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
    asked = {alias.name.partition(".")[0] for node in imports for alias in node.names}
    asked |= {(node.module or "").partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    learns = {"fractions", "numpy"} if path.stem == "learner" else set()
    assert asked <= {"perfectplay", "datetime", "itertools", "json", "pathlib", "random", "tempfile"} | learns
    # Only the research notebook uses matplotlib, through a function whose error says how to install it.
    assert ("matplotlib" in code) == (path.stem == "research")
    assert "http" not in code


# -- in a running kernel -----------------------------------------------------------------------------------------------


PATIENCE = 240.0
"""Seconds without a message after which a kernel counts as failed; no passing test waits that long."""

MOST_LATER = 100
"""Messages of a cell after its interrupt from which on the interrupt counts as lost; the cell might run for an hour."""


class Kernel:
    """A running kernel that executes cells."""

    def __init__(self, manager: KernelManager, client: BlockingKernelClient) -> None:
        self._manager = manager
        self._client = client

    def run(self, code: str, interrupt_at: str = "") -> list[str]:
        """Run a cell, and interrupt the kernel once an output appears; return all outputs."""
        request = self._client.execute(code)
        shown: list[str] = []
        interrupted, later = False, 0
        while True:
            message = self._client.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") != request:
                continue
            kind, content = message["msg_type"], message["content"]
            if kind == "status" and content["execution_state"] == "idle":
                break
            if kind in {"display_data", "update_display_data", "execute_result"}:
                shown.append(content["data"]["text/plain"])
            elif kind == "stream":
                shown.append(content["text"])
            elif kind == "error":
                shown.append(f"{content['ename']}: {content['evalue']}")
            if interrupt_at and shown and not interrupted and re.search(interrupt_at, shown[-1]):
                interrupted = True
                self._manager.interrupt_kernel()
            later += interrupted
            if later > MOST_LATER:
                # Stop the cell, so that the tests after this one get answers.
                self._manager.interrupt_kernel()
                pytest.fail(f"the interrupt was lost: {shown[-3:]}")
        assert interrupted or not interrupt_at, shown
        return shown


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kernel]:
    folder = tmp_path_factory.mktemp("jupyter")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
            patch.setenv(name, str(folder))
        manager = KernelManager()
        manager.start_kernel(cwd=str(folder))
        client: Any = manager.client()
        client.start_channels()
        try:
            client.wait_for_ready(timeout=PATIENCE)
            yield Kernel(manager, client)
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)
            manager.cleanup_resources()


def test_a_search_that_is_interrupted_gives_what_it_knows(kernel: Kernel) -> None:
    # A game in progress has to be searched, because the table of records has only starts.
    shown = kernel.run("import perfectplay\nfound = perfectplay.solve('taxman:1000/997')", "found .* bound")
    assert shown[-1].startswith("interrupted: the best play found, and a bound that is proven, after ")
    (told,) = kernel.run("found.status, 997 < found.lower < found.upper < 500_500, len(found.moves) > 100")
    assert told == "('bounded', True, True)"
    assert kernel.run("perfectplay.solve('taxman:10').value") == ["40"]


def test_a_range_that_is_interrupted_keeps_its_rows(kernel: Kernel, tmp_path: Path) -> None:
    kernel.run("import perfectplay\nfrom perfectplay.taxman.ranges import solve_range")
    # Interrupt the kernel after at least three rows; all rows would take hours.
    shown = kernel.run("rows = perfectplay.gather(solve_range, 20, 1400)", r", ([3-9]|\d{2,}) of 1381")
    assert shown[-1].startswith("interrupted: the rows that were done are kept, after ")
    (told,) = kernel.run("[row.score for row in rows[:3]], rows.stopped, len(rows) < 1381")
    assert told == "([124, 144, 166], 'interrupted: the rows that were done are kept', True)"


def test_with_a_file_nothing_is_solved_twice(kernel: Kernel, tmp_path: Path) -> None:
    file = tmp_path / "rows.db"
    kernel.run("import perfectplay\nfrom perfectplay.taxman.ranges import solve_range")
    ask = f"perfectplay.gather(solve_range, 20, 1400, resume={str(file)!r}"
    kernel.run(f"rows = {ask})", r", ([3-9]|\d{2,}) of 1381")
    (told,) = kernel.run(f"len(rows) > 2, [row.score for row in {ask.replace('1400', '22')})] == [124, 144, 166]")
    assert told == "(True, True)"


def test_a_tournament_in_processes_that_is_interrupted_says_so(kernel: Kernel) -> None:
    kernel.run("import perfectplay\nfrom perfectplay.taxman.strategies.tournament import finished_rows, tournament")
    shown = kernel.run(
        "rows = perfectplay.gather(finished_rows, ['trono-1', 'trono-4'], 2, 2000, jobs=1)", r"\d+ of 3998"
    )
    assert shown[-1].startswith("interrupted: the rows that were done are kept, after ")
    (told,) = kernel.run("[row.sum_2_32 for row in tournament(['trono-1'], 2, 32, jobs=1)]")
    assert told == "[2366]"


def test_a_small_agent_learns_perfect_play_in_half_a_minute(kernel: Kernel) -> None:
    notebook = ROOT / "examples" / "notebooks" / "learner.ipynb"
    code = ["".join(cell["source"]) for cell in cells(notebook) if cell["cell_type"] == "code"]
    kernel.run("import time\nbegan = time.process_time()")
    shown = "".join(line for cell in code for line in kernel.run(cell))
    assert "the agent that looks at the board: 124 of 124, taxman:20/" in shown
    assert "the agent that looks at the board gave away 0: nothing" in shown
    assert "Error" not in shown
    assert kernel.run("time.process_time() - began < 30") == ["True"]


def test_a_chart_without_matplotlib_says_what_to_install(kernel: Kernel) -> None:
    kernel.run("import perfectplay")
    code = ["".join(cell["source"]) for cell in cells(ROOT / "examples" / "notebooks" / "research.ipynb")]
    (cell,) = [cell for cell in code if "matplotlib.pyplot" in cell]
    shown = kernel.run(f"import sys\nsys.modules['matplotlib.pyplot'] = None\n{cell}")
    (told,) = shown
    assert told == (
        "MissingExtraError: this needs 'matplotlib.pyplot', which is not installed; install it with: "
        "pip install 'perfectplay[plots]'"
    )
    assert kernel.run("perfectplay.solve('taxman:10').value") == ["40"]
