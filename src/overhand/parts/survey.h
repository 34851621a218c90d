// The first look at a table in parts: how many records, the ranges of numbers, the levels.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/statistics/range.h"
#include "overhand/table/table.h"

namespace overhand::parts {

// Of booleans the levels are "0" and "1".
using LevelCounts = std::map<std::string, std::size_t, std::less<>>;

struct ColumnSurvey {
  statistics::Range range;  // of numbers, dates and times
  std::size_t missing = 0;
  LevelCounts levels;
};

// Of one part, or of several one after the other.
struct Survey {
  std::size_t rows = 0;
  std::vector<ColumnSurvey> columns;

  void add(const Table& records);  // a stretch of the part, its columns to mask alone
  void add(const Survey& other);
};

std::string bytes_of(const Survey& survey);
Result<Survey> survey_from(std::string_view bytes);

}  // namespace overhand::parts
