#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "overhand/external/memory.h"
#include "overhand/external/neighbourhoods_internal.h"
#include "overhand/external/part_store_internal.h"
#include "overhand/external/ranked_values_internal.h"
#include "overhand/external/rotate_internal.h"
#include "overhand/masking/parted_margins.h"
#include "overhand/masking/parted_rotation.h"
#include "overhand/random/sample.h"
#include "overhand/random/shuffle.h"

namespace overhand::external {
namespace {

using masking::Marginals;
using masking::PartedRotation;

// The records of the table as they were rotated, one part after the other, and the row of each
// record's donor.
struct Rotated {
  ColumnStore store;
  Lineage donors;
  Lineage sampled = {};  // rows on which the risk is measured
};

Table columns_at(const Table& table, const std::vector<std::size_t>& places) {
  std::vector<Column> columns;
  for (const std::size_t j : places) columns.push_back(table.columns()[j]);
  return Table(std::move(columns));
}

// One rotation of the columns `places` of the original.
class Rotation {
 public:
  Rotation(const Original& original, std::vector<std::size_t> places, const Room& room,
           const masking::Context& context)
      : original_(original), places_(std::move(places)), room_(room), context_(context) {}

  Result<Rotated> run(const masking::PartedRotationOptions& options) {
    auto learnt = PartedRotation::learn(columns_at(original_.sample(), places_), options,
                                        context_.key, context_.progress);
    if (!learnt) return learnt.error();
    auto parts = parted(*learnt);
    if (!parts) return parts.error();
    auto sampled =
        neighbourhoods(*parts, rows_, columns_at(original_.sample(), places_), context_.key);
    if (!sampled) return sampled.error();
    auto all = rotated(*learnt, *parts);
    if (all) all->sampled = *std::move(sampled);
    return all;
  }

 private:
  Blocks blocks() const {
    return {original_.row_count(), rows_at_once(room_.memory, places_.size())};
  }

  // The columns as they are, so that whole records can be had.
  Result<ColumnStore> records() const {
    std::uint64_t bytes = 0;
    for (const std::size_t j : places_) {
      bytes += original_.row_count() * cell_size(original_.columns()[j]);
    }
    auto store = ColumnStore::create(room_.folder, original_.row_count(), bytes);
    if (!store) return store;
    Stage stage(context_.progress, "laying out columns", places_.size());
    for (const std::size_t j : places_) {
      const auto column = original_.read(j);
      if (!column) return column.error();
      if (auto done = store->write(store->add(*column), 0, *column); !done) return done.error();
      stage.finish_part();
    }
    return store;
  }

  // The part of each record.
  Result<std::vector<std::uint32_t>> parts_of(const PartedRotation& learnt,
                                              const ColumnStore& records) const {
    std::vector<std::uint32_t> parts;
    parts.reserve(records.row_count());
    const auto done = for_each_block(
        blocks(), context_.progress, [&](std::size_t first, std::size_t count) -> Status {
          context_.progress.report("finding parts", first, records.row_count());
          const auto table = records.read_table(first, count);
          if (!table) return table.error();
          std::vector<std::uint64_t> rows(count);
          std::iota(rows.begin(), rows.end(), first);
          const auto own = learnt.parts_of(*table, rows);
          if (!own) return own.error();
          parts.insert(parts.end(), own->begin(), own->end());
          return Done{};
        });
    if (!done) return done.error();
    return parts;
  }

  Result<PartStore> parted(const PartedRotation& learnt) {
    const auto all = records();
    if (!all) return all.error();
    auto parts = parts_of(learnt, *all);
    if (!parts) return parts.error();
    std::vector<std::size_t> counts(learnt.part_count());
    for (const std::uint32_t part : *parts) ++counts[part];
    const auto joined = learnt.joined_parts(counts);
    for (std::uint32_t& part : *parts) part = joined[part];
    std::ranges::fill(counts, std::size_t{0});
    for (const std::uint32_t part : *parts) ++counts[part];
    auto store =
        PartStore::create(room_.folder, columns_at(original_.sample(), places_).columns(), counts);
    if (!store) return store;
    rows_.resize(parts->size());
    std::vector<std::size_t> next(counts.size());
    for (std::size_t part = 0; part < next.size(); ++part) next[part] = store->start_of(part);
    for (std::size_t row = 0; row < parts->size(); ++row) {
      rows_[next[(*parts)[row]]++] = static_cast<Row>(row);
    }
    counts_ = std::move(counts);
    const auto done = for_each_block(
        blocks(), context_.progress, [&](std::size_t first, std::size_t count) -> Status {
          const auto table = all->read_table(first, count);
          if (!table) return table.error();
          return store->add(*table, std::span(*parts).subspan(first, count));
        });
    if (!done) return done.error();
    return store;
  }

