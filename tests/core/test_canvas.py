"""Test that shapes and letters are drawn as pixels; another library reads the pictures."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from perfectplay.pictures.canvas import Canvas, text_width


def test_a_rectangle_fills_its_pixels() -> None:
    canvas = Canvas(9, 8, "#000000")
    canvas.rectangle(2, 1, 4, 5, 0, "#ffffff")
    canvas.rectangle(7, 6, 9, 9, 0, "#ffffff")  # the edge of the canvas cuts it off
    image = Image.open(io.BytesIO(canvas.png())).convert("L")
    rows = [[image.getpixel((x, y)) for x in range(9)] for y in range(8)]
    inside = {(x, y) for x in range(2, 6) for y in range(1, 6)} | {(x, y) for x in (7, 8) for y in (6, 7)}
    assert rows == [[255 if (x, y) in inside else 0 for x in range(9)] for y in range(8)]


def test_letters_are_inked_and_unknown_ones_are_question_marks() -> None:
    def written(words: str) -> bytes:
        canvas = Canvas(200, 60, "#ffffff")
        canvas.text(words, 10, 45, 40, "#000000")
        return canvas.png()

    assert len({written(letter) for letter in "0123456789aÄéß "}) == 15
    assert written("\u4e2d") == written("?")
    assert text_width("11", 40) == 2 * text_width("1", 40)
    # The coverage of all pixels adds up to the area of the circle.
    canvas = Canvas(100, 100, "#000000")
    canvas.rectangle(10, 10, 80, 80, 40, "#ffffff")
    image = Image.open(io.BytesIO(canvas.png())).convert("L")
    assert sum(image.tobytes()) / 255 == pytest.approx(3.14159 * 40**2, rel=0.002)
