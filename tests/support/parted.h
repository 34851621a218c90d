// A table masked in parts, all of it in memory: what a face does with files, or with many machines.
#pragma once

#include <numeric>
#include <string>
#include <vector>

#include "overhand/masking/kinds.h"
#include "overhand/masking/masked.h"
#include "overhand/masking/parted_margins.h"
#include "overhand/masking/parted_rotation.h"
#include "overhand/random/sample.h"
#include "overhand/table/groups.h"
#include "overhand/table/stack.h"

namespace overhand::testing {

struct InParts {
  masking::PartedRotationOptions options;  // `records` is set here
  std::size_t sample = 2000;
  std::size_t piece = 1000;  // records of which parts_of() is asked at once
  std::uint64_t seed = 1;
};

// What a masking in parts makes, and what it made it of.
struct Parted {
  masking::PartedRotation rotation;
  Groups parts;          // joined; rows ascend in each
  masking::Masked free;  // as rotate() gives it, part by part
  masking::Masked masked;
};

inline Table sampled(const Table& table, const InParts& how) {
  return gather(table, random::sample(random::key_from_seed(how.seed), {random::Purpose::test},
                                      table.row_count(), how.sample));
}

// The part of each record, asked for piece by piece, each with levels of its own.
inline std::vector<std::uint32_t> raw_parts(const masking::PartedRotation& rotation,
                                            const Table& table, std::size_t piece) {
  std::vector<std::uint32_t> parts;
  for (std::size_t begin = 0; begin < table.row_count(); begin += piece) {
    Lineage rows(std::min(piece, table.row_count() - begin));
    std::iota(rows.begin(), rows.end(), static_cast<Row>(begin));
    Table records = gather(table, rows);
    for (Column& column : records.columns()) {
      if (const auto* texts = std::get_if<Texts>(&column.values)) {
        column = with_values(column, without_unused_levels(*texts));
      }
    }
    const auto own =
        *rotation.parts_of(records, std::vector<std::uint64_t>(rows.begin(), rows.end()));
    parts.insert(parts.end(), own.begin(), own.end());
  }
  return parts;
}

inline Groups parts_of(const masking::PartedRotation& rotation, const Table& table,
                       std::size_t piece) {
  auto parts = raw_parts(rotation, table, piece);
  std::vector<std::size_t> counts(rotation.part_count());
  for (const std::uint32_t part : parts) ++counts[part];
  const auto joined = rotation.joined_parts(counts);
  std::vector<std::vector<Row>> rows(counts.size());
  for (Row row = 0; row < parts.size(); ++row) rows[joined[parts[row]]].push_back(row);
  Groups groups;  // one for each part, empty ones too
  for (const auto& of_part : rows) {
    groups.rows.insert(groups.rows.end(), of_part.begin(), of_part.end());
    groups.close();
  }
  return groups;
}

// The scores of a table of parts with their values: by rank, or by a quantile function.
inline Table with_values_given(const Table& scores, const Table& original, const InParts& how) {
  Table table = scores;
  const Table some = sampled(original, how);
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    const Column& column = original.columns()[j];
    if (how.options.marginals == masking::Marginals::free) continue;
    if (masking::kind_of(column.type) == masking::Kind::levels) continue;
    const Reals own = reals(scores.columns()[j]);
    if (how.options.marginals == masking::Marginals::exact) {
      table.columns()[j] = masking::values_at_ranks(own, column);
      continue;
    }
    const masking::SyntheticMargin margin(some.columns()[j], own, static_cast<std::uint32_t>(j),
                                          random::key_from_seed(how.seed));
    table.columns()[j] = margin.at(own);
  }
  return table;
}

inline Parted masked_in_parts(const Table& table, InParts how) {
  how.options.records = table.row_count();
  const random::Key key = random::key_from_seed(how.seed);
  auto learnt = masking::PartedRotation::learn(sampled(table, how), how.options, key, {});
  Parted parted{*learnt, parts_of(*learnt, table, how.piece), {}, {}};
  std::vector<Table> tables;
  Lineage lineage;
  for (std::size_t part = 0; part < parted.parts.count(); ++part) {
    const auto rows = parted.parts.group(part);
    if (rows.empty()) continue;
    auto rotated = *learnt->rotate(part, gather(table, rows), {});
    tables.push_back(std::move(rotated.table));
    for (const std::uint32_t donor : rotated.donors) lineage.push_back(rows[donor]);
  }
  parted.free = {stacked(tables), lineage};
  parted.masked = {with_values_given(parted.free.table, table, how), lineage};
  return parted;
}

}  // namespace overhand::testing
