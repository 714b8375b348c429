"""Statistics of comparisons, as those of studies.

The unit of chance is the query: give one value a query, such as those of `rankscope.measure(…, per_query=True)`, and
average the values of several seeds before. Two lists of values are paired by their places. A query whose value is NaN
in either list is left out, as its measure is undefined.

    ours = rankscope.measure("ndcg@10", y, ranker.predict(X), qid, per_query=True)
    theirs = rankscope.measure("ndcg@10", y, other_scores, qid, per_query=True)
    rankscope.statistics.bootstrap_interval(ours, theirs)
    rankscope.statistics.sign_flip(ours, theirs)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rankscope import _core
from rankscope._core import RankscopeError
from rankscope._tables import vector

__all__ = [
    "Interval",
    "Sample",
    "TestResult",
    "bootstrap_interval",
    "holm",
    "kendall_tau",
    "paired_t",
    "rank_biased_overlap",
    "sample",
    "sign_flip",
    "unpaired_t",
    "wilcoxon",
]

NAN = float("nan")

DRAWS = 4_000
"""Draws of the bootstrap, as in studies."""

FLIPS = 10_000
"""Draws of the sign-flip test, as in studies."""


@dataclass(frozen=True)
class TestResult:
    """The result of a test. `statistic`: its statistic; `p`: its two-sided p-value. Both are NaN if it is undefined."""

    __test__ = False  # pytest would collect a class of this name

    statistic: float
    p: float


@dataclass(frozen=True)
class Interval:
    """An interval. `low`, `high`: its ends, NaN without values."""

    low: float
    high: float


@dataclass(frozen=True)
class Sample:
    """A list of values in short.

    count: number of values. mean: 0 without values. standard_error: that of the mean; NaN for fewer than two values.
    detectable_difference: 2.8 standard errors, the smallest difference of means that a paired comparison with so many
    queries detects with probability 0.8 at the 5 % level.
    """

    count: int
    mean: float
    standard_error: float
    detectable_difference: float


def sample(first: Any, second: Any = None, *, weights: Any = None) -> Sample:
    """Returns number, mean and standard error of values, or of the differences of two paired lists.

    weights: one number a query from 0, which says how much the query counts. Cost: O(n). Source of the weighted error:
    Cochran, *Sampling Techniques*, 1977, section 6.4.
    """
    count, mean, error, detectable = _core.sample(*_differences(first, second, weights))
    return Sample(count, mean, _number(error), _number(detectable))


def bootstrap_interval(
    first: Any, second: Any = None, *, weights: Any = None, draws: int = DRAWS, seed: int = 1
) -> Interval:
    """Returns the 95 % percentile bootstrap interval of the mean of values, or of the mean difference of two paired
    lists.

    The same seed gives the same bits everywhere. Cost: O(draws · n). Source: Efron and Tibshirani, *An Introduction to
    the Bootstrap*, 1993, section 13.3.
    """
    values, of = _differences(first, second, weights)
    ends = _core.bootstrap_mean(values, _whole(draws, "draws"), _whole(seed, "seed"), of)
    return Interval(*(ends or (NAN, NAN)))


def sign_flip(first: Any, second: Any = None, *, weights: Any = None, draws: int = FLIPS, seed: int = 1) -> TestResult:
    """Returns the sign-flip randomisation test that the mean of paired differences is 0. The statistic is the mean.

    If both rankers were equally good, every difference could have either sign. p = (1 + draws whose mean is at least as
    far from 0) / (draws + 1). Cost: O(draws · n). Source: Smucker, Allan and Carterette, CIKM 2007.
    """
    differences, of = _differences(first, second, weights)
    p = _core.sign_flip(differences, _whole(draws, "draws"), _whole(seed, "seed"), of)
    return TestResult(_core.sample(differences, of)[1], p)


def paired_t(first: Any, second: Any = None) -> TestResult:
    """Returns the paired t-test that the mean of the differences is 0. Source: Student 1908; as SciPy's `ttest_rel`."""
    return _result(_core.paired_t(_differences(first, second)[0]))


def unpaired_t(first: Any, second: Any) -> TestResult:
    """Returns Student's unpaired t-test that two lists with equal variances have equal means. The lists can differ in
    length, and a NaN is left out of its list.

    Papers that print mean ± deviation over repetitions use it. Repetitions that share queries say nothing about other
    queries. Source: Student 1908; as SciPy's `ttest_ind`.
    """
    one, other = _values(first, "first"), _values(second, "second")
    return _result(_core.unpaired_t(one[~np.isnan(one)], other[~np.isnan(other)]))


