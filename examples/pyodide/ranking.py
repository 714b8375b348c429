"""Rankscope in a Python that runs in the browser, such as JupyterLite or Pyodide.

There is no wheel of Rankscope for Pyodide. The npm package is a JavaScript module that Python can call: arrays go over
as typed arrays, and results come back as objects. Copy the folder `rankscope` of the npm package beside the notebook, run
this file in a cell, and then:

    rankscope = await load("/files/rankscope/rankscope.js")
    train = dataset(rankscope, X, y, qid)
    model = fit(rankscope, train, method="dorm", measure="ndcg@10", c=10)
    print(model.evaluate(train, to_js(["ndcg@10"]), "skip")[0].value)

Nothing is fetched from another host. Training takes place in the kernel's worker, so the notebook stays responsive.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from js import Object
from pyodide.code import run_js
from pyodide.ffi import to_js


async def load(address: str) -> Any:
    """Loads the JavaScript module of the npm package. `address`: that of `rankscope.js`, from the page's host."""
    module = await run_js(f"import({address!r})")
    await module.default()
    return module


def dataset(
    rankscope: Any,
    X: Iterable[Sequence[float]],
    y: Iterable[int],
    qid: Iterable[int],
    names: Iterable[str] = (),
) -> Any:
    """Makes data of documents × features, with one grade and one query number per document.

    Documents of a query stand together. Faults are `JsException`s with the program's sentence.
    """
    features = array("d", (value for row in X for value in row))
    grades, queries = array("B", y), array("I", qid)
    return rankscope.Dataset.from_(to_js(features), to_js(grades), to_js(queries), to_js(list(names)))


def fit(
    rankscope: Any,
    train: Any,
    report: Callable[[int, float | None], None] = lambda iteration, gap: None,
    **settings: Any,
) -> Any:
    """Trains until the stopping rule holds, and returns the model. `report` gets iteration and duality gap.

    `settings` are those of the JavaScript API, such as `method`, `measure`, and `c`.
    """
    training = rankscope.Training.new(train, to_js(settings, dict_converter=Object.fromEntries))
    while (progress := training.advance(100)).state != "stopped":
        if progress.state == "stepped":
            report(progress.report.iteration, progress.report.gap)
    return training.model()
