// Columns of R as tables of ours, and back.
//
// A column of R comes as a list: name, kind (real, integer, integer64, boolean, date, seconds,
// microseconds, category, text), values, and of some levels, ordered, zone. It goes back so too.
#pragma once

#include <cpp11.hpp>
#include <memory>

#include "bindings/source.h"
#include "overhand/table/table.h"

namespace overhand::r {

// A path, or a table that a stream gives out: its numbers lie where R has them.
class Given {
 public:
  explicit Given(SEXP source);
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;
  ~Given();

  bindings::Source source() {
    return {.path = path_, .stream = path_.empty() ? &stream_ : nullptr};
  }

 private:
  std::string path_;
  ArrowArrayStream stream_ = {};
};

SEXP columns_of(const Table& table);

// ".a" for haven's tagged_na("a"), "NaN", or NA of each number; and the missing numbers of kinds.
SEXP gap_kinds(SEXP numbers);
SEXP gaps_of_kinds(SEXP kinds);

// Vectors of R's that threads have let go of: only R's own thread may tell R.
void release_what_was_lent();

}  // namespace overhand::r
