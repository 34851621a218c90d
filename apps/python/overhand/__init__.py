"""Overhand masks tables of records about people or firms so that they can be shared, links the masked
records back to their originals as an intruder would, and says what analysts keep and what still leaks.

    import overhand
    overhand.inspect(people).write_schema("people.toml")
    masked = overhand.mask(people, schema="people.toml")
"""

from __future__ import annotations

from typing import Any


def _refuse_second_interpreter() -> None:
    """The module has one state in a process, which a second interpreter would take from the first."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            interpreters = __import__(name)
        except ImportError:
            continue
        current, main = interpreters.get_current(), interpreters.get_main()
        if isinstance(current, tuple):  # (id, whence), since Python 3.13
            current, main = current[0], main[0]
        if current != main:
            raise ImportError("overhand works in the first interpreter of a process alone; take a process instead.")
        return


_refuse_second_interpreter()

from ._core import Refused, __version__  # noqa: E402
from ._functions import (  # noqa: E402
    Note,
    compare,
    evaluate,
    inspect,
    mask,
    methods,
    metrics,
    read,
    release,
    serve,
    simulate,
    tune,
    verify,
)
from ._results import Evaluation, Inspection, Masked, Plot, Released, Tuning

__all__ = ["Evaluation", "Inspection", "Masked", "Masker", "Note", "Plot", "Refused", "Released", "Tuning",
           "__version__", "compare", "evaluate", "inspect", "mask", "methods", "metrics", "read", "release",
           "serve", "simulate", "tune", "verify"]


def __getattr__(name: str) -> Any:
    if name == "Masker":  # scikit-learn, where it is there, takes its time to load
        from ._masker import Masker

        return Masker
    if name == "spark":  # the same
        import importlib

        return importlib.import_module(".spark", __name__)
    raise AttributeError(f"module 'overhand' has no attribute '{name}'")
