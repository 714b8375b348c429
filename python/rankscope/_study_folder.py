"""The folder of a study's results, as `rankscope study --out` makes it."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from rankscope._core import RankscopeError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

CELLS = "cells"
MARK = "rankscope-study.json"
KIND = "folder of a study"
TEMPORARY = ".rankscope-{}.tmp"


class Folder:
    """An open folder of results, which belongs to one study and which no other study writes to."""

    def __init__(self, path: Path) -> None:
        self._cells = path / CELLS

    @classmethod
    @contextmanager
    def opened(cls, path: Path, title: str) -> Iterator[Folder]:
        """Makes the folder and marks it as that of the study with this title. Other studies are locked out, except on
        Windows.

        Raises a `RankscopeError` for a folder of another study, for one with files of the same names and without a
        mark, and while another study writes to it.
        """
        if not (path / MARK).exists():
            _refuse_foreign_files(path)
        (path / CELLS).mkdir(parents=True, exist_ok=True)
        with open(path / MARK, "a+", encoding="utf-8") as mark:
            _lock(mark, path)
            _claim(mark, path, title)
            for left_over in (path / CELLS).glob(TEMPORARY.format("*")):
                left_over.unlink(missing_ok=True)
            yield cls(path)

    def read(self, key: str) -> str | None:
        """Returns the text of the result with this key, if there is one."""
        try:
            return self._file(key).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as problem:
            self.warn(key, problem)
            return None

    def warn(self, key: str, problem: Any) -> None:
        """Warns of a result that cannot be used."""
        warnings.warn(f"{self._file(key)}: {problem}; the cell is trained again", stacklevel=2)

    def write(self, key: str, text: str) -> None:
        """Writes the text of a result, complete or not at all."""
        beside = self._cells / TEMPORARY.format(f"{key}-{os.getpid()}")
        with open(beside, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, self._file(key))

    def _file(self, key: str) -> Path:
        return self._cells / f"{key}.json"


def _refuse_foreign_files(path: Path) -> None:
    names = ("study.json", "cells.csv", "queries.csv", "table.md", "plot-*.svg", f"{CELLS}/*")
    for name in names:
        found = next(path.glob(name), None)
        if found is not None:
            raise RankscopeError(
                f"results: {path} has no mark of this study, and the study would replace {found.relative_to(path)}; "
                "give another folder, or move it away"
            )


def _lock(mark: IO[str], path: Path) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RankscopeError(
            f"results: another study is writing to {path}; wait for its end, or give another folder"
        ) from None
    except OSError as problem:
        warnings.warn(f"{path} cannot be locked ({problem}); start no other study that writes to it", stacklevel=2)


def _claim(mark: IO[str], path: Path, title: str) -> None:
    mark.seek(0)
    text = mark.read()
    if not text:
        _refuse_foreign_files(path)
        json.dump({"rankscope": KIND, "title": title}, mark, ensure_ascii=False, separators=(",", ":"))
        mark.write("\n")
        mark.flush()
        os.fsync(mark.fileno())
        return
    try:
        fields = json.loads(text)
        other = fields["title"] if fields["rankscope"] == KIND else None
    except (ValueError, TypeError, KeyError):
        other = None
    if other is None:
        raise RankscopeError(f"results: {path / MARK} is not the mark of a study's folder; give another folder")
    if other != title:
        raise RankscopeError(
            f"results: {path} has the results of the study {other!r}, and this is the study {title!r}; "
            "give another folder"
        )
