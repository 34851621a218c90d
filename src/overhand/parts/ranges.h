// The values of a column by the ranks of scores that lie in many parts (marginals = exact).
//
// The ranks are cut into ranges, each the work of one task. Scores are cut where a sample of them
// says, values into smaller pieces where a sample of them says; both are counted part by part. A
// range task, which has all scores of its range, then knows their ranks, and so which pieces it
// needs. Where the cuts lie changes who does the work, and nothing in the result.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/column.h"

namespace overhand::parts {

// Records of a rotated part: the places from `first` on among all, and the row task of each.
struct Places {
  std::size_t records;  // of the whole table
  std::size_t first;
  std::span<const std::uint16_t> row_tasks;
};

// What goes out, one text for each range or piece, empty where it is nothing; and how many each
// has.
struct Cut {
  std::vector<std::string> texts;
  std::vector<std::uint64_t> counts;
};

// The scores, one for each place. A score lies in the range behind the cuts that are below it;
// scores that equal cuts are shared out among the ranges around these by their places, so that a
// score that most records have is not the work of one task. NaN, where a gap goes, is left out.
// Memory: what goes out twice.
Cut cut_scores(std::span<const double> scores, const Reals& cuts, const Places& places);

// The values that are there, in the order of their size and, where some are equal, with their
// counts. A value that equals a cut lies behind it. Memory: the values three times.
Cut cut_values(std::span<const double> values, std::span<const double> cuts);
Cut cut_values(std::span<const std::int64_t> values, std::span<const std::int64_t> cuts);

// Ranks over the whole table, of the scores of a range and of the values in the pieces it needs.
struct RankRange {
  std::size_t begin, end;
  std::size_t values_begin, values_end;
  bool has_reals = true;
};

// For each row task the values at the ranks of the scores, with their places: the texts of
// cut_scores() and of cut_values() in the order of parts. Equal scores go by their places.
// Memory: what comes in, as much again that goes out, and 32 bytes for each score.
Result<std::vector<std::string>> ranked(const RankRange& range, std::size_t row_tasks,
                                        std::span<const std::string_view> scores,
                                        std::span<const std::string_view> values);

// The column of a row task, whose places are ascending: the texts of ranked(), in any order.
// Missing where no value came.
Result<Values> filled(std::span<const std::uint32_t> places, bool has_reals,
                      std::span<const std::string_view> ranked);

}  // namespace overhand::parts
