"""Writes statistics.json beside it: paired tests by SciPy, which tests/core/metric/statistics.rs compares with.

    pip install scipy==1.17.1 && python make.py
"""

import json
import pathlib
import random

import scipy
from scipy import stats

random.seed(7)


def case(differences):
    t = stats.ttest_1samp(differences, 0.0)
    nonzero = [d for d in differences if d != 0]
    tied = len({abs(d) for d in differences}) < len(differences) or len(nonzero) < len(differences)
    method = "exact" if len(differences) <= 50 and not tied else "asymptotic"
    w = stats.wilcoxon(differences, zero_method="wilcox", correction=False, method=method)
    return {
        "differences": differences,
        "t": [float(t.statistic), float(t.pvalue)],
        "wilcoxon": [float(w.statistic), float(w.pvalue)],
    }


cases = []
for n in (2, 5, 12, 49, 50, 51, 120):
    cases.append(case([random.gauss(0.2, 1.0) for _ in range(n)]))
for n in (6, 30, 200):
    cases.append(case([random.choice([-0.5, -0.25, 0.0, 0.25, 0.5, 1.0]) for _ in range(n)]))
cases.append(case([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]))
cases.append(case([1e-9, -2e-9, 3e-9, 5e-9, 1e9]))

path = pathlib.Path(__file__).with_name("statistics.json")
path.write_text(json.dumps({"scipy": scipy.__version__, "cases": cases}, indent=1) + "\n")
