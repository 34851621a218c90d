// What each column of a table is, and what should become of it: looked at before anything is
// chosen.
//
// The same table gives the same answer whatever file it comes from: reals that are all whole count
// as integers, timestamps that are all midnight as dates, text that says nothing but true and false
// as boolean, and whether text is a category is told by its values, not by its storage.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"
#include "overhand/table/schema.h"
#include "overhand/table/table.h"

namespace overhand::inspection {

using Bound = std::variant<std::int64_t, double, std::string>;  // dates and times are texts

struct Extremes {
  Bound low;
  Bound high;
};

struct Level {
  std::string value;
  std::size_t records;
};

struct InspectedColumn {
  std::string name;
  Type found;  // what the values are
  // Proposed.
  Type type;
  Treatment role;
  std::string why;  // a sentence
  bool looks_like_identifier = false;

  std::size_t distinct = 0;
  std::size_t missing = 0;
  // Of numbers, dates and times. An extreme can be one person's value: this is for the owner alone.
  std::optional<Extremes> range = std::nullopt;
  // Of numbers and dates over their range, of others the counts of the commonest values.
  std::vector<std::size_t> histogram = {};
  // Of a category of few levels, those that several records share: never one person's text.
  std::vector<Level> levels = {};
  std::vector<std::string> order = {};  // of an ordered category, all its levels
};

struct Inspection {
  std::size_t rows = 0;
  std::vector<InspectedColumn> columns;
};

// The columns of these names as they would go out if they were kept.
using ReadKept = std::function<Result<Table>(const std::vector<std::string>& names)>;

// `unreadable` names columns of a type that can neither be masked nor kept. What means missing in
// several ways goes out in several ways: columns with missing values are proposed to be kept by
// what `read_kept` gives, where there is one. Fails when it is cancelled or that fails.
Result<Inspection> inspect(const Table& table, const std::vector<std::string>& unreadable = {},
                           const Progress& progress = {}, const ReadKept& read_kept = {});

// For who reads that: these columns of the table and no others, all to be kept.
ColumnChoice kept_alone(const Table& table, const std::vector<std::string>& names);

// The proposal, to be edited.
Schema proposed_schema(const Inspection& inspection);

// How to edit it, and why each column of the file `table` is proposed so.
SchemaComments schema_comments(const Inspection& inspection, const std::string& table);

}  // namespace overhand::inspection
