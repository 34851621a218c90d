#include "overhand/risk/isolation.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "overhand/risk/nearest.h"

namespace overhand::risk {
namespace {

using Records = std::vector<double>;  // p standardised values after each other

Reals standardised(Reals values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double sd = std::sqrt(squares / (n - 1));
  for (double& value : values) value = sd > 0 ? (value - mean) / sd : 0;
  return values;
}

// Records of the columns of `table` named in `like`; empty when they cannot be compared.
Records records_of(const Table& table, const Table& like) {
  Records records(table.row_count() * like.column_count());
  for (std::size_t j = 0; j < like.column_count(); ++j) {
    const auto found = find_column(table, like.columns()[j].name);
    if (!found || !is_quantity(table.columns()[*found].type)) return {};
    const Reals values = standardised(reals(table.columns()[*found]));
    if (std::ranges::any_of(values, [](double value) { return !std::isfinite(value); })) return {};
    for (std::size_t i = 0; i < values.size(); ++i)
      records[i * like.column_count() + j] = values[i];
  }
  return records;
}

std::span<const double> record(const Records& records, std::size_t row, std::size_t p) {
  return std::span(records).subspan(row * p, p);
}

// The smallest distance of `from` to a record of `to` other than `except`.
double nearest(std::span<const double> from, const Records& to, std::size_t except) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t row = 0; row * from.size() < to.size(); ++row) {
    if (row != except) {
      smallest = std::min(smallest, squared_distance(from, record(to, row, from.size())));
    }
  }
  return smallest;
}

std::vector<std::size_t> tenth_by_isolation(const Records& originals, std::size_t n,
                                            std::size_t p) {
  Reals distance(n);
  tbb::parallel_for(std::size_t{0}, n, [&](std::size_t i) {
    distance[i] = nearest(record(originals, i, p), originals, i);
  });
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t row) { return distance[row]; });
  std::vector<std::size_t> tenth(n);
  for (std::size_t rank = 0; rank < n; ++rank) tenth[order[rank]] = rank * 10 / n;
  return tenth;
}

}  // namespace

std::optional<LinkedByIsolation> linked_by_isolation(const Table& original, const Table& masked,
                                                     std::span<const Row> source) {
  const std::size_t n = original.row_count();
  if (n < 10 || n > most_records || source.size() != masked.row_count()) return std::nullopt;
  const Records originals = records_of(original, masked);
  const Records released = records_of(masked, masked);
  if (originals.empty() || released.empty()) return std::nullopt;

  const std::size_t p = masked.column_count();
  const auto tenth = tenth_by_isolation(originals, n, p);
  std::vector<std::uint8_t> is_linked(source.size());
  tbb::parallel_for(std::size_t{0}, source.size(), [&](std::size_t i) {
    const auto from = record(released, i, p);
    const double own = squared_distance(from, record(originals, source[i], p));
    is_linked[i] = static_cast<std::uint8_t>(own <= nearest(from, originals, n));
  });
  LinkedByIsolation result;
  for (std::size_t i = 0; i < source.size(); ++i) {
    ++result.records[tenth[source[i]]];
    result.share[tenth[source[i]]] += is_linked[i];
  }
  for (std::size_t t = 0; t < 10; ++t) {
    if (result.records[t] > 0) result.share[t] /= static_cast<double>(result.records[t]);
  }
  return result;
}

}  // namespace overhand::risk
