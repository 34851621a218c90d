"""The program `overhand`, which lies beside this file, as a command."""

from __future__ import annotations

import os
import pathlib
import sys

PROGRAM = pathlib.Path(__file__).parent / "bin" / "overhand"


def main() -> None:
    os.execv(PROGRAM, ["overhand", *sys.argv[1:]])
