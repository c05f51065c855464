"""The example of discrete Morse theory: complexes whose optimum is known."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.tables import rows

FOLDER = Path(__file__).parents[2] / "examples" / "morse"
EXAMPLE: dict[str, Any] = runpy.run_path(str(FOLDER / "morse.py"))
KNOWN = {"complex_projective_plane": 3, "dunce_hat": 3, "klein_bottle": 4, "moebius_band": 2, "moore_space": 3}
KNOWN |= {"octahedron": 2, "projective_plane": 3, "projective_space": 4, "sphere": 2, "torus": 4, "wedge": 3}


@rows("name, critical", KNOWN.items())
def test_the_optimum_that_is_known(name: str, critical: int) -> None:
    text = (FOLDER / "complexes" / f"{name}.txt").read_text(encoding="utf-8")
    found = EXAMPLE["optimal"](EXAMPLE["read_facets"](text))
    assert (len(found.critical), found.bound) == (critical, critical)


@rows(
    "text, why",
    [("# none", "there is no facet"), ("1 2 1", "has a vertex twice"), ("[1,2", "between the")],
)
def test_what_is_no_complex_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        EXAMPLE["read_facets"](text)
