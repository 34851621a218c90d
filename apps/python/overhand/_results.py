"""What the functions give: small classes that show, plot, report, pickle."""

from __future__ import annotations

import html
import json
import os
import pathlib
import re
from typing import Any, Iterable

from . import _core
from ._progress import telling


def records_frame(records: Iterable[dict[str, Any]]) -> Any:
    """The records as a frame of pandas or polars, or as they are where there is neither."""
    rows = list(records)
    for library in ("pandas", "polars"):
        try:
            module = __import__(library)
        except ImportError:
            continue
        return module.DataFrame(rows)
    return rows


class Plot:
    """A Vega-Lite chart, which notebooks show by themselves."""

    def __init__(self, spec: dict[str, Any], title: str = "", sentence: str = "") -> None:
        self.spec, self.title, self.sentence = spec, title, sentence

    def to_dict(self) -> dict[str, Any]:
        return self.spec

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {"application/vnd.vegalite.v6+json": self.spec, "text/plain": repr(self)}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the spec as JSON."""
        pathlib.Path(path).write_text(json.dumps(self.spec))

    def __repr__(self) -> str:
        return f"Plot({self.title!r})"


def _chart(figure: dict[str, Any]) -> Any:
    """An Altair chart where Altair is there."""
    spec = figure["spec"]
    try:
        import altair
    except ImportError:
        return Plot(spec, figure.get("title", ""), figure.get("sentence", ""))
    try:
        return altair.Chart.from_dict(spec)
    except Exception:  # a spec of a Vega-Lite that this Altair does not know
        return Plot(spec, figure.get("title", ""), figure.get("sentence", ""))


def _strong(sentence: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(sentence))


_COLOURS = {"usable": "#2e7d32", "care": "#b26a00", "refused": "#c62828", "unknown": "#616161"}


def verdict_html(verdict: dict[str, Any] | None) -> str:
    if not verdict:
        return ""
    parts = [f'<p style="font-size:1.1em;color:{_COLOURS.get(verdict["level"], "#616161")}">'
             f'<b>{_strong(verdict["headline"])}</b> <span style="color:#333">{_strong(verdict["facts"])}</span></p>']
    for title, key in (("What an intruder can do", "intruder"), ("What analysts keep and lose", "analysts"),
                       ("What this does not promise", "limits")):
        if verdict.get(key):
            parts.append(f"<p>{title}</p><ul>" + "".join(f"<li>{_strong(s)}</li>" for s in verdict[key]) + "</ul>")
    return "".join(parts)


def plain(sentence: str) -> str:
    return sentence.replace("**", "")


def verdict_text(verdict: dict[str, Any]) -> str:
    lines = [plain(f"{verdict['headline']} {verdict['facts']}")]
    for title, key in (("What an intruder can do:", "intruder"), ("What analysts keep and lose:", "analysts")):
        if verdict.get(key):
            lines += [title, *(f"  - {plain(sentence)}" for sentence in verdict[key])]
    return "\n".join(lines)


class Result:
    """What all results share. `to_dict()` is the JSON of the command line."""

    def __init__(self, values: dict[str, Any], handle: Any = None) -> None:
        self._values = values
        self._handle = handle  # measures of the library; gone once it is pickled
        self._pages: tuple[str | None, str] | None = None

    def to_dict(self) -> dict[str, Any]:
        return self._values

    @property
    def verdict(self) -> dict[str, Any] | None:
        """May this table go out, and why: level, headline, facts, intruder, analysts, limits."""
        return self._values.get("verdict")

    def _reports(self, progress: Any = None) -> tuple[str | None, str]:
        if self._pages is None:
            with telling(progress) as tell:
                self._pages = self._handle.reports(tell)
        return self._pages

    def _figures(self, internal: bool) -> dict[str, dict[str, Any]]:
        external, own = self._reports()
        page = json.loads(own if internal or external is None else external)
        return {figure["id"]: figure for section in page["sections"] for figure in section["figures"]
                if figure.get("spec")}

    def plots(self, internal: bool = False) -> dict[str, str]:
        """The names of all charts, each with its title. internal: with those that show records."""
        return {name: figure["title"] for name, figure in self._figures(internal).items()}

    def plot(self, name: str | None = None, internal: bool = False) -> Any:
        """A chart of the report, the first one unless a name is given: an Altair chart where Altair
        is there, else a Plot. Both show in notebooks."""
        figures = self._figures(internal)
        if not figures:
            raise ValueError("There is nothing to plot: the table could not be measured.")
        if name is not None and name not in figures:
            raise ValueError(f"There is no chart '{name}'; it is one of {', '.join(figures)}.")
        return _chart(figures[name or next(iter(figures))])

    def report(self, path: str | os.PathLike[str], progress: Any = None) -> list[str]:
        """Writes two pages and gives their names: PATH shows aggregates of the original alone and
        may go out with the table; PATH-internal.html shows original records and stays with you.
        Of what was refused there is the second alone."""
        name = os.fspath(path)
        if not name.endswith(".html"):
            raise ValueError("report writes two pages, F.html and F-internal.html; its name must end in .html.")
        external, internal = self._reports(progress)
        written = []
        if external is not None:
            pathlib.Path(name).write_text(_core.page(external), encoding="utf-8")
            written.append(name)
        own = name.removesuffix(".html") + "-internal.html"
        with open(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(_core.page(internal))
        return [*written, own]

    def _repr_html_(self) -> str:
        return verdict_html(self.verdict) + self._table_html()

    def _table_html(self) -> str:
        table = self.table()
        return table._repr_html_() if hasattr(table, "_repr_html_") else ""

    def table(self) -> Any:
        raise NotImplementedError

    def __repr__(self) -> str:
        return verdict_text(self.verdict) if self.verdict else f"{type(self).__name__}()"

    def __getstate__(self) -> dict[str, Any]:
        if self._handle is not None:
            self._reports(progress=False)
        return {**self.__dict__, "_handle": None}


def _measures(values: dict[str, Any]) -> list[dict[str, Any]]:
    """Each measure of each pairing as a row."""
    rows = []
    for part in (values, *values.get("also", [])):
        for kind in ("risk", "loss", "score", "other"):
            for name, value in (part.get(kind) or {}).items():
                if isinstance(value, (int, float)) and not name.endswith("_sample"):
                    rows.append({"pairing": part.get("pairing"), "kind": kind, "measure": name, "value": value})
    return rows


class Evaluation(Result):
    """Risk and loss of a masked table."""

    @property
    def risk(self) -> dict[str, Any]:
        return dict(self._values.get("risk", {}))

    @property
    def loss(self) -> dict[str, Any]:
        return dict(self._values.get("loss", {}))

    @property
    def score(self) -> dict[str, Any]:
        return dict(self._values.get("score", {}))

    def table(self) -> Any:
        """Every measure of every pairing, a row each."""
        return records_frame(_measures(self._values))


class Tuning(Result):
    """Every setting that was tried, the choice, and the table that was made of it (`masked`), in the
    caller's own type; None where nothing may be released, and then `refused` says why."""

    def __init__(self, values: dict[str, Any], handle: Any, masked: Any) -> None:
        super().__init__(values, handle)
        self.masked = masked

    @property
    def choice(self) -> dict[str, Any] | None:
        return self._values.get("choice")

    @property
    def refused(self) -> str | None:
        return self._values.get("refused")

    @property
    def verdict(self) -> dict[str, Any] | None:
        if self.refused:
            return {"level": "refused", "headline": "Refused.", "facts": self.refused}
        return (self._values.get("release") or {}).get("verdict")

    def table(self) -> Any:
        """Every setting with its risk, loss and score, a row each."""
        rows = []
        for point in self._values.get("grid", []):
            row = {"method": point.get("method"),
                   "options": ", ".join(f"{name} {value}" for name, value in (point.get("options") or {}).items())}
            for kind in ("risk", "loss", "score"):
                row.update({f"{kind}_{name}" if kind == "score" else name: value
                            for name, value in (point.get(kind) or {}).items() if isinstance(value, (int, float))})
            rows.append(row)
        return records_frame(rows)


