"""Trains on partitions that Spark holds: one element of a cached RDD for each.

    pip install rankscope pyspark
    spark-submit distributed_spark.py part-1.txt part-2.txt part-3.txt

Spark keeps a partition as bytes and makes it again from them in every pass, where it is: no data cross the network, but
the memory of a machine is read twice. Use as many files as cores.
"""

import sys

from pyspark.sql import SparkSession

from rankscope.distributed import Partition, train


def spark_map(function, partitions):
    """Like `map`, where the partitions are."""
    return partitions.mapPartitions(lambda those: map(function, those)).collect()


if __name__ == "__main__":
    spark = SparkSession.builder.appName("rankscope").getOrCreate()
    files = sys.argv[1:]
    partitions = spark.sparkContext.parallelize(files, len(files)).map(Partition.read).cache()
    ranker = train(partitions, spark_map, method="dorm", C=10)
    ranker.save("model.json")
    print("model.json:", ranker.stop_["reason"], "with a gap of", ranker.stop_["gap"])
