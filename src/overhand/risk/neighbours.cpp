#include "overhand/risk/neighbours.h"

#include <mutex>
#include <optional>

#include "overhand/risk/scan_internal.h"
#include "overhand/risk/tree_internal.h"
#include "overhand/statistics/blocks.h"

namespace overhand::risk {
namespace {

// A tree takes about as long to build as a scan for a thousand records.
constexpr std::size_t fewest_in_tree = 8192;
constexpr std::size_t fewest_queries = 4096;
constexpr std::size_t pilot = 64;
constexpr double scans_per_visit = 5;  // records scanned in the time of one visit in the tree
constexpr std::size_t block_records = 64;

}  // namespace

struct Neighbours::Parts {
  Parts(const statistics::Profile& table, Search wanted)
      : search(wanted), points(table), scan(points) {}
  Parts(const statistics::Profile& table, std::vector<std::size_t> chosen, Search wanted)
      : columns(std::move(chosen)), search(wanted), points(table, columns), scan(points) {}

  // Built when it is first wanted, once.
  const Tree& built_tree() {
    std::call_once(is_built, [&] { tree.emplace(points); });
    return *tree;
  }

  // The tree if it is to be used for these records.
  const Tree* chosen_tree(const Queries& queries) {
    if (search == Search::scan || !points.caps().empty()) return nullptr;
    if (search == Search::tree) return &built_tree();
    if (points.count() < fewest_in_tree || queries.rows.size() < fewest_queries) return nullptr;
    const double visits = built_tree().mean_visits(queries.part(0, pilot));
    return visits * scans_per_visit < static_cast<double>(points.count()) ? &*tree : nullptr;
  }

  std::vector<Neighbour> nearest(const Queries& queries) {
    std::vector<Neighbour> found(queries.rows.size());
    if (found.empty()) return found;
    const Tree* chosen = chosen_tree(queries);
    const auto blocks = statistics::blocks_of(found.size(), block_records, found.size());
    parallel_for_each_index(blocks.size(), [&](std::size_t b) {
      const std::size_t count = blocks[b].end - blocks[b].begin;
      const Queries part = queries.part(blocks[b].begin, count);
      const auto places = std::span(found).subspan(blocks[b].begin, count);
      if (chosen == nullptr) return scan.nearest(part, places);
      for (std::size_t k = 0; k < count; ++k) places[k] = chosen->nearest(part, k);
    });
    return found;
  }

  std::vector<std::size_t> columns;  // empty: all
  Search search;
  Points points;
  Scan scan;
  std::once_flag is_built;
  std::optional<Tree> tree;
};

Neighbours::Neighbours(const statistics::Profile& table, Search search)
    : parts_(std::make_unique<Parts>(table, search)) {}
Neighbours::Neighbours(const statistics::Profile& table, std::vector<std::size_t> columns,
                       Search search)
    : parts_(std::make_unique<Parts>(table, std::move(columns), search)) {}
Neighbours::~Neighbours() = default;
Neighbours::Neighbours(Neighbours&&) noexcept = default;

std::vector<Neighbour> Neighbours::nearest_to(const statistics::Profile& others,
                                              std::span<const Row> rows) const {
  if (parts_->columns.empty()) {
    const Points all(others);
    return parts_->nearest({all, rows, false});
  }
  const Points some(others, parts_->columns);
  return parts_->nearest({some, rows, false});
}

std::vector<Neighbour> Neighbours::nearest_others(std::span<const Row> rows) const {
  return parts_->nearest({parts_->points, rows, true});
}

}  // namespace overhand::risk
