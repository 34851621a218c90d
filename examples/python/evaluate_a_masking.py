"""Evaluate somebody else's masking: both tables, and which rows belong together."""

import numpy
import overhand

people = overhand.simulate("survey", rows=300, seed=1)
noise = numpy.random.default_rng(1).normal(size=people.shape) * people.std().to_numpy() * 0.3
masked = people + noise
result = overhand.evaluate(people, masked, pairing="row", analyses="income ~ age + hours")
print(result)
print(result.table().query("kind == 'risk'"))
result.report("evaluation.html")
