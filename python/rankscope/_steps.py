"""A training step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from rankscope import _core
from rankscope._methods import option_texts
from rankscope._tables import labelled

PAGE = 100
"""Planes of a certificate, unless another number is asked for."""


@dataclass(frozen=True)
class Step:
    """A report of a training. `fields`: the numbers of the iteration, such as `iteration`, `objective` and `gap`, and
    the measures by part: `train`, `valid`, `test`."""

    fields: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["fields"][name]
        except KeyError:
            raise AttributeError(f"a step has no {name}; it has {', '.join(self.fields)}") from None


class Steps:
    """A training that yields a `Step` for every iteration.

    Between two steps it can be asked for violators, certificates and models. Afterwards `stop` says why it ended.
    """

    def __init__(self, training: _core.Training) -> None:
        self._training = training
        self.stop: dict[str, Any] | None = None

    def __iter__(self) -> Iterator[Step]:
        while self.stop is None:
            fields = self._training.step()
            if fields.pop("state") == "stopped":
                self.stop = fields
                return
            yield Step(fields)

    @property
    def overview(self) -> dict[str, Any]:
        """Sizes and names of the run."""
        return self._training.overview()

    def weights(self, iteration: int) -> np.ndarray:
        """Returns the weights of an iteration of a linear method, one a feature."""
        return np.array(self._training.weights(iteration))

    def violator(self, iteration: int, query: int) -> dict[str, Any]:
        """Returns the most violated constraint of a query: its rankings, its loss, the hinge and the margin.

        query: an index into the queries of the data, from 0, as in `queries`. Cost: one call of the oracle.
        """
        return self._training.inspect(iteration, query)

    def queries(self, iteration: int) -> list[dict[str, Any]]:
        """Returns hinge, loss and measure of every query that takes part. Cost: one pass of the oracle."""
        return self._training.queries(iteration)

    def pulls(self, iteration: int, query: int) -> dict[str, Any]:
        """Returns the ranking of a query with the pull on each document."""
        return self._training.pulls(iteration, query)

    def certificate(self, iteration: int, first: int = 0, count: int = PAGE) -> dict[str, Any]:
        """Returns the lower bound of an iteration with its proof, and a page of its planes."""
        return self._training.certificate(iteration, first, count)

    def model(self) -> _core.Model:
        """Returns the model so far."""
        return self._training.model()


def train_steps(
    X: Any, y: Any, qid: Any = None, *, group: Any = None, method: str = "dorm", **options: Any
) -> Steps:
    """Returns a training that yields every iteration. Arguments: as `Ranker` and `Ranker.fit`.

        for step in rankscope.train_steps(X, y, qid, method="svm-map"):
            print(step.iteration, step.gap)
    """
    return Steps(_core.Training(labelled(X, y, qid, group), method, option_texts(options)))
