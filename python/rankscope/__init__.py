"""Learning to rank with structured losses, exact oracles and certificates.

    import rankscope

    ranker = rankscope.Ranker(method="dorm", C=10)
    ranker.fit(X, y, qid=qid)
    scores = ranker.predict(X_test)
"""

from rankscope._core import RankscopeError
from rankscope._data import Letor, generate, read_letor
from rankscope._measures import measure
from rankscope._methods import Method, MethodOption, methods
from rankscope._ranker import LearnedNothingWarning, Ranker
from rankscope._steps import Step, Steps, train_steps

__all__ = [
    "LearnedNothingWarning",
    "Letor",
    "Method",
    "MethodOption",
    "Ranker",
    "RankscopeError",
    "Step",
    "Steps",
    "generate",
    "measure",
    "methods",
    "read_letor",
    "train_steps",
]
