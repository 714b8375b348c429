"""The package and the command line train the same model, bit for bit."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

import rankscope

OPTIONS = {
    "svm-ndcg": {"cut_off": 5, "C": 3.5},
    "dorm": {"decay": "log", "scale": "query", "working_set": "1-slack"},
    "lambdamart": {"rounds": 7, "leaves": 5},
    "combo": {"components": ["svm-map", "svm-mrr"]},
}


def letor(data: rankscope.Letor, path: Path) -> Path:
    rows = zip(data.y.tolist(), data.qid.tolist(), data.X.tolist(), strict=True)
    lines = (
        f"{grade} qid:{qid} " + " ".join(f"{place}:{value!r}" for place, value in enumerate(row, 1))
        for grade, qid, row in rows
    )
    path.write_text("\n".join(lines) + "\n")
    return path


def arguments(options: dict) -> list[str]:
    return [part for name, value in options.items() for part in (
        "--" + name.lower().replace("_", "-"), ",".join(value) if isinstance(value, list) else str(value))]


@pytest.mark.parametrize("method", [method.name for method in rankscope.methods()])
def test_model_and_scores_are_those_of_the_command_line(method, data, program, tmp_path):
    file, out = letor(data, tmp_path / "train.txt"), tmp_path / "model.json"
    for options in ({}, OPTIONS.get(method)):
        if options is None:
            continue
        command = [program, "train", str(file), "--method", method, "--out", str(out), *arguments(options)]
        subprocess.run(command, check=True, capture_output=True)
        ranker = rankscope.Ranker(method, **options).fit(data.X, data.y, data.qid)

        theirs, ours = json.loads(out.read_text()), json.loads(ranker.model_.json())
        for part in ("scaling", "map", "scorer", "weights", "max_grade"):
            assert ours.get(part) == theirs.get(part), part
        assert ours["settings"]["method"] == theirs["settings"]["method"] == method

        printed = subprocess.run(
            [program, "score", str(file), "--model", str(out)], check=True, capture_output=True, text=True
        ).stdout.split()
        scores = ranker.predict(data.X, data.qid)
        assert np.array_equal(scores, np.array(printed, dtype=np.float64))
        assert np.array_equal(rankscope.Ranker.load(out).predict(data.X, data.qid), scores)
        ranker.save(out)
        again = subprocess.run(
            [program, "score", str(file), "--model", str(out)], check=True, capture_output=True, text=True
        ).stdout.split()
        assert again == printed


def test_measures_are_those_of_the_command_line(data, program, tmp_path):
    file, model = letor(data, tmp_path / "test.txt"), tmp_path / "model.json"
    ranker = rankscope.Ranker("svm-map", C=100).fit(data.X, data.y, data.qid)
    ranker.save(model)
    names = ["ndcg@10", "ap", "rr", "err", "p@5", "pair-error"]
    command = [program, "eval", str(file), "--model", str(model), "--measures", ",".join(names), "--json"]
    printed = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["measures"]
    assert ranker.evaluate(data.X, data.y, data.qid, measures=names) == printed
    scores = ranker.predict(data.X)
    for name in names:
        assert rankscope.measure(name, data.y, scores, data.qid) == pytest.approx(printed[name], abs=1e-15)
