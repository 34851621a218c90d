# Each type of a column, by itself: what it holds, what it is, and its gaps.

# A shuffle keeps the values of a column, so that all that it was must be there again.
shuffled <- function(column, ...) {
  table <- people()
  table$it <- column
  quietly(mask(table, "cell_shuffle", seed = 1, ...))$it
}

same_values <- function(column, ...) {
  made <- shuffled(column, ...)
  expect_identical(class(made), class(column))
  expect_identical(typeof(made), typeof(column))
  expect_identical(sort(as.character(made), na.last = TRUE), sort(as.character(column), na.last = TRUE))
  made
}

test_that("factors keep the levels that masked records have, in their order", {
  column <- factor(rep(c("b", "a", NA, "d"), 50), levels = c("d", "c", "b", "a"))
  made <- same_values(column)
  expect_identical(levels(made), c("d", "b", "a"))
  expect_identical(sum(is.na(made)), 50L)
})

test_that("ordered factors stay ordered", {
  column <- factor(rep(c("low", "high", "mid", "low"), 50), c("low", "mid", "high"), ordered = TRUE)
  made <- same_values(column)
  expect_true(is.ordered(made))
  expect_true(all(table(made) == table(column)))
})

test_that("a factor with one level, and one whose levels are numbers", {
  numbers <- factor(rep(c("10", "2", "33", "4"), 50), c("2", "4", "10", "33"))
  table <- cbind(people(), it = numbers)
  expect_identical(levels(quietly(mask(table, "cell_shuffle", seed = 1))$it), levels(numbers))
  expect_identical(quietly(mask(table, "rank_swap", seed = 1, keep = "it"))$it, numbers)
  table$it <- factor(rep("only", 200))
  expect_identical(levels(quietly(mask(table, "cell_shuffle", seed = 1, keep = "it"))$it), "only")
})

test_that("dates, of whole and of double days, before 1970 too", {
  same_values(as.Date("1950-03-01") + rep(c(0, 5000, NA, 20000), 50))
  whole <- structure(rep(c(0L, -5000L, 300L, NA), 50), class = "Date")
  made <- shuffled(whole)
  expect_s3_class(made, "Date")
  expect_identical(sort(format(made), na.last = TRUE), sort(format(whole), na.last = TRUE))
})

test_that("times keep their zone, also none, and parts of a second", {
  for (zone in c("UTC", "Europe/Vienna", "America/New_York", "Asia/Kolkata")) {
    column <- as.POSIXct("2021-03-28 00:30:00", tz = zone) + rep(c(0, 3600, 86400, NA), 50)
    made <- shuffled(column)
    expect_identical(attr(made, "tzone"), zone)
    expect_identical(sort(as.double(made)), sort(as.double(column)))
  }
  local <- structure(as.double(1.6e9 + rep(0:3, 50)), class = c("POSIXct", "POSIXt"))
  expect_null(attr(shuffled(local), "tzone"))
  parts <- as.POSIXct("2021-01-01", tz = "UTC") + rep(c(0.25, 0.5, 1.125, 7), 50)
  expect_equal(sort(as.double(shuffled(parts))), sort(as.double(parts)), tolerance = 1e-12)
})

test_that("POSIXlt comes back as POSIXct", {
  column <- as.POSIXct("2021-01-01", tz = "UTC") + rep(c(0, 60, 120, 180), 50)
  table <- people()
  table$it <- as.POSIXlt(column)
  made <- quietly(mask(table, "cell_shuffle", seed = 1))$it
  expect_s3_class(made, "POSIXct")
  expect_identical(sort(as.double(made)), sort(as.double(column)))
})

test_that("integers, also the largest, and their NA", {
  made <- same_values(rep(c(1L, .Machine$integer.max, -.Machine$integer.max, NA), 50))
  expect_true(is.integer(made))
})

test_that("numbers: NA stays NA, and NaN stays NaN", {
  column <- rep(c(1.5, NA, NaN, 4), 50)
  for (method in c("sjppds", "rank_swap", "cell_rotate", "cell_shuffle", "rank_noise")) {
    made <- quietly(mask(cbind(people(), it = column), method, seed = 1))$it
    expect_identical(sum(is.nan(made)), 50L, info = method)
    expect_identical(sum(is.na(made)), 100L, info = method)
  }
  kept <- quietly(mask(cbind(people(), it = column), "rank_swap", seed = 1, keep = "it"))$it
  expect_identical(kept, column)
})

