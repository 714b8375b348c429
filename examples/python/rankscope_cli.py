"""Rankscope from Python, through its command line. Needs only the standard library.

`cargo install --path .` installs the program. Lists and numpy arrays both work; numpy is not required.

    from rankscope_cli import RankscopeRanker

    ranker = RankscopeRanker(method="dorm", C=10, measure="ndcg@10")
    ranker.fit(X, y, qid)
    scores = ranker.predict(X_test)
"""

import json
import math
import os
import shutil
import subprocess
import tempfile
from pathlib import Path


class RankscopeError(RuntimeError):
    """The program refused its input. The message is the program's own: the place, the value, and what to do."""


def find_program(program=None):
    """Returns the path of the program: the given one, that of RANKSCOPE, the installed one, or one built beside here."""
    given = program or os.environ.get("RANKSCOPE")
    if given:
        found = shutil.which(given)
        if found is None:
            raise RankscopeError(f"{given} is not a program; give the path of rankscope")
        return found
    target = Path(__file__).resolve().parents[2] / "target"
    for name in ("rankscope", target / "release" / "rankscope", target / "debug" / "rankscope"):
        found = shutil.which(str(name))
        if found:
            return found
    raise RankscopeError("rankscope is not installed; run `cargo install --path .`, or set RANKSCOPE to its path")


def write_letor(path, X, y, qid):
    """Writes rows, grades and query ids as LETOR text. Returns the order of the rows in the file.

    The documents of a query stand together in the file, in the order of the first document of each query.
    """
    rows, grades, ids = _rows(X), _list(y), _list(qid)
    if not len(rows) == len(grades) == len(ids):
        raise ValueError(f"{len(rows)} rows, {len(grades)} grades and {len(ids)} query ids; give one of each per document")
    if not rows:
        raise ValueError("X is empty; give at least one row")
    first = {}
    for place, query in enumerate(ids):
        first.setdefault(query, place)
    order = sorted(range(len(rows)), key=lambda place: first[ids[place]])
    width = len(rows[0])
    with open(path, "w", encoding="utf-8") as file:
        for place in order:
            grade, row = grades[place], rows[place]
            if not 0 <= grade <= 31 or grade != int(grade):
                raise ValueError(f"y[{place}] is {grade}; a grade is a whole number from 0 to 255")
            if not str(ids[place]) or any(sign.isspace() or sign == "#" for sign in str(ids[place])):
                raise ValueError(f"qid[{place}] is {ids[place]!r}; a query id has no blanks and no #")
            if len(row) != width:
                raise ValueError(f"X[{place}] has {len(row)} features, X[0] has {width}")
            for feature, value in enumerate(row):
                if not math.isfinite(value):
                    raise ValueError(f"X[{place}][{feature}] is {value}; replace missing values by a number")
            # repr writes every bit of a number.
            values = " ".join(f"{feature + 1}:{float(value)!r}" for feature, value in enumerate(row))
            file.write(f"{int(grade)} qid:{ids[place]} {values}\n")
    return order


class RankscopeRanker:
    """A ranker with `fit` and `predict`.

    `method`: a name of `rankscope methods`. `C`: weight of the mean loss; None for methods without C. `options`: further
    options of `rankscope train`, with `_` for `-`: `measure="ndcg@10"`, `scale="query"`, `drop_zero=True`.
    """

    def __init__(self, method="dorm", C=10.0, program=None, **options):
        self.method, self.C, self.program, self.options = method, C, program, options
        self.model_ = None

    def get_params(self, deep=True):
        return {"method": self.method, "C": self.C, "program": self.program, **self.options}

    def set_params(self, **params):
        for name, value in params.items():
            if name in ("method", "C", "program"):
                setattr(self, name, value)
            else:
                self.options[name] = value
        return self

    def fit(self, X, y, qid):
        """Trains. `X`: documents × features; `y`: grades; `qid`: the query of each document. Returns self."""
        with tempfile.TemporaryDirectory() as folder:
            data, model = Path(folder, "train.txt"), Path(folder, "model.json")
            write_letor(data, X, y, qid)
            self._run("train", data, "--method", self.method, "--out", model, *self._arguments())
            self.model_ = model.read_text(encoding="utf-8")
        return self

    def predict(self, X, qid=None):
        """Returns one score per document, higher is better. `qid` is needed only for scale="query"."""
        rows = _rows(X)
        if not rows:
            return _like(X, [])
        ids = [1] * len(rows) if qid is None else qid
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder, "data.txt")
            order = write_letor(data, rows, [0] * len(rows), ids)
            printed = self._run("score", data, "--model", self._model_file(folder)).split()
        scores = [0.0] * len(rows)
        for place, score in zip(order, printed, strict=True):
            scores[place] = float(score)
        return _like(X, scores)

    def evaluate(self, X, y, qid, measures=("ndcg@10",)):
        """Returns the mean of each measure over the queries; None if no query has a value."""
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder, "data.txt")
            write_letor(data, X, y, qid)
            printed = self._run("eval", data, "--model", self._model_file(folder), "--measures", ",".join(measures), "--json")
        return json.loads(printed)["measures"]

    def save(self, path):
        """Writes the model file, which the page and the command line read."""
        Path(path).write_text(self._fitted(), encoding="utf-8")

    def load(self, path):
        """Reads a model file. Returns self."""
        self.model_ = Path(path).read_text(encoding="utf-8")
        return self

    def _fitted(self):
        if self.model_ is None:
            raise RankscopeError("there is no model yet; call fit or load")
        return self.model_

    def _model_file(self, folder):
        path = Path(folder, "model.json")
        path.write_text(self._fitted(), encoding="utf-8")
        return path

    def _arguments(self):
        given = {} if self.C is None else {"c": self.C}
        for name, value in {**given, **self.options}.items():
            option = "--" + name.replace("_", "-")
            if value is True:
                yield option
            elif value is not None and value is not False:
                yield option
                yield ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)

    def _run(self, *arguments):
        command = [find_program(self.program), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
        if done.returncode != 0:
            raise RankscopeError(done.stderr.strip() or f"rankscope ended with code {done.returncode}")
        return done.stdout


def _list(values):
    return values.tolist() if hasattr(values, "tolist") else list(values)


def _rows(X):
    return [_list(row) for row in _list(X)]


def _like(X, scores):
    """Returns the scores as a list, or as an array if X is one."""
    if not hasattr(X, "tolist"):
        return scores
    import numpy

    return numpy.asarray(scores)
