#include "overhand/risk/nearest.h"

#include <algorithm>
#include <optional>

#include "overhand/risk/scan_internal.h"
#include "overhand/risk/tree_internal.h"
#include "overhand/statistics/blocks.h"

namespace overhand::risk {
namespace {

constexpr std::size_t fewest_for_tree = 8192;     // below, a scan takes a few milliseconds
constexpr std::size_t most_for_tree = 2'000'000;  // beyond, only samples are searched
constexpr std::size_t pilot = 64;
constexpr double scans_per_visit = 5;  // originals scanned in the time of one visit in the tree
constexpr std::size_t block_records = 64;

}  // namespace

struct NearestOriginal::Parts {
  Parts(const statistics::Profile& original, Search wanted)
      : rows(original.row_count()), scan(original), search(wanted) {
    const bool may_pay = rows >= fewest_for_tree && rows <= most_for_tree;
    if (wanted == Search::tree || (wanted == Search::chosen && may_pay)) tree.emplace(original);
  }

  bool uses_tree(const statistics::Profile& masked, std::span<const std::uint32_t> asked) const {
    if (search != Search::chosen || !tree) return search == Search::tree;
    const auto tried = asked.first(std::min(asked.size(), pilot));
    return tree->mean_visits(masked, tried) * scans_per_visit < static_cast<double>(rows);
  }

  std::size_t rows;
  Scan scan;
  std::optional<Tree> tree;
  Search search;
};

NearestOriginal::NearestOriginal(const statistics::Profile& original, Search search)
    : parts_(std::make_unique<Parts>(original, search)) {}
NearestOriginal::~NearestOriginal() = default;
NearestOriginal::NearestOriginal(NearestOriginal&&) noexcept = default;

Reals NearestOriginal::distances(const statistics::Profile& masked,
                                 std::span<const std::uint32_t> rows) const {
  Reals distances(rows.size());
  if (rows.empty()) return distances;
  const bool uses_tree = parts_->uses_tree(masked, rows);
  const auto blocks = statistics::blocks_of(rows.size(), block_records, rows.size());
  statistics::parallel_for_each_index(blocks.size(), [&](std::size_t b) {
    const auto [begin, end] = blocks[b];
    const auto found = std::span(distances).subspan(begin, end - begin);
    if (!uses_tree) return parts_->scan.nearest(masked, rows.subspan(begin, end - begin), found);
    for (std::size_t k = begin; k < end; ++k) {
      distances[k] = parts_->tree->nearest(masked.standardised_record(rows[k]));
    }
  });
  return distances;
}

}  // namespace overhand::risk
