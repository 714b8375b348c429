"""The estimator: tables, queries, faults, scikit-learn."""

from __future__ import annotations

import pickle
import threading
import time

import numpy as np
import pandas
import polars
import pyarrow
import pytest
from sklearn import config_context
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import estimator_checks

import rankscope
from rankscope import LearnedNothingWarning, RankscopeError

NAMES = ["bm25", "pagerank", "length"]


@pytest.fixture
def columns(data):
    return {name: data.X[:, place].copy() for place, name in enumerate(NAMES)}


def test_every_table_gives_the_same_model(data, columns):
    X = np.column_stack(list(columns.values()))
    expected = rankscope.Ranker().fit(X, data.y, data.qid)
    tables = {
        "columns first": np.asfortranarray(X),
        "a view": np.column_stack([X, X])[:, :3],
        "bytes of a message": np.frombuffer(b"!" + X.tobytes(), np.float64, offset=1).reshape(X.shape),
        "lists": X.tolist(),
        "pandas": pandas.DataFrame(columns),
        "polars": polars.DataFrame(columns),
        "arrow": pyarrow.table(columns),
        "arrow batch": pyarrow.record_batch(columns),
        "parquet": through_parquet(columns),
    }
    for name, given in tables.items():
        ranker = rankscope.Ranker().fit(given, data.y, data.qid)
        assert np.array_equal(ranker.coef_, expected.coef_), name
        assert np.array_equal(ranker.predict(given), expected.predict(X)), name
        has_names = name not in ("columns first", "a view", "bytes of a message", "lists")
        assert hasattr(ranker, "feature_names_in_") == has_names, name
    single = X.astype(np.float32)
    of_single, of_double = (rankscope.Ranker().fit(given, data.y, data.qid) for given in (single, single.astype(float)))
    assert np.array_equal(of_single.coef_, of_double.coef_)


def through_parquet(columns):
    import pyarrow.parquet

    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.table(columns), sink)
    return pyarrow.parquet.read_table(pyarrow.BufferReader(sink.getvalue()))


def test_columns_are_matched_by_name(data, columns):
    frame = pandas.DataFrame(columns)
    ranker = rankscope.Ranker().fit(frame, data.y, data.qid)
    assert list(ranker.feature_names_in_) == NAMES
    turned = frame[NAMES[::-1]].assign(more=1.0)
    assert np.array_equal(ranker.predict(turned), ranker.predict(frame))
    with pytest.raises(RankscopeError, match="X lacks the columns pagerank"):
        ranker.predict(frame.drop(columns="pagerank"))
    with pytest.raises(RankscopeError, match="X has 2 features, the training data had 3"):
        ranker.predict(frame.to_numpy()[:, :2])


def test_queries_by_id_by_group_and_in_any_order(data):
    expected = rankscope.Ranker().fit(data.X, data.y, data.qid)
    _, lengths = np.unique(data.qid, return_counts=True)
    first = {qid: place for place, qid in reversed(list(enumerate(data.qid)))}
    lengths = [int((data.qid == qid).sum()) for qid in sorted(first, key=first.get)]
    assert np.array_equal(rankscope.Ranker().fit(data.X, data.y, group=lengths).coef_, expected.coef_)

    # A shuffle that keeps the order within a query, and that of first documents, gives the same data.
    places = np.arange(len(data.y))
    ranks = np.concatenate([np.arange(length) for length in lengths])
    order = np.lexsort((places, ranks))
    shuffled = rankscope.Ranker().fit(data.X[order], data.y[order], data.qid[order])
    assert np.array_equal(shuffled.coef_, expected.coef_)
    assert np.array_equal(shuffled.predict(data.X[order], data.qid[order]), expected.predict(data.X)[order])


def test_scores_of_a_query_scaled_model_need_the_queries(data):
    ranker = rankscope.Ranker(scale="query").fit(data.X, data.y, data.qid)
    with pytest.raises(RankscopeError, match="scales features within each query"):
        ranker.predict(data.X)
    order = np.random.default_rng(1).permutation(len(data.y))
    assert np.array_equal(ranker.predict(data.X[order], data.qid[order]), ranker.predict(data.X, data.qid)[order])


def test_no_option_is_passed_on_unasked(data):
    assert rankscope.Ranker("lambdamart", C=None).fit(data.X, data.y, data.qid).stop_["reason"] == "complete"
    with pytest.raises(RankscopeError, match="c: it has no effect on lambdamart"):
        rankscope.Ranker("lambdamart", C=10).fit(data.X, data.y, data.qid)


