"""Trains a ranker on lists, ranks new documents, and saves the model. `python3 examples/python/train_and_predict.py`"""

import random

from rankscope_cli import RankscopeError, RankscopeRanker


def sample(queries, seed):
    """20 documents per query with three features: useful, weak, and noise."""
    chance = random.Random(seed)
    X, y, qid = [], [], []
    for query in range(queries):
        for _ in range(20):
            grade = chance.choice([0, 0, 0, 1, 1, 2])
            X.append([grade + chance.gauss(0, 1), grade + chance.gauss(0, 4), chance.gauss(0, 1)])
            y.append(grade)
            qid.append(query)
    return X, y, qid


def main():
    X, y, qid = sample(60, seed=1)
    test_X, test_y, test_qid = sample(30, seed=2)
    for method, options in [("dorm", {"measure": "ndcg@10"}), ("ranksvm", {}), ("lambdamart", {"C": None})]:
        ranker = RankscopeRanker(method=method, **options).fit(X, y, qid)
        mean = ranker.evaluate(test_X, test_y, test_qid, ["ndcg@10", "map"])
        print(f"{method}: NDCG@10 {mean['ndcg@10']:.4f}, MAP {mean['map']:.4f}")

    scores = ranker.predict(test_X[:20])
    best = sorted(range(20), key=lambda document: -scores[document])[:3]
    print("the first three of a query:", [(document, test_y[document]) for document in best])
    try:
        RankscopeRanker(method="dorn").fit(X, y, qid)
    except RankscopeError as error:
        print("a fault:", str(error).splitlines()[0])


if __name__ == "__main__":
    main()
