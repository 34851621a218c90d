# What the functions give: it prints, plots, reports.

masked <- quietly(mask(people(), "cell_rotate", seed = 1, details = TRUE))
result <- evaluate(people(), masked$data, pairing = masked$lineage)

test_that("a masked table tells its sources and its risk", {
  expect_s3_class(masked, "overhand_masked")
  expect_length(masked$lineage, 200)
  expect_true(all(masked$lineage %in% seq_len(200)))
  expect_output(print(masked), "200 records of 3 columns")
  expect_identical(as.data.frame(masked), masked$data)
})

test_that("an evaluation prints its verdict and is a table", {
  expect_output(print(result), substr(gsub("**", "", result$values$verdict$headline, fixed = TRUE), 1, 20), fixed = TRUE)
  table <- as.data.frame(result)
  expect_true(all(c("pairing", "kind", "measure", "value") %in% names(table)))
  expect_identical(table$value[table$measure == "dbrl"][[1]], as.double(result$values$risk$dbrl))
  expect_output(print(summary(result)), "dbrl")
})

test_that("reports are two pages, the second for its owner alone", in_folder({
  expect_identical(report(result, "r.html"), c("r.html", "r-internal.html"))
  expect_match(readLines("r.html", warn = FALSE)[[1]], "<!doctype html>", ignore.case = TRUE)
  expect_identical(as.character(file.mode("r-internal.html")), "600")
  expect_identical(report(masked, "m.html"), c("m.html", "m-internal.html"))
  expect_match(refused(report(result, "r.pdf")), "must end in .html", fixed = TRUE)
}))

# What a result can be asked for, but for the day that a report is of.
asked <- function(x) in_folder({
  written <- report(x, "r.html")
  pages <- unlist(lapply(written, readLines))
  list(shown = capture.output(print(x)), summed = capture.output(print(summary(x))), table = as.data.frame(x), pages = pages)
})

test_that("a result that is saved and read again can do all that it could", {
  made <- quietly(tune(people(), "rank_swap", quick = TRUE, score = "paper", max_risk = 1))
  none <- quietly(tune(people(), "rank_swap", quick = TRUE, score = "paper", max_risk = 0))
  for (one in list(result, masked, made, none)) {
    file <- tempfile(fileext = ".rds")
    saveRDS(one, file)
    again <- readRDS(file)
    expect_identical(asked(again), asked(one))
    expect_identical(plot(again)$data, plot(one)$data)
    expect_identical(unserialize(serialize(again, NULL)), again)
  }
})

test_that("a result is not measured before somebody asks or saves it", {
  fresh <- quietly(mask(people(), "rank_swap", seed = 1, details = TRUE))
  work <- overhand:::work_of(fresh)
  copied <- fresh
  expect_null(work$reports)
  saved <- unserialize(serialize(copied, NULL))
  expect_false(is.null(work$reports))
  expect_identical(overhand:::work_of(saved)$reports, work$reports)
})

test_that("another process reads what was saved, and says where it could not be measured", {
  file <- tempfile(fileext = ".rds")
  failed <- quietly(mask(people(), "rank_swap", seed = 1, details = TRUE))
  assign("handle", NULL, overhand:::work_of(failed))
  saveRDS(list(whole = masked, failed = failed), file)
  script <- tempfile(fileext = ".R")
  writeLines(c(sprintf("saved <- readRDS(%s)", deparse(file)), "print(saved$whole)",
               "cat(tryCatch(print(saved$failed), error = conditionMessage))"), script)
  told <- system2(file.path(R.home("bin"), "Rscript"), script, stdout = TRUE, stderr = TRUE,
                  env = paste0("R_LIBS=", paste(.libPaths(), collapse = .Platform$path.sep)))
  expect_true(all(capture.output(print(masked)) %in% told))
  expect_match(paste(told, collapse = " "), "could not be measured when it was saved")
})

test_that("plots are of ggplot2", {
  skip_if_not_installed("ggplot2")
  found <- inspect(people())
  for (one in list(result, masked, found)) expect_s3_class(plot(one), "ggplot")
})

test_that("plots are R's own where ggplot2 is not there", {
  local_mocked <- get("has_ggplot", asNamespace("overhand"))
  unlockBinding("has_ggplot", asNamespace("overhand"))
  assign("has_ggplot", function() FALSE, asNamespace("overhand"))
  on.exit(assign("has_ggplot", local_mocked, asNamespace("overhand")))
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off(), add = TRUE)
  for (one in list(result, masked, inspect(people()))) expect_null(plot(one))
})