@pytest.mark.parametrize(("change", "sentence"), [
    ({"y": [0.5]}, r"grades\[0\] is 0.5; a grade is a whole number"),
    ({"y": [1, 0]}, "y has 2 grades for 3 rows of X"),
    ({"X": [[1.0], [np.nan], [2.0]]}, "not finite: feature 1 of document 2"),
    ({"X": [1.0, 2.0, 3.0]}, "X has 1 dimensions"),
    ({"X": [["a"], ["b"], ["c"]]}, "X is no table of numbers"),
    ({"qid": [1, 1]}, "qid has 2 ids for 3 documents"),
    ({"qid": [1, 1, 1.5]}, r"qid\[2\] is 1.5; a query id is a whole number"),
    ({"qid": ["a b", 1, 1]}, "white space"),
    ({"qid": None}, "qid and group: neither given"),
    ({"group": [3]}, "qid and group: both given"),
    ({"qid": None, "group": [2]}, "group has the sum 2 for 3 documents"),
    ({"eval_set": [([[1.0]], [1])], "eval_qid": []}, "eval_qid has 0 entries for 1 pairs"),
])
def test_faults_say_where(change, sentence):
    arguments = {"X": [[1.0], [2.0], [3.0]], "y": [0, 1, 2], "qid": [1, 1, 1], **change}
    if change.get("y") == [0.5]:
        arguments["y"] = [0.5, 1, 2]
    with pytest.raises(RankscopeError, match=sentence):
        rankscope.Ranker().fit(arguments.pop("X"), arguments.pop("y"), arguments.pop("qid"), **arguments)


def test_unknown_names_are_refused(data):
    for options, sentence in [
        ({"method": "dorn"}, "dorn.* is not one of"),
        ({"colour": "red"}, "colour.* is not an option"),
        ({"measure": "ndgc"}, "ndgc"),
        ({"C": -1}, "c: "),
    ]:
        with pytest.raises(RankscopeError, match=sentence):
            rankscope.Ranker(**options).fit(data.X, data.y, data.qid)
    with pytest.raises(NotFittedError, match="call fit first"):
        rankscope.Ranker().predict(data.X)


def test_a_model_that_learned_nothing_is_told(data):
    with pytest.warns(LearnedNothingWarning, match="dorm learned nothing"):
        rankscope.Ranker().fit(np.ones_like(data.X), data.y, data.qid)


def test_reports_validation_and_callback(data):
    half = data.qid.astype(str) < "20"
    rest = ~half
    seen = []
    ranker = rankscope.Ranker("lambdamart", rounds=20, patience=3).fit(
        data.X[half], data.y[half], data.qid[half],
        eval_set=[(data.X[rest], data.y[rest])], eval_qid=[data.qid[rest]], callback=seen.append,
    )
    assert seen == ranker.steps_
    values = [step["valid"]["ndcg@10"] for step in ranker.steps_]
    assert ranker.best_iteration_ == int(np.argmax(values))
    measured = ranker.score(data.X[rest], data.y[rest], data.qid[rest])
    assert measured == pytest.approx(max(values), abs=1e-12)
    stopped = rankscope.Ranker("lambdamart").fit(
        data.X, data.y, data.qid, callback=lambda report: report["iteration"] == 4)
    assert stopped.stop_["iterations"] == 4


def test_importances(data):
    linear = rankscope.Ranker().fit(data.X, data.y, data.qid)
    assert np.array_equal(linear.feature_importances_, np.abs(linear.coef_))
    trees = rankscope.Ranker("lambdamart").fit(data.X, data.y, data.qid)
    assert trees.feature_importances_.shape == (data.X.shape[1],)
    assert trees.feature_importances_.sum() > 0
    with pytest.raises(AttributeError):
        _ = trees.coef_


