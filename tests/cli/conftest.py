"""Runs the command line as a user would."""

import os
import pathlib
import subprocess

import pytest

BINARY = pathlib.Path(os.environ["OVERHAND_BINARY"])


@pytest.fixture
def overhand(tmp_path):
    """overhand("mask in.csv -o out.csv") in a folder of its own."""

    def run(arguments, stdin=None, check=True, env=None):
        words = arguments.split() if isinstance(arguments, str) else arguments
        result = subprocess.run(
            [BINARY, *words],
            cwd=tmp_path,
            input=stdin,
            capture_output=True,
            text=not isinstance(stdin, bytes),
            timeout=120,
            env={**os.environ, **(env or {})},
        )
        if check:
            assert result.returncode == 0, result.stderr
        return result

    return run


@pytest.fixture
def people(tmp_path):
    """A small table of numbers, people.csv."""
    lines = ["age,income,hours"]
    lines += [f"{20 + i % 50},{1000 + 37 * i % 997},{i % 7 * 5.5}" for i in range(200)]
    path = tmp_path / "people.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def columns_of(text, delimiter=","):
    """The cells of a plain CSV text by column name."""
    header, *lines = text.strip("\n").split("\n")
    cells = [line.split(delimiter) for line in lines]
    return {name: [row[j] for row in cells] for j, name in enumerate(header.split(delimiter))}
