"""Training on data that no machine holds.

    import dask.distributed
    from rankscope.distributed import Partition, train

    client = dask.distributed.Client("scheduler:8786")
    partitions = client.map(Partition.read, ["part-1.txt", "part-2.txt", "part-3.txt"])
    ranker = train(partitions, client, method="dorm", C=10)

The pass over the queries runs where the partitions are. The driver adds up their sums, solves the dual, and sends the
next w, which is a vector with one number a feature. The data stay where they are.

The result depends on the partitions and their order, not on the number of workers or on timing: every partition sums
over its queries in their order, and the driver adds the sums in the order of the partitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing.pool import Pool, ThreadPool
from os import PathLike
from typing import Any

import numpy as np

from rankscope import _core
from rankscope._core import RankscopeError
from rankscope._data import letor_dataset, letor_text
from rankscope._methods import methods, option_texts
from rankscope._ranker import Callback, Ranker, run_to_the_end, warn_of_nothing
from rankscope._tables import Table, labelled

__all__ = ["Mapping", "Partition", "train"]

Mapping = Callable[[Callable[["Partition"], dict[str, Any]], Any], Iterable[dict[str, Any]]]
"""A function like `map`: it calls a function with every partition, where the partition is, and returns the results in
the order of the partitions."""


class Partition:
    """Queries of the training data, at the machine that holds them.

    X, y, qid, group: as in `rankscope.Ranker.fit`. All documents of a query belong to one partition.

    A partition keeps the scaled data and the losses of its latest training, so a pass costs no preparation. Memory: the
    features in 64-bit numbers, and a copy of them if the training scales. A partition can be pickled: one of arrays as
    a dense array, one of a file as LETOR text, with the comments of its documents. A client that moves it, as Dask may
    do once to share work evenly, moves the data.

    Raises a `RankscopeError` that says where the fault is and what to do.
    """

    def __init__(self, X: Any, y: Any, qid: Any = None, *, group: Any = None) -> None:
        self._hold(labelled(X, y, qid, group), is_read=False)

    def _hold(self, data: _core.Dataset, is_read: bool) -> None:
        self._data = data
        self._is_read = is_read
        self._core = _core.Partition(data)

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Partition:
        """Returns the partition of a LETOR file, plain or gzip."""
        return cls._of(letor_dataset(path))

    @classmethod
    def _of(cls, data: _core.Dataset) -> Partition:
        """Returns the partition of LETOR text that was read."""
        partition = cls.__new__(cls)
        partition._hold(data, is_read=True)
        return partition

    def reply(self, task: dict[str, Any]) -> dict[str, Any]:
        """Returns the reply to a task of the driver; both are plain data. It depends on the task and the data alone."""
        return self._core.reply(task)

    def __repr__(self) -> str:
        data = self._data
        return f"Partition({data.n_queries} queries, {data.n_documents} documents, {data.n_features} features)"

    def __sizeof__(self) -> int:
        """Bytes of the features, so that a scheduler knows what moving them costs."""
        return object.__sizeof__(self) + 8 * self._data.n_documents * self._data.n_features

    def __reduce__(self) -> tuple[Any, ...]:
        if self._is_read:
            # Groups and kinds of documents are words of their comments, which arrays lack.
            return _read_again, (letor_text(self._data),)
        X, y, qid = self._data.arrays()
        return _again, (X, y, qid, self._data.feature_names)


def _read_again(text: bytes) -> Partition:
    """Returns a partition of a file that was pickled."""
    return Partition._of(_core.read_letor(text))


def _again(X: np.ndarray, y: np.ndarray, qid: list[str], names: list[str | None]) -> Partition:
    """Returns a partition of arrays that was pickled."""
    return Partition(Table(X, [name or "" for name in names]), y, qid)


def train(
    partitions: Any,
    client: Any = map,
    *,
    method: str = "dorm",
    callback: Callback | None = None,
    **options: Any,
) -> Ranker:
    """Trains on partitions. Returns the fitted `rankscope.Ranker`.

    partitions: what `client` takes as partitions: futures of a Dask client, or a list of `Partition`.
    client: a Dask client; an executor of `concurrent.futures` with threads; or a function like `map` that calls a
        function with every partition, where the partition is, and returns the results in the order of the partitions.
    method, options: as in `rankscope.Ranker`. The methods with cutting planes have one slack for all queries
        (`working_set="1-slack"`), and the methods by descent on one smooth loss work too. Others are refused before any
        partition is asked, as are options that need all data in one place, such as a feature map.
    callback: as in `Ranker.fit`: called with the report of every iteration; if it returns True, training stops, and the
        model is the best so far.

    The optimum is that of `Ranker.fit` with the same options, to the gap. Only where the reference rankings follow the
    model (`reference="aligned"` or `"ramp"`) is the objective not convex, and rounding can lead to another local
    optimum. With one partition the bits of the cutting planes are those of `Ranker.fit` with one slack. Measures are
    those of the training data.

    Raises a `RankscopeError` for partitions that differ in their features, share a query or have none, and if a
    partition cannot answer. A client that makes a lost partition again, as Dask does with futures of `client.map`,
    changes nothing. There is never a model that lacks a partition. Ctrl-C ends a training.

    Cost of an iteration: one pass over the data, and a message of a few numbers a feature to and from every partition,
    with one more number a feature to it for every realignment of the references so far. Smooth losses take more: Newton
    steps (up to 300 features) a second pass that sends d²/2 numbers back, every shorter step of a line search a pass,
    and the bias of losses of single documents (`logistic`, `regression`) some passes that send three numbers back.
    """
    if "working_set" not in options and _has_planes(method):
        options["working_set"] = "1-slack"
    if isinstance(partitions, Iterator):
        # Every pass asks all of them.
        partitions = list(partitions)
    mapped = _mapping(client, partitions)

    def ask(task: dict[str, Any]) -> list[dict[str, Any]]:
        try:
            return list(mapped(partial(_reply, task), partitions))
        except RankscopeError:
            raise
        except Exception as problem:
            raise RankscopeError(
                f"a partition did not answer, so there is no model ({type(problem).__name__}: {problem}); look at its "
                "worker, then train again"
            ) from problem

    training = _core.DistributedTraining(ask, method, option_texts(options))
    steps, stop = run_to_the_end(training, callback)
    ranker = Ranker(method, **options)
    ranker._take(training.model())
    ranker.steps_, ranker.stop_ = steps, stop
    ranker.measure_ = training.measures()[0]
    if training.has_learned_little():
        warn_of_nothing(method, stacklevel=3)
    return ranker


def _reply(task: dict[str, Any], partition: Partition) -> dict[str, Any]:
    """Runs where the partition is."""
    if not isinstance(partition, Partition):
        raise RankscopeError(f"a partition is a {type(partition).__name__}; give a rankscope.distributed.Partition")
    return partition.reply(task)


def _has_planes(method: str) -> bool:
    options = [option.name for known in methods() if known.name == method for option in known.options]
    return "working_set" in options


def _mapping(client: Any, partitions: Any) -> Mapping:
    """Returns the function like `map` that a client stands for."""
    is_dask = hasattr(client, "gather")
    sends = is_dask and any(isinstance(partition, Partition) for partition in partitions)
    has_processes = isinstance(client, ProcessPoolExecutor | Pool) and not isinstance(client, ThreadPool)
    if sends or has_processes:
        raise RankscopeError(
            "client would send the data to its processes in every pass; give a Dask client with futures, such as those "
            "of client.map(Partition.read, files)"
        )
    if is_dask:
        # The same task at another time is another pass, so its result is not looked up.
        return lambda function, futures: client.gather(client.map(function, futures, pure=False))
    if hasattr(client, "map"):
        mapped: Mapping = client.map
        return mapped
    if callable(client):
        return client  # type: ignore[no-any-return]
    raise RankscopeError(
        f"client is a {type(client).__name__}; give a Dask client, an executor of concurrent.futures, or a function "
        "like map"
    )
