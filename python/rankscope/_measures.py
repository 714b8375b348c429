"""Measures of scores."""

from __future__ import annotations

from typing import Any

import numpy as np

from rankscope import _core
from rankscope._core import RankscopeError
from rankscope._tables import queries, vector


def measure(
    name: Any,
    y: Any,
    scores: Any,
    qid: Any = None,
    *,
    group: Any = None,
    threshold: int = 1,
    max_grade: int | None = None,
    per_query: bool = False,
) -> float | np.ndarray:
    """Returns the mean of a measure over the queries that define it, or one value a query.

    name: a measure of Rankscope such as `ndcg@10`, of ir_measures such as `nDCG@10`, or of trec_eval such as
        `ndcg_cut_10`; or a measure object of ir_measures. A name has the meaning that it has in its program.
    y, scores: grade and score of every document.
    qid, group: as in `Ranker.fit`; neither stands for one query.
    threshold: documents from this grade on are good.
    max_grade: the scale of ERR; the highest grade if `None`.
    per_query: whether to return an array with one value a query, in the order in which the queries first occur; NaN
        where the measure is undefined.

    Documents with equal scores have every order with the same probability, and the value is the expectation. Cost:
    O(n log n) for n documents. Raises a `RankscopeError` for a name that nobody has, and for lengths that differ.
    """
    grades, values = vector(y, "y"), vector(scores, "scores").astype(np.float64)
    if len(grades) != len(values):
        raise RankscopeError(f"y has {len(grades)} grades for {len(values)} scores; give one of each a document")
    unusable = np.flatnonzero((grades < 0) | (grades > 255) | (grades != np.floor(grades)))
    if len(unusable):
        raise RankscopeError(f"y[{unusable[0]}] is {grades[unusable[0]]}; a grade is a whole number from 0")
    if qid is None and group is None:
        group = [len(grades)]
    of = queries(len(grades), qid, group)
    order = slice(None) if of.order is None else of.order
    grades = np.ascontiguousarray(grades[order], dtype=np.uint8)
    scale = max_grade if max_grade is not None else int(grades.max(initial=0))
    rows = _core.measure_values(
        [str(name)], np.ascontiguousarray(values[order]), grades, of.starts(), threshold, scale
    )
    all_values = np.array([np.nan if value is None else value for [value] in rows])
    if per_query:
        return all_values
    return float(np.nanmean(all_values)) if not np.isnan(all_values).all() else float("nan")
