"""How far long work is: a bar by tqdm's convention, or a line of our own where there is no tqdm."""

from __future__ import annotations

import sys
import time
import warnings
from typing import Any, Callable

Tell = Callable[[str, int, int], None]


class _Line:
    """As much of tqdm as is needed, on a terminal."""

    def __init__(self, total: int, desc: str, **_: Any) -> None:
        self.total, self.desc, self.n = total, desc, 0
        self.update(0)

    def update(self, more: int) -> None:
        self.n += more
        sys.stderr.write(f"\r{self.desc}: {self.n} of {self.total}\x1b[K")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _usual_bar() -> Callable[..., Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of notebooks without widgets, where its bar is of text
            from tqdm.auto import tqdm
    except ImportError:
        return _Line
    return tqdm


def _is_watched() -> bool:
    """Somebody sits at a terminal or at a notebook."""
    shell = sys.modules.get("IPython")
    if shell is not None and getattr(shell.get_ipython(), "kernel", None) is not None:
        return True
    return bool(getattr(sys.stderr, "isatty", lambda: False)())


class Bars:
    """Turns stages into bars. `patience`: seconds before the first one is shown."""

    def __init__(self, make: Callable[..., Any], patience: float = 0.0) -> None:
        self.make, self.shows_from = make, time.monotonic() + patience
        self.stage: str | None = None
        self.bar: Any = None

    def __call__(self, stage: str, done: int, total: int) -> None:
        if time.monotonic() < self.shows_from:
            return
        if stage != self.stage or self.bar is None:
            self.close()
            self.stage, self.bar = stage, self.make(total=total, desc=stage, leave=False)
        if done > self.bar.n:
            self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
        self.bar = None


class telling:
    """`with telling(progress) as tell`: what the module calls, or None. progress: None for a bar where
    somebody watches and the work is long, True, False, or a class such as tqdm."""

    def __init__(self, progress: Any) -> None:
        self.bars: Bars | None = None
        if progress is None and _is_watched():
            self.bars = Bars(_usual_bar(), patience=1.0)
        elif progress is True:
            self.bars = Bars(_usual_bar())
        elif callable(progress):
            self.bars = Bars(progress)
        elif progress not in (None, False):
            raise TypeError("progress must be True, False or a class such as tqdm.")

    def __enter__(self) -> Bars | None:
        return self.bars

    def __exit__(self, *_: Any) -> None:
        if self.bars is not None:
            self.bars.close()
