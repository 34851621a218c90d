// sjppds over parts of a table, step by step, with what the steps hand each other left in sight.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "overhand/masking/methods.h"
#include "overhand/masking/release_key.h"
#include "overhand/parts/deal.h"
#include "overhand/parts/pool.h"
#include "overhand/parts/rows.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/stack.h"
#include "support/tables.h"

namespace overhand::testing {

struct PartSetting {
  int bins = 20;
  int min_bin = 1;
  std::size_t task_bytes = std::size_t{1} << 26;
  std::size_t tasks = 1;
};

inline Table stretch_of(const Table& table, std::size_t begin, std::size_t end) {
  Lineage rows;
  for (std::size_t i = begin; i < end; ++i) rows.push_back(static_cast<Row>(i));
  return gather(table, rows);
}

inline Table columns_of(const Table& table, Role role) {
  std::vector<Column> columns;
  for (const Column& column : table.columns()) {
    if (column.role == role) columns.push_back(column);
  }
  return Table(std::move(columns));
}

inline std::vector<std::string_view> views_of(const std::vector<std::string>& texts) {
  std::vector<std::string_view> views;
  for (const std::string& text : texts) {
    if (!text.empty()) views.emplace_back(text);
  }
  return views;
}

inline masking::MaskOptions sjppds_options(const PartSetting& setting) {
  return {
      .values = {{"bins", std::int64_t{setting.bins}}, {"min_bin", std::int64_t{setting.min_bin}}}};
}

// `sizes` are those of the parts. Columns that are kept go beside, as Dealt::order says.
class PartSteps {
 public:
  using Packets = std::vector<std::vector<std::string>>;  // by task, in the order of the table

  PartSteps(const Table& table, const std::vector<std::size_t>& sizes, const PartSetting& setting,
            const random::Key& key)
      : all(table), masked(columns_of(table, Role::mask)), kept(columns_of(table, Role::keep)) {
    starts.push_back(0);
    for (const std::size_t size : sizes) starts.push_back(starts.back() + size);
    EXPECT_EQ(starts.back(), table.row_count());
    look(setting, key);
    deal(masking::digest_key(key));
    shuffle();
  }

  Table part(std::size_t i) const { return stretch_of(masked, starts[i], starts[i + 1]); }
  Table like() const { return stretch_of(masked, 0, 0); }

  Result<parts::MaskedRows> rows_of_task(std::size_t task) const {
    return parts::masked_rows(*plan, like(), task, views_of(to_rows[task]), views_of(drawn[task]),
                              *own_key);
  }

  // The masked table, its columns in the order of the original.
  Table joined() const {
    std::vector<Table> tables;
    for (std::size_t task = 0; task < plan->row_tasks; ++task) {
      auto rows = rows_of_task(task);
      EXPECT_TRUE(rows) << rows.error().message;
      if (!rows) return {};
      Lineage sources;
      for (const Row source : rows->sources) sources.push_back(kept_rows[task][source]);
      tables.push_back(together(rows->table, gather(kept, sources)));
    }
    return stacked(tables);
  }

  Table all;
  Table masked;
  Table kept;
  std::vector<std::size_t> starts;
  std::vector<parts::Survey> surveys;
  std::vector<parts::Tally> tallies;
  std::optional<random::Key> own_key;
  std::optional<parts::Plan> plan;
  std::vector<parts::PartPlan> part_plans;
  Packets to_pools;
  Packets to_rows;
  Packets drawn;
  std::vector<Lineage> kept_rows;  // by row task, in the order of the table

