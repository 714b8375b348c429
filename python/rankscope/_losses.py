"""Losses at given scores of one query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankscope import _core
from rankscope._core import RankscopeError
from rankscope._methods import option_texts
from rankscope._tables import vector


@dataclass(frozen=True)
class SmoothLoss:
    """A smooth loss at the scores of one query.

    value: the sum of its terms. terms: their number: pairs, documents, or 1 for a list; a training divides by it.
    gradient: the derivative of the sum by every score.
    """

    value: float
    terms: int
    gradient: NDArray[np.float64]


@dataclass(frozen=True)
class StructuredLoss:
    """A structured loss at the scores of one query. A ranking lists documents from 0.

    name: the component of a combination, or empty. reference: the ideal ranking. violator: the ranking with the
    greatest hinge. loss: that of the violator. margin: the dot product of delta_psi and the scores. hinge: loss -
    margin. delta_psi: one coefficient a document. loss_of_scores: expected loss of the ranking by the scores.
    """

    name: str
    reference: NDArray[np.intp]
    violator: NDArray[np.intp]
    loss: float
    margin: float
    hinge: float
    delta_psi: NDArray[np.float64]
    loss_of_scores: float


def loss(method: str, y: Any, scores: Any, **options: Any) -> SmoothLoss | list[StructuredLoss]:
    """Returns the loss of a method at the scores of one query.

    method, options: as in `Ranker`; only options of the loss matter. y, scores: grade and score of every document.

    Returns a `SmoothLoss`, or one `StructuredLoss` for each component: one unless the method is `combo`. Raises a
    `RankscopeError` for a method whose loss is not one of scores, such as a boosting method. Cost: one call of the
    oracle or of the loss.
    """
    grades, values = vector(y, "y"), vector(scores, "scores").astype(np.float64)
    unusable = np.flatnonzero((grades < 0) | (grades > 255) | (grades != np.floor(grades)))
    if len(unusable):
        raise RankscopeError(f"y[{unusable[0]}] is {grades[unusable[0]]}; a grade is a whole number from 0")
    fields = _core.loss(method, option_texts(options), np.ascontiguousarray(grades, dtype=np.uint8), values)
    if fields["kind"] == "smooth":
        return SmoothLoss(fields["loss"], fields["terms"], np.array(fields["gradient"]))
    return [_structured(component) for component in fields["components"]]


def separation_oracle(method: str, y: Any, scores: Any, **options: Any) -> NDArray[np.intp]:
    """Returns the most violating ranking: the documents of the query, from 0, in its order. Arguments: as `loss`."""
    return _single(method, y, scores, options).violator


def hinge(method: str, y: Any, scores: Any, **options: Any) -> float:
    """Returns the hinge of the most violating ranking, the slack that the query asks for. Arguments: as `loss`."""
    return _single(method, y, scores, options).hinge


def delta_psi(method: str, y: Any, scores: Any, **options: Any) -> NDArray[np.float64]:
    """Returns the coefficients of the feature map's difference for the most violating ranking, one a document.

    `X.T @ delta_psi(…)` is the normal of the cutting plane. Arguments: as `loss`.
    """
    return _single(method, y, scores, options).delta_psi


def _single(method: str, y: Any, scores: Any, options: dict[str, Any]) -> StructuredLoss:
    found = loss(method, y, scores, **options)
    if isinstance(found, SmoothLoss):
        raise RankscopeError(f"method: {method} has a smooth loss, which no ranking violates; see rankscope.loss")
    if len(found) > 1:
        raise RankscopeError(f"method: {method} has {len(found)} losses; see rankscope.loss")
    return found[0]


def _structured(fields: dict[str, Any]) -> StructuredLoss:
    return StructuredLoss(
        name=fields["name"],
        reference=np.array(fields["reference"], dtype=np.intp),
        violator=np.array(fields["violator"], dtype=np.intp),
        loss=fields["loss"],
        margin=fields["margin"],
        hinge=fields["hinge"],
        delta_psi=np.array(fields["delta_psi"]),
        loss_of_scores=fields["loss_of_scores"],
    )
