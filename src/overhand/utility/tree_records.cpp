#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "overhand/core/parallel.h"
#include "overhand/random/shuffle.h"
#include "overhand/utility/tree_records_internal.h"

namespace overhand::utility {
namespace {

using statistics::Profile;

constexpr float gap = std::numeric_limits<float>::quiet_NaN();

Drawn drawn_from(const Profile& table, const random::Key& key, std::uint32_t side,
                 std::size_t most) {
  const random::Key own = random::derived_key(key, "folds of boosted trees");
  auto rows = random::permutation(own, {random::Purpose::row_order, side}, table.row_count());
  if (rows.size() > most) rows.resize(most);
  const std::size_t columns = table.dimension_count();
  TreeMatrix cells{columns, std::vector<float>(rows.size() * columns)};
  return {table, std::move(rows), std::move(cells)};
}

// A value is a new one unless rounding explains how it differs from the one before.
Reals places_of(const Reals& original, const Reals& masked) {
  constexpr double rounding = 1e-9;
  Reals all;
  all.reserve(original.size() + masked.size());
  std::ranges::merge(original, masked, std::back_inserter(all));
  Reals starts;
  for (const double value : all) {
    if (starts.empty() || value - starts.back() > rounding * std::abs(value)) {
      starts.push_back(value);
    }
  }
  return starts;
}

void fill(Drawn& drawn, std::size_t column, const auto& value_of_row) {
  const std::size_t columns = drawn.cells.columns;
  for (std::size_t i = 0; i < drawn.rows.size(); ++i) {
    drawn.cells.cells[i * columns + column] = value_of_row(drawn.rows[i]);
  }
}

void fill_number(Drawn& drawn, std::size_t column, const Reals& starts) {
  fill(drawn, column, [&](std::uint32_t row) {
    const double value = drawn.table.numbers.columns[column][row];
    if (is_missing(value)) return gap;
    return static_cast<float>(std::ranges::upper_bound(starts, value) - starts.begin());
  });
}

void fill_category(Drawn& drawn, std::size_t column, const statistics::Category& category) {
  fill(drawn, column, [&](std::uint32_t row) {
    const Code code = category.codes[row];
    return code == statistics::Category::gap ? gap : static_cast<float>(code);
  });
}

}  // namespace

TreeRecords::TreeRecords(const Profile& original, const Profile& masked, const random::Key& key,
                         std::size_t most)
    : original_(drawn_from(original, key, 0, most)), masked_(drawn_from(masked, key, 1, most)) {
  const std::size_t amounts = original.numbers.amounts;
  parallel_for_each_index(columns(), [&](std::size_t j) {
    const Reals starts = j < amounts ? places_of(original.sorted[j], masked.sorted[j]) : Reals{};
    for (Drawn* drawn : {&original_, &masked_}) {
      if (j < amounts) {
        fill_number(*drawn, j, starts);
      } else {
        fill_category(*drawn, j, drawn->table.categories[j - amounts]);
      }
    }
  });
}

void TreeRecords::append(TreeMatrix& matrix, Side side, std::size_t place, std::size_t but) const {
  const TreeMatrix& from = drawn(side).cells;
  matrix.columns = from.columns - (but == none ? 0 : 1);
  for (std::size_t j = 0; j < from.columns; ++j) {
    if (j != but) matrix.cells.push_back(from.cells[place * from.columns + j]);
  }
}

}  // namespace overhand::utility
