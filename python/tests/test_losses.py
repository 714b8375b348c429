"""Losses at given scores, against definitions written in NumPy."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

import rankscope

GRADES = np.array([2, 0, 1, 0])
SCORES = np.array([1.0, 0.3, -0.2, 0.0])


def test_listnet_is_softmax_cross_entropy():
    found = rankscope.loss("listnet", GRADES, SCORES)
    wanted, given = np.exp(GRADES) / np.exp(GRADES).sum(), np.exp(SCORES) / np.exp(SCORES).sum()
    assert found.value == pytest.approx((wanted * np.log(wanted / given)).sum(), abs=1e-12)
    assert found.gradient == pytest.approx(given - wanted, abs=1e-12)


def test_values_of_the_literature():
    approx = rankscope.loss("approxndcg", GRADES, SCORES)
    assert approx.value == pytest.approx(0.3106850457, abs=1e-9)
    assert -approx.gradient == pytest.approx([0.1066555349, -0.0474183998, -0.0161795618, -0.0430575732], abs=1e-9)
    soft = rankscope.loss("softrank", GRADES, SCORES, measure="ndcg@2")
    assert soft.value == pytest.approx(0.3828892044, abs=1e-9)


def test_map_against_all_rankings():
    good = GRADES > 0
    bads = np.flatnonzero(~good)

    def average_precision(order):
        hits = good[list(order)]
        return (np.cumsum(hits) / np.arange(1, 5))[hits].mean()

    def psi(order):
        rank = np.argsort(order)
        pairs = [(g, b, 1 if rank[g] < rank[b] else -1) for g in np.flatnonzero(good) for b in bads]
        total = np.zeros(4)
        for one, other, sign in pairs:
            total[one] += sign / len(pairs)
            total[other] -= sign / len(pairs)
        return total

    ideal = psi((0, 2, 1, 3))
    values = [1 - average_precision(order) - (ideal - psi(order)) @ SCORES for order in permutations(range(4))]
    assert rankscope.hinge("svm-map", GRADES, SCORES) == pytest.approx(max(values), abs=1e-12)
    worst = rankscope.separation_oracle("svm-map", GRADES, SCORES)
    assert rankscope.delta_psi("svm-map", GRADES, SCORES) == pytest.approx(ideal - psi(worst), abs=1e-12)


def test_faults_say_what_to_do():
    for call, sentence in [
        (lambda: rankscope.hinge("listnet", GRADES, SCORES), "listnet has a smooth loss"),
        (lambda: rankscope.hinge("combo", GRADES, SCORES), "combo has 4 losses"),
        (lambda: rankscope.loss("lambdamart", GRADES, SCORES), "has no loss of the scores"),
        (lambda: rankscope.loss("dorm", GRADES, SCORES[:3]), "3 scores for 4 grades"),
        (lambda: rankscope.loss("dorm", [0.5, 1], [0, 1]), r"y\[0\] is 0.5"),
    ]:
        with pytest.raises(rankscope.RankscopeError, match=sentence):
            call()
