"""A training step by step, and measures over ties."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest
from ir_measures import AP, RR, P, Qrel, ScoredDoc, calc_aggregate, nDCG

import rankscope


def test_steps_end_with_a_certificate(data):
    steps = rankscope.train_steps(data.X, data.y, data.qid, method="svm-map", C=100)
    reports = list(steps)
    assert [step.iteration for step in reports] == list(range(len(reports)))
    assert steps.stop["reason"] == "converged"
    assert steps.stop["gap"] <= 1e-3
    last = reports[-1].iteration
    rows = steps.queries(last)
    assert len(rows) == steps.overview["queries_used"]
    for row in rows[:5]:
        assert max(0, steps.violator(last, row["query"])["hinge"]) == pytest.approx(row["slack"])
    assert np.mean([row["slack"] for row in rows]) == pytest.approx(reports[-1].mean_slack)
    with pytest.raises(rankscope.RankscopeError, match="query 0 of the data is not used in training"):
        steps.violator(last, 0)
    certificate = steps.certificate(last, count=5)
    assert len(certificate["rows"]) == 5
    assert certificate["bound"] <= reports[-1].best_primal
    model = rankscope.Ranker("svm-map", C=100).fit(data.X, data.y, data.qid)
    assert np.array_equal(steps.model().weights(), model.coef_)
    with pytest.raises(AttributeError, match="a step has no colour; it has iteration"):
        _ = reports[0].colour


def test_ties_are_expected(data):
    grades, scores = np.array([2, 0, 1, 0, 1]), np.array([1.0, 1.0, 0.5, 0.5, 0.5])
    for name in ("ndcg@3", "ap", "rr", "err", "p@2"):
        values = []
        for order in permutations(range(5)):
            if all(scores[one] >= scores[other] for one, other in pairwise(order)):
                strict = np.empty(5)
                strict[list(order)] = -np.arange(5.0)
                values.append(rankscope.measure(name, grades, strict))
        assert len(values) == 12
        assert rankscope.measure(name, grades, scores) == pytest.approx(np.mean(values), abs=1e-12), name


def test_one_value_a_query_and_names_of_others():
    y, scores, qid = [1, 0, 0, 1, 0], [2.0, 1.0, 2.0, 1.0, 5.0], ["a", "a", "b", "b", "c"]
    values = rankscope.measure("rr", y, scores, qid, per_query=True)
    assert values[:2].tolist() == [1.0, 0.5]
    assert np.isnan(values[2])
    assert rankscope.measure("rr", y, scores, qid) == 0.75
    assert rankscope.measure("RR", y, scores, qid) == rankscope.measure("recip_rank", y, scores, qid)
    with pytest.raises(rankscope.RankscopeError, match="nonsense"):
        rankscope.measure("nonsense", y, scores, qid)


def test_measures_of_ir_measures_are_read():
    y, scores, qid = [2, 0, 1, 0, 1, 2], [0.3, 0.1, 0.2, 0.9, 0.5, 0.4], [1, 1, 1, 1, 2, 2]
    rows = [*zip(map(str, qid), map(str, range(6)), strict=True)]
    qrels = [Qrel(query, document, grade) for (query, document), grade in zip(rows, y, strict=True)]
    run = [ScoredDoc(query, document, score) for (query, document), score in zip(rows, scores, strict=True)]
    for named in (nDCG @ 10, nDCG @ 2, P @ 2, P(rel=2) @ 2, RR, AP, AP(rel=2)):
        theirs = calc_aggregate([named], qrels, run)[named]
        assert rankscope.measure(named, y, scores, qid) == pytest.approx(theirs, abs=1e-9), named
        assert rankscope.measure(str(named), y, scores, qid) == rankscope.measure(named, y, scores, qid)
