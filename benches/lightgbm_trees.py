"""Trains LightGBM on the set of the part `trees`. Prints one line of JSON.

Usage: lightgbm_trees.py FOLDER LEAVES, as in 10,31. The folder has the files that `benches/report/trees.rs` writes.
Documents of a leaf, rounds and learning rate are ours; the rest are LightGBM's defaults. `seconds`: of training alone;
`bins`: of the bins of the features.
"""

import json
import sys
import time

import lightgbm
import numpy

DOCUMENTS, FEATURES, ROUNDS = 100, 136, 30


def read(folder, name):
    """Returns features and grades, one row per document."""
    features = numpy.fromfile(f"{folder}/{name}.f64", dtype="<f8").reshape(-1, FEATURES)
    return features, numpy.fromfile(f"{folder}/{name}.u8", dtype=numpy.uint8)


def ndcg_at_10(scores, grades):
    """Returns the mean NDCG@10 with gains 2^r - 1. Ties keep the order of the file."""
    scores, gains = scores.reshape(-1, DOCUMENTS), 2.0 ** grades.reshape(-1, DOCUMENTS) - 1.0
    discounts = 1.0 / numpy.log2(numpy.arange(2, 12))
    order = numpy.argsort(-scores, axis=1, kind="stable")[:, :10]
    best = -numpy.sort(-gains, axis=1)[:, :10]
    return float(((numpy.take_along_axis(gains, order, 1) * discounts).sum(1) / (best * discounts).sum(1)).mean())


def main():
    train, grades = read(sys.argv[1], "train")
    test, of_test = read(sys.argv[1], "test")
    runs = []
    for leaves in map(int, sys.argv[2].split(",")):
        for threads in (1, 2):
            parameters = {
                "objective": "lambdarank",
                "num_leaves": leaves,
                "min_data_in_leaf": 20,
                "learning_rate": 0.1,
                "num_threads": threads,
                "deterministic": True,
                "force_col_wise": True,
                "verbose": -1,
            }
            began = time.perf_counter()
            sizes = [DOCUMENTS] * (len(grades) // DOCUMENTS)
            data = lightgbm.Dataset(train, label=grades, group=sizes, params=parameters)
            data.construct()
            binned = time.perf_counter()
            booster = lightgbm.train(parameters, data, num_boost_round=ROUNDS)
            ended = time.perf_counter()
            runs.append({
                "leaves": leaves,
                "threads": threads,
                "bins": binned - began,
                "seconds": ended - binned,
                "ndcg": ndcg_at_10(booster.predict(test), of_test),
            })
    print(json.dumps({"version": lightgbm.__version__, "runs": runs}))


main()
