// What is to be known of a table's columns before anything is chosen, without showing a value.
#pragma once

#include <string>
#include <vector>

#include "overhand/table/table.h"

namespace overhand::statistics {

struct ColumnFacts {
  std::string name;
  std::string type;  // as name_of() says it
  std::size_t missing;
  std::size_t distinct;
  std::vector<std::size_t> histogram;  // of numbers; of text the counts of the commonest values
  bool looks_like_identifier;
  bool can_be_masked;
};

std::vector<ColumnFacts> column_facts(const Table& table);

}  // namespace overhand::statistics
