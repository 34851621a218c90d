#include <fmt/format.h>

#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/masking/column_levels_internal.h"
#include "overhand/masking/pram_internal.h"
#include "overhand/masking/pram_matrix_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/masking/units_internal.h"
#include "overhand/random/uniform.h"
#include "overhand/table/column_words.h"

namespace overhand::masking {
namespace {

constexpr Takes takes_levels_alone = {.levels = true, .gaps = true, .numbers = false};

// The rows that have a value, and of each level that occurs one that has it.
struct Present {
  std::vector<Row> rows;
  std::vector<Row> of_level;
  std::vector<std::uint32_t> level;  // of each row
};

bool is_gap(const Values& values, std::size_t row) {
  return std::visit(
      [&](const auto& cells) {
        if constexpr (requires { cells.codes(); })
          return is_missing(cells.codes()[row]);
        else
          return is_missing(cells[row]);
      },
      values);
}

Present present_in(const Column& column) {
  Present present{.rows = {}, .of_level = {}, .level = levels_of(column).of_row};
  std::vector<bool> is_seen(present.level.size() + 1);
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (is_gap(column.values, row)) continue;
    present.rows.push_back(static_cast<Row>(row));
    if (is_seen[present.level[row]]) continue;
    is_seen[present.level[row]] = true;
    present.of_level.push_back(static_cast<Row>(row));
  }
  std::ranges::sort(present.of_level, {}, [&](Row row) { return present.level[row]; });
  return present;
}

Row any_of(const std::vector<Row>& rows, random::Stream& stream) {
  return rows[random::uniform_below(static_cast<std::uint32_t>(rows.size()), stream)];
}

// A row of another level, each level as likely; the same row where there is no other level.
Row of_another_level(const Present& present, Row row, random::Stream& stream) {
  const auto levels = static_cast<std::uint32_t>(present.of_level.size());
  if (levels < 2) return row;
  const std::uint32_t place = random::uniform_below(levels - 1, stream);
  const bool is_beyond = present.level[present.of_level[place]] >= present.level[row];
  return present.of_level[place + static_cast<std::uint32_t>(is_beyond)];
}

// That of the column by name, or else that of every column; null where it has none.
const LevelMatrix* matrix_for(const Column& column, const std::vector<LevelMatrix>& matrices) {
  const auto named = std::ranges::find_if(matrices, [&](const LevelMatrix& matrix) {
    return !matrix.column.empty() && is_named_for(column.name, matrix.column);
  });
  if (named != matrices.end()) return &*named;
  const auto general = std::ranges::find(matrices, "", &LevelMatrix::column);
  return general == matrices.end() ? nullptr : &*general;
}

Error wrong_draw(const std::string& sentence) {
  return {ErrorKind::invalid_option, sentence, {.option = "draw"}};
}

std::optional<Error> problem_with_matrices(const Table& original, const PramOptions& options) {
  for (const LevelMatrix& matrix : options.matrix.matrices) {
    const bool is_there =
        matrix.column.empty() || std::ranges::any_of(original.columns(), [&](const Column& column) {
          return is_named_for(column.name, matrix.column);
        });
    if (std::ranges::count(options.matrix.matrices, matrix.column, &LevelMatrix::column) > 1) {
      return Error{ErrorKind::invalid_option,
                   matrix.column.empty() ? "There are two matrices for all columns; name one."
                                         : fmt::format("There are two matrices for {}; name one.",
                                                       in_words(matrix.column)),
                   {.option = "matrix"}};
    }
    if (!is_there) {
      return Error{
          ErrorKind::invalid_option,
          fmt::format("There is a matrix for {}, which is not masked.", in_words(matrix.column)),
          {.option = "matrix"}};
    }
  }
  for (const Column& column : original.columns()) {
    const LevelMatrix* matrix = matrix_for(column, options.matrix.matrices);
    if (matrix == nullptr && options.draw == PramDraw::given) {
      return wrong_draw(fmt::format("draw is given, and {} has no matrix.", in_words(column.name)));
    }
    if (matrix == nullptr) continue;
    if (options.draw == PramDraw::uniform) {
      return wrong_draw(
          fmt::format("draw must be invariant or given where there is a matrix, as "
                      "of {}.",
                      in_words(column.name)));
    }
    auto problem = problem_with_matrix(column, *matrix, options.draw == PramDraw::invariant);
    if (problem) return problem;
  }
  return std::nullopt;
}

Column drawn_anew(const Column& column, const PramOptions& options, random::Stream& stream) {
  if (const LevelMatrix* matrix = matrix_for(column, options.matrix.matrices)) {
    return drawn_by(*matrix, column, options.draw == PramDraw::invariant, stream);
  }
  const Present present = present_in(column);
  std::vector<Row> source = same_rows(column.size());
  for (const Row row : present.rows) {
    if (random::uniform(stream) >= options.percent / 100) continue;
    source[row] = options.draw == PramDraw::invariant ? any_of(present.rows, stream)
                                                      : of_another_level(present, row, stream);
  }
  return gather(column, source);
}

}  // namespace

Result<Masked> pram(const Table& original, const PramOptions& options, const Context& context) {
  if (auto problem = problem_with_kinds(original, "pram", takes_levels_alone)) {
    return *std::move(problem);
  }
  if (auto problem = problem_with_matrices(original, options)) return *std::move(problem);
  std::vector<Column> masked(original.column_count());
  parallel_for_each_index(masked.size(), [&](std::size_t j) {
    random::Stream stream(context.key, {random::Purpose::pram, static_cast<std::uint32_t>(j)});
    masked[j] = drawn_anew(original.columns()[j], options, stream);
  });
  if (context.progress.cancelled()) return cancelled_error();
  return Masked{Table(std::move(masked)), same_rows(original.row_count())};
}

Method pram_method() {
  return make_method<PramOptions>(
      {.name = "pram",
       .summary = "Draw levels anew with known probabilities, column by column; categories alone",
       .reference = "Gouweleeuw, Kooiman, Willenborg and de Wolf (1998), JOS 14",
       .keeps = "each record's row and gaps; how often each level is expected (invariant)",
       .keeps_rows = true,
       .takes = takes_levels_alone},
      pram);
}

}  // namespace overhand::masking
