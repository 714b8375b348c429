"""Studies: any executor gives the bits of the command line; results, faults and stops are as there."""

from __future__ import annotations

import gzip
import json
import multiprocessing
import pickle
import subprocess
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext

import numpy as np
import pandas
import pytest
from joblib.externals.loky import get_reusable_executor

import rankscope
from rankscope import FailedCellsWarning, RankscopeError, Study

SMALL = {
    "rankscope": "study",
    "title": "Small",
    "data": [{"name": "mine", "train": "mine.txt", "split": {"shares": [0.5, 0.0, 0.5], "seed": 1}}],
    "factors": {"method": ["dorm", "ranknet-linear", "listnet"]},
    "fixed": {"c": 10},
    "record": ["ndcg@10", "map", "report.norm"],
    "compare": {"baseline": "dorm", "tests": ["signflip", "t"]},
}

ONE = {name: value for name, value in SMALL.items() if name != "compare"}


def printed(program: str, *arguments: object) -> str:
    command = [program, "study", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def without_times(text: str) -> list[str]:
    return [line for line in text.splitlines() if ",seconds," not in line]


def letor(data: rankscope.Letor) -> str:
    rows = zip(data.y.tolist(), data.qid.tolist(), data.X.tolist(), strict=True)
    return "".join(
        f"{grade} qid:{qid} " + " ".join(f"{place}:{value!r}" for place, value in enumerate(row, 1)) + "\n"
        for grade, qid, row in rows
    )


class Inline:
    """An executor that works at once, and counts its jobs and their size."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def submit(self, function, /, *arguments):
        sent = pickle.dumps((function, arguments))
        self.sizes.append(len(sent))
        future: Future = Future()
        function, arguments = pickle.loads(sent)
        try:
            future.set_result(function(*arguments))
        except BaseException as problem:
            future.set_exception(problem)
        return future


@pytest.fixture(scope="module")
def small(data):
    return Study(SMALL, files={"mine.txt": data}).run()


@pytest.mark.parametrize("name", ["mrr-psi", "diversity"])
def test_a_built_in_study_has_the_bits_of_the_command_line(name, program, tmp_path):
    study = Study(name).run()
    theirs = json.loads(printed(program, name, "--json", "--out", tmp_path))
    # Tuples are lists in JSON.
    assert json.loads(json.dumps(study.statistics())) == theirs["table"]
    assert [cell["key"] for cell in study.cells] == [result["key"] for result in theirs["results"]]
    assert study.n_finished == len(study.cells) == len(theirs["cells"])
    for file, text in [
        ("table.md", study.markdown()),
        ("cells.csv", study.cells_csv()),
        ("queries.csv", study.queries_csv()),
        ("study.json", study.json()),
    ]:
        assert without_times(text) == without_times((tmp_path / file).read_text()), file


def test_own_data_as_on_the_command_line(data, program, tmp_path):
    file = tmp_path / "own.txt"
    file.write_text(letor(data))
    theirs = printed(program, "mrr-psi", "--train", file)
    assert Study("mrr-psi", train=file).run().markdown().rstrip() == theirs.rstrip()
    arrays = Study("mrr-psi", train=data).run()
    assert arrays.markdown().rstrip() == theirs.replace("own.txt", "train").rstrip()
    assert "train" in arrays.outline["axes"][0]["levels"]


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_processes(start, data, small):
    context = multiprocessing.get_context(start)
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        assert Study(SMALL, files={"mine.txt": data}).run(executor=executor).statistics() == small.statistics()


def test_threads_and_loky(data, small):
    with ThreadPoolExecutor(2) as threads:
        assert Study(SMALL, files={"mine.txt": data}).run(executor=threads).statistics() == small.statistics()
    loky = get_reusable_executor(max_workers=1)
    assert Study(SMALL, files={"mine.txt": data}).run(executor=loky).statistics() == small.statistics()
    loky.shutdown(kill_workers=True)


def test_dask(data, small):
    distributed = pytest.importorskip("distributed")
    with distributed.Client(n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
        study = Study(SMALL, files={"mine.txt": data})
        study.run(executor=client.get_executor(), share=lambda value: client.scatter(value, broadcast=True))
    assert study.statistics() == small.statistics()


def test_jobs_are_small_and_equal_cells_are_trained_once(data):
    executor, shared = Inline(), []

    def share(value):
        shared.append(value)
        return value

    study = Study({**SMALL, "seeds": [1, 2]}, files={"mine.txt": data}).run(executor=executor)
    # The seed has an effect on RankNet alone.
    assert (len(executor.sizes), len(study.cells)) == (4, 6)
    assert max(executor.sizes) < 4_000 < data.X.nbytes
    Study("diversity").run(executor=executor, progress=lambda *_: True)
    assert max(executor.sizes) < 4_000, "the samples of built-in studies are in the package"
    Study(SMALL, files={"mine.txt": data}).run(executor=Inline(), share=share)
    assert len(shared) == 1
    assert pickle.dumps(shared[0]).find(data.X.tobytes()) > 0


def test_a_worker_with_other_data_is_told(data, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("1 qid:1 1:1\n0 qid:1 1:2\n1 qid:2 1:3\n0 qid:2 1:4\n")
    study = Study(SMALL, files={"mine.txt": file})
    file.write_text(file.read_text().replace("1:4", "1:5"))

    class Elsewhere(Inline):
        def __init__(self, name):
            super().__init__()
            self.name = name

        def submit(self, function, /, recipe, *arguments):
            return super().submit(function, type(recipe)(self.name, recipe.text, recipe.contents), *arguments)

    with pytest.raises(RankscopeError, match=r"cell \d: the worker has other data"):
        study.run(executor=Elsewhere("other"))
    file.unlink()
    with pytest.raises(
        RankscopeError, match=r"mine\.txt: No such file.*; the worker cannot read it; give `run` a function `share`"
    ):
        study.run(executor=Elsewhere("absent"))

    class Remote(Elsewhere):
        def submit(self, function, /, recipe, *arguments):
            moved = recipe.contents.with_name("elsewhere")
            return super().submit(function, type(recipe)(recipe.name, recipe.text, moved), *arguments)

    with pytest.raises(RankscopeError, match=r"elsewhere: No such file.*give `run` a function `share`"):
        Study(SMALL, files={"mine.txt": data}).run(executor=Remote("remote"))
    built_in = Study("diversity")
    assert built_in.run(executor=Elsewhere("made anew")).n_finished == len(built_in.cells)


def test_results_resume_here_and_on_the_command_line(program, tmp_path):
    folder, told = tmp_path / "results", []

    def stop_after_three(finished, cells):
        told.append((finished, cells))
        return finished == 3

    study = Study("mrr-psi").run(executor=Inline(), results=folder, progress=stop_after_three)
    assert told == [(count, len(study.cells)) for count in (1, 2, 3)]
    assert study.n_finished == len(list((folder / "cells").iterdir())) == 3
    seconds = {file.name: file.read_bytes() for file in (folder / "cells").iterdir()}

    whole = printed(program, "mrr-psi", "--out", folder, "--resume")
    assert all((folder / "cells" / name).read_bytes() == content for name, content in seconds.items())
    executor = Inline()
    again = Study("mrr-psi").run(executor=executor, results=folder)
    assert (again.markdown().rstrip(), executor.sizes) == (whole.rstrip(), [])
    assert study.run(results=folder).statistics() == again.statistics()

    changed = next(file for file in (folder / "cells").iterdir())
    changed.write_text(changed.read_text().replace('"values":[0.', '"values":[0.1'))
    with pytest.warns(UserWarning, match="its checksum does not fit; the cell is trained again"):
        Study("mrr-psi").run(executor=executor, results=folder)
    assert len(executor.sizes) == 1


def test_a_folder_belongs_to_one_study(data, tmp_path, small):
    small.run(results=tmp_path / "one")
    with pytest.raises(RankscopeError, match="has the results of the study 'Small', and this is the study"):
        Study("mrr-psi").run(results=tmp_path / "one")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "table.md").write_text("mine")
    with pytest.raises(RankscopeError, match=r"the study would replace table.md; give another folder"):
        small.run(results=tmp_path / "other")
    assert [file.name for file in (tmp_path / "other").iterdir()] == ["table.md"]

    def run_twice(finished, cells):
        with pytest.raises(RankscopeError, match="another study is writing"):
            small.run(results=tmp_path / "two")

    Study(SMALL, files={"mine.txt": data}).run(results=tmp_path / "two", progress=run_twice)


def test_a_failed_cell_is_told_and_the_others_are_trained(data, tmp_path):
    hopeless = {"name": "none", "method": "svm-map", "threshold": 31}
    study = Study({**SMALL, "factors": {"method": ["dorm", hopeless]}}, files={"mine.txt": data})
    with pytest.warns(FailedCellsWarning, match="1 of 2 cells failed; the first: "):
        study.run(results=tmp_path)
    assert list(study.failures) == [1]
    assert "failed" in study.markdown()
    assert study.n_finished == 2
    assert len(list((tmp_path / "cells").iterdir())) == 1


def test_a_lost_worker_ends_the_study_and_finished_cells_stay(data):
    study = Study(SMALL, files={"mine.txt": data})

    class Lost(Inline):
        def submit(self, function, /, *arguments):
            if self.sizes:
                future: Future = Future()
                future.set_exception(BrokenProcessPool("a worker was lost"))
                return future
            return super().submit(function, *arguments)

    with pytest.raises(BrokenProcessPool):
        study.run(executor=Lost())
    assert study.n_finished <= 1
    assert study.run().n_finished == 3


@pytest.mark.parametrize("how", ["stops", "is interrupted"])
def test_a_study_that_stops_ends_the_cells_of_its_threads(how, data):
    endless = {"name": "endless", "method": "ranknet", "epochs": 500_000}
    study = Study({**ONE, "factors": {"method": ["mean-difference", endless]}}, files={"mine.txt": data})

    def stop(finished, cells):
        if how == "stops":
            return True
        raise KeyboardInterrupt

    with nullcontext() if how == "stops" else pytest.raises(KeyboardInterrupt):
        study.run(progress=stop)
    assert study.n_finished == 1
    assert study._study.train(1, study.cells[1]["key"]) is None, "it is stopped until the next run"


def test_files_of_rankers_and_ratings(data, program, tmp_path):
    chance = np.random.default_rng(1)
    (tmp_path / "mine.txt").write_text(letor(data))
    (tmp_path / "scores.txt").write_text("".join(f"{score!r}\n" for score in chance.normal(size=len(data.y)).tolist()))
    rated = [(user, item) for user in range(30) for item in range(40) if chance.random() < 0.8]
    lines = [f"u{user},i{item},{chance.integers(1, 6)}\n" for user, item in rated]
    (tmp_path / "ratings.csv.gz").write_bytes(gzip.compress("".join(lines).encode()))
    rankers = {
        **SMALL,
        "data": [{"name": "mine", "train": "mine.txt", "test": "mine.txt"}],
        "factors": {"method": ["dorm", {"name": "given", "ranker": "scores.txt"}]},
        "record": ["ndcg@10"],
    }
    ratings = {
        "rankscope": "study",
        "title": "Ratings",
        "data": [{"name": "mine", "ratings": {"file": "ratings.csv.gz"}}],
        "factors": {"model": ["item-mean", "squared-error"]},
        "fixed": {"keep": 4},
        "record": ["ndcg@10"],
    }
    for name, fields in [("rankers", rankers), ("ratings", ratings)]:
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(fields))
        theirs = printed(program, file).rstrip()
        assert Study(file).run().markdown().rstrip() == theirs
        assert Study(file).run(executor=Inline(), share=lambda value: value).markdown().rstrip() == theirs


def test_tables(small):
    frame = pandas.DataFrame(small.table())
    assert list(frame.method.unique()) == ["dorm", "ranknet-linear", "listnet"]
    rows = frame[frame.value == "ndcg@10"].set_index("method")
    assert (rows.low <= rows["mean"]).all()
    assert (rows["mean"] <= rows.high).all()
    assert rows.loc["dorm"].isna().difference
    assert rows.loc["listnet"].difference == pytest.approx(rows["mean"]["listnet"] - rows["mean"]["dorm"], abs=1e-12)
    assert rows.loc["listnet"].p_signflip <= 1
    assert frame[frame.value == "report.norm"].low.isna().all()
    assert small.latex().startswith("% Needs \\usepackage{booktabs}")
    assert small.queries_csv().count("\n") > 100
    assert repr(small) == "<Study 'Small': 3 of 3 cells are finished>"


def test_claims():
    study = Study("mrr-psi").run()
    claims = study.claims()
    assert claims
    for claim in claims:
        low, high = claim.interval
        assert low <= claim.difference <= high
        sign = {"same-sign": low > 0, "opposite": high < 0, "within-noise": low <= 0 <= high}
        assert sign[claim.verdict] or ">" not in claim.claim


def test_faults_say_what_to_do(data, tmp_path):
    for make, sentence in [
        (lambda: Study("decay"), "'decay' is no file, and not a built-in study; these are compare, "),
        (lambda: Study({**SMALL, "factor": {}}), "factor"),
        (lambda: Study(SMALL, files={"other.txt": data}), "the study reads no file 'other.txt'; it reads mine.txt"),
        (lambda: Study(SMALL), "mine.txt: .*No such file"),
        (lambda: Study("mrr-psi", valid=data), "train: validation or test data without training data"),
        (lambda: Study("mrr-psi", train=data, valid=data), "valid: without test data the training data are split"),
        (lambda: Study("ratings", train=data), "it is on ratings, and cannot run on documents"),
    ]:
        with pytest.raises(RankscopeError, match=sentence):
            make()
    assert "decay-spread" in rankscope.studies()
