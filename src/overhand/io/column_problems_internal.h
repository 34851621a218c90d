// Columns that cannot be read as was asked, all told at once.
#pragma once

#include <arrow/type_fwd.h>

#include <optional>
#include <string>
#include <vector>

#include "overhand/io/input_internal.h"

namespace overhand::io {

struct ColumnProblem {
  enum class Kind {
    text,           // to be masked, but not numbers
    mixed,          // the same: most of it is numbers, and not all
    code,           // the same: all of it is digits, and some begin with a zero
    other_decimal,  // the same: numbers with another decimal sign than the file's
    type,           // of a type that can neither be masked nor kept
    infinite,       // a number without end
    range,          // a value that has no place here
    plan,           // it is not what its plan says
  };
  Kind kind;
  std::string name;
  std::size_t position = 0;             // in the file
  std::optional<std::size_t> row = {};  // the first one that shows it
  std::string about =
      {};  // its type, what its value is out of range for, or how it differs from its plan
  bool is_kept = false;  // it was to be kept, so that this is no way out
};

// One sentence about all problems of the first one's kind, with what to do.
Error error_about(const Input& input, const Columns& columns,
                  const std::vector<ColumnProblem>& problems);

// What is wrong with the values of a column that is to be masked. `decimal` is the sign of a file
// whose texts can be numbers; none: they cannot.
std::optional<ColumnProblem> problem_with_values(const Column& column,
                                                 const std::optional<char>& decimal);

}  // namespace overhand::io
