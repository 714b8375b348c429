"""The widget, with a frontend that only notes what it is sent. tests/notebooks/ has real notebooks."""

from __future__ import annotations

import base64
import gzip
import json
import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser

import comm
import numpy as np
import pytest
from comm.base_comm import BaseComm
from IPython.core.interactiveshell import InteractiveShell

import rankscope
from rankscope import _core

PICTURE = "<svg>curves</svg>"


class Frontend(BaseComm):
    """A comm that notes its messages."""

    def __init__(self, *args, **keys):
        self.sent: list[tuple[dict, list[bytes]]] = []
        super().__init__(*args, **keys)

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        self.sent.append((data or {}, [bytes(one) for one in buffers or []]))


@pytest.fixture(autouse=True)
def _frontend(monkeypatch):
    monkeypatch.setattr(comm, "create_comm", Frontend)


def tell(explorer, **state):
    """What the page tells by traits."""
    explorer._handle_msg({"content": {"data": {"method": "update", "state": state, "buffer_paths": []}}, "buffers": []})


def ask(explorer, **content):
    """What a view asks for, and the answer."""
    explorer._handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})
    message, buffers = explorer.comm.sent[-1]
    assert message["method"] == "custom"
    return message["content"], buffers


def elements(html):
    """The elements of a document by their names. Texts inside of its script are none."""
    found = Counter()
    parser = HTMLParser()
    parser.handle_starttag = lambda name, _: found.update([name])
    parser.feed(html)
    parser.close()
    return found


def result_of(ranker):
    stop = {"reason": "converged", "iterations": len(ranker.steps_) - 1, "bestIteration": 2, "gap": 0.001}
    measures = {"train": {"ndcg@10": 0.75}, "valid": {}, "test": {"ndcg@10": None}}
    return {
        "status": "stopped", "data": "mine", "settings": ranker.model_.settings, "iteration": 9, "gap": 0.001,
        "objective": 0.5, "stop": stop, "measures": measures, "model": {"iteration": 2, "measures": measures},
    }  # fmt: skip


def test_views_get_page_and_data(data):
    names = ["first", "second, too", *"abcdefghij"]
    explorer = rankscope.explore(data.X, data.y, data.qid, names=names, name="mine", method="svm-map", C=7)
    content, [page] = ask(explorer, ask="page", view="a")
    assert content == {"answer": "page", "view": "a"}
    html = gzip.decompress(page)
    assert html.startswith(b"<!doctype html>")
    names = elements(html.decode())
    assert names["script"] == names["style"] == 1
    policy = re.search(rb'Content-Security-Policy" content="([^"]*)"', html)[1].decode()
    assert "connect-src data: blob:;" in policy
    assert not re.search(r"'self'|https?:|\*", policy)
    assert b'src="./' not in html
    assert b'href="./' not in html

    content, [packed] = ask(explorer, ask="data", view="a")
    assert content == {"answer": "data", "view": "a", "names": {"name": "mine", "parts": ["letor"]}}
    read = _core.read_letor(gzip.decompress(packed))
    X, y, qid = read.arrays()
    assert np.array_equal(X, data.X)
    assert np.array_equal(y, data.y)
    assert qid == list(data.qid)
    assert read.feature_names == ["first", "second; too", *"abcdefghij"]
    assert (explorer.settings["method"], explorer.settings["c"]) == ("svm-map", 7)


def test_evaluated_data_are_parts_of_their_own(data):
    half = np.array([int(query) <= 20 for query in data.qid])
    others = (data.X[~half], data.y[~half])
    explorer = rankscope.explore(
        data.X[half], data.y[half], data.qid[half], eval_set=[others, others], eval_qid=[data.qid[~half]] * 2
    )
    content, buffers = ask(explorer, ask="data", view="b")
    assert content["names"]["parts"] == ["letor", "validation", "test"]
    sizes = [_core.read_letor(gzip.decompress(one)).n_documents for one in buffers]
    assert sizes == [half.sum(), (~half).sum(), (~half).sum()]


