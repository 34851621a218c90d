# What is refused, in the library's words, with the remedies of R.

test_that("what is no table", {
  for (thing in list(5, NULL, list(1, 2), 1:3, NA_character_)) refused(mask(thing), "overhand_type_error")
})

test_that("duplicate names, no rows, no columns", {
  table <- cbind(people(), people())
  expect_match(refused(mask(table)), "Two columns are named 'age'")
  expect_match(refused(mask(data.frame())), "^The table has no ")
  expect_match(refused(mask(people()[0, ])), "^The table has no ")
})

test_that("types that have no place", {
  table <- people()
  table$z <- complex(real = 1, imaginary = seq_len(200))
  expect_match(refused(mask(table), "overhand_type_error"), "'z' holds complex numbers")
  table$z <- as.list(1:200)
  expect_match(refused(mask(table), "overhand_type_error"), "Column 'z'")
  table$z <- as.raw(rep(1, 200))
  expect_match(refused(mask(table), "overhand_type_error"), "Column 'z'")
})

test_that("unknown names have a nearest one", {
  expect_match(refused(mask(people(), "sjppds", bin = 10)), "did you mean bins?", fixed = TRUE)
  expect_match(refused(mask(people(), "sjppds", dropp = "age")), "did you mean drop?", fixed = TRUE)
  expect_match(refused(mask(people(), "noize")), "did you mean noise?", fixed = TRUE)
  expect_match(refused(tune(people(), "noise", quik = TRUE)), "did you mean quick?", fixed = TRUE)
  expect_match(refused(overhand::compare(people(), quik = TRUE)), "did you mean quick?", fixed = TRUE)
  expect_match(refused(mask(people(), "noise", 30)), "by name")
})

test_that("options of other types and sizes", {
  expect_match(refused(mask(people(), "sjppds", bins = "many"), "overhand_type_error"), "bins must be a number")
  expect_match(refused(mask(people(), "sjppds", bins = 1.5), "overhand_type_error"), "bins must be a whole number")
  expect_match(refused(mask(people(), "sjppds", bins = NA), "overhand_type_error"), "bins must not be NA")
  expect_match(refused(mask(people(), "sjppds", bins = 0)), "bins must be at least 1")
  expect_match(refused(mask(people(), "sjppds", seed = -1)), "seed must not be below 0")
  expect_match(refused(mask(people(), "sjppds", marginals = "nice")), "one of")
})

test_that("keys", {
  expect_match(refused(mask(people(), key = raw(32), seed = 1)), "say one of them")
  expect_match(refused(mask(people(), key = "secret"), "overhand_type_error"), "32 bytes")
  expect_match(refused(mask(people(), key = as.raw(1:5))), "32 bytes")
})

test_that("infinite values", {
  table <- people()
  table$hours[[1]] <- Inf
  expect_match(refused(mask(table)), "infinite")
})

test_that("a file that is not there", {
  needs_files()
  expect_match(refused(read("nowhere.csv"), "overhand_file_error"), "nowhere.csv")
  expect_match(refused(mask("nowhere.csv"), "overhand_file_error"), "nowhere.csv")
})

test_that("the same sentences as the command line's, with remedies of R's", in_folder({
  table <- cbind(people(), name = paste("Person", 0:199))
  write_csv(table, "in.csv")
  theirs <- command("mask in.csv -o out.csv", check = FALSE)$err
  ours <- refused(mask(table))
  expect_match(theirs, "--drop name", fixed = TRUE)
  expect_match(ours, "drop = \"name\"", fixed = TRUE)
  stem <- sub(";.*", "", sub("^overhand: (in.csv[^:]*: )?", "", strsplit(theirs, "\n")[[1]][[1]]))
  expect_match(tolower(ours), tolower(stem), fixed = TRUE)
}))

test_that("a seed is told to be no key", {
  expect_message(mask(people(), seed = 1), "seed is for experiments", class = "overhand_note")
})

test_that("data.frames that R would not make are refused before anybody reads them", {
  with <- function(x) {
    table <- people()
    table$it <- x
    table
  }
  uneven <- structure(list(a = 1:3, b = 1:5), class = "data.frame", row.names = 1:3)
  expect_match(refused(mask(uneven)), "not all of one length")
  nameless <- people()
  names(nameless) <- NULL
  expect_match(refused(mask(nameless)), "has no name")
  for (code in c(7L, -3L, 0L)) {
    expect_match(refused(mask(with(structure(rep(code, 200), levels = c("x", "y"), class = "factor")))), "none of its levels has")
  }
  expect_match(refused(mask(with(structure(rep(1:2, 100), levels = c("x", "x"), class = "factor")))), "level twice")
  for (class in c("Date", "POSIXct", "integer64")) {
    expect_match(refused(mask(with(structure(rep("a", 200), class = class)))), "whose values are numbers", fixed = TRUE)
  }
})

test_that("dates and times beyond all years are refused, not lost", {
  table <- people()
  for (far in c(Inf, 1e15, -1e15, 1e300)) {
    table$it <- structure(rep(c(far, 1), 100), class = "Date")
    expect_match(refused(mask(table)), "out of range for the years 0 to 9999")
    table$it <- structure(rep(c(far, 1), 100), class = c("POSIXct", "POSIXt"), tzone = "UTC")
    expect_match(refused(mask(table)), "out of range for the years 0 to 9999")
  }
})

test_that("a result whose measures were taken out says so", {
  result <- evaluate(people(), people(), "row")
  for (other in list(5, list(), integer(), NULL)) {
    changed <- result
    changed["made"] <- list(other)
    expect_match(refused(report(changed, tempfile(fileext = ".html"))), "its measures are gone")
  }
  expect_match(refused(report(result, file.path(tempdir(), "nowhere", "r.html"))), "cannot be written")
  expect_match(refused(report(result, c("a.html", "b.html"))), "must end in .html", fixed = TRUE)
})
