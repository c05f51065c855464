"""Build hook: compile the kernels beside the modules, as the product's own are; it needs the checkout around it."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "src/perfectplay_research"


class Kernels(BuildHookInterface[Any]):
    """Compiles the kernels; an editable installation finds them as is."""

    def dependencies(self) -> list[str]:
        """Ask for a C compiler from the package index if there is none."""
        return [] if self._native()["compiler"]() else ["ziglang>=0.15"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's signature
        """Compile; a wheel then gets the library."""
        native = self._native()
        if native["main"](Path(self.root, PACKAGE)) != 0:
            message = "cannot compile the kernels"
            raise RuntimeError(message)
        build_data["infer_tag"] = True
        build_data["pure_python"] = False
        build_data["artifacts"].append(f"{PACKAGE}/{native['NAME']}")

    def _native(self) -> dict[str, Any]:
        return runpy.run_path(str(Path(self.root).parent / "src/perfectplay/native/build.py"))
