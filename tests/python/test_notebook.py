"""The notebook runs from above to below, and what it stands for is in it: tables, verdicts, pictures."""

import pathlib

import nbclient
import nbformat
import pytest

FOLDER = pathlib.Path(__file__).parents[2] / "examples/python"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def kinds(notebook):
    """Of each cell of code the kinds of what it shows."""
    return [{kind for output in cell.outputs for kind in output.get("data", {})} for cell in notebook.cells
            if cell.cell_type == "code"]


def test_there_is_one():
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs_and_shows_what_it_showed(path, tmp_path):
    stored = nbformat.read(path, as_version=4)
    nbformat.validate(stored)
    shown = kinds(stored)
    again = nbclient.NotebookClient(nbformat.from_dict(stored), timeout=300, kernel_name="python3",
                                    resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert kinds(again) == shown
    assert not [output.text for cell in again.cells for output in cell.get("outputs", []) if "Warning" in output.get("text", "")]
    assert str(FOLDER.parents[1]) not in path.read_text() and "site-packages" not in path.read_text()
    assert sum("image/png" in kind for kind in shown) >= 2
    assert path.stat().st_size < 300_000