class Masked(Result):
    """A masked table (`data`, in the caller's own type), the source of each of its records
    (`lineage`: rows from 0, a secret; None where records are made anew), and what was told of it
    (`notes`). to_dict() measures the risk of that very table."""

    def __init__(self, data: Any, lineage: Any, notes: list[str], handle: Any) -> None:
        super().__init__({}, handle)
        self.data, self.lineage, self.notes = data, lineage, notes

    def to_dict(self) -> dict[str, Any]:
        if not self._values:
            with telling(None) as tell:
                self._values = json.loads(self._handle.record(tell))
        return self._values

    @property
    def risk(self) -> dict[str, Any]:
        """How many records are linked to their own original."""
        return dict(self.to_dict()["risk"])

    @property
    def verdict(self) -> dict[str, Any] | None:
        return json.loads(self._reports()[1])["verdict"]

    def table(self) -> Any:
        """What an intruder finds, a sentence each."""
        return records_frame({"sentence": sentence} for sentence in self.to_dict()["sentences"])

    def __repr__(self) -> str:
        return "\n".join(self.to_dict()["sentences"])

    def __getstate__(self) -> dict[str, Any]:
        if self._handle is not None:
            self.to_dict()
        return super().__getstate__()


class Inspection(Result):
    """What each column is, and what should become of it. `schema`: the proposal, to be edited."""

    def __init__(self, values: dict[str, Any], schema: str) -> None:
        super().__init__(values)
        self.schema = schema

    def write_schema(self, path: str | os.PathLike[str]) -> None:
        """Writes the proposal as a new file, never over an edited one."""
        with open(path, "x", encoding="utf-8") as file:
            file.write(self.schema)

    def table(self) -> Any:
        """Each column with its type, its proposed role and why, a row each."""
        return records_frame({"column": column["name"], "type": column["type"], "role": column["role"],
                              "distinct": column.get("distinct"), "missing": column.get("missing"),
                              "why": column.get("why")} for column in self._values["columns"])

    def plots(self, internal: bool = False) -> dict[str, str]:
        return {column["name"]: f"Distribution of {column['name']}" for column in self._values["columns"]
                if column.get("histogram")}

    def plot(self, name: str | None = None, internal: bool = False) -> Any:
        """How the values of each column are distributed, or of the one that is named."""
        names = self.plots()
        if name is not None and name not in names:
            raise ValueError(f"There is no distribution of '{name}'; it is one of {', '.join(names)}.")
        values = [{"column": column["name"], "bin": number, "records": records}
                  for column in self._values["columns"] if name in (None, column["name"])
                  for number, records in enumerate(column.get("histogram") or [])]
        bars = {"mark": "bar", "width": 160, "height": 80,
                "encoding": {"x": {"field": "bin", "type": "ordinal", "axis": None},
                             "y": {"field": "records", "type": "quantitative", "title": None}}}
        spec = {"$schema": "https://vega.github.io/schema/vega-lite/v6.json", "data": {"values": values},
                "facet": {"field": "column", "type": "nominal", "title": None}, "columns": 4, "spec": bars,
                "resolve": {"scale": {"x": "independent", "y": "independent"}}}
        return _chart({"spec": spec, "title": "Distributions of the columns"})

    def report(self, path: str | os.PathLike[str], progress: Any = None) -> list[str]:
        raise ValueError("A report is about a masked table; inspect() proposes a schema: write_schema(path).")

    def __repr__(self) -> str:
        return "\n".join(f"{c['name']}: {c['type']}, {c['role']}. {c.get('why', '')}" for c in self._values["columns"])


class Released(Result):
    """A release that was written: `folder`, `masked` (the table, in the caller's own type), and in
    to_dict() what its manifest says."""

    def __init__(self, values: dict[str, Any], folder: str, masked: Any, reports: tuple[str | None, str]) -> None:
        super().__init__(values)
        self.folder, self.masked = folder, masked
        self._pages = reports

    def table(self) -> Any:
        """What each attack learnt, and what it may learn, a row each."""
        held = next((value for value in self._values.values()
                     if isinstance(value, list) and value and isinstance(value[0], dict) and "ceiling" in value[0]), [])
        return records_frame(held)

    @property
    def verdict(self) -> dict[str, Any] | None:
        return json.loads(self._pages[1]).get("verdict")

    def report(self, path: str | os.PathLike[str], progress: Any = None) -> list[str]:
        raise ValueError(f"The reports of a release are in its folder, {self.folder}.")

    def __repr__(self) -> str:
        files = ", ".join([*(file["name"] for file in self._values.get("files", [])), "manifest.json"])
        return (f"{verdict_text(self.verdict)}\n\nTo pass on, in {self.folder}: {files}. "
                "For you alone: report-internal.html, which shows original records.")
