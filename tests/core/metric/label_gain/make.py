"""Writes lightgbm.json beside it: NDCG@k by LightGBM for tables of gains, some with grades above 31.

    pip install lightgbm==4.7.0 && python make.py

The scores are initial scores of a model whose trees cannot split, so that LightGBM
measures these scores. They are distinct, because LightGBM takes equal scores in the order of the file.
"""

import json
import pathlib

import lightgbm
import numpy as np

TABLES = {
    "0,1,3,7,15": [0, 1, 3, 7, 15],
    "0,0,1,1,10": [0, 0, 1, 1, 10],
    "0 to 60": list(range(61)),
    "2^g - 1 to 53": [2.0**grade - 1 for grade in range(54)],
}
CUT_OFFS = [1, 3, 10]


def ndcg(grades, scores, gains):
    """Returns NDCG at the cut-offs of one query."""
    data = lightgbm.Dataset(np.zeros((len(grades), 1)), label=grades, group=[len(grades)], init_score=scores)
    seen = {}
    lightgbm.train(
        {
            "objective": "lambdarank",
            "metric": "ndcg",
            "eval_at": CUT_OFFS,
            "label_gain": gains,
            "min_data_in_leaf": 10_000,
            "boost_from_average": False,
            "verbose": -1,
        },
        data,
        num_boost_round=1,
        valid_sets=[data],
        valid_names=["data"],
        callbacks=[lightgbm.record_evaluation(seen)],
    )
    return [seen["data"][f"ndcg@{k}"][0] for k in CUT_OFFS]


random = np.random.default_rng(7)
cases = []
for gains in TABLES.values():
    for n in [4, 12, 30]:
        grades = random.integers(0, len(gains), n).tolist()
        grades[0] = len(gains) - 1
        scores = random.permutation(n).astype(float).tolist()
        cases.append({"gains": gains, "grades": grades, "scores": scores, "ndcg": ndcg(grades, scores, gains)})
path = pathlib.Path(__file__).with_name("lightgbm.json")
lines = ",\n".join(json.dumps(case) for case in cases)
path.write_text(f"[\n{lines}\n]\n")
