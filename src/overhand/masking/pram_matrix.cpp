#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "overhand/core/stopping.h"
#include "overhand/masking/pram_matrix_internal.h"
#include "overhand/random/uniform.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/column_words.h"

namespace overhand::masking {
namespace {

constexpr std::size_t nowhere = ~std::size_t{0};

// The column's levels as they are stored: codes of texts, or 0 and 1 of truth.
Integers stored_levels(const Column& column) {
  if (const auto* integers = std::get_if<Cells<std::int64_t>>(&column.values)) {
    return {integers->begin(), integers->end()};
  }
  const auto& codes = std::get<Texts>(column.values).codes();
  Integers levels(codes.size());
  std::ranges::transform(codes, levels.begin(), [](Code code) {
    return is_missing(code) ? missing_integer : std::int64_t{code};
  });
  return levels;
}

Column with_stored_levels(const Column& column, const Integers& levels) {
  const auto* texts = std::get_if<Texts>(&column.values);
  if (texts == nullptr) return with_values(column, levels);
  std::vector<Code> codes(levels.size());
  std::ranges::transform(levels, codes.begin(), [](std::int64_t level) {
    return is_missing(level) ? missing_code : static_cast<Code>(level);
  });
  return with_values(column, Texts(std::move(codes), texts->shared_dictionary()));
}

// How each level of the matrix is stored in the column; missing where the column cannot have it.
Integers stored_as(const LevelMatrix& matrix, const Column& column) {
  Integers stored;
  const auto* texts = std::get_if<Texts>(&column.values);
  std::unordered_map<std::string_view, std::int64_t> codes;
  for (std::size_t code = 0; texts != nullptr && code < texts->dictionary().size(); ++code) {
    codes.emplace(texts->dictionary()[code], static_cast<std::int64_t>(code));
  }
  for (const std::string& level : matrix.levels) {
    if (texts == nullptr) {
      stored.push_back(integer_of(column.type, level).value_or(missing_integer));
    } else {
      const auto found = codes.find(level);
      stored.push_back(found == codes.end() ? missing_integer : found->second);
    }
  }
  return stored;
}

// A column in the terms of a matrix.
struct Fitted {
  Integers levels;                 // of each record, as stored
  Integers stored;                 // each row of the matrix
  std::vector<std::size_t> row;    // of each record in the matrix; nowhere: a gap, or not in it
  std::vector<std::size_t> count;  // of records in each row of the matrix
  std::size_t unknown = 0;         // different levels that are not in the matrix
};

Fitted fitted(const Column& column, const LevelMatrix& matrix) {
  Fitted fit{stored_levels(column), stored_as(matrix, column), {}, {}};
  std::unordered_map<std::int64_t, std::size_t> rows;
  for (std::size_t row = 0; row < fit.stored.size(); ++row) {
    if (!is_missing(fit.stored[row])) rows.emplace(fit.stored[row], row);
  }
  fit.count.assign(fit.stored.size(), 0);
  fit.row.reserve(fit.levels.size());
  for (const std::int64_t level : fit.levels) {
    if (is_missing(level)) {
      fit.row.push_back(nowhere);
      continue;
    }
    const auto [found, is_unknown] = rows.try_emplace(level, nowhere);
    fit.unknown += is_unknown ? 1 : 0;
    fit.row.push_back(found->second);
    if (found->second != nowhere) ++fit.count[found->second];
  }
  return fit;
}

std::vector<double> shares_of(const Fitted& fit) {
  std::size_t all = 0;
  for (const std::size_t count : fit.count) all += count;
  std::vector<double> shares;
  for (const std::size_t count : fit.count) {
    shares.push_back(all == 0 ? 0 : static_cast<double>(count) / static_cast<double>(all));
  }
  return shares;
}

// Sums from the left, by which a row is drawn from.
Chances cumulated(Chances chances) {
  for (auto& row : chances) {
    for (std::size_t j = 1; j < row.size(); ++j) row[j] += row[j - 1];
  }
  return chances;
}

// A place whose chance is not 0.
std::size_t drawn_from(const std::vector<double>& sums, random::Stream& stream) {
  const auto found = std::ranges::upper_bound(sums, random::uniform(stream) * sums.back());
  return static_cast<std::size_t>(found - sums.begin());
}

Error matrix_error(const LevelMatrix& matrix, const Column& column, const std::string& sentence) {
  return {ErrorKind::invalid_option, sentence, {.file = matrix.file, .column = column.name}};
}

}  // namespace

Chances reversed(const Chances& chances, std::span<const double> shares) {
  Chances back(chances.size(), std::vector<double>(chances.size()));
  for (std::size_t to = 0; to < chances.size(); ++to) {
    double sum = 0;
    for (std::size_t from = 0; from < chances.size(); ++from) {
      back[to][from] = shares[from] * chances[from][to];
      sum += back[to][from];
    }
    for (double& chance : back[to]) chance = sum > 0 ? chance / sum : 0;
  }
  return back;
}

std::optional<Error> problem_with_matrix(const Column& column, const LevelMatrix& matrix,
                                         bool is_invariant) {
  const Fitted fit = fitted(column, matrix);
  if (fit.unknown > 0) {
    return matrix_error(matrix, column,
                        fmt::format("{} has {} level{} that {} not in the matrix; it must have a "
                                    "line for each.",
                                    at_start(column.name), fit.unknown, fit.unknown == 1 ? "" : "s",
                                    fit.unknown == 1 ? "is" : "are"));
  }
  std::size_t invented = 0;
  for (std::size_t to = 0; to < fit.stored.size() && !is_invariant; ++to) {
    if (!is_missing(fit.stored[to])) continue;
    for (std::size_t from = 0; from < fit.stored.size(); ++from) {
      if (fit.count[from] == 0 || matrix.chances[from][to] == 0) continue;
      ++invented;
      break;
    }
  }
  if (invented == 0) return std::nullopt;
  return matrix_error(matrix, column,
                      fmt::format("By the matrix records would get {} level{} that {} has not.",
                                  invented, invented == 1 ? "" : "s", in_words(column.name)));
}

Column drawn_by(const LevelMatrix& matrix, const Column& column, bool is_invariant,
                random::Stream& stream) {
  constexpr std::size_t between_questions = 1 << 16;
  Fitted fit = fitted(column, matrix);
  const Chances forth = cumulated(matrix.chances);
  const Chances back =
      is_invariant ? cumulated(reversed(matrix.chances, shares_of(fit))) : Chances();
  for (std::size_t i = 0; i < fit.row.size(); ++i) {
    if (i % between_questions == 0) stop_if_cancelled();
    if (fit.row[i] == nowhere) continue;
    std::size_t level = drawn_from(forth[fit.row[i]], stream);
    if (is_invariant) level = drawn_from(back[level], stream);
    fit.levels[i] = fit.stored[level];
  }
  return with_stored_levels(column, fit.levels);
}

}  // namespace overhand::masking
