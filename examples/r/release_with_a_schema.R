# Release with a schema: what goes out is attacked first, and refused where that learns too much.
library(overhand)

people <- overhand::simulate("survey", rows = 1000, seed = 1)
write_schema(inspect(people), "people.toml")
made <- tryCatch(
  release(people, "released", schema = "people.toml", profile = "internal", method = "cell_rotate"),
  overhand_refused = function(refused) cat("Refused:", conditionMessage(refused), "\n"))
if (!is.null(made)) {
  print(made)
  cat(verify("released"), "files are as they were released\n")
}