def test_an_explanation_adds_up(data, columns):
    frame = pandas.DataFrame(columns)
    query = data.qid[-1]
    rows = np.flatnonzero(data.qid == query)
    for method in ("dorm", "lambdamart"):
        ranker = rankscope.Ranker(method).fit(frame, data.y, data.qid)
        why = ranker.explain(frame, data.qid, query, (0, 2))
        scores = ranker.predict(frame)[rows]
        assert why.scores == (scores[0], scores[2])
        assert why.difference == scores[0] - scores[2]
        assert sum(part.difference for part in why.features) == pytest.approx(why.difference, abs=1e-12)
        assert {part.name for part in why.features} <= set(NAMES)
        order = np.random.default_rng(1).permutation(len(data.y))
        places = [int(np.flatnonzero(order[np.isin(order, rows)] == rows[place])[0]) for place in (0, 2)]
        assert ranker.explain(frame.iloc[order], data.qid[order], query, tuple(places)) == why
    linear = rankscope.Ranker().fit(frame, data.y, data.qid)
    for part in linear.explain(frame, data.qid, query, (0, 2)).features:
        assert part.weight == linear.coef_[part.feature]
        assert part.difference == pytest.approx(part.weight * (part.values[0] - part.values[1]), abs=1e-12)
    products = rankscope.Ranker(map="poly:2").fit(frame, data.y, data.qid)
    names = [part.name for part in products.explain(frame, data.qid, query, (0, 2)).features]
    assert any(" · " in name for name in names)
    numbers = data.qid.astype(float)
    assert linear.explain(frame, numbers, float(query), (0, 2)) == linear.explain(frame, data.qid, query, (0, 2))
    for arguments, sentence in [
        ((query, (0, 99)), "99"),
        ((query, (0, -1)), "documents count from 0"),
        ((query, (0, 1, 2)), "are not two places"),
        (("none", (0, 1)), "'none' is no id of qid"),
    ]:
        with pytest.raises(RankscopeError, match=sentence):
            linear.explain(frame, data.qid, *arguments)


def test_pickle_and_clone(data):
    ranker = rankscope.Ranker("rankboost", rounds=5).fit(data.X, data.y, data.qid)
    again = pickle.loads(pickle.dumps(ranker))
    assert np.array_equal(again.predict(data.X), ranker.predict(data.X))
    assert again.get_params() == ranker.get_params() == {"method": "rankboost", "rounds": 5}
    fresh = clone(ranker)
    assert fresh.get_params() == ranker.get_params()
    assert not hasattr(fresh, "model_")


def test_search_over_groups_and_pipeline(data):
    with config_context(enable_metadata_routing=True):
        ranker = rankscope.Ranker("ranknet-linear").set_fit_request(qid=True).set_score_request(qid=True)
        pipeline = make_pipeline(StandardScaler(), ranker)
        search = GridSearchCV(pipeline, {"ranker__C": [0.1, 10.0, 1000.0]}, cv=GroupKFold(3))
        search.fit(data.X, data.y, qid=data.qid, groups=data.qid)
        values = search.cv_results_["mean_test_score"]
        assert np.isfinite(values).all()
        assert search.best_score_ == values.max() > 0.5
        assert len(search.predict(data.X)) == len(data.y)
    plain = make_pipeline(StandardScaler(), rankscope.Ranker()).fit(data.X, data.y, ranker__qid=data.qid)
    assert len(plain.predict(data.X)) == len(data.y)


CHECKS = [
    estimator_checks.check_no_attributes_set_in_init,
    estimator_checks.check_parameters_default_constructible,
    estimator_checks.check_get_params_invariance,
    estimator_checks.check_set_params,
    estimator_checks.check_estimator_repr,
    estimator_checks.check_estimator_cloneable,
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_checks_of_scikit_learn(check):
    check("Ranker", rankscope.Ranker())


def test_other_threads_go_on_while_a_ranker_trains():
    data = rankscope.generate(400, 40, 1)
    ticks, over = [], threading.Event()

    def tick():
        while not over.wait(0.005):
            ticks.append(time.perf_counter())

    thread = threading.Thread(target=tick)
    thread.start()
    rankscope.Ranker("svm-map", C=1000).fit(data.X, data.y, data.qid)
    over.set()
    thread.join()
    assert len(ticks) > 1


def test_gaps_reach_a_model_that_knows_them(tmp_path):
    lines = """tree
version=v4
num_class=1
num_tree_per_iteration=1
label_index=0
max_feature_idx=1
objective=lambdarank
feature_names=a b
feature_infos=[0:1] [0:1]
tree_sizes=300

Tree=0
num_leaves=2
num_cat=0
split_feature=0
split_gain=1
threshold=0.5
decision_type=8
left_child=-1
right_child=-2
leaf_value=-1 1
leaf_weight=1 1
leaf_count=1 1
internal_value=0
internal_weight=2
internal_count=2
is_linear=0
shrinkage=1


end of trees
"""
    path = tmp_path / "model.txt"
    path.write_text(lines)
    ranker = rankscope.Ranker.load(path)
    assert ranker.predict([[0.0, 1.0], [1.0, 1.0], [np.nan, 1.0]]).tolist() == [-1.0, 1.0, 1.0]
