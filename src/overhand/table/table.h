// Table: columns of the same length. A row is a record about one person or firm.
#pragma once

#include <string_view>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/column.h"
#include "overhand/table/column_plan.h"
#include "overhand/table/structure.h"

namespace overhand {

class Table {
 public:
  Table() = default;
  explicit Table(std::vector<Column> columns);  // asserts equal lengths

  const std::vector<Column>& columns() const { return columns_; }
  std::vector<Column>& columns() { return columns_; }
  std::size_t row_count() const { return columns_.empty() ? 0 : columns_.front().size(); }
  std::size_t column_count() const { return columns_.size(); }

 private:
  std::vector<Column> columns_;
};

std::vector<std::string> column_names(const Table& table);

// The position of the column called `name`, or why there is none.
Result<std::size_t> find_column(const Table& table, std::string_view name);

// What a steward says about columns, by name, each text one name or several as names_meant() takes
// them apart. A column named nowhere is masked, unless `mask` names others: then it is dropped,
// because a column that nobody thought of must not go out unmasked. With plans a column that
// neither they nor the lists name is refused, for the same reason.
struct ColumnChoice {
  std::vector<std::string> mask;
  std::vector<std::string> drop;
  std::vector<std::string> keep;
  std::vector<ColumnPlan> plans = {};  // of a schema; the lists above win
  Structure structure = {};            // strata and units go out, whatever the plans say of them;
                                       // so does the weight, unless it is said to be masked
  bool may_lack_dropped = false;       // a column to drop, or one of a plan, need not be there
  bool keep_identifiers = false;       // a column to keep may have nearly as many values as records
};

// The table without the dropped columns and with each column's role set. Fails on a name that is
// not there or that is named twice, on a column that the plans forget, on one that is to tell
// strata or units and is to be masked or dropped by the lists, and on a weight that is dropped.
Result<Table> choose_columns(Table table, const ColumnChoice& choice);

// The table in the order of `rows`.
Table gather(const Table& table, std::span<const Row> rows);

}  // namespace overhand
