"""The estimator."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rankscope import _core
from rankscope._base import BaseEstimator, NotFittedError
from rankscope._core import RankscopeError
from rankscope._explore import NAME, explore_ranker
from rankscope._measures import measure as measure_of
from rankscope._methods import option_texts
from rankscope._tables import Table, dataset, evaluated, id_text, labelled, matching, queries, table

if TYPE_CHECKING:
    from rankscope._explorer import Explorer


@dataclass(frozen=True)
class FeaturePart:
    """The part of a feature in the difference of two scores.

    feature: its number, from 0; with a polynomial map the number of the product. name: its name, or those of the
    factors joined by ` · `. weight: that of a linear model, else `None`. values: those of both documents, as the model
    sees them; NaN if a document lacks the feature. difference: the part.
    """

    feature: int
    name: str
    weight: float | None
    values: tuple[float, float]
    difference: float


@dataclass(frozen=True)
class Explanation:
    """The difference of the scores of two documents.

    scores: those of both documents. difference: first minus second. features: the parts, the greatest first; they add
    up to the difference.
    """

    scores: tuple[float, float]
    difference: float
    features: tuple[FeaturePart, ...]


Callback = Callable[[dict[str, Any]], Any]


class LearnedNothingWarning(UserWarning):
    """A training whose objective is hardly below that of w = 0, or whose model gives all documents the same score."""


class Ranker(BaseEstimator):  # type: ignore[misc]
    """A ranker in the form of scikit-learn.

    method: a name of `rankscope.methods()`.
    options: options of the method, as of `rankscope train`, with `_` for `-`: `C=100`, `measure="ndcg@5"`,
        `scale="query"`, `drop_zero=True`. `None` means the default. An option that has no effect on the method is
        refused by `fit`.

    After `fit`: `model_`, `n_features_in_`, `feature_names_in_` (only if X has names), `steps_` (the report of every
    iteration), `stop_` (why the training ended, with the gap), `best_iteration_`, `feature_importances_`, and `coef_`
    of a linear model.
    """

    def __init__(self, method: str = "dorm", **options: Any) -> None:
        self.method = method
        self._options = options

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Returns the method and the options that are set."""
        return {"method": self.method, **self._options}

    def set_params(self, **params: Any) -> Ranker:
        """Sets the method and options. Returns self."""
        if "method" in params:
            self.method = params.pop("method")
        self._options = {**self._options, **params}
        return self

    def __getattr__(self, name: str) -> Any:
        options = self.__dict__.get("_options", {})
        if name in options:
            return options[name]
        raise AttributeError(f"a Ranker has no {name}" + ("; call fit first" if name.endswith("_") else ""))

    def fit(
        self,
        X: Any,
        y: Any,
        qid: Any = None,
        *,
        group: Any = None,
        eval_set: Sequence[tuple[Any, Any]] | None = None,
        eval_qid: Sequence[Any] | None = None,
        eval_group: Sequence[Any] | None = None,
        callback: Callback | None = None,
    ) -> Ranker:
        """Trains. Returns self.

        X: documents · features: an array, a list of rows, a sparse matrix, or a table of pandas, polars or Arrow.
        y: grades, whole numbers from 0 (not relevant).
        qid: the query of every document, whole numbers or texts; documents of a query need not stand together. Or
        group: the number of documents of every query, in the order of the rows.
        eval_set: at most two pairs (X, y). The first is validation data, which choose the iteration for methods whose
            paper does so and for `choose="validation"`; the second is test data, which are only measured. eval_qid or
            eval_group: the queries of each.
        callback: called with the report of every iteration. If it returns True, training stops, and the model is the
            best so far.

        Raises a `RankscopeError` that says where the fault is and what to do. Ctrl-C ends a training.
        """
        train = labelled(X, y, qid, group)
        sets: list[_core.Dataset] = []
        for (others, grades), of in evaluated(eval_set, eval_qid, eval_group):
            sets.append(labelled(self._like_training(table(X), table(others)), grades, *of))
        valid, test = [*sets, None, None][:2]
        training = _core.Training(train, self.method, option_texts(self._options), valid, test, ledger=False)
        steps, stop = run_to_the_end(training, callback)
        self._take(training.model())
        self.steps_, self.stop_ = steps, stop
        self.measure_ = training.overview()["measures"][0]
        names = table(X).names
        self.__dict__.pop("feature_names_in_", None)
        if names:
            self.feature_names_in_ = np.array(names, dtype=object)
        if training.has_learned_little():
            warn_of_nothing(self.method, stacklevel=3)
        return self

    def _take(self, model: _core.Model) -> None:
        self.model_ = model
        self.n_features_in_ = model.n_features
        if model.names and all(model.names) and len(model.names) == model.n_features:
            self.feature_names_in_ = np.array(model.names, dtype=object)

    def predict(self, X: Any, qid: Any = None, *, group: Any = None) -> np.ndarray:
        """Returns one score a document, higher is better.

        qid, group: as in `fit`. They are needed only for a model that scales features within each query, whose scores
        depend on the other documents of the query; such a model refuses X without them.
        """
        model = self._fitted()
        features = self._like_training(None, table(X))
        rows = features.shape[0]
        if qid is None and group is None:
            if model.needs_queries and rows:
                raise RankscopeError(
                    "qid: the model scales features within each query, so scores need the query of every document; "
                    "give qid or group"
                )
            group = [rows]
        if rows == 0:
            return np.zeros(0)
        of = queries(rows, qid, group)
        scores = model.score(dataset(features, np.zeros(rows), of, gaps=model.is_foreign))
        if of.order is None:
            return scores
        result = np.empty(rows)
        result[of.order] = scores
        return result

    def score(
        self,
        X: Any,
        y: Any,
        qid: Any = None,
        *,
        group: Any = None,
        measure: str | None = None,
        sample_weight: None = None,
    ) -> float:
        """Returns the mean of a measure over the queries that define it; higher is better, so an error is negated.

        measure: a name as in `rankscope.measure`; the first measure of the training if `None`.
        sample_weight: only for scikit-learn, whose pipelines pass `None`; weights are refused.
        """
        if sample_weight is not None:
            raise RankscopeError("sample_weight: measures weigh every query alike; leave it out")
        name = measure or self._measure()
        threshold = int(self._fitted().settings["threshold"])
        value = measure_of(name, y, self.predict(X, qid, group=group), qid, group=group, threshold=threshold)
        return -float(value) if _core.prefers_less(name) else float(value)

    def evaluate(
        self, X: Any, y: Any, qid: Any = None, *, group: Any = None, measures: Sequence[str] = ("ndcg@10",)
    ) -> dict[str, float]:
        """Returns the means of measures by name, as `rankscope eval` prints them; NaN if no query defines a measure."""
        features = self._like_training(None, table(X))
        data = labelled(features, y, qid, group)
        means, _ = self._fitted().evaluate(data, list(measures), "skip")
        return {name: float("nan") if value is None else value for name, value, _ in means}

    def explain(self, X: Any, qid: Any, query: Any, documents: tuple[int, int]) -> Explanation:
        """Returns the difference of the scores of two documents of a query, split over the features.

        X, qid: as in `predict`. query: an id of qid. documents: two documents by their place within the query, from 0.

        The part of a feature is its Shapley value in the game of both documents; for a linear model it is the weight
        times the difference of the values. The parts add up to the difference. Raises a `RankscopeError` for a query
        or a document that is not there, and for a model whose scores cannot be split: one on the feature map `rbf`, or
        a network for documents that differ in more than 12 features.
        """
        features = self._like_training(None, table(X))
        rows = features.shape[0]
        of = queries(rows, qid)
        known = list(dict.fromkeys(of.ids))
        wanted = id_text(query, "query")
        if wanted not in known:
            raise RankscopeError(f"query: {query!r} is no id of qid")
        if len(documents) != 2 or min(documents) < 0:
            raise RankscopeError(f"documents: {documents!r} are not two places; documents count from 0")
        model = self._fitted()
        data = dataset(features, np.zeros(rows), of, gaps=model.is_foreign)
        fields = model.explain(data, known.index(wanted), list(documents))
        names = features.names or [name or "" for name in model.names]
        return _explanation(fields, names)

    def explore(self, X: Any, y: Any, qid: Any = None, *, group: Any = None, name: str = NAME) -> Explorer:
        """Returns the page as a widget, which trains this ranker again.

        X, y, qid, group: the data of the training; then the page gets the same model, bit for bit. See
        `rankscope.explore`.
        """
        if self._fitted().is_foreign:
            raise RankscopeError("another program trained this model, so the page cannot; open its file on the page")
        return explore_ranker(self, self._like_training(None, table(X)), y, qid, group, name)

    @property
    def feature_importances_(self) -> np.ndarray:
        """One number a feature: the sum of the gains of its splits for trees, else the sum of its absolute weights."""
        importances = np.zeros(self._fitted().n_features)
        for use in self._fitted().feature_uses():
            if use["feature"] < len(importances):
                importances[use["feature"]] = use["importance"]
        return importances

    @property
    def coef_(self) -> np.ndarray:
        """The weights of a linear model, one a feature, or a column of its feature map."""
        try:
            return self._fitted().weights()
        except RankscopeError as problem:
            raise AttributeError(str(problem)) from None

    @property
    def best_iteration_(self) -> int:
        """The iteration of the model."""
        stop = self._after_fit("stop_")
        chosen = stop.get("chosen")
        return int(chosen["iteration"] if chosen else stop.get("best_iteration", stop["iterations"]))

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the model file, which the page and the command line read."""
        Path(path).write_text(self._fitted().json() + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Ranker:
        """Reads a model file of Rankscope, LightGBM, XGBoost, RankLib or SVM^rank."""
        return cls.read(Path(path).read_bytes())

    @classmethod
    def read(cls, file: bytes) -> Ranker:
        """Returns the ranker of the bytes of a model file; see `load`."""
        model = _core.Model.read(file)
        ranker = cls() if model.is_foreign else cls(model.settings["method"])
        ranker._take(model)
        return ranker

    def _fitted(self) -> _core.Model:
        model: _core.Model = self._after_fit("model_")
        return model

    def _after_fit(self, name: str) -> Any:
        if name not in self.__dict__:
            raise NotFittedError("this Ranker is not fitted; call fit first")
        return self.__dict__[name]

    def _measure(self) -> str:
        return str(self.__dict__.get("measure_", self._fitted().settings["measure"]))

    def _like_training(self, training: Table | None, features: Table) -> Table:
        """Returns a table with the columns of the training data, by their names if both have names."""
        names = training.names if training is not None else list(self.__dict__.get("feature_names_in_", []))
        width = training.shape[1] if training is not None else self._fitted().n_features
        return matching(features, names, width)

    def __sklearn_is_fitted__(self) -> bool:
        return "model_" in self.__dict__


def _explanation(fields: dict[str, Any], names: list[str]) -> Explanation:
    def name(factors: list[int]) -> str:
        texts = [names[factor] if factor < len(names) else "" for factor in factors]
        return " · ".join(text or f"feature {factor}" for text, factor in zip(texts, factors, strict=True))

    parts = (
        FeaturePart(part["feature"], name(part["factors"]), part["weight"], tuple(part["values"]), part["difference"])
        for part in fields["features"]
    )
    return Explanation(tuple(fields["scores"]), fields["difference"], tuple(parts))

def run_to_the_end(
    training: _core.Training | _core.DistributedTraining, callback: Callback | None
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Returns the report of every iteration, and why the training ended. `callback`: as in `Ranker.fit`."""
    steps: list[dict[str, Any]] = []
    while True:
        report = training.step()
        if report.pop("state") == "stopped":
            return steps, report
        steps.append(report)
        if callback is not None and callback(report) is True:
            reason = "stopped by the callback"
            return steps, {"reason": reason, "iterations": report["iteration"], "gap": report.get("gap")}


def warn_of_nothing(method: str, stacklevel: int) -> None:
    """Warns of a model that learned nothing. `stacklevel`: 3 for the caller of the function that trains."""
    warnings.warn(
        f"{method} learned nothing: its model is hardly better than w = 0 on the training data. Use a larger C, or "
        "scaled features.",
        LearnedNothingWarning,
        stacklevel=stacklevel,
    )
