"""Reading of tables, grades and queries in the forms in which people hold them.

A table is a NumPy array, a list of rows, a SciPy sparse matrix, or a table of pandas, polars or Arrow. None of these
packages is imported here: a table brings its own methods.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rankscope import _core
from rankscope._core import RankscopeError

BLOCK_VALUES = 1 << 20
"""Values that are converted at once: 8 MiB of numbers."""


@dataclass(frozen=True)
class Table:
    """Features of documents. `values`: an array or a sparse matrix, documents × features. `names`: one a feature, or
    none."""

    values: Any
    names: list[str]

    @property
    def shape(self) -> tuple[int, int]:
        rows, width = self.values.shape
        return int(rows), int(width)

    def blocks(self) -> Iterator[np.ndarray]:
        """Yields rows as 64-bit numbers. An array of 64-bit numbers is one block. It is copied only if its numbers do
        not begin at multiples of 8 bytes, as in a message."""
        values = self.values
        if isinstance(values, np.ndarray) and values.dtype == np.float64:
            yield np.require(values, requirements=["ALIGNED"])
            return
        rows, width = values.shape
        step = max(1, BLOCK_VALUES // max(1, width))
        for first in range(0, rows, step):
            block = values[first : first + step]
            block = block.toarray() if hasattr(block, "toarray") else block
            yield np.ascontiguousarray(block, dtype=np.float64)

    def take(self, rows: np.ndarray) -> Table:
        """Returns these rows, in this order."""
        return Table(self.values[rows], self.names)

    def select(self, names: Sequence[str]) -> Table:
        """Returns the columns with these names, in this order."""
        places = [self.names.index(name) for name in names]
        return Table(self.values[:, places], list(names))


def table(X: Any, what: str = "X") -> Table:
    """Returns a table. Raises a `RankscopeError` for a value without rows and columns of numbers."""
    names = _names(X)
    values = _values(X, what)
    if values.ndim != 2:
        raise RankscopeError(f"{what} has {values.ndim} dimensions; give a table, documents by features")
    if not hasattr(values, "toarray") and values.dtype.kind not in "fiub":
        raise RankscopeError(f"{what} holds {values.dtype}; give numbers, one column a feature")
    return Table(values, names)


def _names(X: Any) -> list[str]:
    if hasattr(X, "column_names"):  # Arrow
        return [str(name) for name in X.column_names]
    if hasattr(X, "columns") and not callable(X.columns):  # pandas, polars
        return [str(name) for name in X.columns] if any(isinstance(name, str) for name in X.columns) else []
    return []


def _values(X: Any, what: str) -> Any:
    if isinstance(X, np.ndarray):
        return X
    if hasattr(X, "tocsr"):  # SciPy; rows are sliced
        return X.tocsr()
    if hasattr(X, "column_names"):
        columns = [column.to_numpy(zero_copy_only=False) for column in X.columns]
        return np.column_stack([np.asarray(column, dtype=np.float64) for column in columns])
    if hasattr(X, "iloc"):
        return X.to_numpy(dtype=np.float64, na_value=np.nan)
    if hasattr(X, "columns") and hasattr(X, "to_numpy"):
        return X.to_numpy()
    try:
        return np.asarray(X, dtype=np.float64)
    except (TypeError, ValueError) as problem:
        raise RankscopeError(f"{what} is no table of numbers: {problem}") from problem


def vector(values: Any, what: str) -> np.ndarray:
    """Returns one value a document as an array of any type."""
    if hasattr(values, "to_numpy"):
        values = values.to_numpy()
    array = np.asarray(values)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise RankscopeError(f"{what} has {array.ndim} dimensions; give one value a document")
    return array


@dataclass(frozen=True)
class Queries:
    """The queries of documents, as texts, and an order in which the documents of a query stand together."""

    ids: list[str]
    order: np.ndarray | None
    """Rows in that order; `None` if they stand together already."""

    def starts(self) -> list[int]:
        """The first document of every query in that order, and the number of documents."""
        ids = self.ids if self.order is None else [self.ids[row] for row in self.order]
        changes = [place for place in range(1, len(ids)) if ids[place] != ids[place - 1]]
        return [0, *changes, len(ids)]


def queries(n: int, qid: Any = None, group: Any = None) -> Queries:
    """Returns the queries of n documents. `qid`: one id a document. `group`: the number of documents of every query, in
    the order of the rows."""
    if (qid is None) == (group is None):
        given = "both" if qid is not None else "neither"
        raise RankscopeError(f"qid and group: {given} given; give qid, one id a document, or group, one length a query")
    if group is not None:
        lengths = vector(group, "group")
        if lengths.dtype.kind not in "iu" or (lengths < 1).any() or lengths.sum() != n:
            raise RankscopeError(
                f"group has the sum {lengths.sum()} for {n} documents; give the number of documents of every query"
            )
        return Queries([str(query) for query, length in enumerate(lengths.tolist(), 1) for _ in range(length)], None)
    values = vector(qid, "qid")
    if len(values) != n:
        raise RankscopeError(f"qid has {len(values)} ids for {n} documents; give one id a document")
    ids = [id_text(value, f"qid[{place}]") for place, value in enumerate(values.tolist())]
    first: dict[str, int] = {}
    numbers = np.fromiter((first.setdefault(id, len(first)) for id in ids), dtype=np.int64, count=n)
    together = bool((np.diff(numbers) >= 0).all())
    return Queries(ids, None if together else np.argsort(numbers, kind="stable"))


def id_text(value: Any, what: str) -> str:
    """Returns the id of a query as a text."""
    if isinstance(value, float):
        if not value.is_integer():
            raise RankscopeError(f"{what} is {value!r}; a query id is a whole number or a text")
        return str(int(value))
    return str(value)


def dataset(features: Table, grades: np.ndarray, of: Queries, *, gaps: bool = False) -> _core.Dataset:
    """Returns the data set of these documents, those of a query together."""
    rows, width = features.shape
    ids = of.ids
    if of.order is not None:
        features, grades = features.take(of.order), grades[of.order]
        ids = [ids[row] for row in of.order]
    builder = _core.DatasetBuilder(rows * width, grades.astype(np.float64), ids, features.names, gaps)
    for block in features.blocks():
        builder.push(block)
    return builder.finish()


def labelled(X: Any, y: Any, qid: Any = None, group: Any = None) -> _core.Dataset:
    """Returns the data set of a table, grades and queries."""
    features = X if isinstance(X, Table) else table(X)
    grades = vector(y, "y")
    rows = features.shape[0]
    if len(grades) != rows:
        raise RankscopeError(f"y has {len(grades)} grades for {rows} rows of X; give one grade a document")
    if grades.dtype.kind not in "fiub":
        raise RankscopeError(f"y holds {grades.dtype}; a grade is a whole number from 0")
    return dataset(features, grades, queries(rows, qid, group))


def matching(features: Table, names: list[str], width: int) -> Table:
    """Returns a table with the columns of the training data, by their names if both have names.

    names, width: of the training data.
    """
    if names and features.names:
        missing = [name for name in names if name not in features.names]
        if missing:
            raise RankscopeError(f"X lacks the columns {', '.join(missing)} of the training data")
        return features if features.names == names else features.select(names)
    if features.shape[1] != width:
        raise RankscopeError(f"X has {features.shape[1]} features, the training data had {width}")
    return features


def evaluated(eval_set: Any, eval_qid: Any, eval_group: Any) -> list[tuple[tuple[Any, Any], tuple[Any, Any]]]:
    """Returns the pairs of `eval_set`, each with its queries."""
    sets = list(eval_set or [])
    if len(sets) > 2:
        raise RankscopeError(f"eval_set has {len(sets)} pairs; give validation data, and test data")
    for name, given in (("eval_qid", eval_qid), ("eval_group", eval_group)):
        if given is not None and len(given) != len(sets):
            raise RankscopeError(f"{name} has {len(given)} entries for {len(sets)} pairs of eval_set; give one a pair")
    empty = [None] * len(sets)
    of = zip(eval_qid or empty, eval_group or empty, strict=True)
    return list(zip(sets, of, strict=True))
