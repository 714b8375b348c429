"""The catalogue of methods."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from rankscope import _core


@dataclass(frozen=True)
class MethodOption:
    """An option of a method. `kind`: `choice`, `list`, `integer`, `number` or `flag`."""

    name: str
    label: str
    summary: str
    kind: str
    default: str
    choices: tuple[str, ...]
    minimum: float | None
    maximum: float | None


@dataclass(frozen=True)
class Method:
    """A method with its formula, source and options."""

    name: str
    label: str
    family: str
    summary: str
    formula: str
    source: str
    options: tuple[MethodOption, ...]


@cache
def methods() -> tuple[Method, ...]:
    """Returns all methods, in the order of menus."""
    catalog = _core.catalog()
    return tuple(_method(fields, catalog["run"]) for fields in catalog["methods"])


def _method(fields: dict[str, Any], of_run: list[dict[str, Any]]) -> Method:
    options: dict[str, MethodOption] = {}
    for option in [*fields["options"], *fields["training"], *of_run]:
        options.setdefault(option["name"], _option(option))
    texts = {name: fields[name] for name in ("name", "label", "family", "summary", "formula", "source")}
    return Method(**texts, options=tuple(options.values()))


def _option(fields: dict[str, Any]) -> MethodOption:
    shared = ("name", "label", "summary", "kind", "default", "minimum", "maximum")
    names = tuple(choice["name"] for choice in fields["choices"])
    return MethodOption(**{name: fields[name] for name in shared}, choices=names)


def option_texts(options: dict[str, Any]) -> list[tuple[str, str]]:
    """Returns options as the texts of the command line. `None` means the default, so the option is left out. C is the
    option `c`."""
    return [("c" if name == "C" else name, _text(value)) for name, value in options.items() if value is not None]


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_text(item) for item in value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(value) if isinstance(value, float) else str(value)
