// What each column of a table is, what should become of it, and what holds between columns: looked
// at before anything is chosen.
//
// The same table gives the same answer whatever file it comes from: reals that are all whole count
// as integers, timestamps that are all midnight as dates, text that says nothing but true and false
// as boolean, and whether text is a category is told by its values, not by its storage.
#pragma once

#include <cstdint>
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
  bool looks_like_weight = false;  // how many each record stands for

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
  // Between the numbers to mask, in every record, as formulas.
  std::vector<std::string> identities = {};  // "total = part + other"
  std::vector<std::string> rules = {};       // "tax <= income"
};

// `unreadable` names columns of a type that can neither be masked nor kept. Fails when it is
// cancelled.
Result<Inspection> inspect(const Table& table, const std::vector<std::string>& unreadable = {},
                           const Progress& progress = {});

// The proposal, to be edited.
Schema proposed_schema(const Inspection& inspection);

// How to edit it, and why each column of the file `table` is proposed so.
SchemaComments schema_comments(const Inspection& inspection, const std::string& table);

}  // namespace overhand::inspection
