#include <algorithm>
#include <numeric>

#include "overhand/external/part_store_internal.h"

namespace overhand::external {

Result<PartStore> PartStore::create(const std::string& folder, const std::vector<Column>& columns,
                                    std::span<const std::size_t> counts) {
  std::vector<std::size_t> starts(counts.size() + 1);
  std::partial_sum(counts.begin(), counts.end(), starts.begin() + 1);
  std::uint64_t bytes = 0;
  for (const Column& column : columns) bytes += starts.back() * cell_size(column);
  auto store = ColumnStore::create(folder, starts.back(), bytes);
  if (!store) return store.error();
  for (const Column& column : columns) store->add(column);
  return PartStore(*std::move(store), std::move(starts));
}

Status PartStore::add(const Table& records, std::span<const std::uint32_t> parts) {
  std::vector<Lineage> rows(starts_.size() - 1);
  for (std::size_t i = 0; i < parts.size(); ++i) rows[parts[i]].push_back(static_cast<Row>(i));
  for (std::size_t part = 0; part < rows.size(); ++part) {
    if (rows[part].empty()) continue;
    for (std::size_t j = 0; j < records.column_count(); ++j) {
      const Column own = gather(records.columns()[j], rows[part]);
      if (auto done = store_.write(j, next_[part], own); !done) return done;
    }
    next_[part] += rows[part].size();
  }
  return Done{};
}

std::size_t PartStore::part_at(std::size_t place) const {
  const auto next = std::ranges::upper_bound(starts_, place);
  return static_cast<std::size_t>(next - starts_.begin()) - 1;
}

Result<Table> PartStore::read(std::size_t part) const {
  return store_.read_table(starts_[part], starts_[part + 1] - starts_[part]);
}

}  // namespace overhand::external
