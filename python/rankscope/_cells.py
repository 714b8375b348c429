"""The training of a cell of a study, as a job that any executor can send to a worker.

A job is a function of this module, a recipe of the study, and the number of a cell. The recipe is small: it holds the
text of the study and says where its data are. A worker makes the study once and keeps it for the next cells.
"""

from __future__ import annotations

import gzip
import pickle
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rankscope import _core
from rankscope._core import RankscopeError
from rankscope._tables import Table, labelled, table

Content = Path | bytes | tuple[Any, ...]
"""The data of a file that a study names: a path, the bytes of a file, or (X, y, qid) and names of features."""

UNREADABLE = "the worker cannot read it; give `run` a function `share`, which sends the data"


@dataclass(frozen=True)
class Recipe:
    """How a worker makes a study.

    name: a checksum of the study and the keys of its cells. text: its JSON. contents: the data of its files by their
    names in the study, or the path of a pickle of them. Samples of built-in studies are part of the package.
    """

    name: str
    text: str
    contents: Mapping[str, Content] | Path

    def study(self) -> _core.Study:
        """Returns the study with its data."""
        study = _core.Study(self.text)
        contents = self.contents
        if isinstance(contents, Path):
            try:
                contents = pickle.loads(contents.read_bytes())
            except OSError as problem:
                raise RankscopeError(f"{contents}: {problem.strerror}; {UNREADABLE}") from problem
        for file in study.outline()["files"]:
            content = contents[file] if file in contents else _core.built_in_sample(file)
            give(study, file, content, UNREADABLE)
        study.prepare()
        return study


def give(study: _core.Study, file: str, content: Content | None, advice: str) -> None:
    """Gives a study the data of a file that it names.

    Raises a `RankscopeError` that names the file. `advice`: what to do if it cannot be read.
    """
    if content is None:
        raise RankscopeError(f"{file}: the recipe of the study lacks its data")
    try:
        if isinstance(content, tuple):
            X, y, qid, *names = content
            named = bool(names and names[0]) and all(names[0])
            study.give(file, labelled(Table(table(X).values, list(names[0])) if named else X, y, qid))
            return
        content = content.read_bytes() if isinstance(content, Path) else content
        text = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
        if study.kind_of(file) == "documents":
            study.give(file, _core.read_letor(text))
        else:
            study.give_content(file, text)
    except RankscopeError as problem:
        raise RankscopeError(f"{file}: {problem}") from problem
    except OSError as problem:
        raise RankscopeError(f"{problem.filename}: {problem.strerror}; {advice}") from problem


_lock = threading.Lock()
_open: dict[str, _core.Study] = {}
_kept: dict[str, _core.Study] = {}


def open_here(name: str, study: _core.Study) -> None:
    """Lets jobs in this process, and in processes that are forked from it, use a study that exists already."""
    _open[name] = study


def close_here(name: str) -> None:
    """Ends `open_here`."""
    _open.pop(name, None)


def train_cell(recipe: Recipe, cell: int, key: str) -> str | None:
    """Trains a cell. Returns its result as JSON, or `None` if the study was stopped in this process.

    Raises a `RankscopeError` if the data of this worker do not give the cell this key.
    """
    study = _open.get(recipe.name)
    if study is None:
        # Threads of one worker make the study once. A worker keeps the data of one study at a time.
        with _lock:
            study = _kept.get(recipe.name)
            if study is None:
                study = recipe.study()
                _kept.clear()
                _kept[recipe.name] = study
    return study.train(cell, key)