  Result<Rotated> rotated(const PartedRotation& learnt, const PartStore& parts) {
    std::optional<Rotated> all;
    Stage stage(context_.progress, "rotating parts", counts_.size());
    const Progress quiet({}, [this] { return context_.progress.cancelled(); });
    for (std::size_t part = 0; part < counts_.size(); ++part) {
      if (counts_[part] > 0) {
        if (auto done = rotate_part(learnt, parts, part, quiet, all); !done) return done.error();
      }
      stage.finish_part();
    }
    return *std::move(all);
  }

  Status rotate_part(const PartedRotation& learnt, const PartStore& parts, std::size_t part,
                     const Progress& progress, std::optional<Rotated>& all) {
    auto records = parts.read(part);
    if (!records) return records.error();
    const auto rotated = learnt.rotate(part, *records, progress);
    if (!rotated) return rotated.error();
    if (!all) {
      std::uint64_t bytes = 0;
      for (const Column& column : rotated->table.columns()) {
        bytes += rows_.size() * cell_size(column);
      }
      auto store = ColumnStore::create(room_.folder, rows_.size(), bytes);
      if (!store) return store.error();
      for (const Column& column : rotated->table.columns()) store->add(column);
      all.emplace(Rotated{*std::move(store), Lineage(rows_.size())});
    }
    const std::size_t start = parts.start_of(part);
    for (std::size_t i = 0; i < rotated->donors.size(); ++i) {
      all->donors[start + i] = rows_[start + rotated->donors[i]];
    }
    for (std::size_t j = 0; j < rotated->table.column_count(); ++j) {
      if (auto done = all->store.write(j, start, rotated->table.columns()[j]); !done) return done;
    }
    return Done{};
  }

  const Original& original_;
  std::vector<std::size_t> places_;
  const Room& room_;
  const masking::Context& context_;
  Lineage rows_;  // of the records, part after part
  std::vector<std::size_t> counts_;
};

Result<Marginals> marginals_of(const masking::OptionValues& values) {
  const auto found = values.find("marginals");
  if (found == values.end()) return Marginals::exact;
  const std::string& text = std::get<std::string>(found->second);
  if (text == "free") return Marginals::free;
  if (text == "synthetic") return Marginals::synthetic;
  if (text == "exact") return Marginals::exact;
  return Error{ErrorKind::invalid_option,
               "marginals smoothed needs the whole table in the memory; take synthetic."};
}

int k_of(const masking::OptionValues& values) {
  const auto found = values.find("k");
  return found == values.end() ? 0 : static_cast<int>(std::get<std::int64_t>(found->second));
}

// How a column of scores gets its values.
class Margins {
 public:
  Margins(const Original& original, const Rotated& rotated, Marginals marginals, const Room& room,
          const masking::Context& context)
      : original_(original),
        rotated_(rotated),
        marginals_(marginals),
        room_(room),
        context_(context) {
    constexpr std::size_t knots = 100'000;
    knots_ =
        random::sample(context.key, {random::Purpose::margins, 0, 2}, rotated.donors.size(), knots);
  }

  // The column as it goes out, part after part in the order of the rotated records. `number` is its
  // place among those, `j` in the original.
  Result<Column> values(std::size_t j, std::uint32_t number) const {
    if (is_final(j)) return rotated_.store.read(number);
    const auto knots = scores_at_knots(number);
    if (!knots) return knots.error();
    if (marginals_ == Marginals::synthetic) return synthetic(j, number, *knots);
    const auto column = original_.read(j);
    if (!column) return column.error();
    return ranked_values(
        *column, [&](std::size_t first, std::size_t count) { return scores(number, first, count); },
        *knots, room_.memory / 4, context_.progress);
  }

 private:
  bool is_final(std::size_t j) const {
    const bool is_level = masking::kind_of(original_.columns()[j].type) == masking::Kind::levels;
    return is_level || marginals_ == Marginals::free;
  }

  Result<Reals> scores(std::uint32_t number, std::size_t first, std::size_t count) const {
    const auto part = rotated_.store.read(number, first, count);
    if (!part) return part.error();
    const auto& cells = std::get<Cells<double>>(part->values);
    return Reals(cells.begin(), cells.end());
  }