def test_twenty_megabytes_are_one_buffer():
    rng = np.random.default_rng(1)
    X = rng.random((16_000, 136)).round(6)
    explorer = rankscope.explore(X, rng.integers(0, 3, 16_000), np.arange(16_000) // 100)
    _, [packed] = ask(explorer, ask="data", view="c")
    text = gzip.decompress(packed)
    assert len(text) > 20_000_000
    assert len(packed) < 50_000_000
    assert np.array_equal(_core.read_letor(text).arrays()[0], X)


def test_traits_follow_the_page(data):
    ranker = rankscope.Ranker("svm-ndcg", C=3).fit(data.X, data.y, data.qid)
    explorer = rankscope.explore(data.X, data.y, data.qid)
    heard = []
    explorer.observe(lambda change: heard.append(change["new"]), "model")
    tell(explorer, result=result_of(ranker), query="7", settings={"c": 3}, statements=[{"verb": {}}], problem="p")
    assert (explorer.result["stop"]["reason"], explorer.query, explorer.settings) == ("converged", "7", {"c": 3})
    assert (explorer.statements, explorer.problem) == ([{"verb": {}}], "p")
    assert explorer.model is None
    tell(explorer, _model=ranker.model_.json(), _picture=PICTURE)
    assert heard == [explorer.model]
    assert np.array_equal(explorer.model.predict(data.X), ranker.predict(data.X))
    tell(explorer, _model="")
    assert explorer.model is None


def test_the_page_hears_of_traits(data):
    explorer = rankscope.explore(data.X, data.y, data.qid)
    explorer.comm.sent.clear()
    explorer.query = "7"
    explorer.settings = {"c": 2}
    explorer.train()
    explorer.train()
    states = [message["state"] for message, _ in explorer.comm.sent if message["method"] == "update"]
    assert states == [{"query": "7"}, {"settings": {"c": 2}}, {"_trainings": 1}, {"_trainings": 2}]


def test_a_record_has_picture_and_numbers(data):
    ranker = rankscope.Ranker("svm-ndcg", C=3).fit(data.X, data.y, data.qid)
    explorer = rankscope.explore(data.X, data.y, data.qid, name="<b>mine</b>")
    assert f"40 queries, {len(data.y)} documents, 12 features" in explorer._record
    assert "<img" not in explorer._record
    tell(explorer, result=result_of(ranker))
    tell(explorer, _picture=PICTURE)
    record = explorer._record
    assert base64.b64encode(PICTURE.encode()).decode() in record
    assert "<b>" not in record
    assert "svm-ndcg · C 3 · 9 iterations · converged · objective 0.5 · gap 0.001" in record
    assert "<tr><th>ndcg@10</th><td>0.750000</td><td>undefined</td></tr>" in record
    text = repr(rankscope._explorer._Record(explorer))
    assert text.splitlines()[-1] == "ndcg@10\t0.750000\tundefined"


def test_a_notebook_keeps_a_record_that_is_replaced(data, monkeypatch):
    ranker = rankscope.Ranker("svm-ndcg", C=3).fit(data.X, data.y, data.qid)
    shell = InteractiveShell.instance()
    outputs = []

    def publish(data, metadata=None, *, transient=None, update=False, **_):
        outputs.append((data, transient, update))

    monkeypatch.setattr(shell.display_pub, "publish", publish)
    explorer = rankscope.explore(data.X, data.y, data.qid)
    explorer._ipython_display_()
    tell(explorer, result=result_of(ranker))
    tell(explorer, _picture=PICTURE)
    (widget, _, _), (_, first, _), (record, last, is_update) = outputs
    assert widget["application/vnd.jupyter.widget-view+json"]["model_id"] == explorer.model_id
    assert first["display_id"] == last["display_id"]
    assert is_update
    assert "<img" in record["text/html"]
    assert "0.750000" in record["text/plain"]


def test_a_fitted_ranker_is_trained_again(data):
    ranker = rankscope.Ranker("combo", components=["svm-map", "svm-mrr"], C=2).fit(data.X, data.y, data.qid)
    explorer = ranker.explore(data.X, data.y, data.qid, name="again")
    assert explorer._trainings == 1
    assert json.dumps(explorer.settings, sort_keys=True) == json.dumps(
        {key: value for key, value in ranker.model_.settings.items() if value is not None}, sort_keys=True
    )


def test_lessons():
    assert rankscope.lesson("ties")._lesson == {"name": "ties", "step": 1}
    own = {"rankscope": "lesson", "title": "Mine"}
    assert rankscope.lesson(own, step=2)._lesson == {"lesson": own, "step": 2}


def test_faults_say_what_to_do(data, monkeypatch, tmp_path):
    with pytest.raises(rankscope.RankscopeError, match="names: 2 names for 12 features"):
        rankscope.explore(data.X, data.y, data.qid, names=["a", "b"])
    with pytest.raises(rankscope.RankscopeError, match='"wings" is not an option'):
        rankscope.explore(data.X, data.y, data.qid, wings=2)
    model = tmp_path / "model.txt"
    model.write_text("## LambdaMART\n## No. of trees = 1\n<ensemble>\n<tree id=\"1\" weight=\"1\">\n<split>"
                     "<output>1</output></split>\n</tree>\n</ensemble>\n")  # fmt: skip
    with pytest.raises(rankscope.RankscopeError, match="another program trained this model"):
        rankscope.Ranker.load(model).explore(data.X, data.y, data.qid)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "rankscope._explorer", raising=False)
    with pytest.raises(rankscope.RankscopeError, match=r"pip install 'rankscope\[widget\]'"):
        rankscope.explore(data.X, data.y, data.qid)


def test_the_package_is_imported_without_anywidget():
    code = "import rankscope, sys; print('anywidget' in sys.modules, 'traitlets' in sys.modules)"
    # -P: the sources in this folder have no extension module.
    printed = subprocess.run([sys.executable, "-P", "-c", code], check=True, capture_output=True, text=True).stdout
    assert printed.split() == ["False", "False"]
