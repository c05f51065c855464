"""Test bitmap pictures, both as files and as video frames from all environments."""

import struct
import subprocess
import sys
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import perfectplay
from perfectplay.core import pixels
from perfectplay.core.errors import PerfectPlayError
from tests.tables import rows

resvg = pytest.importorskip("resvg_py")
np = pytest.importorskip("numpy")
image = pytest.importorskip("PIL.Image")
gymnasium = pytest.importorskip("gymnasium")
pettingzoo = pytest.importorskip("pettingzoo")

from perfectplay.environments import register_environments  # noqa: E402  # the test needs it

register_environments()
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40" width="80" height="40">{}</svg>'
MAKE = {
    "perfectplay/Taxman-v0": partial(gymnasium.make, "perfectplay/Taxman-v0", pot=30),
    "perfectplay/Pursuit-v0": partial(gymnasium.make, "perfectplay/Pursuit-v0", deal=4),
    "perfectplay/greedy_coins-v1": partial(pettingzoo.make, "aec", "perfectplay/greedy_coins-v1", coins=6),
    "perfectplay/factor_game-v0": partial(pettingzoo.make, "aec", "perfectplay/factor_game-v0", n=30),
}


def inked(data: bytes) -> int:
    """Count the pixels that are not white."""
    return int((np.array(image.open(BytesIO(data)).convert("RGB")) != 255).any(axis=2).sum())


def test_a_picture_is_kept_as_pixels(tmp_path: Path) -> None:
    picture = perfectplay.draw("taxman:30/29")
    for name in ("game.png", "GAME.PNG"):
        picture.save(tmp_path / name)
    data = (tmp_path / "game.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    size = struct.unpack(">II", data[16:24])
    assert f'viewBox="0 0 {size[0]} {size[1]}"' in picture.svg
    assert (tmp_path / "GAME.PNG").read_bytes() == data


@rows("font", ["system-ui, sans-serif", "sans-serif", "'No Such Font', sans-serif"])
def test_text_is_there_whichever_font_is_named(font: str) -> None:
    words = SVG.format(f'<text x="9" y="30" font-family="{font}">perfect</text>')
    assert inked(pixels.png(words)) > 100 > inked(pixels.png(SVG.format(""))) == 0


def test_text_does_not_vanish_where_no_font_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resvg, "svg_to_bytes", partial(resvg.svg_to_bytes, skip_system_fonts=True))
    with pytest.raises(PerfectPlayError, match="has no font for the text of pictures; install one of DejaVu Sans"):
        pixels.png(SVG.format("<text>9</text>"))


def test_without_the_extra_the_error_says_how_to_install_it(tmp_path: Path) -> None:
    code = (
        "import perfectplay, sys\nsys.modules['resvg_py'] = None\n"
        f"try: perfectplay.draw('taxman:20').save({str(tmp_path / 'a.png')!r})\n"
        "except perfectplay.PerfectPlayError as e: print(e)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == (
        "this needs 'resvg_py', which is not installed; install it with: pip install 'perfectplay[pictures]'\n"
    )
    assert not list(tmp_path.iterdir())


def test_every_environment_is_filmed_here() -> None:
    assert set(MAKE) == {one.id for one in register_environments()}


@rows("name", list(MAKE))
def test_a_whole_game_is_a_film(name: str) -> None:
    """Check that all frames differ, and have the same size, which video encoders require."""
    env: Any = MAKE[name](render_mode="rgb_array")
    assert "rgb_array" in env.metadata["render_modes"]
    env.reset(seed=1)
    film = [env.render()]
    while not env.unwrapped.position.is_over():
        alone = hasattr(env.unwrapped, "action_masks")
        mask = env.unwrapped.action_masks() if alone else env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
        film.append(env.render())
    assert {(one.shape, one.dtype.name) for one in film} == {((720, 960, 3), "uint8")}
    assert len({one.tobytes() for one in film}) == len(film) > 2


def test_a_board_without_a_picture_is_written() -> None:
    env = gymnasium.make("perfectplay/Taxman-v0", pot=500, render_mode="rgb_array")
    env.reset()
    before = env.render()
    env.step(498)
    assert (before != env.render()).any()
    assert (pixels.frame("1 & 2\n  <3>") != 255).sum() > 1000
