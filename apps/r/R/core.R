# Calls of the core: its failures are conditions of R's, in the library's words.

fail <- function(message, kind = "value") {
  classes <- c(if (kind == "refused") "overhand_refused", if (kind == "file") "overhand_file_error",
               if (kind == "type") "overhand_type_error", "overhand_error", "error", "condition")
  stop(structure(list(message = message, call = NULL), class = classes))
}

given <- function(result) {
  if (inherits(result, "overhand_failure")) fail(result$message, result$kind)
  result
}

# What this build can do that another cannot: files of tables and the page's server, boosted trees.
abilities <- function() .Call(core_abilities)

need_files <- function(what) {
  if (abilities()$files) return(invisible())
  fail(paste0(what, ", which this build of the package cannot: it has neither Arrow's library nor the server. ",
              "mask(), evaluate(), tune() and report() work on tables in memory."), "file")
}

note <- function(sentences) {
  for (sentence in sentences) {
    message(structure(list(message = paste0(sentence, "\n"), call = NULL),
                      class = c("overhand_note", "message", "condition")))
  }
}

# What is said, without what is not; paths as the core opens them.
said_of <- function(...) {
  said <- list(...)
  said <- said[!vapply(said, is.null, NA)]
  for (name in intersect(names(said), c("schema", "key_file", "ledger"))) {
    if (is.character(said[[name]])) said[[name]] <- path.expand(said[[name]])
  }
  if (is.numeric(said[["sheet"]])) said[["sheet"]] <- as.character(said[["sheet"]])
  key <- said[["key"]]
  if (!is.null(key)) {
    if (!is.raw(key)) fail("key must be 32 bytes.", "type")
    said[["key"]] <- paste(as.character(key), collapse = "")
  }
  if (length(said) == 0) return(structure(list(), names = character()))
  said
}

# Refuses what a function does not take, with the nearest name.
only <- function(name, more, known) {
  if (length(more) == 0) return(invisible())
  said <- names(more)
  if (is.null(said) || any(said == "")) fail(sprintf("%s() takes its arguments by name.", name))
  away <- adist(said[[1]], known, ignore.case = TRUE)[1, ]
  end <- if (min(away) <= max(2, nchar(said[[1]]) / 3)) {
    sprintf("did you mean %s?", known[which.min(away)])
  } else {
    sprintf("it takes %s.", paste(known, collapse = ", "))
  }
  fail(sprintf("%s() has no argument '%s'; %s", name, said[[1]], end))
}

# A line on the terminal for work that somebody watches; NULL where nobody does.
telling <- function(progress) {
  if (is.function(progress)) return(progress)
  if (!is.null(progress) && !(is.logical(progress) && length(progress) == 1 && !is.na(progress))) {
    fail("progress must be TRUE, FALSE or a function of stage, done and total.", "type")
  }
  if (!(if (is.null(progress)) interactive() else progress)) return(NULL)
  function(stage, done, total) {
    share <- if (total > 0) sprintf(" %3.0f %%", 100 * done / total) else ""
    cat(sprintf("\r%-60s\r", paste0(stage, share)), file = stderr())
  }
}
