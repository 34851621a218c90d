#include "work_kept.h"

#include <R_ext/Altrep.h>

namespace overhand::r {
namespace {

R_altrep_class_t work_class;

R_xlen_t length_of_work(SEXP) { return 0; }

// Nobody reads it: the vector is empty.
void* address_of_work(SEXP, Rboolean) {
  static int nothing = 0;
  return &nothing;
}

SEXP written_work(SEXP kept) {
  const SEXP call = PROTECT(Rf_lang2(R_altrep_data2(kept), R_altrep_data1(kept)));
  const SEXP written = Rf_eval(call, R_BaseEnv);
  UNPROTECT(1);
  return written;
}

SEXP read_work(SEXP, SEXP written) { return written; }

SEXP same_work(SEXP kept, Rboolean) { return kept; }

}  // namespace

void make_work_class(_DllInfo* library) {
  work_class = R_make_altinteger_class("overhand_work", "overhand", library);
  R_set_altrep_Length_method(work_class, length_of_work);
  R_set_altvec_Dataptr_method(work_class, address_of_work);
  R_set_altrep_Serialized_state_method(work_class, written_work);
  R_set_altrep_Unserialize_method(work_class, read_work);
  R_set_altrep_Duplicate_method(work_class, same_work);
}

SEXP keep_work(SEXP work, SEXP save) { return R_new_altrep(work_class, work, save); }

SEXP work_in(SEXP kept) {
  const bool is_ours = ALTREP(kept) != 0 && R_altrep_inherits(kept, work_class) != FALSE;
  return is_ours ? R_altrep_data1(kept) : R_NilValue;
}

}  // namespace overhand::r
