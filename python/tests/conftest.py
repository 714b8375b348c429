"""Data and the program for all tests."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

import rankscope

TARGET = Path(__file__).resolve().parents[2] / "target"


@pytest.fixture(scope="session")
def data() -> rankscope.Letor:
    return rankscope.generate(40, 15, 1)


@pytest.fixture(scope="session")
def program() -> str:
    """The command line, which RANKSCOPE names or which was built beside here."""
    for name in (os.environ.get("RANKSCOPE"), TARGET / "release" / "rankscope", TARGET / "debug" / "rankscope"):
        found = shutil.which(str(name)) if name else None
        if found:
            return found
    pytest.fail("rankscope is not built; run `cargo build --release`, or set RANKSCOPE to its path")
