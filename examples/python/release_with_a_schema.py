"""Release with a schema: what goes out is attacked first, and refused where that learns too much."""

import overhand

people = overhand.simulate("survey", rows=1000, seed=1)
overhand.inspect(people).write_schema("people.toml")
try:
    made = overhand.release(people, "released", schema="people.toml", profile="internal", method="cell_rotate")
except overhand.Refused as refused:
    print("Refused:", refused)
else:
    print(made.table())
    print(overhand.verify("released"), "files are as they were released")
