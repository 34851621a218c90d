#include <algorithm>
#include <cmath>

#include "overhand/core/parallel.h"
#include "overhand/relations/mined_internal.h"
#include "overhand/table/amounts.h"
#include "overhand/table/levels.h"

namespace overhand::relations {
namespace {

// Of a level, on average: where nearly every record has a level of its own, each tells all others.
constexpr std::size_t fewest_for_a_level = 3;

struct Levels {
  std::string name;
  bool is_masked;
  Texts texts;
  std::size_t records = 0;  // that have a level
  std::size_t levels = 0;   // that some record has
};

// What is kept goes out as text, whatever it means.
bool has_levels(const Column& column) {
  if (column.role == Role::keep) return true;
  return column.role == Role::mask && !unit_of(column.type);
}

std::vector<Levels> levels_of(const Table& table) {
  std::vector<Levels> all;
  for (const Column& column : table.columns()) {
    if (!has_levels(column)) continue;
    Levels levels{column.name, column.role == Role::mask, texts_of(column)};
    for (const std::size_t count : levels.texts.level_counts()) {
      levels.records += count;
      levels.levels += static_cast<std::size_t>(count > 0);
    }
    if (levels.levels > 1) all.push_back(std::move(levels));
  }
  return all;
}

// The level of `b` that goes with each level of `a`, and how many records have both; none where
// one level goes with two.
struct Mapping {
  std::vector<Code> level;
  std::vector<std::size_t> records;
};
std::optional<Mapping> mapping_of(const Levels& a, const Levels& b) {
  const std::size_t codes = a.texts.dictionary().size();
  Mapping mapping{std::vector<Code>(codes, missing_code), std::vector<std::size_t>(codes)};
  for (std::size_t row = 0; row < a.texts.size(); ++row) {
    const Code from = a.texts.codes()[row];
    const Code to = b.texts.codes()[row];
    if (is_missing(from) || is_missing(to)) continue;
    Code& known = mapping.level[static_cast<std::size_t>(from)];
    if (is_missing(known)) known = to;
    if (known != to) return std::nullopt;
    ++mapping.records[static_cast<std::size_t>(from)];
  }
  return mapping;
}

// The share of the records that have each level of the second column.
Reals shares_of(const Mapping& mapping, std::size_t codes) {
  Reals shares(codes);
  double all = 0;
  for (std::size_t from = 0; from < mapping.level.size(); ++from) {
    if (mapping.records[from] == 0) continue;
    const auto records = static_cast<double>(mapping.records[from]);
    shares[static_cast<std::size_t>(mapping.level[from])] += records;
    all += records;
  }
  for (double& share : shares) share /= std::max(all, 1.0);
  return shares;
}

// The logarithm of a probability above that with which the records of every level agree, were the
// second column given to them at random: the sum of powers p^r is at most the largest p^(r-1).
double log_chance(const Mapping& mapping, const Reals& shares) {
  double steps = 0;
  for (const std::size_t records : mapping.records) {
    steps += records < 2 ? 0 : static_cast<double>(records - 1);
  }
  return steps * std::log(std::ranges::max(shares));
}

bool is_telling(const Levels& a, const Levels& b) {
  if (!a.is_masked && !b.is_masked) return false;  // they stay together
  if (a.levels < b.levels || a.records < fewest_for_a_level * a.levels) return false;
  const auto mapping = mapping_of(a, b);
  if (!mapping) return false;
  const Reals shares = shares_of(*mapping, b.texts.dictionary().size());
  double broken = 1;  // by a level that is given at random
  for (const double share : shares) broken -= share * share;
  return broken >= least_broken && log_chance(*mapping, shares) < std::log(chance);
}

// Of two columns that tell each other, the first tells the second.
Successors told_by(const std::vector<Levels>& columns) {
  Successors told(columns.size());
  parallel_for_each_index(columns.size(), [&](std::size_t a) {
    for (std::size_t b = 0; b < columns.size(); ++b) {
      stop_if_cancelled();
      if (a != b && is_telling(columns[a], columns[b])) told[a].insert(b);
    }
  });
  for (std::size_t a = 0; a < told.size(); ++a) {
    for (const std::size_t b : told[a]) {
      if (a < b) told[b].erase(a);
    }
  }
  return told;
}

}  // namespace

std::vector<Rule> mined_levels(const Table& original) {
  const std::vector<Levels> columns = levels_of(original);
  std::vector<bool> has_gaps;
  for (const Levels& column : columns) has_gaps.push_back(column.records < column.texts.size());
  const Successors told = without_consequences(told_by(columns), has_gaps);
  std::vector<Rule> rules;
  for (std::size_t a = 0; a < columns.size(); ++a) {
    for (const std::size_t b : told[a]) {
      rules.push_back(Rule::telling(columns[a].name, columns[b].name, original));
    }
  }
  return rules;
}

}  // namespace overhand::relations
