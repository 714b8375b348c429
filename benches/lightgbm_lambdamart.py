"""Times LambdaMART of LightGBM on a LETOR file. Prints one line of JSON: version, seconds of each run, NDCG@10.

The trees have the size of the defaults of Rankscope: 30 rounds of 10 leaves of at least 10 documents, learning rate
0.1, NDCG@10, one thread. The time includes the histograms of the features, as Rankscope's includes its sort.
"""

import json
import sys
import time

import lightgbm
import numpy

PARAMETERS = {
    "objective": "lambdarank",
    "lambdarank_truncation_level": 10,
    "num_leaves": 10,
    "min_data_in_leaf": 10,
    "min_sum_hessian_in_leaf": 0.0,
    "learning_rate": 0.1,
    "num_threads": 1,
    "deterministic": True,
    "force_col_wise": True,
    "verbose": -1,
}
ROUNDS = 30
REPETITIONS = 7


def read(path):
    """Returns features, grades and the number of documents of each query."""
    features, grades, sizes, last = [], [], [], None
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            grade, query, *values = line.split("#")[0].split()
            features.append([float(value.split(":")[1]) for value in values])
            grades.append(int(grade))
            if query != last:
                sizes.append(0)
                last = query
            sizes[-1] += 1
    return numpy.array(features), numpy.array(grades), sizes


def ndcg_at_10(scores, grades, sizes):
    """Returns the mean NDCG@10 with gains 2^r - 1. Ties keep the order of the file."""
    total, start = 0.0, 0
    discounts = 1.0 / numpy.log2(numpy.arange(2, 12))
    for size in sizes:
        gains = 2.0 ** grades[start:start + size] - 1.0
        order = numpy.argsort(-scores[start:start + size], kind="stable")[:10]
        best = numpy.sort(gains)[::-1][:10]
        total += (gains[order] * discounts[:len(order)]).sum() / (best * discounts[:len(best)]).sum()
        start += size
    return total / len(sizes)


def main():
    features, grades, sizes = read(sys.argv[1])
    seconds = []
    for _ in range(REPETITIONS):
        began = time.perf_counter()
        data = lightgbm.Dataset(features, label=grades, group=sizes, params=PARAMETERS)
        booster = lightgbm.train(PARAMETERS, data, num_boost_round=ROUNDS)
        seconds.append(time.perf_counter() - began)
    ndcg = ndcg_at_10(booster.predict(features), grades, sizes)
    print(json.dumps({"version": lightgbm.__version__, "seconds": seconds, "ndcg": ndcg}))


main()
