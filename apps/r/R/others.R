# Objects of other packages: sdcMicro's sdcMicroObj and synthpop's synds, known by their shape, so that
# neither package need be there.

is_sdc <- function(x) isS4(x) && is(x, "sdcMicroObj")

is_synds <- function(x) inherits(x, "synds") && is.list(x)

# A slot as it stands: an object of sdcMicro's keeps only what its last step changed, and the step before.
sdc_slot <- function(x, name) {
  while (!is.null(x@prev) && !name %in% unlist(x@set)) x <- x@prev
  slot(x, name)
}

sdc_names <- function(x) {
  original <- names(sdc_slot(x, "origData"))
  named <- function(chosen) if (is.character(chosen)) chosen else original[chosen]
  list(keys = named(sdc_slot(x, "keyVars")), numbers = named(sdc_slot(x, "numVars")))
}

# Its key and numeric variables: as they came, or as sdcMicro's steps have left them.
sdc_table <- function(x, original = FALSE) {
  names <- sdc_names(x)
  if (length(unlist(names)) == 0) fail("The sdcMicroObj names no key and no numeric variables.")
  if (original) return(as.data.frame(sdc_slot(x, "origData"))[unlist(names, use.names = FALSE)])
  parts <- Filter(function(part) length(part) > 0, list(sdc_slot(x, "manipKeyVars"), sdc_slot(x, "manipNumVars")))
  do.call(cbind, lapply(parts, as.data.frame))
}

# The masked variables in their slots. What else the object holds stays in its rows, so that a masked
# record goes where its source was.
sdc_with <- function(x, masked, lineage) {
  if (nrow(masked) != nrow(sdc_slot(x, "origData"))) {
    fail("The masked table has fewer records than the sdcMicroObj, whose other columns would no longer fit.")
  }
  if (!is.null(lineage)) masked <- masked[order(lineage), , drop = FALSE]
  rownames(masked) <- NULL
  names <- sdc_names(x)
  made <- x
  changed <- character()
  for (part in c("keys", "numbers")) {
    own <- intersect(names[[part]], names(masked))
    if (length(own) == 0) next
    name <- if (part == "keys") "manipKeyVars" else "manipNumVars"
    slot(made, name) <- masked[own]
    changed <- c(changed, name)
  }
  made@prev <- x
  made@set <- as.list(changed)
  note("The risk and utility in the sdcMicroObj are of before; sdcMicro::calcRisks() and sdcMicro::dUtility() measure anew.")
  made
}

# The table in what was handed over; data.frames, matrices and paths are themselves.
table_in <- function(x) {
  if (is_sdc(x)) return(sdc_table(x))
  if (!is_synds(x)) return(x)
  if (x$m == 1) return(as.data.frame(x$syn))
  fail(sprintf("The synds object holds %d tables; hand over one of them, such as x$syn[[1]].", as.integer(x$m)))
}

as_synds <- function(x, method = NULL) {
  table <- if (inherits(x, "overhand_masked")) x$data else table_in(x)
  if (!is.data.frame(table)) fail("x must be a masked data.frame, or what mask(details = TRUE) gave.", "type")
  columns <- names(table)
  if (is.null(method)) method <- if (inherits(x, "overhand_masked")) record_of(x)$method else "overhand"
  predictors <- matrix(0, length(columns), length(columns), dimnames = list(columns, columns))
  each <- function(value) setNames(as.list(rep(value, length(columns))), columns)
  structure(
    list(call = sys.call(), m = 1, syn = as.data.frame(table),
         method = setNames(rep(method, length(columns)), columns),
         visit.sequence = setNames(seq_along(columns), columns), predictor.matrix = predictors,
         smoothing = setNames(rep("", length(columns)), columns), event = setNames(rep(0, length(columns)), columns),
         denom = setNames(rep(0, length(columns)), columns), proper = FALSE, n = nrow(table), k = nrow(table),
         rules = each(""), rvalues = each(NA), cont.na = each(NA),
         semicont = each(NA), drop.not.used = FALSE, drop.pred.only = FALSE, models = NULL, seed = NA,
         var.lab = NULL, val.lab = NULL, obs.vars = columns, numtocat = NULL, catgroups = NULL),
    class = "synds")
}
