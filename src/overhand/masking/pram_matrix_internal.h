// Levels drawn by a matrix of chances that a steward gives, for pram.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "overhand/core/error.h"
#include "overhand/random/stream.h"
#include "overhand/table/column.h"
#include "overhand/table/level_matrix.h"

namespace overhand::masking {

using Chances = std::vector<std::vector<double>>;

// The chances that what became l was k, where t_k are the shares of the levels before: of l in row
// l. A row is all 0 where nothing becomes its level.
Chances reversed(const Chances& chances, std::span<const double> shares);

// The column has levels that the matrix has not, or, where its levels are drawn by the matrix
// as it is, could become ones that it has not.
std::optional<Error> problem_with_matrix(const Column& column, const LevelMatrix& matrix,
                                         bool is_invariant);

// Each level by the chances of its row, and where the draw is to be invariant back by those of
// reversed(). Gaps stay. There is no problem with the matrix.
Column drawn_by(const LevelMatrix& matrix, const Column& column, bool is_invariant,
                random::Stream& stream);

}  // namespace overhand::masking
