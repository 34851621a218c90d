// A file of Stata, SPSS or SAS as ReadStat tells it: its variables, then their cells.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "overhand/io/input_internal.h"
#include "overhand/io/stata_texts_internal.h"
#include "overhand/table/column.h"

namespace overhand::io {

struct StatVariable {
  std::string name;
  std::string format;      // of its values, by Arrow's letters: "c", "s", "i", "f", "g"; "u", "U"
  std::size_t offset = 0;  // in a record of Stata
  Labels labels = {};      // without the value labels, which stand in their set

  bool is_text() const { return format == "u" || format == "U"; }
};

struct StatFile {
  Package package = Package::none;
  std::vector<StatVariable> variables;
  std::size_t record_size = 0;  // of Stata, in bytes
  StataTexts long_texts = {};
  std::map<std::string, std::vector<ValueLabel>> label_sets;
};

// Those of one variable; tagged missing values say so: table/labels.h.
struct StatCells {
  Reals numbers;
  Texts texts;
};

Result<StatFile> read_stat_file(const Input& input, const ReadOptions& options);

struct StatRows {
  std::size_t count = 0;
  std::vector<StatCells> cells;  // of the wanted variables
};

Result<StatRows> read_stat_rows(const Input& input, const ReadOptions& options,
                                const StatFile& file, const std::vector<Wanted>& wanted);

}  // namespace overhand::io
