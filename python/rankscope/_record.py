"""What stays of a run in a notebook that is exported: a picture and the numbers."""

from __future__ import annotations

import base64
from html import escape
from typing import Any

from rankscope import _core

SETS = {"train": "training", "valid": "validation", "test": "test"}
"""Parts of the data in results, and their names."""

PARTS = {"letor": "training", "validation": "validation", "test": "test"}
"""Fields of the message with the data, and their names."""


def record_html(name: str, parts: dict[str, _core.Dataset], result: dict[str, Any] | None, picture: str) -> str:
    """Returns a record as HTML. `result`: as of the page; `picture`: SVG, empty without one."""
    head = "".join(f"<p>{escape(line)}</p>" for line in _lines(name, parts, result))
    address = base64.b64encode(picture.encode()).decode()
    image = f'<img alt="Curves of the run" src="data:image/svg+xml;base64,{address}">' if picture else ""
    heads, rows = _measures(result)
    cells = "".join(
        f"<tr><th>{escape(label)}</th>{''.join(f'<td>{escape(value)}</td>' for value in values)}</tr>"
        for label, values in rows
    )
    titles = "".join(f"<th>{escape(title)}</th>" for title in ["measure", *heads])
    table = f"<table><thead><tr>{titles}</tr></thead><tbody>{cells}</tbody></table>" if rows else ""
    return f'<div class="rankscope-record">{head}{image}{table}</div>'


def record_text(name: str, parts: dict[str, _core.Dataset], result: dict[str, Any] | None) -> str:
    """Returns the numbers of a record as text."""
    heads, rows = _measures(result)
    table = ["\t".join([label, *values]) for label, values in rows]
    return "\n".join([*_lines(name, parts, result), *(["\t".join(["measure", *heads])] if rows else []), *table])


def _lines(name: str, parts: dict[str, _core.Dataset], result: dict[str, Any] | None) -> list[str]:
    lines = []
    for part, data in parts.items():
        sizes = f"{data.n_queries:,} queries, {data.n_documents:,} documents, {data.n_features:,} features"
        lines.append(f"{name}, {PARTS[part]}: {sizes}")
    if result and result["iteration"] > 0:
        settings, stop = result["settings"], result["stop"]
        end = stop["reason"] if stop else result["status"]
        numbers = [f"{key} {result[key]:.6g}" for key in ("objective", "gap") if result[key] is not None]
        run = [str(settings["method"]), f"C {settings['c']:g}", f"{result['iteration']:,} iterations", end, *numbers]
        lines.append(" · ".join(run))
    return lines


def _measures(result: dict[str, Any] | None) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Returns the sets that are measured, and for each measure its values: of the model, or of the last iteration."""
    if not result or result["iteration"] == 0:
        return [], []
    measures = (result["model"] or result)["measures"]
    sets = [part for part in SETS if measures[part]]
    names = list(dict.fromkeys(name for part in sets for name in measures[part]))
    rows = [(name, [_number(measures[part].get(name)) for part in sets]) for name in names]
    return [SETS[part] for part in sets], rows


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.6f}"
