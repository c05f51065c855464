"""What the wheel has besides the sources: the certificates of small pots, so that a proof is at hand at once."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LARGEST = 900
"""Packs up to this N take 0.7 MB; the next one is three times that."""


class SmallCertificates(BuildHookInterface[Any]):
    """Puts them beside the modules; in an editable installation they are found where they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the manifest and the packs."""
        if version == "editable":
            return
        folder = Path(self.root, "certificates")
        packs = [path for path in folder.glob("taxman-*.jsonl.xz") if int(path.name[12:16]) <= LARGEST]
        for path in [folder / "manifest.json", *packs]:
            build_data["force_include"][str(path)] = f"perfectplay/certificates/{path.name}"
