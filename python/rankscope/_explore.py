"""The page in a cell of a notebook. The widget itself is imported when it is first asked for, because it needs
anywidget."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rankscope import _core
from rankscope._core import RankscopeError
from rankscope._methods import option_texts
from rankscope._tables import Table, evaluated, labelled, matching, table

if TYPE_CHECKING:
    from rankscope._explorer import Explorer
    from rankscope._ranker import Ranker

NAME = "data of the notebook"


def explore(
    X: Any,
    y: Any,
    qid: Any = None,
    *,
    group: Any = None,
    names: Sequence[str] | None = None,
    eval_set: Sequence[tuple[Any, Any]] | None = None,
    eval_qid: Sequence[Any] | None = None,
    eval_group: Sequence[Any] | None = None,
    name: str = NAME,
    method: str = "dorm",
    **options: Any,
) -> Explorer:
    """Returns the page with these data as a widget, which a notebook shows. The page needs no network.

        explorer = rankscope.explore(X, y, qid, method="svm-ndcg", C=10)
        explorer

    X, y, qid, group, eval_set, eval_qid, eval_group, method, options: as of `Ranker` and `Ranker.fit`.
    names: one a feature; otherwise the names of the columns of X.
    name: what the page calls the data.

    The data go to the page as packed LETOR text of at most 50,000,000 bytes. Raises a `RankscopeError` for data that
    `Ranker.fit` refuses, and without anywidget.
    """
    settings = _core.training_settings(method, option_texts(options))
    return _explorer(
        name=name,
        parts=_parts(_named(X, names), y, qid, group, eval_set, eval_qid, eval_group),
        settings=settings,
    )


def explore_ranker(ranker: Ranker, features: Table, y: Any, qid: Any, group: Any, name: str) -> Explorer:
    """Returns the page that trains a ranker again on the data of its training; see `Ranker.explore`."""
    return _explorer(
        name=name,
        parts=_parts(features, y, qid, group, None, None, None),
        settings={key: value for key, value in ranker.model_.settings.items() if value is not None},
        _trainings=1,
    )


def lesson(lesson: str | dict[str, Any], *, step: int = 1) -> Explorer:
    """Returns a lesson as a widget, which a notebook shows. Its trait `statements` has what the reader answers.

        rankscope.lesson("ties")

    lesson: the name of a lesson of the page, or a lesson of your own as docs/lessons.md describes it.
    step: the step at which the lesson opens, from 1.
    """
    which = {"name": lesson} if isinstance(lesson, str) else {"lesson": lesson}
    return _explorer(_lesson={**which, "step": step})


def _explorer(**fields: Any) -> Explorer:
    try:
        from rankscope._explorer import Explorer
    except ModuleNotFoundError as missing:
        if missing.name not in ("anywidget", "traitlets"):
            raise
        raise RankscopeError("the page in a notebook needs anywidget; pip install 'rankscope[widget]'") from missing
    return Explorer(**fields)


def _named(X: Any, names: Sequence[str] | None) -> Table:
    features = table(X)
    if names is None:
        return features
    if len(names) != features.shape[1]:
        raise RankscopeError(f"names: {len(names)} names for {features.shape[1]} features; give one name a feature")
    return Table(features.values, [str(name) for name in names])


def _parts(
    features: Table, y: Any, qid: Any, group: Any, eval_set: Any, eval_qid: Any, eval_group: Any
) -> dict[str, _core.Dataset]:
    """Returns the data by the fields of the page's message `set-data`."""
    parts = {"letor": labelled(features, y, qid, group)}
    sets = evaluated(eval_set, eval_qid, eval_group)
    for part, ((X, grades), of) in zip(("validation", "test"), sets, strict=False):
        parts[part] = labelled(matching(table(X), features.names, features.shape[1]), grades, *of)
    return parts
