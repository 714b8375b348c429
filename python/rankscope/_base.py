"""The base of estimators: scikit-learn's if it is installed, else the part of it that rankers need."""

from __future__ import annotations

from typing import Any

try:
    from sklearn.base import BaseEstimator  # type: ignore[import-untyped]
    from sklearn.exceptions import NotFittedError  # type: ignore[import-untyped]
except ImportError:

    class NotFittedError(ValueError, AttributeError):  # type: ignore[no-redef]
        """A ranker is asked for what only `fit` gives."""

    class BaseEstimator:  # type: ignore[no-redef]
        """An estimator without scikit-learn."""

        def __repr__(self) -> str:
            options = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items())
            return f"{type(self).__name__}({options})"

        def get_params(self, deep: bool = True) -> dict[str, Any]:
            raise NotImplementedError


__all__ = ["BaseEstimator", "NotFittedError"]
