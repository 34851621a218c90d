"""The Python of docs/guide/scale.md works as printed."""

import pathlib
import re

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "guide" / "scale.md"


def test_the_guide(spark, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    # Spark's own process stays where it began.
    exec("\n".join(blocks).replace('parquet("masked")', f'parquet("{tmp_path}/masked")'), {})
    assert (tmp_path / "masked").is_dir()
    assert (tmp_path / "release" / "manifest.json").is_file()
    assert "May be released" in capsys.readouterr().out
