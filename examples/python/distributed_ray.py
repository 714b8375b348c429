"""Trains on partitions that Ray holds: one actor for each, so that the data stay where they are.

    pip install rankscope ray
    python distributed_ray.py part-1.txt part-2.txt part-3.txt
"""

import sys

import ray

from rankscope.distributed import Partition, train


@ray.remote(max_restarts=-1, max_task_retries=-1)
class Holder:
    """A partition at its machine. If the machine is lost, Ray reads the partition again elsewhere."""

    def __init__(self, path):
        self.partition = Partition.read(path)

    def call(self, function):
        return function(self.partition)


def ray_map(function, holders):
    """Like `map`, where the partitions are."""
    return ray.get([holder.call.remote(function) for holder in holders])


if __name__ == "__main__":
    ray.init()
    holders = [Holder.remote(path) for path in sys.argv[1:]]
    ranker = train(
        holders, ray_map, method="dorm", C=10, callback=lambda report: print(report["iteration"], report["gap"])
    )
    ranker.save("model.json")
    print("model.json:", ranker.stop_["reason"], "with a gap of", ranker.stop_["gap"])
