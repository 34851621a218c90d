# What calls leave alone, how they are stopped, and what they need of a build.

test_that("R's own random numbers stay where they were", {
  set.seed(11)
  before <- .Random.seed
  quietly(mask(people(), "sjppds"))
  quietly(mask(people(), "noise", seed = 1))
  evaluate(people(), quietly(mask(people(), "cart", seed = 1)))
  overhand::simulate("survey", rows = 50, seed = 1)
  expect_identical(.Random.seed, before)
})

test_that("R's seed has no part in a masking", {
  set.seed(1)
  first <- mask(people(), "noise")
  set.seed(1)
  expect_false(identical(first, mask(people(), "noise")))
})

test_that("an interrupt stops the work", {
  needs_trees()
  # As a person's Ctrl-C: R looks for it while it waits.
  stop_now <- function(...) tools::pskill(Sys.getpid(), tools::SIGINT)
  ended <- tryCatch({
    quietly(overhand::compare(overhand::simulate("survey", rows = 2000, seed = 1), progress = stop_now))
    "finished"
  }, interrupt = function(condition) "interrupted")
  expect_identical(ended, "interrupted")
  expect_identical(dim(mask(people(), "noise")), c(200L, 3L))
})

test_that("a progress function that fails stops the work, with its own error", {
  needs_trees()
  expect_error(quietly(tune(people(), "noise", progress = function(...) stop("no more"))), "no more")
  expect_match(refused(mask(people(), progress = "yes"), "overhand_type_error"), "progress must be")
  expect_match(refused(mask(people(), progress = NA), "overhand_type_error"), "progress must be")
})

test_that("progress is a line on the terminal where it is wanted", {
  needs_trees()
  told <- capture.output(made <- quietly(tune(people(), "noise", quick = TRUE, progress = TRUE)), type = "message")
  expect_match(paste(told, collapse = ""), "%")
})

test_that("options and encodings of the session do not matter", {
  expected <- quietly(mask(mixed(), "cell_rotate", seed = 1))
  before <- options(OutDec = ",", digits = 3, stringsAsFactors = FALSE, scipen = -5)
  on.exit(options(before))
  expect_identical(quietly(mask(mixed(), "cell_rotate", seed = 1)), expected)
})

test_that("many calls leave no vectors behind", {
  table <- people()
  for (i in 1:20) quietly(mask(table, "noise", seed = i))
  gc()
  expect_identical(table, people())
})

test_that("formulas and texts ask for the same analyses", {
  masked <- quietly(mask(people(), "noise", seed = 1))
  by_formula <- evaluate(people(), masked, pairing = "row", analyses = income ~ age + hours)
  by_text <- evaluate(people(), masked, pairing = "row", analyses = "income ~ age + hours")
  both <- evaluate(people(), masked, pairing = "row", analyses = list(income ~ age, "hours ~ age"))
  expect_identical(by_formula$values$analyses, by_text$values$analyses)
  expect_length(both$values$analyses, 2)
  expect_match(refused(evaluate(people(), masked, analyses = "income ~ nothing")), "nothing")
})

test_that("pairings", {
  masked <- quietly(mask(people(), "rank_swap", seed = 1))
  by_word <- evaluate(people(), masked, pairing = "row")
  by_rows <- evaluate(people(), masked, pairing = 1:200)
  expect_identical(by_rows$values$risk$dbrl, by_word$values$risk$dbrl)
  expect_match(refused(evaluate(people(), masked, pairing = 0:199)), "below 1")
  expect_match(refused(evaluate(people(), masked, pairing = c(1.5, 2:200)), "overhand_type_error"), "pairing must be")
  expect_match(refused(evaluate(people(), masked, pairing = 2:201)), "record 200")
  expect_match(refused(evaluate(people(), masked, pairing = 1:3)), "200|3")
  expect_match(refused(evaluate(people(), masked, pairing = TRUE), "overhand_type_error"), "pairing must be")
  expect_match(refused(evaluate(people(), masked, pairing = "diagonal")), "diagonal|pairing")
})

test_that("columns, drop and keep", {
  table <- cbind(people(), town = rep(c("a", "b"), 100))
  expect_identical(names(quietly(mask(table, "noise", columns = c("age", "income"), seed = 1))), c("age", "income"))
  expect_match(refused(mask(table, "noise", columns = "age")), "at least 2 columns")
  expect_identical(names(quietly(mask(table, "cell_rotate", drop = c("age", "town"), seed = 1))), c("income", "hours"))
  kept <- quietly(mask(table, "rank_swap", keep = "town", seed = 1))
  expect_identical(kept$town, table$town)
  expect_match(refused(mask(table, drop = "twon")), "twon")
  expect_match(refused(mask(table, keep = c("town", "nowhere"))), "nowhere")
})

