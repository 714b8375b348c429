"""Learning to rank with structured losses, exact oracles and certificates.

    import rankscope

    ranker = rankscope.Ranker(method="dorm", C=10)
    ranker.fit(X, y, qid=qid)
    scores = ranker.predict(X_test)
"""

from rankscope import statistics
from rankscope._core import RankscopeError
from rankscope._data import Letor, generate, read_letor
from rankscope._explore import explore, lesson
from rankscope._losses import SmoothLoss, StructuredLoss, delta_psi, hinge, loss, separation_oracle
from rankscope._measures import measure
from rankscope._methods import Method, MethodOption, methods
from rankscope._ranker import Explanation, FeaturePart, LearnedNothingWarning, Ranker
from rankscope._steps import Step, Steps, train_steps
from rankscope._study import Claim, FailedCellsWarning, Study, studies

__all__ = [
    "Claim",
    "Explanation",
    "FailedCellsWarning",
    "FeaturePart",
    "LearnedNothingWarning",
    "Letor",
    "Method",
    "MethodOption",
    "Ranker",
    "RankscopeError",
    "SmoothLoss",
    "Step",
    "Steps",
    "StructuredLoss",
    "Study",
    "delta_psi",
    "explore",
    "generate",
    "hinge",
    "lesson",
    "loss",
    "measure",
    "methods",
    "read_letor",
    "separation_oracle",
    "statistics",
    "studies",
    "train_steps",
]
