"""Build hooks: compile the kernels, add certificates of small pots, and write the README that an index shows."""

import re
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.builders.wheel import WheelBuilder
from hatchling.metadata.plugin.interface import MetadataHookInterface

LARGEST = 900
"""Packs up to this N take 0.7 MB; the next one is three times that."""
NATIVE = "src/perfectplay/native"


class KernelsAndCertificates(BuildHookInterface[Any]):
    """Compiles the kernels, and puts the certificates of small pots beside the modules."""

    def dependencies(self) -> list[str]:
        """Ask for a C compiler from the package index if there is none: 100 MB, in the build's environment alone."""
        return [] if self._native()["compiler"]() else ["ziglang>=0.15"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; a wheel then gets the library and the certificates, which an editable installation finds as is."""
        native = self._native()
        command = native["compiler"]()
        if command is None or native["build"](command) != 0:
            message = "cannot compile the kernels: a C compiler that works is needed, such as gcc; CC may name it"
            raise RuntimeError(message)
        if version == "editable":
            return
        # One wheel serves every Python: the library knows nothing of it.
        builder = WheelBuilder(self.root, metadata=self.metadata)
        build_data["tag"] = f"py3-none-{builder.get_best_matching_tag().split('-')[2]}"
        build_data["pure_python"] = False
        build_data["artifacts"].append(f"{NATIVE}/{native['NAME']}")
        for path in small_certificates(Path(self.root, "certificates")):
            build_data["force_include"][str(path)] = f"perfectplay/certificates/{path.name}"

    def _native(self) -> dict[str, Any]:
        return runpy.run_path(str(Path(self.root, NATIVE, "build.py")))


def small_certificates(folder: Path) -> list[Path]:
    """Return the manifest and the packs of small pots."""
    packs = [path for path in folder.glob("taxman-*.jsonl.xz") if int(re.findall(r"\d+", path.name)[1]) <= LARGEST]
    return [folder / "manifest.json", *packs]


class ReadmeForAnIndex(MetadataHookInterface):
    """Makes the long description of README.md: an index has neither the files that it links to nor its pictures."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Leave out pictures and comments, and keep of a link to a file what it says."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = re.sub(r"<(?:!--.*?--|img\b[^>]*)>\n\s*", "", text, flags=re.DOTALL)
        text = re.sub(r"\[([^]]*)\]\((?!https?:)[^)]*\)", r"\1", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