test_that("strata are masked each by itself", {
  table <- cbind(people(), town = factor(rep(c("a", "b"), each = 100)))
  made <- quietly(mask(table, "cell_shuffle", within = "town", seed = 1))
  for (town in c("a", "b")) {
    expect_identical(sort(made$income[made$town == town]), sort(table$income[table$town == town]))
  }
})

test_that("a schema is said by its path, with ~", in_folder({
  write_schema(inspect(people()), "s.toml")
  expect_identical(quietly(mask(people(), schema = "s.toml", seed = 1)), quietly(mask(people(), schema = normalizePath("s.toml"), seed = 1)))
  expect_match(refused(mask(people(), schema = "none.toml"), "overhand_file_error"), "none.toml")
}))

test_that("shuffled rows are told apart from their sources by the lineage alone", {
  made <- quietly(mask(people(), "rank_swap", shuffle_rows = TRUE, seed = 1, details = TRUE))
  plain <- quietly(mask(people(), "rank_swap", seed = 1))
  expect_false(identical(made$data, plain))
  expect_identical(sort(made$data$income), sort(plain$income))
  expect_setequal(made$lineage, 1:200)
})

test_that("two results do not share what they hold", {
  one <- quietly(mask(people(), "noise", seed = 1, details = TRUE))
  two <- quietly(mask(people(), "rank_swap", seed = 1, details = TRUE))
  expect_false(identical(capture.output(print(one)), capture.output(print(two))))
  rm(one)
  gc()
  expect_output(print(two), "200 records")
})

test_that("simulated tables", {
  expect_identical(dim(overhand::simulate("gaussian", rows = 40, columns = 4, seed = 1)), c(40L, 4L))
  expect_identical(overhand::simulate("survey", rows = 30, seed = 2), overhand::simulate("survey", rows = 30, seed = 2))
  expect_false(identical(overhand::simulate("survey", rows = 30, seed = 2), overhand::simulate("survey", rows = 30, seed = 3)))
  expect_match(refused(overhand::simulate("survye")), "survey")
  expect_match(refused(overhand::simulate("survey", rows = -1)), "rows")
})

test_that("what a build has is known", {
  has <- overhand:::abilities()
  expect_setequal(names(has), c("files", "trees"))
  expect_true(is.logical(has$files) && is.logical(has$trees))
})

test_that("a build without files or trees says so where they are asked for", {
  space <- asNamespace("overhand")
  own <- get("abilities", space)
  unlockBinding("abilities", space)
  assign("abilities", function() list(files = FALSE, trees = FALSE), space)
  on.exit(assign("abilities", own, space))
  expect_match(refused(release(people(), "out"), "overhand_file_error"), "this build of the package cannot")
  expect_match(refused(serve(), "overhand_file_error"), "this build of the package cannot")
  expect_match(refused(tune(people(), "noise", quick = TRUE)), "boosted trees")
  expect_match(refused(overhand::compare(people(), quick = TRUE)), "score = \"paper\"", fixed = TRUE)
  expect_match(refused(evaluate(people(), people(), target = "income")), "boosted trees")
  made <- quietly(tune(people(), "rank_swap", quick = TRUE, score = "paper", max_risk = 1))
  expect_s3_class(made, "overhand_tuning")
})

test_that("details is yes or no", {
  expect_error(mask(people(), details = NA), "details must be TRUE or FALSE")
  expect_error(mask(people(), details = "yes"), "details must be TRUE or FALSE")
})

test_that("columns that look like codes and are masked as amounts are told", {
  table <- cbind(people(), sex = rep(1:2, 100), zip = 10000L + (0:199 %/% 20L) * 37L)
  expect_message(quietly_but_notes <- mask(table, "cell_shuffle", key = as.raw(1:32)),
                 "The columns sex, zip look like codes, which are no amounts, but are masked as such; say what they are in a schema, which write_schema(inspect(data), path) writes.",
                 fixed = TRUE, class = "overhand_note")
  made <- quietly(mask(table, "cell_shuffle", key = as.raw(1:32), details = TRUE))
  expect_match(made$notes, "look like codes", all = FALSE)
  decided <- quietly(mask(table, "cell_shuffle", key = as.raw(1:32), columns = names(table), details = TRUE))
  expect_null(decided$notes)
})

test_that("tune() takes the method that the command takes unless another is said", {
  expect_identical(formals(tune)$method, "sjppds")
})
