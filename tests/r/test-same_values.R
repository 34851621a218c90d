# One key, one table: the command line and the package give the same masked values.

for (method in c("sjppds", "mdav", "pca", "pppca", "noise", "correlated_noise", "rank_swap", "cell_rotate",
                 "cell_shuffle", "rank_noise", "cart", "ipso")) {
  test_that(paste("numbers by", method), in_folder({
    write_csv(people(), "in.csv")
    command("mask in.csv -o out.csv --quiet --seed 7 --method", method)
    expected <- read.csv("out.csv")
    masked <- quietly(mask(people(), method, seed = 7))
    expect_identical(lapply(masked, as.double), lapply(expected, as.double))
    expect_identical(lapply(quietly(mask("in.csv", method, seed = 7)), as.double), lapply(expected, as.double))
  }))
}

test_that("no method is left out here", {
  here <- c("sjppds", "mdav", "pca", "pppca", "noise", "correlated_noise", "rank_swap", "cell_rotate", "cell_shuffle",
            "rank_noise", "cart", "ipso", "pram", "swap")
  expect_setequal(overhand::methods()$name, here)
})

test_that("levels by pram", in_folder({
  table <- as.data.frame(lapply(people(), function(column) factor(column, unique(column))))
  writeLines(unlist(lapply(names(table), function(name) c(sprintf("[columns.%s]", name), "type = \"category\"", "role = \"mask\""))), "s.toml")
  write_csv(people(), "in.csv")
  command("mask in.csv -o out.csv --quiet --method pram --seed 7 --schema s.toml")
  masked <- quietly(mask(table, "pram", seed = 7, schema = "s.toml"))
  expect_identical(lapply(masked, function(column) as.double(as.character(column))), lapply(read.csv("out.csv"), as.double))
  for (name in names(table)) {
    expect_identical(levels(masked[[name]]), intersect(levels(table[[name]]), as.character(masked[[name]])), label = name)
  }
}))

test_that("households by swap", in_folder({
  table <- overhand::simulate("households", rows = 600, seed = 1)
  command("simulate households -n 600 --seed 1 -o in.parquet")
  command("mask in.parquet -o out.parquet --quiet --method swap --seed 3 --unit household --geography region --similar size --keep weight")
  masked <- quietly(mask(table, "swap", seed = 3, unit = "household", geography = "region", similar = "size", keep = "weight"))
  expect_equal(lapply(masked, as.character), lapply(read("out.parquet"), as.character))
}))

test_that("a key in a file and in the call", in_folder({
  needs_files()
  key <- as.raw(0:31)
  writeBin(key, "key")
  Sys.chmod("key", "600")
  write_csv(people(), "in.csv")
  command("mask in.csv -o out.csv --quiet --method sjppds --key-file key")
  expected <- lapply(read.csv("out.csv"), as.double)
  expect_identical(lapply(mask(people(), "sjppds", key = key), as.double), expected)
  expect_identical(lapply(mask(people(), "sjppds", key_file = "key"), as.double), expected)
}))

test_that("a fresh key each time", {
  expect_false(identical(mask(people(), "noise"), mask(people(), "noise")))
})

test_that("evaluate gives the same numbers to the last bit", in_folder({
  masked <- quietly(mask(people(), "noise", percent = 30, seed = 2))
  write_csv(people(), "a.csv")
  writeLines(c("age,income,hours", do.call(paste, c(lapply(masked, function(x) sprintf("%.17g", x)), sep = ","))), "b.csv")
  for (pairing in list(NULL, "row", "sorted")) {
    told <- jsonlite::fromJSON(command(c("evaluate a.csv b.csv --json -", if (!is.null(pairing)) c("--pairing", pairing)))$out)
    ours <- evaluate(people(), masked, pairing = pairing)$values
    for (kind in c("risk", "loss", "score")) {
      numbers <- names(Filter(is.numeric, told[[kind]]))
      expect_gt(length(numbers), 0)
      expect_equal(unlist(ours[[kind]][numbers]), unlist(told[[kind]][numbers]), tolerance = 0)
    }
    expect_identical(ours$verdict$headline, told$verdict$headline)
  }
}))

test_that("evaluate by true sources", in_folder({
  result <- quietly(mask(people(), "cell_rotate", seed = 2, details = TRUE))
  write_csv(people(), "in.csv")
  command("mask in.csv -o out.csv --method cell_rotate --seed 2 --lineage source.csv --quiet")
  told <- jsonlite::fromJSON(command("evaluate in.csv out.csv --pairing source.csv --json -")$out)
  expect_identical(evaluate(people(), result$data, pairing = result$lineage)$values$risk$dbrl, told$risk$dbrl)
  expect_identical(evaluate(people(), result$data, pairing = "source.csv")$values$risk$dbrl, told$risk$dbrl)
}))

test_that("tune and compare", in_folder({
  write_csv(people(), "in.csv")
  told <- jsonlite::fromJSON(command("tune in.csv --method noise --quick --json -", check = FALSE)$out, simplifyVector = FALSE)
  ours <- quietly(tune(people(), "noise", quick = TRUE))
  expect_length(ours$values$grid, length(told$grid))
  expect_identical(vapply(ours$values$grid, function(p) as.double(p$risk$dbrl), 0), vapply(told$grid, function(p) as.double(p$risk$dbrl), 0))
  all <- quietly(overhand::compare(people(), quick = TRUE, seconds = 60))
  expect_gt(length(unique(as.data.frame(all)$method)), 3)
}))

test_that("simulate", in_folder({
  for (kind in c("gaussian", "survey", "hospital", "households")) {
    command("simulate", kind, "-n 50 --seed 1 -o t.parquet")
    ours <- overhand::simulate(kind, rows = 50, seed = 1)
    theirs <- read("t.parquet")
    expect_identical(lapply(ours, class), lapply(theirs, class))
    expect_identical(lapply(ours, as.character), lapply(theirs, as.character))  # files leave out levels that nobody has
  }
}))

test_that("inspect", in_folder({
  command("simulate hospital -n 300 --seed 1 -o t.parquet")
  told <- jsonlite::fromJSON(command("inspect t.parquet --json -")$out, simplifyVector = FALSE)
  ours <- inspect(overhand::simulate("hospital", rows = 300, seed = 1))
  expect_identical(as.data.frame(ours)$role, vapply(told$columns, function(column) column$role, ""))
  expect_identical(as.data.frame(inspect("t.parquet"))$role, as.data.frame(ours)$role)
}))
