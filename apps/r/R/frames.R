# Tables of R: into columns as the core takes them, and back into the caller's own kind.

# A path stays one; all else is a list of columns.
source_of <- function(data) {
  if (is.character(data) && length(data) == 1 && is.null(dim(data))) {
    if (is.na(data)) fail("data must be a data.frame, a matrix of numbers or the path of a file.", "type")
    return(path.expand(data))
  }
  columns_in(frame_of(data))
}

is_path <- function(data) is.character(data) && is.null(dim(data))

frame_of <- function(data) {
  if (is.matrix(data) && (is.numeric(data) || is.logical(data))) {
    if (is.null(colnames(data))) colnames(data) <- paste0("column", seq_len(ncol(data)), recycle0 = TRUE)
    return(as.data.frame(data, stringsAsFactors = FALSE))
  }
  if (is.matrix(data) && is.complex(data)) {
    fail("Complex numbers have no place in a table of records.", "type")
  }
  if (!is.data.frame(data)) {
    fail("data must be a data.frame, a matrix of numbers or the path of a file.", "type")
  }
  data
}

columns_in <- function(data) {
  names <- names(data)
  twice <- names[duplicated(names)]
  if (length(twice) > 0) fail(sprintf("Two columns are named '%s'; rename one.", twice[[1]]))
  if (anyNA(names) || any(names == "")) fail("A column has no name; name it first.")
  if (length(names) != length(data)) fail("A column has no name; name it first.")
  columns <- lapply(seq_along(names), function(j) c(list(name = names[[j]]), column_in(names[[j]], data[[j]])))
  rows <- vapply(columns, function(column) as.double(length(column$values)), 0)
  if (any(rows != rows[1])) fail("The columns are not all of one length: data is no data.frame that R would make.")
  columns
}

column_in <- function(name, x) {
  if (!is.null(dim(x)) || is.list(x) && !inherits(x, "POSIXlt")) {
    fail(sprintf("Column '%s' is of a type that has no place in a table of records (lists, records, ...).", name), "type")
  }
  if (inherits(x, "haven_labelled")) return(labelled_in(x))
  if (is.factor(x)) {
    if (anyDuplicated(levels(x)) > 0) fail(sprintf("Column '%s' is a factor with a level twice; factor(as.character(x)) mends it.", name))
    return(list(kind = "category", values = as.integer(x), levels = levels(x), ordered = is.ordered(x)))
  }
  if (inherits(x, c("integer64", "Date", "POSIXct")) && !is.numeric(unclass(x))) {
    fail(sprintf("Column '%s' says that it is of class %s, whose values are numbers, and holds none.", name, class(x)[[1]]), "type")
  }
  if (inherits(x, "integer64")) return(list(kind = "integer64", values = x))
  if (inherits(x, "Date")) return(list(kind = "date", values = unclass(x)))
  if (inherits(x, "POSIXt")) return(time_in(as.POSIXct(x)))
  switch(typeof(x),
    double = list(kind = "real", values = x),
    integer = list(kind = "integer", values = x),
    logical = list(kind = "boolean", values = x),
    character = list(kind = "text", values = x),
    complex = fail(sprintf("Column '%s' holds complex numbers, which have no place in a table of records.", name), "type"),
    fail(sprintf("Column '%s' is of a type that has no place in a table of records (%s).", name, typeof(x)), "type"))
}

time_in <- function(x) {
  seconds <- as.double(unclass(x))
  zone <- attr(x, "tzone")
  is_whole <- all(seconds == floor(seconds), na.rm = TRUE)
  list(kind = if (is_whole) "seconds" else "microseconds", values = seconds,
       zone = if (is.null(zone) || identical(zone[[1]], "")) "UTC" else zone[[1]])
}

# Codes that all have labels are levels; else the labels only explain some of the numbers.
labelled_in <- function(x) {
  labels <- level_labels(x)
  plain <- as.vector(unclass(x))
  if (length(labels) > 0 && all(is.na(plain) | plain %in% labels)) {
    codes <- match(plain, labels, incomparables = NA)
    gaps <- gap_levels(x)
    if (length(gaps) > 0) {
      kinds <- match(gap_kinds(plain), gaps)
      codes <- ifelse(is.na(kinds), codes, length(labels) + kinds)
    }
    return(list(kind = "category", values = codes, levels = c(names(labels), names(gaps)), ordered = FALSE))
  }
  column_in("", plain)
}

# ".a" where a number is missing for reason a, "NaN" where it is none, else NA.
gap_kinds <- function(x) if (is.double(x)) .Call(core_gap_kinds, x) else rep(NA_character_, length(x))

# The kinds of gaps in labelled codes, each by its label: a reason why a value is missing is a level too.
gap_levels <- function(x) {
  kinds <- sort(unique(gap_kinds(as.vector(unclass(x)))))
  if (length(kinds) == 0) return(character())
  labels <- attr(x, "labels")
  named <- names(labels)[match(kinds, gap_kinds(as.vector(labels)), incomparables = NA)]
  is_free <- !is.na(named) & named != "" & !named %in% names(level_labels(x)) & !duplicated(named)
  setNames(kinds, ifelse(is_free, named, kinds))
}

