#include "overhand/external/masked_table.h"

#include <algorithm>

#include "overhand/table/stack.h"

namespace overhand::external {

using relations::Derivation;

Status for_each_block(const Blocks& blocks, const Progress& progress,
                      const std::function<Status(std::size_t first, std::size_t count)>& work) {
  for (std::size_t first = 0; first < blocks.rows; first += blocks.at_once) {
    if (progress.cancelled()) return cancelled_error();
    const std::size_t count = std::min(blocks.at_once, blocks.rows - first);
    if (auto done = work(first, count); !done) return done;
  }
  return Done{};
}

MaskedTable::MaskedTable(ColumnStore store, Lineage lineage, const Lineage& sampled,
                         std::vector<Derivation> derivations, std::size_t rows_at_once)
    : store_(std::move(store)),
      lineage_(std::move(lineage)),
      derivations_(std::move(derivations)),
      rows_at_once_(rows_at_once) {
  std::vector<bool> is_sampled(lineage_.size());
  for (const Row row : sampled) is_sampled[row] = true;
  sample_.lineage.emplace();
  for (std::size_t place = 0; place < lineage_.size(); ++place) {
    if (!is_sampled[lineage_[place]]) continue;
    sampled_places_.push_back(place);
    sample_.lineage->push_back(
        static_cast<Row>(std::ranges::lower_bound(sampled, lineage_[place]) - sampled.begin()));
  }
}

bool MaskedTable::is_derived(const Column& column) const {
  return std::ranges::find(derivations_, column.name, &Derivation::column) != derivations_.end();
}

void MaskedTable::add_derived(const Column& like) {
  columns_.push_back({emptied(like), std::nullopt});
  sample_.table.columns().push_back(emptied(like));
}

Status MaskedTable::add(const Column& like, const Next& next, const Progress& progress) {
  const std::size_t stored = store_.add(like);
  columns_.push_back({emptied(like), stored});
  std::vector<Column> sampled;
  std::size_t next_sampled = 0;
  auto done =
      for_each_block(blocks(), progress, [&](std::size_t first, std::size_t count) -> Status {
        const auto part = next(first, std::span<const Row>(lineage_).subspan(first, count));
        if (!part) return part.error();
        sampled.push_back(picked_in(*part, first, next_sampled));
        return store_.write(stored, first, *part);
      });
  if (done) sample_.table.columns().push_back(stacked(sampled));
  return done;
}

Column MaskedTable::picked_in(const Column& part, std::size_t first, std::size_t& next) const {
  Lineage rows;
  for (; next < sampled_places_.size() && sampled_places_[next] < first + part.size(); ++next) {
    rows.push_back(static_cast<Row>(sampled_places_[next] - first));
  }
  return gather(part, rows);
}

// Whether a derived column of whole numbers stays one is seen when all of it is computed.
Status MaskedTable::finish(const Progress& progress) {
  if (!derivations_.empty()) {
    const auto done =
        for_each_block(blocks(), progress, [&](std::size_t first, std::size_t count) -> Status {
          const auto computed = part(first, count);
          if (!computed) return computed.error();
          for (std::size_t j = 0; j < columns_.size(); ++j) {
            const Column& column = computed->columns()[j];
            if (column.values.index() != columns_[j].empty.values.index()) {
              columns_[j].empty = emptied(column);
            }
          }
          return Done{};
        });
    if (!done) return done;
  }
  sample_.table = with_derived(std::move(sample_.table.columns()));
  return Done{};
}

Result<Table> MaskedTable::part(std::size_t first, std::size_t count) const {
  std::vector<Column> columns;
  for (const auto& [empty, stored] : columns_) {
    auto column = stored ? store_.read(*stored, first, count) : Result<Column>(empty);
    if (!column) return column.error();
    columns.push_back(*std::move(column));
  }
  return with_derived(std::move(columns));
}

Result<Table> MaskedTable::part(std::size_t first, std::size_t count,
                                const std::vector<std::string>& names) const {
  const auto is_wanted = [&](const Column& column) {
    return std::ranges::find(names, column.name) != names.end();
  };
  const bool needs_all = std::ranges::any_of(
      columns_, [&](const Entry& entry) { return !entry.stored && is_wanted(entry.empty); });
  std::vector<Column> columns;
  if (needs_all) {
    auto all = part(first, count);
    if (!all) return all;
    std::ranges::copy_if(all->columns(), std::back_inserter(columns), is_wanted);
    return Table(std::move(columns));
  }
  for (const auto& [empty, stored] : columns_) {
    if (!is_wanted(empty)) continue;
    auto column = store_.read(*stored, first, count);
    if (!column) return column.error();
    columns.push_back(*std::move(column));
  }
  return Table(std::move(columns));
}

std::vector<Column> MaskedTable::columns() const {
  std::vector<Column> columns;
  for (const Entry& entry : columns_) columns.push_back(entry.empty);
  return columns;
}

// Of what has values the others are computed, one after the other.
Table MaskedTable::with_derived(std::vector<Column> columns) const {
  if (derivations_.empty()) return Table(std::move(columns));
  Table known;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (columns_[j].stored) known.columns().push_back(columns[j]);
  }
  for (const Derivation& derivation : derivations_) {
    Column& column = *std::ranges::find(columns, derivation.column, &Column::name);
    column = relations::derived(derivation, known, column);
    known.columns().push_back(column);
  }
  return Table(std::move(columns));
}

}  // namespace overhand::external
