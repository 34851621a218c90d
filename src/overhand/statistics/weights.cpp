#include "overhand/statistics/weights.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "overhand/table/amounts.h"
#include "overhand/table/column_words.h"

namespace overhand::statistics {

Result<Cells<double>> weights_in(const Table& table, const std::string& column,
                                 const std::string& which) {
  const auto problem = [&](const std::string& what, std::optional<std::size_t> row = {}) {
    Error error{ErrorKind::invalid_data,
                fmt::format("{}, the weight of each record, {}{}.", in_words(column), what,
                            which.empty() ? "" : " in the " + which + " table"),
                {.column = column}};
    if (row) error.place.record = *row + 1;
    return error;
  };
  const auto place = find_column(table, column);
  if (!place) return place.error();
  auto weights = amounts(table.columns()[*place]);
  if (!weights) return problem("is no column of numbers");
  double all = 0;
  for (std::size_t row = 0; row < weights->size(); ++row) {
    const double weight = (*weights)[row];
    if (is_missing(weight)) return problem("is missing here", row);
    if (weight < 0) return problem("is negative here", row);
    if (std::isinf(weight)) return problem("is infinite here", row);
    all += weight;
  }
  if (all == 0) return problem("is 0 in every record");
  return *std::move(weights);
}

}  // namespace overhand::statistics
