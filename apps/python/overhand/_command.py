"""The program `overhand`, which lies beside this file: as a command, and for what goes into folders."""

from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Any

from . import _core
from ._frames import Frame, use_files
from ._results import Released

PROGRAM = pathlib.Path(__file__).parent / "bin" / "overhand"


def main() -> None:
    os.execv(PROGRAM, ["overhand", *sys.argv[1:]])


def _in_python(sentence: str) -> str:
    """Remedies as arguments: --drop 'a,b' is drop=..., --max-risk is max_risk."""
    sentence = re.sub(r"--([a-z-]+) ('[^']*'|\"[^\"]*\"|[\w.]+)",
                      lambda found: f"{found[1].replace('-', '_')}=\"{found[2].strip(chr(39) + chr(34))}\"", sentence)
    return re.sub(r"--([a-z-]+)", lambda found: found[1].replace("-", "_"), sentence)


def _run(words: list[str]) -> str:
    """What the program prints, or the exception that its exit code means."""
    ended = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    if ended.returncode == 0:
        return ended.stdout
    lines = [line for line in ended.stderr.splitlines() if line.startswith("overhand: ")] or [ended.stderr]
    sentence = _in_python(lines[-1].removeprefix("overhand: "))
    raise {1: _core.Refused, 2: ValueError, 3: OSError}.get(ended.returncode, RuntimeError)(sentence)


_LISTS = {"columns", "drop", "keep", "within", "keys"}  # with commas between
_AGAIN = {"derive": "derive", "rules": "rule"}  # once for each


def _name(name: str) -> str:
    """A name as the command line takes it among others."""
    return '"' + name.replace('"', '""') + '"' if re.search(r'[",\s]', name) else name


def _words(said: dict[str, Any]) -> list[str]:
    words: list[str] = []
    for name, value in said.items():
        flag = "--" + name.replace("_", "-")
        if value is None or value is False and name not in ("header", "totals", "derive"):
            continue
        listed = [value] if isinstance(value, (str, os.PathLike)) else value
        if name in _LISTS:
            words += [flag, ",".join(_name(column) for column in listed)]
        elif name == "derive" and value is False:
            words.append("--no-derive")
        elif name in _AGAIN:
            words += [word for text in ([] if value is True else listed) for word in (f"--{_AGAIN[name]}", text)]
        elif name in ("header", "totals"):
            words.append(flag if value else f"--no-{name}")
        elif name == "suppress_records" and value is True:
            words += ["--suppress", "records"]
        elif name == "seconds":
            words += ["--time", f"{float(value):g}s"]
        elif value is True:
            words.append(flag)
        else:
            words += [flag, os.fspath(value) if isinstance(value, os.PathLike) else str(value)]
    return words


def release(table: Frame, folder: str, said: dict[str, Any]) -> Released:
    """A release of a table in memory: it lies for a while in a folder that only its owner can read."""
    with tempfile.TemporaryDirectory(prefix="overhand-") as place:  # of mode 0700
        path = table.source
        if not isinstance(path, str):
            path = os.path.join(place, "table.parquet")
            use_files()
            _core.write(table.into(), path)
        _run(["release", path, "-o", folder, *_words(said)])
    manifest = json.loads(pathlib.Path(folder, "manifest.json").read_text())
    masked = next(file["name"] for file in manifest["files"] if file["name"].startswith("masked."))
    use_files()
    made, _ = _core.read(os.path.join(folder, masked), "{}", None)
    return Released(manifest, folder, table.give_back(made, None))


def verify(folder: str) -> int:
    return int(re.search(r"\d+", _run(["verify", folder]))[0])  # type: ignore[index]