# The labels of codes, each code once: its name is the label where no other code has it.
level_labels <- function(x) {
  labels <- attr(x, "labels")
  labels <- labels[!is.na(labels) & !duplicated(labels)]
  named <- names(labels)
  if (is.null(named) || anyDuplicated(named) > 0 || any(named == "")) names(labels) <- as.character(labels)
  labels
}

# A frame of the columns, each of the type that it had where that holds its values. Row names stay
# behind: they would name the records.
frame_out <- function(columns, like = NULL) {
  names <- vapply(columns, function(column) column$name, "")
  before <- if (is.data.frame(like)) like else list()
  made <- lapply(columns, function(column) column_out(column, before[[column$name]]))
  rows <- if (length(made) > 0) length(made[[1]]) else 0L
  made <- structure(setNames(made, names), row.names = .set_row_names(rows), class = "data.frame")
  if (inherits(like, "tbl_df")) class(made) <- c("tbl_df", "tbl", "data.frame")
  if (is.matrix(like)) return(as.matrix(made))
  note_left_levels(made, before)
  made
}

# Levels that no masked record has stay behind: those of a table that was filtered, or of records that
# were left out, tell what others had.
note_left_levels <- function(made, before) {
  fewer <- Filter(function(name) {
    is.factor(made[[name]]) && is.factor(before[[name]]) && nlevels(made[[name]]) < nlevels(before[[name]])
  }, names(made))
  for (name in fewer) {
    note(sprintf("Column '%s' has levels that no masked record has, which were left out; factor(x, levels) brings them back.", name))
  }
}

column_out <- function(column, before) {
  values <- column$values
  if (column$kind == "category") return(category_out(column, before))
  if (column$kind == "text") return(text_out(column$levels[values], before))
  if (column$kind == "date") return(structure(values, class = "Date"))
  if (column$kind == "time") return(time_out(column, before))
  if (column$kind == "duration") return(structure(values, class = "difftime", units = "secs"))
  number_out(values, before)
}

text_out <- function(texts, before) {
  if (is.factor(before) && all(texts %in% c(levels(before), NA))) {
    return(factor(texts, intersect(levels(before), texts), ordered = is.ordered(before)))
  }
  if (inherits(before, "haven_labelled") && is.character(before)) attributes(texts) <- attributes(before)
  texts
}

category_out <- function(column, before) {
  texts <- column$levels[column$values]
  if (inherits(before, "haven_labelled")) return(labelled_out(texts, before))
  if (is.factor(before) && all(column$levels %in% levels(before))) {
    return(factor(texts, intersect(levels(before), texts), ordered = is.ordered(before)))
  }
  if (is.character(before)) return(texts)
  if (is.numeric(before) && !inherits(before, "integer64")) {  # numbers that a schema calls levels
    numbers <- suppressWarnings(as.numeric(texts))
    if (!any(is.na(numbers) & !is.na(texts))) return(number_out(numbers, before))
  }
  structure(column$values, levels = column$levels, class = c(if (column$ordered) "ordered", "factor"))
}

labelled_out <- function(texts, before) {
  labels <- level_labels(before)
  gaps <- gap_levels(before)
  values <- unname(labels[match(texts, names(labels), incomparables = NA)])
  is_value <- !is.na(texts) & !texts %in% names(gaps)
  if (any(is.na(values[is_value])) && is.numeric(before)) {  # codes of which some have labels
    values <- suppressWarnings(as.numeric(texts))
  }
  if (any(is.na(values[is_value]))) return(texts)  # coarser than the labels are
  storage.mode(values) <- typeof(before)
  if (length(gaps) > 0) {
    is_gap <- texts %in% names(gaps)
    values[is_gap] <- .Call(core_gaps, gaps[texts[is_gap]])
  }
  kept <- attributes(before)
  attributes(values) <- kept[names(kept) != "names"]
  values
}

time_out <- function(column, before) {
  zone <- if (inherits(before, "POSIXct")) attr(before, "tzone") else column$zone
  structure(column$values, class = c("POSIXct", "POSIXt"), tzone = zone)
}

number_out <- function(values, before) {
  if (inherits(before, "integer64")) {
    return(if (is.integer(values)) bits_of(values) else values)
  }
  if (is.integer(before) && is.double(values) && all(is.na(values) | values == round(values) & abs(values) <= .Machine$integer.max)) {
    values <- as.integer(values)
  }
  if (is.double(before) && is.integer(values)) values <- as.double(values)
  with_units <- inherits(before, "difftime") && is.numeric(values)
  if (with_units || inherits(before, "haven_labelled") && typeof(values) == typeof(before)) {
    kept <- attributes(before)
    attributes(values) <- kept[names(kept) != "names"]
  }
  values
}

# Integers as package bit64 has them: 64 bits where a double would be.
bits_of <- function(values) {
  if (!requireNamespace("bit64", quietly = TRUE)) return(as.double(values))
  bit64::as.integer64(values)
}
