"""The page in a cell of a notebook, and its state as traits. Needs anywidget; see `rankscope[widget]`."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from rankscope import _core
from rankscope._core import RankscopeError
from rankscope._data import letor_text
from rankscope._ranker import Ranker
from rankscope._record import record_html, record_text

FOLDER = Path(__file__).parent

HEIGHT = 720
"""Pixels of a frame, unless another number is asked for: the height of a notebook on a laptop."""


class Explorer(anywidget.AnyWidget):
    """The page of Rankscope as a widget. `rankscope.explore` and `rankscope.lesson` make one.

    Traits that follow the page, so that `explorer.observe(act, "result")` hears of every change:

    result: `status`, `iteration`, `gap`, `objective`, `stop`, `measures` and `model` of the run, as the reply to
        `get-result` of the page's embedding protocol; `None` without a run.
    model: a `Ranker` with the model of the run, once the run has ended or is paused; `None` before.
    statements: what the reader did in lessons, in the form of xAPI without an actor.
    problem: why the page refused what the notebook asked for last; empty if it did not.

    Traits that can be set too:

    query: the id of the query that the page shows; `None` chooses the one with the greatest slack.
    settings: the settings of the next training by their names in model files. Settings that are left out stay.
    height: the greatest height of the frame in pixels.
    """

    _esm = FOLDER / "explorer.js"

    result = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    model = traitlets.Instance(Ranker, allow_none=True)
    statements = traitlets.List(traitlets.Dict()).tag(sync=True)
    problem = traitlets.Unicode("").tag(sync=True)
    query = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    settings = traitlets.Dict().tag(sync=True)
    height = traitlets.Int(HEIGHT).tag(sync=True)

    _lesson = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    # A number, because a frame that is opened later trains too.
    _trainings = traitlets.Int(0).tag(sync=True)
    _model = traitlets.Unicode("").tag(sync=True)
    _picture = traitlets.Unicode("").tag(sync=True)
    # What an exported notebook shows.
    _record = traitlets.Unicode("").tag(sync=True)

    def __init__(self, name: str = "", parts: dict[str, _core.Dataset] | None = None, **traits: Any) -> None:
        page()
        self._name = name
        self._parts = parts or {}
        self._stored: Any = None
        super().__init__(**traits)
        self.on_msg(self._answer)
        self._keep_record()

    def train(self) -> None:
        """Has the page train. Returns at once; `result` has the end, and `model` the ranker."""
        self._trainings += 1

    def _answer(self, _: Any, content: dict[str, Any], __: Any) -> None:
        """Sends a view what it asks for."""
        asked = content.get("ask")
        head = {"answer": asked, "view": content.get("view")}
        if asked == "page":
            self.send(head, [page()])
        elif asked == "data":
            names = {"name": self._name, "parts": list(self._parts)}
            self.send({**head, "names": names}, [_packed(data) for data in self._parts.values()])

    @traitlets.observe("_model")
    def _read_model(self, change: dict[str, Any]) -> None:
        self.model = Ranker.read(change["new"].encode()) if change["new"] else None

    @traitlets.observe("_picture")
    def _keep_record(self, _: Any = None) -> None:
        """Brings the record in the notebook up to date, as a picture comes when a run has ended."""
        self._record = record_html(self._name, self._parts, self.result, self._picture)
        if self._stored is not None:
            self._stored.update(_Record(self))

    def _ipython_display_(self) -> None:
        """Shows the widget and, for what shows no widgets, its record. The page hides the record where it runs."""
        from IPython.display import display

        bundle, metadata = self._repr_mimebundle_() or ({}, {})
        display({**bundle, "text/plain": "Rankscope"}, metadata=metadata, raw=True)  # type: ignore[no-untyped-call]
        self._stored = display(_Record(self), display_id=True)  # type: ignore[no-untyped-call]


class _Record:
    """The numbers and the picture of an explorer as an output of their own, which is replaced when a run has ended."""

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer

    def _repr_html_(self) -> str:
        return self._explorer._record

    def __repr__(self) -> str:
        explorer = self._explorer
        return record_text(explorer._name, explorer._parts, explorer.result)


@cache
def page() -> bytes:
    """Returns the page, packed by gzip."""
    try:
        return (FOLDER / "page.html.gz").read_bytes()
    except FileNotFoundError:
        raise RankscopeError(
            "this build of the package lacks the page; run `npm run build` in the source code, or install a wheel"
        ) from None


def _packed(data: _core.Dataset) -> bytes:
    """Returns data as LETOR text, packed by gzip."""
    return gzip.compress(letor_text(data), compresslevel=1)
