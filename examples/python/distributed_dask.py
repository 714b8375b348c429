"""Trains on partitions that Dask holds. If a worker is lost, Dask reads its partitions again elsewhere.

    pip install rankscope distributed
    python distributed_dask.py part-1.txt part-2.txt part-3.txt

Give the address of a scheduler to `Client` for workers on other machines, which must see the files.
"""

import sys

from distributed import Client

from rankscope.distributed import Partition, train

if __name__ == "__main__":
    with Client() as client:
        partitions = client.map(Partition.read, sys.argv[1:])
        ranker = train(
            partitions, client, method="dorm", C=10, callback=lambda report: print(report["iteration"], report["gap"])
        )
    ranker.save("model.json")
    print("model.json:", ranker.stop_["reason"], "with a gap of", ranker.stop_["gap"])
