"""A canvas that draws smooth shapes and text, and makes PNG files; it needs neither a browser nor an extra.

Source: W3C, "Portable Network Graphics (PNG) Specification (Third Edition)", 2025.
"""

from __future__ import annotations

import struct
import zlib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["Canvas", "text_width"]

_LETTERS = Path(__file__).with_name("letters.txt")
"""File of letter outlines for a font size of a thousand units; ``web-ui/letters.py`` writes it."""
_UNITS = 1000
_STEPS = 8
"""Number of points along an outline for each pixel of its length."""
_COLOURS = 256
"""Maximum number of colours of a PNG file with one byte per pixel."""


class Canvas:
    """A picture of ``width`` by ``height`` pixels in one colour, to draw on."""

    def __init__(self, width: int, height: int, colour: str) -> None:
        self._pixels = np.full((height, width, 3), _rgb(colour), np.float32)

    def rectangle(self, x: int, y: int, width: int, height: int, radius: float, colour: str) -> None:
        """Fill a rectangle with round corners."""
        self._blend(x, y, _rectangle(width, height, radius), colour)

    def text(self, words: str, x: float, y: float, size: float, colour: str, *, align: float = 0) -> None:
        """Write words with their base line at ``y``; ``x`` is their start (``align`` 0), middle (0.5) or end (1)."""
        x -= align * text_width(words, size)
        for letter in words:
            width, _ = _letter(letter)
            # Round positions to quarters of a pixel, which is precise enough, so that cached masks can be reused.
            left, part = divmod(round(4 * x), 4)
            self._blend(left, round(y) - int(size), _mask(letter, size, part), colour)
            x += width * size / _UNITS

    def _blend(self, x: int, y: int, mask: Any, colour: str) -> None:
        height, width = self._pixels.shape[:2]
        top, left, bottom, right = max(y, 0), max(x, 0), min(y + len(mask), height), min(x + len(mask[0]), width)
        part = self._pixels[top:bottom, left:right]
        part += (np.array(_rgb(colour), np.float32) - part) * mask[top - y : bottom - y, left - x : right - x, None]

    def png(self) -> bytes:
        """Return the picture as a PNG file with up to 256 colours; similar colours are replaced by their mean."""
        pixels = (self._pixels + 0.5).astype(np.uint8)
        height, width = pixels.shape[:2]
        for step in (12, 16, 24, 32, 64):
            most = 255 // step + 1
            red, green, blue = np.moveaxis(pixels // np.uint8(step), 2, 0).astype(np.int32)
            cells = ((red * most + green) * most + blue).ravel()
            counts = np.bincount(cells, minlength=most**3)
            used = np.flatnonzero(counts)
            if len(used) <= _COLOURS:
                break
        sums = [np.bincount(cells, pixels[..., part].ravel())[used] for part in range(3)]
        palette = (np.stack(sums, 1) / counts[used, None] + 0.5).astype(np.uint8)
        number = np.zeros(len(counts), np.uint8)
        number[used] = np.arange(len(used))
        rows = np.zeros((height, 1 + width), np.uint8)  # the first byte of each row is its filter; 0 means none
        rows[:, 1:] = number[cells].reshape(height, width)
        head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
        data = zlib.compress(rows.tobytes(), 6)
        parts = ((b"IHDR", head), (b"PLTE", palette.tobytes()), (b"IDAT", data), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
            for name, content in parts
        )


def text_width(words: str, size: float) -> float:
    """Return the width of words in pixels."""
    return sum(_letter(letter)[0] for letter in words) * size / _UNITS


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


@cache
def _letters() -> dict[str, str]:
    lines = (line.partition(" ") for line in _LETTERS.read_text("utf-8").splitlines())
    return {chr(int(code)): rest for code, _, rest in lines}


@cache
def _letter(letter: str) -> tuple[int, list[Any]]:
    """Return a letter's width and its contours as arrays of points; a question mark replaces an unknown letter."""
    letters = _letters()
    width, *contours = letters.get(letter, letters["?"]).split("/")
    return int(width), [np.array(contour.split(), float).reshape(-1, 2) for contour in contours]


@lru_cache(512)
def _mask(letter: str, size: float, quarter: int) -> Any:
    """Return how much of each pixel a letter covers; the first row is ``size`` pixels above the base line."""
    width, contours = _letter(letter)
    scaled = [contour * (1, -1) * size / _UNITS + (quarter / 4, int(size)) for contour in contours]
    return _filled([_curve(contour) for contour in scaled], int(width * size / _UNITS) + 3, int(1.3 * size) + 1)


def _curve(points: Any) -> Any:
    """Convert a contour that consists of quadratic curves to points along these curves."""
    start, control, end = (points[k::2][: len(points) // 2, None] for k in range(3))
    at = np.linspace(0, 1, 9)[None, :, None]
    return ((1 - at) ** 2 * start + 2 * at * (1 - at) * control + at**2 * end).reshape(-1, 2)


@lru_cache(64)
def _rectangle(width: int, height: int, radius: float) -> Any:
    turn = np.linspace(0, np.pi / 2, 33)
    corner = np.stack([np.cos(turn), np.sin(turn)], 1) * radius
    middle = np.array([width, height]) / 2 - radius
    sides = [corner * sign + middle * sign for sign in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    outline = np.concatenate([side[::step] for side, step in zip(sides, (1, -1, 1, -1), strict=True)])
    return _filled([outline + np.array([width, height]) / 2], width, height)


def _filled(contours: list[Any], width: int, height: int) -> Any:
    """Return the share of each pixel that lies inside the contours, as an array of shape (height, width).

    Each short piece of a contour adds its height to all pixels on its right. Source: R. Levien, "Inside the fastest
    font renderer in the world" (2016).
    """
    area = np.zeros(height * (width + 2))
    for contour in contours:
        closed = np.concatenate([contour, contour[:1]])
        lengths = np.abs(np.diff(closed, axis=0)).max(axis=1)
        # Choose points along the contour at equal distances, `_STEPS` for each pixel.
        at = np.concatenate([[0], np.cumsum(lengths)])
        steps = np.linspace(0, at[-1], int(at[-1] * _STEPS) + 2)
        x, y = (np.interp(steps, at, closed[:, axis]) for axis in (0, 1))
        middle, above = (x[1:] + x[:-1]) / 2, np.clip(np.floor(y), 0, height - 1).astype(int)
        column = np.clip(np.floor(middle), 0, width).astype(int)
        share = np.clip(middle - column, 0, 1)
        # Split a piece that crosses from one row into the next.
        edge = np.maximum(above[1:], above[:-1])
        first = np.where(above[1:] == above[:-1], np.diff(y), edge - y[:-1])
        for row, rise in ((above[:-1], first), (above[1:], np.diff(y) - first)):
            cell = row * (width + 2) + column
            area += np.bincount(cell, rise * (1 - share), len(area)) + np.bincount(cell + 1, rise * share, len(area))
    return np.clip(np.abs(np.cumsum(area.reshape(height, -1), axis=1)), 0, 1)[:, :width].astype(np.float32)
