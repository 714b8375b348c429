"""Tests of examples/python/rankscope_cli.py. Run by python.test.mjs."""

import math
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "python"))
from rankscope_cli import RankscopeError, RankscopeRanker, write_letor  # noqa: E402

X = [[3.0, 0.1], [1.0, 0.1], [2.0, 0.1], [0.5, 1e-300], [0.0, 0.1 + 0.2]]
Y = [2, 0, 1, 1, 0]
QID = ["a", "a", "b", "a", "b"]


class Wrapper(unittest.TestCase):
    def test_scores_come_back_in_the_order_of_the_rows(self):
        ranker = RankscopeRanker(C=100, measure="ndcg@10").fit(X, Y, QID)
        scores = ranker.predict(X, QID)
        self.assertEqual(len(scores), 5)
        self.assertGreater(scores[0], scores[1])
        self.assertGreater(scores[2], scores[4])
        one_by_one = [ranker.predict([row])[0] for row in X]
        self.assertEqual(scores, one_by_one)
        self.assertEqual(ranker.predict([]), [])
        self.assertEqual(ranker.evaluate(X, Y, QID, ["wta"])["wta"], 1.0)

    def test_rows_are_grouped_and_every_bit_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "data.txt")
            self.assertEqual(write_letor(path, X, Y, QID), [0, 1, 3, 2, 4])
            lines = path.read_text().splitlines()
        self.assertEqual(lines[2], "1 qid:a 1:0.5 2:1e-300")
        self.assertEqual(lines[4], "0 qid:b 1:0.0 2:0.30000000000000004")

    def test_models_are_saved_and_loaded(self):
        ranker = RankscopeRanker().fit(X, Y, QID)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "model.json")
            ranker.save(path)
            self.assertEqual(RankscopeRanker().load(path).predict(X), ranker.predict(X))

    def test_faults_say_where(self):
        check = self.assertRaisesRegex
        with check(ValueError, "5 rows, 4 grades and 5 query ids"):
            RankscopeRanker().fit(X, Y[1:], QID)
        with check(ValueError, r"y\[1\] is 0.5; a grade is a whole number"):
            RankscopeRanker().fit(X, [2, 0.5, 1, 1, 0], QID)
        with check(ValueError, r"y\[0\] is -1; a grade is a whole number"):
            RankscopeRanker().fit(X, [-1, 0, 1, 1, 0], QID)
        with check(ValueError, r"qid\[0\] is 'a b'; a query id has no blanks"):
            RankscopeRanker().fit(X, Y, ["a b", *QID[1:]])
        with check(ValueError, r"X\[3\]\[1\] is nan"):
            RankscopeRanker().fit(X[:3] + [[1.0, math.nan]] + X[4:], Y, QID)
        with check(ValueError, r"X\[1\] has 1 features, X\[0\] has 2"):
            RankscopeRanker().fit([[1.0, 2.0], [1.0]], [1, 0], [1, 1])
        with check(RankscopeError, "dorn"):
            RankscopeRanker(method="dorn").fit(X, Y, QID)
        with check(RankscopeError, "call fit or load"):
            RankscopeRanker().predict(X)
        with check(RankscopeError, "is not a program"):
            RankscopeRanker(program="/no/such/program").fit(X, Y, QID)

    def test_numpy_arrays_give_numpy_arrays(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        ranker = RankscopeRanker().fit(numpy.array(X), numpy.array(Y), numpy.array(QID))
        scores = ranker.predict(numpy.array(X))
        self.assertIsInstance(scores, numpy.ndarray)
        self.assertEqual(scores.tolist(), ranker.predict(X))

    def test_params(self):
        ranker = RankscopeRanker(measure="map").set_params(C=3, scale="query")
        self.assertEqual(ranker.get_params()["C"], 3)
        self.assertEqual(RankscopeRanker(**ranker.get_params()).options, {"measure": "map", "scale": "query"})


if __name__ == "__main__":
    unittest.main()