test_that("gaps that say why, .a to .z, stay of their kind", {
  skip_if_not_installed("haven")
  column <- as.double(rep(c(1.5, 2, NA, 7), 50))
  column[1:10] <- haven::tagged_na("a")
  column[11:15] <- haven::tagged_na("z")
  kinds <- function(x) table(c(haven::na_tag(x), ifelse(is.nan(x), "NaN", NA)))
  for (method in c("sjppds", "rank_swap", "cell_rotate", "cell_shuffle", "rank_noise")) {
    made <- quietly(mask(cbind(people(), it = column), method, seed = 1))$it
    expect_identical(kinds(made), kinds(column), info = method)
    expect_identical(sum(is.na(made)), sum(is.na(column)), info = method)
  }
  kept <- quietly(mask(cbind(people(), it = column), "rank_swap", seed = 1, keep = "it"))$it
  expect_identical(haven::na_tag(kept), haven::na_tag(column))
  expect_identical(kept, column)
  expect_true(quietly(evaluate(cbind(people(), it = column), cbind(people(), it = column), "row"))$values$risk$dbrl > 0.9)
})

test_that("a reason why a labelled code is missing is a level like the others", {
  skip_if_not_installed("haven")
  codes <- as.double(rep(c(1, 2, NA, 1), 50))
  codes[1:20] <- haven::tagged_na("a")
  codes[21:24] <- haven::tagged_na("b")
  column <- haven::labelled(codes, c(yes = 1, no = 2, refused = haven::tagged_na("a")), label = "Smokes")
  table <- people()
  table$it <- column
  for (made in list(quietly(mask(table, "cell_shuffle", seed = 1))$it, quietly(mask(table, "rank_swap", seed = 1, keep = "it"))$it)) {
    expect_identical(attributes(made), attributes(column))
    expect_identical(table(haven::na_tag(made), useNA = "always"), table(haven::na_tag(column), useNA = "always"))
    expect_identical(sort(as.double(made), na.last = NA), sort(codes, na.last = NA))
  }
})

test_that("a reason whose label is that of a code is told by its letter", {
  skip_if_not_installed("haven")
  codes <- as.double(rep(c(1, 2), 100))
  codes[1:20] <- haven::tagged_na("a")
  column <- haven::labelled(codes, c(yes = 1, no = 2, no = haven::tagged_na("a")))
  made <- shuffled(column)
  expect_identical(sum(haven::na_tag(made) == "a", na.rm = TRUE), 20L)
  expect_identical(sum(made == 2, na.rm = TRUE), sum(column == 2, na.rm = TRUE))
})

test_that("very large, very small and negative numbers come back to the last bit", {
  column <- rep(c(1e130, 1e-300, -0.1, 1 / 3), 50)
  expect_identical(sort(shuffled(column)), sort(column))
  expect_match(refused(mask(data.frame(a = c(1e300, 1:99), b = 1:100 / 3))), "too large to compute with")
})

test_that("integer64 beyond what a double can hold", {
  skip_if_not_installed("bit64")
  column <- bit64::as.integer64("9007199254740993") + bit64::as.integer64(rep(0:3, 50))
  made <- shuffled(column)
  expect_s3_class(made, "integer64")
  expect_identical(sort(as.character(made)), sort(as.character(column)))
})

test_that("integer64 with gaps, and with values that fit an integer", {
  skip_if_not_installed("bit64")
  column <- bit64::as.integer64(rep(c(1, NA, 3, 4), 50))
  made <- shuffled(column)
  expect_s3_class(made, "integer64")
  expect_identical(sum(is.na(made)), 50L)
})

test_that("logicals with gaps", {
  made <- same_values(rep(c(TRUE, FALSE, NA, TRUE), 50))
  expect_identical(sum(made, na.rm = TRUE), 100L)
})

