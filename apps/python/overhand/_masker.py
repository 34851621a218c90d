"""A masking as a step of scikit-learn's pipelines, with or without scikit-learn."""

from __future__ import annotations

from typing import Any

from ._arguments import METHODS, nearest
from ._functions import mask
from ._results import Masked

try:
    from sklearn.base import BaseEstimator, TransformerMixin
except ImportError:

    class BaseEstimator:  # type: ignore[no-redef]
        pass

    class TransformerMixin:  # type: ignore[no-redef]
        pass


_PARAMETERS = [name for name in mask.__signature__.parameters if name not in ("data", "details")]  # type: ignore[attr-defined]


class Masker(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Masker(method, **options).fit_transform(table): the masked table, in the caller's own type.

    The arguments are those of overhand.mask(); `result_` has the source of each record, the risk and
    a report. A masking has nothing to learn: transform() masks whatever table it is given, each time
    with a fresh key unless key, key_file or seed is said. With a target y it must keep the order of
    the rows, as noise, rank_swap and microaggregation do.
    """

    def __init__(self, method: str = "cell_rotate", **options: Any) -> None:
        self.method = method
        self.options: dict[str, Any] = {}
        self.set_params(**options)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        return {"method": self.method, **self.options}

    def set_params(self, **params: Any) -> "Masker":
        for name in params:
            if name not in _PARAMETERS:
                end = nearest(name, _PARAMETERS, "help(overhand.mask) tells those it has.")
                raise ValueError(f"Masker has no parameter '{name}'; {end}")
        for name, value in params.items():
            if name != "method":
                self.options[name] = value
            setattr(self, name, value)
        return self

    def fit(self, X: Any, y: Any = None) -> "Masker":
        names = [method["name"] for method in METHODS]
        if self.method not in names:
            raise ValueError(f"There is no method '{self.method}'; {nearest(str(self.method), names, 'overhand.methods() tells those there are.')}")
        self.is_fitted_ = True
        return self

    def transform(self, X: Any) -> Any:
        return self._masked(X).data

    def fit_transform(self, X: Any, y: Any = None, **params: Any) -> Any:
        self.fit(X, y)
        masked = self._masked(X)
        if y is not None and not self._keeps_rows(masked):
            raise ValueError(f"{self.method} gives the rows in another order, so that y would no longer belong to "
                             "them; mask y as a column of the table, or take a method that keeps the order.")
        return masked.data

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """The columns of the table that was masked last, for set_output() and ColumnTransformer."""
        import numpy

        if not hasattr(self, "result_"):
            raise ValueError("Nothing was masked as yet, so that there are no columns to name.")
        names = self._names if self._names is not None else input_features
        return numpy.asarray([f"x{j}" for j in range(self.result_.data.shape[1])] if names is None else list(names), dtype=object)

    def _masked(self, X: Any) -> Masked:
        self.result_: Masked = mask(X, self.method, details=True, **self.options)
        columns = getattr(self.result_.data, "columns", None)
        self._names = None if columns is None else list(columns)  # scikit-learn renames them in place
        return self.result_

    def _keeps_rows(self, masked: Masked) -> bool:
        return bool(masked._handle.keeps_rows) and masked._handle.rows is None

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __repr__(self, **_: Any) -> str:
        words = [repr(self.method), *(f"{name}={value!r}" for name, value in self.options.items())]
        return f"Masker({', '.join(words)})"
