# Pictures: of ggplot2 where it is there, else of R's own.

has_ggplot <- function() requireNamespace("ggplot2", quietly = TRUE)

# A picture of ggplot2's as a value, which prints itself; `base` draws R's own.
drawn <- function(picture, base) {
  if (has_ggplot()) return(picture())
  base()
  invisible()
}

bars <- function(table, title) {
  drawn(function() {
    ggplot2::ggplot(table, ggplot2::aes(x = .data[["value"]], y = .data[["measure"]])) +
      ggplot2::geom_col() + ggplot2::facet_wrap("kind", scales = "free") +
      ggplot2::labs(title = title, x = NULL, y = NULL)
  }, function() {
    kinds <- split(table, table$kind)
    before <- par(mfrow = c(1, length(kinds)), mar = c(4, 8, 3, 1))
    on.exit(par(before))
    for (kind in names(kinds)) {
      barplot(kinds[[kind]]$value, names.arg = kinds[[kind]]$measure, horiz = TRUE, las = 1, main = kind)
    }
  })
}

plot.overhand_evaluation <- function(x, ...) {
  table <- as.data.frame(x)
  first <- is.na(table$pairing) | table$pairing == table$pairing[[1]]
  bars(table[first & table$kind %in% c("risk", "loss"), ], "Risk and loss")
}

plot.overhand_masked <- function(x, ...) {
  table <- measures_in(list(risk = record_of(x)$risk))
  if (nrow(table) == 0) fail("There is nothing to plot: the table could not be measured.")
  bars(table, "Risk of the masked table")
}

# What each attack learnt, as a share of what it may.
plot.overhand_released <- function(x, ...) {
  held <- Filter(function(attack) attack$ceiling > 0, x$manifest$attacks)
  bars(data.frame(measure = vapply(held, function(attack) attack$name, ""),
                  value = vapply(held, function(attack) attack$measured / attack$ceiling, 0),
                  kind = "of its ceiling"), "What the attacks learnt")
}

# Every setting by its risk and what its score is; the choice stands out.
plot.overhand_tuning <- function(x, ...) {
  table <- as.data.frame(x)
  score <- grep("^score_", names(table), value = TRUE)
  if (!"dbrl" %in% names(table) || length(score) == 0) fail("There is nothing to plot: no setting was measured.")
  table$ranked <- table[[score[[1]]]]
  drawn(function() {
    ggplot2::ggplot(table, ggplot2::aes(x = .data[["dbrl"]], y = .data[["ranked"]], colour = .data[["method"]])) +
      ggplot2::geom_point() + ggplot2::labs(title = "Settings by risk and score", x = "dbrl", y = score[[1]])
  }, function() {
    plot(table$dbrl, table$ranked, xlab = "dbrl", ylab = score[[1]], col = as.integer(factor(table$method)),
         main = "Settings by risk and score")
  })
}

plot.overhand_inspection <- function(x, ...) {
  columns <- Filter(function(column) length(column$histogram) > 0, x$values$columns)
  if (length(columns) == 0) fail("There is nothing to plot: no column has a distribution.")
  table <- do.call(rbind, lapply(columns, function(column) {
    counts <- as.double(unlist(column$histogram))
    data.frame(column = column$name, bin = seq_along(counts), records = counts)
  }))
  drawn(function() {
    ggplot2::ggplot(table, ggplot2::aes(x = .data[["bin"]], y = .data[["records"]])) + ggplot2::geom_col() +
      ggplot2::facet_wrap("column", scales = "free") + ggplot2::labs(title = "Distributions of the columns", x = NULL)
  }, function() {
    side <- ceiling(sqrt(length(columns)))
    before <- par(mfrow = c(side, side), mar = c(2, 2, 2, 1))
    on.exit(par(before))
    for (name in unique(table$column)) barplot(table$records[table$column == name], main = name)
  })
}

utils::globalVariables(".data")
