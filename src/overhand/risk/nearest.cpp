#include "overhand/risk/nearest.h"

#include <mutex>
#include <optional>

#include "overhand/risk/scan_internal.h"
#include "overhand/risk/tree_internal.h"
#include "overhand/statistics/blocks.h"

namespace overhand::risk {
namespace {

// A tree takes about as long to build as a scan for a thousand records.
constexpr std::size_t fewest_originals = 8192;
constexpr std::size_t fewest_records = 4096;
constexpr std::size_t pilot = 64;
constexpr double scans_per_visit = 5;  // originals scanned in the time of one visit in the tree
constexpr std::size_t block_records = 64;

}  // namespace

struct NearestOriginal::Parts {
  Parts(const statistics::Profile& profile, Search wanted)
      : original(profile), search(wanted), scan(profile) {}

  // Built when it is first wanted, once.
  const Tree& built_tree() {
    std::call_once(is_built, [&] { tree.emplace(original); });
    return *tree;
  }

  // The tree if it is to be used for these records.
  const Tree* chosen_tree(const statistics::Profile& masked, std::span<const Row> asked) {
    if (search == Search::scan) return nullptr;
    if (search == Search::tree) return &built_tree();
    const std::size_t originals = original.row_count();
    if (originals < fewest_originals || asked.size() < fewest_records) return nullptr;
    const double visits = built_tree().mean_visits(masked, asked.first(pilot));
    return visits * scans_per_visit < static_cast<double>(originals) ? &*tree : nullptr;
  }

  const statistics::Profile& original;
  Search search;
  Scan scan;
  std::once_flag is_built;
  std::optional<Tree> tree;
};

NearestOriginal::NearestOriginal(const statistics::Profile& original, Search search)
    : parts_(std::make_unique<Parts>(original, search)) {}
NearestOriginal::~NearestOriginal() = default;
NearestOriginal::NearestOriginal(NearestOriginal&&) noexcept = default;

Reals NearestOriginal::distances(const statistics::Profile& masked,
                                 std::span<const Row> rows) const {
  Reals distances(rows.size());
  if (rows.empty()) return distances;
  const Tree* tree = parts_->chosen_tree(masked, rows);
  const auto blocks = statistics::blocks_of(rows.size(), block_records, rows.size());
  parallel_for_each_index(blocks.size(), [&](std::size_t b) {
    const auto [begin, end] = blocks[b];
    const auto found = std::span(distances).subspan(begin, end - begin);
    if (tree == nullptr)
      return parts_->scan.nearest(masked, rows.subspan(begin, end - begin), found);
    for (std::size_t k = begin; k < end; ++k) {
      distances[k] = tree->nearest(masked.standardised_record(rows[k]));
    }
  });
  return distances;
}

}  // namespace overhand::risk
