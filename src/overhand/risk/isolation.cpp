#include "overhand/risk/isolation.h"

#include <algorithm>
#include <numeric>

namespace overhand::risk {
namespace {

using Rows = std::vector<Row>;

// Places among the records searched: all of them, or a sample.
Rows places_to_look_at(const Searched& searched, const random::Key& key) {
  const std::size_t count = searched.rows.size();
  if (!searched.is_sample) return records_to_search(count, isolation_sample, key).rows;
  Rows all(count);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

// The originals that are set in order: all, or those that are the sources of a sample.
Rows originals_in_question(const Rows& sources, std::size_t originals, bool is_sample) {
  if (is_sample) {
    Rows some = sources;
    std::ranges::sort(some);
    some.erase(std::ranges::unique(some).begin(), some.end());
    return some;
  }
  Rows all(originals);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

// By row of the original; 0 for those that are not in question.
std::vector<std::uint8_t> tenths(const Neighbours& neighbours, const Rows& rows,
                                 std::size_t originals) {
  const auto nearest = neighbours.nearest_others(rows);
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return nearest[k].distance; });
  std::vector<std::uint8_t> tenth(originals);
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    tenth[rows[order[rank]]] = static_cast<std::uint8_t>(rank * 10 / order.size());
  }
  return tenth;
}

}  // namespace

std::optional<LinkedByIsolation> linked_by_isolation(const Neighbours& originals,
                                                     const Linked& linked, Partners sources,
                                                     const random::Key& key) {
  const std::size_t n = linked.original.row_count();
  const Searched& searched = linked.nearest.searched;
  const Rows places = places_to_look_at(searched, key);
  if (places.size() < 10) return std::nullopt;
  Rows sources_looked_at;
  for (const Row place : places) {
    sources_looked_at.push_back(sources[searched.rows[place]]);
  }
  const bool is_sample = places.size() < linked.masked.row_count();
  const auto tenth = tenths(originals, originals_in_question(sources_looked_at, n, is_sample), n);
  LinkedByIsolation result;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Row source = sources_looked_at[k];
    ++result.records[tenth[source]];
    if (linked.is_linked(places[k], source)) ++result.share[tenth[source]];
  }
  for (std::size_t t = 0; t < result.share.size(); ++t) {
    if (result.records[t] > 0) result.share[t] /= static_cast<double>(result.records[t]);
  }
  return result;
}

}  // namespace overhand::risk