test_that("tuning gives settings, a choice and a table", {
  needs_trees()
  reals <- overhand::simulate("gaussian", rows = 200, columns = 3, seed = 1)
  made <- quietly(tune(reals, "noise", quick = TRUE, max_risk = 1))
  table <- as.data.frame(made)
  expect_true(all(c("method", "options", "dbrl") %in% names(table)) && nrow(table) > 1)
  expect_identical(dim(made$masked), dim(reals))
  if (requireNamespace("ggplot2", quietly = TRUE)) expect_s3_class(plot(made), "ggplot")
  expect_output(print(made), ".")
  none <- quietly(tune(people(), "noise", quick = TRUE, max_risk = 0))
  expect_null(none$masked)
  expect_output(print(none), "Refused")
})

test_that("an inspection proposes a schema, never over a file", in_folder({
  found <- inspect(overhand::simulate("hospital", rows = 300, seed = 1))
  expect_true("drop" %in% as.data.frame(found)$role)
  expect_output(print(found), "role")
  write_schema(found, "s.toml")
  expect_match(paste(readLines("s.toml"), collapse = "\n"), "[columns.", fixed = TRUE)
  expect_match(refused(write_schema(found, "s.toml")), "never written over")
}))

test_that("methods and measures", {
  expect_true(all(c("cell_rotate", "sjppds", "pram") %in% overhand::methods()$name))
  expect_match(overhand::methods()$options[overhand::methods()$name == "sjppds"], "bins = ")
  expect_true("dbrl" %in% metrics()$name)
})

test_that("progress is told", {
  needs_trees()
  stages <- character()
  quietly(overhand::compare(people(), quick = TRUE, seconds = 20, progress = function(stage, done, total) stages <<- c(stages, stage)))
  expect_gt(length(stages), 0)
  expect_error(quietly(tune(people(), "noise", progress = function(...) stop("enough"))), "enough")
})

test_that("release writes a folder that verify checks", in_folder({
  needs_files()
  made <- release(people(), "out", profile = "internal", method = "cell_rotate", accept_risk = "a test")
  expect_output(print(made), "report-internal.html shows original records")
  grDevices::pdf(NULL)
  expect_no_error(plot(made))
  grDevices::dev.off()
  expect_s3_class(made, "overhand_released")
  expect_identical(made$manifest$profile, "internal")
  expect_output(print(made), "Released into out: 200 records of 3 columns")
  expect_match(refused(report(made, "r.html")), "in its folder")
  expect_identical(names(made$masked), names(people()))
  expect_gt(verify("out"), 0)
  write("x", list.files("out", "^masked", full.names = TRUE), append = TRUE)
  refused(verify("out"), "overhand_refused")
  expect_match(refused(release(people(), "out")), "out")
}))

test_that("release takes other ceilings, and refuses what is above them", in_folder({
  needs_files()
  expect_match(refused(release(people(), "none", profile = "internal", method = "noise", ceilings = list(dbrl = 0)), "overhand_refused"), ".")
  expect_false(file.exists("none/manifest.json"))
  expect_match(refused(release(people(), "none", ceilings = list(nothing = 1))), "ceilings")
  expect_match(refused(release(people(), "none", ceilings = list(dbrl = "low")), "overhand_type_error"), "a number")
  expect_match(refused(release(people(), "")), "folder must not be empty")
  expect_match(refused(release(people(), NA_character_), "overhand_type_error"), "folder")
  expect_match(refused(release(people(), "none", profil = "public")), "did you mean profile?", fixed = TRUE)
  expect_match(refused(release(people(), "none", profile = "secret")), "secret|one of")
  refused(verify("nowhere"))
}))

test_that("kept columns that have other values than the original are told", {
  table <- cbind(people(), town = rep(c("a", "b"), 100))
  masked <- quietly(mask(table, "noise", seed = 1, keep = "town"))
  masked$town[[1]] <- "elsewhere"
  expect_message(result <- evaluate(table, masked, pairing = "row", keep = "town"), "town", class = "overhand_note")
  expect_null(result$values$told)
})

test_that("a summary shows the first records of a table and all measures", {
  shown <- capture.output(print(summary(masked)))
  expect_match(shown, "and 194 more records.", fixed = TRUE, all = FALSE)
  expect_lt(length(shown), 100)
  expect_false(any(grepl("more records", capture.output(print(summary(result))))))
})

test_that("settings that could not be measured are rows without measures", {
  few <- data.frame(a = c(1:15) + 0.5, b = (1:15)^2 %% 7, c = 1:15 %% 5 + 0.25)
  made <- quietly(tune(few, "mdav", score = "paper", max_risk = 1, replications = 2))
  table <- as.data.frame(made)
  expect_identical(nrow(table), length(made$values$grid))
})

test_that("labels without names are those of their codes", {
  skip_if_not_installed("haven")
  column <- structure(rep(c(1, 2), 100), class = c("haven_labelled", "vctrs_vctr", "double"), labels = c(1, 2))
  made <- quietly(mask(cbind(people(), it = column), "cell_shuffle", seed = 1))$it
  expect_identical(attributes(made), attributes(column))
  expect_identical(sort(as.double(unclass(made))), sort(as.double(unclass(column))))
})
