"""Training on partitions: the optimum and the bits, lost workers, and faults."""

from __future__ import annotations

import os
import pickle
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import Pool
from pathlib import Path

import dask
import numpy as np
import pandas
import pytest
from distributed import Client, LocalCluster

import rankscope
from rankscope import LearnedNothingWarning, RankscopeError
from rankscope.distributed import Partition, train

OPTIONS = {"method": "dorm", "C": 20, "measures": ["ndcg@5", "err"], "scale": "standard"}


@pytest.fixture(scope="module")
def data():
    return rankscope.generate(36, 15, 3)


def rows(data, n):
    """The rows of every part of the data, whole queries in their order."""
    ids = list(dict.fromkeys(data.qid.tolist()))
    return [np.isin(data.qid, ids[part * len(ids) // n : (part + 1) * len(ids) // n]) for part in range(n)]


def parts(data, n):
    return [Partition(data.X[of], data.y[of], data.qid[of]) for of in rows(data, n)]


@pytest.fixture(scope="module")
def files(data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("parts")
    paths = []
    for number, of in enumerate(rows(data, 4)):
        lines = (
            f"{grade} qid:{qid} " + " ".join(f"{place}:{value!r}" for place, value in enumerate(row, 1))
            for grade, qid, row in zip(data.y[of].tolist(), data.qid[of].tolist(), data.X[of].tolist(), strict=True)
        )
        path = folder / f"part-{number}.txt"
        path.write_text("\n".join(lines) + "\n")
        paths.append(str(path))
    return paths


def test_one_partition_has_the_bits_of_fit(data):
    expected = rankscope.Ranker(**OPTIONS, working_set="1-slack").fit(data.X, data.y, data.qid)
    ranker = train(parts(data, 1), **OPTIONS)
    assert np.array_equal(ranker.coef_, expected.coef_)
    assert ranker.steps_ == expected.steps_
    assert ranker.stop_ == expected.stop_
    assert ranker.model_.json() == expected.model_.json()
    assert ranker.score(data.X, data.y, data.qid) == expected.score(data.X, data.y, data.qid)
    assert ranker.get_params() == expected.get_params()


@pytest.mark.parametrize("options", [
    {**OPTIONS, "reference": "averaged"}, {"method": "svm-map"}, {"method": "logistic"}, {"method": "mprank"}
])
def test_workers_change_no_bit_and_the_optimum_stays(data, options):
    expected = rankscope.Ranker(**options).fit(data.X, data.y, data.qid)
    here = train(parts(data, 4), **options)
    assert here.stop_["reason"] == "converged"
    of_both = [(ranker.stop_["best_objective"], ranker.stop_["gap"]) for ranker in (here, expected)]
    lows = [best * (1 - gap) for best, gap in of_both]
    assert max(lows) <= min(best for best, _ in of_both) * (1 + 1e-9)
    for workers in (1, 2, 4):
        with ThreadPoolExecutor(workers) as pool:
            ranker = train(parts(data, 4), pool, **options)
        assert np.array_equal(ranker.coef_, here.coef_)
        assert ranker.steps_ == here.steps_


def test_names_reach_the_model(data):
    table = pandas.DataFrame(data.X, columns=[f"f{place}" for place in range(data.X.shape[1])])
    halves = rows(data, 2)
    ranker = train([Partition(table[of], data.y[of], data.qid[of]) for of in halves])
    assert ranker.feature_names_in_.tolist() == table.columns.tolist()
    backwards = table[table.columns[::-1]]
    assert np.array_equal(ranker.predict(backwards), ranker.predict(table))
    with pytest.raises(RankscopeError, match=r"partitions\[1\] names its features differently"):
        train([
            Partition(table[halves[0]], data.y[halves[0]], data.qid[halves[0]]),
            Partition(backwards[halves[1]], data.y[halves[1]], data.qid[halves[1]]),
        ])


def test_a_callback_sees_every_report_and_stops(data):
    seen = []
    ranker = train(parts(data, 2), callback=seen.append, **OPTIONS)
    assert seen == ranker.steps_
    assert set(seen[0]["train"]) == {"ndcg@5", "err"}
    stopped = train(parts(data, 2), callback=lambda report: report["iteration"] == 3, **OPTIONS)
    assert stopped.stop_["reason"] == "stopped by the callback"
    assert [step["iteration"] for step in stopped.steps_] == [0, 1, 2, 3]
    assert stopped.steps_ == ranker.steps_[:4]
    assert len(stopped.predict(data.X)) == len(data.y)


def test_a_partition_can_be_pickled(data, files):
    ranker = train(parts(data, 2), **OPTIONS)
    again = pickle.loads(pickle.dumps(parts(data, 2)))
    assert np.array_equal(train(again, **OPTIONS).coef_, ranker.coef_)
    assert repr(again[0]) == f"Partition(18 queries, {rows(data, 2)[0].sum()} documents, {data.X.shape[1]} features)"
    read = train([Partition.read(Path(path)) for path in files], **OPTIONS)
    assert np.array_equal(read.coef_, train(parts(data, 4), **OPTIONS).coef_)


def test_a_pickled_file_keeps_the_comments_of_its_documents(files, tmp_path):
    partitions = []
    for number, path in enumerate(files[:2]):
        lines = Path(path).read_text().splitlines()
        kinds = tmp_path / f"kinds-{number}.txt"
        kinds.write_text("".join(f"{line} # kind={'AB'[row % 2]}\n" for row, line in enumerate(lines)))
        partitions.append(Partition.read(kinds))
    options = {"method": "dorm-cost", "kind": "key:kind", "cost": 'if(kind = "A", rank, 0)'}
    expected = train(partitions, **options)
    moved = [partitions[0], pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(partitions[1]))))]
    assert np.array_equal(train(moved, **options).coef_, expected.coef_)


def test_an_iterator_of_partitions_is_asked_in_every_pass(data):
    ranker = train(iter(parts(data, 2)), **OPTIONS)
    assert np.array_equal(ranker.coef_, train(parts(data, 2), **OPTIONS).coef_)


def test_a_partition_that_fails_leaves_no_model(data):
    calls = []

    def failing(function, partitions):
        calls.append(len(calls))
        if len(calls) == 8:
            raise ConnectionError("worker 3 is gone")
        return map(function, partitions)

    with pytest.raises(RankscopeError, match=r"a partition did not answer, so there is no model \(ConnectionError: "):
        train(parts(data, 2), failing, **OPTIONS)
    assert len(calls) == 8

    def interrupted(function, partitions):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(parts(data, 2), interrupted, **OPTIONS)


def never(function, partitions):
    raise AssertionError("a partition was asked")


@pytest.mark.parametrize(("options", "sentence"), [
    ({"method": "lambdamart"}, "method: it needs all data in one place; the methods for partitions are dorm,"),
    ({"method": "dorn"}, "dorn.* is not one of"),
    ({"working_set": "n-slack"}, "working_set: n-slack keeps planes of every query"),
    ({"map": "poly:2"}, "map: poly:2 is fitted to all data"),
    ({"choose": "validation"}, "choose: validation needs validation data"),
])
def test_what_cannot_be_distributed_is_refused_first(data, options, sentence):
    with pytest.raises(RankscopeError, match=sentence):
        train(parts(data, 2), never, **options)


def test_faults_of_partitions_and_clients(data):
    one, other = parts(data, 2)
    narrow = Partition(data.X[:, :2], data.y, [f"n{qid}" for qid in data.qid])
    for partitions, sentence in [
        ([], "there are no partitions"),
        ([one, narrow], r"partitions\[1\] has 2 features, partitions\[0\] has"),
        ([one, other, one], r"query .* is in partitions\[0\] and in partitions\[2\]"),
        ([one, data.X], "a partition is a ndarray"),
    ]:
        with pytest.raises(RankscopeError, match=sentence):
            train(partitions)
    with ProcessPoolExecutor(1) as pool, pytest.raises(RankscopeError, match="client would send the data"):
        train([one, other], pool)
    with Pool(1) as pool, pytest.raises(RankscopeError, match="client would send the data"):
        train([one, other], pool)
    with pytest.raises(RankscopeError, match="client is a int; give a Dask client"):
        train([one, other], 4)
    tasks = []

    def forgetful(function, partitions):
        tasks.append(function)
        return list(map(function, partitions))[: 2 if len(tasks) == 1 else 1]

    with pytest.raises(RankscopeError, match="1 replies came from 2 partitions"):
        train([one, other], forgetful)
    with pytest.warns(LearnedNothingWarning, match="dorm learned nothing"):
        train([Partition(np.ones_like(data.X), data.y, data.qid)])


@pytest.fixture(scope="module", params=[2, 4])
def client(request):
    """A Dask client of workers that are processes of their own, and come back when they die."""
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 10}),
        LocalCluster(
            n_workers=request.param, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=None
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


def kill_holders(client, future):
    """Ends the processes of all workers that hold a future, at once. Dask copies data to a worker without work."""
    addresses = next(iter(client.who_has([future]).values()))
    for pid in client.run(os.getpid, workers=list(addresses)).values():
        os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("method", ["dorm", "ranknet-linear"])
def test_dask_has_the_bits_of_one_process_also_after_the_death_of_a_worker(data, files, client, method):
    options = {**OPTIONS, "method": method}
    expected = train(parts(data, 4), **options)
    partitions = client.map(Partition.read, files)
    ranker = train(partitions, client, **options)
    assert np.array_equal(ranker.coef_, expected.coef_)
    assert ranker.steps_ == expected.steps_

    def kill(report):
        if report["iteration"] == 2:
            kill_holders(client, partitions[1])

    ranker = train(partitions, client, callback=kill, **options)
    assert len(ranker.steps_) > 4
    assert np.array_equal(ranker.coef_, expected.coef_)
    assert ranker.steps_ == expected.steps_


def test_dask_cannot_make_scattered_data_again(data, client):
    partitions = client.scatter(parts(data, 4))

    def kill(report):
        # At every report, because a copy may still be on its way.
        if report["iteration"] >= 2:
            kill_holders(client, partitions[1])

    with pytest.raises(RankscopeError, match="a partition did not answer, so there is no model"):
        train(partitions, client, callback=kill, **OPTIONS)


def test_dask_takes_no_data_from_here(data, client):
    with pytest.raises(RankscopeError, match="client would send the data"):
        train(parts(data, 2), client)
