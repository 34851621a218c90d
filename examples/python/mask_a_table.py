"""Mask a table: look at it, decide what becomes of each column, mask it, see what it still tells."""

import overhand

people = overhand.simulate("hospital", rows=500, seed=1)  # or a frame of yours, or a path
overhand.inspect(people).write_schema("people.toml")  # edit it where it is wrong
result = overhand.mask(people, "cell_rotate", schema="people.toml", details=True)
print(result.data.head())
print(result)  # what an intruder finds
