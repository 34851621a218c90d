# Mask a table: look at it, decide what becomes of each column, mask it, see what it still tells.
library(overhand)

people <- overhand::simulate("hospital", rows = 500, seed = 1)  # or a data.frame of yours, or a path
write_schema(inspect(people), "people.toml")  # edit it where it is wrong
result <- mask(people, "cell_rotate", schema = "people.toml", details = TRUE)
print(head(result$data))
print(result)  # what an intruder finds
