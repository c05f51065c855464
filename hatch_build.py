"""What is made when the package is built: a README for an index, and the certificates of small pots in the wheel."""

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LARGEST = 900
"""Packs up to this N take 0.7 MB; the next one is three times that."""


class SmallCertificates(BuildHookInterface[Any]):
    """Puts them beside the modules; in an editable installation they are found where they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the manifest and the packs."""
        if version == "editable":
            return
        folder = Path(self.root, "certificates")
        packs = [path for path in folder.glob("taxman-*.jsonl.xz") if int(re.findall(r"\d+", path.name)[1]) <= LARGEST]
        for path in [folder / "manifest.json", *packs]:
            build_data["force_include"][str(path)] = f"perfectplay/certificates/{path.name}"


class ReadmeForAnIndex(MetadataHookInterface):
    """Makes the long description of README.md: an index has neither the files that it links to nor its pictures."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Leave out pictures and comments, and keep of a link to a file what it says."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = re.sub(r"<(?:!--.*?--|img\b[^>]*)>\n\s*", "", text, flags=re.DOTALL)
        text = re.sub(r"\[([^]]*)\]\((?!https?:)[^)]*\)", r"\1", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