  Result<Reals> scores_at_knots(std::uint32_t number) const {
    constexpr std::size_t scores_at_once = std::size_t{1} << 16;
    Reals found;
    std::size_t next = 0;
    const auto done =
        for_each_block({rotated_.donors.size(), scores_at_once}, context_.progress,
                       [&](std::size_t first, std::size_t count) -> Status {
                         const auto part = scores(number, first, count);
                         if (!part) return part.error();
                         for (; next < knots_.size() && knots_[next] < first + count; ++next) {
                           found.push_back((*part)[knots_[next] - first]);
                         }
                         return Done{};
                       });
    if (!done) return done.error();
    return found;
  }

  Result<Column> synthetic(std::size_t j, std::uint32_t number, const Reals& knots) const {
    const masking::SyntheticMargin margin(original_.sample().columns()[j], knots, number,
                                          context_.key);
    const auto all = scores(number, 0, rotated_.donors.size());
    if (!all) return all.error();
    return margin.at(*all);
  }

  const Original& original_;
  const Rotated& rotated_;
  Marginals marginals_;
  const Room& room_;
  const masking::Context& context_;
  Lineage knots_;
};

// The original records at these rows.
Result<Table> records_at(const Original& original, const Lineage& rows) {
  std::vector<Column> columns;
  for (std::size_t j = 0; j < original.columns().size(); ++j) {
    const auto column = original.read(j);
    if (!column) return column.error();
    columns.push_back(gather(*column, rows));
  }
  return Table(std::move(columns));
}

std::vector<std::size_t> rotated_places(const Original& original,
                                        const std::vector<relations::Derivation>& derivations) {
  std::vector<std::size_t> places;
  for (std::size_t j = 0; j < original.columns().size(); ++j) {
    const Column& column = original.columns()[j];
    const bool is_derived = std::ranges::find(derivations, column.name,
                                              &relations::Derivation::column) != derivations.end();
    if (column.role == Role::mask && !is_derived) places.push_back(j);
  }
  return places;
}

// Half of the memory is for a part: as it was, and what rotating takes.
std::size_t most_in_part(const Table& sample, const Room& room) {
  std::size_t bytes = PartedRotation::bytes_per_record(sample);
  for (const Column& column : sample.columns()) bytes += 2 * cell_size(column);
  return std::max<std::size_t>(room.memory / 2 / bytes, 1000);
}

}  // namespace

Result<MaskedTable> rotate(const Original& original, const masking::MaskOptions& options,
                           std::vector<relations::Derivation> derivations, const Room& room,
                           const masking::Context& release) {
  const auto marginals = marginals_of(options.values);
  if (!marginals) return marginals.error();
  const auto places = rotated_places(original, derivations);
  const std::size_t rows = original.row_count();
  const std::size_t most = most_in_part(columns_at(original.sample(), places), room);
  // Parts of another size are another release, which has nothing random in common with this one.
  const random::Key key = random::derived_key(release.key, fmt::format("overhand parts {}", most));
  const masking::Context context{key, release.progress};
  Rotation rotation(original, places, room, context);
  auto rotated = rotation.run({rows, k_of(options.values), *marginals, most});
  if (!rotated) return rotated.error();
  const Lineage order = random::permutation(context.key, {random::Purpose::row_order}, rows);
  Lineage lineage(rows);
  std::ranges::transform(order, lineage.begin(), [&](Row row) { return rotated->donors[row]; });
  std::uint64_t bytes = 0;
  for (const Column& column : original.columns()) bytes += rows * cell_size(column);
  auto store = ColumnStore::create(room.folder, rows, bytes);
  if (!store) return store.error();
  MaskedTable masked(*std::move(store), std::move(lineage), rotated->sampled,
                     std::move(derivations), rows_at_once(room.memory, original.columns().size()));
  auto originals = records_at(original, rotated->sampled);
  if (!originals) return originals.error();
  masked.add_originals(*std::move(originals));
  const Margins margins(original, *rotated, *marginals, room, context);
  Stage stage(context.progress, "putting values back", original.columns().size());
  std::uint32_t number = 0;
  for (std::size_t j = 0; j < original.columns().size(); ++j) {
    Status done = Done{};
    if (masked.is_derived(original.columns()[j])) {
      masked.add_derived(original.columns()[j]);
    } else if (original.columns()[j].role == Role::mask) {
      const auto column = margins.values(j, number++);
      if (!column) return column.error();
      done = masked.add(
          *column,
          [&](std::size_t first, std::span<const Row> sources) -> Result<Column> {
            return gather(*column, std::span(order).subspan(first, sources.size()));
          },
          context.progress);
    } else {
      done = add_kept(original, j, context.progress, masked);
    }
    if (!done) return done.error();
    stage.finish_part();
  }
  if (auto done = masked.finish(context.progress); !done) return done.error();
  return masked;
}

}  // namespace overhand::external
