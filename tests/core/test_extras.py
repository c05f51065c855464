from __future__ import annotations

import json

import pytest

from perfectplay.core.errors import MissingExtraError
from perfectplay.core.running.extras import load_extra


def test_an_installed_module_is_returned() -> None:
    assert load_extra("json", "any") is json


def test_a_missing_module_gets_the_install_line() -> None:
    with pytest.raises(MissingExtraError) as caught:
        load_extra("no_such_module_anywhere", "cluster")
    assert "pip install 'perfectplay[cluster]'" in str(caught.value)
    assert "'no_such_module_anywhere'" in str(caught.value)
    assert isinstance(caught.value, ImportError)