def wilcoxon(first: Any, second: Any = None) -> TestResult:
    """Returns Wilcoxon's signed-rank test that the differences are symmetric around 0.

    Differences of 0 are left out, and equal sizes share their mean rank. The distribution is exact for at most 50
    differences without ties or zeros, else normal. Source: Wilcoxon 1945; as SciPy's `wilcoxon` with
    `zero_method="wilcox"` and without continuity correction.
    """
    return _result(_core.wilcoxon(_differences(first, second)[0]))


def holm(p: Any) -> NDArray[np.float64]:
    """Returns p-values after Holm's step-down adjustment, in the order of the input. It bounds the chance of any false
    finding among these tests. A NaN stays NaN and does not count.

    Source: Holm, *A simple sequentially rejective multiple test procedure*, Scandinavian Journal of Statistics 1979.
    """
    values = _values(p, "p")
    if ((values < 0) | (values > 1)).any():
        raise RankscopeError("p: a p-value is a number from 0 to 1")
    defined = ~np.isnan(values)
    adjusted = np.full(len(values), NAN)
    adjusted[defined] = _core.holm(values[defined])
    return adjusted


def kendall_tau(first: Any, second: Any) -> float:
    """Returns Kendall's tau-b of the rankings of the same documents by two lists of scores, higher first.

    NaN if a list ties all documents. Cost: O(n log n). Sources: Kendall 1945; Knight 1966. As SciPy's `kendalltau`.
    """
    return _number(_core.kendall_tau(*_scores(first, second)))


def rank_biased_overlap(first: Any, second: Any, *, p: float = 0.9) -> float:
    """Returns the extrapolated rank-biased overlap of the rankings of the same documents by two lists of scores.

    p: the probability that a reader continues to the next rank, between 0 and 1. NaN without documents. Cost:
    O(n log n). Source: Webber, Moffat and Zobel 2010, equations 23 and 28.
    """
    if not 0 < p < 1:
        raise RankscopeError(f"p: {p} is not between 0 and 1")
    return _number(_core.rank_biased_overlap(*_scores(first, second), p))


def _number(value: float | None) -> float:
    return NAN if value is None else value


def _result(parts: tuple[float, float] | None) -> TestResult:
    return TestResult(*(parts or (NAN, NAN)))


def _whole(value: int, what: str) -> int:
    if not 0 <= value < 2**64 or value != int(value):
        raise RankscopeError(f"{what}: {value} is not a whole number from 0 to 2^64 - 1")
    return int(value)


def _values(values: Any, what: str) -> NDArray[np.float64]:
    array = np.ascontiguousarray(vector(values, what), dtype=np.float64)
    if np.isinf(array).any():
        place = np.flatnonzero(np.isinf(array))[0]
        raise RankscopeError(f"{what}[{place}] is infinite; give finite values, or NaN for none")
    return array


def _differences(
    first: Any, second: Any, weights: Any = None
) -> tuple[NDArray[np.float64], NDArray[np.float64] | None]:
    """Returns the values, or the differences, of the queries that have them, with their weights."""
    values = _values(first, "first")
    if second is not None:
        other = _values(second, "second")
        if len(other) != len(values):
            raise RankscopeError(f"second has {len(other)} values for {len(values)} of first; give one a query in both")
        with np.errstate(over="ignore"):
            values = values - other
        if np.isinf(values).any():
            place = np.flatnonzero(np.isinf(values))[0]
            raise RankscopeError(f"first[{place}] - second[{place}] is infinite; give smaller values")
    defined = ~np.isnan(values)
    if weights is None:
        return values[defined], None
    of = _values(weights, "weights")
    if len(of) != len(values):
        raise RankscopeError(f"weights has {len(of)} numbers for {len(values)} queries; give one a query")
    if not (of >= 0).all():
        raise RankscopeError("weights: a weight is a number from 0")
    return values[defined], of[defined]


def _scores(first: Any, second: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    one, other = _values(first, "first"), _values(second, "second")
    if len(one) != len(other):
        raise RankscopeError(f"second has {len(other)} scores for {len(one)} of first; give one a document in both")
    if np.isnan(one).any() or np.isnan(other).any():
        raise RankscopeError("scores: NaN has no place in a ranking; give a finite score for every document")
    return one, other
