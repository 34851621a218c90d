#include <algorithm>
#include <cmath>
#include <numeric>

#include "overhand/attacks/shared_values_internal.h"

namespace overhand::attacks {
namespace {

struct Pair {
  Row first = 0;
  Row second = 0;
  double surprise = 0;  // minus the logarithm of the chance to share the value

  auto rows() const { return std::pair(first, second); }
};

// All pairs of records that have a value in common which few have.
void add_pairs(const SeenColumn& column, std::vector<Pair>& pairs) {
  constexpr std::ptrdiff_t few = 10;
  std::vector<Row> order(column.original.size());
  std::iota(order.begin(), order.end(), Row{0});
  const auto value = [&](Row row) { return column.original[row]; };
  std::erase_if(order, [&](Row row) { return is_missing(value(row)); });
  std::ranges::stable_sort(order, {}, value);
  const auto all = static_cast<double>(column.original.size());
  for (auto begin = order.begin(); begin != order.end();) {
    const auto end =
        std::find_if(begin, order.end(), [&](Row row) { return value(row) != value(*begin); });
    for (auto one = begin; end - begin <= few && one != end; ++one) {
      for (auto other = one + 1; other != end; ++other) {
        pairs.push_back({*one, *other, std::log(all / static_cast<double>(end - begin))});
      }
    }
    begin = end;
  }
}

Row root_of(std::vector<Row>& parents, Row row) {
  while (parents[row] != row) row = parents[row] = parents[parents[row]];
  return row;
}

std::size_t largest_of(const std::vector<Row>& roots) {
  std::vector<std::size_t> sizes(roots.size());
  for (const Row root : roots) ++sizes[root];
  return std::ranges::max(sizes);
}

// 0, 1, ... in the order in which they come.
std::vector<Row> numbered(const std::vector<Row>& roots) {
  constexpr auto none = std::numeric_limits<Row>::max();
  std::vector<Row> number_of(roots.size(), none);
  std::vector<Row> numbers;
  Row next = 0;
  for (const Row root : roots) {
    if (number_of[root] == none) number_of[root] = next++;
    numbers.push_back(number_of[root]);
  }
  return numbers;
}

}  // namespace

std::vector<Row> belonging_by_values(const View& view) {
  constexpr std::size_t fewest_parts = 10;
  std::vector<Pair> pairs;
  for (const SeenColumn& column : view.columns) {
    if (!column.is_category) add_pairs(column, pairs);
  }
  std::ranges::sort(pairs, {}, &Pair::rows);
  // Of all pairs of records half a one is as alike by chance, where columns are independent.
  const double surprising = 2 * std::log(static_cast<double>(view.originals));
  std::vector<Row> parents(view.originals);
  std::iota(parents.begin(), parents.end(), Row{0});
  bool has_any = false;
  for (auto begin = pairs.begin(); begin != pairs.end();) {
    double surprise = 0;
    auto end = begin;
    for (; end != pairs.end() && end->rows() == begin->rows(); ++end) surprise += end->surprise;
    if (surprise > surprising) {
      has_any = true;
      parents[root_of(parents, begin->second)] = root_of(parents, begin->first);
    }
    begin = end;
  }
  if (!has_any) return {};
  for (std::size_t row = 0; row < parents.size(); ++row) {
    parents[row] = root_of(parents, static_cast<Row>(row));
  }
  return largest_of(parents) * fewest_parts > view.originals ? std::vector<Row>{}
                                                             : numbered(parents);
}

}  // namespace overhand::attacks
