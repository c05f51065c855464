"""Install third-party packages as an installer would: modules, and a ``.dist-info`` folder with entry points."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import perfectplay
from perfectplay.core.game.registry import GROUP

EUCLID = Path(__file__).parents[1] / "examples" / "euclid"
SOURCE = Path(perfectplay.__file__).parents[1]


def install(folder: Path, package: str, games: dict[str, str], **modules: str) -> None:
    """Install modules as a package that has an entry point for each game, into a folder on the path."""
    info = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"[{GROUP}]", *(f"{name} = {place}" for name, place in games.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")


def install_euclid(folder: Path) -> None:
    """Install the template according to its ``pyproject.toml``, without a network."""
    project = tomllib.loads((EUCLID / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install(folder, project["name"], project["entry-points"][GROUP])
    shutil.copytree(EUCLID / "src", folder, dirs_exist_ok=True)


def environment(*folders: Path) -> dict[str, str]:
    """Return environment variables with which a program finds the packages in these folders."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (SOURCE, *folders)))}


def run(folder: Path, *args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run ``perfectplay`` so that it finds the packages installed into a folder."""
    command = [sys.executable, "-m", "perfectplay", *args]
    return subprocess.run(command, capture_output=True, text=True, input=typed, check=False, env=environment(folder))
