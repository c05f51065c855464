"""Read the elements of SVG pictures, and check their pages."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from perfectplay.pictures.scales import NO_BREAK

SVG = "{http://www.w3.org/2000/svg}"
# For each class of text, the font size and the width of a letter relative to it.
SIZES = {"pp-title": (22, 0.62), "pp-line": (17, 0.56), "pp-note": (16, 0.56), "pp-strong": (18, 0.7)}


def parse(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314  # the picture comes from this package


def number(element: ET.Element, name: str) -> float:
    return float(element.attrib[name])


def drawing(root: ET.Element) -> ET.Element:
    """Return the content of a picture without its frame."""
    return next(group for group in root.iter(f"{SVG}g") if "transform" in group.attrib)


def words(root: ET.Element) -> list[str]:
    return ["".join(text.itertext()).replace(NO_BREAK, " ") for text in root.iter(f"{SVG}text")]


def prose(root: ET.Element) -> str:
    """Return all texts of the picture, joined by spaces."""
    return " ".join(words(root))


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in element.attrib.get("class", "").split()]


def told(root: ET.Element) -> tuple[str, str]:
    """Return the title and the description, which a screen reader reads instead of the picture."""
    assert root.attrib["role"] == "img"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert root.attrib["aria-labelledby"].split() == [title.attrib["id"], description.attrib["id"]]
    return title.text or "", description.text or ""


def check_page(picture: str) -> ET.Element:
    """Check that a picture has a title, a description and the stated size, that all of it fits, and no text is tiny."""
    root = parse(picture)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert (number(root, "width"), number(root, "height")) == (width, height)
    assert all(told(root))
    for x, y in corners(root, 0.0, 0.0):
        assert -0.01 <= x <= width + 0.01
        assert -0.01 <= y <= height + 0.01
    sizes = [float(size) for size in re.findall(r"font-size: ([\d.]+)px", picture)]
    assert min(sizes) >= 15
    return root


def corners(element: ET.Element, dx: float, dy: float) -> Iterator[tuple[float, float]]:
    """Yield the corners of an element and of all elements in it, in coordinates of the page."""
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)", element.attrib.get("transform", ""))
    if moved:
        dx, dy = dx + float(moved[1]), dy + float(moved[2])
    for x, y in own_corners(element, element.tag.removeprefix(SVG)):
        yield x + dx, y + dy
    for child in element:
        yield from corners(child, dx, dy)


def own_corners(element: ET.Element, kind: str) -> Iterator[tuple[float, float]]:
    if kind == "rect":
        x, y = number(element, "x"), number(element, "y")
        yield x, y
        yield x + number(element, "width"), y + number(element, "height")
    elif kind == "circle":
        for sign in (-1, 1):
            radius = sign * number(element, "r")
            yield number(element, "cx") + radius, number(element, "cy") + radius
    elif kind == "line":
        yield from ((number(element, f"x{end}"), number(element, f"y{end}")) for end in (1, 2))
    elif kind == "polyline":
        yield from ends(element)
    elif kind == "text":
        size, advance = SIZES.get(element.attrib["class"], (15, 0.56))
        length = len("".join(element.itertext())) * size * advance
        start = number(element, "x") - {"start": 0.0, "middle": 0.5, "end": 1.0}[element.attrib["text-anchor"]] * length
        yield from ((x, number(element, "y")) for x in (start, start + length))


def ends(line: ET.Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in line.attrib["points"].split())]
