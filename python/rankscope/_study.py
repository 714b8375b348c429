"""Studies: declared experiments whose cells run on any executor."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from rankscope import _core
from rankscope._cells import Content, Recipe, close_here, give, open_here, train_cell
from rankscope._core import RankscopeError
from rankscope._study_folder import Folder

Data = str | PathLike[str] | tuple[Any, ...]
"""A LETOR file, plain or gzip; or arrays (X, y, qid), such as those of `rankscope.read_letor`."""

Progress = Callable[[int, int], Any]
Share = Callable[[Any], Any]


class FailedCellsWarning(UserWarning):
    """A study in which the training of some cells failed."""


@dataclass(frozen=True)
class Claim:
    """What the results say about a claim of a paper.

    claim: what the paper says of two levels. of: empty, or the spread that the claim is about. data: the data set.
    measure: the recorded value. paper: where the claim is printed. against: the level that was hardest, for a claim
    about all others. difference: left side minus right side, with the ends of its 95 % bootstrap interval. ratio: left
    over right, for a claim with a factor. verdict: `same-sign`, `within-noise`, `opposite` or `not-measured`.
    """

    claim: str
    of: str
    data: str
    measure: str
    paper: str
    against: str | None
    difference: float | None
    interval: tuple[float, float] | None
    ratio: float | None
    verdict: str


def studies() -> dict[str, str]:
    """Returns the titles of the built-in studies by their names."""
    return {name: json.loads(text)["title"] for name, text in _core.studies()}


class Study:
    """A study with its results.

        study = rankscope.Study("decay-spread")
        study.run()
        print(study.markdown())

    study: the name of a built-in study; the path of a study file, whose data files are relative to its folder; or the
        fields of a study as a dictionary. docs/studies.md has the fields.
    train, valid, test: data on which the study runs in place of its own, as `rankscope study --train`. Without test
        data, 60 % of the queries train, 20 % validate and 20 % test. Without validation data, a cross-validation
        chooses the settings.
    files: data for the files that the study names, in place of files on disk.

    Raises a `RankscopeError` with the place and reason of a fault, before anything is trained.
    """

    def __init__(
        self,
        study: str | PathLike[str] | Mapping[str, Any],
        *,
        train: Data | None = None,
        valid: Data | None = None,
        test: Data | None = None,
        files: Mapping[str, Data] | None = None,
    ) -> None:
        text, folder, is_built_in = _text(study)
        self._contents: dict[str, Content] = {}
        own = {"train": train, "valid": valid, "test": test}
        if train is None:
            if valid is not None or test is not None:
                raise RankscopeError("train: validation or test data without training data; give train too")
            self._study = _core.Study(text)
        else:
            names = {part: _name(part, data) for part, data in own.items() if data is not None}
            self._study = _core.Study.on(text, **names)
            self._contents = {names[part]: _content(data) for part, data in own.items() if data is not None}
        given = {name: _content(data) for name, data in (files or {}).items()}
        wanted = self.outline["files"]
        for name in given:
            if name not in wanted:
                known = f"it reads {', '.join(wanted)}" if wanted else "it reads no files"
                raise RankscopeError(f"files: the study reads no file {name!r}; {known}")
        for name in wanted:
            content = given.get(name) or self._contents.get(name)
            if content is None:
                sample = _core.built_in_sample(name) if is_built_in else None
                content = folder / name if sample is None else sample
            if not isinstance(content, bytes):
                self._contents[name] = content
            give(self._study, name, content, "paths are relative to the folder of the study; or give `files`")
        self._study.prepare()

    @property
    def outline(self) -> dict[str, Any]:
        """What the study declares: title, axes, number of cells and of trainings, files, recorded values."""
        fields: dict[str, Any] = self._study.outline()
        return fields

    @property
    def title(self) -> str:
        """The title."""
        return str(self.outline["title"])

    @property
    def cells(self) -> list[dict[str, Any]]:
        """The cells in the order of the study, each with its place on the axes, fold, seed and key."""
        return self._study.cells()

    @property
    def n_finished(self) -> int:
        """The number of cells that have a result."""
        return sum(is_finished for is_finished, _ in self._study.states())

    @property
    def failures(self) -> dict[int, str]:
        """The reasons of cells that failed, by the number of the cell."""
        return {cell: reason for cell, (_, reason) in enumerate(self._study.states()) if reason is not None}

    def run(
        self,
        *,
        executor: Executor | None = None,
        progress: Progress | None = None,
        results: str | PathLike[str] | None = None,
        share: Share | None = None,
    ) -> Study:
        """Trains the cells that have no result. Returns self.

        executor: anything with the `submit` of `concurrent.futures.Executor`, whose futures are those of
            `concurrent.futures`: threads, processes, loky of joblib, `client.get_executor()` of Dask. `None` stands for
            a thread per core, which is the fastest on one machine. Every cell trains with one thread, and any executor
            gives the same bits.
        progress: called after every cell with the number of finished cells and of all. If it returns True, the study
            stops.
        results: a folder for the result of every finished cell, as `rankscope study --out` makes it. Cells whose
            results are in it are not trained again, whichever program trained them. A result with a fault is a warning,
            and its cell is trained again.
        share: puts an object where all workers find it, and returns what stands for it in `submit`, such as
            `lambda value: client.scatter(value, broadcast=True)`. Needed only if workers do not see the files of this
            machine: without it a job holds paths, and arrays are in a temporary file while the study runs.

        Cells with equal keys are trained once. A cell that fails has its reason in `failures`, a `FailedCellsWarning`
        tells it, and the others are trained. Ctrl-C, a worker that is lost, and other errors of a job end the run with
        their exception; finished cells stay, and another `run` goes on from them.
        """
        stopped = False
        with ExitStack() as stack:
            folder = None
            if results is not None:
                folder = stack.enter_context(Folder.opened(Path(results), self.title))
                self._resume(folder)
            waiting = self._waiting()
            recipe = stack.enter_context(self._recipe(share))
            if executor is None:
                executor = stack.enter_context(ThreadPoolExecutor(min(_cores(), max(1, len(waiting)))))
            stopped = self._train(waiting, recipe, executor, folder, progress)
        failures = self.failures
        if failures and not stopped:
            first = next(iter(failures.values()))
            warnings.warn(
                f"{len(failures)} of {len(self.cells)} cells failed; the first: {first}",
                FailedCellsWarning,
                stacklevel=2,
            )
        return self

    def _resume(self, folder: Folder) -> None:
        for cell, (is_finished, _) in zip(self.cells, self._study.states(), strict=True):
            text = folder.read(cell["key"])
            if text is not None and not is_finished:
                try:
                    self._study.read_file(cell["cell"], text)
                except RankscopeError as problem:
                    folder.warn(cell["key"], problem)
        for cell in self.cells:
            kept = self._study.file_text(cell["cell"])
            if kept is not None and folder.read(cell["key"]) is None:
                folder.write(cell["key"], kept)

    def _waiting(self) -> dict[str, list[int]]:
        """The cells to train by their keys. Cells with a result give it to those with the same key."""
        waiting: dict[str, list[int]] = {}
        known: dict[str, int] = {}
        for cell, (is_finished, failure) in zip(self.cells, self._study.states(), strict=True):
            if is_finished and failure is None:
                known.setdefault(cell["key"], cell["cell"])
            else:
                waiting.setdefault(cell["key"], []).append(cell["cell"])
        for key in waiting.keys() & known.keys():
            text = self._study.file_text(known[key])
            for number in waiting.pop(key):
                self._study.read_file(number, str(text))
        return waiting

    @contextmanager
    def _recipe(self, share: Share | None) -> Iterator[Any]:
        text, keys = self._study.json(), [cell["key"] for cell in self.cells]
        name = hashlib.sha256(json.dumps([text, keys]).encode()).hexdigest()
        with ExitStack() as stack:
            contents: Mapping[str, Content] | Path = self._contents
            if share is not None:
                contents = {
                    file: content.read_bytes() if isinstance(content, Path) else content
                    for file, content in self._contents.items()
                }
            else:
                contents = {file: _absolute(content) for file, content in self._contents.items()}
                if any(not isinstance(content, Path) for content in contents.values()):
                    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="rankscope-"))
                    spilled = Path(folder) / "contents"
                    spilled.write_bytes(pickle.dumps(contents))
                    contents = spilled
            recipe = Recipe(name, text, contents)
            open_here(name, self._study)
            stack.callback(close_here, name)
            yield recipe if share is None else share(recipe)

    def _train(
        self,
        waiting: dict[str, list[int]],
        recipe: Any,
        executor: Executor,
        folder: Folder | None,
        progress: Progress | None,
    ) -> bool:
        """Trains cells by their keys. Returns whether `progress` stopped the study."""
        self._study.set_stopped(False)
        keys: dict[Future[str | None], str] = {}
        states = self._study.states()
        n_cells, n_finished = len(states), sum(is_finished for is_finished, _ in states)
        n_finished -= sum(states[number][0] for numbers in waiting.values() for number in numbers)
        has_ended = False
        try:
            for key, numbers in waiting.items():
                keys[executor.submit(train_cell, recipe, numbers[0], key)] = key
            for future in as_completed(keys):
                key, result = keys[future], future.result()
                if result is None:
                    continue
                for number in waiting[key]:
                    self._study.record(number, result)
                text = self._study.file_text(waiting[key][0])
                if folder is not None and text is not None:
                    folder.write(key, text)
                n_finished += len(waiting[key])
                if progress is not None and progress(n_finished, n_cells) is True:
                    return True
            has_ended = True
        finally:
            if not has_ended:
                self._study.set_stopped(True)
                for future in keys:
                    future.cancel()
        return False

    def statistics(self) -> dict[str, Any]:
        """Returns the statistics of the results so far, as `table` of `rankscope study --json`: axes, rows with values,
        intervals and comparisons, claims, warnings."""
        return self._study.table()

    def table(self) -> dict[str, list[Any]]:
        """Returns one row a place of the axes and recorded value, as columns: `pandas.DataFrame(study.table())`.

        The columns are the axes; `value`, the name of what is recorded; its `mean`; `low` and `high`, the ends of the
        95 % bootstrap interval over test queries; `deviation`, over seeds; `queries`, their number. A study with a
        baseline has also the `difference` from it, `difference_low`, `difference_high`, and for every test `p_` and its
        name, adjusted as the study says. What is not defined is NaN.
        """
        statistics = self.statistics()
        axes, records = statistics["axes"], statistics["records"]
        rows = [
            {
                **{axis["name"]: axis["levels"][level] for axis, level in zip(axes, row["place"], strict=True)},
                "value": record,
                **_numbers(value),
            }
            for row in statistics["rows"]
            for record, value in zip(records, row["values"], strict=True)
        ]
        columns = list(dict.fromkeys(name for row in rows for name in row))
        return {name: [row.get(name, float("nan")) for row in rows] for name in columns}

    def claims(self) -> list[Claim]:
        """Returns the verdicts on the claims of papers, one a claim and data set."""
        statistics = self.statistics()
        levels = statistics["axes"][0]["levels"]
        return [
            Claim(
                **{
                    **claim,
                    "data": levels[claim["data"]],
                    "interval": None if claim["interval"] is None else tuple(claim["interval"]),
                }
            )
            for claim in statistics.get("claims", [])
        ]

    def markdown(self) -> str:
        """Returns the tables and the sentences below them as Markdown, as `rankscope study` prints them."""
        return self._study.markdown()

    def latex(self) -> str:
        """Returns the tables as LaTeX."""
        return self._study.latex()

    def cells_csv(self) -> str:
        """Returns one line of CSV per finished cell and recorded value."""
        return self._study.cells_csv()

    def queries_csv(self) -> str:
        """Returns one line of CSV per finished cell, test query and measure on the test data."""
        return self._study.queries_csv()

    def json(self) -> str:
        """Returns the study as JSON, with all defaults."""
        return self._study.json()

    def __repr__(self) -> str:
        return f"<Study {self.title!r}: {self.n_finished} of {len(self.cells)} cells are finished>"

    def _repr_markdown_(self) -> str:
        return self.markdown() if self.n_finished else repr(self)


def _text(study: str | PathLike[str] | Mapping[str, Any]) -> tuple[str, Path, bool]:
    """Returns the JSON of a study, the folder of its data files, and whether it is built in."""
    if isinstance(study, Mapping):
        return json.dumps(study), Path(), False
    built_in = dict(_core.studies())
    # A file called as a built-in study is ./NAME.
    if study in built_in:
        return built_in[str(study)], Path(), True
    path = Path(study)
    if not path.exists():
        raise RankscopeError(
            f"study: {str(path)!r} is no file, and not a built-in study; these are {', '.join(built_in)}"
        )
    return path.read_text(encoding="utf-8"), path.parent, False


def _content(data: Data) -> Content:
    return data if isinstance(data, tuple) else Path(data)


def _absolute(content: Content) -> Content:
    return content.absolute() if isinstance(content, Path) else content


def _name(part: str, data: Data) -> str:
    """The name of own data in the study, which is that of the data set in tables."""
    return part if isinstance(data, tuple) else os.fspath(data)


def _numbers(value: dict[str, Any]) -> dict[str, Any]:
    missing = float("nan")
    low, high = value["interval"] or (missing, missing)
    numbers = {
        "mean": value["mean"],
        "low": low,
        "high": high,
        "deviation": value["deviation"],
        "queries": value["queries"],
    }
    against = value["against"]
    if against is not None:
        low, high = against["interval"] or (missing, missing)
        numbers |= {"difference": against["mean"], "difference_low": low, "difference_high": high}
        numbers |= {f"p_{test['test']}": test["adjusted"] for test in against["tests"]}
    return {name: missing if number is None else number for name, number in numbers.items()}


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
