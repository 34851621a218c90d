"""Types of the package overhand, made by tools/python_stub."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar, overload

__version__: str
Frame = TypeVar("Frame")
Names = str | Sequence[str]
Path = str | os.PathLike[str]

class Note(UserWarning): ...
class Refused(ValueError): ...

class Plot:
    spec: dict[str, Any]
    title: str
    sentence: str
    def to_dict(self) -> dict[str, Any]: ...
    def save(self, path: Path) -> None: ...

class Result:
    def to_dict(self) -> dict[str, Any]: ...
    def table(self) -> Any: ...
    @property
    def verdict(self) -> dict[str, Any] | None: ...
    def plots(self, internal: bool = ...) -> dict[str, str]: ...
    def plot(self, name: str | None = ..., internal: bool = ...) -> Any: ...
    def report(self, path: Path, progress: Any = ...) -> list[str]: ...

class Evaluation(Result):
    @property
    def risk(self) -> dict[str, Any]: ...
    @property
    def loss(self) -> dict[str, Any]: ...
    @property
    def score(self) -> dict[str, Any]: ...

class Tuning(Result):
    masked: Any
    @property
    def choice(self) -> dict[str, Any] | None: ...
    @property
    def refused(self) -> str | None: ...

class Masked(Result):
    data: Any
    lineage: Any
    notes: list[str]
    @property
    def risk(self) -> dict[str, Any]: ...

class Inspection(Result):
    schema: str
    def write_schema(self, path: Path) -> None: ...

class Released(Result):
    folder: str
    masked: Any

class Masker:
    method: str
    options: dict[str, Any]
    result_: Masked
    def __init__(self, method: str = ..., **options: Any) -> None: ...
    def get_params(self, deep: bool = ...) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> Masker: ...
    def fit(self, X: Any, y: Any = ...) -> Masker: ...
    def transform(self, X: Frame) -> Frame: ...
    def fit_transform(self, X: Frame, y: Any = ..., **params: Any) -> Frame: ...

@overload
def mask(
    data: Path,
    method: str = ...,
    *,
    details: Literal[False] = ...,
    schema: Path | None = ...,
    columns: Names | None = ...,
    drop: Names | None = ...,
    keep: Names | None = ...,
    keep_identifiers: bool = ...,
    missing: Names | None = ...,
    within: Names | None = ...,
    unit: str | None = ...,
    order: Names | None = ...,
    rules: Names | None = ...,
    weight: str | None = ...,
    rare: Literal['refuse', 'drop'] | None = ...,
    derive: Names | bool | None = ...,
    keys: Names | None = ...,
    suppress: int | None = ...,
    alike: bool = ...,
    suppress_records: int | bool | None = ...,
    shuffle_rows: bool = ...,
    key: bytes | None = ...,
    key_file: Path | None = ...,
    seed: int | None = ...,
    delimiter: str | None = ...,
    decimal: str | None = ...,
    encoding: str | None = ...,
    header: bool | None = ...,
    sheet: str | int | None = ...,
    skip: int | None = ...,
    totals: bool | None = ...,
    progress: Any = ...,
    bins: int | None = ...,
    min_bin: int | None = ...,
    marginals: Literal['exact', 'smoothed', 'synthetic'] | None = ...,
    k: int | None = ...,
    percent: float | None = ...,
    top_percent: float | None = ...,
    bottom_percent: float | None = ...,
    partner: Literal['uniform', 'argus'] | None = ...,
    repair: bool | None = ...,
    min_bucket: int | None = ...,
    cp: float | None = ...,
    given: Names | None = ...,
    draw: Literal['invariant', 'uniform', 'given'] | None = ...,
    matrix: Mapping[str, str] | Path | None = ...,
    geography: Names | None = ...,
    similar: Names | None = ...,
) -> Any: ...
@overload
def mask(
    data: Frame,
    method: str = ...,
    *,
    details: Literal[False] = ...,
    schema: Path | None = ...,
    columns: Names | None = ...,
    drop: Names | None = ...,
    keep: Names | None = ...,
    keep_identifiers: bool = ...,
    missing: Names | None = ...,
    within: Names | None = ...,
    unit: str | None = ...,
    order: Names | None = ...,
    rules: Names | None = ...,
    weight: str | None = ...,
    rare: Literal['refuse', 'drop'] | None = ...,
    derive: Names | bool | None = ...,
    keys: Names | None = ...,
    suppress: int | None = ...,
    alike: bool = ...,
    suppress_records: int | bool | None = ...,
    shuffle_rows: bool = ...,
    key: bytes | None = ...,
    key_file: Path | None = ...,
    seed: int | None = ...,
    delimiter: str | None = ...,
    decimal: str | None = ...,
    encoding: str | None = ...,
    header: bool | None = ...,
    sheet: str | int | None = ...,
    skip: int | None = ...,
    totals: bool | None = ...,
    progress: Any = ...,
    bins: int | None = ...,
    min_bin: int | None = ...,
    marginals: Literal['exact', 'smoothed', 'synthetic'] | None = ...,
    k: int | None = ...,
    percent: float | None = ...,
    top_percent: float | None = ...,
    bottom_percent: float | None = ...,
    partner: Literal['uniform', 'argus'] | None = ...,
    repair: bool | None = ...,
    min_bucket: int | None = ...,
    cp: float | None = ...,
    given: Names | None = ...,
    draw: Literal['invariant', 'uniform', 'given'] | None = ...,
    matrix: Mapping[str, str] | Path | None = ...,
    geography: Names | None = ...,
    similar: Names | None = ...,
) -> Frame: ...
@overload
def mask(
    data: Any,
    method: str = ...,
    *,
    details: Literal[True],
    schema: Path | None = ...,
    columns: Names | None = ...,
    drop: Names | None = ...,
    keep: Names | None = ...,
    keep_identifiers: bool = ...,
    missing: Names | None = ...,
    within: Names | None = ...,
    unit: str | None = ...,
    order: Names | None = ...,
    rules: Names | None = ...,
    weight: str | None = ...,
    rare: Literal['refuse', 'drop'] | None = ...,
    derive: Names | bool | None = ...,
    keys: Names | None = ...,
    suppress: int | None = ...,
    alike: bool = ...,
    suppress_records: int | bool | None = ...,
    shuffle_rows: bool = ...,
    key: bytes | None = ...,
    key_file: Path | None = ...,
    seed: int | None = ...,
    delimiter: str | None = ...,
    decimal: str | None = ...,
    encoding: str | None = ...,
    header: bool | None = ...,
    sheet: str | int | None = ...,
    skip: int | None = ...,
    totals: bool | None = ...,
    progress: Any = ...,
    bins: int | None = ...,
    min_bin: int | None = ...,
    marginals: Literal['exact', 'smoothed', 'synthetic'] | None = ...,
    k: int | None = ...,
    percent: float | None = ...,
    top_percent: float | None = ...,
    bottom_percent: float | None = ...,
    partner: Literal['uniform', 'argus'] | None = ...,
    repair: bool | None = ...,
    min_bucket: int | None = ...,
    cp: float | None = ...,
    given: Names | None = ...,
    draw: Literal['invariant', 'uniform', 'given'] | None = ...,
    matrix: Mapping[str, str] | Path | None = ...,
    geography: Names | None = ...,
    similar: Names | None = ...,
) -> Masked: ...
def evaluate(
    original: Any,
    masked: Any,
    pairing: Any = ...,
    *,
    schema: Path | None = ...,
    columns: Names | None = ...,
    drop: Names | None = ...,
    keep: Names | None = ...,
    missing: Names | None = ...,
    within: Names | None = ...,
    unit: str | None = ...,
    order: Names | None = ...,
    rules: Names | None = ...,
    weight: str | None = ...,
    analyses: Names | None = ...,
    target: str | None = ...,
    ps: Literal['damped', 'glm'] = ...,
    exact: bool = ...,
    seed: int = ...,
    delimiter: str | None = ...,
    decimal: str | None = ...,
    encoding: str | None = ...,
    header: bool | None = ...,
    sheet: str | int | None = ...,
    skip: int | None = ...,
    totals: bool | None = ...,
    progress: Any = ...,
) -> Evaluation: ...
def tune(
    data: Any,
    method: str = ...,
    *,
    schema: Path | None = ...,
    columns: Names | None = ...,
    drop: Names | None = ...,
    keep: Names | None = ...,
    keep_identifiers: bool = ...,
    missing: Names | None = ...,
    within: Names | None = ...,
    unit: str | None = ...,
    order: Names | None = ...,
    rules: Names | None = ...,
    weight: str | None = ...,
    rare: Literal['refuse', 'drop'] | None = ...,
    derive: Names | bool | None = ...,
    keys: Names | None = ...,
    suppress: int | None = ...,
    alike: bool = ...,
    suppress_records: int | bool | None = ...,
    max_risk: float = ...,
    risk: Literal['lineage', 'paper'] = ...,
    score: Literal['loss', 'paper'] = ...,
    marginals: Literal['exact', 'smoothed', 'synthetic'] = ...,
    keys_by: Literal['least', 'cells'] = ...,
    replications: int = ...,
    quick: bool = ...,
    seconds: float | None = ...,
    seed: int = ...,
    analyses: Names | None = ...,
    ps: Literal['damped', 'glm'] = ...,
    delimiter: str | None = ...,
    decimal: str | None = ...,
    encoding: str | None = ...,
    header: bool | None = ...,
    sheet: str | int | None = ...,
    skip: int | None = ...,
    totals: bool | None = ...,
    progress: Any = ...,
) -> Tuning: ...
def compare(
    data: Any,
    *,
    schema: Path | None = ...,
    columns: Names | None = ...,
    drop: Names | None = ...,
    keep: Names | None = ...,
    keep_identifiers: bool = ...,
    missing: Names | None = ...,
    within: Names | None = ...,
    unit: str | None = ...,
    order: Names | None = ...,
    rules: Names | None = ...,
    weight: str | None = ...,
    rare: Literal['refuse', 'drop'] | None = ...,
    derive: Names | bool | None = ...,
    keys: Names | None = ...,
    suppress: int | None = ...,
    alike: bool = ...,
    suppress_records: int | bool | None = ...,
    max_risk: float = ...,
    risk: Literal['lineage', 'paper'] = ...,
    score: Literal['loss', 'paper'] = ...,
    marginals: Literal['exact', 'smoothed', 'synthetic'] = ...,
    keys_by: Literal['least', 'cells'] = ...,
    replications: int = ...,
    quick: bool = ...,
    seconds: float | None = ...,
    seed: int = ...,
    analyses: Names | None = ...,
    ps: Literal['damped', 'glm'] = ...,
    delimiter: str | None = ...,
    decimal: str | None = ...,
    encoding: str | None = ...,
    header: bool | None = ...,
    sheet: str | int | None = ...,
    skip: int | None = ...,
    totals: bool | None = ...,
    progress: Any = ...,
) -> Tuning: ...
def inspect(
    data: Any,
    *,
    missing: Names | None = ...,
    delimiter: str | None = ...,
    decimal: str | None = ...,
    encoding: str | None = ...,
    header: bool | None = ...,
    sheet: str | int | None = ...,
    skip: int | None = ...,
    totals: bool | None = ...,
    progress: Any = ...,
) -> Inspection: ...
def read(
    path: Path,
    *,
    missing: Names | None = ...,
    delimiter: str | None = ...,
    decimal: str | None = ...,
    encoding: str | None = ...,
    header: bool | None = ...,
    sheet: str | int | None = ...,
    skip: int | None = ...,
    totals: bool | None = ...,
    progress: Any = ...,
) -> Any: ...
def release(
    data: Any,
    folder: Path,
    *,
    schema: Path | None = ...,
    columns: Names | None = ...,
    drop: Names | None = ...,
    keep: Names | None = ...,
    keep_identifiers: bool = ...,
    within: Names | None = ...,
    unit: str | None = ...,
    order: Names | None = ...,
    rules: Names | None = ...,
    weight: str | None = ...,
    rare: Literal['refuse', 'drop'] | None = ...,
    derive: Names | bool | None = ...,
    keys: Names | None = ...,
    suppress: int | None = ...,
    alike: bool = ...,
    suppress_records: int | bool | None = ...,
    profile: Literal['internal', 'research', 'public'] = ...,
    accept_risk: str | None = ...,
    ceilings: Mapping[str, float] | None = ...,
    ledger: Path | None = ...,
    method: str | None = ...,
    seconds: float | None = ...,
    delimiter: str | None = ...,
    decimal: str | None = ...,
    encoding: str | None = ...,
    header: bool | None = ...,
    sheet: str | int | None = ...,
    skip: int | None = ...,
    totals: bool | None = ...,
    progress: Any = ...,
) -> Released: ...
def verify(
    folder: Path,
    *,
    progress: Any = ...,
) -> int: ...
def simulate(
    kind: Literal['gaussian', 'exponential', 'timing', 'survey', 'hospital', 'households'] = ...,
    rows: int = ...,
    columns: int | None = ...,
    *,
    rho: float | None = ...,
    seed: int | None = ...,
) -> Any: ...
def methods() -> Any: ...
def metrics() -> Any: ...
def serve(port: int = ...) -> None: ...
