"""A ranker in an experiment of PyTerrier."""

from __future__ import annotations

import pandas
import pyterrier as pt
import pytest

import rankscope


@pytest.mark.filterwarnings("ignore:There are shared pipeline components")
def test_a_learned_model_of_pyterrier():
    data = rankscope.generate(60, 15, 1)
    found = pandas.DataFrame({"qid": data.qid, "query": "words", "features": list(data.X), "score": 0.0, "rank": 0})
    found["docno"] = [f"d{row}" for row in range(len(found))]
    judged = found[["qid", "docno"]].assign(label=data.y.astype(int))
    ids = list(dict.fromkeys(data.qid))
    train, valid, test = (
        pandas.DataFrame({"qid": part, "query": "words"}) for part in (ids[:30], ids[30:45], ids[45:])
    )
    search = pt.Transformer.from_df(found)
    ranker = rankscope.Ranker("lambdamart", rounds=20)
    learned = search >> pt.ltr.apply_learned_model(ranker, form="ltr")
    learned.fit(train, judged, valid, judged)
    table = pt.Experiment([search, learned], test, judged, ["ndcg_cut_10"], names=["none", "rankscope"])
    values = table.set_index("name")["ndcg_cut_10"]
    assert values["rankscope"] > values["none"] + 0.1

    # trec_eval breaks ties by name, and a query without a good document has 0 there: these differ by convention.
    of_query = pt.Experiment([learned], test, judged, ["ndcg_cut_10"], perquery=True).set_index("qid")["value"]
    compared = 0
    for qid in test.qid:
        rows = data.qid == qid
        scores = ranker.predict(data.X[rows])
        if len(set(scores)) == len(scores) and data.y[rows].any():
            own = rankscope.measure("ndcg_cut_10", data.y[rows], scores)
            assert of_query[qid] == pytest.approx(own, abs=1e-12)
            compared += 1
    assert compared >= 5