test_that("texts in UTF-8 and in latin1, with NA and the empty text", {
  latin <- "Z\xfcrich"
  Encoding(latin) <- "latin1"
  made <- shuffled(rep(c(latin, "\u00c5s", NA, ""), 50))
  expect_true(enc2utf8(latin) %in% made)
  expect_true("\u00c5s" %in% made)
  expect_gte(sum(is.na(made)), 50L)
})

test_that("labels of haven that explain every code, with a label of the column", {
  skip_if_not_installed("haven")
  column <- haven::labelled(rep(c(1L, 2L, NA, 3L), 50), c(low = 1L, mid = 2L, high = 3L), label = "How much")
  made <- shuffled(column)
  expect_identical(attributes(made), attributes(column))
  expect_identical(sort(unclass(as.vector(made))), sort(unclass(as.vector(column))))
})

test_that("labels of haven on texts, on some numbers, and twice the same", {
  skip_if_not_installed("haven")
  texts <- haven::labelled(rep(c("m", "f", "f", "m"), 50), c(male = "m", female = "f"))
  expect_identical(attributes(shuffled(texts)), attributes(texts))
  some <- haven::labelled(as.double(rep(c(1, 7, 30, -9), 50)), c(refused = -9))
  expect_identical(attributes(shuffled(some)), attributes(some))
  twice <- haven::labelled(rep(c(1, 2, 3, 2), 50), c(yes = 1, no = 2, no = 3))
  kept <- quietly(mask(cbind(people(), it = twice), "rank_swap", seed = 1, keep = "it"))$it
  expect_identical(as.double(unclass(kept)), as.double(unclass(twice)))
})

test_that("a column of gaps alone, kept", {
  table <- cbind(people(), it = NA)
  expect_true(all(is.na(quietly(mask(table, "noise", seed = 1, columns = c("age", "income"), keep = "it"))$it)))
})

test_that("tibbles with every type stay tibbles", {
  skip_if_not_installed("tibble")
  table <- tibble::as_tibble(mixed())
  made <- quietly(mask(table, "cell_shuffle", seed = 1))
  expect_s3_class(made, "tbl_df")
  expect_identical(lapply(made, class), lapply(table, class))
  expect_identical(as.data.frame(made), quietly(mask(mixed(), "cell_shuffle", seed = 1)))
})

test_that("a data.frame of another class is one too", {
  table <- structure(people(), class = c("special", "data.frame"))
  expect_identical(nrow(quietly(mask(table, seed = 1))), 200L)
})

test_that("matrices without names", {
  made <- quietly(mask(unname(as.matrix(people()))[1:100, ], "mdav", seed = 1))
  expect_identical(colnames(made), c("column1", "column2", "column3"))
  expect_identical(dim(made), c(100L, 3L))
})

test_that("whole numbers that noise makes fractions of come back as numbers", {
  made <- quietly(mask(people(), "noise", seed = 1))
  expect_true(is.double(made$age))
  expect_true(is.integer(quietly(mask(people(), "rank_swap", seed = 1))$age))
})

test_that("names that R would not have as they are", {
  table <- people()
  names(table) <- c("my age", "income (EUR)", "1st")
  expect_identical(names(quietly(mask(table, seed = 1))), names(table))
  expect_identical(names(quietly(mask(table, seed = 1, drop = "1st"))), names(table)[1:2])
})

test_that("spans of time keep their units", {
  column <- as.difftime(rep(c(1.5, 2, 8, 40), 50), units = "hours")
  made <- quietly(mask(cbind(people(), it = column), "cell_shuffle", seed = 1))$it
  expect_s3_class(made, "difftime")
  expect_identical(units(made), "hours")
  expect_identical(sort(as.numeric(made)), sort(as.numeric(column)))
})

test_that("codes of which some have labels stay labelled where a schema calls them levels", {
  skip_if_not_installed("haven")
  codes <- haven::labelled(rep(c(1, 2, 3, 99), 50), c(yes = 1, no = 2))
  made <- overhand:::labelled_out(c("1", "2", "3", "99"), codes)
  expect_s3_class(made, "haven_labelled")
  expect_identical(as.numeric(made), c(1, 2, 3, 99))
  expect_identical(attr(made, "labels"), c(yes = 1, no = 2))
  coarser <- overhand:::labelled_out(c("few", "many"), codes)
  expect_identical(coarser, c("few", "many"))
})
