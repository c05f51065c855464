"""Build hooks: compile the kernels, add certificates of small pots, and adapt README.md for package indexes."""

import re
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.builders.wheel import WheelBuilder
from hatchling.metadata.plugin.interface import MetadataHookInterface

LARGEST = 900
"""Packs up to this N have 0.7 MB; the next pack alone would have three times as much."""
NATIVE = "src/perfectplay/native"


class KernelsAndCertificates(BuildHookInterface[Any]):
    """Compiles the kernels, and adds certificates of small pots to the wheel."""

    def dependencies(self) -> list[str]:
        """Request a C compiler from the package index (100 MB, only for the build) if there is none."""
        return [] if self._native()["compiler"]() else ["ziglang>=0.15"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the kernels, and add them and certificates to a wheel; an editable installation has them already."""
        native = self._native()
        command = native["compiler"]()
        if command is None or native["build"](command) != 0:
            message = "cannot compile the kernels: a C compiler that works is needed, such as gcc; CC may name it"
            raise RuntimeError(message)
        if version == "editable":
            return
        # Tag the wheel for any version of Python, because the library does not depend on it.
        builder = WheelBuilder(self.root, metadata=self.metadata)
        build_data["tag"] = f"py3-none-{builder.get_best_matching_tag().split('-')[2]}"
        build_data["pure_python"] = False
        build_data["artifacts"].append(f"{NATIVE}/{native['NAME']}")
        for path in small_certificates(Path(self.root, "certificates")):
            build_data["force_include"][str(path)] = f"perfectplay/certificates/{path.name}"

    def _native(self) -> dict[str, Any]:
        return runpy.run_path(str(Path(self.root, NATIVE, "build.py")))


def small_certificates(folder: Path) -> list[Path]:
    """Return the paths of the manifest and of the packs of small pots."""
    packs = [path for path in folder.glob("taxman-*.jsonl.xz") if int(re.findall(r"\d+", path.name)[1]) <= LARGEST]
    return [folder / "manifest.json", *packs]


class ReadmeForAnIndex(MetadataHookInterface):
    """Makes the long description from README.md, without links to files and pictures that an index does not have."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Remove pictures and comments, and replace links to files by their text."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = re.sub(r"<(?:!--.*?--|img\b[^>]*)>\n\s*", "", text, flags=re.DOTALL)
        text = re.sub(r"\[([^]]*)\]\((?!https?:)[^)]*\)", r"\1", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
