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

Drawn drawn_from(const Profile& table, const random::Key& key, std::uint32_t side, std::size_t most,
                 std::size_t kept) {
  const random::Key own = random::derived_key(key, "folds of boosted trees");
  auto rows = random::permutation(own, {random::Purpose::row_order, side}, table.row_count());
  if (rows.size() > most) rows.resize(most);
  const std::size_t columns = table.dimension_count() + kept;
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

void fill_number(Drawn& drawn, std::size_t column, const Reals& values, const Reals& starts) {
  fill(drawn, column, [&](std::uint32_t row) {
    const double value = values[row];
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

Reals ascending(Reals values) {
  std::erase_if(values, [](double value) { return is_missing(value); });
  std::ranges::sort(values);
  return values;
}

// The columns of `own` after those of the drawn table, places of numbers among those of both.
void fill_kept(Drawn& drawn, const statistics::Measured& own, const KeptBeside& kept) {
  std::size_t column = drawn.table.dimension_count();
  for (std::size_t j = 0; j < own.numbers.amounts; ++j) {
    const Reals starts = places_of(ascending(kept.original.numbers.columns[j]),
                                   ascending(kept.masked.numbers.columns[j]));
    fill_number(drawn, column++, own.numbers.columns[j], starts);
  }
  for (const statistics::Category& category : own.categories) {
    fill_category(drawn, column++, category);
  }
}

}  // namespace

TreeRecords::TreeRecords(const Profile& original, const Profile& masked, const KeptBeside& kept,
                         const random::Key& key, std::size_t most)
    : original_(drawn_from(original, key, 0, most, kept.original.dimension_count())),
      masked_(drawn_from(masked, key, 1, most, kept.original.dimension_count())) {
  const std::size_t amounts = original.numbers.amounts;
  parallel_for_each_index(columns(), [&](std::size_t j) {
    const Reals starts = j < amounts ? places_of(original.sorted[j], masked.sorted[j]) : Reals{};
    for (Drawn* drawn : {&original_, &masked_}) {
      if (j < amounts) {
        fill_number(*drawn, j, drawn->table.numbers.columns[j], starts);
      } else {
        fill_category(*drawn, j, drawn->table.categories[j - amounts]);
      }
    }
  });
  fill_kept(original_, kept.original, kept);
  fill_kept(masked_, kept.masked, kept);
}

void TreeRecords::append(TreeMatrix& matrix, Side side, std::size_t place, std::size_t but) const {
  const TreeMatrix& from = drawn(side).cells;
  matrix.columns = from.columns - (but == none ? 0 : 1);
  for (std::size_t j = 0; j < from.columns; ++j) {
    if (j != but) matrix.cells.push_back(from.cells[place * from.columns + j]);
  }
}

}  // namespace overhand::utility