 private:
  void look(const PartSetting& setting, const random::Key& key) {
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
      surveys.emplace_back().add(part(i));
      surveys.back() = *parts::survey_from(bytes_of(surveys.back()));
    }
    const auto outline = *parts::outline_of(like(), surveys, setting.bins,
                                            static_cast<std::size_t>(setting.min_bin));
    const auto begins = parts::starts_of(outline, surveys);
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
      parts::Tallier tallier(outline, begins[i].row, masking::digest_key(key));
      tallier.add(part(i));
      tallies.push_back(*parts::tally_from(bytes_of(tallier.tally())));
    }
    own_key.emplace(release_key(setting, key));
    plan = *parts::plan_from(bytes_of(*parts::plan_of(
        outline, tallies, {setting.task_bytes, setting.tasks, 8 * kept.column_count()}, *own_key)));
    part_plans = *parts::part_plans(*plan, surveys, tallies);
  }

  random::Key release_key(const PartSetting& setting, const random::Key& key) const {
    const auto method = *masking::find_method("sjppds");
    std::vector<masking::StatedColumn> columns;
    std::size_t place = 0;
    for (const Column& column : all.columns()) {
      columns.push_back(masking::stated(column, *method));
      if (column.role != Role::mask) continue;
      for (const parts::Tally& tally : tallies) columns.back().digest += tally.digests[place];
      ++place;
    }
    return masking::release_key(key, *method, sjppds_options(setting), all.row_count(), columns);
  }

  void deal(const random::Key& digest_key) {
    to_pools.resize(plan->pool_tasks.size());
    to_rows.resize(plan->row_tasks);
    kept_rows.resize(plan->row_tasks);
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
      parts::Dealer dealer(*plan, *parts::part_plan_from(bytes_of(part_plans[i])), *own_key,
                           digest_key);
      const auto dealt = dealer.deal(part(i));
      ASSERT_TRUE(dealt) << dealt.error().message;
      EXPECT_TRUE(dealer.finish());
      EXPECT_EQ(dealer.next_row(), starts[i + 1]);
      for (std::size_t t = 0; t < to_pools.size(); ++t) to_pools[t].push_back(dealt->to_pools[t]);
      for (std::size_t t = 0; t < to_rows.size(); ++t) {
        to_rows[t].push_back(dealt->to_rows[t]);
        for (std::size_t at = dealt->starts[t]; at < dealt->starts[t + 1]; ++at) {
          kept_rows[t].push_back(static_cast<Row>(starts[i] + dealt->order[at]));
        }
      }
    }
  }

  void shuffle() {
    drawn.resize(plan->row_tasks);
    for (std::size_t t = 0; t < to_pools.size(); ++t) {
      const auto out = parts::pooled(*plan, t, views_of(to_pools[t]), *own_key);
      ASSERT_TRUE(out) << out.error().message;
      for (std::size_t r = 0; r < drawn.size(); ++r) drawn[r].push_back((*out)[r]);
    }
  }

  Table together(const Table& masked_part, const Table& kept_part) const {
    std::vector<Column> columns;
    std::size_t next_masked = 0;
    std::size_t next_kept = 0;
    for (const Column& column : all.columns()) {
      columns.push_back(column.role == Role::mask ? masked_part.columns()[next_masked++]
                                                  : kept_part.columns()[next_kept++]);
    }
    return Table(std::move(columns));
  }
};

// Fails where the parts do not give what masking::mask() does, cell for cell, kept ones too.
inline PartSteps expect_as_in_memory(const Table& table, const std::vector<std::size_t>& sizes,
                                     const PartSetting& setting, std::uint64_t seed = 11) {
  const Seeded seeded(seed);
  const auto whole = masking::mask(**masking::find_method("sjppds"), table, sjppds_options(setting),
                                   seeded.context);
  PartSteps steps(table, sizes, setting, seeded.key);
  EXPECT_TRUE(whole) << whole.error().message;
  const Table parted = steps.joined();
  EXPECT_EQ(parted.row_count(), table.row_count());
  if (!whole || parted.row_count() != table.row_count()) return steps;
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    const Column& expected = whole->table.columns()[j];
    const Column& own = parted.columns()[j];
    EXPECT_EQ(own.name, expected.name);
    EXPECT_EQ(own.type, expected.type);
    std::size_t different = 0;
    for (std::size_t i = 0; i < table.row_count(); ++i) {
      different += static_cast<std::size_t>(cell_text(own, i) != cell_text(expected, i));
    }
    EXPECT_EQ(different, 0U) << "cells of column " << own.name;
  }
  return steps;
}

}  // namespace overhand::testing
