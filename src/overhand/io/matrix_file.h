// Matrices of chances by which levels become others, as CSV that a person writes: the first line
// has the levels from its second field on, each other line a level and what becomes of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/level_matrix.h"

namespace overhand::io {

// The files that "sex=sex.csv,town=town.csv", or "levels.csv" for every column, names.
std::vector<std::string> matrix_files(std::string_view said);

// They as matrices, each with its column and its file. Fails, with the line, as matrix_of() does.
Result<std::vector<LevelMatrix>> read_matrices(std::string_view said);

// `file` is its name in sentences. Fails, with the line, on a matrix that is not square or whose
// lines have other levels than its first, on a level that stands there twice, on what is no number
// from 0 to 1, and on lines that do not sum to 1 (to 1e-5, for thirds; they are made to).
Result<LevelMatrix> matrix_of(std::string_view text, const std::string& file);

}  // namespace overhand::io
