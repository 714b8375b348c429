"""Trains dlib's svm_rank_trainer on a LETOR file. Prints one line of JSON: version, pairs, and one entry for every C.

dlib compares every relevant document of a query, of grade 1 or more, with every other one. It minimises
1/2 |w|^2 + C times the mean hinge over all these pairs, to its default accuracy. The time is that of `train` alone:
the documents are in dlib's own containers before.
"""

import gzip
import json
import sys
import time
from importlib.metadata import version

import dlib
import numpy

REPETITIONS = 15


def read(path):
    """Returns features, and the first row and grades of every query with a relevant and another document."""
    features, queries, last = [], [], None
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            grade, query, *values = line.split("#")[0].split()
            if query != last:
                queries.append((len(features), []))
                last = query
            queries[-1][1].append(int(grade) >= 1)
            features.append({int(index): float(value) for index, value in (text.split(":") for text in values)})
    dense = numpy.zeros((len(features), max(max(row, default=0) for row in features)))
    for row, values in enumerate(features):
        for index, value in values.items():
            dense[row, index - 1] = value
    return dense, [(first, numpy.array(good)) for first, good in queries if any(good) and not all(good)]


def mean_hinge(scores, queries):
    """Returns the mean hinge over all pairs, and the number of pairs."""
    total, pairs = 0.0, 0
    for first, good in queries:
        of_query = scores[first:first + len(good)]
        hinges = 1.0 - of_query[good][:, None] + of_query[~good][None, :]
        total += numpy.maximum(hinges, 0.0).sum()
        pairs += hinges.size
    return total / pairs, pairs


def main():
    features, queries = read(sys.argv[1])
    samples = dlib.ranking_pairs()
    for first, good in queries:
        pair = dlib.ranking_pair()
        for row, relevant in enumerate(good, first):
            (pair.relevant if relevant else pair.nonrelevant).append(dlib.vector(features[row]))
        samples.append(pair)
    runs = []
    for c in [float(text) for text in sys.argv[2:]]:
        seconds = []
        for _ in range(REPETITIONS):
            trainer = dlib.svm_rank_trainer()
            trainer.c = c
            began = time.perf_counter()
            ranker = trainer.train(samples)
            seconds.append(time.perf_counter() - began)
        w = numpy.array(ranker.weights)
        hinge, pairs = mean_hinge(features @ w, queries)
        runs.append({"c": c, "seconds": seconds, "objective": 0.5 * float(w @ w) + c * hinge})
    print(json.dumps({"version": version("dlib"), "queries": len(queries), "pairs": pairs, "runs": runs}))


main()
