// What a result holds of the library in the memory of the process, and what of it goes into files.
#pragma once

#include <Rinternals.h>

struct _DllInfo;

namespace overhand::r {

// Once, when the package is loaded.
void make_work_class(_DllInfo* library);

// An empty vector that holds `work`. Where R writes it into a file (saveRDS(), save()) there is
// save(work) in its place, so that what is costly and asked for later is computed then, and only
// then: there is nothing else that R would call before it writes.
SEXP keep_work(SEXP work, SEXP save);
SEXP work_in(SEXP kept);  // NULL of what is no such vector

}  // namespace overhand::r
