"""The notebooks of the course run from top to bottom, and their exercises tell right answers from wrong ones."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "python"

# Wrong answers, one an exercise, with a word of the sentence that tells them.
WRONG = {
    "1-first-steps": [
        ("best = -1", "Another column"),
        ("early = 1", "the gap is still"),
        ("expected = 0.5", "each with probability 1/3"),
    ],
    "2-a-loss-as-code": [
        ("ranknet = lambda grades, scores: (0.0, scores)", "the sum over"),
        ("satisfied = 0.1 * (grades > 0)", "must differ enough"),
        ("delta = 0", "the mean of the precision"),
    ],
    "3-beside-lightgbm": [
        ("larger = differences.mean() + 1", "the mean of the differences"),
        ("queries_needed = 1", "times as many"),
    ],
}

INJECTED = """
try:
    {wrong}
    exec({check!r})
except AssertionError as problem:
    assert {sentence!r} in str(problem), f"another sentence: {{problem}}"
else:
    raise RuntimeError("the wrong answer passes")
"""


def read(name: str) -> nbformat.NotebookNode:
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def answers(notebook: nbformat.NotebookNode) -> list[str]:
    """The code of the folded answers."""
    text = [cell.source for cell in notebook.cells if cell.source.startswith("<details>")]
    return [re.search(r"```python\n(.*?)\n```", source, re.DOTALL)[1] for source in text]


def run(notebook: nbformat.NotebookNode) -> str:
    """Runs a notebook. Returns what it prints; the first error is an exception with its cell."""
    client = NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}})
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return "".join(output.get("text", "") for output in outputs)


def test_every_notebook_has_wrong_answers():
    assert sorted(path.stem for path in FOLDER.glob("*.ipynb")) == list(WRONG)


@pytest.mark.parametrize("name", WRONG)
def test_a_notebook_is_stored_without_outputs(name):
    notebook = read(name)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count) == ([], None)
        assert max(map(len, cell.source.splitlines()), default=0) <= 120


@pytest.mark.parametrize("name", WRONG)
def test_a_notebook_runs_and_its_exercises_are_checked(name):
    notebook = read(name)
    exercises = [cell for cell in notebook.cells if "exercise" in cell.metadata.get("tags", [])]
    checks = [cell for cell in notebook.cells if "check" in cell.metadata.get("tags", [])]
    found = answers(notebook)
    assert len(exercises) == len(checks) == len(found) == len(WRONG[name])
    for cell, check, answer, (wrong, sentence) in zip(exercises, checks, found, WRONG[name], strict=True):
        # First as the reader finds it, then with a wrong answer, then with the right one.
        refused = INJECTED.format(wrong=wrong, check=check.source, sentence=sentence)
        cell.source = "\n".join([cell.source, check.source, refused, answer])
    printed = run(notebook)
    assert printed.count("Write your answer in the cell above") == len(exercises)
    assert len(re.findall(r"^Right\b", printed, re.MULTILINE)) == len(exercises)
