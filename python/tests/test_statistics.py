"""Statistics of comparisons, beside SciPy and definitions."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

import rankscope
from rankscope import RankscopeError, statistics

FIRST = np.array([0.61, 0.52, 0.93, 0.48, 0.77, 0.35, 0.82, 0.66, 0.59, 0.71])
SECOND = np.array([0.55, 0.57, 0.81, 0.40, 0.62, 0.38, 0.69, 0.65, 0.42, 0.75])


def test_tests_are_those_of_scipy():
    for ours, theirs in [
        (statistics.paired_t(FIRST, SECOND), stats.ttest_rel(FIRST, SECOND)),
        (statistics.unpaired_t(FIRST, SECOND[:7]), stats.ttest_ind(FIRST, SECOND[:7])),
        (statistics.wilcoxon(FIRST, SECOND), stats.wilcoxon(FIRST, SECOND)),
    ]:
        assert (ours.statistic, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue), abs=1e-10)
    many = np.random.default_rng(1).normal(size=80).round(1)
    theirs = stats.wilcoxon(many, zero_method="wilcox", correction=False, method="asymptotic")
    ours = statistics.wilcoxon(many)
    assert (ours.statistic, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue), abs=1e-10)


def test_the_sign_flip_test_is_close_to_all_flips():
    differences = FIRST - SECOND
    sums = [abs(np.dot(signs, differences)) for signs in product((-1, 1), repeat=len(differences))]
    exact = np.mean(np.array(sums) >= abs(differences.sum()) - 1e-12)
    ours = statistics.sign_flip(FIRST, SECOND, draws=100_000)
    assert ours.p == pytest.approx(exact, abs=0.003)
    assert ours.statistic == pytest.approx(differences.mean(), abs=1e-15)
    assert statistics.sign_flip(differences) == statistics.sign_flip(FIRST, SECOND)


def test_the_interval_is_that_of_a_percentile_bootstrap():
    ours = statistics.bootstrap_interval(FIRST, SECOND, draws=20_000)
    theirs = stats.bootstrap((FIRST - SECOND,), np.mean, n_resamples=20_000, method="percentile", rng=1)
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval), abs=0.004)
    assert statistics.bootstrap_interval(FIRST) == statistics.bootstrap_interval(list(FIRST))
    assert statistics.bootstrap_interval(FIRST, seed=2) != statistics.bootstrap_interval(FIRST)


def test_a_study_has_the_same_numbers(data):
    values = {method: [] for method in ("dorm", "listnet")}
    study = rankscope.Study(
        {
            "rankscope": "study",
            "title": "Two",
            "data": [{"name": "mine", "train": "mine", "test": "mine"}],
            "factors": {"method": list(values)},
            "record": ["map"],
            "compare": {"baseline": "dorm", "tests": ["signflip", "t", "wilcoxon"], "adjust": "none"},
        },
        files={"mine": data},
    ).run()
    for method in values:
        ranker = rankscope.Ranker(method).fit(data.X, data.y, data.qid)
        values[method] = rankscope.measure("map", data.y, ranker.predict(data.X), data.qid, per_query=True)
    pair = values["listnet"], values["dorm"]
    row = {name: column[1] for name, column in study.table().items()}
    interval = statistics.bootstrap_interval(*pair)
    assert (row["difference_low"], row["difference_high"]) == (interval.low, interval.high)
    assert row["difference"] == statistics.sample(*pair).mean
    for name, test in [
        ("signflip", statistics.sign_flip),
        ("t", statistics.paired_t),
        ("wilcoxon", statistics.wilcoxon),
    ]:
        assert row[f"p_{name}"] == test(*pair).p, name


def test_weights_that_are_equal_change_nothing():
    weights = np.full(len(FIRST), 3.0)
    plain, weighted = statistics.sample(FIRST, SECOND), statistics.sample(FIRST, SECOND, weights=weights)
    assert weighted.mean == pytest.approx(plain.mean, abs=1e-15)
    assert weighted.standard_error == pytest.approx(plain.standard_error, abs=1e-15)
    assert plain.standard_error == pytest.approx(stats.sem(FIRST - SECOND), abs=1e-15)
    assert plain.detectable_difference == pytest.approx(2.8 * plain.standard_error)
    assert statistics.sign_flip(FIRST, SECOND, weights=weights).p == statistics.sign_flip(FIRST, SECOND).p
    only_first = np.eye(len(FIRST))[0]
    assert statistics.sample(FIRST, SECOND, weights=only_first).mean == pytest.approx(0.06)
    assert statistics.bootstrap_interval(FIRST, weights=only_first) == statistics.Interval(0.61, 0.61)


def test_holm_bounds_the_table():
    assert statistics.holm([0.01, 0.04, 0.03, 0.005]).tolist() == [0.03, 0.06, 0.06, 0.02]
    with_gap = statistics.holm([0.01, np.nan, 0.04])
    assert with_gap[[0, 2]].tolist() == statistics.holm([0.01, 0.04]).tolist()
    assert np.isnan(with_gap[1])


def test_rankings_are_compared_as_in_scipy():
    chance = np.random.default_rng(2)
    for _ in range(20):
        one, other = chance.integers(0, 5, 12), chance.integers(0, 5, 12)
        assert statistics.kendall_tau(one, other) == pytest.approx(stats.kendalltau(one, other).statistic, abs=1e-12)
    assert np.isnan(statistics.kendall_tau([1, 1], [1, 2]))
    scores = chance.normal(size=9)
    assert statistics.rank_biased_overlap(scores, 2 * scores) == pytest.approx(1)
    # By the definition: the agreement of every depth, weighted by p, and that of the last depth from there on.
    p, orders = 0.8, [np.argsort(-values) for values in (scores, scores[::-1])]
    agreement = [len(set(orders[0][:depth]) & set(orders[1][:depth])) / depth for depth in range(1, 10)]
    wanted = (1 - p) * sum(p**place * value for place, value in enumerate(agreement)) + agreement[-1] * p**9
    assert statistics.rank_biased_overlap(scores, scores[::-1], p=p) == pytest.approx(wanted, abs=1e-12)


def test_undefined_values_are_left_out_and_undefined_results_are_nan():
    gaps = np.where(np.arange(10) < 2, np.nan, FIRST)
    assert statistics.paired_t(gaps, SECOND) == statistics.paired_t(FIRST[2:], SECOND[2:])
    assert statistics.sample(gaps).count == 8
    for undefined in (statistics.paired_t([0.5]), statistics.wilcoxon([0.0, 0.0]), statistics.unpaired_t([1], [2])):
        assert np.isnan([undefined.statistic, undefined.p]).all()
    assert np.isnan(statistics.bootstrap_interval([]).low)


def test_faults_say_what_to_do():
    for call, sentence in [
        (lambda: statistics.paired_t(FIRST, SECOND[:3]), "second has 3 values for 10 of first"),
        (lambda: statistics.sign_flip([1.0, np.inf]), r"first\[1\] is infinite"),
        (lambda: statistics.sign_flip([0.0, 1e308], [0.0, -1e308]), r"first\[1\] - second\[1\] is infinite"),
        (lambda: statistics.sign_flip(FIRST, draws=0.5), "draws: 0.5 is not a whole number"),
        (lambda: statistics.sign_flip(FIRST, seed=2**64), "seed: .* is not a whole number from 0 to 2"),
        (lambda: statistics.sign_flip(FIRST, seed=np.nan), "seed: nan is not a whole number"),
        (lambda: statistics.sample(FIRST, weights=-FIRST), "a weight is a number from 0"),
        (lambda: statistics.sample(FIRST, weights=[1.0]), "weights has 1 numbers for 10 queries"),
        (lambda: statistics.holm([1.5]), "a p-value is a number from 0 to 1"),
        (lambda: statistics.rank_biased_overlap([1], [1], p=1), "p: 1 is not between 0 and 1"),
        (lambda: statistics.kendall_tau([1, np.nan], [1, 2]), "NaN has no place in a ranking"),
    ]:
        with pytest.raises(RankscopeError, match=sentence):
            call()
