"""The effects of the propensity model of frames of Spark, chosen as in memory (utility/effects_internal.h)."""

from __future__ import annotations

from typing import Any, NamedTuple

NUMBER, GAP, LEVEL = "number", "gap", "level"

# Bounds of utility/effects_internal.h.
MOST_TERMS_WITH_PRODUCTS = 1000
FEWEST_RECORDS_PER_TERM = 5
MOST_LEVELS = 20
MOST_EFFECTS = 300
FEWEST_TERMS, MOST_TERMS = 100, 500


class Effect(NamedTuple):
    kind: str
    column: int  # of the numbers, or of the columns of levels
    place: int = 0  # of a level among those of its column, the commonest first
    has_products: bool = True

    def is_of_same_column(self, other: Effect) -> bool:
        return self.column == other.column and (self.kind == LEVEL) == (other.kind == LEVEL)


def terms_of(effects: list[Effect]) -> list[tuple[int, int]]:
    """Pairs of effects that are multiplied: the intercept is (0, 0), and effect a is a + 1, alone (a + 1, 0)."""
    several = range(len(effects))
    terms = [(0, 0), *((a + 1, 0) for a in several)]
    terms += [(a + 1, a + 1) for a in several if effects[a].kind == NUMBER]
    crossed = [a for a in several if effects[a].has_products]
    return terms + [(a + 1, b + 1) for a in crossed for b in crossed if b > a and not effects[a].is_of_same_column(effects[b])]


def _without_products(effects: list[Effect]) -> list[Effect]:
    return [effect._replace(has_products=False) for effect in effects]


def _with_levels(gaps: list[bool], levels: list[int], most: int) -> list[Effect]:
    """So many levels of each column at most, of which one is what the others are held against: the commonest,
    or the rare ones together."""
    effects = []
    for j, has_gaps in enumerate(gaps):
        effects += [Effect(NUMBER, j), *([Effect(GAP, j)] if has_gaps else [])]
    for k, count in enumerate(levels):
        effects += [Effect(LEVEL, k, place) for place in (range(1, count) if count <= most else range(most - 1))]
    return effects


def _crossed(effects: list[Effect], levels: int) -> list[Effect]:
    """Products of the commonest levels of each column alone."""
    met: dict[int, int] = {}
    made = []
    for effect in effects:
        if effect.kind == LEVEL:
            met[effect.column] = met.get(effect.column, 0) + 1
            effect = effect._replace(has_products=met[effect.column] < levels)
        made.append(effect)
    return made


def _of_mixed(gaps: list[bool], levels: list[int], records: int) -> list[Effect]:
    most = MOST_LEVELS
    effects = _with_levels(gaps, levels, most)
    while most > 2 and len(effects) > min(MOST_EFFECTS, records // 20):
        most -= 1
        effects = _with_levels(gaps, levels, most)
    most_terms = min(max(records // 10, FEWEST_TERMS), MOST_TERMS)
    for crossed in range(most, 1, -1):
        tried = _crossed(effects, crossed)
        if len(terms_of(tried)) <= most_terms:
            return tried
    return _without_products(effects)


def effects_of(gaps: list[bool], levels: list[int], records: int) -> list[Effect]:
    """Of numbers, which have gaps or not, and of columns of so many levels, a gap being one, in both frames."""
    p = len(gaps)
    if levels or any(gaps):
        effects = _of_mixed(gaps, levels, records)
    else:
        effects = [Effect(NUMBER, j) for j in range(p)]
        if 1 + 2 * p + p * (p - 1) // 2 > MOST_TERMS_WITH_PRODUCTS:
            effects = _without_products(effects)
    return effects if len(terms_of(effects)) * FEWEST_RECORDS_PER_TERM <= records else _without_products(effects)


class Design:
    """Terms of the model: an intercept, effects standardised over both frames, squares and products.

    Of a matrix whose first columns are numbers, NaN where they are missing, and then places of levels. A gap
    counts as the mean beside its own effect; an effect without spread is 0.
    """

    def __init__(self, effects: list[Effect], means: Any, scales: Any, numbers: int) -> None:
        self.effects, self.means, self.scales, self.numbers = effects, means, scales, numbers
        self.pairs = terms_of(effects)

    def keep(self, kept: list[int]) -> Design:
        made = Design(self.effects, self.means, self.scales, self.numbers)
        made.pairs = [self.pairs[k] for k in kept]
        return made

    def _effect(self, matrix: Any, effect: Effect) -> Any:
        import numpy

        if effect.kind == LEVEL:
            return matrix[:, self.numbers + effect.column] == effect.place
        values = matrix[:, effect.column]
        return numpy.isnan(values) if effect.kind == GAP else values

    def terms(self, matrix: Any) -> Any:
        import numpy

        held = numpy.ones((len(matrix), 1 + len(self.effects)))
        for a, effect in enumerate(self.effects):
            scaled = (self._effect(matrix, effect) - self.means[a]) * (1 / self.scales[a] if self.scales[a] > 0 else 0)
            held[:, a + 1] = numpy.where(numpy.isnan(scaled), 0, scaled)
        first, second = zip(*self.pairs)
        return held[:, first] * held[:, second]
