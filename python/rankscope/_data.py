"""LETOR text and the generated sample."""

from __future__ import annotations

import gzip
from os import PathLike
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rankscope import _core


class Letor(NamedTuple):
    """Data as arrays. `X`: documents × features; `y`: grades; `qid`: the query of every document; `names`: one a
    feature, `None` for a feature without a name."""

    X: np.ndarray
    y: np.ndarray
    qid: np.ndarray
    names: list[str | None]


def read_letor(path: str | PathLike[str]) -> Letor:
    """Reads a LETOR file, plain or gzip. Raises a `RankscopeError` with the line and column of the first faults."""
    return _arrays(letor_dataset(path))


def letor_dataset(path: str | PathLike[str]) -> _core.Dataset:
    """Returns the data set of a LETOR file, plain or gzip. Errors: as `read_letor`."""
    data = Path(path).read_bytes()
    return _core.read_letor(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)


def letor_text(data: _core.Dataset) -> bytes:
    """Returns data as LETOR text with the names of features. Reading it gives the same data, comments included, except
    that a comma in a name becomes a semicolon, because commas separate names there."""
    names = [f"{place} {name.replace(',', ';')}" for place, name in enumerate(data.feature_names, 1) if name]
    head = f"# features: {', '.join(names)}\n" if names else ""
    return head.encode() + data.letor()


def generate(queries: int = 60, documents: int = 20, seed: int = 1) -> Letor:
    """Returns the generated sample of the page: graded, noisy, like web search. The same seed gives the same data."""
    return _arrays(_core.read_letor(_core.generate_letor(queries, documents, seed).encode()))


def _arrays(data: _core.Dataset) -> Letor:
    X, y, qid = data.arrays()
    # Differences of unsigned grades would wrap around.
    return Letor(X, y.astype(np.int64), np.array(qid), data.feature_names)
