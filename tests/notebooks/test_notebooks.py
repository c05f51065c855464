"""The notebooks of examples/: as they are kept, and that the documentation has them; its build runs them."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

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
    assert names >= {*perfectplay.game_names(), "class", "research"}
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^notebooks/(\S+)$", index, re.MULTILINE))
    assert listed == names


@rows("path", NOTEBOOKS, lambda path: path.stem)
def test_a_notebook_is_kept_without_what_differs_from_run_to_run(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    notebook = json.loads(text)
    assert text == json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
    assert notebook["nbformat"] == 4
    # Neither a version of Python nor the name of somebody's environment.
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
    # No magic, so that it runs as a script, too.
    tree = ast.parse(code)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
    asked = {alias.name.partition(".")[0] for node in imports for alias in node.names}
    asked |= {(node.module or "").partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert asked <= {"perfectplay", "datetime", "itertools", "json", "pathlib", "random", "tempfile"}
    # matplotlib comes through the door that says how to install it.
    assert ("matplotlib" in code) == (path.stem == "research")
    assert "http" not in code
